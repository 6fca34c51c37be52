"""What pictures of several games are made of: things to touch, knobs, spaces that are drawn once, their names."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from html import unescape
from math import sqrt
from typing import TypeVar

from .catalogue import kept
from .glyphs import lettering
from .shapes import hexagon, polygon
from .state import GameState, OwnState
from .svg import Layer, Markup, Palette, Point, Value, circle, group, join, layer, path, style, tag, translate

Look = TypeVar("Look", bound=tuple[object, ...])
_THING = re.compile('data-(?:token|what)="([^"]*)"')


def of_state(*parts: str | Callable[[OwnState], int]) -> Callable[[Callable[..., Markup]], Callable[..., Markup]]:
    """For a drawing that depends on these fields (or functions) of the state alone: it is written
    `draw(*values, p)`, called `draw(s, p)`, and kept."""

    def decorate(draw: Callable[..., Markup]) -> Callable[..., Markup]:
        once = kept(64)(draw)

        @wraps(draw)
        def drawn(s: GameState, *known: object) -> Markup:
            return once(*(int(getattr(s, part) if isinstance(part, str) else part(s)) for part in parts), *known)

        return drawn

    return decorate


def touchable(
    token: str, class_: str, lit: bool, label: str, *inside: str | Layer, id_: str = "", **more: Value
) -> Markup:
    """A group for one token: a button where it can be touched now. `id_` is made of the token, unless given."""
    return group(
        *inside,
        id=id_ or "pb-" + re.sub("[ _/]", "-", token),
        class_=f"{class_} pb-legal" if lit else class_,
        data_token=token,
        role="button" if lit else "img",
        aria_label=label,
        **more,
    )


def askable(what: str, label: str, *inside: str | Layer, role: str = "img", **more: Value) -> Markup:
    """A group that is no part of a move, but can be asked what it is: `what` is its name for `Words.explain`.

    With other things inside, its role is `group`."""
    return group(*inside, data_what=what, role=role, aria_label=label, **more)


def placed(name: str, *inside: str | Layer, **more: Value) -> Layer:
    """A group that stands elsewhere in the wide arrangement (`Wide`), which knows it by this name."""
    return layer(*inside, class_=f"pb-place-{name}", **more)


def owner(seat: int, colour: str, x: float, y: float, size: float, ink: str, room: float) -> Markup:
    """The owner's colour in words; a page puts the player's name there, within `room`."""
    word = lettering(colour, 0, 0, size, ink, "start", 0.16)
    return group(word, class_="pb-owner", data_seat=seat, data_size=size, data_room=room, transform=translate(x, y))


def things(drawing: str | Layer) -> list[str]:
    """Everything in a drawing that can be asked what it is: its tokens, and what `data-what` names."""
    return [unescape(name) for name in dict.fromkeys(_THING.findall(str(drawing)))]


def space(name: str, class_: str, lit: bool, label: str, *inside: str | Layer, **more: Value) -> Markup:
    """A space of a board, whose token is its name."""
    return touchable(name, class_, lit, label, *inside, id_=f"pb-at-{name}", **more)


def slab(width: float, height: float, radius: float, **look: Value) -> Markup:
    """A box with round corners whose own corner is the origin."""
    return tag("rect", width=width, height=height, rx=radius, **look)


def knob(
    text: str, x: float, y: float, radius: float, size: float, ink: str, weight: float, /, **ground: Value
) -> Markup:
    """A number or letter on a disc."""
    return join(circle(x, y, radius, **ground), lettering(text, x, y, size, ink, weight=weight))


class HexGrid:
    """Hexes that stand on a corner, by their axial coordinates, neighbours `step` apart."""

    def __init__(self, cells: Iterable[tuple[int, int]], step: float) -> None:
        self.middles: list[Point] = [((q + r / 2) * step, r * sqrt(3) / 2 * step) for q, r in cells]
        self.radius = step / sqrt(3)

    def at(self, cell: int) -> Point:
        """The middle of a hex."""
        return self.middles[cell]

    def outline(self, cell: int, inset: float) -> list[Point]:
        """A hex, drawn so much smaller."""
        return hexagon(*self.at(cell), self.radius - inset)

    def hex(self, cell: int, inset: float, **look: Value) -> Markup:
        return path(polygon(self.outline(cell, inset)), **look)

    def names(self, cells: Iterable[int], called: Sequence[str], p: Palette) -> Markup:
        """The names of hexes, below their middles."""
        return name_tags(((called[c], self.at(c)) for c in cells), p, 38, 14)


class DrawnSpaces(dict[Look, str]):
    """The spaces of a board as lines of a layer, each drawn once for each look it has had, and kept.

    A look is a tuple that begins with the space; `empty` has that of every space where nothing is and nothing happens.
    """

    most = 1024
    """Drawings that are kept."""

    def __init__(self, empty: Sequence[Look], draw: Callable[[Look], Markup]) -> None:
        self.draw, self.last = draw, empty[-1][0]
        self.place = {each[0]: line for line, each in enumerate(empty, 1)}
        self.empty = ['<g class="pb-spaces">', *(self[each] for each in empty)]

    def __missing__(self, each: Look) -> str:
        if len(self) >= self.most:
            self.clear()
        # The last one ends the group, so that all lines of a drawing differ.
        self[each] = line = self.draw(each).strip() + ("</g>" if each[0] == self.last else "")
        return line

    def layer(self, busy: Iterable[Look], below: Layer | None = None) -> Layer:
        """All spaces, these with another look than they have when empty, or in the layer `below`."""
        lines = below.lines.copy() if below else self.empty.copy()
        place = self.place
        for each in busy:
            lines[place[each[0]]] = self[each]
        return Layer(lines)


def name_tags(spots: Iterable[tuple[str, Point]], p: Palette, low: float, radius: float, shown: bool = True) -> Markup:
    """The names of spaces, so far below their middles: a layer above the pieces, to be shown when it is wanted."""
    ground = style(fill=p["mark-paper"], fill_opacity=0.92)
    made = (knob(name, x, y + low, radius, 0.92 * radius, p["mark-ink"], 0.16, **ground) for name, (x, y) in spots)
    return group(*made, class_="pb-name", aria_hidden="true", pointer_events="none", display=None if shown else "none")
