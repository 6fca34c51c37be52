"""The things on the table of Pizza Shark: slices, anchovies, icons, cards, pizzas; how they look when touchable."""

from functools import cache

from pizzabox.engine.art import Art
from pizzabox.engine.catalogue import kept
from pizzabox.engine.glyphs import lettering, text_width
from pizzabox.engine.picture_parts import askable, knob, slab, touchable
from pizzabox.engine.shapes import arc, polar
from pizzabox.engine.svg import Markup, Palette, Point, box, circle, group, join, line, path, style, translate, xy
from pizzabox.engine.toppings import TOPPINGS, topping

from ..board.deck import ACTIONS, TYPES, Card
from ..phrases import card_of, say, title
from ..phrases import icon as icon_words
from ..state import State

WIDTH = 800.0
"""How wide the picture is."""
CARD_W, CARD_H = 138.0, 190.0
STEP = CARD_W + 8
TOPPING = tuple(TOPPINGS)
art = Art(__package__, "art.svg")
PIECES = (*(f"slice-{t}" for t in TYPES), "anchovy")
"""The drawings of what can be collected: slices by type, anchovies."""


@cache
def _spot(t: int, x: float, y: float, r: float, p: Palette) -> Markup:
    """A topping on a slice, drawn with few strokes: a hole in plain cheese, a disc, a cap on its stem."""
    if t == 0:
        return circle(x, y, r * 0.62, fill=p["cheese"], stroke=p["yellow-edge"], stroke_width=r * 0.17)
    if t == 1:
        flecks = "".join(f"M{xy(x + u * r, y + v * r)}h0" for u, v in ((-0.4, -0.3), (0.4, 0.1), (-0.1, 0.5)))
        return join(
            circle(x, y, r * 0.9, fill=p["red-fill"], stroke=p["red-edge"], stroke_width=r * 0.16),
            path(flecks, stroke=p["red-mark"], stroke_width=r * 0.28, stroke_linecap="round"),
        )
    return art.at("cap", p, x, y, r)


def _thing(word: str) -> str:
    """The drawing of what an icon is about: a slice, any slice, or an anchovy."""
    what = word.rpartition("_")[2]
    return "anchovy" if what == "anchovy" else f"slice-{what}" if what in TYPES else "slice-any"


@cache
def icon(kind: int, p: Palette) -> Markup:
    """An action icon on a square from -1 to 1: its thing, and a badge that says what happens to it.

    A plus takes from the supply, an arrow to the left takes from an opponent, an arrow down places, a fin feeds.
    """
    word = ACTIONS[kind]
    verb = "take" if word == "anchovy" else word.partition("_")[0]
    plated = verb == "place" or word == "steal_and_plate"
    parts = [art("ground", p), *([art("plate", p)] if plated else []), art.at(_thing(word), p, -0.08, -0.12, 0.66)]
    if word == "steal_and_plate":
        return join(*parts, art.at("steal", p, -0.58, 0.58, 0.36), art.at("place", p, 0.58, 0.58, 0.36))
    return join(*parts, art.at(verb, p, 0.58, 0.58, 0.36))


@cache
def _wrapped(name: str, size: float, wide: float) -> tuple[str, ...]:
    """A name on one or two lines."""
    if text_width(name, size) <= wide or " " not in name:
        return (name,)
    words = name.split()
    cuts = [(" ".join(words[:i]), " ".join(words[i:])) for i in range(1, len(words))]
    return min(cuts, key=lambda two: max(text_width(part, size) for part in two))


def icon_spots(n: int) -> tuple[float, list[Point]]:
    """Where the icons of a card lie, and how large they are."""
    if n <= 2:
        return 30.0, [(CARD_W / 2 + (i - (n - 1) / 2) * 65, 131.0) for i in range(n)]
    if n <= 4:
        rows = [(38.0 + 62 * (i % 2), 104.0 + 55 * (i // 2)) for i in range(n)]
        return 25.0, rows if n == 4 else [*rows[:2], (CARD_W / 2, 159.0)]
    return 20.5, [(24.5 + 44.5 * i, 108.0) for i in range(3)] + [(46.5 + 45 * i, 157.0) for i in range(n - 3)]


def _mark(t: int, p: Palette) -> Markup:
    """What tells a type apart, within the unit circle: a wedge of cheese, pepperoni, a mushroom."""
    return topping("red" if t == 1 else "white", p) if t else art("wedge-of-cheese", p)


@kept()
def card_face(card: Card, p: Palette) -> Markup:
    """A card without its icons: band of the type, cost, name. Its corner is the origin."""
    band = {-1: p["dough"], 0: p["cheese"], 1: p["red-mark"], 2: p["white-mark"]}[card.type]
    lines = _wrapped(title(card), 11, 124)
    return join(
        plain_card(CARD_W, CARD_H, 38, band, p),
        group(_mark(card.type, p), transform=translate(22, 20, 13)) if card.type >= 0 else "",
        art.at("anchovy", p, CARD_W - 58, 20, 15) if card.cost else art("star", p),
        knob(str(card.cost), CARD_W - 24, 20, 15, 15, p["mark-paper"], 0.18, fill=p["mark-ink"]) if card.cost else "",
        *(
            lettering(part, CARD_W / 2, 59 + 15 * (i - (len(lines) - 1) / 2), 11, p["mark-ink"], weight=0.16)
            for i, part in enumerate(lines)
        ),
    )


def plain_card(w: float, h: float, low: float, band: str, p: Palette) -> Markup:
    """An empty card with a coloured band above."""
    right, inner = xy(w - 14, 2), xy(w - 2, 14)
    return join(
        slab(w, h, 13, fill=p["mark-paper"], stroke=p["mark-ink"], stroke_width=2.5),
        path(f"M2 14A12 12 0 0 1 14 2L{right}A12 12 0 0 1 {inner}L{xy(w - 2, low)}L{xy(2, low)}Z", fill=band),
        line((2, low), (w - 2, low), stroke=p["mark-ink"], stroke_width=1.5),
    )


@cache
def no_card(x: float, y: float, p: Palette) -> Markup:
    """The place of a card that is not there."""
    dashes = style(fill="none", stroke=p["rule"], stroke_width=2, stroke_dasharray="7 6")
    return box(x, y, CARD_W, CARD_H, 13, **dashes)


@cache
def wedge(i: int, r: float) -> str:
    """The i-th of the six spaces of a circle: 0 to 2 are the left half from the top down, 3 to 5 the right half."""
    start, sweep = (-60 * i, -60) if i < 3 else (60 * (i - 3), 60)
    return f"M0 0L{xy(*polar(start, r))}{arc(r, int(i >= 3), polar(start + sweep, r))}Z"


def _at(i: int, r: float, spread: float = 0.0) -> Point:
    """A point in the middle of a space, or so many degrees beside it."""
    return polar((-30 - 60 * i if i < 3 else 30 + 60 * (i - 3)) + spread, r)


@cache
def half_pizza(side: int, kind: int, filled: int, r: float, p: Palette) -> Markup:
    """Three spaces of a circle around the origin: slices that lie there, and what is still to come."""
    made = []
    edge = style(stroke=p["crust-edge"], stroke_width=2)
    for i in range(3 * side, 3 * side + filled):
        made.append(path(wedge(i, r), fill=p["crust"], **edge))
        made.append(path(wedge(i, r * 0.86), fill=p["melt"], stroke=p["melt"], stroke_width=1))
        made += [_spot(kind - 1, *_at(i, f * r, s), 0.15 * r, p) for f, s in ((0.66, -14), (0.62, 15), (0.36, 0))]
        made.append(path(wedge(i, r), fill="none", **edge, stroke_linejoin="round"))
    empty = style(fill=p["well"], fill_opacity=0.55 if kind else 0.15, stroke=p["soft"], stroke_width=1.5)
    for i in range(3 * side + filled, 3 * side + 3):
        made.append(path(wedge(i, r), **empty, stroke_dasharray=None if kind else "5 5"))
        if kind:
            x, y = _at(i, 0.6 * r)
            hint = _spot(kind - 1, x, y, 0.15 * r, p) if kind > 1 else art.at("wedge-of-cheese", p, x, y, 0.15 * r)
            made.append(group(hint, opacity=0.5))
    return join(*made)


def half_outline(side: int, r: float) -> str:
    """The outline of a half, for the glow and for touching."""
    return f"M{xy(0, -r)}{arc(r, side, (0, r))}Z"


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
    icons = (
        group(icon(kind, p), transform=translate(*spot, size)) for kind, spot in zip(card.icons, spots, strict=True)
    )
    return join(card_face(card, p), *icons)


GONE, OPEN, LIT, LATER = 0, 1, 2, 3
"""How an icon looks: used, the one with the token (which may be touched or not), or open behind that."""


def looks(s: State, q: int, goal: bool, lit: frozenset[str]) -> list[tuple[int, ...]]:
    """How the icons of each open card look: of a kind the last are still open, the first of these has the token."""
    if goal:
        cards, pool = [card_of(s, s.goal[t]) for t in range(3) if s.claimed[t] == q], s.bonus
    else:
        cards, pool = [card_of(s, s.own[q, s.hand[q, i]]) for i in range(2) if s.hand[q, i] >= 0], s.left
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
                row.append(LIT if ACTIONS[kind] in lit else OPEN)
        made.append(tuple(row))
    return made


@kept(512)
def live_icon(kind: int, look: int, x: float, y: float, size: float, p: Palette) -> Markup:
    """An icon that may be used."""
    drawn = group(icon(kind, p), transform=translate(x, y, size))
    if look == GONE:
        a, b = (x - size, y + size), (x + size, y - size)
        bar = line(a, b, stroke=p["mark-ink"], stroke_width=3, stroke_linecap="round")
        said = say("spoken.used", icon=icon_words(kind))
        return askable(f"icon {ACTIONS[kind]}", said, group(drawn, opacity=0.28), bar)
    if look == LATER:
        return askable(f"icon {ACTIONS[kind]}", icon_words(kind), drawn)
    around = [glow(x - size, y - size, 2 * size, 2 * size, 9, p)] if look == LIT else []
    return touchable(ACTIONS[kind], "pb-touch", look == LIT, icon_words(kind), drawn, *around)
