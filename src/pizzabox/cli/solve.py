"""`lab solve`: who can force a win, by proof."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from . import complete
from .lab import AsJson, lab
from .output import console, print_json, say

if TYPE_CHECKING:
    from pizzabox.engine.position import Position
    from pizzabox.study.solving.proof_check import Checked
    from pizzabox.study.solving.solver import Solution

SAMPLE = 20_000
"""Positions of a proof that are checked; one that is smaller is checked whole."""


def add_to(app: typer.Typer) -> None:
    """It's a command of `lab`, which the app has already."""
    lab.command("solve", help=say("usage.cmd_solve"))(solve)


def solve(
    what: Annotated[str, typer.Argument(metavar="FILE|GAME", help=say("usage.what"))],
    options: Annotated[
        list[str] | None,
        typer.Argument(metavar="NAME=VALUE", help=say("usage.game_options"), autocompletion=complete.options),
    ] = None,
    *,
    moves: Annotated[str | None, typer.Option("--moves", help=say("usage.think_moves"))] = None,
    move: Annotated[int | None, typer.Option("--move", help=say("usage.move"))] = None,
    seat: Annotated[str | None, typer.Option("--seat", help=say("usage.solve_seat"))] = None,
    minutes: Annotated[float, typer.Option("--minutes", min=0.001, max=10_000, help=say("usage.solve_minutes"))] = 1.0,
    positions: Annotated[
        int, typer.Option("--positions", min=1, max=100_000_000, help=say("usage.solve_positions"))
    ] = 1_000_000,
    as_json: AsJson = False,
) -> None:
    """Say whether a seat can force a win from a position, and check what proves it."""
    from pizzabox.engine.errors import PizzaboxError

    from .files import chosen_position, seat_number

    pos = chosen_position(what, options or [], moves, 0, move)
    if pos.over:
        raise PizzaboxError(say("think.over", result=pos.prompt))
    seats = range(pos.game.players) if seat is None else [seat_number(pos.game, seat)]
    found = [_solved(pos, one, 60 * minutes, positions) for one in seats]
    if as_json:
        print_json([_data(*one) for one in found])
        return
    for solution, checked in found:
        _print(solution, checked)
    if len(found) == 2 and all(solution.status == "held" for solution, _ in found):
        console().print(say("solve.drawn"))


def _solved(pos: Position, seat: int, seconds: float, positions: int) -> tuple[Solution, Checked | None]:
    from pizzabox.study.solving.proof_check import check
    from pizzabox.study.solving.solver import Solver, Status

    from .lab_runs import Bar

    pos.game.warm()
    solver = Solver(pos.game, pos.state, seat, positions)
    with Bar("solving") as progress:
        solution = solver.search(seconds, lambda known, tried: progress(known, positions))
    return solution, None if solution.status is Status.OPEN else check(solution, pos.state, SAMPLE)


def _data(solution: Solution, checked: Checked | None) -> dict[str, Any]:
    return {
        "seat": solution.game.seats[solution.seat],
        "outcome": solution.status.value,
        "longest": solution.longest,
        "positions": solution.positions,
        "tried": solution.tried,
        "checked": checked.positions if checked else 0,
        "whole": bool(checked and checked.whole),
    }


def _print(solution: Solution, checked: Checked | None) -> None:
    out, name = console(), solution.game.seats[solution.seat]
    facts = {
        "seat": name,
        "n": solution.longest,
        "positions": f"{solution.positions:,}",
        "tried": f"{solution.tried:,}",
    }
    out.print(say(f"solve.{solution.status.value}", **facts))
    if checked:
        out.print(say("solve.whole" if checked.whole else "solve.sample", n=f"{checked.positions:,}"), style="dim")
