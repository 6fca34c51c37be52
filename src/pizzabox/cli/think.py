"""`think`: what a bot makes of a position."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from . import complete
from .output import console, painted, print_json, say

if TYPE_CHECKING:
    from pizzabox.bots import Thought
    from pizzabox.engine.position import Position

SHOWN = 8
"""Moves in the table; --json has all."""


class Level(StrEnum):
    cook = "cook"
    chef = "chef"
    maestro = "maestro"
    champion = "champion"


def add_to(app: typer.Typer) -> None:
    app.command("think", help=say("usage.cmd_think"))(think)


def think(
    what: Annotated[str | None, typer.Argument(metavar="FILE|GAME", help=say("usage.what"))] = None,
    options: Annotated[
        list[str] | None,
        typer.Argument(metavar="NAME=VALUE", help=say("usage.game_options"), autocompletion=complete.options),
    ] = None,
    *,
    data: Annotated[str | None, typer.Option("--data", help=say("usage.think_data"))] = None,
    moves: Annotated[str | None, typer.Option("--moves", help=say("usage.think_moves"))] = None,
    seed: Annotated[int, typer.Option("--seed", help=say("usage.think_seed"))] = 0,
    move: Annotated[int | None, typer.Option("--move", help=say("usage.move"))] = None,
    seat: Annotated[str | None, typer.Option("--seat", help=say("usage.think_seat"))] = None,
    level: Annotated[Level, typer.Option("--level", help=say("usage.think_level"))] = Level.chef,
    seconds: Annotated[float | None, typer.Option("--seconds", help=say("usage.think_seconds"))] = None,
    simulations: Annotated[int | None, typer.Option("--simulations", help=say("usage.think_simulations"))] = None,
    threads: Annotated[int, typer.Option("--threads", help=say("usage.think_threads"))] = 1,
    as_json: Annotated[bool, typer.Option("--json", help=say("usage.json"))] = False,
) -> None:
    """Say what a bot thinks: win chances, the best moves, the mix at a secret choice. It sees only the seat's view."""
    import pizzabox
    from pizzabox.bots import survey
    from pizzabox.engine.errors import PizzaboxError

    from .compiling import CompileJob
    from .files import chosen_position, seat_number

    if (what is None) == (data is None):
        raise PizzaboxError(say("think.one"))
    pos = pizzabox.position(data) if what is None else chosen_position(what, options or [], moves, seed, move)
    if pos.over:
        raise PizzaboxError(say("think.over", result=pos.prompt))
    player = pos.actors[0] if seat is None else seat_number(pos.game, seat)
    if player not in pos.actors:
        waiting = ", ".join(pos.game.seats[p] for p in pos.actors)
        raise PizzaboxError(say("think.waiting", seat=seat, seats=waiting))
    CompileJob(lambda progress: _compile(pos, player, level)).wait()
    view = pos.view(player)
    thought = survey(view, level=level.value, seconds=seconds, simulations=simulations, threads=threads, seed=seed)
    if as_json:
        print_json({"game": pos.game.name, "seats": list(pos.game.seats), **thought.data()})
        return
    _print(pos, thought)


def _compile(pos: Position, player: int, level: Level) -> None:
    from pizzabox.bots import survey

    survey(pos.view(player), level=level.value, simulations=1)


def _print(pos: Position, thought: Thought) -> None:
    from rich.table import Table

    out = console()
    seats, view, with_net = pos.game.seats, pos.view(thought.seat), bool(thought.net_chances)
    out.print(
        painted(say("think.seat", seat=seats[thought.seat], n=thought.simulations, seconds=f"{thought.seconds:.2f}"))
    )
    for player, seat in enumerate(seats):
        chance = thought.chances[player]
        net = say("think.net_chance", chance=f"{100 * thought.net_chances[player]:>3.0f}") if with_net else ""
        shown = {"seat": f"{seat:<10}", "chance": f"{100 * chance:>3.0f}", "net": net, "bar": "█" * round(30 * chance)}
        out.print(painted(say("think.chance", **shown)))
    out.print()
    table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0), header_style="dim")
    table.add_column(say("think.move"))
    for key in ("visits", "value", *(("mix",) if thought.secret else ()), *(("net",) if with_net else ())):
        table.add_column(say(f"think.{key}"), justify="right")
    table.add_column(say("think.words"))
    ideas = thought.distinct()
    for idea in ideas[:SHOWN]:
        mix = (f"{100 * idea.weight:.0f}%",) if thought.secret else ()
        liked = () if idea.net_weight is None else (f"{100 * idea.net_weight:.0f}%",)
        value = f"{100 * idea.value:.0f}%" if idea.known else say("think.unsure")
        equal = ", ".join(move.text for move in thought.equals(idea))
        then = ", ".join(move.text for move in idea.line)
        more = [say("think.then", moves=then) if then else "", say("think.same", moves=equal) if equal else ""]
        words = view.in_words(thought.seat, idea.move.tokens)
        words += "\n" + " · ".join(filter(None, more)) if any(more) else ""
        table.add_row(idea.move.text, f"{idea.visits:,}", value, *mix, *liked, words)
    out.print(table)
    if len(ideas) > SHOWN:
        out.print(say("think.more", n=len(ideas) - SHOWN), style="dim")
    if with_net:
        out.print(say("think.net_note"), style="dim")
