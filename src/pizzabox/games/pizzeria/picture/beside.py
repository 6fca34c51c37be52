"""The table of saved slices beside the pizza, for screens with room there: a column for each player."""

from __future__ import annotations

from pizzabox.engine.catalogue import kept
from pizzabox.engine.glyphs import lettering
from pizzabox.engine.picture_parts import askable
from pizzabox.engine.svg import Layer, Markup, Palette, box, circle, group, join, layer, line
from pizzabox.engine.toppings import seat_symbol

from ..move_codes import COLOURS, JEFF, OVER, SOLO
from ..phrases import called, say, sums, who
from ..rules.round_flow import acting, slicer
from ..rules.scoring import heads
from ..state import State
from . import symbols
from .cells import bites, cell, points

LEFT, TOP, NAMES = 622.0, -560.0, 128.0
"""Where it begins, and how wide the column of kinds is."""
HEAD, ROW = 128.0, 84.0


def _column(n: int) -> float:
    """How wide the column of each of n players is."""
    return 112.0 if n < 5 else 100.0


def right(n: int) -> float:
    """The right edge of the picture then."""
    return LEFT + NAMES + n * _column(n) + 14


def _x(q: int, n: int) -> float:
    return LEFT + NAMES + (q + 0.5) * _column(n)


def _y(row: int) -> float:
    return TOP + HEAD + (row + 0.5) * ROW


def head(kinds: tuple[int, ...], n: int, p: Palette) -> Markup:
    """What never changes there: the kinds with their values, what was eaten, the points."""
    wide, rows = right(n) - 14 - LEFT, len(kinds) + 2
    made = [box(LEFT, TOP, wide, HEAD + rows * ROW, 22, fill=p["card"], stroke=p["rule"], stroke_width=3)]
    for row in range(rows):
        y = TOP + HEAD + row * ROW
        made.append(line((LEFT + 2, y), (LEFT + wide - 2, y), stroke=p["rule"], stroke_width=2))
    for row, kind in enumerate(kinds):
        made.append(symbols.placed(kind, p, LEFT + 42, _y(row), 29))
        made.append(lettering(str(kind), LEFT + 98, _y(row), 27, p["ink"], weight=0.16))
    made.append(symbols.leaves(1, p, LEFT + NAMES / 2, _y(len(kinds)) - 14, 24))
    made.append(lettering(say("board.eaten"), LEFT + NAMES / 2, _y(len(kinds)) + 24, 18, p["soft"], weight=0.15))
    made.append(lettering(say("board.points"), LEFT + NAMES / 2, _y(len(kinds) + 1), 20, p["soft"], weight=0.15))
    return group(*made, class_="pb-wide", display="none")


def players(s: State, kinds: tuple[int, ...], p: Palette) -> Layer:
    """A column for each player: who, saved slices by kind, eaten slices, points."""
    counted, n = sums(s), heads(s)
    acts, knife = (acting(s), slicer(s)) if s.phase != OVER else (-1, -1)
    made = []
    for q, held in enumerate(counted.halves):
        x, known, leads = _x(q, n), counted.knows(s, q), counted.leads[q]
        marked = s.marked if s.holder[2] == q + 1 else 0
        saved = [cell(x, _y(row), held[kind], leads[kind], kind == marked, p) for row, kind in enumerate(kinds)]
        eaten = bites(x, _y(len(kinds)), s.bites[q], counted.leaves[q] if known else -1, p, stacked=True)
        total = points(x, _y(len(kinds) + 1), counted.points[q], known, bool(s.won >> q & 1), p)
        top = _head(q, n, bool(s.variant >= SOLO and q == JEFF), acts == q, knife == q, p)
        hit = box(
            x - _column(n) / 2, TOP, _column(n), HEAD + (len(kinds) + 2) * ROW, 0, fill="none", pointer_events="all"
        )
        made.append(askable(f"seat {q + 1}", who(s, q), hit, top, *saved, eaten, total, id=f"pb-beside-{q}"))
    return layer(*made, class_="pb-wide", display="none")


@kept(256)
def _head(q: int, n: int, jeff: bool, acts: bool, knife: bool, p: Palette) -> Markup:
    """Who it is, on a dark plate when to act, and the knife."""
    x, y, half = _x(q, n), TOP + HEAD / 2, _column(n) / 2
    return join(
        box(x - half + 4, TOP + 6, 2 * half - 8, HEAD - 12, 20, fill=p["ink"]) if acts else "",
        seat_symbol(COLOURS[q], p, x, y - 24, 27),
        lettering(called(q, jeff)[0], x - (18 if knife else 0), y + 34, 27, p["paper" if acts else "ink"], weight=0.16),
        circle(x + 20, y + 33, 20, fill=p["card"]) if knife else "",
        symbols.art.at("knife", p, x + 21, y + 33, 18) if knife else "",
    )
