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
    app.command("show")(show)


def show(
    what: Annotated[str, typer.Argument(metavar="FILE|GAME", help="A record (.pizza), a position (.json), or a game.")],
    options: Annotated[
        list[str] | None,
        typer.Argument(metavar="NAME=VALUE", help="Options of the game.", autocompletion=complete.options),
    ] = None,
    *,
    moves: Annotated[
        str | None, typer.Option("--moves", help='Moves to play from the start of GAME: "d4, b2, cut 5".')
    ] = None,
    seed: Annotated[int, typer.Option("--seed", help="Seed of the game with --moves.")] = 0,
    move: Annotated[int | None, typer.Option("--move", help="How many moves of the record; all by default.")] = None,
    seat: Annotated[
        str | None, typer.Option("--seat", help="Only what that seat (or spectator) knows; everything by default.")
    ] = None,
    svg: Annotated[Path | None, typer.Option("--svg", help="Write the picture there (- for standard output).")] = None,
    png: Annotated[Path | None, typer.Option("--png", help="Write the picture there as PNG.")] = None,
    theme: Annotated[Theme, typer.Option("--theme", help="Colours of the picture.")] = Theme.light,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON; `show FILE.json` reads it again.")] = False,
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
