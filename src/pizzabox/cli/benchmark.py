"""`bench`: how many random moves and games a second, here and elsewhere."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from . import complete
from .output import console, print_json, say

if TYPE_CHECKING:
    from rich.table import Table

    from pizzabox.engine.game import Game
    from pizzabox.engine.game_kernels import Progress
    from pizzabox.lab.bench import Measured

RESULTS = Path("benchmarks/results")
PEERS, KINDS = "peers", "kinds"
ONE_THREAD, ALL_CORES, GAIN = "one_thread", "all_cores", "all_cores_to_one_thread"
COMPARED = 1000
"""How many games of each game are played on the card and on the processor, to compare."""


def add_to(app: typer.Typer) -> None:
    app.command("bench", help=say("usage.cmd_bench"))(bench)


def bench(
    games: Annotated[
        list[str] | None,
        typer.Argument(metavar="GAME", help=say("usage.bench_games"), autocompletion=complete.games),
    ] = None,
    *,
    seconds: Annotated[float, typer.Option("--seconds", min=0.01, max=3600, help=say("usage.bench_seconds"))] = 2.0,
    peers: Annotated[bool, typer.Option("--peers", help=say("usage.bench_peers"))] = False,
    search: Annotated[bool, typer.Option("--search", help=say("usage.bench_search"))] = False,
    gpu: Annotated[bool, typer.Option("--gpu", help=say("usage.bench_gpu"))] = False,
    compared: Annotated[int, typer.Option("--compared", min=1, help=say("usage.bench_compared"))] = COMPARED,
    as_json: Annotated[bool, typer.Option("--json", help=say("usage.json"))] = False,
    save: Annotated[bool, typer.Option("--save", help=say("usage.bench_save"))] = False,
    folder: Annotated[Path, typer.Option("--folder", help=say("usage.bench_folder"))] = RESULTS,
) -> None:
    """Measure random play on one core: steps and games a second for the usual option sets."""
    import pizzabox

    from .compiling import CompileJob

    chosen = [pizzabox.load(name) for name in dict.fromkeys(games or pizzabox.names())]
    if gpu:
        _on_card(chosen, seconds, compared, peers, as_json, folder if save else None)
        return
    if search:
        _search(chosen, seconds, peers, as_json, folder if save else None)
        return
    from pizzabox.lab.bench import bench as measure

    found: dict[str, list[Measured]] = {}
    for game in chosen:
        CompileJob(partial(_compile, game)).wait()
        found[game.name] = measure(game, seconds)
    result: dict[str, Any] = {name: _summary(sets) for name, sets in found.items()}
    if peers:
        from pizzabox.lab.peer_bench import measure_peers

        result[KINDS] = _kinds(chosen, result, seconds)
        result[PEERS] = _ratios(measure_peers(seconds, _note), result[KINDS])
    path = _save(result, folder) if save else None
    if as_json:
        print_json(result)
        return
    _print(chosen, found, result)
    if path:
        console().print(say("bench.saved", file=path), soft_wrap=True)


def _search(games: list[Game], seconds: float, peers: bool, as_json: bool, folder: Path | None) -> None:
    """Simulations a second of the search, and of a search in C++."""
    from pizzabox.lab.peer_bench import measure_peers
    from pizzabox.lab.search_bench import SEARCH_PEERS, simulations

    result: dict[str, Any] = {}
    for game in games:
        _note(game.name)
        result[game.name] = {"simulations_per_second": round(simulations(game, seconds))}
    others = measure_peers(seconds, _note, SEARCH_PEERS) if peers else {}
    for peer in others.values():
        speed = peer["simulations_per_second"] = peer.pop("steps_per_second")
        if speed:
            peer["ratios"] = {name: round(game["simulations_per_second"] / speed, 2) for name, game in result.items()}
    made: dict[str, Any] = {"search": result, **({PEERS: others} if peers else {})}
    path = _save(made, folder) if folder else None
    if as_json:
        print_json(made)
        return
    out = console()
    table = _table(("game", "simulations", *others), own=len(others))
    for name, game in result.items():
        ratios = (f"× {peer['ratios'][name]:,.1f}" if "ratios" in peer else "–" for peer in others.values())
        table.add_row(name, f"{game['simulations_per_second']:,}", *ratios)
    out.print(table)
    for name, peer in others.items():
        speed = peer["simulations_per_second"]
        out.print(
            f"{name}: {speed:,}" if speed else say("bench.missing", name=name, reason=peer["missing"]), style="dim"
        )
    if path:
        out.print(say("bench.saved", file=path), soft_wrap=True)


def _on_card(games: list[Game], seconds: float, compared: int, peers: bool, as_json: bool, folder: Path | None) -> None:
    """Random play and vectors on a graphics card, and random play of another library's games there."""
    from pizzabox.lab.cuda_bench import card, measure
    from pizzabox.lab.peer_bench import CARD_PEERS, measure_peers

    result: dict[str, Any] = {"card": card()}
    for game in games:
        typer.echo(say("bench.measuring_card", name=game.name), err=True)
        result[game.name] = measure(game, seconds, compared)
    if peers:
        result[PEERS] = measure_peers(seconds, _note, CARD_PEERS)
    path = _save(result, folder) if folder else None
    if as_json:
        print_json(result)
        return
    out = console()
    table = _table(("game", "steps", "games", "vector", "same"))
    for game in games:
        found = result[game.name]
        speeds = (f"{found[f'{name}_per_second']:,}" for name in ("steps", "games", "vector_steps"))
        different = sum(found[what] for what in ("differing", "vector_steps_differing", "outlook_steps_differing"))
        same = say("bench.differing", n=different) if different else say("bench.all_same")
        table.add_row(game.name, *speeds, same)
    for name, peer in result.get(PEERS, {}).items():
        table.add_row(name, f"{peer['steps_per_second']:,}" if peer["steps_per_second"] else "–", *[""] * 3)
    out.print(table)
    for name, peer in result.get(PEERS, {}).items():
        if "missing" in peer:
            out.print(say("bench.missing", name=name, reason=peer["missing"]), style="dim")
    out.print(say("bench.card", card=result["card"], n=compared), style="dim")
    if path:
        out.print(say("bench.saved", file=path), soft_wrap=True)


def _compile(game: Game, _: Progress) -> None:
    from pizzabox.lab.bench import prepare

    prepare(game)


def _note(name: str) -> None:
    typer.echo(say("bench.measuring_peer", name=name), err=True)


def _summary(sets: list[Measured]) -> dict[str, Any]:
    """The usual set of options first, as the speed of the game; all sets in detail."""
    usual = sets[0].data()
    return {
        "steps_per_second": usual["steps_per_second"],
        "games_per_second": usual["games_per_second"],
        "compiled": usual["compiled"],
        "sets": [measured.data() for measured in sets],
    }


def _kinds(games: list[Game], played: dict[str, Any], seconds: float) -> dict[str, Any]:
    """Our games in each kind that others are measured in, with one thread and on all cores."""
    from pizzabox.lab.environment_bench import CORES, play_steps, turn_steps, vector_steps
    from pizzabox.lab.peer_bench import KINDS, PLAY, TURNS, VECTOR

    found: dict[str, Any] = {kind: {ONE_THREAD: {}} for kind in KINDS}
    for kind in (PLAY, VECTOR):
        found[kind] |= {ALL_CORES: {}, GAIN: {}}
    for name, game in ((game.name, game) for game in games):
        _note(name)
        one = {PLAY: played[name]["steps_per_second"], VECTOR: vector_steps(game, 1, seconds)}
        every = {PLAY: play_steps(game, CORES, seconds), VECTOR: vector_steps(game, CORES, seconds)}
        for kind, steps in one.items():
            found[kind][ONE_THREAD][name], found[kind][ALL_CORES][name] = round(steps), round(every[kind])
            found[kind][GAIN][name] = round(every[kind] / steps, 2)
        if find_spec("pettingzoo"):
            found[TURNS][ONE_THREAD][name] = round(turn_steps(game, seconds))
    return found


def _ratios(peers: dict[str, dict[str, Any]], kinds: dict[str, Any]) -> dict[str, Any]:
    """Each peer with how many times faster each of our games is in the same kind, on as many cores."""
    for peer in peers.values():
        speed, ours = peer["steps_per_second"], kinds[peer["kind"]][ALL_CORES if peer["all_cores"] else ONE_THREAD]
        if speed and ours:
            peer["ratios"] = {name: round(steps / speed, 2) for name, steps in ours.items()}
    return peers


def _save(result: dict[str, Any], folder: Path) -> Path:
    from pizzabox import __version__
    from pizzabox.lab.bench import machine

    now = datetime.now(UTC)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{now:%Y-%m-%d-%H%M%S}.json"
    whole = {
        "date": now.isoformat(timespec="seconds"),
        "pizzabox": __version__,
        "machine": machine(),
        "results": result,
    }
    path.write_text(json.dumps(whole, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    return path


def _print(games: list[Game], found: dict[str, list[Measured]], result: dict[str, Any]) -> None:
    out = console()
    table = _table(("game", "options", "steps", "games", "length"))
    for game in games:
        for measured in found[game.name]:
            options = " ".join(f"{k}={v}" for k, v in measured.options.items())
            speeds = (f"{measured.steps_per_second:,.0f}", f"{measured.games_per_second:,.0f}")
            table.add_row(game.name, options, *speeds, f"{measured.steps_per_game:.1f}")
    out.print(table)
    compiled = all(measured.compiled for sets in found.values() for measured in sets)
    out.print(say("bench.compiled" if compiled else "bench.plain"), style="dim")
    if PEERS not in result:
        return
    out.print()
    _print_peers(games, result[KINDS], result[PEERS])


def _print_peers(games: list[Game], kinds: dict[str, Any], peers: dict[str, Any]) -> None:
    """One table: in each kind our games first, then the others and how far ours lead."""
    from pizzabox.lab.environment_bench import CORES

    out = console()
    table = _table(("kind", "peer", "steps", *(game.name for game in games)), own=len(games), padding=2)

    names = {
        ONE_THREAD: say("bench.ours_threads", n=1),
        ALL_CORES: say("bench.ours_threads", n=CORES),
        GAIN: say("bench.threads"),
    }
    for kind, ours in kinds.items():
        for of, speeds in ours.items():
            numbers = ((f"× {one:.2f}" if of == GAIN else _short(one)) for one in speeds.values())
            table.add_row(say(f"bench.kind_{kind}"), names[of], "", *numbers)
        for name, peer in peers.items():
            if peer["kind"] == kind and peer["steps_per_second"]:
                ratios = (f"× {one:,.1f}" for one in peer.get("ratios", {}).values())
                table.add_row(say(f"bench.kind_{kind}"), name, _short(peer["steps_per_second"]), *ratios)
    out.print(table)
    out.print(say("bench.kinds"), style="dim")
    out.print(say("bench.ratio"), style="dim")
    for name, peer in peers.items():
        if not peer["steps_per_second"]:
            out.print(say("bench.missing", name=name, reason=peer["missing"]), style="yellow", soft_wrap=True)


def _short(steps: float) -> str:
    """A speed with three digits: 12.3 M, 456 k."""
    for size, unit in ((1e9, " G"), (1e6, " M"), (1e3, " k")):
        if steps >= size * 0.9995:
            return f"{steps / size:.{2 if steps < size * 9.995 else 1 if steps < size * 99.95 else 0}f}{unit}"
    return f"{steps:.0f}"


def _table(columns: tuple[str, ...], own: int = 0, padding: int = 3) -> Table:
    """A table whose numbers stand right; the last `own` headings are names of games."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False, padding=(0, padding, 0, 0), header_style="dim")
    for i, column in enumerate(columns):
        heading = column if i >= len(columns) - own else say(f"bench.{column}")
        left = column in {"game", "options", "peer", "kind"}
        # Where it is narrow, options and the names of others are broken into lines: a number is never cut off.
        table.add_column(heading, justify="left" if left else "right", no_wrap=column not in {"options", "peer"})
    return table
