"""The slices of the last cut: their outlines, tinted and hatched for their leaders, and their letters."""

from functools import cache, lru_cache
from math import ceil, cos, floor, pi, sin, sqrt

from pizzabox.engine.bits import members
from pizzabox.engine.picture_parts import knob
from pizzabox.engine.shapes import beyond, centre, disc, polygon, rooms
from pizzabox.engine.svg import Layer, Markup, Palette, Point, join, layer, path, xy

from ..board import AXIS, SLICE_COUNT, SLICES, SPACES, N
from ..state import SEATS
from ..story import Slice
from .middle import CHEESE, STEP, at, line_x, rotated, wells

# A slice's hatching also tells whose it is: degrees by colour; a tie stands upright.
_HATCH = (-45.0, 45.0, 0.0)
_TIE = 90.0


def tints(row: int, slices: tuple[Slice, ...], p: Palette) -> Layer:
    """Each slice in the colour of its leader, hatched in that colour's direction; the wells shine through."""
    made = []
    for i, part in enumerate(slices):
        if len(part.leaders) == 1:
            made.append(_tint(row, i, part.leaders[0], p))
        elif len(part.leaders) == 2 and (part.removed or part.replaced):
            made.append(_tint(row, i, None, p))
    return layer(*made, wells(p), class_="pb-slices", pointer_events="none", aria_hidden="true")


@lru_cache(maxsize=8192)
def _tint(row: int, i: int, leader: int | None, p: Palette) -> Markup:
    """One slice: a leader's, or with None a tie that changed something."""
    fill, strength, degrees, stroke = p["steel"], 0.22, _TIE, p["mark-ink"]
    if leader is not None:
        name = SEATS[leader]
        fill, strength, degrees = p[f"{name}-fill"], 0.5 if name == "white" else 0.36, _HATCH[leader]
        stroke = p[f"{name}-edge"]
    ground = path(polygon(outlines(row)[i]), fill=fill, fill_opacity=0.0 if p.theme == "print" else strength)
    hatching = strokes(row, i, degrees, 14)
    return join(ground, path(hatching, fill="none", stroke=stroke, stroke_opacity=0.5, stroke_width=1.8))


def letters(row: int, slices: tuple[Slice, ...], p: Palette) -> Layer:
    made = []
    for part, spot in zip(slices, letters_at(row), strict=True):
        made.append(_letter(part.letter, spot, part.leaders[0] if len(part.leaders) == 1 else None, p))
    return layer(*made, class_="pb-letters", pointer_events="none", aria_hidden="true")


@lru_cache(maxsize=4096)
def _letter(letter: str, spot: Point, leader: int | None, p: Palette) -> Markup:
    edge = p["steel"] if leader is None else p[f"{SEATS[leader]}-edge"]
    return knob(letter, *spot, 16.5, 16, p["mark-ink"], 0.17, fill=p["mark-paper"], stroke=edge, stroke_width=2.5)


@cache
def halves(row: int, i: int) -> tuple[tuple[Point, float], ...]:
    """A slice of a row of `board.SLICES` as what lies beyond three lines: where normal . p >= offset for each."""
    member = SPACES[members(int(SLICES[row, i]))[0]]
    made = []
    for label, cut in enumerate((row // 36 + 1, row // 6 % 6 + 1, row % 6 + 1)):
        side = 1 if member[AXIS[label]] > cut - 3.5 else -1
        made.append((rotated(side, 0, label), side * line_x(cut)))
    return tuple(made)


@cache
def outlines(row: int) -> tuple[tuple[Point, ...], ...]:
    """The outlines of the slices of a row of `board.SLICES`."""
    made, whole = [], disc(CHEESE)
    for i in range(SLICE_COUNT[row]):
        shape = whole
        for normal, offset in halves(row, i):
            shape = beyond(shape, normal, offset)
        made.append(tuple(shape))
    return tuple(made)


def strokes(row: int, i: int, degrees: float, gap: float) -> str:
    """The hatching of a slice as path data, on one grid for the whole picture."""
    x, y = cos(degrees * pi / 180), sin(degrees * pi / 180)
    sides = [(nx * x + ny * y, offset, ny * x - nx * y) for (nx, ny), offset in halves(row, i)]
    made = []
    depths = [b * x - a * y for a, b in outlines(row)[i]]
    for step in range(ceil(min(depths) / gap), floor(max(depths) / gap) + 1):
        depth = step * gap
        far = sqrt(CHEESE**2 - depth**2)
        low, high = -far, far
        for slope, offset, across in sides:
            # Along the stroke, at (-y, x) * depth + (x, y) * t, the slice is where slope * t >= rest.
            rest = offset - across * depth
            if abs(slope) < 1e-9:
                low = high + 1 if rest > 0 else low
            elif slope > 0:
                low = max(low, rest / slope)
            else:
                high = min(high, rest / slope)
        if high - low > 1:
            made.append(f"M{xy(round(x * low - y * depth, 1), round(y * low + x * depth, 1))}")
            made.append(f"l{xy(round(x * (high - low), 1), round(y * (high - low), 1))}")
    return "".join(made)


@cache
def letters_at(row: int) -> tuple[Point, ...]:
    """Where each slice's letter disturbs least: in a gap between spaces, clear of the cuts, near the middle."""
    found = []
    for shape in outlines(row):
        cx, cy = centre(shape)
        spots = zip(rooms(shape, _gaps()), _gaps(), strict=True)
        found.append(max((min(room, 24.0), -round((x - cx) ** 2 + (y - cy) ** 2), (x, y)) for room, (x, y) in spots)[2])
    return tuple(found)


@cache
def _gaps() -> tuple[Point, ...]:
    """The middles between spaces."""
    around = disc(STEP / sqrt(3), 6)
    return tuple({(round(x + dx, 3), round(y + dy, 3)) for x, y in map(at, range(N)) for dx, dy in around})
