"""The picture of heXentafl: the board (drawn once), the pieces (drawn each move) and the legend."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from math import sqrt
from typing import Any

from pizzabox.engine.bits import members
from pizzabox.engine.catalogue import kept
from pizzabox.engine.glyphs import lettering
from pizzabox.engine.shapes import cross, hexagon
from pizzabox.engine.svg import (
    Layer,
    Markup,
    Palette,
    Point,
    circle,
    group,
    join,
    layer,
    line,
    move,
    number,
    palette,
    path,
    polygon,
    tag,
)
from pizzabox.engine.toppings import seat_symbol, topping
from pizzabox.engine.whole_picture import check_viewer, whole_picture

from .board import ALL, BY_NAME, CELLS, CORNERS, NAMES, THRONE
from .phrases import name, say, what_stands_on
from .rules import ATTACK, DEFEND, OVER
from .state import State
from .story import result
from .words import hex_spelled, standing

STEP = 100.0
RADIUS = STEP / sqrt(3)
COLOUR_NAMES = ("white", "black")
LEGEND = 92.0


def at(cell: int) -> Point:
    """The middle of a hex."""
    q, r = CELLS[cell]
    return (q + r / 2) * STEP, r * sqrt(3) / 2 * STEP


def _frame(size: int) -> tuple[float, float]:
    """Half the width and half the height of the board."""
    side = size + 4
    return (side - 0.5) * STEP + 52, (side - 1) * sqrt(3) / 2 * STEP + RADIUS + 34


def _cells(size: int) -> list[int]:
    """The hexes of a board."""
    return members(int(ALL[size]))


def view_box(s: State, *, with_legend: bool = False) -> str:
    w, h = _frame(s.size_)
    return " ".join(map(number, (-w, -h, 2 * w, 2 * h + (LEGEND if with_legend else 0))))


def board(s: State, p: Palette) -> Markup:
    """The layer that is drawn once: hexes, throne, corners, row letters and column numbers."""
    return _board(int(s.size_), p)


@cache
def _board(size: int, p: Palette) -> Markup:
    side = size + 4
    outline = [(y, -x) for x, y in hexagon(0, 0, (side - 0.5) * STEP + 46)]
    hexes = [path(polygon(hexagon(*at(c), RADIUS - 3))) for c in _cells(size)]
    marks = []
    for c in members(int(CORNERS[size])):
        marks += [path(polygon(hexagon(*at(c), RADIUS - 13))), path(cross(*at(c), 17))]
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
    ink, start = p["touch"], polygon(hexagon(*a, RADIUS - 8))
    left = path(start, fill="none", stroke=ink, stroke_width=5, stroke_dasharray="9 8")
    way = line(a, b, stroke=ink, stroke_width=6, stroke_opacity=0.45, stroke_linecap="round", fill="none")
    return group(left, way, class_="pb-trail", pointer_events="none", aria_hidden="true")


def _spaces(s: State, lit: int, p: Palette) -> Layer:
    """All hexes, one line each; those where nothing stands and nothing happens are always the same."""
    drawn = _drawn_hexes(s.size_, s.game, p)
    lines = list(drawn.empty)
    taken, last = s.taken, s.last_to
    busy = s.men | s.foes | 1 << s.king | taken | lit | (1 << last if last >= 0 else 0)
    for c in members(busy & drawn.cells):
        lines[drawn.place[c]] = drawn[c, what_stands_on(s, c), lit >> c & 1, taken >> c & 1, c == last]
    return Layer(lines)


class _DrawnHexes(dict[tuple[int, str, int, int, bool], str]):
    """Every hex as it was drawn before: where, what stands there, whether it glows, lost a piece, was moved to."""

    def __init__(self, size: int, game: int, p: Palette) -> None:
        self.cells, self.game, self.p = int(ALL[size]), game, p
        self.place = {c: i for i, c in enumerate(_cells(size), 1)}
        self.last = max(self.place)
        bare = (self[c, "throne" if c == THRONE else "empty", 0, 0, False] for c in self.place)
        self.empty = ['<g class="pb-spaces">', *bare]

    def __missing__(self, key: tuple[int, str, int, int, bool]) -> str:
        c, what, lit, taken, last = key
        held, label = _held(what, taken, self.game), hex_spelled(NAMES[c], what)
        line = _cell(c, held, bool(lit), bool(taken), last, label, self.p)
        if len(self) >= MOST_CELLS:
            self.clear()
        # The last one ends the group, so that all lines of a drawing differ.
        self[key] = made = line.strip() + ("</g>" if c == self.last else "")
        return made


MOST_CELLS = 1024
"""Drawings of hexes that are kept for a palette and a language."""


@kept()
def _drawn_hexes(size: int, game: int, p: Palette) -> _DrawnHexes:
    return _DrawnHexes(size, game, p)


def names(s: State, p: Palette) -> Markup:
    """The names of all hexes, for a page to show when they are wanted."""
    return _names(int(s.size_), p)


@cache
def _names(size: int, p: Palette) -> Markup:
    made = []
    for c in _cells(size):
        x, y = at(c)
        made.append(circle(x, y + 38, 14, fill=p["mark-paper"], fill_opacity=0.92))
        made.append(lettering(NAMES[c], x, y + 38, 12, p["mark-ink"], weight=0.16))
    return group(*made, class_="pb-name", aria_hidden="true", pointer_events="none")


def _held(what: str, taken: int, game: int) -> str:
    """The piece that is drawn: in whose colour, and the King marked by a star."""
    if what == "king":
        return "" if taken else COLOUR_NAMES[DEFEND ^ game] + "*"
    return {"man": COLOUR_NAMES[DEFEND ^ game], "foe": COLOUR_NAMES[ATTACK ^ game]}.get(what, "")


def _cell(c: int, held: str, lit: bool, taken: bool, last: bool, label: str, p: Palette) -> Markup:
    return group(
        _inside(held, lit, taken, last, p),
        id=f"pb-at-{NAMES[c]}",
        class_="pb-space pb-legal" if lit else "pb-space",
        data_token=NAMES[c],
        role="button" if lit else "img",
        aria_label=label,
        transform=move(*at(c)),
    )


@lru_cache(maxsize=256)
def _inside(held: str, lit: bool, taken: bool, last: bool, p: Palette) -> Markup:
    outline = polygon(hexagon(0, 0, RADIUS - 4))
    inside = [path(outline, fill="none", pointer_events="all")]
    if lit:
        inside.append(path(outline, fill=p["glow"], fill_opacity=0.8, stroke=p["touch"], stroke_width=4.5))
        if not held:
            inside.append(circle(0, 0, 9, fill=p["touch"]))
    if last:
        inside.append(path(outline, fill=p["cheese"], fill_opacity=0.5, stroke=p["touch"], stroke_width=4.5))
    if taken:
        for ink, wide in ((p["mark-paper"], 13), (p["mark-ink"], 6)):
            inside.append(path(cross(0, 0, 17), stroke=ink, stroke_width=wide, fill="none", stroke_linecap="round"))
    if held:
        inside.append(_piece(held, p))
    return join(inside)


@cache
def _piece(held: str, p: Palette) -> Markup:
    colour = held.rstrip("*")
    made = [
        circle(1.5, 4, 41, fill=p["shade"], fill_opacity=0.25),
        circle(0, 0, 40, fill=p["crust"], stroke=p["crust-edge"], stroke_width=3),
        circle(0, 0, 32.5, fill=p["melt"]),
    ]
    if held.endswith("*"):
        made.append(path(_CROWN, fill=p["gold"], stroke=p["mark-ink"], stroke_width=3.5, stroke_linejoin="round"))
        made.append(group(topping(colour, p), transform=move(0, 9, 13)))
    else:
        made.append(group(topping(colour, p), transform=move(0, 0, 33 if colour == "black" else 27)))
    return group(*made)


_CROWN = "M-27 22L-32 -15L-15 -2L0 -28L15 -2L32 -15L27 22Z"


def legend(s: State, p: Palette) -> Markup:
    """Who plays which side, the pieces left and whose turn it is."""
    w, h = _frame(s.size_)
    made = []
    for each in standing(s, -1):
        x, y = -w + 24 + each.player * w, h + 34
        acting = s.phase != OVER and each.player == s.turn ^ s.game
        won = s.phase == OVER and s.wins[each.player] > s.wins[1 - each.player]
        if acting or won:
            rect = {"x": x - 12, "y": y - 38, "width": w - 24, "height": 76, "rx": 20}
            made.append(tag("rect", **rect, fill=p["card"], stroke=p["prize" if won else "touch"], stroke_width=5))
        made.append(seat_symbol(COLOUR_NAMES[each.player], p, x + 26, y, 27))
        made.append(lettering(each.name, x + 66, y - 13, 19, p["ink"], "start"))
        note = say("picture.wins") if won else " ".join(each.notes) if s.games == 1 else ""
        made.append(lettering(f"{each.score} {note}".strip(), x + 66, y + 17, 14.5, p["soft"], "start"))
    return group(*made, class_="pb-legend", aria_hidden="true")


def svg(
    s: State,
    viewer: int = -1,
    *,
    theme: str = "light",
    names: bool = False,
    legal: Iterable[str] = (),
    size: int | None = None,
    title: str | None = None,
    **_: Any,
) -> str:
    """The position as a complete picture. `size` is its width in pixels; without it the picture fills its place."""
    check_viewer(viewer, 2)
    p, lit = palette(theme), tuple(legal)
    w, h = _frame(s.size_)
    return whole_picture(
        "hexentafl",
        p,
        (-w, -h, 2 * w, 2 * h + LEGEND),
        [board(s, p), pieces(s, viewer, p, legal=lit), _names(int(s.size_), p) if names else Markup(""), legend(s, p)],
        view_box=view_box(s, with_legend=True),
        title="heXentafl" if title is None else title,
        described=_described(s),
        touchable=bool(lit),
        size=size,
    )


def _described(s: State) -> str:
    """The position for those who cannot see it."""
    men, foes = (" ".join(NAMES[i] for i in members(side)) or say("picture.none") for side in (s.men, s.foes))
    now = result(s) if s.phase == OVER else say("prompt.wait", name=name(s, s.turn ^ s.game))
    return say("picture.described", king=NAMES[s.king], men=men, foes=foes, now=now)
