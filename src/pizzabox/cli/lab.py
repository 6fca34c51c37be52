"""`lab`: bots against bots, measured."""

from __future__ import annotations

import shlex
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pizzabox.engine.errors import PizzaboxError

from . import complete
from .games import GameName
from .lab_runs import Bar, Device, Keep, Ray, run_matches
from .output import console, print_json, say

if TYPE_CHECKING:
    from rich.table import Table

    from pizzabox.lab.ladder import Rating, Rung
    from pizzabox.lab.win_shares import WinShare

lab = typer.Typer(help=say("usage.lab"), no_args_is_help=True)
Options = Annotated[
    list[str] | None,
    typer.Argument(metavar="NAME=VALUE", help=say("usage.game_options"), autocompletion=complete.options),
]
Games = Annotated[int, typer.Option("--games", min=2, max=100_000, help=say("usage.lab_games"))]
Seconds = Annotated[float | None, typer.Option("--seconds", min=0.001, max=60, help=say("usage.lab_seconds"))]
Processes = Annotated[int, typer.Option("--processes", min=1, max=256, help=say("usage.lab_processes"))]
Seed = Annotated[int, typer.Option("--seed", min=0, help=say("usage.lab_seed"))]
Publish = Annotated[Path | None, typer.Option("--publish", metavar="FILE.json", help=say("usage.lab_publish"))]
Opening = Annotated[int, typer.Option("--opening", min=0, help=say("usage.lab_opening"))]
AsJson = Annotated[bool, typer.Option("--json", help=say("usage.json"))]


def add_to(app: typer.Typer) -> None:
    app.add_typer(lab, name="lab")


@lab.command("ladder", help=say("usage.cmd_ladder"))
def ladder(
    game: GameName,
    options: Options = None,
    *,
    bots: Annotated[list[str] | None, typer.Option("--bots", metavar="BOT", help=say("usage.lab_rungs"))] = None,
    games: Games = 100,
    fewer: Annotated[
        int | None, typer.Option("--maestro-games", min=2, max=100_000, help=say("usage.lab_fewer"))
    ] = None,
    seconds: Seconds = None,
    processes: Processes = 1,
    seed: Seed = 1,
    as_json: AsJson = False,
    publish: Publish = None,
    out: Keep = None,
    ray: Ray = None,
    device: Device = "cpu",
    opening: Opening = 0,
) -> None:
    """Let each level play the one below and fit ratings with 95% intervals."""
    from pizzabox.lab.ladder import PAIRS, data
    from pizzabox.lab.ladder import publish as put
    from pizzabox.lab.tournament import ladder_plan, measured

    from .files import chosen_game

    _refuse_at_once(publish, out)
    chosen = chosen_game(game, options or [])
    pairs = list(zip(bots[1:], bots, strict=False)) if bots else PAIRS
    plan = ladder_plan(chosen, games, seed, seconds, pairs=pairs, fewer=fewer, opening=opening)
    rungs, ratings = measured(plan, run_matches(plan, out, processes, ray, device))
    numbers = {"games": games, "maestro-games": fewer, "opening": opening}
    size = " ".join([*(f"--bots {shlex.quote(name)}" for name in bots or []), _sizes(numbers)])
    made = _facts(f"ladder {game}", options, size, seconds, seed) | data(rungs, ratings)
    if publish is not None:
        put(publish, chosen, "ladder", made)
    if as_json:
        print_json(made)
        return
    print_rungs(rungs, ratings)


def _refuse_at_once(publish: Path | None, out: Path | None = None) -> None:
    """Refuse a data file that nothing could be put into after a long match."""
    from pizzabox.lab.ladder import published

    from .files import writable

    if publish is None:
        return
    writable(publish)
    published(publish)
    if out is not None and out.resolve() == publish.resolve():
        raise PizzaboxError(say("lab.one_data_file", file=out))


def _sizes(numbers: dict[str, int | None]) -> str:
    """The options of a command that were given a number."""
    return " ".join(f"--{name} {value}" for name, value in numbers.items() if value)


def _facts(what: str, options: list[str] | None, size: str, seconds: float | None, seed: int) -> dict[str, Any]:
    """What somebody needs to do the same again."""
    from pizzabox.lab.bench import machine

    words = [f"pizzabox lab {what}", *(options or []), size]
    words += [f"--seconds {seconds:g}"] if seconds else []
    return {
        "date": f"{datetime.now(UTC):%Y-%m-%d}",
        "machine": machine(),
        "seconds": seconds or 1.0,
        "command": " ".join([*words, f"--seed {seed}"]),
    }


@lab.command("match", help=say("usage.cmd_match"))
def match(
    game: GameName,
    first: Annotated[str, typer.Argument(help=say("usage.lab_first"))],
    second: Annotated[str, typer.Argument(help=say("usage.lab_second"))],
    options: Options = None,
    *,
    games: Games = 100,
    seconds: Seconds = None,
    processes: Processes = 1,
    seed: Seed = 1,
    as_json: AsJson = False,
    publish: Publish = None,
    out: Keep = None,
    ray: Ray = None,
    device: Device = "cpu",
    opening: Opening = 0,
) -> None:
    """One bot against others: every deal is played with the bot at each seat."""
    from pizzabox.lab.ladder import match_data
    from pizzabox.lab.ladder import publish as put
    from pizzabox.lab.tournament import match_plan, measured

    from .files import chosen_game

    _refuse_at_once(publish, out)
    chosen = chosen_game(game, options or [])
    plan = match_plan(chosen, first, second, games, seed, seconds, opening=opening)
    rungs, _ = measured(plan, run_matches(plan, out, processes, ray, device))
    what = f"match {game} {shlex.quote(first)} {shlex.quote(second)}"
    made = _facts(what, options, _sizes({"games": games, "opening": opening}), seconds, seed) | match_data(rungs[0])
    if publish is not None:
        put(publish, chosen, f"{first} {second}", made)
    if as_json:
        print_json(made)
        return
    print_rungs(rungs, {})


@lab.command("exploit", help=say("usage.cmd_exploit"))
def exploit(
    game: GameName,
    options: Options = None,
    *,
    positions: Annotated[int, typer.Option("--positions", min=2, max=10_000, help=say("usage.lab_positions"))] = 200,
    seconds: Seconds = None,
    seed: Seed = 1,
    as_json: AsJson = False,
    publish: Publish = None,
) -> None:
    """How much a best answer gains against the secret choices of each level, in positions that can be solved."""
    from pizzabox.lab.exploitability import data, exploited
    from pizzabox.lab.ladder import publish as put

    from .files import chosen_game

    _refuse_at_once(publish)
    chosen = chosen_game(game, options or [])
    with Bar("solving") as progress:
        found = exploited(chosen, positions, seconds=seconds, seed=seed, progress=progress)
    made = _facts(f"exploit {game}", options, f"--positions {positions}", seconds, seed) | data(found)
    if publish is not None:
        put(publish, chosen, "exploit", made)
    if as_json:
        print_json(made)
        return
    table = _table("level", "gain", "interval", "worst", "positions")
    for one in found:
        low, high = f"{100 * one.low:.1f}%", f"{100 * one.high:.1f}%"
        gain, worst = f"{100 * one.gain:.1f}%", f"{100 * one.worst:.1f}%"
        table.add_row(_called(one.level), gain, f"{low} – {high}", worst, str(one.positions))
    console().print(table)


@lab.command("tables", help=say("usage.cmd_tables"))
def tables() -> None:
    """The published strengths as tables in Markdown."""
    from pizzabox.bots import known_ratings
    from pizzabox.lab.strength_tables import strengths

    typer.echo(strengths(known_ratings()))


def _table(*columns: str) -> Table:
    """A table with these headings; names to the left, numbers to the right."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0), header_style="dim")
    for key in columns:
        table.add_column(say(f"lab.{key}"), justify="left" if key in ("upper", "lower", "level") else "right")
    return table


def _called(name: str) -> str:
    from pizzabox.bots import called

    return say("lab.strict") if name == "strict" else called(name)


def print_rungs(rungs: list[Rung], ratings: dict[str, Rating]) -> None:
    out = console()
    table = _table("upper", "lower", "share", "interval", "fair", "games")
    for rung in rungs:
        table.add_row(_called(rung.upper), _called(rung.lower), *_numbers(rung.result))
    out.print(table)
    if not ratings:
        return
    out.print()
    table = _table("level", "rating", "interval", "games")
    for name, rating in ratings.items():
        table.add_row(_called(name), f"{rating.rating:.0f}", f"{rating.low:.0f} – {rating.high:.0f}", str(rating.games))
    out.print(table)


def _numbers(found: WinShare) -> tuple[str, ...]:
    percent = [f"{100 * x:.1f}%" for x in (found.share, found.low, found.high, found.fair)]
    return percent[0], f"{percent[1]} – {percent[2]}", percent[3], str(found.games)
