"""The pizza on its board: slices, cut lines, portions with their totals, piles, and the result at the end."""

from __future__ import annotations

from functools import lru_cache
from math import cos, pi, sin
from typing import Any

from pizzabox.engine.bits import members
from pizzabox.engine.catalogue import kept
from pizzabox.engine.glyphs import lettering, text_width
from pizzabox.engine.svg import Markup, Palette, Point, circle, group, join, line, move, number, path, tag
from pizzabox.engine.toppings import seat_symbol

from . import art
from .board import OFFERS, PILES, SLICES
from .codes import CHEW, DIVIDE, OVER, PILE
from .offers import portion_of
from .phrases import contents, leaves_of, say, slice_name, who
from .scoring import heads, total

COLOURS = ("red", "green", "white", "black", "purple", "yellow")
HUB, CHEESE, RIM, TRAY = 88.0, 372.0, 408.0, 436.0
HANDLE, BADGE = 462.0, 508.0
APART = 16.0
"""How far portions are drawn apart."""


def polar(degrees: float, radius: float) -> Point:
    """A point at an angle from the top, clockwise."""
    angle = (degrees - 90) * pi / 180
    return radius * cos(angle), radius * sin(angle)


def middle(s: Any, k: int) -> float:
    """The angle of a portion's middle."""
    places = members(s.share[k])
    first = next((i for i in places if not s.share[k] >> (i - 1) % s.ring & 1), 0)
    return (first + len(places) / 2) * 360 / int(s.ring)


def tray(p: Palette) -> Markup:
    """The wooden board below everything."""
    rings = [
        circle(0, 0, r, fill="none", stroke=p["wood-edge"], stroke_opacity=0.35, stroke_width=2) for r in (150, 290)
    ]
    return group(circle(0, 0, TRAY, fill=p["wood"], stroke=p["wood-edge"], stroke_width=6), *rings, class_="pb-tray")


@lru_cache(maxsize=1024)
def _wedge(ring: int, t: int, p: Palette) -> Markup:
    """A slice with its middle pointing up: crust, cheese, art, leaves and value."""
    half = 180 / ring
    (ax, ay), (bx, by) = polar(-half, RIM), polar(half, RIM)
    (cx, cy), (dx, dy) = polar(half, HUB), polar(-half, HUB)
    (ex, ey), (fx, fy) = polar(-half, CHEESE), polar(half, CHEESE)
    crust = (
        f"M{number(dx)} {number(dy)}L{number(ax)} {number(ay)}"
        f"A{number(RIM)} {number(RIM)} 0 0 1 {number(bx)} {number(by)}"
        f"L{number(cx)} {number(cy)}A{number(HUB)} {number(HUB)} 0 0 0 {number(dx)} {number(dy)}Z"
    )
    cheese = (
        f"M{number(dx)} {number(dy)}L{number(ex)} {number(ey)}A{number(CHEESE)} {number(CHEESE)} 0 0 1 {number(fx)} "
        f"{number(fy)}L{number(cx)} {number(cy)}A{number(HUB)} {number(HUB)} 0 0 0 {number(dx)} {number(dy)}Z"
    )
    return join(
        [
            path(crust, fill=p["crust"], stroke=p["crust-edge"], stroke_width=4, stroke_linejoin="round"),
            path(cheese, fill=p["melt"], stroke=p["crust-spot"], stroke_width=2, stroke_linejoin="round"),
        ]
    )


@lru_cache(maxsize=2048)
def _toppings(degrees: float, t: int, p: Palette) -> Markup:
    """What lies on a slice, upright whatever its direction."""
    if t == 0:
        return lettering("?", *polar(degrees, 250), 60, p["mark-ink"])
    kinds, leaves = SLICES[t].kinds, SLICES[t].leaves
    made = []
    if len(kinds) == 2:
        for kind, side in zip(kinds, (-7.5, 7.5), strict=True):
            made.append(art.placed(kind, p, *polar(degrees + side, 290), 36))
    else:
        made.append(art.placed(kinds[0], p, *polar(degrees, 256), 46))
        for i in range(leaves):
            x, y = polar(degrees + (i - (leaves - 1) / 2) * 6.6, 339)
            made.append(group(art.leaf(p), transform=f"{move(x, y, 19)}rotate({number(degrees)})"))
    x, y = polar(degrees, 160)
    text = "/".join(map(str, kinds))
    size = 38 if len(kinds) == 1 else 25
    ground, ink = (p["red-fill"], p["red-text"]) if kinds == (2,) else (p["mark-paper"], p["mark-ink"])
    wide = max(37.0, text_width(text, size) / 2 + 15)
    made.append(
        tag(
            "rect",
            x=x - wide,
            y=y - 35,
            width=2 * wide,
            height=70,
            rx=35,
            fill=ground,
            stroke=p["scratch"],
            stroke_width=3,
        )
    )
    made.append(lettering(text, x, y, size, ink, weight=0.17))
    return join(made)


@kept(4096)
def _slice(i: int, ring: int, t: int, offset: Point, mood: str, lit: bool, p: Palette) -> Markup:
    degrees = (i + 0.5) * 360 / ring
    wedge = group(_wedge(ring, t, p), transform=f"rotate({number(degrees)})")
    inside = [wedge, _toppings(degrees, t, p)]
    nx, ny = polar(degrees, 390)
    inside.append(lettering(str(i + 1), nx, ny, 19, p["wood-ink"], weight=0.15))
    if lit or mood == "plate":
        inside.append(_outline(degrees, ring, p["touch"] if lit else p["mark-ink"]))
    label = say("token.slice", n=i + 1, what=slice_name(t))
    return group(
        *inside,
        id=f"pb-slice-{i + 1}",
        class_=f"pb-slice pb-{mood}" + (" pb-legal" if lit else ""),
        data_token=f"slice {i + 1}",
        role="button" if lit else "img",
        aria_label=label,
        opacity={"gone": 0.13, "dim": 0.45}.get(mood),
        transform=move(*offset) if offset != (0.0, 0.0) else None,
    )


def _outline(degrees: float, ring: int, colour: str) -> Markup:
    half = 180 / ring - 1.2
    (ax, ay), (bx, by) = polar(-half, RIM - 6), polar(half, RIM - 6)
    (cx, cy), (dx, dy) = polar(half, HUB + 6), polar(-half, HUB + 6)
    d = (
        f"M{number(dx)} {number(dy)}L{number(ax)} {number(ay)}"
        f"A{number(RIM)} {number(RIM)} 0 0 1 {number(bx)} {number(by)}L{number(cx)} {number(cy)}Z"
    )
    turn = f"rotate({number(degrees)})"
    return path(d, fill="none", stroke=colour, stroke_width=8, stroke_linejoin="round", transform=turn)


def slices(s: Any, p: Palette, lit: frozenset[str]) -> Markup:
    """All slices of the pizza; those taken are faint, those to decide on are framed."""
    made = []
    for i in range(s.ring):
        k = portion_of(s, i)
        offset, mood = (0.0, 0.0), "whole"
        if k >= 0:
            x, y = polar(middle(s, k), APART if sum(map(bool, s.share)) > 1 else 0)
            offset = (round(x, 2), round(y, 2))
            mood = "portion" if not s.taker[k] else "gone"
            if s.phase == CHEW:
                mood = "plate" if s.plate >> i & 1 else "dim" if mood == "portion" or k == s.chosen - 1 else "gone"
        made.append(_slice(i, s.ring, s.pizza[i], offset, mood, f"slice {i + 1}" in lit, p))
    return group(*made, class_="pb-pizza")


def cut_lines(s: Any, p: Palette, lit: frozenset[str], chosen: tuple[str, ...]) -> Markup:
    """Every line that can be cut, with its number outside the rim; those already cut are drawn through."""
    made = []
    for i in range(s.ring):
        degrees, token = i * 360 / s.ring, f"cut {i + 1}"
        here, before = portion_of(s, i), portion_of(s, (i - 1) % s.ring)
        cut = here != before or token in chosen
        a, b, (x, y) = polar(degrees, HUB), polar(degrees, RIM + 8), polar(degrees, HANDLE)
        inside = [line(a, polar(degrees, HANDLE), fill="none", stroke="none", stroke_width=70, pointer_events="stroke")]
        if token in lit:
            inside.append(line(a, b, stroke=p["glow"], stroke_width=11, stroke_opacity=0.75))
            inside.append(line(a, b, stroke=p["touch"], stroke_width=5, stroke_dasharray="16 9"))
        if cut:
            inside.append(line(a, b, stroke=p["mark-ink"], stroke_width=9, stroke_linecap="round"))
        fill, ink = (p["glow"], p["white-text"]) if token in lit else (p["card"], p["ink"])
        edge = p["touch"] if token in lit else p["rule"]
        if cut:
            fill, ink, edge = p["ink"], p["paper"], p["ink"]
        inside.append(circle(x, y, 31, fill=fill, stroke=edge, stroke_width=5))
        inside.append(lettering(str(i + 1), x, y, 25, ink, weight=0.16))
        made.append(
            group(
                *inside,
                id=f"pb-cut-{i + 1}",
                class_="pb-cut" + (" pb-legal" if token in lit else ""),
                data_token=token,
                role="button" if token in lit else "img",
                aria_label=say("token.cut", n=i + 1),
            )
        )
    return group(*made, class_="pb-cuts")


def portions(s: Any, p: Palette, lit: frozenset[str]) -> Markup:
    """A badge outside each portion: its number, slices and leaves, the offer on it, and who took it."""
    made = []
    for k in range(6):
        offer = OFFERS[s.tile - 1] if s.tile and s.tile_at == k + 1 else ""
        if not s.share[k] and not offer:
            continue
        token = f"portion {k + 1}"
        x, y = polar(middle(s, k), BADGE) if s.share[k] else (0.0, 0.0)
        inside = _badge(s, k, offer, token in lit, p)
        if token in lit and s.share[k] and not any(other.startswith("slice ") for other in lit):
            inside.insert(0, _touch(s, k, (-x, -y)))
        what = contents(s, k) + (f", {who(s, s.taker[k] - 1)}" if s.taker[k] else "")
        made.append(
            group(
                *inside,
                id=f"pb-portion-{k + 1}",
                class_="pb-portion" + (" pb-legal" if token in lit else ""),
                data_token=token,
                role="button" if token in lit else "img",
                aria_label=say("token.portion", n=k + 1, what=what),
                transform=move(x, y),
            )
        )
    return group(*made, class_="pb-portions")


def _touch(s: Any, k: int, centre: Point) -> Markup:
    """The whole portion as a place to touch, invisible, above its slices."""
    half, turn = s.share[k].bit_count() * 180 / s.ring, middle(s, k)
    rim = [polar(turn - half + half * step / 8, RIM) for step in range(17)]
    inner = [polar(turn + half - half * step / 8, HUB) for step in range(17)]
    around = "L".join(f"{number(x)} {number(y)}" for x, y in (*rim, *inner))
    return path(f"M{around}Z", fill="none", pointer_events="all", transform=move(*centre))


def _badge(s: Any, k: int, offer: str, lit: bool, p: Palette) -> list[Markup]:
    taken, mask = s.taker[k], s.share[k]
    fill, edge = (p["glow"], p["touch"]) if lit else (p["card"], p["rule"])
    ink = p["mark-ink"] if lit else p["ink"]
    made = [
        tag("rect", x=-84, y=-50, width=168, height=100, rx=24, fill=fill, stroke=edge, stroke_width=6 if lit else 3),
        circle(-54, 0, 25, fill=ink, opacity=0.5 if taken else None),
        lettering(str(k + 1), -54, 0, 29, p["mark-paper"] if lit else p["paper"], weight=0.17),
    ]
    if taken:
        made.append(seat_symbol(COLOURS[taken - 1], p, 28, 0, 38))
    elif mask:
        made += [
            path(
                "M-17 -36L13 -36L-2 -4Z",
                fill=p["cheese"],
                stroke=p["crust-edge"],
                stroke_width=3,
                stroke_linejoin="round",
            ),
            lettering(str(mask.bit_count()), 38, -21, 29, ink, weight=0.16),
            art.leaves(1, p, -2, 22, 18),
            lettering(str(leaves_of(s, mask)), 38, 22, 29, ink, weight=0.16),
        ]
    if offer and (mask or not taken):
        made.append(art.tile(offer, p, -54 if mask else 34, -52 if mask else 0, 26 if mask else 34, bool(taken)))
    return made


def hub(s: Any, p: Palette) -> Markup:
    """The middle of the tray: the offer that is still to be placed, or the slice in hand."""
    if s.hand:
        kinds, leaves = SLICES[s.hand].kinds, SLICES[s.hand].leaves
        return group(
            circle(0, 0, HUB + 26, fill=p["card"], stroke=p["touch"], stroke_width=6),
            art.placed(kinds[0], p, 0, 4, 46),
            art.leaves(leaves, p, 0, -72, 20),
            lettering("/".join(map(str, kinds)), 0, 80, 34, p["ink"], weight=0.17),
            class_="pb-hand",
            role="img",
            aria_label=slice_name(s.hand),
        )
    if s.tile and not s.tile_at:
        offer = s.tile - 1
        return group(
            art.tile(OFFERS[offer], p, 0, 0, 54), class_="pb-offer", role="img", aria_label=say(f"offer.{offer}")
        )
    return Markup("")


def piles(s: Any, p: Palette, lit: frozenset[str]) -> Markup:
    """Face-down piles: on the tray while one is chosen, else as small marks in the corner."""
    n = int(PILES[heads(s)])
    made = []
    if s.phase != PILE:
        small = (_stack(-566 + 50 * i, -566, 0.3, str(i + 1), p, False, False) for i in members(s.stock))
        return group(*small, class_="pb-piles", aria_hidden="true")
    for i in range(n):
        x, y = polar((i + 0.5) * 360 / n, 250)
        token = f"pile {i + 1}"
        made.append(
            group(
                _stack(x, y, 1.0, str(i + 1), p, token in lit, not s.stock >> i & 1),
                id=f"pb-pile-{i + 1}",
                class_="pb-pile" + (" pb-legal" if token in lit else ""),
                data_token=token,
                role="button" if token in lit else "img",
                aria_label=say("token.pile", n=i + 1),
            )
        )
    return group(*made, group(art.knife(p), transform=move(0, 0, 62)), class_="pb-piles")


def _stack(x: float, y: float, scale: float, label: str, p: Palette, lit: bool, gone: bool) -> Markup:
    if gone:
        shape = tag("rect", x=-66, y=-52, width=132, height=104, rx=14, fill="none", stroke=p["wood-edge"])
        return group(shape, transform=move(x, y, scale), stroke_width=3, stroke_dasharray="9 9")
    cards = [
        tag(
            "rect",
            x=-66 + 5 * d,
            y=-52 - 6 * d,
            width=132,
            height=104,
            rx=14,
            fill=p["sauce"],
            stroke=p["red-edge"],
            stroke_width=3,
        )
        for d in range(3)
    ]
    glow = tag("rect", x=-64, y=-72, width=148, height=132, rx=20, fill=p["glow"], stroke=p["touch"], stroke_width=8)
    return group(
        *([glow] if lit else []),
        *cards,
        circle(10, -12, 34, fill=p["mark-paper"]),
        lettering(label, 10, -12, 38, p["mark-ink"], weight=0.17),
        transform=move(x, y, scale),
    )


def podium(s: Any, p: Palette) -> Markup:
    """The final points on the empty tray, best first, and the slices that had been put aside."""
    order = sorted(range(heads(s)), key=lambda q: (-total(s, q), -s.bites[q], q))
    step = min(88.0, 480 / len(order))
    top = -step * (len(order) - 1) / 2 - 70
    made = []
    for row, q in enumerate(order):
        y, won = top + row * step, s.won >> q & 1
        if won:
            made.append(
                tag(
                    "rect",
                    x=-210,
                    y=y - step / 2 + 3,
                    width=420,
                    height=step - 6,
                    rx=26,
                    fill=p["gold"],
                    stroke=p["mark-ink"],
                    stroke_width=3,
                )
            )
        ink = p["mark-ink"] if won else p["wood-ink"]
        made.append(seat_symbol(COLOURS[q], p, -160, y, 32))
        made.append(lettering(who(s, q), -110, y, 31, ink, "start", 0.15))
        made.append(lettering(str(total(s, q)), 175, y, 38, ink, "end", 0.17))
    shown = [t for t in s.aside if t]
    made.append(lettering(say("board.aside_label"), 0, 244, 22, p["wood-ink"], weight=0.14))
    for i, t in enumerate(shown):
        x = (i - (len(shown) - 1) / 2) * 110
        made.append(art.placed(SLICES[t].kinds[0], p, x, 300, 30))
        made.append(lettering("/".join(map(str, SLICES[t].kinds)), x, 350, 24, p["wood-ink"], weight=0.16))
    return group(*made, class_="pb-podium", aria_hidden="true")


def table_top(s: Any, p: Palette, lit: frozenset[str], chosen: tuple[str, ...] = ()) -> Markup:
    """Everything that lies on the tray now."""
    if s.phase == OVER:
        return podium(s, p)
    parts = [piles(s, p, lit)]
    if s.ring:
        parts.append(slices(s, p, lit))
        if s.phase == DIVIDE:
            parts.append(cut_lines(s, p, lit, chosen))
        if any(s.share):
            parts.append(portions(s, p, lit))
        parts.append(hub(s, p))
    return join(parts)
