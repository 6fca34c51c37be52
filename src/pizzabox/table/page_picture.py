"""The picture of a table as a page shows it: what never changes, and the board with a move in progress."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from inspect import signature
from typing import Any

from pizzabox.engine.catalogue import calling
from pizzabox.engine.game import Game
from pizzabox.engine.state import GameState
from pizzabox.engine.svg import palette
from pizzabox.engine.toppings import shapes

from .messages import Message

PAGE = palette("page")


def static_layer(game: Game, s: GameState) -> Message:
    """What never changes in the picture of a game: its frame, the board, the names of the spaces."""
    picture = game.picture
    return {
        "box": picture.view_box(s),
        "wide": picture.wide(s).message() if picture.wide else None,
        "board": f"{shapes(PAGE)}{picture.board(s, PAGE)}",
        "names": str(picture.names(s, PAGE)) if picture.names else "",
    }


def in_progress(game: Game, s: GameState, seat: int, lit: tuple[str, ...], tokens: tuple[str, ...]) -> str:
    """The moving layer with what was touched so far: `chosen` marks it, `reach` shows what the last token can do."""
    draw = game.picture.pieces
    known = {"chosen": tokens, "reach": tokens[-1] if tokens else None}
    more = {name: value for name, value in known.items() if name in _parameters(draw)}
    with calling(()):
        return str(draw(s, seat, PAGE, legal=lit, **more))


@cache
def _parameters(function: Callable[..., Any]) -> frozenset[str]:
    return frozenset(signature(function).parameters)
