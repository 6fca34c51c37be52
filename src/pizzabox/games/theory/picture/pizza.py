"""Where everything of Pizza Theory lies in the picture, and the layer that never changes: the pizza on its board.

The centre of the pizza is the origin and two neighbouring spaces are 100 apart. A label's lines are described in that
label's own frame, in which its holder sits below and the lines stand upright; `turn` brings a point to the picture.
"""

from math import sqrt

from pizzabox.engine import toppings
from pizzabox.engine.art import Art
from pizzabox.engine.bits import members
from pizzabox.engine.glyphs import lettering
from pizzabox.engine.picture_parts import name_tags, of_state
from pizzabox.engine.shapes import cross
from pizzabox.engine.svg import Markup, Palette, Point, Value, box, circle, group, line, path, tag

from ..board import LABELS, LINES, NAMES, SPACES, START, N, at_sides
from ..phrases import say

STEP = 100.0
WELL = 42.0
CHEESE, SAUCE, CRUST, NUMBERS, RIM = 362.0, 371.0, 406.0, 428.0, 452.0
SKEWER_END = 382.0
TOP, HEIGHT = -461.0, 973.0
art = Art(__package__, "art.svg", toppings.art)

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


def turn(x: float, y: float, label: int) -> Point:
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
    return turn(*on_circle(cut, NUMBERS), label)


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
            dashes.append(line(turn(x, y, label), turn(x, -y, label)))
            ticks.append(line(turn(*on_circle(cut, SAUCE + 6), label), turn(*on_circle(cut, CRUST - 4), label)))
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
