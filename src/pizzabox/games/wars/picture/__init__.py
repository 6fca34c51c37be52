"""The picture of Pizza Wars: boards and pieces (middle.py), territory and the last move (marks.py), cards and legend.

Everything is drawn from the record it is given, so a picture of a view shows no more than the view holds, and the board
after a move that is only thought of (`preview`) is drawn the same way.
"""

from collections.abc import Iterable

from pizzabox.engine.svg import Layer, Markup, Palette, layer

from ..board import BY_NAME, FACES, KINDS
from ..phrases import lands
from ..rules import MOVE, SPUN
from ..state import State
from . import marks, middle, seats, symbols
from .middle import board, names
from .seats import LEGEND, frame, legend, wide

__all__ = ["LEGEND", "board", "frame", "legend", "names", "pieces", "sample", "wide"]


def pieces(s: State, viewer: int, p: Palette, *, legal: Iterable[str] = (), reach: str | None = None) -> Layer:
    """The layer that changes: territory, the last move, pieces, what can be touched, the cards.

    `reach` names a hex whose piece shows all it can do: yellow moves, red pranks, pink pranks that are blocked; only
    while a piece is to be moved, so that it hides no territory after a move that is only thought of.
    """
    lit = frozenset(legal)
    chosen = s.at[BY_NAME[reach]] - 1 if s.phase in (MOVE, SPUN) and reach in BY_NAME else -1
    return layer(
        marks.territory(tuple(lands(s, player) for player in range(s.players)), p),
        marks.reach(s, chosen, p) if chosen >= 0 else "",
        marks.trail(s.last_from, s.last_to, p) if s.last_slot >= 0 else "",
        middle.spaces(s, lit, p),
        marks.last_marks(s.last_to if s.last_victim >= 0 else -1, s.where[s.turned] if s.turned >= 0 else -1, p),
        marks.barred(s, chosen, p) if chosen >= 0 else "",
        *middle.buttons(s, lit, p),
        seats.cards(s, viewer, lit, p),
        class_="pb-pieces",
    )


def sample(name: str, p: Palette) -> Markup:
    """A sign of the legend."""
    chapter, _, sign = name.partition(".")
    if chapter == "cards":
        return symbols.card(sign, p)
    if chapter == "pieces":
        return symbols.piece(0, KINDS.index(sign), int(FACES[KINDS.index(sign), 0]), p)
    return symbols.art(name, p)
