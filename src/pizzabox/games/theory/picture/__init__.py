"""The picture of Pizza Theory: the board (drawn once, see pizza.py), the pieces (drawn each move) and the legend.

Everything is drawn from the record it is given, so a picture of a view shows no more than the view holds.
"""

from collections.abc import Iterable
from math import sqrt

from pizzabox.engine.bits import count, members
from pizzabox.engine.catalogue import kept
from pizzabox.engine.glyphs import lettering
from pizzabox.engine.picture_parts import knob, space, touchable
from pizzabox.engine.svg import Layer, Markup, Palette, box, circle, group, join, layer, line, lines, translate
from pizzabox.engine.toppings import topping
from pizzabox.engine.whole_picture import Frame

from ..board import BY_NAME, LINES, NAMES, N
from ..phrases import say
from ..rules import ADD, COLOUR_COUNT, CUT, OVER, colour, triple
from ..state import SEATS, State
from ..story import Slice, last_slices
from ..words import line_said
from . import pizza
from .pizza import WELL, art, board, names, turn
from .seats import has_won, known_cuts, legend, seats, skewers
from .slices import letters, tints

__all__ = ["board", "frame", "heading", "legend", "names", "pieces", "sample", "stages"]

LEGEND = 96.0
_CUTS = tuple(f"cut {cut}" for cut in range(1, LINES + 1))


def frame(s: State) -> Frame:
    width = pizza.width(s.layout)
    return -width / 2, pizza.TOP, width, pizza.HEIGHT


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


def spaces(s: State, p: Palette, lit: frozenset[str], slices: tuple[Slice, ...]) -> Layer:
    """All spaces with their toppings; marked where the last cut replaced or removed one."""
    held, quiet = _quiet_spaces(tuple(s.spaces), p)
    marks: dict[int, str] = {}
    for part in slices:
        marks |= dict.fromkeys(members(part.replaced), "replaced")
        marks |= {i: "removed" for i in members(part.removed) if held[i] < 0}
    winners = [c for c in range(COLOUR_COUNT) if has_won(s, c)]
    busy = {*marks, *(BY_NAME[token] for token in lit if token in BY_NAME)}
    if winners:
        busy.update(i for i, c in enumerate(held) if c in winners)
    drawn, made = _drawn_spaces(p), quiet.lines.copy()
    for i in busy:
        made[i + 1] = drawn[i, held[i], NAMES[i] in lit, marks.get(i, ""), held[i] in winners]
    return Layer(made)


@kept(256)
def _quiet_spaces(toppings: tuple[int, ...], p: Palette) -> tuple[list[int], Layer]:
    """Which colour has each space, -1 for none, and the spaces as they are where nothing happens."""
    held = [-1] * N
    for c, spaces in enumerate(toppings):
        for i in members(spaces):
            held[i] = c
    drawn = _drawn_spaces(p)
    return held, Layer(['<g class="pb-spaces">', *(drawn[i, c, False, "", False] for i, c in enumerate(held)), "</g>"])


Look = tuple[int, int, bool, str, bool]
"""A space, the colour that has it (-1: none), whether it glows, what the last cut did there, whether its colour won."""


class _DrawnSpaces(dict[Look, str]):
    """The line of each look that a space has had."""

    def __init__(self, p: Palette) -> None:
        self.p = p

    def __missing__(self, look: Look) -> str:
        line = self[look] = _space(*look, self.p).strip()
        return line


_drawn_spaces = kept()(_DrawnSpaces)


def _space(i: int, held: int, lit: bool, change: str, won: bool, p: Palette) -> Markup:
    inside = [circle(0, 0, pizza.STEP / 2, fill="none", pointer_events="all")]
    label, class_ = NAMES[i], "pb-space"
    if lit:
        inside.append(art("lit", p))
    if change == "removed":
        label = say("picture.removed", space=label)
        inside.append(art("removed", p))
    if held >= 0:
        class_ += f" pb-{SEATS[held]}"
        key = "picture.replaced" if change == "replaced" else "picture.topping"
        label = say(key, space=label, colour=say(f"seat.{held}"), topping=say(f"topping.{held}"))
        if won:
            inside.append(art("won", p))
        if change == "replaced":
            inside.append(art("won-replaced" if won else "replaced", p))
        inside.append(group(topping(SEATS[held], p), transform=f"scale({36 if change else 39})"))
    else:
        label = say("picture.empty", space=label)
    class_ += f" pb-{change}" if change else ""
    return space(NAMES[i], class_, lit, label, *inside, transform=translate(*pizza.at(i)))


def own_lines(s: State, viewer: int, p: Palette, lit: frozenset[str]) -> Layer:
    """The lines a viewer can cut along; a spectator has none."""
    return _all_lines(s.label[colour(s, viewer)], lit.intersection(_CUTS), p) if viewer >= 0 else Layer([])


@kept(256)
def _all_lines(label: int, lit: frozenset[str], p: Palette) -> Layer:
    return layer(*(_line(label, cut, token in lit, p) for cut, token in enumerate(_CUTS, 1)), class_="pb-cuts")


@kept()
def _line(label: int, cut: int, lit: bool, p: Palette) -> Markup:
    x, y = pizza.on_circle(cut, pizza.NUMBERS)
    near, far = turn(x, y, label), turn(x, -sqrt(pizza.CHEESE**2 - x * x), label)
    inside = [
        line(near, far, fill="none", stroke="none", stroke_width=2 * WELL, pointer_events="stroke"),
        circle(*near, WELL, fill="none", pointer_events="all"),
    ]
    if lit:
        inside += [
            line(near, far, fill="none", stroke=p["glow"], stroke_width=11, stroke_opacity=0.7, stroke_linecap="round"),
            line(near, far, fill="none", stroke=p["touch"], stroke_width=4, stroke_linecap="round"),
            knob(str(cut), *near, 20, 20, p["white-text"], 0.17, fill=p["glow"], stroke=p["touch"], stroke_width=4),
        ]
    return touchable(f"cut {cut}", "pb-cut", lit, line_said(label, cut), *inside)


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
