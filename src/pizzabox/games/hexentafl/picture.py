"""The picture of heXentafl: the board (drawn once), the pieces (drawn each move) and the legend."""

from collections.abc import Iterable
from functools import lru_cache
from math import sqrt

from pizzabox.engine import toppings
from pizzabox.engine.art import Art
from pizzabox.engine.bits import members
from pizzabox.engine.catalogue import kept
from pizzabox.engine.glyphs import lettering
from pizzabox.engine.picture_parts import DrawnSpaces, HexGrid, of_state, space
from pizzabox.engine.shapes import cross, hexagon, polygon
from pizzabox.engine.svg import Layer, Markup, Palette, box, circle, group, layer, line, path, translate
from pizzabox.engine.toppings import seat_symbol, topping
from pizzabox.engine.whole_picture import Frame

from .board import ALL, BY_NAME, CELLS, CORNERS, NAMES, THRONE
from .phrases import say, what_stands_on
from .rules import ATTACK, DEFEND, OVER
from .state import State
from .words import hex_spelled, standing

STEP = 100.0
COLOUR_NAMES = ("white", "black")
LEGEND = 92.0
SIDE_OF = {"king": DEFEND, "man": DEFEND, "foe": ATTACK}
sample = art = Art(__package__, "art.svg", toppings.art)
grid = HexGrid(CELLS, STEP)
at = grid.at


def frame(s: State) -> Frame:
    side = s.size_ + 4
    w, h = (side - 0.5) * STEP + 52, (side - 1) * sqrt(3) / 2 * STEP + grid.radius + 34
    return -w, -h, 2 * w, 2 * h


def _cells(size: int) -> list[int]:
    """The hexes of a board."""
    return members(int(ALL[size]))


@of_state("size_")
def board(size: int, p: Palette) -> Markup:
    """The layer that is drawn once: hexes, throne, corners, row letters and column numbers."""
    side = size + 4
    outline = [(y, -x) for x, y in hexagon(0, 0, (side - 0.5) * STEP + 46)]
    hexes = [grid.hex(c, 3) for c in _cells(size)]
    marks = []
    for c in members(int(CORNERS[size])):
        marks += [grid.hex(c, 13), path(cross(*at(c), 17))]
    throne = [circle(0, 0, r) for r in (36, 26)]
    letters = []
    for c in _cells(size):
        (q, r), (x, y) = CELLS[c], at(c)
        if q == max(-side + 1, -r - side + 1):
            left, low = x - (74 if r else 70), y + (12 if r > 0 else 0)
            letters.append(lettering(NAMES[c][0], left, low, 17, p["wood-ink"]))
        if r == min(side - 1, side - 1 - q):
            letters.append(lettering(NAMES[c][1], x + 40, y + 68, 17, p["wood-ink"]))
    return group(
        path(polygon(outline), fill=p["wood"], stroke=p["wood-edge"], stroke_width=5, stroke_linejoin="round"),
        group(*hexes, fill=p["well"], stroke=p["well-edge"], stroke_width=2.5),
        group(*marks, fill="none", stroke=p["crust"], stroke_width=5, stroke_linecap="round"),
        group(*throne, fill="none", stroke=p["sauce"], stroke_width=4.5),
        group(*letters),
        class_="pb-board",
        aria_hidden="true",
    )


def pieces(s: State, viewer: int, p: Palette, *, legal: Iterable[str] = ()) -> Layer:
    """The layer that changes: last move, pieces, captured pieces."""
    lit = sum(1 << BY_NAME[token] for token in set(legal) & BY_NAME.keys())
    trail = _trail(s.last_from, s.last_to, p) if s.last_from >= 0 else ""
    return layer(trail, _spaces(s, lit, p), class_="pb-pieces")


@lru_cache(maxsize=2048)
def _trail(here: int, there: int, p: Palette) -> Markup:
    """The way of the last move."""
    a, b = at(here), at(there)
    ink = p["touch"]
    left = grid.hex(here, 8, fill="none", stroke=ink, stroke_width=5, stroke_dasharray="9 8")
    way = line(a, b, stroke=ink, stroke_width=6, stroke_opacity=0.45, stroke_linecap="round", fill="none")
    return group(left, way, class_="pb-trail", pointer_events="none", aria_hidden="true")


def _spaces(s: State, lit: int, p: Palette) -> Layer:
    """All hexes, one line each."""
    drawn, taken, last = _drawn_hexes(s.size_, s.game, p), s.taken, s.last_to
    busy = s.men | s.foes | 1 << s.king | taken | lit | (1 << last if last >= 0 else 0)
    cells = members(busy & int(ALL[s.size_]))
    return drawn.layer([(c, what_stands_on(s, c), lit >> c & 1, taken >> c & 1, c == last) for c in cells])


Look = tuple[int, str, int, int, bool]
"""A hex, what stands there, whether it glows, lost a piece, was moved to."""


@kept()
def _drawn_hexes(size: int, game: int, p: Palette) -> DrawnSpaces[Look]:
    empty = [(c, "throne" if c == THRONE else "empty", 0, 0, False) for c in _cells(size)]
    return DrawnSpaces(empty, lambda look: _cell(*look, size, game, p))


@of_state("size_")
def names(size: int, p: Palette, shown: bool = False) -> Markup:
    """The names of all hexes, if asked for; a page doesn't ask, since they can be read off the rim."""
    return grid.names(_cells(size), NAMES, p) if shown else Markup("")


def _cell(c: int, what: str, lit: int, taken: int, last: bool, size: int, game: int, p: Palette) -> Markup:
    stands = what in SIDE_OF and not (what == "king" and taken)
    inside = [
        art("place", p),
        art("lit", p) if lit else "",
        art("dot", p) if lit and not stands else "",
        art("reached", p) if last else "",
        art("taken", p) if taken else "",
        _piece(what, COLOUR_NAMES[SIDE_OF[what] ^ game], p) if stands else "",
    ]
    return space(
        NAMES[c], "pb-space", bool(lit), hex_spelled(NAMES[c], what, size), *inside, transform=translate(*at(c))
    )


def _piece(what: str, colour: str, p: Palette) -> Markup:
    if what == "king":
        return group(art("pizza", p), art("crown", p), group(topping(colour, p), transform=translate(0, 9, 13)))
    return group(art("pizza", p), group(topping(colour, p), transform=translate(0, 0, 33 if colour == "black" else 27)))


def legend(s: State, p: Palette) -> Markup:
    """Who plays which side, the pieces left and whose turn it is."""
    left, top, w, h = frame(s)
    made = []
    for each in standing(s, -1):
        x, y = left + 24 + each.player * w / 2, top + h + 34
        acting = s.phase != OVER and each.player == s.turn ^ s.game
        won = s.phase == OVER and s.wins[each.player] > s.wins[1 - each.player]
        if acting or won:
            edge = p["prize" if won else "touch"]
            made.append(box(x - 12, y - 38, w / 2 - 24, 76, 20, fill=p["card"], stroke=edge, stroke_width=5))
        made.append(seat_symbol(COLOUR_NAMES[each.player], p, x + 26, y, 27))
        made.append(lettering(each.name, x + 66, y - 13, 19, p["ink"], "start"))
        note = say("picture.wins") if won else " ".join(each.notes) if s.games == 1 else ""
        made.append(lettering(f"{each.score} {note}".strip(), x + 66, y + 17, 14.5, p["soft"], "start"))
    return group(*made, class_="pb-legend", aria_hidden="true")
