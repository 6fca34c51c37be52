"""The six toppings: every player of the box has one colour and one shape, and the shape alone is enough.

Each function draws its topping around the origin within the unit circle; `move(x, y, radius)` puts it in place.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import cos, pi, sin

from .errors import PizzaboxError, say, short
from .shapes import smooth
from .svg import Markup, Palette, circle, group, join, move, number, path, tag


def pepperoni(p: Palette) -> Markup:
    """Red: a full disc with light flecks."""
    flecks = (
        (-0.42, -0.34, 0.15),
        (0.3, -0.5, 0.11),
        (0.46, 0.2, 0.15),
        (-0.1, 0.1, 0.11),
        (-0.36, 0.5, 0.13),
        (0.16, 0.6, 0.09),
    )
    return join(
        [
            circle(0, 0, 0.93, fill=p["red-fill"], stroke=p["red-edge"], stroke_width=0.14),
            *(circle(x, y, r, fill=p["red-mark"]) for x, y, r in flecks),
        ]
    )


def pepper(p: Palette) -> Markup:
    """Green: a wide ring with four lobes; the hole is filled, so that nothing below is read as part of it."""
    outer, inner = _lobes(0.97, 0.22), _lobes(0.55, 0.14)
    return join(
        [
            path(outer, fill=p["green-fill"], stroke=p["green-edge"], stroke_width=0.13, stroke_linejoin="round"),
            path(inner, fill=p["well"], stroke=p["green-edge"], stroke_width=0.1, stroke_linejoin="round"),
            path(
                "M-.6 -.33A.68 .68 0 0 1 -.26 -.63",
                fill="none",
                stroke=p["green-mark"],
                stroke_width=0.1,
                stroke_linecap="round",
            ),
        ]
    )


def mushroom(p: Palette) -> Markup:
    """White: a cap on its stem."""
    return join(
        [
            path(
                "M-.26 .12L-.3 .74A.3 .2 0 0 0 .3 .74L.26 .12Z",
                fill=p["white-fill"],
                stroke=p["white-edge"],
                stroke_width=0.13,
                stroke_linejoin="round",
            ),
            path(
                "M-.94 .06C-.94 -.52 -.52 -.86 0 -.86C.52 -.86 .94 -.52 .94 .06"
                "C.94 .3 .6 .3 .4 .24C.16 .17 -.16 .17 -.4 .24C-.6 .3 -.94 .3 -.94 .06Z",
                fill=p["white-fill"],
                stroke=p["white-edge"],
                stroke_width=0.14,
                stroke_linejoin="round",
            ),
            path(
                "M-.56 -.2A.6 .5 0 0 1 -.14 -.56",
                fill="none",
                stroke=p["white-mark"],
                stroke_width=0.1,
                stroke_linecap="round",
            ),
        ]
    )


def olive(p: Palette) -> Markup:
    """Black: a small, thick, round ring."""
    return join(
        [
            circle(0, 0, 0.68, fill=p["black-fill"], stroke=p["black-edge"], stroke_width=0.1),
            circle(0, 0, 0.25, fill=p["well"], stroke=p["black-edge"], stroke_width=0.07),
            path(
                "M-.46 -.12A.48 .48 0 0 1 -.12 -.46",
                fill="none",
                stroke=p["black-mark"],
                stroke_width=0.09,
                stroke_linecap="round",
            ),
        ]
    )


def onion(p: Palette) -> Markup:
    """Purple: nested arcs, open below."""
    arcs = [f"M{number(-r)} .46A{number(r)} {number(r)} 0 0 1 {number(r)} .46" for r in (0.79, 0.35)]
    both = "".join(arcs)
    return join(
        [
            path(both, fill="none", stroke=p["purple-edge"], stroke_width=0.4, stroke_linecap="round"),
            path(both, fill="none", stroke=p["purple-fill"], stroke_width=0.26, stroke_linecap="round"),
            path(arcs[0], fill="none", stroke=p["purple-mark"], stroke_width=0.06, stroke_linecap="round"),
        ]
    )


def pineapple(p: Palette) -> Markup:
    """Yellow: a wedge, its point down, with the fibres of the fruit."""
    return join(
        [
            path(
                "M-.9 -.42A1.1 1.1 0 0 1 .9 -.42L.26 .78A.36 .36 0 0 1 -.26 .78Z",
                fill=p["yellow-fill"],
                stroke=p["yellow-edge"],
                stroke_width=0.14,
                stroke_linejoin="round",
            ),
            path(
                "M-.44 -.36L-.14 .46M0 -.46L0 .46M.44 -.36L.14 .46",
                fill="none",
                stroke=p["yellow-mark"],
                stroke_width=0.11,
                stroke_linecap="round",
            ),
        ]
    )


TOPPINGS: dict[str, Callable[[Palette], Markup]] = {
    "red": pepperoni,
    "green": pepper,
    "white": mushroom,
    "black": olive,
    "purple": onion,
    "yellow": pineapple,
}
NAMES = {colour: draw.__name__ for colour, draw in TOPPINGS.items()}


@cache
def topping(colour: str, p: Palette) -> Markup:
    """The topping of a player's colour, around the origin within the unit circle.

    In a `page`, which draws the same few again and again, it is a reference to one of `shapes`.
    """
    if colour not in TOPPINGS:
        raise PizzaboxError(say("error.colour", name=short(colour), known=", ".join(TOPPINGS)))
    return tag("use", href=f"#{_id(colour)}") if p.theme == "page" else TOPPINGS[colour](p)


@cache
def shapes(p: Palette) -> Markup:
    """What the toppings of a `page` refer to; it stands once before all layers."""
    return tag("defs", *(group(draw(p), id=_id(colour)) for colour, draw in TOPPINGS.items()))


def _id(colour: str) -> str:
    return f"pb-topping-{colour}"


@cache
def seat_symbol(colour: str, p: Palette, x: float = 0.0, y: float = 0.0, radius: float = 20.0) -> Markup:
    """A topping on a small plate: readable on every background."""
    return group(
        circle(0, 0, 1.25, fill=p["well"], stroke=p["well-edge"], stroke_width=0.08),
        topping(colour, p),
        transform=move(x, y, radius / 1.25),
    )


def _lobes(radius: float, depth: float) -> str:
    """A round outline with four notches."""
    points = []
    for i in range(40):
        angle = 2 * pi * i / 40
        r = radius - depth * (1 - abs(cos(2 * angle - pi / 2)))
        points.append((r * cos(angle), r * sin(angle)))
    return smooth(points)
