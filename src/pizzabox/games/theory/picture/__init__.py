"""The picture of Pizza Theory: the board (drawn once, see pizza.py), the pieces (drawn each move) and the legend.

Everything is drawn from the record it is given, so a picture of a view shows no more than the view holds.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from math import sqrt
from typing import Any

from pizzabox.engine.bits import count, members
from pizzabox.engine.catalogue import Catalogue, kept
from pizzabox.engine.errors import bad_viewer
from pizzabox.engine.glyphs import lettering, text_width
from pizzabox.engine.shapes import cross
from pizzabox.engine.svg import (
    Layer,
    Markup,
    Palette,
    Point,
    circle,
    group,
    join,
    layer,
    line,
    move,
    number,
    palette,
    path,
    polygon,
    tag,
)
from pizzabox.engine.toppings import seat_symbol, shapes, topping

from ..board import LINES, NAMES, N, at_sides
from ..rules import ADD, COLOURS, CUT, OVER, TOPPINGS, actors, colour, triple
from ..story import Slice, last_slices
from . import pizza
from .pizza import DICE, HEIGHT, SIDE_DICE, TOP, TOPPING, WELL, at, board, turn

__all__ = ["COLOUR_NAMES", "board", "legend", "names", "pieces", "seat_symbol", "svg", "view_box"]

say = Catalogue(__package__.rpartition(".")[0])
COLOUR_NAMES = ("red", "green", "white")
LEGEND = 96.0
# A slice's hatching also tells whose it is: degrees by colour; a tie stands upright.
_HATCH = (-45.0, 45.0, 0.0)
_TIE = 90.0


def names(s: Any, p: Palette) -> Markup:
    """The names of all spaces, for a page to show when they are wanted."""
    return pizza.names(p)


def pieces(s: Any, viewer: int, p: Palette, *, outcome: bool = True, legal: Iterable[str] = ()) -> Layer:
    """The layer that changes: slices and changes of the last cut, toppings, own cut lines, skewers, seats.

    Everything a person can touch is one group with its token in `data-token`; those in `legal` glow.
    """
    lit = frozenset(legal)
    slices = last_slices(s) if outcome and s.phase in (ADD, OVER) else ()
    lines = _own_lines(s, viewer, p, lit)
    spaces = _spaces(s, p, lit, slices)
    # Whatever can be chosen now must lie on top to be hit: lines while cutting, spaces otherwise.
    touchable = [spaces, lines] if s.phase == CUT else [lines, spaces]
    under: list[Layer] = []
    over: list[Markup | Layer] = []
    if slices:
        row = triple(s.last_label, s.last_cut)
        under = [_tints(row, slices, p)]
        over = [_last_skewers(tuple(s.last_label), tuple(s.last_cut), p), _letters(row, slices, p)]
    return layer(
        _seats(s, viewer, p),
        *under,
        *touchable,
        *over,
        _skewers(tuple(s.label), tuple(_known_cuts(s, viewer)), p),
        class_="pb-pieces",
    )


def svg(
    s: Any,
    viewer: int = -1,
    *,
    theme: str = "light",
    names: bool = False,
    outcome: bool = True,
    legal: Iterable[str] = (),
    size: int | None = None,
    title: str | None = None,
) -> str:
    """The position as a complete picture. `size` is its width in pixels; without it the picture fills its place."""
    p = palette(theme)
    if not isinstance(viewer, int) or not -1 <= viewer < s.players:
        raise bad_viewer(s.players, viewer)
    width, height = pizza.width(s.layout), HEIGHT + LEGEND
    ground = tag("rect", x=-width / 2, y=TOP, width=width, height=height, fill=p["paper"])
    lit = tuple(legal)
    return tag(
        "svg",
        tag("title", title if title is not None else say("picture.title", when=_when(s))),
        tag("desc", _described(s)),
        *([shapes(p)] if p.theme == "page" else [ground]),
        board(s, p),
        pieces(s, viewer, p, outcome=outcome, legal=lit),
        pizza.names(p, names),
        legend(s, p),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=view_box(s, with_legend=True),
        width=size,
        height=None if size is None else size * height / width,
        class_=f"pb pb-theory pb-{p.theme}",
        role="group" if lit else "img",
    )


def stages(s: Any, viewer: int, p: Palette) -> list[Layer]:
    """What a reveal shows first: the cutters on the pizza as it was before anything is replaced."""
    if not s.last_cut[0]:
        return []
    before = s.copy()
    before.phase, before.sealed = CUT, 0
    for c in range(COLOURS):
        before.spaces[c], before.label[c], before.cut[c] = s.before[c], s.last_label[c], s.last_cut[c]
    return [pieces(before, -1, p)]


def view_box(s: Any, with_legend: bool = False) -> str:
    """The `viewBox` for the layers of this game."""
    width = pizza.width(s.layout)
    return " ".join(map(number, (-width / 2, TOP, width, HEIGHT + (LEGEND if with_legend else 0))))


def legend(s: Any, p: Palette) -> Markup:
    """How many of its 16 toppings each colour has on the pizza, counted without limit."""
    parts = (
        _tally(c, count(s.spaces[c]), "wins" if _won(s, c) else "die" if c == s.spare else "", p)
        for c in range(COLOURS)
    )
    return group(*parts, class_="pb-legend", aria_hidden="true")


@kept(512)
def _tally(c: int, held: int, note: str, p: Palette) -> Markup:
    name, called = COLOUR_NAMES[c], say(f"colour.{c}")
    x, y = c * 324 - 472, TOP + HEIGHT + 42
    after = x + 73 + text_width(called, 23)
    remark = {"wins": say("picture.wins"), "die": say("picture.die")}.get(note, "")
    return join(
        [
            seat_symbol(name, p, x + 26, y, 28),
            lettering(called, x + 64, y - 13, 23, p["ink"], "start"),
            lettering(remark, after, y - 10, 16, p["prize" if note == "wins" else "soft"], "start", 0.17),
            lettering(f"{held}/{TOPPINGS}", x + 300, y - 13, 23, p["ink"], "end"),
            _bar(x + 62, y + 18, held, name, p),
        ]
    )


def _bar(x: float, y: float, held: int, name: str, p: Palette) -> Markup:
    pips = [tag("rect", x=x + i * 15, y=y - 8, width=12, height=16, rx=4) for i in range(min(held, TOPPINGS))]
    # What is missing is a dot and not an empty box, which could be read as one of white's.
    dots = [circle(x + i * 15 + 6, y, 2.5) for i in range(held, TOPPINGS)]
    return join(
        [
            group(*pips, fill=p[f"{name}-fill"], stroke=p[f"{name}-edge"], stroke_width=2),
            group(*dots, fill=p["soft"], fill_opacity=0.6),
        ]
    )


def _tints(row: int, slices: tuple[Slice, ...], p: Palette) -> Layer:
    """Each slice in the colour of its leader, hatched in that colour's direction; the wells shine through."""
    made = []
    for i, part in enumerate(slices):
        if len(part.leaders) == 1:
            made.append(_tint(row, i, part.leaders[0], p))
        elif len(part.leaders) == 2 and (part.removed or part.replaced):
            made.append(_tint(row, i, None, p))
    return layer(*made, pizza.wells(p), class_="pb-slices", pointer_events="none", aria_hidden="true")


@lru_cache(maxsize=8192)
def _tint(row: int, i: int, leader: int | None, p: Palette) -> Markup:
    """One slice: a leader's, or with None a tie that changed something."""
    fill, strength, degrees, stroke = p["steel"], 0.22, _TIE, p["mark-ink"]
    if leader is not None:
        name = COLOUR_NAMES[leader]
        fill, strength, degrees = p[f"{name}-fill"], 0.5 if name == "white" else 0.36, _HATCH[leader]
        stroke = p[f"{name}-edge"]
    if p.theme == "print":
        strength = 0.0
    return join(
        [
            path(polygon(pizza.outlines(row)[i]), fill=fill, fill_opacity=strength),
            path(pizza.strokes(row, i, degrees, 14), fill="none", stroke=stroke, stroke_opacity=0.5, stroke_width=1.8),
        ]
    )


def _letters(row: int, slices: tuple[Slice, ...], p: Palette) -> Layer:
    made = []
    for part, spot in zip(slices, pizza.letters_at(row), strict=True):
        made.append(_letter(part.letter, spot, part.leaders[0] if len(part.leaders) == 1 else None, p))
    return layer(*made, class_="pb-letters", pointer_events="none", aria_hidden="true")


@lru_cache(maxsize=4096)
def _letter(letter: str, spot: Point, leader: int | None, p: Palette) -> Markup:
    edge = p["steel"] if leader is None else p[f"{COLOUR_NAMES[leader]}-edge"]
    ring = circle(*spot, 16.5, fill=p["mark-paper"], stroke=edge, stroke_width=2.5)
    return join([ring, lettering(letter, *spot, 16, p["mark-ink"], weight=0.17)])


def _spaces(s: Any, p: Palette, lit: frozenset[str], slices: tuple[Slice, ...]) -> Layer:
    replaced = removed = 0
    for part in slices:
        replaced |= part.replaced
        removed |= part.removed
    winners = sum(1 << c for c in range(COLOURS) if _won(s, c)) if s.phase == OVER else 0
    return _all_spaces(tuple(s.spaces), winners, replaced, removed, lit - _ALL_CUTS, p)


@kept(512)
def _all_spaces(
    spaces: tuple[int, ...], winners: int, replaced: int, removed: int, lit: frozenset[str], p: Palette
) -> Layer:
    holders = [-1] * N
    for c, held in enumerate(spaces):
        for i in members(held):
            holders[i] = c
    changes = [""] * N
    for i in members(replaced):
        changes[i] = "replaced"
    for i in members(removed):
        changes[i] = "" if holders[i] >= 0 else "removed"
    won = [winners >> c & 1 == 1 for c in range(COLOURS)]
    known = _known_spaces(p)
    lines = ['<g class="pb-spaces">']
    for i, name in enumerate(NAMES):
        held = holders[i]
        lines.append(known[i, held, name in lit, changes[i], held >= 0 and won[held]])
    lines.append("</g>")
    return Layer(lines)


class _Known(dict[tuple[int, int, bool, str, bool], str]):
    """Every space as it was drawn before."""

    def __init__(self, p: Palette) -> None:
        self.p = p

    def __missing__(self, key: tuple[int, int, bool, str, bool]) -> str:
        self[key] = line = _space(*key, self.p).strip()
        return line


@kept()
def _known_spaces(p: Palette) -> _Known:
    return _Known(p)


def _space(i: int, held: int, lit: bool, change: str, won: bool, p: Palette) -> Markup:
    inside = [circle(0, 0, WELL + 1, fill="none", pointer_events="all")]
    label = NAMES[i]
    if lit:
        inside.append(circle(0, 0, WELL, fill=p["glow"], fill_opacity=0.8, stroke=p["touch"], stroke_width=3))
        inside.append(circle(0, 0, 7.5, fill=p["touch"]))
    if change == "removed":
        label = say("picture.removed", space=label)
        inside.append(
            path(cross(0, 0, 14), fill="none", stroke=p["mark-paper"], stroke_width=12, stroke_linecap="round")
        )
        inside.append(
            path(cross(0, 0, 14), fill="none", stroke=p["mark-ink"], stroke_width=5.5, stroke_linecap="round")
        )
    if held >= 0:
        name = COLOUR_NAMES[held]
        key = "picture.replaced" if change == "replaced" else "picture.topping"
        label = say(key, space=label, colour=say(f"seat.{held}"), topping=say(f"topping.{held}"))
        if won:
            inside.append(circle(0, 0, 44, fill=p["gold"], stroke=p["mark-ink"], stroke_width=2))
        if change == "replaced":
            inside.append(circle(0, 0, 43.5, fill=p["gold" if won else "well"], stroke=p["mark-paper"], stroke_width=7))
            inside.append(
                circle(0, 0, 43.5, fill="none", stroke=p["mark-ink"], stroke_width=4.5, stroke_dasharray="11 5.6")
            )
        inside.append(group(topping(name, p), transform=f"scale({number(TOPPING if not change else 36)})"))
    else:
        label = say("picture.empty", space=label)
    classes = ["pb-space", *([f"pb-{COLOUR_NAMES[held]}"] if held >= 0 else []), *([f"pb-{change}"] if change else [])]
    return group(
        *inside,
        id=f"pb-at-{NAMES[i]}",
        class_=" ".join([*classes, *(["pb-legal"] if lit else [])]),
        data_token=NAMES[i],
        role="button" if lit else "img",
        aria_label=label,
        transform=move(*at(i)),
    )


def _own_lines(s: Any, viewer: int, p: Palette, lit: frozenset[str]) -> Layer:
    if viewer < 0:
        return Layer([])
    return _lines_of(s.label[colour(s, viewer)], lit & _ALL_CUTS, p)


_ALL_CUTS = frozenset(f"cut {cut}" for cut in range(1, LINES + 1))


@kept(256)
def _lines_of(label: int, lit: frozenset[str], p: Palette) -> Layer:
    return layer(*(_own_line(label, cut, f"cut {cut}" in lit, p) for cut in range(1, LINES + 1)), class_="pb-cuts")


@kept()
def _own_line(label: int, cut: int, lit: bool, p: Palette) -> Markup:
    x, y = pizza.on_circle(cut, pizza.NUMBERS)
    ends = turn(x, y, label), turn(x, -sqrt(pizza.CHEESE**2 - x * x), label)
    nx, ny = pizza.number_at(label, cut)
    inside = [
        line(*ends, fill="none", stroke="none", stroke_width=2 * WELL, pointer_events="stroke"),
        circle(nx, ny, WELL, fill="none", pointer_events="all"),
    ]
    if lit:
        inside += [
            line(*ends, fill="none", stroke=p["glow"], stroke_width=11, stroke_opacity=0.7, stroke_linecap="round"),
            line(*ends, fill="none", stroke=p["touch"], stroke_width=4, stroke_linecap="round"),
            circle(nx, ny, 20, fill=p["glow"], stroke=p["touch"], stroke_width=4),
            lettering(str(cut), nx, ny, 20, p["white-text"], weight=0.17),
        ]
    return group(
        *inside,
        id=f"pb-cut-{cut}",
        class_="pb-cut pb-legal" if lit else "pb-cut",
        data_token=f"cut {cut}",
        role="button" if lit else "img",
        aria_label=say("board.spell_line", cut=cut),
    )


def _known_cuts(s: Any, viewer: int) -> list[int]:
    """Cuts by colour that may be drawn: 0 where none is chosen or it is not for this viewer to see."""
    cuts = []
    for c in range(COLOURS):
        mine = viewer < 0 or c == s.spare or c == colour(s, viewer)
        cuts.append(s.cut[c] if mine and 1 <= s.cut[c] <= LINES else 0)
    return cuts


@kept(4096)
def _skewers(labels: tuple[int, ...], cuts: tuple[int, ...], p: Palette) -> Markup:
    made = [_skewer(c, labels[c], cut, p) for c, cut in enumerate(cuts) if cut]
    return group(*made, class_="pb-skewers", pointer_events="none")


@kept(4096)
def _last_skewers(labels: tuple[int, ...], cuts: tuple[int, ...], p: Palette) -> Markup:
    made = [_skewer(c, labels[c], cuts[c], p, past=True) for c in range(COLOURS)]
    return group(*made, class_="pb-skewers pb-past", pointer_events="none")


@kept()
def _skewer(c: int, label: int, cut: int, p: Palette, past: bool = False) -> Markup:
    """A wooden skewer along a line: its number on a knob in front, its owner's topping stuck on the far tip."""
    name = COLOUR_NAMES[c]
    x = pizza.line_x(cut)
    front, back = pizza.on_circle(cut, pizza.NUMBERS)[1], -sqrt(pizza.SKEWER_END**2 - x * x)
    near, far = turn(x, front, label), turn(x, back, label)
    low, lower = (near[0] + 2, near[1] + 5), (far[0] + 2, far[1] + 5)
    thick = 6.0 if past else 8.0
    return group(
        group(
            line(low, lower, stroke=p["shade"], stroke_width=thick, stroke_opacity=0.22),
            line(near, far, stroke=p["skewer-edge"], stroke_width=thick + 3),
            line(near, far, stroke=p["skewer"], stroke_width=thick - 1),
            fill="none",
            stroke_linecap="round",
            opacity=0.7 if past else None,
        ),
        seat_symbol(name, p, *far, 18 if past else 23),
        circle(*near, 18 if past else 22, fill=p[f"{name}-fill"], stroke=p[f"{name}-edge"], stroke_width=3),
        lettering(str(cut), *near, 17 if past else 21, p[f"{name}-text"], weight=0.17),
        class_=f"pb-skewer pb-{name}",
        role="img",
        aria_label=say(
            "picture.skewer_past" if past else "picture.skewer",
            colour=say(f"seat.{c}"),
            cut=cut,
            label=say(f"label.{label}"),
        ),
    )


def _seats(s: Any, viewer: int, p: Palette) -> Layer:
    """Beside each label who holds it now; a dark plate is to act, a die has been chosen."""
    acting = {colour(s, player) for player in members(actors(s))}
    known = _known_cuts(s, viewer)
    made = []
    for c in range(COLOURS):
        die = "" if not s.cut[c] else str(known[c]) if known[c] else "?"
        made.append(_seat(c, s.label[c], s.layout, c in acting, die, _won(s, c), p))
    return layer(*made, class_="pb-seats")


@kept(2048)
def _seat(c: int, label: int, layout: int, acting: bool, die: str, won: bool, p: Palette) -> Markup:
    name = COLOUR_NAMES[c]
    _, symbol, initial = pizza.plate_spots(label, layout)
    inside = [_band(name, label, layout, p)]
    text = p["ink"]
    if acting:
        text = p["paper"]
        inside.append(tag("rect", **pizza.plate_shape(label, layout, 3), fill=p["ink"]))
        inside.append(pizza.plate_text(label, layout, text))
    if won:
        inside.append(
            tag("rect", **pizza.plate_shape(label, layout, 4), fill="none", stroke=p["prize"], stroke_width=8)
        )
        inside.append(tag("rect", **pizza.plate_shape(label, layout, 4), fill="none", stroke=p["gold"], stroke_width=4))
    inside.append(seat_symbol(name, p, *symbol, 20 if pizza.upright(label, layout) else 23))
    inside.append(lettering(say(f"colour.{c}")[0], *initial, 20, text, weight=0.17))
    said = say("picture.holds", colour=say(f"seat.{c}"), label=say(f"label.{label}"))
    said += (say("picture.acting") if acting else "") + (say("picture.won") if won else "")
    if die:
        x, y = (SIDE_DICE if at_sides(layout) else DICE)[label]
        said += say("picture.chosen") if die == "?" else say("picture.cut", cut=die)
        rect = {"x": x - 22, "y": y - 22, "width": 44, "height": 44, "rx": 10}
        inside.append(tag("rect", **rect, fill=p[f"{name}-fill"], stroke=p[f"{name}-edge"], stroke_width=3))
        inside.append(lettering(die, x, y, 22, p[f"{name}-text"], weight=0.17))
    return group(*inside, id=f"pb-seat-{name}", class_=f"pb-seat pb-{name}", role="img", aria_label=said)


@cache
def _band(name: str, label: int, layout: int, p: Palette) -> Markup:
    """The rim in front of a label in its holder's colour, so that the numbers there are seen as theirs."""
    r = pizza.RIM + 1
    x, y = pizza.on_circle(1, r)
    x -= 26
    y = sqrt(r * r - x * x)
    start = turn(x, y, label)
    end = turn(r * 0.998, 26, label) if at_sides(layout) else turn(-x, y, label)
    arc = f"M{number(start[0])} {number(start[1])}A{number(r)} {number(r)} 0 0 0 {number(end[0])} {number(end[1])}"
    look = {"fill": "none", "stroke_linecap": "round"}
    return join(
        [
            path(arc, stroke=p[f"{name}-edge"], stroke_width=13, **look),
            path(arc, stroke=p[f"{name}-fill"], stroke_width=8, **look),
        ]
    )


def _won(s: Any, c: int) -> bool:
    return s.phase == OVER and any(s.won >> player & 1 and colour(s, player) == c for player in range(s.players))


def _when(s: Any) -> str:
    return say("picture.after", n=s.rounds) if s.phase == OVER else say("picture.round", n=s.rounds + 1)


def _described(s: Any) -> str:
    """The position for those who cannot see it."""
    told = []
    for c in range(COLOURS):
        where = " ".join(NAMES[i] for i in members(s.spaces[c])) or say("picture.none")
        known = {"name": say(f"colour.{c}"), "label": say(f"label.{s.label[c]}"), "n": count(s.spaces[c])}
        told.append(say("picture.described", **known, all=TOPPINGS, where=where))
    return " ".join(told)
