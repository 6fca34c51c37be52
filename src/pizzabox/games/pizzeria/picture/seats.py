"""What the players of Pizzeria have: the table of saved slices, with a row for each player below the pizza or, on wide
screens, a column for each beside it; and the offers below the table."""

from functools import cache
from typing import NamedTuple

from pizzabox.engine.catalogue import kept
from pizzabox.engine.glyphs import lettering
from pizzabox.engine.picture_parts import askable, placed
from pizzabox.engine.svg import Layer, Markup, Palette, Point, box, circle, join, layer, line
from pizzabox.engine.toppings import seat_symbol
from pizzabox.engine.whole_picture import Frame

from ..board import KINDS, LEFT_OUT, OFFERS
from ..move_codes import JEFF, OVER, SEATS, SOLO
from ..phrases import amount, called, say, score, sums, who
from ..rules.round_flow import acting, slicer
from ..rules.scoring import heads
from ..state import State
from ..words import offer_spelled, seat_said
from . import symbols

LEFT, WIDTH, TOP = -600.0, 1200.0, -606.0
POINTS = 116.0
OFFER_ROW = 62.0


class Arrangement(NamedTuple):
    """Where everything lies in the table of so many players."""

    card: Frame
    """The ground."""
    rules: list[tuple[Point, Point]]
    """The lines between the rows."""
    symbols: list[Point]
    """The signs of the kinds, and the leaf above what was eaten."""
    values: list[Point]
    """The values of the kinds, and the words for what was eaten and for points."""
    sizes: tuple[float, float, float, float]
    """How large values, the leaf and these two words are."""
    cells: list[list[Point]]
    """For each player what was saved of each kind, what was eaten, and the points."""
    touched: list[Frame]
    """Where to tap for each player."""
    plates: list[Frame]
    """Where each player's symbol and name are; dark for the one to act."""


@cache
def kinds(n: int) -> tuple[int, ...]:
    """The kinds that so many play with."""
    return tuple(kind for kind in KINDS if kind not in LEFT_OUT[n])


@cache
def rows_below(n: int) -> Arrangement:
    """A row for each of n players, below the pizza."""
    names, eaten, head, first, row = 164.0, 134.0, 732.0, 822.0, 72.0
    end, many = LEFT + WIDTH - 10, len(kinds(n))
    room = WIDTH - 20 - names - eaten - POINTS
    xs = [LEFT + 10 + names + room * (i + 0.5) / many for i in range(many)]
    xs += [end - POINTS - eaten / 2, end - POINTS / 2 - 4]
    ys = [first + row * q for q in range(n)]
    return Arrangement(
        (LEFT + 10, head - 54, WIDTH - 20, first - row / 2 + n * row - head + 54),
        [((LEFT + 12, y - row / 2), (end - 2, y - row / 2)) for y in ys],
        [*((x, head - 14) for x in xs[:-2]), (xs[-2] + 4, head - 14)],
        [(x, head + 36) for x in xs],
        (25, 27, 19, 19),
        [[(x, y) for x in xs] for y in ys],
        [(LEFT + 12, y - row / 2, WIDTH - 24, row) for y in ys],
        [(LEFT + 16, y - 32, names - 4, 64) for y in ys],
    )


@cache
def columns_beside(n: int) -> Arrangement:
    """A column for each of n players, beside the pizza."""
    left, top, names, head, row, column = 622.0, -560.0, 128.0, 128.0, 84.0, 112.0 if n < 5 else 100.0
    ys = [top + head + (i + 0.5) * row for i in range(len(kinds(n)) + 2)]
    xs = [left + names + (q + 0.5) * column for q in range(n)]
    end, middle, high = left + names + n * column, left + names / 2, head + len(ys) * row
    return Arrangement(
        (left, top, end - left, high),
        [((left + 2, y - row / 2), (end - 2, y - row / 2)) for y in ys],
        [*((left + 42, y) for y in ys[:-2]), (middle, ys[-2] - 14)],
        [*((left + 98, y) for y in ys[:-2]), (middle, ys[-2] + 24), (middle, ys[-1])],
        (27, 24, 18, 20),
        [[(x, y) for y in ys] for x in xs],
        [(x - column / 2, top, column, high) for x in xs],
        [(x - column / 2 + 4, top + 6, column - 8, head - 12) for x in xs],
    )


def ground(n: int, spots: Arrangement, p: Palette) -> Markup:
    """What never changes in the table: the kinds with their values, what was eaten, the points."""
    value, leaf, eaten, points = spots.sizes
    made = [box(*spots.card, 22, fill=p["card"], stroke=p["rule"], stroke_width=3)]
    for kind, symbol, spot in zip(kinds(n), spots.symbols, spots.values, strict=False):
        made.append(symbols.placed(kind, p, *symbol, 29))
        made.append(lettering(str(kind), *spot, value, p["ink"], weight=0.16))
    made.append(symbols.leaves(1, p, *spots.symbols[-1], leaf))
    made.append(lettering(say("board.eaten"), *spots.values[-2], eaten, p["soft"], weight=0.15))
    made.append(lettering(say("board.points"), *spots.values[-1], points, p["soft"], weight=0.15))
    return join(*made, *(line(a, b, stroke=p["rule"], stroke_width=2) for a, b in spots.rules))


class Row(NamedTuple):
    """What the table says of a player: who it is, what was saved of each kind (in halves), which of these bring points,
    the kind with the mark, eaten slices and their leaves (-1 where they are not known), and the points."""

    jeff: bool
    acts: bool
    knife: bool
    saved: tuple[int, ...]
    leads: tuple[bool, ...]
    marked: int
    eaten: int
    leaves: int
    points: int
    won: bool


def players(s: State, p: Palette) -> list[Layer]:
    """What everybody has, in a page in both arrangements."""
    counted, n = sums(s), heads(s)
    acts, knife = (acting(s), slicer(s)) if s.phase != OVER else (-1, -1)
    tall, wide = [], []
    for q, held in enumerate(counted.halves):
        marked, leaves = s.marked if s.holder[2] == q + 1 else 0, counted.leaves[q] if counted.knows(s, q) else -1
        jeff, scored = bool(s.variant >= SOLO and q == JEFF), (counted.points[q], bool(s.won >> q & 1))
        row = Row(jeff, acts == q, knife == q, held, counted.leads[q], marked, s.bites[q], leaves, *scored)
        tall.append(_row(q, n, False, seat_said(s, q), row, p))
        if p.theme == "page":
            wide.append(_row(q, n, True, who(s, q), row, p))
    return [layer(*tall, class_="pb-seats pb-tall"), layer(*wide, class_="pb-wide", display="none")]


@kept(512)
def _row(q: int, n: int, columns: bool, said: str, row: Row, p: Palette) -> Markup:
    spots = columns_beside(n) if columns else rows_below(n)
    *saved, eaten, total = spots.cells[q]
    cells = [
        cell(*spot, row.saved[kind], row.leads[kind], kind == row.marked, p)
        for kind, spot in zip(kinds(n), saved, strict=True)
    ]
    return askable(
        f"seat {q + 1}",
        said,
        box(*spots.touched[q], 0, fill="none", pointer_events="all"),
        _head(q, spots.plates[q], columns, row, p),
        *cells,
        bites(*eaten, row.eaten, row.leaves, p, columns),
        points(*total, row.points, row.leaves >= 0, row.won, p),
        id=f"pb-beside-{q}" if columns else f"pb-seat-{q}",
        class_=None if columns else f"pb-seat pb-{SEATS[q]}",
    )


def _head(q: int, plate: Frame, columns: bool, row: Row, p: Palette) -> Markup:
    """Who it is, on a dark plate when to act, and the knife."""
    x, y, width, height = plate
    middle = x + width / 2, y + height / 2
    symbol, initial, knife, size = (x + 36, y + 32), (x + 88, y + 32), (x + 129, y + 32), 28
    if columns:
        symbol, knife, size = (middle[0], middle[1] - 24), (middle[0] + 20, middle[1] + 33), 27
        initial = middle[0] - (18 if row.knife else 0), middle[1] + 34
    return join(
        box(*plate, 20, fill=p["ink"]) if row.acts else "",
        seat_symbol(SEATS[q], p, *symbol, 27),
        lettering(called(q, row.jeff)[0], *initial, size, p["paper" if row.acts else "ink"], weight=0.16),
        circle(*knife, size - 7, fill=p["card"]) if row.knife else "",
        symbols.art.at("knife", p, knife[0] + 1, knife[1], size - 9) if row.knife else "",
    )


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


def bites(x: float, y: float, n: int, leaves: int, p: Palette, stacked: bool = False) -> Markup:
    """Eaten slices and beside or below them their leaves, which are -1 where they are not known."""
    if leaves < 0:
        return lettering(score(n, True), x, y, 29, p["ink"], weight=0.15)
    (dx, dy, size), leaf, count = _STACKED if stacked else _ABREAST
    return join(
        lettering(score(n, True), x + dx, y + dy, size, p["ink"], weight=0.15),
        symbols.leaves(1, p, x + leaf[0], y + leaf[1], leaf[2]),
        lettering(str(leaves), x + count[0], y + count[1], count[2], p["soft"], weight=0.15),
    )


_ABREAST = ((-28, 0, 29), (8, 0, 16), (38, 0, 25))
_STACKED = ((0, -19, 27), (-14, 20, 15), (15, 20, 22))
"""Where eaten slices, a leaf and the number of leaves lie, and how large they are."""


def points(x: float, y: float, n: int, known: bool, won: bool, p: Palette) -> Markup:
    prize = box(x - POINTS / 2 + 12, y - 31, POINTS - 16, 62, 16, fill=p["gold"]) if won else ""
    return join(prize, lettering(score(n, known), x, y, 33, p["mark-ink" if won else "ink"], weight=0.17))


def offers(s: State, p: Palette) -> Layer:
    """The offer of this round and those in front of players, with what they do."""
    shown = [o for o in range(len(OFFERS)) if s.holder[o] or s.tile == o + 1]
    made = []
    for i, o in enumerate(shown):
        holder = s.holder[o]
        name = who(s, holder - 1) if holder else ""
        drawn = _offer(o, offer_y(heads(s), i), holder, name, bool(s.used >> o & 1), p)
        made.append(placed(f"offer-{i}", drawn))
    return layer(*made, class_="pb-offers")


def offer_y(n: int, i: int) -> float:
    """The middle of the i-th offer below the table of n players."""
    return table_end(n) + (i + 0.5) * OFFER_ROW


def table_end(n: int) -> float:
    """Where the table of n players ends."""
    _, top, _, height = rows_below(n).card
    return top + height + 14


@kept(256)
def _offer(offer: int, y: float, holder: int, name: str, used: bool, p: Palette) -> Markup:
    text = say(f"offer.{offer}")
    return askable(
        f"offer {OFFERS[offer]}",
        offer_spelled(offer, name, used),
        symbols.tile(OFFERS[offer], p, LEFT + 46, y, 25, used),
        seat_symbol(SEATS[holder - 1], p, LEFT + 106, y, 25) if holder else "",
        lettering(text, LEFT + 148, y, 26, p["soft" if used else "ink"], "start", 0.13),
        id=f"pb-offer-{OFFERS[offer]}",
        class_="pb-offer" + (" pb-used" if used else ""),
    )
