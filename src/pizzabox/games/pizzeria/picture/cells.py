"""What stands in the table of saved slices, wherever a cell lies."""

from __future__ import annotations

from functools import lru_cache

from pizzabox.engine.catalogue import kept
from pizzabox.engine.glyphs import lettering
from pizzabox.engine.svg import Markup, Palette, box, circle, join, line

from ..phrases import amount, score
from . import symbols

POINTS = 116.0


@lru_cache(maxsize=1024)
def cell(x: float, y: float, held: int, leads: bool, marked: bool, p: Palette) -> Markup:
    """What a player has saved of a kind, in halves; framed where it brings points."""
    if held == 0:
        return circle(x, y, 3.5, fill=p["rule"])
    ink, weight = (p["mark-ink"], 0.17) if leads else (p["ink"], 0.13)
    text, half = amount(held).removesuffix("½"), held % 2 == 1
    return join(
        box(x - 35, y - 31, 70, 62, 16, fill=p["gold"], stroke=ink, stroke_width=2.5) if leads else "",
        lettering(text, x - (13 if half else 0), y, 31, ink, weight=weight) if text else "",
        _half(x + (17 if text else 0), y, ink) if half else "",
        symbols.tile("C", p, x + 30, y - 24, 14) if marked else "",
    )


def _half(x: float, y: float, ink: str) -> Markup:
    return join(
        lettering("1", x - 8, y - 10, 15, ink, weight=0.18),
        line((x - 13, y + 11), (x + 13, y - 11), stroke=ink, stroke_width=2.6, stroke_linecap="round"),
        lettering("2", x + 8, y + 11, 15, ink, weight=0.18),
    )


@kept(512)
def bites(x: float, y: float, n: int, leaves: int, p: Palette, stacked: bool = False) -> Markup:
    """Eaten slices and beside or below them their leaves, which are -1 where they are not known."""
    if stacked and leaves >= 0:
        return join(
            lettering(score(n, True), x, y - 19, 27, p["ink"], weight=0.15),
            symbols.leaves(1, p, x - 14, y + 20, 15),
            lettering(str(leaves), x + 15, y + 20, 22, p["soft"], weight=0.15),
        )
    known = leaves >= 0
    made = [lettering(score(n, True), x - (28 if known else 0), y, 29, p["ink"], weight=0.15)]
    if known:
        made.append(symbols.leaves(1, p, x + 8, y, 16))
        made.append(lettering(str(leaves), x + 38, y, 25, p["soft"], weight=0.15))
    return join(*made)


@kept(512)
def points(x: float, y: float, n: int, known: bool, won: bool, p: Palette) -> Markup:
    prize = box(x - POINTS / 2 + 12, y - 31, POINTS - 16, 62, 16, fill=p["gold"]) if won else ""
    return join(prize, lettering(score(n, known), x, y, 33, p["mark-ink" if won else "ink"], weight=0.17))
