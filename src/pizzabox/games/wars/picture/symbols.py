"""Small drawings of Pizza Wars: pieces, and what the cards do. Directions go clockwise from the upper right."""

from functools import cache

from pizzabox.engine import toppings
from pizzabox.engine.art import Art
from pizzabox.engine.shapes import hexagon, polar, polygon
from pizzabox.engine.svg import Markup, Palette, Point, box, circle, group, line, path, style, translate
from pizzabox.engine.toppings import topping

from ..board import CARDS, CUSTOMER, pattern
from ..state import SEATS

TRAY = 50.0
HEART = "M-7 -1A3 3 0 0 1 0 -1A3 3 0 0 1 7 -1C7 4 2 7 0 9C-2 7 -7 4 -7 -1Z"
art = Art(__package__, "art.svg", toppings.art)


def toward(d: float, far: float) -> Point:
    """A point in a direction; halves are corners."""
    return polar(60 * d + 30, far)


@cache
def piece(side: int, kind: int, face: int, p: Palette) -> Markup:
    """A pizza on its tray: slices where it moves, dots where slices are missing, cut lines where it pranks."""
    name = SEATS[side]
    sides = pattern(kind, face)
    look = {"fill": p[f"{name}-fill"], "stroke": p[f"{name}-edge"]}
    made = [
        path(polygon(hexagon(2, 4, TRAY)), fill=p["shade"], fill_opacity=0.3),
        path(polygon(hexagon(0, 0, TRAY - 1.5)), **look, stroke_width=4, stroke_linejoin="round"),
    ]
    for d in range(6):
        if sides[d] == "1":
            a, b = toward(d - 0.5, TRAY - 7), toward(d + 0.5, TRAY - 7)
            made.append(path(polygon([(0.0, 0.0), a, b]), fill=p["melt"]))
            made.append(line(a, b, stroke=p["crust"], stroke_width=8, stroke_linecap="round"))
            made.append(group(topping(name, p), transform=translate(*toward(d, 27), 8.5)))
        else:
            made.append(circle(*toward(d, 29), 5.5, fill=p[f"{name}-text"]))
    for d in range(6):
        if sides[d] + sides[(d + 1) % 6] == "11":
            a, b = toward(d + 0.5, 13), toward(d + 0.5, TRAY + 1)
            made.append(line(a, b, stroke=p["mark-paper"], stroke_width=9, stroke_linecap="round"))
            made.append(line(a, b, stroke=p["mark-ink"], stroke_width=5, stroke_linecap="round"))
    if kind == CUSTOMER:
        made.append(circle(0, 0, 15, fill=p["gold"], stroke=p["mark-ink"], stroke_width=3))
        made.append(path(HEART, fill=p["mark-paper" if p.theme == "print" else "mark-ink"]))
    else:
        made.append(circle(0, 0, 9, **look, stroke_width=3))
    return group(*made)


def card(name: str, p: Palette) -> Markup:
    """A card by itself, small."""
    ground = box(-40, -48, 80, 96, 12, fill=p["card"], stroke=p["rule"], stroke_width=3)
    return group(ground, card_icon(CARDS.index(name), 0, 0, p["ink"], p))


def card_icon(k: int, x: float, y: float, ink: str, p: Palette) -> Markup:
    """A small drawing of what a card does: further, another way, a corner, over a piece, past a blocker, around."""
    pen = style(fill="none", stroke=ink, stroke_width=5, stroke_linecap="round", stroke_linejoin="round")
    return art.at(CARDS[k], p, x, y, 1.25, **pen)
