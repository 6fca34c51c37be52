"""What belongs to a seat of Pizza Theory: its plate and die, the skewer on the pizza, its toppings in the legend."""

from functools import cache
from math import sqrt

from pizzabox.engine.bits import count, members
from pizzabox.engine.catalogue import kept
from pizzabox.engine.glyphs import lettering, text_width
from pizzabox.engine.picture_parts import askable, knob
from pizzabox.engine.shapes import arc
from pizzabox.engine.svg import Layer, Markup, Palette, Value, box, circle, group, join, layer, line, path, style, xy
from pizzabox.engine.toppings import seat_symbol

from ..board import LINES, at_sides
from ..phrases import has_won, say
from ..rules import COLOUR_COUNT, TOPPINGS, actors, colour
from ..state import SEATS, State
from . import middle
from .middle import rotated


def known_cuts(s: State, viewer: int) -> tuple[int, ...]:
    """Cuts by colour that may be drawn: 0 where none is chosen or it is not for this viewer to see."""
    seen = range(COLOUR_COUNT) if viewer < 0 else (s.spare, colour(s, viewer))
    return tuple([cut if c in seen and 1 <= cut <= LINES else 0 for c, cut in enumerate(s.cut)])


def seats(s: State, known: tuple[int, ...], p: Palette) -> Layer:
    """Beside each label who holds it now; a dark plate is to act, a die has been chosen, whose number may be known."""
    acting = tuple([colour(s, player) for player in members(actors(s))])
    dice = tuple(["" if not cut else str(seen or "?") for cut, seen in zip(s.cut, known, strict=True)])
    won = tuple([c for c in range(COLOUR_COUNT) if has_won(s, c)])
    return _all_seats(tuple(s.label), s.layout, acting, dice, won, p)


@kept(4096)
def _all_seats(
    labels: tuple[int, ...],
    layout: int,
    acting: tuple[int, ...],
    dice: tuple[str, ...],
    won: tuple[int, ...],
    p: Palette,
) -> Layer:
    made = (_seat(c, labels[c], layout, c in acting, dice[c], c in won, p) for c in range(COLOUR_COUNT))
    return layer(*made, class_="pb-seats")


@kept(2048)
def _seat(c: int, label: int, layout: int, acting: bool, die: str, won: bool, p: Palette) -> Markup:
    name, text = SEATS[c], p["paper" if acting else "ink"]
    _, symbol, initial = middle.plate_spots(label, layout)
    inside = [_band(name, label, layout, p)]
    if acting:
        inside.append(middle.plate(label, layout, 3, fill=p["ink"]))
        inside.append(middle.plate_text(label, layout, text))
    if won:
        for ink, wide in (("prize", 8), ("gold", 4)):
            inside.append(middle.plate(label, layout, 4, fill="none", stroke=p[ink], stroke_width=wide))
    inside.append(seat_symbol(name, p, *symbol, 20 if middle.upright(label, layout) else 23))
    inside.append(lettering(say(f"colour.{c}")[0], *initial, 20, text, weight=0.17))
    said = say("picture.holds", colour=say(f"seat.{c}"), label=say(f"label.{label}"))
    said += (say("picture.acting") if acting else "") + (say("picture.won") if won else "")
    if die:
        x, y = (middle.SIDE_DICE if at_sides(layout) else middle.DICE)[label]
        said += say("picture.chosen") if die == "?" else say("picture.cut", cut=die)
        inside.append(box(x - 22, y - 22, 44, 44, 10, **_coat(name, p)))
        inside.append(lettering(die, x, y, 22, p[f"{name}-text"], weight=0.17))
    return askable(f"seat {name}", said, *inside, id=f"pb-seat-{name}", class_=f"pb-seat pb-{name}")


def _coat(name: str, p: Palette) -> dict[str, Value]:
    """How dice and knobs of a colour look."""
    return style(fill=p[f"{name}-fill"], stroke=p[f"{name}-edge"], stroke_width=3)


@cache
def _band(name: str, label: int, layout: int, p: Palette) -> Markup:
    """The rim in front of a label in its holder's colour, so that the numbers there are seen as theirs."""
    r = middle.RIM + 1
    x = middle.line_x(1) - 26
    y = sqrt(r * r - x * x)
    start = rotated(x, y, label)
    end = rotated(r * 0.998, 26, label) if at_sides(layout) else rotated(-x, y, label)
    rim = f"M{xy(*start)}{arc(r, 0, end)}"
    strokes = ((p[f"{name}-edge"], 13), (p[f"{name}-fill"], 8))
    return join(
        *(path(rim, stroke=ink, stroke_width=wide, fill="none", stroke_linecap="round") for ink, wide in strokes)
    )


@kept(4096)
def skewers(labels: tuple[int, ...], cuts: tuple[int, ...], past: bool, p: Palette) -> Markup:
    """The cuts on the pizza; those of the last round are thinner."""
    made = [_skewer(c, labels[c], cut, past, p) for c, cut in enumerate(cuts) if cut]
    return group(*made, class_="pb-skewers pb-past" if past else "pb-skewers", pointer_events="none")


@kept()
def _skewer(c: int, label: int, cut: int, past: bool, p: Palette) -> Markup:
    """A wooden skewer along a line: its number on a knob in front, its owner's topping stuck on the far tip."""
    name = SEATS[c]
    x, front = middle.on_circle(cut, middle.NUMBERS)
    near, far = rotated(x, front, label), rotated(x, -sqrt(middle.SKEWER_END**2 - x * x), label)
    shadow = (near[0] + 2, near[1] + 5), (far[0] + 2, far[1] + 5)
    thick, tip, radius, size = (6.0, 18, 18, 17) if past else (8.0, 23, 22, 21)
    said = "picture.skewer_past" if past else "picture.skewer"
    return askable(
        f"seat {name}",
        say(said, colour=say(f"seat.{c}"), cut=cut, label=say(f"label.{label}")),
        group(
            line(*shadow, stroke=p["shade"], stroke_width=thick, stroke_opacity=0.22),
            line(near, far, stroke=p["skewer-edge"], stroke_width=thick + 3),
            line(near, far, stroke=p["skewer"], stroke_width=thick - 1),
            fill="none",
            stroke_linecap="round",
            opacity=0.7 if past else None,
        ),
        seat_symbol(name, p, *far, tip),
        knob(str(cut), *near, radius, size, p[f"{name}-text"], 0.17, **_coat(name, p)),
        class_=f"pb-skewer pb-{name}",
    )


def legend(s: State, p: Palette) -> Markup:
    """How many of its 16 toppings each colour has on the pizza, counted without limit."""
    made = []
    for c, name in enumerate(SEATS):
        called, held, won = say(f"colour.{c}"), count(s.spaces[c]), has_won(s, c)
        x, y = c * 324 - 472, middle.TOP + middle.HEIGHT + 42
        note = say("picture.wins") if won else say("picture.die") if c == s.spare else ""
        pips = [box(x + 62 + i * 15, y + 10, 12, 16, 4) for i in range(min(held, TOPPINGS))]
        # What is missing is a dot and not an empty box, which could be read as one of white's.
        dots = [circle(x + 68 + i * 15, y + 18, 2.5) for i in range(held, TOPPINGS)]
        made += [
            seat_symbol(name, p, x + 26, y, 28),
            lettering(called, x + 64, y - 13, 23, p["ink"], "start"),
            lettering(note, x + 73 + text_width(called, 23), y - 10, 16, p["prize" if won else "soft"], "start", 0.17),
            lettering(f"{held}/{TOPPINGS}", x + 300, y - 13, 23, p["ink"], "end"),
            group(*pips, fill=p[f"{name}-fill"], stroke=p[f"{name}-edge"], stroke_width=2),
            group(*dots, fill=p["soft"], fill_opacity=0.6),
        ]
    return group(*made, class_="pb-legend", aria_hidden="true")
