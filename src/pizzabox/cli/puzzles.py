"""`puzzles`: look for puzzles in games of bots, and prove all of them again."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Annotated

import typer

from . import complete
from .games import GameName
from .lab import Seed
from .output import FAILED, console, say

puzzles = typer.Typer(help=say("usage.puzzles"), no_args_is_help=True)


def add_to(app: typer.Typer) -> None:
    app.add_typer(puzzles, name="puzzles")


@puzzles.command("mine", help=say("usage.cmd_puzzles_mine"))
def mine(
    game: GameName,
    *,
    count: Annotated[int | None, typer.Option("--count", min=1, max=10_000, help=say("usage.puzzles_count"))] = None,
    seed: Seed = 1,
    save: Annotated[Path | None, typer.Option("--save", metavar="FILE.json", help=say("usage.puzzles_save"))] = None,
) -> None:
    """All puzzles of a game's recipes; the same seed finds the same again."""
    from itertools import chain, islice

    import pizzabox
    from pizzabox.study import mining

    from .files import writable

    if save is not None:
        writable(save)
    chosen = pizzabox.load(game)
    rows: list[str] = []
    with console(stderr=True).status(say("puzzles.warming")) as line:
        chosen.warm()

        def note(games: int, kept: int, wanted: int) -> None:
            line.update(say("puzzles.seen", games=games, kept=kept, wanted=wanted))

        found = chain.from_iterable(mining.mine(recipe, seed, note) for recipe in mining.recipes(chosen.name))
        for one in islice(found, count):
            rows.append(json.dumps(one.data(), separators=(",", ":")))
            if save is not None:
                save.write_text(_lines(rows), encoding="utf-8")
    if save is None:
        typer.echo(_lines(rows), nl=False)
        return
    console().print(say("puzzles.saved", n=len(rows), file=save), soft_wrap=True)


def _lines(rows: list[str]) -> str:
    """A JSON list with one puzzle a line."""
    return "[\n" + ",\n".join(rows) + "\n]\n"


@puzzles.command("check", help=say("usage.cmd_puzzles_check"))
def check(
    games: Annotated[
        list[str] | None,
        typer.Argument(metavar="GAME", help=say("usage.puzzles_games"), autocompletion=complete.games),
    ] = None,
    *,
    log: Annotated[Path | None, typer.Option("--log", metavar="FILE", help=say("usage.puzzles_log"))] = None,
) -> None:
    """Every puzzle over every legal move; the exit code is 1 when one does not hold."""
    import pizzabox
    from pizzabox.engine.registry import find
    from pizzabox.study.mining import check as prove
    from pizzabox.study.puzzle import shipped

    from .files import writable

    if log is not None:
        writable(log)
    lines: list[str] = []
    bad = 0
    with console(stderr=True).status(say("puzzles.warming")) as line:
        for name in [find(game).name for game in games or pizzabox.names()]:
            find(name).warm()
            for number, found in enumerate(shipped(name), start=1):
                line.update(say("puzzles.checking", title=find(name).title, n=number, last=len(shipped(name))))
                started = time.perf_counter()
                wrong = prove(name, found)
                bad += bool(wrong)
                result = f"DISAGREES: {wrong}" if wrong else "ok"
                about = f"{found.kind}, {found.theme}, turns {found.turns}, bound {found.bound}"
                moves = f"{len(found.answers)} of {found.legal} moves"
                lines.append(f"{name} {number}: {result}; {about}; {moves}; {time.perf_counter() - started:.2f} s")
                if log is not None:
                    log.write_text("\n".join(lines) + "\n", encoding="utf-8")
    lines.append(f"{len(lines)} puzzles, {bad} disagree")
    if log is not None:
        log.write_text("\n".join(lines) + "\n", encoding="utf-8")
    for text in lines:
        if log is None or "DISAGREES" in text:
            typer.echo(text)
    console().print(say("puzzles.checked", n=len(lines) - 1, bad=bad), soft_wrap=True)
    if bad:
        raise typer.Exit(FAILED)
