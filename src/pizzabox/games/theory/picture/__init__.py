"""The picture of Pizza Theory: the board (drawn once, see pizza.py), the pieces (drawn each move) and the legend.

Everything is drawn from the record it is given, so a picture of a view shows no more than the view holds.
"""

from __future__ import annotations

from collections.abc import Iterable

from pizzabox.engine.bits import count, members
from pizzabox.engine.svg import Layer, Markup, Palette, layer
from pizzabox.engine.whole_picture import Frame, WholePicture

from ..board import NAMES
from ..phrases import say
from ..rules import ADD, COLOURS, CUT, OVER, TOPPINGS, triple
from ..state import State
from ..story import last_slices
from . import pizza
from .legend import legend
from .pizza import HEIGHT, TOP, board
from .seats import known_cuts, seats, skewers
from .slices import letters, tints
from .touchables import own_lines, spaces

__all__ = ["board", "legend", "names", "pieces", "stages", "svg", "view_box"]

LEGEND = 96.0


def names(s: State, p: Palette, shown: bool = True) -> Markup:
    """The names of all spaces, for a page to show when they are wanted."""
    return pizza.names(p, shown)


def _frame(s: State) -> Frame:
    """Left, top, width and height of the pizza and the seats around it."""
    width = pizza.width(s.layout)
    return -width / 2, TOP, width, HEIGHT


def pieces(s: State, viewer: int, p: Palette, *, outcome: bool = True, legal: Iterable[str] = ()) -> Layer:
    """The layer that changes: slices and changes of the last cut, toppings, own cut lines, skewers, seats.

    Everything a person can touch is one group with its token in `data-token`; those in `legal` glow.
    """
    lit = frozenset(legal)
    slices = last_slices(s) if outcome and s.phase in (ADD, OVER) else ()
    lines, toppings = own_lines(s, viewer, p, lit), spaces(s, p, lit, slices)
    # Whatever can be chosen now must lie on top to be hit: lines while cutting, spaces otherwise.
    drawn: list[Markup | Layer] = [toppings, lines] if s.phase == CUT else [lines, toppings]
    if slices:
        row = triple(s.last_label, s.last_cut)
        past = skewers(tuple(s.last_label), tuple(s.last_cut), True, p)
        drawn = [tints(row, slices, p), *drawn, past, letters(row, slices, p)]
    now = skewers(tuple(s.label), known_cuts(s, viewer), False, p)
    return layer(seats(s, viewer, p), *drawn, now, class_="pb-pieces")


def stages(s: State, viewer: int, p: Palette) -> list[Layer]:
    """What a reveal shows first: the cutters on the pizza as it was before anything is replaced."""
    if not s.last_cut[0]:
        return []
    before = s.copy()
    before.phase, before.sealed = CUT, 0
    for c in range(COLOURS):
        before.spaces[c], before.label[c], before.cut[c] = s.before[c], s.last_label[c], s.last_cut[c]
    return [pieces(before, -1, p)]


def _title(s: State) -> str:
    when = say("picture.after", n=s.rounds) if s.phase == OVER else say("picture.round", n=s.rounds + 1)
    return say("picture.title", when=when)


def _described(s: State, viewer: int) -> str:
    """The position for those who cannot see it."""
    told = []
    for c in range(COLOURS):
        where = " ".join(NAMES[i] for i in members(s.spaces[c])) or say("picture.none")
        known = {"name": say(f"colour.{c}"), "label": say(f"label.{s.label[c]}"), "n": count(s.spaces[c])}
        told.append(say("picture.described", **known, all=TOPPINGS, where=where))
    return " ".join(told)


_whole = WholePicture("theory", _title, _frame, board, pieces, _described, names, legend, LEGEND)
svg, view_box = _whole.svg, _whole.view_box
