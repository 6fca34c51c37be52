"""Where everything of Pizza Wars lies in the picture, the boards that never change, and how a piece looks.

Two neighbouring hexes are 100 apart and stand on a corner, so that rows are level. Directions go clockwise from the
upper right, as in board.py.
"""

from __future__ import annotations

from functools import cache
from math import sqrt

from pizzabox.engine.glyphs import lettering
from pizzabox.engine.shapes import hex_middle, hexagon, polar, polygon
from pizzabox.engine.svg import Markup, Palette, Point, circle, group, line, move, path, xy
from pizzabox.engine.toppings import topping
from pizzabox.engine.whole_picture import Frame

from ..board import AREA, CELLS, CUSTOMER, DIRECTIONS, NAMES, pattern

STEP = 100.0
RADIUS = STEP / sqrt(3)
COLOUR_NAMES = ("white", "red", "green")
TRAY = 50.0
TOP = -10 * STEP * sqrt(3) / 2 - RADIUS - 12


def at(cell: int) -> Point:
    """The middle of a hex."""
    return hex_middle(*CELLS[cell], STEP)


def frame(boards3: int) -> Frame:
    """Left, top, width and height of the boards."""
    left, right = -4 * STEP - 44, (8.5 if boards3 else 3.5) * STEP + 14
    bottom = 3 * STEP * sqrt(3) / 2 + RADIUS + 14
    return left, TOP, right - left, bottom - TOP


def toward(d: float, far: float) -> Point:
    """A point in a direction; halves are corners."""
    return polar(60 * d + 30, far)


@cache
def ground(boards3: int, p: Palette) -> Markup:
    """The layer that is drawn once: the boards in their colours, their edges and the row letters."""
    cells = range(AREA * (2 + boards3))
    made = []
    for side in range(2 + boards3):
        name = COLOUR_NAMES[side]
        hexes = [path(polygon(hexagon(*at(c), RADIUS - 1.5))) for c in cells if c // AREA == side]
        made.append(group(*hexes, fill=p["well"], stroke=p["well-edge"], stroke_width=2))
        if side:
            made.append(group(*hexes, fill=p[f"{name}-fill"], fill_opacity=0.0 if p.theme == "print" else 0.17))
    for side in range(2 + boards3):
        own, edges = CELLS[AREA * side : AREA * (side + 1)], ""
        for q, r in own:
            x, y = hex_middle(q, r, STEP)
            for d, (dq, dr) in enumerate(DIRECTIONS):
                if (q + dq, r + dr) not in own:
                    (ax, ay), (bx, by) = toward(d - 0.5, RADIUS - 4), toward(d + 0.5, RADIUS - 4)
                    edges += f"M{xy(x + ax, y + ay)}L{xy(x + bx, y + by)}"
        round_ = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}
        made.append(path(edges, stroke=p[f"{COLOUR_NAMES[side]}-edge"], stroke_width=9, **round_))
        made.append(path(edges, stroke=p[f"{COLOUR_NAMES[side]}-fill"], stroke_width=4.5, **round_))
    letters = []
    for r in range(-10, 4):
        row = [c for c in cells if CELLS[c][1] == r]
        x, y = min(at(c) for c in row)
        letters.append(lettering(NAMES[row[0]][0], x - 74, y, 19, p["soft"]))
    return group(*made, group(*letters), class_="pb-board", aria_hidden="true")


@cache
def piece(side: int, kind: int, face: int, p: Palette) -> Markup:
    """A pizza on its tray: slices where it moves, dots where slices are missing, cut lines where it pranks."""
    name = COLOUR_NAMES[side]
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
            made.append(group(topping(name, p), transform=move(*toward(d, 27), 8.5)))
        else:
            made.append(circle(*toward(d, 29), 5.5, fill=p[f"{name}-text"]))
    for d in range(6):
        if sides[d] + sides[(d + 1) % 6] == "11":
            a, b = toward(d + 0.5, 13), toward(d + 0.5, TRAY + 1)
            made.append(line(a, b, stroke=p["mark-paper"], stroke_width=9, stroke_linecap="round"))
            made.append(line(a, b, stroke=p["mark-ink"], stroke_width=5, stroke_linecap="round"))
    if kind == CUSTOMER:
        made.append(circle(0, 0, 15, fill=p["gold"], stroke=p["mark-ink"], stroke_width=3))
        ink = p["mark-paper" if p.theme == "print" else "mark-ink"]
        made.append(path("M-7 -1A3 3 0 0 1 0 -1A3 3 0 0 1 7 -1C7 4 2 7 0 9C-2 7 -7 4 -7 -1Z", fill=ink))
    else:
        made.append(circle(0, 0, 9, **look, stroke_width=3))
    return group(*made)


def part(sign: str, p: Palette) -> Markup:
    """A part of a piece, large: a slice, or a cut line between two."""
    fans = (0.0,) if sign == "slice" else (-0.5, 0.5)
    made = []
    for turn in fans:
        a, b = toward(turn - 1.0, 78), toward(turn, 78)
        made.append(path(polygon([(0.0, 0.0), a, b]), fill=p["melt"]))
        made.append(line(a, b, stroke=p["crust"], stroke_width=11, stroke_linecap="round"))
        made.append(group(topping("white", p), transform=move(*toward(turn - 0.5, 46), 13)))
    if sign == "cut":
        a, b = toward(-0.5, 14), toward(-0.5, 84)
        made += [
            line(a, b, stroke=p[ink], stroke_width=w, stroke_linecap="round")
            for ink, w in (("mark-paper", 11), ("mark-ink", 6))
        ]
    return group(*made, transform=move(0, 30, 0.66))
