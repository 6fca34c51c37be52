"""What can be touched in the picture of Pizza Theory: spaces, and the viewer's own cut lines."""

from __future__ import annotations

from math import sqrt

from pizzabox.engine.bits import members
from pizzabox.engine.catalogue import kept
from pizzabox.engine.picture_parts import knob, space, touchable
from pizzabox.engine.svg import Layer, Markup, Palette, circle, group, layer, line, move
from pizzabox.engine.toppings import topping

from ..board import LINES, NAMES
from ..phrases import SEATS, say
from ..rules import COLOURS, colour
from ..state import State
from ..story import Slice
from ..words import line_said
from . import pizza
from .pizza import WELL, turn
from .seats import has_won

_CUTS = tuple(f"cut {cut}" for cut in range(1, LINES + 1))


def spaces(s: State, p: Palette, lit: frozenset[str], slices: tuple[Slice, ...]) -> Layer:
    """All spaces with their toppings; marked where the last cut replaced or removed one."""
    replaced = sum(part.replaced for part in slices)
    removed = sum(part.removed for part in slices)
    winners = sum(1 << c for c in range(COLOURS) if has_won(s, c))
    return _all_spaces(tuple(s.spaces), winners, replaced, removed, lit.difference(_CUTS), p)


@kept(512)
def _all_spaces(
    toppings: tuple[int, ...], winners: int, replaced: int, removed: int, lit: frozenset[str], p: Palette
) -> Layer:
    holders = {i: c for c, held in enumerate(toppings) for i in members(held)}
    made = []
    for i, name in enumerate(NAMES):
        c = holders.get(i, -1)
        change = "replaced" if replaced >> i & 1 else "removed" if c < 0 and removed >> i & 1 else ""
        made.append(_space(i, c, name in lit, change, c >= 0 and winners >> c & 1 == 1, p))
    return layer(*made, class_="pb-spaces")


@kept(8192)
def _space(i: int, held: int, lit: bool, change: str, won: bool, p: Palette) -> Markup:
    inside = [circle(0, 0, pizza.STEP / 2, fill="none", pointer_events="all")]
    label, class_ = NAMES[i], "pb-space"
    if lit:
        inside.append(pizza.art("lit", p))
    if change == "removed":
        label = say("picture.removed", space=label)
        inside.append(pizza.art("removed", p))
    if held >= 0:
        class_ += f" pb-{SEATS[held]}"
        key = "picture.replaced" if change == "replaced" else "picture.topping"
        label = say(key, space=label, colour=say(f"seat.{held}"), topping=say(f"topping.{held}"))
        if won:
            inside.append(pizza.art("won", p))
        if change == "replaced":
            inside.append(pizza.art("won-replaced" if won else "replaced", p))
        inside.append(group(topping(SEATS[held], p), transform=f"scale({36 if change else 39})"))
    else:
        label = say("picture.empty", space=label)
    class_ += f" pb-{change}" if change else ""
    return space(NAMES[i], class_, lit, label, *inside, transform=move(*pizza.at(i)))


def own_lines(s: State, viewer: int, p: Palette, lit: frozenset[str]) -> Layer:
    """The lines a viewer can cut along; a spectator has none."""
    return _all_lines(s.label[colour(s, viewer)], lit.intersection(_CUTS), p) if viewer >= 0 else Layer([])


@kept(256)
def _all_lines(label: int, lit: frozenset[str], p: Palette) -> Layer:
    return layer(*(_line(label, cut, token in lit, p) for cut, token in enumerate(_CUTS, 1)), class_="pb-cuts")


@kept()
def _line(label: int, cut: int, lit: bool, p: Palette) -> Markup:
    x, y = pizza.on_circle(cut, pizza.NUMBERS)
    near, far = turn(x, y, label), turn(x, -sqrt(pizza.CHEESE**2 - x * x), label)
    inside = [
        line(near, far, fill="none", stroke="none", stroke_width=2 * WELL, pointer_events="stroke"),
        circle(*near, WELL, fill="none", pointer_events="all"),
    ]
    if lit:
        inside += [
            line(near, far, fill="none", stroke=p["glow"], stroke_width=11, stroke_opacity=0.7, stroke_linecap="round"),
            line(near, far, fill="none", stroke=p["touch"], stroke_width=4, stroke_linecap="round"),
            knob(str(cut), *near, 20, 20, p["white-text"], 0.17, fill=p["glow"], stroke=p["touch"], stroke_width=4),
        ]
    return touchable(f"cut {cut}", "pb-cut", lit, line_said(label, cut), *inside)
