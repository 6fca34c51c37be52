"""The things on the table of Pizza Shark: slices, anchovies, action icons, cards, pizzas and the shark itself."""

from __future__ import annotations

from functools import cache
from math import cos, pi, sin

from pizzabox.engine.catalogue import kept
from pizzabox.engine.glyphs import lettering, text_width
from pizzabox.engine.svg import Markup, Palette, Value, circle, group, join, line, move, number, path, polygon, tag
from pizzabox.engine.toppings import topping

from ..board.deck import KINDS, TYPES, Card
from ..phrases import title

ANY = 3
"""A slice of any type."""
CARD_W, CARD_H = 138.0, 190.0


def box(x: float, y: float, width: float, height: float, rx: float, **look: Value) -> Markup:
    """A rectangle with round corners."""
    return tag("rect", x=x, y=y, width=width, height=height, rx=rx, **look)


def shape(d: str, fill: str, edge: str, width: float) -> Markup:
    """A filled outline with soft corners."""
    return path(d, fill=fill, stroke=edge, stroke_width=width, stroke_linejoin="round")


def stroke(d: str, colour: str, width: float) -> Markup:
    """A line with round ends and corners."""
    return path(d, fill="none", stroke=colour, stroke_width=width, stroke_linecap="round", stroke_linejoin="round")


@cache
def mark(t: int, p: Palette) -> Markup:
    """What tells a type apart, within the unit circle: a hole of cheese, pepperoni, mushroom, a question mark."""
    if t == ANY:
        return lettering("?", 0, 0, 1.3, p["mark-ink"], weight=0.2)
    if t == 0:
        holes = ((-0.35, -0.3, 0.34), (0.42, 0.05, 0.26), (-0.2, 0.5, 0.22))
        return join(
            [
                shape(
                    polygon([(-0.95, 0.6), (0.95, -0.5), (0.95, 0.75), (-0.95, 0.75)]),
                    p["cheese"],
                    p["yellow-edge"],
                    0.14,
                ),
                *(circle(x * 0.8 + 0.1, 0.36 + y * 0.4, r * 0.7, fill=p["yellow-edge"]) for x, y, r in holes),
            ]
        )
    return topping("red" if t == 1 else "white", p)


@cache
def _spot(t: int, x: float, y: float, r: float, p: Palette) -> Markup:
    """A topping on a slice, drawn with few strokes: a hole in plain cheese, a disc, a cap on its stem."""
    if t == 0:
        return circle(x, y, r * 0.62, fill=p["cheese"], stroke=p["yellow-edge"], stroke_width=r * 0.17)
    if t == 1:
        flecks = "".join(
            f"M{number(x + u * r)} {number(y + v * r)}h0" for u, v in ((-0.4, -0.3), (0.4, 0.1), (-0.1, 0.5))
        )
        return join(
            [
                circle(x, y, r * 0.9, fill=p["red-fill"], stroke=p["red-edge"], stroke_width=r * 0.16),
                path(flecks, stroke=p["red-mark"], stroke_width=r * 0.28, stroke_linecap="round"),
            ]
        )
    return path(
        "M-.3 .2L-.3 .8A.3 .2 0 0 0 .3 .8L.3 .2L.7 .26C.95 .26 .95 .1 .94 0C.9 -.55 .5 -.86 0 -.86"
        "C-.5 -.86 -.9 -.55 -.94 0C-.95 .1 -.95 .26 -.7 .26Z",
        fill=p["white-fill"],
        stroke=p["white-edge"],
        stroke_width=0.17,
        stroke_linejoin="round",
        transform=move(x, y, r),
    )


def _spots(t: int, p: Palette, where: tuple[tuple[float, float, float], ...]) -> Markup:
    """The toppings of a slice."""
    return join(_spot(t, x, y, r, p) for x, y, r in where)


@cache
def slice_of(t: int, p: Palette) -> Markup:
    """One slice, its point down, within the unit circle."""
    body = "M0 .98L-.72 -.42A1.5 1.5 0 0 1 .72 -.42Z"
    crust = "M-.8 -.5A1.62 1.62 0 0 1 .8 -.5"
    base = p["dough"] if t == ANY else p["melt"]
    top = (
        group(mark(ANY, p), transform=move(0, -0.02, 0.62))
        if t == ANY
        else _spots(t, p, ((-0.24, -0.26, 0.25), (0.28, -0.22, 0.22), (0.0, 0.3, 0.21)))
    )
    return join(
        [
            shape(body, base, p["crust-edge"], 0.09),
            path(crust, fill="none", stroke=p["crust-edge"], stroke_width=0.36, stroke_linecap="round"),
            path(crust, fill="none", stroke=p["crust"], stroke_width=0.24, stroke_linecap="round"),
            top,
        ]
    )


@cache
def anchovy(p: Palette) -> Markup:
    """A little fish, within the unit circle."""
    return join(
        [
            shape("M-.95 -.34L-.55 0L-.95 .34L-.86 0Z", p["steel"], p["mark-ink"], 0.1),
            shape("M-.66 0C-.3 -.5 .45 -.52 .95 0C.45 .52 -.3 .5 -.66 0Z", p["steel"], p["mark-ink"], 0.1),
            stroke("M-.3 .06C.1 .3 .4 .26 .7 .1", p["mark-paper"], 0.12),
            circle(0.56, -0.1, 0.09, fill=p["mark-ink"]),
        ]
    )


def piece(k: int, p: Palette) -> Markup:
    """A slice of a type, or after the types an anchovy."""
    return slice_of(k, p) if k < len(TYPES) else anchovy(p)


@cache
def thing(kind: int, p: Palette) -> Markup:
    """What an icon is about: a slice, any slice, or an anchovy."""
    word = KINDS[kind]
    if word.endswith("anchovy"):
        return anchovy(p)
    what = word.partition("_")[2]
    return slice_of(TYPES.index(what) if what in TYPES else ANY, p)


def _badge(x: float, fill: str, drawn: str, p: Palette) -> Markup:
    return group(
        circle(0, 0, 1, fill=fill, stroke=p["mark-paper"], stroke_width=0.16),
        stroke(drawn, p["mark-paper"], 0.28),
        transform=move(x, 0.58, 0.36),
    )


@cache
def icon(kind: int, p: Palette) -> Markup:
    """An action icon on a square from -1 to 1: its thing, and a badge that says what happens to it.

    A plus takes from the supply, an arrow to the left takes from an opponent, an arrow down places, a fin feeds.
    """
    word = KINDS[kind]
    verb = "take" if word == "anchovy" else word.partition("_")[0]
    ground = box(-0.96, -0.96, 1.92, 1.92, 0.36, fill=p["well"], stroke=p["well-edge"])
    parts = [group(ground, stroke_width=0.06)]
    plated = verb == "place" or word == "steal_and_plate"
    if plated:
        plate: dict[str, Value] = {"cx": -0.08, "cy": 0.5, "rx": 0.78, "ry": 0.3, "fill": p["mark-paper"]}
        parts.append(tag("ellipse", **plate, stroke=p["mark-ink"], stroke_width=0.07))
    parts.append(group(thing(kind, p), transform=move(-0.08, -0.12, 0.66)))
    down, left, plus = "M0 -.5L0 .5M-.4 .1L0 .5L.4 .1", "M.5 0L-.5 0M-.1 -.4L-.5 0L-.1 .4", "M-.5 0L.5 0M0 -.5L0 .5"
    if verb == "take":
        parts.append(_badge(0.58, p["green-fill"], plus, p))
    if verb == "steal":
        parts.append(_badge(-0.58 if plated else 0.58, p["red-fill"], left, p))
    if plated:
        parts.append(_badge(0.58, p["crust-edge"], down, p))
    if verb == "feed":
        parts.append(_badge(0.58, p["black-fill"], "M-.55 .4L.5 .4C.1 .2 .1 -.2 .25 -.5C-.2 -.4 -.45 0 -.55 .4", p))
    return join(parts)


@cache
def _wrapped(name: str, size: float, wide: float) -> tuple[str, ...]:
    """A name on one or two lines."""
    if text_width(name, size) <= wide or " " not in name:
        return (name,)
    words = name.split()
    cuts = [(" ".join(words[:i]), " ".join(words[i:])) for i in range(1, len(words))]
    return min(cuts, key=lambda two: max(text_width(part, size) for part in two))


def icon_spots(n: int) -> tuple[float, list[tuple[float, float]]]:
    """Where the icons of a card lie, and how large they are."""
    if n <= 2:
        return 30.0, [(CARD_W / 2 + (i - (n - 1) / 2) * 65, 131.0) for i in range(n)]
    if n <= 4:
        rows = [(38.0 + 62 * (i % 2), 104.0 + 55 * (i // 2)) for i in range(n)]
        return 25.0, rows if n == 4 else [*rows[:2], (CARD_W / 2, 159.0)]
    return 20.5, [(24.5 + 44.5 * i, 108.0) for i in range(3)] + [(46.5 + 45 * i, 157.0) for i in range(n - 3)]


@kept()
def card_face(card: Card, p: Palette) -> Markup:
    """A card without its icons: band of the type, cost, name. Its corner is the origin."""
    band = {-1: p["dough"], 0: p["cheese"], 1: p["red-mark"], 2: p["white-mark"]}[card.type]
    lines = _wrapped(title(card), 11, 124)
    starter = card.cost == 0
    return join(
        [
            tag(
                "rect", width=CARD_W, height=CARD_H, rx=13, fill=p["mark-paper"], stroke=p["mark-ink"], stroke_width=2.5
            ),
            path(
                "M2 14A12 12 0 0 1 14 2"
                f"L{number(CARD_W - 14)} 2A12 12 0 0 1 {number(CARD_W - 2)} 14L{number(CARD_W - 2)} 38L2 38Z",
                fill=band,
            ),
            line((2, 38), (CARD_W - 2, 38), stroke=p["mark-ink"], stroke_width=1.5),
            *([group(mark(card.type, p), transform=move(22, 20, 13))] if card.type >= 0 else []),
            *([_star(CARD_W - 24, 20, p)] if starter else [_cost(card.cost, p)]),
            *(
                lettering(part, CARD_W / 2, 59 + 15 * (i - (len(lines) - 1) / 2), 11, p["mark-ink"], weight=0.16)
                for i, part in enumerate(lines)
            ),
        ]
    )


def _cost(cost: int, p: Palette) -> Markup:
    return join(
        [
            group(anchovy(p), transform=move(CARD_W - 58, 20, 15)),
            circle(CARD_W - 24, 20, 15, fill=p["mark-ink"]),
            lettering(str(cost), CARD_W - 24, 20, 15, p["mark-paper"], weight=0.18),
        ]
    )


def _star(x: float, y: float, p: Palette) -> Markup:
    """The mark of a starter."""
    points = []
    for i in range(10):
        r, a = (14 if i % 2 == 0 else 6), pi * i / 5 - pi / 2
        points.append((x + r * cos(a), y + r * sin(a)))
    return shape(polygon(points), p["gold"], p["mark-ink"], 1.8)


@cache
def card_back(p: Palette, w: float = CARD_W, h: float = CARD_H) -> Markup:
    """The back of a card: a fin in the waves."""
    return join(
        [
            tag("rect", width=w, height=h, rx=13, fill=p["sauce"], stroke=p["mark-ink"], stroke_width=2.5),
            box(8, 8, w - 16, h - 16, 8, fill="none", stroke=p["mark-paper"], stroke_width=2),
            group(
                path("M-.7 .3C-.5 -.3 0 -.75 .5 -.8C.25 -.4 .3 0 .55 .3Z", fill=p["mark-paper"]),
                stroke("M-.9 .5Q-.6 .3 -.3 .5T.3 .5T.9 .5", p["mark-paper"], 0.12),
                transform=move(w / 2, h / 2, w * 0.3),
            ),
        ]
    )


@cache
def wedge(i: int, r: float) -> str:
    """The i-th of the six spaces of a circle: 0 to 2 are the left half from the top down, 3 to 5 the right half."""
    start = -90 - 60 * i if i < 3 else -90 + 60 * (i - 3)
    end = start - 60 if i < 3 else start + 60
    (ax, ay), (bx, by) = ((r * cos(a * pi / 180), r * sin(a * pi / 180)) for a in (start, end))
    sweep = 0 if i < 3 else 1
    return f"M0 0L{number(ax)} {number(ay)}A{number(r)} {number(r)} 0 0 {sweep} {number(bx)} {number(by)}Z"


def _at(i: int, r: float, spread: float = 0.0) -> tuple[float, float]:
    middle = (-120 - 60 * i if i < 3 else -60 + 60 * (i - 3)) + spread
    return r * cos(middle * pi / 180), r * sin(middle * pi / 180)


def _hint(t: int, x: float, y: float, r: float, p: Palette) -> Markup:
    """The type that is still missing on a space."""
    return group(mark(0, p), transform=move(x, y, r)) if t == 0 else _spot(t, x, y, r, p)


@cache
def half_pizza(side: int, kind: int, filled: int, r: float, p: Palette) -> Markup:
    """Three spaces of a circle around the origin: slices that lie there, and what is still to come."""
    made = []
    inner = r * 0.86
    for k in range(3):
        i = 3 * side + k
        if k < filled:
            made.append(path(wedge(i, r), fill=p["crust"], stroke=p["crust-edge"], stroke_width=2))
            made.append(path(wedge(i, inner), fill=p["melt"], stroke=p["melt"], stroke_width=1))
            spots = tuple((*_at(i, f * r, s), 0.15 * r) for f, s in ((0.66, -14.0), (0.62, 15.0), (0.36, 0.0)))
            made.append(_spots(kind - 1, p, spots))
            made.append(path(wedge(i, r), fill="none", stroke=p["crust-edge"], stroke_width=2, stroke_linejoin="round"))
        else:
            made.append(
                path(
                    wedge(i, r),
                    fill=p["well"],
                    fill_opacity=0.55 if kind else 0.15,
                    stroke=p["soft"],
                    stroke_width=1.5,
                    stroke_dasharray=None if kind else "5 5",
                )
            )
            if kind:
                x, y = _at(i, 0.6 * r)
                made.append(group(_hint(kind - 1, x, y, 0.15 * r, p), opacity=0.5))
    return join(made)


def half_outline(side: int, r: float) -> str:
    """The outline of a half, for the glow and for touching."""
    return f"M0 {number(-r)}A{number(r)} {number(r)} 0 0 {side} 0 {number(r)}Z"


@cache
def shark(p: Palette) -> Markup:
    """Signor Squalo: a steel body, an open maw to the right, a chef's hat."""
    upper = "".join(
        f"L{number(300 - 17 * i - 8)} {number(80 + 2.8 * i + 13)}L{number(300 - 17 * i - 17)} {number(83 + 2.8 * i)}"
        for i in range(5)
    )
    lower = "".join(
        f"L{number(213 + 15 * i + 8)} {number(93 + 5 * i - 9)}L{number(213 + 15 * i + 15)} {number(98 + 5 * i)}"
        for i in range(5)
    )
    steel, paper, ink = p["steel"], p["mark-paper"], p["mark-ink"]
    return join(
        [
            shape("M40 98L-8 52C4 78 4 96 -2 142Z", steel, ink, 3.5),
            shape("M110 42C122 12 146 -6 172 -8C160 12 162 26 172 40Z", steel, ink, 3.5),
            path("M302 79L213 92L290 120L296 100Z", fill=p["sauce"]),
            shape(
                "M22 97C50 40 140 20 212 30C258 37 292 58 303 78L213 92L291 121"
                "C250 150 170 156 108 140C66 129 40 116 22 97Z",
                steel,
                ink,
                3.5,
            ),
            path(
                "M60 112C110 126 180 124 213 92L291 121C250 150 170 156 108 140C84 134 70 124 60 112Z",
                fill=paper,
                fill_opacity=0.75,
            ),
            shape(f"M301 79{upper}Z", paper, ink, 1.5),
            shape(f"M213 93{lower}Z", paper, ink, 1.5),
            stroke(
                "M166 74C158 88 158 100 164 112M150 72C142 88 142 102 148 114M134 74C127 88 127 100 132 112", ink, 2.5
            ),
            shape("M120 132C112 152 96 162 78 164C92 150 94 140 94 134Z", steel, ink, 3.5),
            circle(226, 58, 10, fill=paper, stroke=ink, stroke_width=2.5),
            circle(229, 59, 4.5, fill=ink),
            stroke("M210 44L240 49", ink, 5),
            group(
                shape(
                    "M-24 10C-46 2 -42 -28 -18 -26C-14 -44 16 -44 20 -26C44 -28 46 2 24 10L22 26L-22 26Z",
                    paper,
                    ink,
                    3.5,
                ),
                stroke("M-22 14L22 14M-10 -8L-8 8M10 -8L8 8", p["soft"], 2.5),
                transform="translate(206 4)rotate(7)",
            ),
        ]
    )
