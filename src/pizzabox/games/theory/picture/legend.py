"""The legend of Pizza Theory: how many of its 16 toppings each colour has on the pizza, counted without limit."""

from __future__ import annotations

from pizzabox.engine.bits import count
from pizzabox.engine.catalogue import kept
from pizzabox.engine.glyphs import lettering, text_width
from pizzabox.engine.svg import Markup, Palette, box, circle, group, join
from pizzabox.engine.toppings import seat_symbol

from ..phrases import SEATS, say
from ..rules import COLOURS, TOPPINGS
from ..state import State
from .pizza import HEIGHT, TOP
from .seats import has_won


def legend(s: State, p: Palette) -> Markup:
    notes = ["wins" if has_won(s, c) else "die" if c == s.spare else "" for c in range(COLOURS)]
    made = (_entry(c, count(s.spaces[c]), notes[c], p) for c in range(COLOURS))
    return group(*made, class_="pb-legend", aria_hidden="true")


@kept(512)
def _entry(c: int, held: int, note: str, p: Palette) -> Markup:
    called, x, y = say(f"colour.{c}"), c * 324 - 472, TOP + HEIGHT + 42
    remark = say("picture.wins") if note == "wins" else say("picture.die") if note == "die" else ""
    after = x + 73 + text_width(called, 23)
    return join(
        seat_symbol(SEATS[c], p, x + 26, y, 28),
        lettering(called, x + 64, y - 13, 23, p["ink"], "start"),
        lettering(remark, after, y - 10, 16, p["prize" if note == "wins" else "soft"], "start", 0.17),
        lettering(f"{held}/{TOPPINGS}", x + 300, y - 13, 23, p["ink"], "end"),
        _bar(x + 62, y + 18, held, SEATS[c], p),
    )


def _bar(x: float, y: float, held: int, name: str, p: Palette) -> Markup:
    pips = [box(x + i * 15, y - 8, 12, 16, 4) for i in range(min(held, TOPPINGS))]
    # What is missing is a dot and not an empty box, which could be read as one of white's.
    dots = [circle(x + i * 15 + 6, y, 2.5) for i in range(held, TOPPINGS)]
    filled = group(*pips, fill=p[f"{name}-fill"], stroke=p[f"{name}-edge"], stroke_width=2)
    return join(filled, group(*dots, fill=p["soft"], fill_opacity=0.6))
