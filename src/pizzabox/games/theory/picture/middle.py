"""The pizza of Pizza Theory on its board: where everything lies, the layer that never changes, spaces and cut lines.

The centre of the pizza is the origin and two neighbouring spaces are 100 apart. A label's lines are described in that
label's own frame, in which its holder sits below and the lines stand upright; `rotated` brings a point to the picture.
"""

from math import sqrt

from pizzabox.engine import toppings
from pizzabox.engine.art import Art
from pizzabox.engine.bits import members
from pizzabox.engine.catalogue import kept
from pizzabox.engine.glyphs import lettering
from pizzabox.engine.picture_parts import knob, name_tags, of_state, space, touchable
from pizzabox.engine.shapes import cross
from pizzabox.engine.svg import (
    Layer,
    Markup,
    Palette,
    Point,
    Value,
    box,
    circle,
    group,
    layer,
    line,
    path,
    tag,
    translate,
)
from pizzabox.engine.toppings import topping

from ..board import BY_NAME, LABELS, LINES, NAMES, SPACES, START, N, at_sides
from ..phrases import has_won, say
from ..rules import COLOUR_COUNT, colour
from ..state import SEATS, State
from ..story import Slice
from ..words import line_said

STEP = 100.0
WELL = 42.0
CHEESE, SAUCE, CRUST, NUMBERS, RIM = 362.0, 371.0, 406.0, 428.0, 452.0
SKEWER_END = 382.0
TOP, HEIGHT = -461.0, 973.0
art = Art(__package__, "art.svg", toppings.art)
_CUTS = tuple(f"cut {cut}" for cut in range(1, LINES + 1))

# By label: the middle of its seat plate and of its die.
PLATES: tuple[Point, ...] = ((0, 482), (-398, -360), (398, -360))
DICE: tuple[Point, ...] = ((122, 482), (-398, -424), (398, -424))
# Layout K has its players at the sides of the hexagon, a quarter turn anticlockwise.
SIDE_PLATES: tuple[Point, ...] = ((495, 0), (-372, 422), (-372, -422))
SIDE_DICE: tuple[Point, ...] = ((495, 112), (-250, 445), (-250, -432))


def width(layout: int) -> float:
    """How wide the picture is: a plate at the side needs more room than one in a corner."""
    return 1050.0 if at_sides(layout) else 973.0


def at(space: int) -> Point:
    """The middle of a space."""
    x, y, z = SPACES[space]
    return x * sqrt(3) / 2 * STEP, (z - y) / 2 * STEP


def rotated(x: float, y: float, label: int) -> Point:
    """A point of a label's frame in the picture: clockwise from 1st at the bottom to 2nd and 3rd."""
    c, s = (1.0, 0.0) if label == 0 else (-0.5, sqrt(3) / 2 if label == 1 else -sqrt(3) / 2)
    return x * c - y * s, x * s + y * c


def line_x(cut: int) -> float:
    """Where a label's line stands in its frame."""
    return (cut - 3.5) * sqrt(3) / 2 * STEP


def on_circle(cut: int, radius: float) -> Point:
    """Where a label's line leaves a circle, in front of the label."""
    return line_x(cut), sqrt(radius**2 - line_x(cut) ** 2)


def number_at(label: int, cut: int) -> Point:
    """Where a line's number stands."""
    return rotated(*on_circle(cut, NUMBERS), label)


def wells(p: Palette) -> Markup:
    """All wells once more, thinly, to lie above the colours of the slices; the board defines their shape."""
    return tag("use", href=f"#pb-theory-wells-{p.theme}")


def _define_wells(p: Palette) -> Markup:
    made = [circle(*at(i), WELL - 1) for i in range(N)]
    return tag("defs", group(*made, id=f"pb-theory-wells-{p.theme}", fill=p["well"], fill_opacity=0.68))


@of_state("layout")
def board(layout: int, p: Palette) -> Markup:
    """The layer that is drawn once: pizza, spaces, X marks, cut lines with their numbers, labels."""
    marked = START[layout, 0] | START[layout, 1] | START[layout, 2]
    wells = [circle(*at(i), WELL) for i in range(N)]
    crosses = "".join(cross(*at(i), 11) for i in members(int(marked)))
    dashes, ticks, numbers, plates = [], [], [], []
    for label in range(len(LABELS)):
        plates.append(plate(label, layout, fill=p["card"], stroke=p["rule"], stroke_width=2))
        plates.append(plate_text(label, layout, p["ink"]))
        for cut in range(1, LINES + 1):
            x, y = on_circle(cut, CHEESE - 4)
            dashes.append(line(rotated(x, y, label), rotated(x, -y, label)))
            ticks.append(line(rotated(*on_circle(cut, SAUCE + 6), label), rotated(*on_circle(cut, CRUST - 4), label)))
            numbers.append(lettering(str(cut), *number_at(label, cut), 21, p["wood-ink"]))
    return group(
        _define_wells(p),
        group(art("pizza", p)),
        group(*wells, fill=p["well"], stroke=p["well-edge"], stroke_width=2),
        group(*dashes, fill="none", stroke=p["scratch"], stroke_width=2.2, stroke_dasharray="7 8", stroke_opacity=0.5),
        group(*ticks, fill="none", stroke=p["crust-edge"], stroke_width=4, stroke_linecap="round"),
        path(crosses, fill="none", stroke=p["scratch"], stroke_width=4.5, stroke_linecap="round", stroke_opacity=0.75),
        group(*numbers),
        group(*plates),
        class_="pb-board",
        aria_hidden="true",
    )


@of_state()
def names(p: Palette, shown: bool = True) -> Markup:
    """The names of all spaces, a layer above the pieces; a page may keep it hidden until it is wanted."""
    return name_tags(((name, at(i)) for i, name in enumerate(NAMES)), p, 32, 17, shown)


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
    inside = [circle(0, 0, STEP / 2, fill="none", pointer_events="all")]
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
    return space(NAMES[i], class_, lit, label, *inside, transform=translate(*at(i)))


def own_lines(s: State, viewer: int, p: Palette, lit: frozenset[str]) -> Layer:
    """The lines a viewer can cut along; a spectator has none."""
    return _all_lines(s.label[colour(s, viewer)], lit.intersection(_CUTS), p) if viewer >= 0 else Layer([])


@kept(256)
def _all_lines(label: int, lit: frozenset[str], p: Palette) -> Layer:
    return layer(*(_line(label, cut, token in lit, p) for cut, token in enumerate(_CUTS, 1)), class_="pb-cuts")


@kept()
def _line(label: int, cut: int, lit: bool, p: Palette) -> Markup:
    x, y = on_circle(cut, NUMBERS)
    near, far = rotated(x, y, label), rotated(x, -sqrt(CHEESE**2 - x * x), label)
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


def plate(label: int, layout: int, grow: float = 0.0, **look: Value) -> Markup:
    """The ground of a label's seat plate."""
    x, y = (SIDE_PLATES if at_sides(layout) else PLATES)[label]
    w, h = (25.0, 84.0) if upright(label, layout) else (84.0, 26.0)
    w, h = w + grow, h + grow
    return box(x - w, y - h, 2 * w, 2 * h, min(w, h), **look)


def upright(label: int, layout: int) -> bool:
    """Whether a plate stands on end, because only a narrow strip is left beside the pizza."""
    return at_sides(layout) and label == 0


def plate_spots(label: int, layout: int) -> tuple[Point, Point, Point]:
    """Where a plate's label, topping and initial stand."""
    x, y = (SIDE_PLATES if at_sides(layout) else PLATES)[label]
    if upright(label, layout):
        return (x, y - 48), (x, y), (x, y + 50)
    return (x - 44, y), (x + 17, y), (x + 59, y)


def plate_text(label: int, layout: int, colour: str) -> Markup:
    """1st, 2nd or 3rd on its plate."""
    size = 16 if upright(label, layout) else 21
    return lettering(say(f"label.{label}"), *plate_spots(label, layout)[0], size, colour, weight=0.16)
