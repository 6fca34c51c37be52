"""What can be touched in the picture of Pizza Shark: tokens, glows, whole cards and their icons."""

from __future__ import annotations

from pizzabox.engine.catalogue import kept
from pizzabox.engine.glyphs import lettering
from pizzabox.engine.picture_parts import askable, touchable
from pizzabox.engine.svg import Markup, Palette, box, group, join, line, move
from pizzabox.engine.toppings import TOPPINGS

from ..board import card_of
from ..board.deck import KINDS, Card
from ..phrases import icon as icon_words
from ..phrases import say
from ..state import State
from .symbols import card_face, icon, icon_spots

TOPPING = tuple(TOPPINGS)


def glow(x: float, y: float, w: float, h: float, r: float, p: Palette) -> Markup:
    """The glow around a thing that can be touched."""
    wide = box(x, y, w, h, r, fill="none", stroke=p["glow"], stroke_width=9, stroke_opacity=0.9)
    return join(wide, box(x, y, w, h, r, fill="none", stroke=p["touch"], stroke_width=4.5))


def numeral(n: int, x: float, y: float, size: float, colour: str) -> Markup:
    return lettering(str(n), x, y, size, colour, "start", 0.17)


@kept(128)
def whole_card(card: Card, p: Palette) -> Markup:
    """A card with its icons."""
    size, spots = icon_spots(len(card.icons))
    icons = (group(icon(kind, p), transform=move(*spot, size)) for kind, spot in zip(card.icons, spots, strict=True))
    return join(card_face(card, p), *icons)


GONE, OPEN, LIT, LATER = 0, 1, 2, 3
"""How an icon looks: used, the one with the token (which may be touched or not), or open behind that."""


def looks(s: State, q: int, goal: bool, lit: frozenset[str]) -> list[tuple[int, ...]]:
    """How the icons of each open card look: of a kind the last are still open, the first of these has the token."""
    cards = open_cards(s, q, goal)
    pool = s.bonus if goal else s.left
    seen: dict[int, int] = {}
    made = []
    for card in cards:
        row = []
        for kind in card.icons:
            index = seen.get(kind, 0)
            seen[kind] = index + 1
            gone = sum(other.icons.count(kind) for other in cards) - pool[q, kind]
            if index < gone:
                row.append(GONE)
            elif index > gone:
                row.append(LATER)
            else:
                row.append(LIT if KINDS[kind] in lit else OPEN)
        made.append(tuple(row))
    return made


@kept(512)
def live_icon(kind: int, look: int, x: float, y: float, size: float, p: Palette) -> Markup:
    """An icon that may be used."""
    drawn = group(icon(kind, p), transform=move(x, y, size))
    if look == GONE:
        a, b = (x - size, y + size), (x + size, y - size)
        bar = line(a, b, stroke=p["mark-ink"], stroke_width=3, stroke_linecap="round")
        return askable(
            f"icon {KINDS[kind]}", say("spoken.used", icon=icon_words(kind)), group(drawn, opacity=0.28), bar
        )
    if look == LATER:
        return askable(f"icon {KINDS[kind]}", icon_words(kind), drawn)
    around = [glow(x - size, y - size, 2 * size, 2 * size, 9, p)] if look == LIT else []
    return touchable(KINDS[kind], "pb-touch", look == LIT, icon_words(kind), drawn, *around)


def open_cards(s: State, q: int, goal: bool) -> list[Card]:
    if goal:
        return [card_of(s, s.goal[t]) for t in range(3) if s.claimed[t] == q]
    return [card_of(s, s.own[q, s.hand[q, i]]) for i in range(2) if s.hand[q, i] >= 0]
