"""The picture of Pizza Shark: the rail and the shark above, then a tray for every player, the viewer's own large.

Everything is drawn from the record it is given. What can be touched is one element with its token in `data-token`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from pizzabox.engine.catalogue import kept
from pizzabox.engine.errors import bad_viewer
from pizzabox.engine.svg import Markup, Palette, circle, group, line, move, palette, path, tag
from pizzabox.engine.toppings import seat_symbol, shapes

from . import icons, rules
from .art import CARD_H, CARD_W, anchovy, card_back, half_pizza, icon, shark, slice_of
from .board import PLAYERS, RAIL, card_of
from .deck import TYPES, Card
from .icons import EATING, LURING, SETUP, TINS
from .phrases import COLOURS, card_icons, card_name, say, title
from .touch import TOPPING, frame, letters, live_icon, numeral, touch, unused, whole_card
from .tray import BIG, SMALL, STEP, WIDTH, other_tray, own_tray, tray_said
from .words import spell

RAIL_Y, SEA_Y, SEA_H, GOALS_H, GAP = 12.0, 220.0, 196.0, 122.0, 12.0


def _panels_y(s: Any) -> float:
    return SEA_Y + SEA_H + (GOALS_H if s.goals else 0.0) + GAP


def height(s: Any) -> float:
    return float(_panels_y(s) + BIG + (s.players - 1) * (SMALL + GAP) + GAP)


def view_box(s: Any) -> str:
    """The `viewBox` for the layers of this game."""
    return f"0 0 {WIDTH:g} {height(s):g}"


@kept(32)
def _board(players: int, goals: int, p: Palette) -> Markup:
    sea = tag(
        "rect",
        x=6,
        y=SEA_Y,
        width=WIDTH - 12,
        height=SEA_H,
        rx=18,
        fill=p["wood"],
        stroke=p["wood-edge"],
        stroke_width=2,
    )
    slots = [
        tag(
            "rect",
            x=12 + STEP * j,
            y=RAIL_Y,
            width=CARD_W,
            height=CARD_H,
            rx=13,
            fill="none",
            stroke=p["rule"],
            stroke_width=2,
            stroke_dasharray="7 6",
        )
        for j in range(RAIL)
    ]
    rows = []
    for k, key in enumerate(("picture.wants", "board.supply", "board.maw")):
        y = SEA_Y + 37 + 61 * k
        rows.append(letters(say(key), 420, y, 15, p["wood-ink"], "end", 0.16))
        if k:
            rows.append(line((340, y - 31), (WIDTH - 20, y - 31), stroke=p["wood-edge"], stroke_width=1.5))
    return group(
        *slots,
        group(card_back(p, 108, CARD_H), transform=move(12 + STEP * RAIL + 6, RAIL_Y)),
        sea,
        group(shark(p), transform=move(24, SEA_Y + 42, 0.93)),
        *rows,
        class_="pb-board",
        aria_hidden="true",
    )


def board(s: Any, p: Palette) -> Markup:
    """What never changes: places of the rail, the deck, the shark."""
    return _board(s.players, s.goals, p)


def pieces(s: Any, viewer: int, p: Palette, *, legal: Iterable[str] = ()) -> Markup:
    """All that moves: tickets, supply, maw, goals and trays. Tokens in `legal` glow."""
    lit = frozenset(legal)
    main = _main(s, viewer)
    y = _panels_y(s)
    panels = [group(own_tray(s, main, viewer, p, lit), transform=move(6, y))]
    y += BIG + GAP
    for k in range(1, s.players):
        q = (main + k) % s.players
        panels.append(group(other_tray(s, q, p, lit), transform=move(6, y)))
        y += SMALL + GAP
    goals = [_goals(s, main, p, lit)] if s.goals else []
    return group(_rail(s, p, lit), _sea(s, p, lit), *goals, *panels, class_="pb-pieces")


def _main(s: Any, viewer: int) -> int:
    """Whose tray is large: the viewer's own, for a spectator that of the active player."""
    if viewer >= 0:
        return viewer
    return rules.picker(s) if s.phase == SETUP else int(s.turn)


def svg(
    s: Any,
    viewer: int = -1,
    *,
    theme: str = "light",
    legal: Iterable[str] = (),
    size: int | None = None,
    title: str | None = None,
) -> str:
    """The position as a complete picture. `size` is its width in pixels; without it the picture fills its place."""
    p = palette(theme)
    if not isinstance(viewer, int) or not -1 <= viewer < s.players:
        raise bad_viewer(s.players, viewer)
    lit = tuple(legal)
    return tag(
        "svg",
        tag("title", title if title is not None else "Pizza Shark"),
        tag("desc", _described(s)),
        *([shapes(p)] if p.theme == "page" else [tag("rect", width=WIDTH, height=height(s), fill=p["paper"])]),
        board(s, p),
        pieces(s, viewer, p, legal=lit),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=view_box(s),
        width=size,
        height=None if size is None else size * height(s) / WIDTH,
        class_=f"pb pb-shark pb-{p.theme}",
        role="group" if lit else "img",
    )


def _rail(s: Any, p: Palette, lit: frozenset[str]) -> Markup:
    made = []
    for j in range(RAIL):
        token, x = f"rail {j + 1}", 12 + STEP * j
        inside: list[str] = []
        if s.rail[j] >= 0:
            card = card_of(s, s.rail[j])
            inside.append(whole_card(card, unused(card), p))
            if s.fresh and j >= RAIL - s.fresh and s.phase in (LURING, EATING):
                inside.append(_frame_attack(p))
        else:
            inside.append(tag("rect", width=CARD_W, height=CARD_H, fill="none"))
        if token in lit:
            inside.append(frame(0, 0, CARD_W, CARD_H, 13, p))
        made.append(touch(token, lit, spell(s, token), *inside, transform=move(x, RAIL_Y)))
    x = 12 + STEP * RAIL + 6
    made.append(circle(x + 54, RAIL_Y + CARD_H - 32, 23, fill=p["mark-paper"], stroke=p["mark-ink"], stroke_width=2.5))
    made.append(letters(str(s.draw.bit_count()), x + 54, RAIL_Y + CARD_H - 32, 19, p["mark-ink"], weight=0.17))
    made.append(letters(say("picture.trash"), x + 147, RAIL_Y + 118, 14, p["soft"], weight=0.16))
    made.append(letters(str(s.trash.bit_count()), x + 147, RAIL_Y + 148, 22, p["ink"], weight=0.17))
    sides = 2 if s.players == PLAYERS else s.players
    made.append(letters(say("picture.turn"), x + 147, RAIL_Y + 30, 14, p["soft"], weight=0.16))
    made.append(letters(str(min(s.turns // sides + 1, s.cap)), x + 147, RAIL_Y + 60, 22, p["ink"], weight=0.17))
    return group(*made, class_="pb-rail")


@cache
def _frame_attack(p: Palette) -> Markup:
    """A new ticket that the shark has come for: a dashed collar with teeth."""
    box: dict[str, Any] = {"x": -1, "y": -1, "width": CARD_W + 2, "height": CARD_H + 2, "rx": 13, "fill": "none"}
    return tag("rect", **box, stroke=p["sauce"], stroke_width=7, stroke_dasharray="12 7")


_COLUMNS = (462.0, 546.0, 630.0, 714.0)


def _sea(s: Any, p: Palette, lit: frozenset[str]) -> Markup:
    made = []
    biting = s.phase in (LURING, EATING)
    for k in range(4):
        x, y = _COLUMNS[k], SEA_Y + 37
        if s.want[k] and s.attacker >= 0:
            thing = [group(slice_of(k, p), transform=move(x, y, 22)), numeral(s.want[k], x + 27, y, 22, p["wood-ink"])]
            made.append(group(*thing, opacity=None if biting else 0.45))
        made.append(_supply(s, k, p, lit))
        thing_of = slice_of(k, p) if k < TINS else anchovy(p)
        made.append(group(thing_of, transform=move(x, y + 122, 19), opacity=0.75 if s.maw[k] else 0.3))
        made.append(numeral(s.maw[k], x + 27, y + 122, 17, p["wood-ink"]))
    return group(*made, class_="pb-sea")


def _supply(s: Any, k: int, p: Palette, lit: frozenset[str]) -> Markup:
    x, y = _COLUMNS[k], SEA_Y + 98
    count = s.supply[k] if k < TINS else s.can
    thing = slice_of(k, p) if k < TINS else anchovy(p)
    inside: list[str] = [
        tag("rect", x=x - 28, y=y - 28, width=82, height=56, rx=12, fill="none", pointer_events="all"),
        group(thing, transform=move(x, y, 22)),
        numeral(count, x + 22, y, 17, p["wood-ink"]),
    ]
    if k == TINS:
        return group(*inside, class_="pb-supply")
    token = f"supply {TYPES[k]}"
    if token in lit:
        inside.append(frame(x - 28, y - 28, 82, 56, 12, p))
    return touch(token, lit, spell(s, token), *inside)


def _goals(s: Any, main: int, p: Palette, lit: frozenset[str]) -> Markup:
    made = []
    seen: dict[int, int] = {}
    for t in range(3):
        if s.goal[t] < 0:
            continue
        card, x = card_of(s, s.goal[t]), 10 + 262 * t
        owner = s.claimed[t]
        playing = owner >= 0 and owner == main and icons.owes_goal(s, owner)
        made.append(group(_goal(s, t, card, owner, playing, seen, main, p, lit), transform=move(x, SEA_Y + SEA_H + 10)))
    return group(*made, class_="pb-goals")


def _goal(
    s: Any,
    t: int,
    card: Card,
    owner: int,
    playing: bool,
    seen: dict[int, int],
    main: int,
    p: Palette,
    lit: frozenset[str],
) -> Markup:
    """One goal: how many halves of which type, its anchovy or its winner, its icons."""
    band = (p["cheese"], p["red-mark"], p["white-mark"])[t]
    inside: list[str] = [
        tag("rect", width=252, height=104, rx=13, fill=p["mark-paper"], stroke=p["mark-ink"], stroke_width=2.5),
        path("M2 14A12 12 0 0 1 14 2L238 2A12 12 0 0 1 250 14L250 40L2 40Z", fill=band),
        line((2, 40), (250, 40), stroke=p["mark-ink"], stroke_width=1.5),
    ]
    inside += [group(half_pizza(1, t + 1, 3, 15, p), transform=move(14 + 20 * i, 21)) for i in range(card.cost)]
    if owner < 0:
        inside.append(group(anchovy(p), transform=move(228, 21, 16)))
    else:
        inside.append(seat_symbol(TOPPING[COLOURS[owner]], p, 230, 21, 17))
    inside.append(letters(title(card), 203, 21, 9.5, p["mark-ink"], "end", 0.16))
    for i, kind in enumerate(card.icons):
        x, y = 30 + 48 * i, 72
        drawn = group(icon(kind, p), transform=move(x, y, 22))
        if not playing:
            inside.append(group(drawn, opacity=0.35 if owner >= 0 else None))
            continue
        inside.append(live_icon(s, main, kind, drawn, x, y, 22, seen, True, p, lit))
    return group(*inside, opacity=0.6 if owner >= 0 and not playing else None)


def _described(s: Any) -> str:
    """The position for those who cannot see it."""
    told = [tray_said(s, q) for q in range(s.players)]
    rail = ", ".join(f"{card_name(s, s.rail[j])}: {card_icons(s, s.rail[j])}" for j in range(RAIL) if s.rail[j] >= 0)
    return " ".join([*told, say("picture.rail", cards=rail)])
