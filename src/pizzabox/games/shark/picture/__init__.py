"""The picture of Pizza Shark: the rail and the shark above, then a tray for every player, the viewer's own large.

Everything is drawn from the record it is given. What can be touched is one element with its token in `data-token`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Any

from pizzabox.engine.catalogue import kept
from pizzabox.engine.svg import Layer, Markup, Palette, circle, group, join, layer, line, move, palette, path, tag
from pizzabox.engine.toppings import seat_symbol
from pizzabox.engine.whole_picture import check_viewer, whole_picture

from .. import rules
from ..board import DECKS, RAIL
from ..board.deck import TYPES
from ..phrases import COLOURS, card_icons, card_name, say, sides, title
from ..rules import actions
from ..rules.actions import EATING, LURING, SETUP, TINS
from ..state import State
from ..words import supply_said, ticket_said
from .symbols import CARD_H, CARD_W, anchovy, box, card_back, half_pizza, icon, piece, shark, slice_of
from .touchables import TOPPING, frame, letters, live_icon, looks, numeral, touch, whole_card
from .trays import BIG, SMALL, STEP, WIDTH, other_tray, own_tray, tray_said

RAIL_Y, SEA_Y, SEA_H, GOALS_H, GAP = 12.0, 220.0, 196.0, 122.0, 12.0


def _panels_y(s: State) -> float:
    return SEA_Y + SEA_H + (GOALS_H if s.goals else 0.0) + GAP


def height(s: State) -> float:
    return float(_panels_y(s) + BIG + (s.players - 1) * (SMALL + GAP) + GAP)


def view_box(s: State) -> str:
    """The `viewBox` for the layers of this game."""
    return f"0 0 {WIDTH:g} {height(s):g}"


@kept(32)
def _board(players: int, goals: int, p: Palette) -> Markup:
    sea = box(6, SEA_Y, WIDTH - 12, SEA_H, 18, fill=p["wood"], stroke=p["wood-edge"], stroke_width=2)
    slots = [
        box(
            12 + STEP * j,
            RAIL_Y,
            CARD_W,
            CARD_H,
            13,
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


def board(s: State, p: Palette) -> Markup:
    """What never changes: places of the rail, the deck, the shark."""
    return _board(s.players, s.goals, p)


def pieces(s: State, viewer: int, p: Palette, *, legal: Iterable[str] = ()) -> Layer:
    """All that moves: tickets, supply, maw, goals and trays. Tokens in `legal` glow."""
    lit = frozenset(legal)
    main, acting = _main(s, viewer), rules.actors(s)
    y = _panels_y(s)
    panels = [layer(own_tray(s, main, viewer, acting, p, lit), transform=_beside(y))]
    y += BIG + GAP
    for k in range(1, s.players):
        panels.append(layer(other_tray(s, (main + k) % s.players, acting, p, lit), transform=_beside(y)))
        y += SMALL + GAP
    goals = [_goals(s, main, p, lit)] if s.goals else []
    return layer(_rail(s, p, lit), _sea(s, p, lit), *goals, *panels, class_="pb-pieces")


@cache
def _beside(y: float) -> str:
    return move(6, y)


def _main(s: State, viewer: int) -> int:
    """Whose tray is large: the viewer's own, for a spectator that of the active player."""
    if viewer >= 0:
        return viewer
    return rules.picker(s) if s.phase == SETUP else int(s.turn)


def svg(
    s: State,
    viewer: int = -1,
    *,
    theme: str = "light",
    legal: Iterable[str] = (),
    size: int | None = None,
    title: str | None = None,
) -> str:
    """The position as a complete picture. `size` is its width in pixels; without it the picture fills its place."""
    check_viewer(viewer, s.players)
    p, lit = palette(theme), tuple(legal)
    return whole_picture(
        "shark",
        p,
        (0, 0, WIDTH, height(s)),
        [board(s, p), pieces(s, viewer, p, legal=lit)],
        view_box=view_box(s),
        title="Pizza Shark" if title is None else title,
        described=_described(s),
        touchable=bool(lit),
        size=size,
    )


def _rail(s: State, p: Palette, lit: frozenset[str]) -> Layer:
    fresh = RAIL - s.fresh if s.phase in (LURING, EATING) else RAIL
    turn = min(s.turns // sides(s) + 1, s.cap)
    rail = tuple(s.rail)
    return _railed(s.deck, rail, fresh, lit & _ALL_TICKETS, s.draw.bit_count(), s.trash.bit_count(), turn, p)


@kept(128)
def _railed(
    deck: int, rail: tuple[int, ...], fresh: int, lit: frozenset[str], draw: int, trash: int, turn: int, p: Palette
) -> Layer:
    """The rail, from `fresh` on with tickets that the shark has come for, and the numbers at its end."""
    return layer(
        *(_ticket(deck, card, j, j >= fresh, _TICKETS[j] in lit, p) for j, card in enumerate(rail)),
        _draw(draw, p),
        _trash(trash, p),
        _turn(turn, p),
        class_="pb-rail",
    )


_TICKETS = tuple(f"rail {j + 1}" for j in range(RAIL))
_ALL_TICKETS = frozenset(_TICKETS)
_ASIDE = 12 + STEP * RAIL + 6
"""Where the deck lies, at the end of the rail."""


@kept(256)
def _ticket(deck: int, number: int, j: int, attacked: bool, lit: bool, p: Palette) -> Markup:
    """A place of the rail with its card, or with none."""
    inside: list[str] = []
    if number >= 0:
        card = DECKS[deck].cards[number]
        inside.append(whole_card(card, p))
        if attacked:
            inside.append(_frame_attack(p))
    else:
        inside.append(tag("rect", width=CARD_W, height=CARD_H, fill="none"))
    if lit:
        inside.append(frame(0, 0, CARD_W, CARD_H, 13, p))
    return touch(_TICKETS[j], lit, ticket_said(deck, j, number), *inside, transform=move(12 + STEP * j, RAIL_Y))


@lru_cache(maxsize=256)
def _draw(n: int, p: Palette) -> Markup:
    x, y = _ASIDE + 54, RAIL_Y + CARD_H - 32
    plate = circle(x, y, 23, fill=p["mark-paper"], stroke=p["mark-ink"], stroke_width=2.5)
    return join([plate, letters(str(n), x, y, 19, p["mark-ink"], weight=0.17)])


@kept(256)
def _trash(n: int, p: Palette) -> Markup:
    return _number("picture.trash", n, 118, p)


@kept(256)
def _turn(n: int, p: Palette) -> Markup:
    return _number("picture.turn", n, 30, p)


def _number(key: str, n: int, y: float, p: Palette) -> Markup:
    """A number beside the deck, and what it counts."""
    word = letters(say(key), _ASIDE + 147, RAIL_Y + y, 14, p["soft"], weight=0.16)
    return join([word, letters(str(n), _ASIDE + 147, RAIL_Y + y + 30, 22, p["ink"], weight=0.17)])


@cache
def _frame_attack(p: Palette) -> Markup:
    """A new ticket that the shark has come for: a dashed collar with teeth."""
    dashes: dict[str, Any] = {"fill": "none", "stroke": p["sauce"], "stroke_width": 7, "stroke_dasharray": "12 7"}
    return box(-1, -1, CARD_W + 2, CARD_H + 2, 13, **dashes)


_COLUMNS = (462.0, 546.0, 630.0, 714.0)


def _sea(s: State, p: Palette, lit: frozenset[str]) -> Layer:
    want = tuple(s.want) if s.attacker >= 0 else (0, 0, 0, 0)
    biting = s.phase in (LURING, EATING)
    return _at_sea(want, biting, (*s.supply, s.can), tuple(s.maw), lit & _ALL_SUPPLY, p)


@kept(128)
def _at_sea(
    want: tuple[int, ...], biting: bool, supply: tuple[int, ...], maw: tuple[int, ...], lit: frozenset[str], p: Palette
) -> Layer:
    """Beside the shark, by type: what it wants, what is left to take, what it has eaten."""
    made = []
    for k in range(4):
        if want[k]:
            made.append(_want(k, want[k], biting, p))
        made.append(_supply(k, supply[k], k < TINS and _SUPPLY[k] in lit, p))
        made.append(_maw(k, maw[k], p))
    return layer(*made, class_="pb-sea")


_SUPPLY = tuple(f"supply {t}" for t in TYPES)
_ALL_SUPPLY = frozenset(_SUPPLY)


@lru_cache(maxsize=256)
def _want(k: int, n: int, biting: bool, p: Palette) -> Markup:
    """What the shark wants of a type."""
    x, y = _COLUMNS[k], SEA_Y + 37
    thing = [group(slice_of(k, p), transform=move(x, y, 22)), numeral(n, x + 27, y, 22, p["wood-ink"])]
    return group(*thing, opacity=None if biting else 0.45)


@lru_cache(maxsize=512)
def _maw(k: int, n: int, p: Palette) -> Markup:
    """What it has eaten of a type."""
    x, y = _COLUMNS[k], SEA_Y + 159
    eaten = group(piece(k, p), transform=move(x, y, 19), opacity=0.75 if n else 0.3)
    return join([eaten, numeral(n, x + 27, y, 17, p["wood-ink"])])


@kept(512)
def _supply(k: int, n: int, lit: bool, p: Palette) -> Markup:
    x, y = _COLUMNS[k], SEA_Y + 98
    inside: list[str] = [
        box(x - 28, y - 28, 82, 56, 12, fill="none", pointer_events="all"),
        group(piece(k, p), transform=move(x, y, 22)),
        numeral(n, x + 22, y, 17, p["wood-ink"]),
    ]
    if k == TINS:
        return group(*inside, class_="pb-supply")
    if lit:
        inside.append(frame(x - 28, y - 28, 82, 56, 12, p))
    return touch(_SUPPLY[k], lit, supply_said(k, n), *inside)


def _goals(s: State, main: int, p: Palette, lit: frozenset[str]) -> Layer:
    playing = actions.owes_goal(s, main)
    live = iter(looks(s, main, True, lit)) if playing else iter(())
    made = []
    for t in range(3):
        if s.goal[t] >= 0:
            owner = s.claimed[t]
            made.append(_goal(s.deck, s.goal[t], t, owner, next(live) if playing and owner == main else None, p))
    return layer(*made, class_="pb-goals")


@kept(128)
def _goal(deck: int, number: int, t: int, owner: int, look: tuple[int, ...] | None, p: Palette) -> Markup:
    """One goal: how many halves of which type, its anchovy or its winner, its icons and how they look while played."""
    card = DECKS[deck].cards[number]
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
        if look is not None:
            inside.append(live_icon(kind, look[i], x, y, 22, p))
        else:
            drawn = group(icon(kind, p), transform=move(x, y, 22))
            inside.append(group(drawn, opacity=0.35 if owner >= 0 else None))
    drawn = group(*inside, opacity=0.6 if owner >= 0 and look is None else None)
    return group(drawn, transform=move(10 + 262 * t, SEA_Y + SEA_H + 10))


def _described(s: State) -> str:
    """The position for those who cannot see it."""
    told = [tray_said(s, q) for q in range(s.players)]
    rail = ", ".join(f"{card_name(s, s.rail[j])}: {card_icons(s, s.rail[j])}" for j in range(RAIL) if s.rail[j] >= 0)
    return " ".join([*told, say("picture.rail", cards=rail)])
