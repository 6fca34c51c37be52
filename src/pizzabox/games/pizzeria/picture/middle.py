"""The pizza on its board: slices, cut lines, portions with their totals, piles, and the result at the end."""

from functools import lru_cache

from pizzabox.engine.bits import members
from pizzabox.engine.catalogue import kept
from pizzabox.engine.glyphs import lettering, text_width
from pizzabox.engine.picture_parts import askable, knob, owner, touchable
from pizzabox.engine.shapes import arc, polar, polygon, sector
from pizzabox.engine.svg import Layer, Markup, Palette, box, circle, group, join, layer, line, path, translate, turned
from pizzabox.engine.toppings import seat_symbol

from ..board import OFFERS, PILES, RING, SLICES
from ..move_codes import CHEW, DIVIDE, JEFF, OVER, PILE, SEATS, SOLO
from ..phrases import called, leaves_of, offer_on, portion_said, say, slice_name, sums, who
from ..rules.offers import portion_of
from ..rules.scoring import heads
from ..state import State
from . import symbols

HUB, CHEESE, RIM = 88.0, 372.0, 408.0
HANDLE, BADGE = 462.0, 508.0
APART = 16.0
"""How far portions are drawn apart."""


@lru_cache(maxsize=2048)
def middle_angle(mask: int, ring: int) -> float:
    """The angle of a portion's middle, given its slices."""
    places = members(mask)
    first = next((i for i in places if not mask >> (i - 1) % ring & 1), 0)
    return (first + len(places) / 2) * 360 / ring


def _sector(half: float, radius: float) -> str:
    """The outline of a slice up to that radius, its middle pointing up."""
    corners = polar(-half, HUB), polar(-half, radius), polar(half, radius), polar(half, HUB)
    return sector(corners, radius, arc(HUB, 0, corners[0]))


@lru_cache(maxsize=64)
def _wedge(ring: int, p: Palette) -> Markup:
    """A slice with its middle pointing up: crust and cheese."""
    rim, cheese = (_sector(180 / ring, radius) for radius in (RIM, CHEESE))
    return join(
        path(rim, fill=p["crust"], stroke=p["crust-edge"], stroke_width=4, stroke_linejoin="round"),
        path(cheese, fill=p["melt"], stroke=p["crust-spot"], stroke_width=2, stroke_linejoin="round"),
    )


def _toppings(degrees: float, t: int, p: Palette) -> Markup:
    """What lies on a slice, upright whatever its direction."""
    if t == 0:
        return lettering("?", *polar(degrees, 250), 60, p["mark-ink"])
    kinds, leaves = SLICES[t].kinds, SLICES[t].leaves
    made = []
    if len(kinds) == 2:
        for kind, side in zip(kinds, (-7.5, 7.5), strict=True):
            made.append(symbols.placed(kind, p, *polar(degrees + side, 290), 36))
    else:
        made.append(symbols.placed(kinds[0], p, *polar(degrees, 256), 46))
        for i in range(leaves):
            x, y = polar(degrees + (i - (leaves - 1) / 2) * 6.6, 339)
            made.append(group(symbols.art("leaf", p), transform=translate(x, y, 19) + turned(degrees)))
    x, y = polar(degrees, 160)
    text = "/".join(map(str, kinds))
    size = 38 if len(kinds) == 1 else 25
    ground, ink = (p["red-fill"], p["red-text"]) if kinds == (2,) else (p["mark-paper"], p["mark-ink"])
    wide = max(37.0, text_width(text, size) / 2 + 15)
    made.append(box(x - wide, y - 35, 2 * wide, 70, 35, fill=ground, stroke=p["scratch"], stroke_width=3))
    made.append(lettering(text, x, y, size, ink, weight=0.17))
    return join(*made)


@kept(1024)
def _slice(i: int, ring: int, t: int, offset: tuple[float, float], mood: str, lit: bool, p: Palette) -> Markup:
    outline = "touch" if lit else "mark-ink" if mood == "plate" else ""
    return touchable(
        _SLICES[i],
        f"pb-slice pb-{mood}",
        lit,
        say("token.slice_gone" if mood == "gone" else "token.slice", n=i + 1, what=slice_name(t)),
        _sliced(i, ring, t, outline, p),
        opacity={"gone": 0.13, "dim": 0.45}.get(mood),
        transform=translate(*offset) if offset != (0.0, 0.0) else None,
    )


@lru_cache(maxsize=512)
def _sliced(i: int, ring: int, t: int, outline: str, p: Palette) -> Markup:
    """A slice in its place, with an outline of that colour if any."""
    degrees = (i + 0.5) * 360 / ring
    direction = turned(degrees)
    inside = [group(_wedge(ring, p), transform=direction), _toppings(degrees, t, p)]
    inside.append(lettering(str(i + 1), *polar(degrees, 390), 19, p["wood-ink"], weight=0.15))
    if outline:
        half = 180 / ring - 1.2
        edge = polar(-half, HUB + 6), polar(-half, RIM - 6), polar(half, RIM - 6), polar(half, HUB + 6)
        around = sector(edge, RIM)
        ink = p[outline]
        inside.append(
            path(around, fill="none", stroke=ink, stroke_width=8, stroke_linejoin="round", transform=direction)
        )
    return join(*inside)


def slices(s: State, p: Palette, lit: frozenset[str]) -> Layer:
    """All slices of the pizza; those taken are faint, those to decide on are framed."""
    ring, shares = s.ring, s.share.tolist()
    several = sum(map(bool, shares)) > 1
    where = [((0.0, 0.0), "whole")] * ring
    for k, mask in enumerate(shares):
        if mask:
            offset = _apart(mask, ring) if several else (0.0, 0.0)
            mood = "portion" if not s.taker[k] else "gone"
            faint = "dim" if mood == "portion" or k == s.chosen - 1 else "gone"
            for i in members(mask):
                if s.phase == CHEW:
                    mood = "plate" if s.plate >> i & 1 else faint
                where[i] = offset, mood
    made = [_slice(i, ring, s.pizza[i], *where[i], _SLICES[i] in lit, p) for i in range(ring)]
    return layer(*made, class_="pb-pizza")


_SLICES = tuple(f"slice {i + 1}" for i in range(RING))


@lru_cache(maxsize=2048)
def _apart(mask: int, ring: int) -> tuple[float, float]:
    """How far a portion is drawn from the middle."""
    x, y = polar(middle_angle(mask, ring), APART)
    return round(x, 2), round(y, 2)


def cut_lines(s: State, p: Palette, lit: frozenset[str], chosen: tuple[str, ...]) -> Layer:
    """Every line that can be cut, with its number outside the rim; those already cut are drawn through."""
    made = []
    for i in range(s.ring):
        token = f"cut {i + 1}"
        cut = portion_of(s, i) != portion_of(s, (i - 1) % s.ring) or token in chosen
        made.append(_cut_line(i, s.ring, cut, token in lit, p))
    return layer(*made, class_="pb-cuts")


@kept(256)
def _cut_line(i: int, ring: int, cut: bool, lit: bool, p: Palette) -> Markup:
    degrees = i * 360 / ring
    a, b, (x, y) = polar(degrees, HUB), polar(degrees, RIM + 8), polar(degrees, HANDLE)
    inside = [line(a, polar(degrees, HANDLE), fill="none", stroke="none", stroke_width=70, pointer_events="stroke")]
    if lit:
        inside.append(line(a, b, stroke=p["glow"], stroke_width=11, stroke_opacity=0.75))
        inside.append(line(a, b, stroke=p["touch"], stroke_width=5, stroke_dasharray="16 9"))
    if cut:
        inside.append(line(a, b, stroke=p["mark-ink"], stroke_width=9, stroke_linecap="round"))
    fill, ink = (p["glow"], p["white-text"]) if lit else (p["card"], p["ink"])
    edge = p["touch"] if lit else p["rule"]
    if cut:
        fill, ink, edge = p["ink"], p["paper"], p["ink"]
    inside.append(knob(str(i + 1), x, y, 31, 25, ink, 0.16, fill=fill, stroke=edge, stroke_width=5))
    return touchable(f"cut {i + 1}", "pb-cut", lit, say("token.cut_made" if cut else "token.cut", n=i + 1), *inside)


def portions(s: State, p: Palette, lit: frozenset[str]) -> Layer:
    """A badge outside each portion: its number, slices and leaves, the offer on it, and who took it. Where no slice can
    be touched, all of the portion can be."""
    free, cutting, ring, solo = lit.isdisjoint(_SLICES), s.phase == DIVIDE, s.ring, s.variant >= SOLO
    made = []
    for k, mask in enumerate(s.share.tolist()):
        offer, taken, on = offer_on(s, k), s.taker[k], f"portion {k + 1}" in lit
        if mask or offer:
            # While it is cut, a badge lies beside the middle where that is a cut line: its knob must not be covered.
            beside = 180 / ring if cutting and mask.bit_count() % 2 == 0 else 0
            spot = polar(middle_angle(mask, ring) + beside, BADGE) if mask else (0.0, 0.0)
            area = _touch_area(mask, ring, spot) if on and free and mask else ""
            badge = _badge(k, mask.bit_count(), leaves_of(s, mask), offer, taken, on, p)
            taker = called(taken - 1, bool(solo and taken - 1 == JEFF)) if taken else ""
            made.append(_portion(k, portion_said(s, k), taker, on, spot, area, badge))
    return layer(*made, class_="pb-portions")


@kept(512)
def _portion(k: int, said: str, taker: str, lit: bool, spot: tuple[float, float], *inside: str) -> Markup:
    label = say("token.portion", n=k + 1, what=said + (say("spoken.taken", name=taker) if taker else ""))
    return touchable(f"portion {k + 1}", "pb-portion", lit, label, *inside, transform=translate(*spot))


@lru_cache(maxsize=512)
def _touch_area(mask: int, ring: int, badge: tuple[float, float]) -> Markup:
    """The whole portion as a place to touch, invisible, above its slices; drawn from where its badge lies."""
    half, angle = mask.bit_count() * 180 / ring, middle_angle(mask, ring)
    rim = [polar(angle - half + half * step / 8, RIM) for step in range(17)]
    inner = [polar(angle + half - half * step / 8, HUB) for step in range(17)]
    return path(polygon((*rim, *inner)), fill="none", pointer_events="all", transform=translate(-badge[0], -badge[1]))


@lru_cache(maxsize=256)
def _badge(k: int, n: int, leaves: int, offer: str, taken: int, lit: bool, p: Palette) -> Markup:
    fill, edge = (p["glow"], p["touch"]) if lit else (p["card"], p["rule"])
    ink, paper = (p["mark-ink"], p["mark-paper"]) if lit else (p["ink"], p["paper"])
    made = [
        box(-84, -50, 168, 100, 24, fill=fill, stroke=edge, stroke_width=6 if lit else 3),
        knob(str(k + 1), -54, 0, 25, 29, paper, 0.17, fill=ink, opacity=0.5 if taken else None),
    ]
    if taken:
        made.append(seat_symbol(SEATS[taken - 1], p, 28, 0, 38))
    elif n:
        made += [
            symbols.art("slice", p),
            lettering(str(n), 38, -21, 29, ink, weight=0.16),
            symbols.leaves(1, p, -2, 22, 18),
            lettering(str(leaves), 38, 22, 29, ink, weight=0.16),
        ]
    if offer and (n or not taken):
        made.append(symbols.tile(offer, p, -54 if n else 34, -52 if n else 0, 26 if n else 34, bool(taken)))
    return join(*made)


def hub(s: State, p: Palette) -> Markup:
    """The middle of the tray: the offer that is still to be placed, or the slice in hand."""
    if s.hand:
        held = SLICES[s.hand]
        return askable(
            "hand",
            slice_name(s.hand),
            circle(0, 0, HUB + 26, fill=p["card"], stroke=p["touch"], stroke_width=6),
            symbols.placed(held.kinds[0], p, 0, 4, 46),
            symbols.leaves(held.leaves, p, 0, -72, 20),
            lettering("/".join(map(str, held.kinds)), 0, 80, 34, p["ink"], weight=0.17),
            class_="pb-hand",
        )
    if not s.tile or s.tile_at:
        return Markup("")
    tile = symbols.tile(OFFERS[s.tile - 1], p, 0, 0, 54)
    return askable(f"offer {OFFERS[s.tile - 1]}", say(f"offer.{s.tile - 1}"), tile, class_="pb-offer")


def piles(s: State, p: Palette, lit: frozenset[str]) -> Markup | Layer:
    """Face-down piles: on the tray while one is chosen, else as small marks in the corner."""
    if s.phase != PILE:
        return _left(s.stock, p)
    n = int(PILES[heads(s)])
    made = (_pile(i, n, f"pile {i + 1}" in lit, not s.stock >> i & 1, p) for i in range(n))
    return layer(*made, symbols.art.at("knife", p, 0, 0, 62), class_="pb-piles")


@kept(128)
def _left(stock: int, p: Palette) -> Markup:
    """The piles that are left, small."""
    small = (_stack(-566 + 50 * i, -566, 0.3, str(i + 1), p, False, False) for i in members(stock))
    return (
        askable("piles", say("spoken.piles", n=stock.bit_count()), *small, class_="pb-piles") if stock else Markup("")
    )


@kept(128)
def _pile(i: int, n: int, lit: bool, gone: bool, p: Palette) -> Markup:
    x, y = polar((i + 0.5) * 360 / n, 250)
    stack = _stack(x, y, 1.0, str(i + 1), p, lit, gone)
    return touchable(f"pile {i + 1}", "pb-pile", lit, say("token.pile_gone" if gone else "token.pile", n=i + 1), stack)


def _stack(x: float, y: float, scale: float, label: str, p: Palette, lit: bool, gone: bool) -> Markup:
    if gone:
        return symbols.art.at("no-pile", p, x, y, scale, stroke_width=3, stroke_dasharray="9 9")
    glow = symbols.art("glow", p) if lit else ""
    number = lettering(label, 10, -12, 38, p["mark-ink"], weight=0.17)
    return group(glow, symbols.art("pile", p), number, transform=translate(x, y, scale))


def podium(s: State, p: Palette) -> Markup:
    """The final points on the empty tray, best first, and the slices that had been put aside."""
    points = sums(s).points
    order = sorted(range(heads(s)), key=lambda q: (-points[q], -s.bites[q], q))
    step = min(88.0, 480 / len(order))
    top = -step * (len(order) - 1) / 2 - 70
    made = []
    for row, q in enumerate(order):
        y, won = top + row * step, s.won >> q & 1
        if won:
            prize = box(-210, y - step / 2 + 3, 420, step - 6, 26, fill=p["gold"], stroke=p["mark-ink"], stroke_width=3)
            made.append(prize)
        ink = p["mark-ink"] if won else p["wood-ink"]
        made.append(seat_symbol(SEATS[q], p, -160, y, 32))
        made.append(owner(q, who(s, q), -110, y, 31, ink, 190))
        made.append(lettering(str(points[q]), 175, y, 38, ink, "end", 0.17))
    shown = [t for t in s.aside if t]
    made.append(lettering(say("board.aside_label"), 0, 244, 22, p["wood-ink"], weight=0.14))
    for i, t in enumerate(shown):
        x = (i - (len(shown) - 1) / 2) * 110
        made.append(symbols.placed(SLICES[t].kinds[0], p, x, 300, 30))
        made.append(lettering("/".join(map(str, SLICES[t].kinds)), x, 350, 24, p["wood-ink"], weight=0.16))
    return group(*made, class_="pb-podium", aria_hidden="true")


def table_top(s: State, p: Palette, lit: frozenset[str], chosen: tuple[str, ...] = ()) -> list[Markup | Layer]:
    """Everything that lies on the tray now."""
    if s.phase == OVER:
        return [podium(s, p)]
    parts = [piles(s, p, lit)]
    if s.ring:
        parts.append(slices(s, p, lit))
        if s.phase == DIVIDE:
            parts.append(cut_lines(s, p, lit, chosen))
        if any(s.share):
            parts.append(portions(s, p, lit))
        parts.append(hub(s, p))
    return parts
