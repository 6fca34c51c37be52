"""`lab balance`, `sweep`, `tournament` and `replay`: plans of games, played by workers, kept as Parquet."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from pizzabox.engine.errors import PizzaboxError

from .games import GameName
from .lab import AsJson, Opening, Options, Seconds, Seed, lab, print_rungs
from .lab_runs import Device, Out, Ray, needs_lab, run_plan
from .output import console, print_json, say

MOST_GAMES = 1_000_000_000
CORES = os.cpu_count() or 1
Count = Annotated[int, typer.Option("--games", min=1, max=MOST_GAMES, help=say("usage.lab_count"))]
Each = Annotated[int, typer.Option("--games", min=1, max=MOST_GAMES, help=say("usage.lab_games"))]
Bots = Annotated[list[str] | None, typer.Option("--bots", metavar="BOT", help=say("usage.lab_bots"))]
Processes = Annotated[int, typer.Option("--processes", min=1, max=256, help=say("usage.lab_workers"))]
Report = Annotated[Path | None, typer.Option("--report", metavar="FILE.html", help=say("usage.lab_report"))]


def add_to(app: typer.Typer) -> None:
    """They are commands of `lab`, which the app has already."""
    lab.command("balance", help=say("usage.cmd_balance"))(balance)
    lab.command("sweep", help=say("usage.cmd_sweep"))(sweep)
    lab.command("tournament", help=say("usage.cmd_tournament"))(tournament)
    lab.command("replay", help=say("usage.cmd_lab_replay"))(replay)


def balance(
    game: GameName,
    options: Options = None,
    *,
    games: Count = 10_000,
    bots: Bots = None,
    seconds: Seconds = None,
    seed: Seed = 1,
    processes: Processes = CORES,
    ray: Ray = None,
    device: Device = "cpu",
    out: Out = None,
    report: Report = None,
    as_json: AsJson = False,
) -> None:
    """Is it fair, is it skill, how does it go: a report in one HTML file."""
    needs_lab()
    from pizzabox.lab.balance import as_data, balance_plan
    from pizzabox.lab.report import write_report

    from .files import chosen_game, writable

    chosen = chosen_game(game, options or [])
    results = out or Path(f"{game}-balance.parquet")
    page = report or results.with_suffix(".html")
    _refuse_one_file(results, page)
    writable(page)
    run_plan(balance_plan(chosen, bots or ["greedy"], games, seed, seconds), results, processes, ray, device)
    found, said = write_report(results, page)
    if as_json:
        print_json({**as_data(found), "findings": said, "results": str(results), "report": str(page)})
        return
    _print_findings(said, results, page)


def sweep(
    game: GameName,
    options: Annotated[list[str] | None, typer.Argument(metavar="NAME=VALUE,VALUE", help=say("usage.lab_grid"))] = None,
    *,
    groups: Annotated[
        list[str] | None, typer.Option("--set", metavar="'NAME=VALUE NAME=VALUE'", help=say("usage.lab_set"))
    ] = None,
    games: Each = 1000,
    bots: Bots = None,
    seconds: Seconds = None,
    seed: Seed = 1,
    processes: Processes = CORES,
    ray: Ray = None,
    device: Device = "cpu",
    out: Out = None,
    report: Report = None,
) -> None:
    """The same games with other options: which are the fairest, and which the liveliest."""
    needs_lab()
    from pizzabox.engine.options import parse_pairs
    from pizzabox.lab.sweep import listed, sweep_plan
    from pizzabox.lab.sweep_report import sweep_findings, write_sweep_report

    from .files import writable

    results = out or Path(f"{game}-sweep.parquet")
    page = report or results.with_suffix(".html")
    _refuse_one_file(results, page)
    writable(page)
    sets = listed(game, parse_pairs(options or []), [parse_pairs(group.split()) for group in groups or []])
    if len(sets) < 2:
        raise PizzaboxError(say("lab.one_set", game=game))
    run_plan(sweep_plan(game, sets, bots or ["greedy"], games, seed, seconds), results, processes, ray, device)
    _print_findings(sweep_findings(write_sweep_report(results, page)), results, page)


def tournament(
    game: GameName,
    options: Options = None,
    *,
    games: Each = 100,
    bots: Bots = None,
    seconds: Seconds = None,
    seed: Seed = 1,
    processes: Processes = CORES,
    ray: Ray = None,
    device: Device = "cpu",
    out: Out = None,
    as_json: AsJson = False,
    opening: Opening = 0,
) -> None:
    """Everybody against everybody, with ratings."""
    needs_lab()
    from pizzabox.lab.ladder import data
    from pizzabox.lab.tournament import standings, tournament_plan

    from .files import chosen_game

    chosen = chosen_game(game, options or [])
    results = out or Path(f"{game}-tournament.parquet")
    plan = tournament_plan(chosen, bots or ["random", "apprentice", "greedy"], games, seed, seconds, opening=opening)
    run_plan(plan, results, processes, ray, device)
    rungs, ratings = standings(results)
    if as_json:
        print_json(data(rungs, ratings))
        return
    print_rungs(rungs, ratings)
    console().print(say("lab.kept", file=results))


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE.parquet", exists=True, help=say("usage.lab_results"))],
    row: Annotated[int, typer.Argument(min=0, help=say("usage.lab_row"))],
    save: Annotated[Path | None, typer.Option("--save", metavar="FILE.pizza", help=say("usage.lab_save"))] = None,
) -> None:
    """The game behind a row of results, as a record file."""
    needs_lab()
    from pizzabox.lab.row_record import record_of

    from .files import writable

    if save is not None:
        writable(save)
    record = record_of(file, row)
    if save is None:
        typer.echo(record.dumps(), nl=False)
    else:
        record.save(save)


def _refuse_one_file(results: Path, page: Path) -> None:
    """The report would be written over the games."""
    if results.resolve() == page.resolve():
        raise PizzaboxError(say("lab.one_file", file=page))


def _print_findings(found: list[str], results: Path, page: Path) -> None:
    out = console()
    for number, text in enumerate(found, 1):
        out.print(f"{number}. {text}")
    out.print(say("lab.written", report=page, file=results))
