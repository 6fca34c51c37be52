"""The picture of Pizza Theory: the board (drawn once, see pizza.py), the pieces (drawn each move) and the legend.

Everything is drawn from the record it is given, so a picture of a view shows no more than the view holds.
"""

from __future__ import annotations

from collections.abc import Iterable

from pizzabox.engine.bits import count, members
from pizzabox.engine.svg import Layer, Markup, Palette, layer, number, palette
from pizzabox.engine.whole_picture import check_viewer, whole_picture

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


def names(s: State, p: Palette) -> Markup:
    """The names of all spaces, for a page to show when they are wanted."""
    return pizza.names(p)


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


def svg(
    s: State,
    viewer: int = -1,
    *,
    theme: str = "light",
    names: bool = False,
    outcome: bool = True,
    legal: Iterable[str] = (),
    size: int | None = None,
    title: str | None = None,
) -> str:
    """The position as a complete picture. `size` is its width in pixels; without it the picture fills its place."""
    check_viewer(viewer, s.players)
    p, lit = palette(theme), tuple(legal)
    width = pizza.width(s.layout)
    return whole_picture(
        "theory",
        p,
        (-width / 2, TOP, width, HEIGHT + LEGEND),
        [board(s, p), pieces(s, viewer, p, outcome=outcome, legal=lit), pizza.names(p, names), legend(s, p)],
        view_box=view_box(s, with_legend=True),
        title=_title(s) if title is None else title,
        described=_described(s),
        touchable=bool(lit),
        size=size,
    )


def stages(s: State, viewer: int, p: Palette) -> list[Layer]:
    """What a reveal shows first: the cutters on the pizza as it was before anything is replaced."""
    if not s.last_cut[0]:
        return []
    before = s.copy()
    before.phase, before.sealed = CUT, 0
    for c in range(COLOURS):
        before.spaces[c], before.label[c], before.cut[c] = s.before[c], s.last_label[c], s.last_cut[c]
    return [pieces(before, -1, p)]


def view_box(s: State, with_legend: bool = False) -> str:
    """The `viewBox` for the layers of this game."""
    width = pizza.width(s.layout)
    return " ".join(map(number, (-width / 2, TOP, width, HEIGHT + (LEGEND if with_legend else 0))))


def _title(s: State) -> str:
    when = say("picture.after", n=s.rounds) if s.phase == OVER else say("picture.round", n=s.rounds + 1)
    return say("picture.title", when=when)


def _described(s: State) -> str:
    """The position for those who cannot see it."""
    told = []
    for c in range(COLOURS):
        where = " ".join(NAMES[i] for i in members(s.spaces[c])) or say("picture.none")
        known = {"name": say(f"colour.{c}"), "label": say(f"label.{s.label[c]}"), "n": count(s.spaces[c])}
        told.append(say("picture.described", **known, all=TOPPINGS, where=where))
    return " ".join(told)
