"""The picture of Pizzeria: the tray (see pizza.py), what everybody has saved, buttons and offers.

Everything is drawn from the record it is given, so a picture of a view shows no more than the view holds.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache

from pizzabox.engine.catalogue import kept
from pizzabox.engine.glyphs import lettering, text_width
from pizzabox.engine.picture_parts import askable, placed, touchable
from pizzabox.engine.svg import Layer, Markup, Palette, box, circle, group, join, layer, line, move
from pizzabox.engine.toppings import seat_symbol
from pizzabox.engine.whole_picture import Frame, WholePicture, Wide

from ..board import BY_NAME, KINDS, LEFT_OUT, OFFERS, PILES, SLICES
from ..move_codes import ADVANCED, CHEW, COLOURS, JEFF, OVER, RETRO, SOLO
from ..phrases import called, leafy, say, sums, who
from ..rules.round_flow import acting, slicer
from ..rules.scoring import heads
from ..spoken_board import spoken
from ..state import State
from ..words import offer_spelled, seat_said, spell_choice
from . import beside, pizza, symbols
from .cells import POINTS, bites, cell, points

__all__ = ["board", "pieces", "sample", "svg", "view_box", "wide"]

LEFT, WIDTH, TOP = -600.0, 1200.0, -606.0
CHOICES, LOW = 616.0, 676.0
"""The middle of the row of buttons, and its lower end."""
HEAD, FIRST_ROW, ROW = 732.0, 822.0, 72.0
NAME, EATEN = 164.0, 134.0
OFFER_ROW, OFFER_WIDTH = 62.0, 1180.0


@cache
def kinds(n: int) -> tuple[int, ...]:
    """The kinds that so many play with."""
    return tuple(kind for kind in KINDS if kind not in LEFT_OUT[n])


@cache
def _columns(n: int) -> tuple[float, ...]:
    """The middle of each kind's column."""
    room, many = WIDTH - 20 - NAME - EATEN - POINTS, len(kinds(n))
    return tuple(LEFT + 10 + NAME + room * (index + 0.5) / many for index in range(many))


def _frame(s: State) -> Frame:
    """Left, top, width and height of the picture."""
    offers = int(PILES[heads(s)]) * OFFER_ROW + 20 if s.variant == ADVANCED else 0
    return LEFT, TOP, WIDTH, FIRST_ROW - ROW / 2 + heads(s) * ROW + 14 + offers - TOP


def board(s: State, p: Palette) -> Markup:
    """What never changes in a game: the tray and the head of the table of saved slices."""
    return _board(heads(s), p)


def wide(s: State) -> Wide:
    """The table beside the pizza, and below both the offers in two columns."""
    n, many = heads(s), int(PILES[heads(s)]) if s.variant == ADVANCED else 0
    width, rows = beside.right(n) - LEFT, (many + 1) // 2
    size = width / 2 / OFFER_WIDTH
    places = {}
    for i in range(many):
        column, row = divmod(i, rows)
        y = LOW + (row + 0.5) * OFFER_ROW * size
        places[f"offer-{i}"] = LEFT * (1 - size) + column * width / 2, y - size * _offer_y(n, i), size
    return Wide((LEFT, TOP, width, LOW + rows * OFFER_ROW * size - TOP), places)


@kept(64)
def _board(n: int, p: Palette) -> Markup:
    low = FIRST_ROW - ROW / 2 + n * ROW
    made = [
        box(LEFT + 10, HEAD - 54, WIDTH - 20, low - HEAD + 54, 22, fill=p["card"], stroke=p["rule"], stroke_width=3),
    ]
    for kind, x in zip(kinds(n), _columns(n), strict=True):
        made.append(symbols.placed(kind, p, x, HEAD - 14, 29))
        made.append(lettering(str(kind), x, HEAD + 36, 25, p["ink"], weight=0.16))
    right = LEFT + WIDTH - 10
    made.append(symbols.leaves(1, p, right - POINTS - EATEN / 2 + 4, HEAD - 14, 27))
    made.append(lettering(say("board.eaten"), right - POINTS - EATEN / 2, HEAD + 36, 19, p["soft"], weight=0.15))
    made.append(lettering(say("board.points"), right - POINTS / 2 - 4, HEAD + 36, 19, p["soft"], weight=0.15))
    for row in range(n):
        y = FIRST_ROW - ROW / 2 + row * ROW
        made.append(line((LEFT + 12, y), (right - 2, y), stroke=p["rule"], stroke_width=2))
    tray = group(symbols.art("tray", p), class_="pb-tray")
    aside = beside.head(kinds(n), n, p) if p.theme == "page" else ""
    return group(tray, group(*made, class_="pb-tall"), aside, class_="pb-board", aria_hidden="true")


def pieces(s: State, viewer: int, p: Palette, *, legal: Iterable[str] = (), chosen: tuple[str, ...] = ()) -> Layer:
    """The layer that changes; everything a person can touch is one group with its token in `data-token`."""
    tokens = tuple(legal)
    return layer(
        *pizza.table_top(s, p, frozenset(tokens), chosen),
        choices(s, p, tokens),
        players(s, p),
        beside.players(s, kinds(heads(s)), p) if p.theme == "page" else "",
        offers(s, p) if s.variant == ADVANCED else "",
        class_="pb-pieces",
    )


def _title(s: State) -> str:
    rounds = int(PILES[heads(s)])
    return f"Pizzeria, {say('board.round', round=min(s.rounds + 1, rounds), rounds=rounds)}"


def choices(s: State, p: Palette, legal: tuple[str, ...]) -> Layer:
    """Buttons for what lies nowhere on the table, and chips of saved slices and kinds."""
    chips = tuple(token for token in legal if token.startswith(("saved ", "kind ")))
    buttons = tuple((token, _button_key(s, token)) for token in legal if _is_button(token))
    return _choices(chips, buttons, p) if chips or buttons else Layer([])


@lru_cache(maxsize=512)
def _is_button(token: str) -> bool:
    return say.has(f"token.button_{token}")


@kept(128)
def _choices(chips: tuple[str, ...], buttons: tuple[tuple[str, str], ...], p: Palette) -> Layer:
    """Chips, and buttons with the keys of what stands on them, side by side."""
    wide = min(118.0, 880 / max(1, len(chips)))
    shown: list[tuple[str, float, Markup]] = [(token, wide, _chip(token, wide, p)) for token in chips]
    for token, key in buttons:
        width = text_width(say(key), 32) + 90
        shown.append((token, width, _button(say(key), width, p)))
    x = -(sum(width for _, width, _ in shown) + 18 * (len(shown) - 1)) / 2
    made = []
    for token, width, inside in shown:
        spot = move(x + width / 2, CHOICES)
        made.append(touchable(token, "pb-choice", True, spell_choice(token), inside, transform=spot))
        x += width + 18
    return layer(*made, class_="pb-choices")


def _button_key(s: State, token: str) -> str:
    """The key of what stands on a button."""
    if token == "done" and s.phase == CHEW:
        return "token.button_save_all" if s.plate == leafy(s) else "token.button_done"
    return "token.button_stop" if token == "pass" and s.phase == RETRO else f"token.button_{token}"


def _button(label: str, width: float, p: Palette) -> Markup:
    return join(
        box(-width / 2, -48, width, 96, 30, fill=p["glow"], stroke=p["touch"], stroke_width=6),
        lettering(label, 0, 0, 32, p["mark-ink"], weight=0.15),
    )


def _chip(token: str, width: float, p: Palette) -> Markup:
    word, _, rest = token.partition(" ")
    kind = int(rest) if word == "kind" else SLICES[BY_NAME[rest]].kinds[0]
    made = [
        box(-width / 2, -54, width, 108, 20, fill=p["glow"], stroke=p["touch"], stroke_width=5),
        symbols.placed(kind, p, 0, -20, min(28.0, width * 0.4)),
    ]
    if word == "kind":
        made.append(lettering(str(kind), 0, 34, 27, p["mark-ink"], weight=0.17))
    else:
        made.append(lettering(str(kind), -width * 0.22, 34, 24, p["mark-ink"], weight=0.17))
        made.append(symbols.leaves(SLICES[BY_NAME[rest]].leaves, p, width * 0.2, 34, min(11.0, width * 0.11)))
    return join(*made)


def sample(name: str, p: Palette) -> Markup:
    """A sign of the legend."""
    chapter, _, sign = name.partition(".")
    if chapter == "offers":
        return symbols.tile(sign, p, 0, 0, 36)
    if sign == "most":
        return cell(0, 0, 6, True, False, p)
    if sign in ("leaf", "knife"):
        return symbols.art.at(sign, p, 0, 0, 36)
    return pizza.sample(sign, p)


def players(s: State, p: Palette) -> Layer:
    """A row for each player: saved slices by kind, who gets the points of a kind framed, eaten slices, points."""
    counted, n = sums(s), heads(s)
    acts, knife = (acting(s), slicer(s)) if s.phase != OVER else (-1, -1)
    made = []
    for q, held in enumerate(counted.halves):
        known = counted.knows(s, q)
        head = _head(q, bool(s.variant >= SOLO and q == JEFF), acts == q, knife == q, p)
        cells = _cells(q, n, held, counted.leads[q], s.marked if s.holder[2] == q + 1 else 0, p)
        y, right = FIRST_ROW + q * ROW, LEFT + WIDTH - 10
        eaten = bites(right - POINTS - EATEN / 2, y, s.bites[q], counted.leaves[q] if known else -1, p)
        total = points(right - POINTS / 2 - 4, y, counted.points[q], known, bool(s.won >> q & 1), p)
        made.append(_row(q, seat_said(s, q), head, cells, eaten, total))
    return layer(*made, class_="pb-seats pb-tall")


@lru_cache(maxsize=256)
def _row(q: int, said: str, *parts: Markup) -> Markup:
    hit = box(LEFT + 12, FIRST_ROW + q * ROW - ROW / 2, WIDTH - 24, ROW, 0, fill="none", pointer_events="all")
    return askable(f"seat {q + 1}", said, hit, *parts, id=f"pb-seat-{q}", class_=f"pb-seat pb-{COLOURS[q]}")


@kept(256)
def _head(q: int, jeff: bool, acts: bool, knife: bool, p: Palette) -> Markup:
    """Who it is, on a dark plate when to act, and the knife."""
    y = FIRST_ROW + q * ROW
    return join(
        box(LEFT + 16, y - 32, NAME - 4, 64, 20, fill=p["ink"]) if acts else "",
        seat_symbol(COLOURS[q], p, LEFT + 52, y, 27),
        lettering(called(q, jeff)[0], LEFT + 104, y, 28, p["paper"] if acts else p["ink"], weight=0.16),
        circle(LEFT + 145, y, 21, fill=p["card"]) if knife else "",
        symbols.art.at("knife", p, LEFT + 146, y, 19) if knife else "",
    )


@lru_cache(maxsize=256)
def _cells(q: int, n: int, held: tuple[int, ...], leads: tuple[bool, ...], marked: int, p: Palette) -> Markup:
    """What a player has saved of each kind; `leads` tells which of them bring points."""
    y = FIRST_ROW + q * ROW
    places = zip(kinds(n), _columns(n), strict=True)
    return join(*(cell(x, y, held[kind], leads[kind], kind == marked, p) for kind, x in places))


def offers(s: State, p: Palette) -> Layer:
    """The offer of this round and those in front of players, with what they do."""
    shown = [o for o in range(12) if s.holder[o] or s.tile == o + 1]
    made = []
    for i, o in enumerate(shown):
        drawn = _offer(o, _offer_y(heads(s), i), s.holder[o], _holder(s, o), bool(s.used >> o & 1), p)
        made.append(placed(f"offer-{i}", drawn))
    return layer(*made, class_="pb-offers")


def _offer_y(n: int, i: int) -> float:
    """The middle of the i-th offer below the table of n players."""
    return FIRST_ROW - ROW / 2 + n * ROW + 14 + (i + 0.5) * OFFER_ROW


def _holder(s: State, offer: int) -> str:
    """Who has an offer, if anybody."""
    return who(s, s.holder[offer] - 1) if s.holder[offer] else ""


@kept(256)
def _offer(offer: int, y: float, holder: int, name: str, used: bool, p: Palette) -> Markup:
    text = say(f"offer.{offer}")
    return askable(
        f"offer {OFFERS[offer]}",
        offer_spelled(offer, name, used),
        symbols.tile(OFFERS[offer], p, LEFT + 46, y, 25, used),
        seat_symbol(COLOURS[holder - 1], p, LEFT + 106, y, 25) if holder else "",
        lettering(text, LEFT + 148, y, 26, p["soft" if used else "ink"], "start", 0.13),
        id=f"pb-offer-{OFFERS[offer]}",
        class_="pb-offer" + (" pb-used" if used else ""),
    )


_whole = WholePicture("pizzeria", _title, _frame, board, pieces, spoken)
svg, view_box = _whole.svg, _whole.view_box
