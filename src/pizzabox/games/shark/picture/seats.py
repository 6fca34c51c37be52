"""The trays of Pizza Shark: the viewer's own in full, the others small."""

from collections.abc import Iterator
from functools import lru_cache

from pizzabox.engine.catalogue import kept
from pizzabox.engine.glyphs import lettering
from pizzabox.engine.picture_parts import askable, knob, owner, placed, slab, touchable
from pizzabox.engine.svg import Layer, Markup, Palette, box, circle, group, join, layer, line, path, style, translate
from pizzabox.engine.toppings import seat_symbol
from pizzabox.engine.whole_picture import Place

from ..board import DECKS, FULL, HALF_NAMES, HALVES, PLAYERS, SPACES
from ..board.deck import ACTIONS
from ..notation import BAITS, DONE_TOKENS, FINISH_GOAL, done_token, stock_token
from ..phrases import COLOURS, card_does, say
from ..phrases import icon as icon_words
from ..rules import actions, attacks
from ..rules.actions import ACTING, EATING, LURING, OVER, PASSING, PLACING, PLAYING, SETUP, TINS, UPGRADING
from ..state import SEATS, State
from ..words import half_said, pile_said, tray_said
from . import symbols
from .symbols import CARD_H, CARD_W, STEP, WIDTH, art, icon

BIG, SMALL = 462.0, 128.0
ROW_Y, ROW_H = 372.0, 82.0
"""The row below the piles."""
NARROW_W, NARROW_H = 304.0, 352.0
"""Another player's tray in the wide picture: pizzas two by two, and the piles one below the other."""
NARROW: dict[str, Place] = {
    "count": (150.0, -28.0, 1.0),
    "icons": (-17.0, -52.0, 1.45),
    "pizzas-0": (-206.0, 126.0, 1.0),
    "pizzas-1": (-414.0, 230.0, 1.0),
    **{f"pile-{k}": (-408.0 - 80 * (k % 2), 115.0 + 56 * (k - k // 2), 1.0) for k in range(4)},
}
"""Where its parts are moved to for that."""


@lru_cache(maxsize=64)
def _ground(state: str, w: float, h: float, p: Palette) -> Markup:
    """A panel: its player has won, is to act, or waits."""
    edge, wide = {"won": (p["gold"], 5), "act": (p["touch"], 5), "rest": (p["rule"], 2)}[state]
    return slab(w, h, 18, fill=p["card"], stroke=edge, stroke_width=wide)


@lru_cache(maxsize=64)
def _small_ground(state: str, p: Palette) -> Markup:
    """The panel of another player, in a page in both of its shapes."""
    ground = _ground(state, WIDTH - 12, SMALL, p)
    if p.theme != "page":
        return ground
    narrow = _ground(state, NARROW_W, NARROW_H, p)
    return join(group(ground, class_="pb-tall"), group(narrow, class_="pb-wide", display="none"))


def _state(s: State, q: int, acting: int) -> str:
    """How a panel looks: to act, on the team that acts, or waiting."""
    if s.phase == OVER:
        return "won" if s.won >> q & 1 else "rest"
    return "act" if acting >> q & 1 else "rest"


def _danger(s: State, q: int, x: float, y: float, p: Palette) -> Markup | str:
    """While the shark attacks: what it would take, or that it cannot."""
    if s.phase not in (LURING, EATING) or not attacks.victim(s, q):
        return ""
    lost = int(attacks.risk(s, q)) if s.phase == LURING else sum(s.lost[q, t] for t in range(3)) + s.owed[q]
    word, colour = (f"-{lost}", "red") if lost and not s.lured >> q & 1 else (say("board.safe"), "green")
    ground = box(x - 36, y - 18, 72, 36, 18, fill=p[f"{colour}-fill"], stroke=p["mark-ink"], stroke_width=2)
    return join(ground, lettering(word, x, y, 17, p[f"{colour}-text"], weight=0.17))


def _head(s: State, q: int, own: bool, p: Palette) -> Markup:
    return _headed(q, bool(s.players == PLAYERS and s.phase not in (SETUP, OVER) and q == s.turn), own, p)


@kept(64)
def _headed(q: int, first: bool, own: bool, p: Palette) -> Markup:
    """A player's symbol and name, and the token of who comes first; the own tray has more room."""
    end = 248 if own else 206
    made = [
        seat_symbol(symbols.TOPPING[COLOURS[q]], p, 34, 32, 24),
        owner(q, say(f"name.{q}"), 66, 32, 20, p["ink"], end - 66 - (34 if first else 0) if own else 106),
    ]
    if first:
        ink = p["mark-ink"]
        made.append(knob("1", end - 16, 32, 15, 15, ink, 0.18, fill=p["gold"], stroke=ink, stroke_width=2))
    return join(*made)


@lru_cache(maxsize=128)
def _bar(n: int, p: Palette) -> Markup:
    """So many slices of a full tray."""
    x, y, step = 250, 32, 440 / FULL
    pips = []
    for i in range(FULL):
        fill, edge = (p["crust"], p["crust-edge"]) if i < n else ("none", p["rule"])
        pips.append(box(x + i * step, y - 9, step - 3, 18, 3, fill=fill, stroke=edge, stroke_width=1.5))
    return join(group(*pips, aria_hidden="true"), lettering(f"{n}/{FULL}", 774, 32, 20, p["ink"], "end", 0.16))


def own_tray(s: State, q: int, viewer: int, acting: int, p: Palette, lit: frozenset[str]) -> Layer:
    """The viewer's own tray with its cards and buttons. `acting` are the players who act, as bits."""
    return _tray(
        s,
        q,
        _ground(_state(s, q, acting), WIDTH - 12, BIG, p),
        _head(s, q, True, p),
        _bar(s.placed[q], p),
        _own_pizzas(*_halves(s, q), lit & _ALL_HALVES, p),
        *_piles(s, q, p, lit, own=True),
        _deck_line(s, q, p),
        _danger(s, q, 340, ROW_Y + ROW_H / 2, p),
        *_own_cards(s, q, viewer, acting, p, lit),
    )


def _tray(s: State, q: int, *parts: str | Layer) -> Layer:
    seat = SEATS[q]
    known = style(data_what=f"tray {seat}", role="group", aria_label=tray_said(s, q))
    return layer(*parts, id=f"pb-tray-{seat}", class_="pb-tray", **known)


def _deck_line(s: State, q: int, p: Palette) -> Markup:
    """How many cards are in the own deck and discard pile."""
    spent = s.spent[q].bit_count()
    drawing = s.phase == ACTING and s.step[q] == PLACING
    discard = spent - sum(s.hand[q, i] >= 0 for i in range(2))
    words = f"{say('board.own_deck')} {6 - spent}   {say('board.discard')} {discard}"
    return lettering(words, 212 if drawing else 24, ROW_Y + ROW_H / 2, 14, p["soft"], "start", 0.15)


def _own_cards(s: State, q: int, viewer: int, acting: int, p: Palette, lit: frozenset[str]) -> list[Markup]:
    """The two played cards, or in their place the answers to the shark; and the button that goes on."""
    if s.phase == LURING and s.asked == q:
        known = range(4 if s.players == PLAYERS else 2)
        return [button(BAITS[k], BAITS[k] in lit, p) for k in known]
    made: list[Markup] = []
    playing = s.phase == ACTING and s.step[q] == PLAYING and not actions.owes_goal(s, q)
    live = iter(symbols.looks(s, q, False, lit)) if playing else iter(())
    upgrading = s.phase == UPGRADING and s.mover == q
    for i in range(2):
        if s.hand[q, i] < 0:
            made.append(symbols.no_card(404 + STEP * i, 260.0, p))
            continue
        card, on = s.own[q, s.hand[q, i]], f"card {i + 1}" in lit
        swapped, offered = bool(upgrading and s.swapped >> i & 1), bool(upgrading and viewer == q)
        made.append(_own_card(s.deck, card, q, i, next(live, ()), swapped, on, offered, p))
    if acting >> q & 1 and s.phase in (ACTING, PASSING) and viewer == q:
        token = done_token(s, q)
        made.append(button(token, token in lit, p))
    return made


@kept(256)
def _own_card(
    deck: int, number: int, q: int, i: int, used: tuple[int, ...], swapped: bool, lit: bool, offered: bool, p: Palette
) -> Markup:
    """A played card; `used` tells how its icons look while they are being used."""
    card, does, spot = DECKS[deck].cards[number], card_does(deck, number), translate(404 + STEP * i, 260.0)
    if used:
        size, spots = symbols.icon_spots(len(card.icons))
        parts = [
            symbols.live_icon(kind, how, x, y, size, p)
            for kind, how, (x, y) in zip(card.icons, used, spots, strict=True)
        ]
        return askable(
            f"card {i + 1} of {SEATS[q]}", does, symbols.card_face(card, p), *parts, role="group", transform=spot
        )
    frame = slab(CARD_W, CARD_H, 13, fill="none", stroke=p["gold"], stroke_width=7)
    around = symbols.glow(0, 0, CARD_W, CARD_H, 13, p)
    inside = [symbols.whole_card(card, p), frame if swapped else "", around if lit else ""]
    label = say("board.spell_card", i=i + 1, card=does)
    if not offered:
        return askable(f"card {i + 1} of {SEATS[q]}", label, *inside, transform=spot)
    return touchable(f"card {i + 1}", "pb-touch", lit, label, *inside, transform=spot)


_BUTTONS = {
    "draw": (19.0, ROW_Y, 181.0, ROW_H),
    "keep": (206.0, ROW_Y, 181.0, ROW_H),
    "done": (694.0, 260.0, 88.0, 92.0),
    FINISH_GOAL: (694.0, 358.0, 88.0, 92.0),
    "end": (15.0, 227.0, 128.0, 84.0),
    **{bait: (412.0 + 186 * (k % 2), 268.0 + 92 * (k // 2), 176.0, 80.0) for k, bait in enumerate(BAITS)},
}
"""Each has its own place: by the deck, by the piles, beside the cards (of the goal below), by the shark; answers to it
take that of the cards."""


@kept(64)
def button(token: str, on: bool, p: Palette) -> Markup:
    """The button that goes on, or one answer to the shark."""
    x, y, w, h = _BUTTONS[token]
    answer = f"bait_{BAITS.index(token)}" if token in BAITS else ""
    words, meaning = say(f"picture.{answer or token.replace(' ', '_')}"), say(f"board.{answer or DONE_TOKENS[token]}")
    parts = words.split("\n")
    fill, ink = (p["touch"], p["mark-paper"]) if on else (p["wood"], p["wood-ink"])
    middle = y + h / 2 - 26 * (len(parts) - 1) / 2
    lines = [lettering(part, x + w / 2, middle + 26 * i, 17, ink, weight=0.17) for i, part in enumerate(parts)]
    text = group(*lines, opacity=None if on else 0.55)
    plate = box(x, y, w, h, 16, fill=fill, stroke=p["wood-edge"], stroke_width=2.5)
    return touchable(token, "pb-touch", on, meaning, plate, text)


_HALVES = tuple(f"half {h}" for h in HALF_NAMES)
_ALL_HALVES = frozenset(_HALVES)


def _halves(s: State, q: int) -> tuple[bytes, bytes]:
    """The types of a player's halves and how many slices lie there."""
    part = slice(q * HALVES, (q + 1) * HALVES)
    return s.half.tobytes()[part], s.filled.tobytes()[part]


@kept(256)
def _own_pizzas(kinds: bytes, filled: bytes, lit: frozenset[str], p: Palette) -> Layer:
    """The pizzas of the large tray."""
    halves = [_own_half(h, kinds[h], filled[h], _HALVES[h] in lit, 88, p) for h in range(HALVES)]
    pizzas = enumerate(_pizzas(88, 6, filled, halves, p))
    return Layer([row for c, pizza in pizzas for row in layer(*pizza, transform=translate(104 + 193 * c, 152)).lines])


@lru_cache(maxsize=256)
def _small_pizzas(kinds: bytes, filled: bytes, p: Palette) -> Layer:
    """The pizzas of another player's tray."""
    halves = [symbols.half_pizza(h % 2, kinds[h], filled[h], 46, p) for h in range(HALVES)]
    pizzas = enumerate(_pizzas(46, 2.5, filled, halves, p))
    made = [group(*pizza, transform=translate(260 + 104 * c, 64)) for c, pizza in pizzas]
    return Layer([*placed("pizzas-0", *made[:2]).lines, *placed("pizzas-1", *made[2:]).lines])


def _pizzas(r: float, wide: float, filled: bytes, halves: list[Markup], p: Palette) -> Iterator[list[Markup]]:
    """The pizzas of a tray, each on its plate, which has a golden edge, so wide, once it is complete."""
    cut = line((0, -r), (0, r), stroke=p["wood-ink"], stroke_width=3.5)
    for h in range(0, HALVES, 2):
        full = filled[h] == filled[h + 1] == SPACES
        edge = style(stroke=p["gold" if full else "wood-edge"], stroke_width=wide if full else 2.5)
        yield [circle(0, 0, r * 1.06, fill=p["wood"], **edge), *halves[h : h + 2], cut]


@kept(256)
def _own_half(h: int, kind: int, filled: int, lit: bool, r: float, p: Palette) -> Markup:
    side = h % 2
    outline = symbols.half_outline(side, r)
    parts = [path(outline, fill="none", pointer_events="all"), symbols.half_pizza(side, kind, filled, r, p)]
    if lit:
        for ink, wide in (("glow", 9), ("touch", 5)):
            parts.append(path(outline, fill="none", stroke=p[ink], stroke_width=wide, stroke_linejoin="round"))
    return touchable(_HALVES[h], "pb-touch", lit, half_said(h, kind, filled), *parts)


def _piles(s: State, q: int, p: Palette, lit: frozenset[str], own: bool) -> list[Markup | Layer]:
    """What a player has collected."""
    given = s.gift[q] - 2 if s.phase == PASSING else -1
    made: list[Markup | Layer] = []
    for k in range(4):
        n = s.stock[q, k] if k < TINS else s.tins[q]
        pile = _pile(q, k, n, given == k and k < TINS, _PILES[q][k] in lit, own, p)
        made.append(pile if own else placed(f"pile-{k}", pile))
    return made


_PILES = tuple(
    tuple(stock_token(k, q) if k < TINS else f"anchovies of {SEATS[q]}" for k in range(4)) for q in range(PLAYERS)
)


@kept(512)
def _pile(q: int, k: int, n: int, passing: bool, lit: bool, own: bool, p: Palette) -> Markup:
    """Collected slices of a type, or anchovies, with their number."""
    if own:
        x, y, size = 62.0 + 94 * k, 295.0, 29
        place = (x - 43, y - 37, 86, 106, 12)
        text = lettering(str(n), x, y + 48, 25, p["ink"], weight=0.17)
    else:
        x, y, size = 652.0 + 80 * (k % 2), 36.0 + 56 * (k // 2), 19 if k < TINS else 16
        place = (x - 24, y - 25, 74, 50, 12)
        text = symbols.numeral(n, x + 24, y, 18, p["ink"])
    back = box(*place, fill=p["paper"], stroke=p["rule"], stroke_width=1.5)
    drawn = art.at(symbols.PIECES[k], p, x, y, size, opacity=None if n else 0.3)
    frame = box(*place, fill="none", stroke=p["gold"], stroke_width=5) if passing else ""
    around = symbols.glow(*place, p) if lit else ""
    return touchable(_PILES[q][k], "pb-touch", lit, pile_said(k, say(f"name.{q}"), n), back, drawn, text, frame, around)


def other_tray(s: State, q: int, acting: int, p: Palette, lit: frozenset[str]) -> Layer:
    """Another player's tray."""
    cards: tuple[int, ...] = ()
    if s.phase in (ACTING, PASSING, UPGRADING):
        cards = tuple(s.own[q, s.hand[q, i]] for i in range(2) if s.hand[q, i] >= 0)
    return _tray(
        s,
        q,
        _small_ground(_state(s, q, acting), p),
        _head(s, q, False, p),
        placed("count", lettering(f"{s.placed[q]}/{FULL}", 66, 60, 16, p["ink"], "start", 0.16)),
        _danger(s, q, 150, 70, p),
        *([placed("icons", _actions(s.deck, cards, p))] if cards else []),
        _small_pizzas(*_halves(s, q), p),
        *_piles(s, q, p, lit, own=False),
    )


@kept(128)
def _actions(deck: int, cards: tuple[int, ...], p: Palette) -> Markup:
    """The icons of the cards that another player has drawn."""
    made = []
    for i, kind in enumerate(kind for card in cards for kind in DECKS[deck].cards[card].icons):
        spot = translate(34 + 28 * (i % 6), 90 + 25 * (i // 6), 12.5)
        made.append(askable(f"icon {ACTIONS[kind]}", icon_words(kind), icon(kind, p), transform=spot))
    return join(*made)
