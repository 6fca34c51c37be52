"""`play`: a game at this keyboard, against bots or with friends, or bots to watch."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from . import complete
from .games import GameName
from .output import INTERRUPTED, say, set_language

if TYPE_CHECKING:
    from pizzabox.engine.game import Game
    from pizzabox.engine.game_kernels import Progress

USUAL_DELAY = 0.6


def add_to(app: typer.Typer) -> None:
    app.command("play", help=say("usage.cmd_play"))(play)


def play(
    game: GameName,
    options: Annotated[
        list[str] | None,
        typer.Argument(metavar="NAME=VALUE", help=say("usage.game_options"), autocompletion=complete.options),
    ] = None,
    *,
    seat: Annotated[
        list[str] | None,
        typer.Option(
            "--seat",
            metavar="SEAT=WHO",
            help=say("usage.seat"),
            autocompletion=complete.seats,
        ),
    ] = None,
    seed: Annotated[int | None, typer.Option("--seed", help=say("usage.seed"))] = None,
    save: Annotated[Path | None, typer.Option("--save", metavar="FILE.pizza", help=say("usage.save"))] = None,
    delay: Annotated[float | None, typer.Option("--delay", min=0, max=60, help=say("usage.delay"))] = None,
    watch: Annotated[bool, typer.Option("--watch", help=say("usage.watch"))] = False,
    lang: Annotated[str, typer.Option("--lang", callback=set_language, help=say("usage.lang"))] = "",
) -> None:
    """Play a game. Type moves in notation; `help` lists what else you can type."""
    from .compiling import CompileJob
    from .console import Terminal
    from .files import chosen_game, writable
    from .seats import assign, seated, thinks
    from .terminal_game import Ended, TerminalGame

    if save is not None:
        writable(save)
    chosen = chosen_game(game, options or [])
    who = assign(chosen, seat or [], watch)
    pos = chosen.start(seed)
    assert pos.seed is not None
    seats = seated(chosen, who, pos.seed)
    pause = delay if delay is not None else USUAL_DELAY if sys.stdout.isatty() else 0.0
    compiling = CompileJob(lambda progress: _compile(chosen, progress))
    if any(map(thinks, who.values())):
        compiling.start()
    played = TerminalGame(pos, seats, Terminal(), compiling=compiling, delay=pause, save=save)
    code = 0
    try:
        played.run()
    except Ended:
        played.say("play.stopped", n=len(pos.steps))
    except KeyboardInterrupt:
        played.say("play.interrupted", n=len(pos.steps))
        code = INTERRUPTED
    finally:
        compiling.cancel()
        played.close()
    if code:
        raise typer.Exit(code)


def _compile(game: Game, progress: Progress) -> None:
    """Compile what a game against bots needs: the game's kernels and those of the bots."""
    from pizzabox.bots import warm

    warm(game, progress)
