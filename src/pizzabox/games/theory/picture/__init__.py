"""The picture of Pizza Theory: the pizza and its spaces (middle.py), the last cut (marks.py), players (seats.py).

Everything is drawn from the record it is given, so a picture of a view shows no more than the view holds.
"""

from collections.abc import Iterable

from pizzabox.engine.bits import count
from pizzabox.engine.catalogue import kept
from pizzabox.engine.glyphs import lettering
from pizzabox.engine.svg import Layer, Markup, Palette, box, join, layer, lines
from pizzabox.engine.whole_picture import Frame

from ..phrases import say
from ..rules import ADD, COLOUR_COUNT, CUT, OVER, triple
from ..state import State
from ..story import Slice, last_slices
from . import middle
from .marks import letters, tints
from .middle import art, board, names, own_lines, spaces
from .seats import known_cuts, legend, seats, skewers

__all__ = ["board", "frame", "heading", "legend", "names", "pieces", "sample", "stages"]

LEGEND = 96.0


def frame(s: State) -> Frame:
    width = middle.width(s.layout)
    return -width / 2, middle.TOP, width, middle.HEIGHT


def pieces(s: State, viewer: int, p: Palette, *, outcome: bool = True, legal: Iterable[str] = ()) -> Layer:
    """The layer that changes: slices and changes of the last cut, toppings, own cut lines, skewers, seats.

    Everything a person can touch is one group with its token in `data-token`; those in `legal` glow.
    """
    lit = frozenset(legal)
    slices = last_slices(s) if outcome and s.phase in (ADD, OVER) else ()
    cuts, toppings = own_lines(s, viewer, p, lit), spaces(s, p, lit, slices)
    # Whatever can be chosen now must lie on top to be hit: lines while cutting, spaces otherwise.
    drawn: list[Markup | Layer] = [toppings, cuts] if s.phase == CUT else [cuts, toppings]
    if slices:
        below, above = _last_cut(tuple(s.last_label), tuple(s.last_cut), slices, p)
        drawn = [below, *drawn, above]
    known = known_cuts(s, viewer)
    now = skewers(tuple(s.label), known, False, p)
    return layer(seats(s, known, p), *drawn, now, class_="pb-pieces")


@kept(1024)
def _last_cut(
    labels: tuple[int, ...], cuts: tuple[int, ...], slices: tuple[Slice, ...], p: Palette
) -> tuple[Layer, Layer]:
    """What is left of the last cut below the toppings, and above them."""
    row, above = triple(labels, cuts), Layer(lines(skewers(labels, cuts, True, p)))
    above.lines += letters(row, slices, p).lines
    return tints(row, slices, p), above


def stages(s: State, viewer: int, p: Palette) -> list[Layer]:
    """What a reveal shows first: the cutters on the pizza as it was before anything is replaced.

    A die that is rolled later reveals no cut."""
    slices = last_slices(s)
    left = sum(map(count, s.before)) - sum(count(part.removed) for part in slices)
    if not slices or sum(map(count, s.spaces)) != left:
        return []
    known = s.players, s.spare, s.layout, tuple(s.last_label), tuple(s.last_cut), tuple(s.before)
    return [_before_the_cut(*known, p)]


@kept(64)
def _before_the_cut(
    players: int,
    spare: int,
    layout: int,
    labels: tuple[int, ...],
    cuts: tuple[int, ...],
    toppings: tuple[int, ...],
    p: Palette,
) -> Layer:
    s = State()
    s.players, s.spare, s.layout, s.phase = players, spare, layout, CUT
    for c in range(COLOUR_COUNT):
        s.spaces[c], s.label[c], s.cut[c] = toppings[c], labels[c], cuts[c]
    return pieces(s, -1, p)


def sample(name: str, p: Palette) -> Markup:
    """A sign of the legend; what a label says depends on the language."""
    if name != "table.label":
        return art(name, p)
    plate = box(-46, -24, 92, 48, 24, fill=p["card"], stroke=p["rule"], stroke_width=3)
    return join(plate, lettering(say("label.0"), 0, 0, 26, p["ink"], weight=0.16))


def heading(s: State) -> str:
    when = say("picture.after", n=s.rounds) if s.phase == OVER else say("picture.round", n=s.rounds + 1)
    return say("picture.title", when=when)
