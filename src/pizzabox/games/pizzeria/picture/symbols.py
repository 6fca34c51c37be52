"""Small drawings of Pizzeria: one for each kind, basil leaves, the knife, a tile. Each fits the unit circle."""

from __future__ import annotations

from functools import cache
from math import cos, pi, sin

from pizzabox.engine.glyphs import lettering
from pizzabox.engine.svg import Markup, Palette, Value, circle, group, join, move, path, tag
from pizzabox.engine.toppings import mushroom, olive, pepper, pepperoni, pineapple


def box(x: float, y: float, width: float, height: float, rx: float, **look: Value) -> Markup:
    """A rectangle with round corners."""
    return tag("rect", x=x, y=y, width=width, height=height, rx=rx, **look)


def shape(d: str, fill: str, edge: str, width: float) -> Markup:
    """A filled outline with soft corners."""
    return path(d, fill=fill, stroke=edge, stroke_width=width, stroke_linejoin="round")


def stroke(d: str, colour: str, width: float) -> Markup:
    """A line with round ends."""
    return path(d, fill="none", stroke=colour, stroke_width=width, stroke_linecap="round")


def tomato(p: Palette) -> Markup:
    star = "".join(
        f"{'M' if i == 0 else 'L'}{(0.5 if i % 2 == 0 else 0.16) * sin(pi * i / 5):.2f} "
        f"{-0.35 - (0.5 if i % 2 == 0 else 0.16) * cos(pi * i / 5):.2f}"
        for i in range(10)
    )
    return join(
        [
            path(
                "M0 -.5C.5 -.86 .98 -.4 .95 .14C.92 .68 .46 .92 0 .92"
                "C-.46 .92 -.92 .68 -.95 .14C-.98 -.4 -.5 -.86 0 -.5Z",
                fill=p["red-fill"],
                stroke=p["red-edge"],
                stroke_width=0.12,
            ),
            shape(star + "Z", p["green-fill"], p["green-edge"], 0.07),
            stroke("M-.6 .1A.6 .6 0 0 0 -.3 .56", p["red-mark"], 0.11),
        ]
    )


def hawaiian(p: Palette) -> Markup:
    return pineapple(p)


def greek(p: Palette) -> Markup:
    """An olive and a cube of feta."""
    return join(
        [
            shape("M-.1 -.05L.5 -.3L.95 .1L.95 .62L.35 .9L-.1 .46Z", p["white-fill"], p["white-edge"], 0.11),
            path("M-.1 -.05L.35 .36L.95 .1M.35 .36L.35 .9", fill="none", stroke=p["white-mark"], stroke_width=0.08),
            group(olive(p), transform=move(-0.42, -0.36, 0.8)),
        ]
    )


def shrimp(p: Palette) -> Markup:
    body = "M.62 -.62A.78 .72 0 1 0 .3 .66"
    return join(
        [
            stroke(body, p["red-edge"], 0.62),
            stroke(body, p["red-mark"], 0.42),
            stroke("M-.12 -.94L-.06 -.5M-.78 -.5L-.42 -.26M-.9 .16L-.44 .1M-.5 .74L-.24 .42", p["red-edge"], 0.09),
            shape("M.42 .66L.92 .36L.84 .96Z", p["red-fill"], p["red-edge"], 0.09),
            circle(0.56, -0.66, 0.1, fill=p["mark-ink"]),
        ]
    )


def vegetarian(p: Palette) -> Markup:
    return pepper(p)


def bacon(p: Palette) -> Markup:
    """Two wavy rashers."""
    made = []
    for y in (-0.42, 0.42):
        wave = (
            f"M-.86 {y + 0.1:.2f}C-.6 {y - 0.34:.2f} -.3 {y - 0.34:.2f} 0 {y:.2f}"
            f"C.3 {y + 0.34:.2f} .6 {y + 0.34:.2f} .86 {y - 0.1:.2f}"
        )
        made.append(path(wave, fill="none", stroke=p["red-edge"], stroke_width=0.58, stroke_linecap="butt"))
        made.append(path(wave, fill="none", stroke=p["red-fill"], stroke_width=0.42, stroke_linecap="butt"))
        made.append(path(wave, fill="none", stroke=p["white-fill"], stroke_width=0.13, stroke_linecap="butt"))
    return join(made)


def supreme(p: Palette) -> Markup:
    """A bit of everything."""
    return join(
        [
            group(pepperoni(p), transform=move(-0.4, -0.38, 0.54)),
            group(pepper(p), transform=move(0.46, -0.28, 0.5)),
            group(mushroom(p), transform=move(-0.3, 0.5, 0.5)),
            group(olive(p), transform=move(0.48, 0.52, 0.5)),
        ]
    )


def cheeses(p: Palette) -> Markup:
    """A wedge with holes."""
    return join(
        [
            shape("M-.95 .1L.55 -.7A.6 .6 0 0 1 .95 .1Z", p["melt"], p["yellow-edge"], 0.12),
            shape("M-.95 .1L.95 .1L.95 .8L-.95 .8Z", p["cheese"], p["yellow-edge"], 0.12),
            *(
                circle(x, y, r, fill=p["yellow-mark"], stroke=p["yellow-edge"], stroke_width=0.05)
                for x, y, r in ((-0.5, 0.46, 0.17), (0.1, 0.36, 0.12), (0.56, 0.5, 0.19), (0.34, -0.2, 0.12))
            ),
        ]
    )


KIND_ART = {
    2: tomato,
    3: hawaiian,
    4: greek,
    5: shrimp,
    6: vegetarian,
    7: mushroom,
    8: bacon,
    9: supreme,
    10: pepperoni,
    11: cheeses,
}


@cache
def kind_art(kind: int, p: Palette) -> Markup:
    return KIND_ART[kind](p)


def placed(kind: int, p: Palette, x: float, y: float, size: float) -> Markup:
    return group(kind_art(kind, p), transform=move(x, y, size))


@cache
def leaf(p: Palette) -> Markup:
    return join(
        [
            shape("M0 -1C.7 -.6 .75 .3 0 1C-.75 .3 -.7 -.6 0 -1Z", p["green-fill"], p["green-edge"], 0.16),
            stroke("M0 -.6L0 .8", p["green-mark"], 0.14),
        ]
    )


def leaves(n: int, p: Palette, x: float, y: float, size: float) -> Markup:
    """So many leaves side by side."""
    step = size * 1.45
    return join(group(leaf(p), transform=move(x + (i - (n - 1) / 2) * step, y, size)) for i in range(n))


@cache
def knife(p: Palette) -> Markup:
    """A pizza wheel."""
    return join(
        [
            stroke("M.1 .1L.86 .86", p["wood-ink"], 0.34),
            circle(-0.24, -0.24, 0.66, fill=p["steel"], stroke=p["mark-ink"], stroke_width=0.1),
            circle(-0.24, -0.24, 0.16, fill=p["mark-paper"], stroke=p["mark-ink"], stroke_width=0.08),
        ]
    )


def tile(letter: str, p: Palette, x: float, y: float, size: float, used: bool = False) -> Markup:
    """An offer: a square card with its letter."""
    fill, ink = (p["card"], p["soft"]) if used else (p["cheese"], p["mark-ink"])
    return group(
        box(
            x - size,
            y - size,
            2 * size,
            2 * size,
            size * 0.25,
            fill=fill,
            stroke=p["soft"] if used else p["yellow-edge"],
            stroke_width=size * 0.1,
            stroke_dasharray=f"{size * 0.3:.1f} {size * 0.2:.1f}" if used else None,
        ),
        lettering(letter, x, y, size * 1.1, ink, weight=0.16),
    )
