"""The picture of Pizza Wars: the boards (drawn once, see pizza.py), pieces, territory and cards, and the legend.

Everything is drawn from the record it is given, so a picture of a view shows no more than the view holds, and the board
after a move that is only thought of (`preview`) is drawn the same way.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from pizzabox.engine.bits import members
from pizzabox.engine.catalogue import kept
from pizzabox.engine.errors import bad_viewer
from pizzabox.engine.glyphs import lettering, text_width
from pizzabox.engine.shapes import cross, hatch, hexagon
from pizzabox.engine.svg import Markup, Palette, circle, group, line, move, number, palette, path, polygon, tag
from pizzabox.engine.toppings import seat_symbol

from . import pizza
from .board import AREA, BY_NAME, CARDS, NAMES, PASS
from .pizza import COLOUR_NAMES, RADIUS, at, toward
from .rules import MOVE, OVER
from .steps import RIGHT, need, target
from .words import hand, held, lands, name, result, say, side_name, spell, standing

LEGEND = 112.0
STRIP = 104.0
_HATCH = (0.0, -50.0, 50.0)


def view_box(s: Any, *, with_legend: bool = False) -> str:
    x, y, w, h = _box(s)
    return " ".join(map(number, (x, y, w, h if with_legend else h - LEGEND)))


def _box(s: Any) -> tuple[float, float, float, float]:
    x, y, w, h = pizza.frame(s.boards3)
    return x, y, w, h + LEGEND + (STRIP if s.cards else 0)


def board(s: Any, p: Palette) -> Markup:
    """The layer that is drawn once."""
    return pizza.ground(int(s.boards3), p)


def pieces(s: Any, viewer: int, p: Palette, *, legal: Iterable[str] = (), reach: str | None = None) -> Markup:
    """The layer that changes: territory, the last move, pieces, what can be touched, the cards.

    `reach` names a hex whose piece shows all it can do: yellow moves, red pranks, pink pranks that are blocked.
    """
    lit = frozenset(legal)
    cells = [
        _cell(c, _look(s, c), _way(s, c) if NAMES[c] in lit else "", spell(s, NAMES[c]), p)
        for c in range(AREA * (2 + s.boards3))
    ]
    return group(
        _territory(s, p),
        _reach(s, reach, p) if reach else Markup(""),
        _trail(s, p),
        group(*cells, class_="pb-spaces"),
        _after(s, p),
        *(
            _arrow(token, spell(s, token), p)
            for token in sorted(lit)
            if token.split(" ")[0] in BY_NAME and " " in token
        ),
        _cards(s, viewer, lit, p),
        class_="pb-pieces",
    )


def _look(s: Any, c: int) -> tuple[int, int, int]:
    slot = s.at[c] - 1
    return (slot >> 4, s.kind[slot], s.face[slot]) if slot >= 0 else (-1, -1, -1)


def _way(s: Any, c: int) -> str:
    """What touching a hex would mean: an own piece, a move there, a prank there."""
    slot = s.at[c] - 1
    return "move" if slot < 0 else "own" if slot >> 4 == s.side else "prank"


@lru_cache(maxsize=8192)
def _cell(c: int, look: tuple[int, int, int], lit: str, label: str, p: Palette) -> Markup:
    outline = polygon(hexagon(0, 0, RADIUS - 4))
    inside = [path(outline, fill="none", pointer_events="all")]
    if lit:
        fill = {"own": p["glow"], "move": p["cheese"], "prank": p["sauce"]}[lit]
        inside.append(path(outline, fill=fill, fill_opacity=0.8, stroke=p["touch"], stroke_width=5))
        if lit == "move":
            inside.append(circle(0, 0, 11, fill=p["touch"]))
    if look[0] >= 0:
        inside.append(pizza.piece(*look, p))
    if lit in ("own", "prank"):
        edge = p["touch" if lit == "own" else "sauce"]
        inside.append(path(outline, fill="none", stroke=edge, stroke_width=4 if lit == "own" else 9))
    return group(
        *inside,
        id=f"pb-at-{NAMES[c]}",
        class_="pb-space pb-legal" if lit else "pb-space",
        data_token=NAMES[c],
        role="button" if lit else "img",
        aria_label=label,
        transform=move(*at(c)),
    )


def _territory(s: Any, p: Palette) -> Markup:
    """Every held hex in its holder's colour and hatch; a hex held by two carries both."""
    made = []
    for player in range(s.players):
        for place, part in enumerate(lands(s, player)):
            made += [_held(AREA * place + i, player, p) for i in members(part)]
    return group(*made, class_="pb-land", pointer_events="none", aria_hidden="true")


@lru_cache(maxsize=2048)
def _held(c: int, player: int, p: Palette) -> Markup:
    colour = COLOUR_NAMES[player]
    shape = hexagon(*at(c), RADIUS - 5)
    fill = path(polygon(shape), fill=p[f"{colour}-fill"], fill_opacity=0.0 if p.theme == "print" else 0.42)
    strokes = path(hatch(shape, _HATCH[player], 13), fill="none", stroke=p[f"{colour}-edge"], stroke_width=3.2)
    return group(fill, strokes, class_=f"pb-held pb-{colour}")


def _reach(s: Any, where: str, p: Palette) -> Markup:
    cell = BY_NAME.get(where, -1)
    slot = s.at[cell] - 1 if 0 <= cell < AREA * (2 + s.boards3) else -1
    if slot < 0:
        return Markup("")
    made = []
    for step in range(RIGHT):
        card = need(s, slot, s.face[slot], step)
        if card in (0, PASS):
            shape = polygon(hexagon(*at(int(target(s, cell, step))), RADIUS - 5))
            fill = p["cheese"] if step < 24 else p["sauce"] if card == 0 else p["red-mark"]
            made.append(path(shape, fill=fill, fill_opacity=0.85))
    return group(*made, class_="pb-reach", pointer_events="none", aria_hidden="true")


def _trail(s: Any, p: Palette) -> Markup:
    """Where the last move came from and went to."""
    if s.last_slot < 0:
        return Markup("")
    a, b = at(s.last_from), at(s.last_to)
    look = {"fill": "none", "stroke": p["soft"] if p.theme != "dark" else p["mark-ink"]}
    made = [
        path(polygon(hexagon(*a, RADIUS - 9)), **look, stroke_width=5, stroke_dasharray="10 8"),
        line(a, b, **look, stroke_width=7, stroke_opacity=0.5, stroke_linecap="round"),
        path(polygon(hexagon(*b, RADIUS - 3)), **look, stroke_width=8),
    ]
    return group(*made, class_="pb-trail", pointer_events="none", aria_hidden="true")


def _after(s: Any, p: Palette) -> Markup:
    """A mark on a hex where a prank has just happened, and on the piece that was turned."""
    made = []
    if s.last_victim >= 0 and s.last_to >= 0:
        x, y = at(s.last_to)
        look = {"fill": "none", "stroke_linecap": "round"}
        made.append(path(cross(x + 33, y - 33, 9), stroke=p["mark-paper"], stroke_width=11, **look))
        made.append(path(cross(x + 33, y - 33, 9), stroke=p["sauce"], stroke_width=6, **look))
    if s.turned >= 0 and s.where[s.turned] >= 0:
        x, y = at(s.where[s.turned])
        arc = f"M{number(x - 30)} {number(y - 36)}A47 47 0 0 1 {number(x + 30)} {number(y - 36)}"
        made.append(path(arc, fill="none", stroke=p["steel"], stroke_width=7, stroke_linecap="round"))
    return group(*made, class_="pb-marks", pointer_events="none", aria_hidden="true")


def _arrow(token: str, label: str, p: Palette) -> Markup:
    """A button beside a piece: turn it left or right, or spin it by that many turns."""
    where, way = token.split(" ", 1)
    x, y = at(BY_NAME[where])
    if way in ("left", "right"):
        flip = -1 if way == "left" else 1
        dx, dy = 86.0 * flip, 0.0
        arc = f"M{-14 * flip} 12A17 17 0 1 {int(flip > 0)} {15 * flip} 6"
        icon = path(
            f"{arc}M{5 * flip} 2L{15 * flip} 9L{24 * flip} -1",
            fill="none",
            stroke=p["mark-ink"],
            stroke_width=6,
            stroke_linecap="round",
            stroke_linejoin="round",
        )
    else:
        turns = int(way.removeprefix("spin "))
        dx, dy = toward(turns - 1, 92)
        icon = lettering(str(turns), 0, 0, 26, p["mark-ink"], weight=0.18)
    return group(
        circle(0, 0, 36, fill=p["cheese"], stroke=p["touch"], stroke_width=5),
        icon,
        id=f"pb-turn-{where}-{way.replace(' ', '-')}",
        class_="pb-turn pb-legal",
        data_token=token,
        role="button",
        aria_label=label,
        transform=move(x + dx, y + dy),
    )


def _cards(s: Any, viewer: int, lit: frozenset[str], p: Palette) -> Markup:
    """The viewer's cards as a strip below the boards; a spectator sees those of the player to act, if they are open."""
    if not s.cards:
        return Markup("")
    owner = viewer if viewer >= 0 else s.player
    x, y, w, h = pizza.frame(s.boards3)
    shown = [(k, "") for k in range(len(CARDS)) if s.holds[owner, k]]
    wide = (w - 24) / 7
    made = []
    for i, (k, _) in enumerate(shown):
        made.append(_card(k, s.holds[owner, k], f"+{CARDS[k]}" in lit, x + 12 + i * wide, y + h + 6, wide - 10, "", p))
    hidden = s.held[owner] - len(hand(s, owner))
    if hidden > 0:
        made.append(_card(-1, hidden, False, x + 12 + len(shown) * wide, y + h + 6, wide - 10, "", p))
    if s.neutral >= 0:
        made.append(_card(s.neutral, 1, False, x + w - wide - 2, y + h + 6, wide - 10, "middle", p))
    return group(*made, class_="pb-cards")


@kept(512)
def _card(k: int, n: int, lit: bool, x: float, y: float, wide: float, note: str, p: Palette) -> Markup:
    fill = p["glow"] if lit else p["card"]
    edge = p["touch"] if lit else p["rule"]
    inside = [tag("rect", x=x, y=y, width=wide, height=92, rx=12, fill=fill, stroke=edge, stroke_width=5 if lit else 3)]
    ink = p["mark-ink"] if lit else p["ink"]
    middle = x + wide / 2
    if k < 0:
        inside.append(lettering("?", middle, y + 38, 34, p["soft"]))
        inside.append(lettering(f"×{n}", middle, y + 74, 15, p["soft"]))
        return group(*inside, class_="pb-card", role="img", aria_label=say("picture.face_down", n=n))
    inside.append(_icon(k, middle, y + 34, ink))
    word = say(f"picture.card_{k}")
    size = min(15.0, 15.0 * (wide - 12) / max(1.0, text_width(word, 15)))
    inside.append(lettering(word, middle, y + 74, size, ink))
    if n > 1:
        inside.append(lettering(f"×{n}", x + wide - 16, y + 14, 13, ink))
    if note:
        inside.append(lettering(say(f"picture.{note}"), middle, y + 10, 10, p["soft"]))
    label = say(f"card.{k}") + ": " + say(f"effect.{k}")
    if note:
        return group(*inside, class_="pb-card", role="img", aria_label=label)
    return group(
        *inside,
        id=f"pb-card-{CARDS[k]}",
        class_="pb-card pb-legal" if lit else "pb-card",
        data_token=f"+{CARDS[k]}",
        role="button" if lit else "img",
        aria_label=label,
    )


_ICONS = (
    "M-26 0L22 0M10 -10L24 0L10 10M-10 -6L-10 6M4 -6L4 6",
    "M0 16L0 -14M-9 -6L0 -16L9 -6M-22 12L-12 4M22 12L12 4",
    "M-18 14L14 -10M4 -13L16 -12L13 0M-18 -12L-8 -4",
    "M-24 10A24 24 0 0 1 22 6M12 2L23 9L27 -4M-4 12L4 12",
    "M-22 0L-6 0M6 0L24 0M14 -9L24 0L14 9M0 -14L0 14",
    "M-16 6A17 17 0 1 1 12 12M4 4L12 13L22 5",
)


def _icon(k: int, x: float, y: float, ink: str) -> Markup:
    """A small drawing of what a card does: further, another way, a corner, over a piece, past a blocker, around."""
    return path(
        _ICONS[k],
        fill="none",
        stroke=ink,
        stroke_width=5,
        stroke_linecap="round",
        stroke_linejoin="round",
        transform=move(x, y),
    )


def legend(s: Any, p: Palette) -> Markup:
    """Each side with its hexes, its goal and what is still missing."""
    x, y, w, h = _box(s)
    top = y + h - LEGEND
    sides = standing(s, -1)
    wide = w / len(sides)
    made = []
    for i, each in enumerate(sides):
        made.append(_plate(s, i, each, x + i * wide + 6, top + 6, wide - 12, p))
    return group(*made, class_="pb-legend", aria_hidden="true")


def _plate(s: Any, side: int, each: Any, x: float, y: float, wide: float, p: Palette) -> Markup:
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
    s: Any,
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
    p = palette(theme)
    if not isinstance(viewer, int) or not -1 <= viewer < s.players:
        raise bad_viewer(s.players, viewer)
    x, y, w, h = _box(s)
    lit = tuple(legal)
    return tag(
        "svg",
        tag("title", title if title is not None else "Pizza Wars"),
        tag("desc", _described(s)),
        *([] if p.theme == "page" else [tag("rect", x=x, y=y, width=w, height=h, fill=p["paper"])]),
        board(s, p),
        pieces(s, viewer, p, legal=lit, reach=reach),
        _names(s, p) if names else Markup(""),
        legend(s, p),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=view_box(s, with_legend=True),
        width=size,
        height=None if size is None else size * h / w,
        class_=f"pb pb-wars pb-{p.theme}",
        role="group" if lit else "img",
    )


def _names(s: Any, p: Palette) -> Markup:
    made = []
    for c in range(AREA * (2 + s.boards3)):
        x, y = at(c)
        made.append(circle(x, y + 38, 14, fill=p["mark-paper"], fill_opacity=0.92))
        made.append(lettering(NAMES[c], x, y + 38, 12, p["mark-ink"], weight=0.16))
    return group(*made, class_="pb-name", aria_hidden="true", pointer_events="none")


def _described(s: Any) -> str:
    """The position for those who cannot see it."""
    told = []
    for side in range(2 + s.boards3):
        has = ", ".join(
            f"{say(f'kind.{s.kind[i]}')} {NAMES[s.where[i]]}"
            for i in range(16 * side, 16 * side + 16)
            if s.where[i] >= 0
        )
        told.append(say("picture.pieces", side=side_name(s, side), pieces=has or say("picture.nothing")))
    told += [say("picture.land", name=name(s, p), n=held(s, p), goal=s.goal[p]) for p in range(s.players)]
    key = "picture.moves" if s.phase == MOVE else "picture.turns"
    told.append(result(s) if s.phase == OVER else say(key, name=name(s, s.player)))
    return " ".join(told)
