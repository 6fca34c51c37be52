"""Path data and convex outlines for pictures: arcs, a disc, the part of it on one side of a line, its hatching.

Clipping is done here in numbers and not by `<clipPath>` or `<pattern>`: these need ids, and two pictures on one page
would then draw with each other's.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import starmap
from math import ceil, cos, floor, hypot, pi, sin

import numpy as np

from .svg import Point, number, xy

Outline = Sequence[Point]


def arc(radius: float, sweep: int, end: Point) -> str:
    """A part of a circle from where the pen is, as path data."""
    return f"A{xy(radius, radius)} 0 0 {sweep} {xy(*end)}"


def polygon(points: Iterable[Point]) -> str:
    """A closed outline as path data."""
    return f"M{'L'.join(starmap(xy, points))}Z"


def sector(corners: Sequence[Point], radius: float, back: str = "") -> str:
    """An outline through four corners as path data: an arc from the second to the third, `back` from the last to the
    first, where that isn't straight."""
    a, b, c, d = corners
    return f"M{xy(*a)}L{xy(*b)}{arc(radius, 1, c)}L{xy(*d)}{back}Z"


def disc(radius: float, corners: int = 144) -> list[Point]:
    """A circle as a polygon."""
    return [(radius * cos(2 * pi * i / corners), radius * sin(2 * pi * i / corners)) for i in range(corners)]


def polar(degrees: float, radius: float) -> Point:
    """A point at an angle from the top, clockwise."""
    angle = (degrees - 90) * pi / 180
    return radius * cos(angle), radius * sin(angle)


def hexagon(x: float, y: float, radius: float) -> list[Point]:
    """A hexagon that stands on a corner; `radius` is that of its corners."""
    return [(x + radius * sin(k * pi / 3), y - radius * cos(k * pi / 3)) for k in range(6)]


def smooth(points: Outline) -> str:
    """A closed curve around points, as path data: through the middles of the sides, with the corners as handles."""
    sides = zip(points, [*points[1:], points[0]], strict=True)
    middles = [((ax + bx) / 2, (ay + by) / 2) for (ax, ay), (bx, by) in sides]
    curves = (f"Q{xy(*point)} {xy(*end)}" for point, end in zip(points, middles, strict=True))
    return f"M{xy(*middles[-1])}{''.join(curves)}Z"


def cross(x: float, y: float, arm: float) -> str:
    """Two strokes crossing in a point, as path data."""
    left, right, top, low = number(x - arm), number(x + arm), number(y - arm), number(y + arm)
    return f"M{left} {top}L{right} {low}M{right} {top}L{left} {low}"


def beyond(outline: Outline, normal: Point, offset: float) -> list[Point]:
    """The part of a convex outline where normal . p >= offset."""
    kept: list[Point] = []
    for i, here in enumerate(outline):
        there = outline[(i + 1) % len(outline)]
        a = normal[0] * here[0] + normal[1] * here[1] - offset
        b = normal[0] * there[0] + normal[1] * there[1] - offset
        if a >= 0:
            kept.append(here)
        if a * b < 0:
            t = a / (a - b)
            kept.append((here[0] + t * (there[0] - here[0]), here[1] + t * (there[1] - here[1])))
    return kept


def centre(outline: Outline) -> Point:
    """The centre of mass."""
    area = x = y = 0.0
    for (ax, ay), (bx, by) in zip(outline, [*outline[1:], outline[0]], strict=True):
        cross = ax * by - bx * ay
        area += cross
        x += (ax + bx) * cross
        y += (ay + by) * cross
    return x / (3 * area), y / (3 * area)


def rooms(outline: Outline, points: Sequence[Point]) -> list[float]:
    """How far inside a convex outline each point lies; negative outside."""
    sides = [
        (ax, ay, bx - ax, by - ay, hypot(bx - ax, by - ay))
        for (ax, ay), (bx, by) in zip(outline, [*outline[1:], outline[0]], strict=True)
        if hypot(bx - ax, by - ay) > 1e-9
    ]
    ax, ay, dx, dy, length = np.array(sides).T[:, :, None]
    x, y = np.array(points).T
    found: list[float] = ((dx * (y - ay) - dy * (x - ax)) / length).min(axis=0).tolist()
    return found


def room(outline: Outline, point: Point) -> float:
    """How far inside a convex outline a point lies; negative outside."""
    return rooms(outline, [point])[0]


def hatch(outline: Outline, degrees: float, gap: float) -> str:
    """Parallel strokes across a convex outline, as path data. They stand on one grid for the whole picture."""
    along = (cos(degrees * pi / 180), sin(degrees * pi / 180))
    across = (-along[1], along[0])
    depths = [across[0] * x + across[1] * y for x, y in outline]
    strokes: list[str] = []
    for step in range(ceil(min(depths) / gap), floor(max(depths) / gap) + 1):
        ends: list[Point] = []
        for i, (ax, ay) in enumerate(outline):
            j = (i + 1) % len(outline)
            a, b = depths[i] - step * gap, depths[j] - step * gap
            if (a < 0) != (b < 0):
                t = a / (a - b)
                ends.append((ax + t * (outline[j][0] - ax), ay + t * (outline[j][1] - ay)))
        if len(ends) == 2:
            a_end, b_end = sorted(ends)
            strokes.append(f"M{xy(*a_end)}L{xy(*b_end)}")
    return "".join(strokes)
