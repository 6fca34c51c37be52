"""The picture of Pizza Wars: the boards (boards.py), hexes and pieces (hexes.py), cards (cards.py), territory,
marks of the last move, and the legend.

Everything is drawn from the record it is given, so a picture of a view shows no more than the view holds, and the board
after a move that is only thought of (`preview`) is drawn the same way.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Any

from pizzabox.engine.bits import members
from pizzabox.engine.glyphs import lettering
from pizzabox.engine.shapes import cross, hatch, hexagon
from pizzabox.engine.svg import (
    Layer,
    Markup,
    Palette,
    circle,
    group,
    layer,
    line,
    number,
    palette,
    path,
    polygon,
    tag,
)
from pizzabox.engine.toppings import seat_symbol
from pizzabox.engine.whole_picture import check_viewer, whole_picture

from ..board import AREA, BY_NAME, NAMES, PASS, PER_SIDE
from ..phrases import held, lands, name, result, say, side_name
from ..preview import blocked_pranks
from ..rules import MOVE, OVER, SPUN
from ..rules.steps import FIRST_PRANK, RIGHT, need, target
from ..state import State
from ..words import standing
from . import boards, cards, hexes
from .boards import COLOUR_NAMES, RADIUS, at

LEGEND = 112.0
_HATCH = (0.0, -50.0, 50.0)


def view_box(s: State, *, with_legend: bool = False) -> str:
    x, y, w, h = _box(s)
    return " ".join(map(number, (x, y, w, h if with_legend else h - LEGEND)))


def _box(s: State) -> tuple[float, float, float, float]:
    x, y, w, h = boards.frame(s.boards3)
    return x, y, w, h + LEGEND + cards.height(s)


def board(s: State, p: Palette) -> Markup:
    """The layer that is drawn once."""
    return boards.ground(int(s.boards3), p)


def pieces(s: State, viewer: int, p: Palette, *, legal: Iterable[str] = (), reach: str | None = None) -> Layer:
    """The layer that changes: territory, the last move, pieces, what can be touched, the cards.

    `reach` names a hex whose piece shows all it can do: yellow moves, red pranks, pink pranks that are blocked; only
    while a piece is to be moved, so that it hides no territory after a move that is only thought of.
    """
    lit = frozenset(legal)
    if s.phase not in (MOVE, SPUN):
        reach = None
    return layer(
        _territory(tuple(lands(s, player) for player in range(s.players)), p),
        _reach(s, reach, p) if reach else "",
        _trail(s.last_from, s.last_to, p) if s.last_slot >= 0 else "",
        hexes.spaces(s, lit, p),
        _marks(s, p),
        _barred(s, reach, p) if reach else "",
        *hexes.buttons(s, lit, p),
        cards.strip(s, viewer, lit, p),
        class_="pb-pieces",
    )


@lru_cache(maxsize=512)
def _territory(parts: tuple[tuple[int, ...], ...], p: Palette) -> Layer:
    """Every held hex in its holder's colour and hatch; a hex held by two carries both."""
    made: list[Markup] = []
    for player, held_there in enumerate(parts):
        for place, part in enumerate(held_there):
            made += [_held(AREA * place + i, player, p) for i in members(part)]
    drawn = layer(*made, class_="pb-land", pointer_events="none", aria_hidden="true")
    if made:
        # The last one ends the group, so that all lines of a drawing differ.
        drawn.lines[-2:] = ["".join(drawn.lines[-2:])]
    return drawn


@lru_cache(maxsize=2048)
def _held(c: int, player: int, p: Palette) -> Markup:
    colour = COLOUR_NAMES[player]
    shape = hexagon(*at(c), RADIUS - 5)
    fill = path(polygon(shape), fill=p[f"{colour}-fill"], fill_opacity=0.0 if p.theme == "print" else 0.42)
    strokes = path(hatch(shape, _HATCH[player], 13), fill="none", stroke=p[f"{colour}-edge"], stroke_width=3.2)
    return group(fill, strokes, class_=f"pb-held pb-{colour}")


def _reach(s: State, where: str, p: Palette) -> Markup:
    cell = BY_NAME.get(where, -1)
    slot = s.at[cell] - 1 if 0 <= cell < AREA * (2 + s.boards3) else -1
    if slot < 0:
        return Markup("")
    made = []
    for step in range(RIGHT):
        card = need(s, slot, s.face[slot], step)
        if card in (0, PASS):
            shape = polygon(hexagon(*at(int(target(s, cell, step))), RADIUS - 5))
            fill = p["cheese"] if step < FIRST_PRANK else p["sauce"] if card == 0 else p["red-mark"]
            made.append(path(shape, fill=fill, fill_opacity=0.85))
    return group(*made, class_="pb-reach", pointer_events="none", aria_hidden="true")


def _barred(s: State, where: str, p: Palette) -> Markup:
    """A frame around the chosen piece, and a bar across every rival it cannot prank because of another in the way."""
    slot = s.at[BY_NAME[where]] - 1 if where in BY_NAME else -1
    if slot < 0:
        return Markup("")
    made = [path(polygon(hexagon(*at(BY_NAME[where]), RADIUS - 4)), fill="none", stroke=p["gold"], stroke_width=8)]
    for to, _ in blocked_pranks(s, slot):
        x, y = at(to)
        bar = f"M{number(x - 34)} {number(y + 34)}L{number(x + 34)} {number(y - 34)}"
        ring = polygon(hexagon(x, y, RADIUS - 6))
        for colour, extra in (("mark-paper", 8), ("red-mark", 0)):
            look = {"fill": "none", "stroke": p[colour], "stroke_linecap": "round"}
            made += [path(ring, **look, stroke_width=7 + extra), path(bar, **look, stroke_width=9 + extra)]
    return group(*made, class_="pb-barred", pointer_events="none", aria_hidden="true")


@lru_cache(maxsize=2048)
def _trail(here: int, there: int, p: Palette) -> Markup:
    """Where the last move came from and went to."""
    way = line(at(here), at(there), **_ink(p), stroke_width=7, stroke_opacity=0.5, stroke_linecap="round")
    return group(
        _left_hex(here, p), way, _reached_hex(there, p), class_="pb-trail", pointer_events="none", aria_hidden="true"
    )


def _ink(p: Palette) -> dict[str, str]:
    return {"fill": "none", "stroke": p["soft"] if p.theme != "dark" else p["mark-ink"]}


@lru_cache(maxsize=512)
def _left_hex(c: int, p: Palette) -> Markup:
    return path(polygon(hexagon(*at(c), RADIUS - 9)), **_ink(p), stroke_width=5, stroke_dasharray="10 8")


@lru_cache(maxsize=512)
def _reached_hex(c: int, p: Palette) -> Markup:
    return path(polygon(hexagon(*at(c), RADIUS - 3)), **_ink(p), stroke_width=8)


def _marks(s: State, p: Palette) -> Markup:
    """A mark on a hex where a prank has just happened, and on the piece that was turned."""
    return _marks_on(s.last_to if s.last_victim >= 0 else -1, s.where[s.turned] if s.turned >= 0 else -1, p)


@lru_cache(maxsize=2048)
def _marks_on(prank: int, turned: int, p: Palette) -> Markup:
    made = []
    if prank >= 0:
        x, y = at(prank)
        look = {"fill": "none", "stroke_linecap": "round"}
        made.append(path(cross(x + 33, y - 33, 9), stroke=p["mark-paper"], stroke_width=11, **look))
        made.append(path(cross(x + 33, y - 33, 9), stroke=p["sauce"], stroke_width=6, **look))
    if turned >= 0:
        x, y = at(turned)
        arc = f"M{number(x - 30)} {number(y - 36)}A47 47 0 0 1 {number(x + 30)} {number(y - 36)}"
        made.append(path(arc, fill="none", stroke=p["steel"], stroke_width=7, stroke_linecap="round"))
    return group(*made, class_="pb-marks", pointer_events="none", aria_hidden="true")


def legend(s: State, p: Palette) -> Markup:
    """Each side with its hexes, its goal and what is still missing."""
    x, y, w, h = _box(s)
    top = y + h - LEGEND
    sides = standing(s, -1)
    wide = w / len(sides)
    made = []
    for i, each in enumerate(sides):
        made.append(_plate(s, i, each, x + i * wide + 6, top + 6, wide - 12, p))
    return group(*made, class_="pb-legend", aria_hidden="true")


def _plate(s: State, side: int, each: Any, x: float, y: float, wide: float, p: Palette) -> Markup:
    colour = COLOUR_NAMES[side]
    acting = s.phase != OVER and side == s.side
    won = s.phase == OVER and each.player >= 0 and s.won >> each.player & 1
    edge = p["prize"] if won else p["touch"] if acting else p["rule"]
    made = [
        tag(
            "rect",
            x=x,
            y=y,
            width=wide,
            height=96,
            rx=16,
            fill=p["card"],
            stroke=edge,
            stroke_width=6 if acting or won else 2,
        ),
        seat_symbol(colour, p, x + 40, y + 36, 26),
        lettering(say("side.agent_short") if each.player < 0 else each.name, x + 78, y + 24, 22, p["ink"], "start"),
    ]
    if each.player < 0:
        made.append(lettering(each.score, x + 78, y + 54, 15, p["soft"], "start"))
        return group(*made)
    made.append(lettering(each.score, x + wide - 16, y + 24, 22, p["ink"], "end"))
    note = "  ".join(each.notes[1:3]) if s.boards3 else each.notes[0]
    if won or s.out >> side & 1:
        note = say("picture.wins" if won else "board.out")
    made.append(lettering(note, x + 78, y + 53, 15, p["prize" if won else "soft"], "start"))
    goal = s.goal[side]
    step = (wide - 32) / goal
    total = held(s, side)
    for i in range(goal):
        look = {"fill": p[f"{colour}-fill"], "stroke": p[f"{colour}-edge"]} if i < total else {"fill": p["well"]}
        made.append(
            tag("rect", x=x + 16 + i * step, y=y + 72, width=step - 3, height=14, rx=4, stroke_width=2.5, **look)
        )
    return group(*made)


def svg(
    s: State,
    viewer: int = -1,
    *,
    theme: str = "light",
    names: bool = False,
    reach: str | None = None,
    legal: Iterable[str] = (),
    size: int | None = None,
    title: str | None = None,
) -> str:
    """The position as a complete picture. `size` is its width in pixels; without it the picture fills its place."""
    check_viewer(viewer, s.players)
    p, lit = palette(theme), tuple(legal)
    spaces = _names(int(s.boards3), p) if names else Markup("")
    return whole_picture(
        "wars",
        p,
        _box(s),
        [board(s, p), pieces(s, viewer, p, legal=lit, reach=reach), spaces, legend(s, p)],
        view_box=view_box(s, with_legend=True),
        title="Pizza Wars" if title is None else title,
        described=_described(s),
        touchable=bool(lit),
        size=size,
    )


def names(s: State, p: Palette) -> Markup:
    """The names of all hexes, for a page to show when they are wanted."""
    return _names(int(s.boards3), p)


@cache
def _names(boards3: int, p: Palette) -> Markup:
    made = []
    for c in range(AREA * (2 + boards3)):
        x, y = at(c)
        made.append(circle(x, y + 38, 14, fill=p["mark-paper"], fill_opacity=0.92))
        made.append(lettering(NAMES[c], x, y + 38, 12, p["mark-ink"], weight=0.16))
    return group(*made, class_="pb-name", aria_hidden="true", pointer_events="none")


def _described(s: State) -> str:
    """The position for those who cannot see it."""
    told = []
    for side in range(2 + s.boards3):
        has = ", ".join(
            f"{say(f'kind.{s.kind[i]}')} {NAMES[s.where[i]]}"
            for i in range(PER_SIDE * side, PER_SIDE * side + PER_SIDE)
            if s.where[i] >= 0
        )
        told.append(say("picture.pieces", side=side_name(s, side), pieces=has or say("picture.nothing")))
    told += [say("picture.land", name=name(s, p), n=held(s, p), goal=s.goal[p]) for p in range(s.players)]
    key = "picture.moves" if s.phase == MOVE else "picture.turns"
    told.append(result(s) if s.phase == OVER else say(key, name=name(s, s.player)))
    return " ".join(told)
