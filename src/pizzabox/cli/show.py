"""`show`: one position as text, picture or JSON."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from . import complete
from .output import clean, console, painted, print_json, say

if TYPE_CHECKING:
    from pizzabox.engine.position import Board

STDOUT = "-"


class Theme(StrEnum):
    light = "light"
    dark = "dark"
    print = "print"


def add_to(app: typer.Typer) -> None:
    app.command("show", help=say("usage.cmd_show"))(show)


def show(
    what: Annotated[str, typer.Argument(metavar="FILE|GAME", help=say("usage.what"))],
    options: Annotated[
        list[str] | None,
        typer.Argument(metavar="NAME=VALUE", help=say("usage.game_options"), autocompletion=complete.options),
    ] = None,
    *,
    moves: Annotated[str | None, typer.Option("--moves", help=say("usage.moves"))] = None,
    seed: Annotated[int, typer.Option("--seed", help=say("usage.moves_seed"))] = 0,
    move: Annotated[int | None, typer.Option("--move", help=say("usage.move"))] = None,
    seat: Annotated[str | None, typer.Option("--seat", help=say("usage.show_seat"))] = None,
    svg: Annotated[Path | None, typer.Option("--svg", help=say("usage.svg"))] = None,
    png: Annotated[Path | None, typer.Option("--png", help=say("usage.png"))] = None,
    theme: Annotated[Theme, typer.Option("--theme", help=say("usage.theme"))] = Theme.light,
    as_json: Annotated[bool, typer.Option("--json", help=say("usage.show_json"))] = False,
) -> None:
    """Show a position: of a record, of a JSON file, or after a list of moves."""
    from .files import chosen_position, seen_by

    board = seen_by(chosen_position(what, options or [], moves, seed, move), seat)
    if svg is not None and str(svg) == STDOUT:
        sys.stdout.write(board.svg(theme=theme.value) + "\n")
        return
    written = _pictures(board, svg, png, theme.value)
    if as_json:
        print_json(board.data())
    elif written:
        for path in written:
            typer.echo(say("show.written", file=clean(str(path))))
    else:
        out = console()
        out.print(painted(str(board), board))
        out.print()
        out.print(painted(board.prompt))


def _pictures(board: Board, svg: Path | None, png: Path | None, theme: str) -> list[Path]:
    written = []
    if svg is not None:
        svg.write_text(board.svg(theme=theme), encoding="utf-8")
        written.append(svg)
    if png is not None:
        from pizzabox.engine.errors import PizzaboxError

        try:
            drawn = board.png(theme=theme)
        except ImportError as error:
            raise PizzaboxError(say("show.no_png")) from error
        png.write_bytes(drawn)
        written.append(png)
    return written
