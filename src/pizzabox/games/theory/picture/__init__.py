"""The picture of Pizza Theory: the board (drawn once, see pizza.py), the pieces (drawn each move) and the legend.

Everything is drawn from the record it is given, so a picture of a view shows no more than the view holds.
"""

from __future__ import annotations

from collections.abc import Iterable

from pizzabox.engine.glyphs import lettering
from pizzabox.engine.picture_parts import knob
from pizzabox.engine.shapes import cross
from pizzabox.engine.svg import Layer, Markup, Palette, box, circle, group, join, layer, line, look, move, path
from pizzabox.engine.toppings import seat_symbol, topping
from pizzabox.engine.whole_picture import Frame, WholePicture

from ..phrases import say
from ..rules import ADD, COLOURS, CUT, OVER, triple
from ..spoken_board import spoken
from ..state import State
from ..story import last_slices
from . import pizza
from .legend import legend
from .pizza import HEIGHT, TOP, board
from .seats import known_cuts, seats, skewers
from .slices import letters, tints
from .touchables import own_lines, spaces

__all__ = ["board", "legend", "names", "pieces", "sample", "stages", "svg", "view_box"]

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


def sample(name: str, p: Palette) -> Markup:
    """A sign of the legend."""
    sign, well = name.partition(".")[2], circle(0, 0, 42, fill=p["well"], stroke=p["well-edge"], stroke_width=2)
    scratch = look(fill="none", stroke=p["scratch"], stroke_linecap="round")
    if sign == "topping":
        return join(well, group(topping("red", p), transform=move(0, 0, 36)))
    if sign in ("space", "start"):
        return join(well, path(cross(0, 0, 14), stroke_width=5, **scratch) if sign == "start" else "")
    if sign == "line":
        dashes = line((0, -44), (0, 20), stroke_width=4, stroke_dasharray="8 9", **scratch)
        return join(dashes, lettering("4", 0, 38, 24, p["ink"]))
    if sign == "slice":
        ground = look(fill=p["mark-paper"], stroke=p["red-edge"], stroke_width=4)
        return knob("A", 0, 0, 36, 36, p["mark-ink"], 0.17, **ground)
    coat = look(fill=p["red-fill"], stroke=p["red-edge"], stroke_width=3)
    if sign == "label":
        plate = box(-46, -24, 92, 48, 24, fill=p["card"], stroke=p["rule"], stroke_width=3)
        return join(plate, lettering(say("label.0"), 0, 0, 26, p["ink"], weight=0.16))
    if sign == "die":
        return join(box(-34, -34, 68, 68, 14, **coat), lettering("5", 0, 0, 36, p["red-text"], weight=0.17))
    wood = [line((0, -30), (0, 40), stroke=p[ink], stroke_width=w) for ink, w in (("skewer-edge", 11), ("skewer", 7))]
    return join(*wood, knob("5", 0, 28, 19, 20, p["red-text"], 0.17, **coat), seat_symbol("red", p, 0, -28, 20))


def _title(s: State) -> str:
    when = say("picture.after", n=s.rounds) if s.phase == OVER else say("picture.round", n=s.rounds + 1)
    return say("picture.title", when=when)


_whole = WholePicture("theory", _title, _frame, board, pieces, spoken, names, legend, LEGEND)
svg, view_box = _whole.svg, _whole.view_box
