"""SVG as text: elements that escape themselves, and the colours of the box in each theme.

Plain strings are always escaped; only what `tag` and `join` return counts as markup. Numbers are rounded to two
decimals, so the same picture is the same bytes on every machine.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from .errors import PizzaboxError, say, short

Value = str | int | float | None
Point = tuple[float, float]
Edit = tuple[int, int, list[str]]
"""Where, how many lines go, which come instead."""


class Markup(str):
    """Text that is SVG already and is not escaped again."""

    __slots__ = ()


_NAME = re.compile(r"[A-Za-z][A-Za-z0-9-]*")
_ESCAPES = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&#39;",
    "\n": "&#10;",
    "\t": "&#9;",
    "\r": "&#13;",
}
# XML has no way to write these at all; one of them would make the whole picture unreadable.
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_SPECIAL = re.compile("[&<>\"'\n\t\r]")
_PLAIN = re.compile("[^&<>\"'\x00-\x1f\ud800-\udfff\ufffe\uffff]*")


def escape(text: str | Layer) -> Markup:
    """Any text as it may stand in an element or an attribute."""
    if isinstance(text, Markup):
        return text
    if isinstance(text, Layer):
        return text.markup
    if _PLAIN.fullmatch(text):
        return Markup(text)
    return Markup(_SPECIAL.sub(lambda found: _ESCAPES[found[0]], _FORBIDDEN.sub("\ufffd", text)))


@lru_cache(maxsize=1 << 16)
def number(x: float) -> str:
    """A number with at most two decimals, as short as it can be written."""
    text = f"{x:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def tag(name: str, *children: str | Layer, **attributes: Value) -> Markup:
    """An element. `class_` is written class, `stroke_width` stroke-width; None leaves an attribute out.

    An element with an id stands on a line of its own, so that two drawings can be compared line by line (`edits`).
    """
    opening = _opening(name, attributes)
    made = f"{opening}>{''.join(map(escape, children))}</{name}>" if children else opening + "/>"
    return Markup(f"\n{made}\n" if attributes.get("id") is not None else made)


def _opening(name: str, attributes: Mapping[str, Value]) -> str:
    made = f"<{_checked(name)}"
    for key, value in attributes.items():
        if isinstance(value, str):
            made += f'{_attribute(key)}{value if _PLAIN.fullmatch(value) else escape(value)}"'
        elif value is not None:
            made += f'{_attribute(key)}{number(value)}"'
    return made


@cache
def _attribute(key: str) -> str:
    return f' {_checked(key.rstrip("_").replace("_", "-"))}="'


class Layer:
    """A drawing as its lines, so that what stays the same is not joined again."""

    __slots__ = ("lines",)

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines

    @property
    def markup(self) -> Markup:
        return Markup(str(self))

    def __str__(self) -> str:
        return "\n".join(self.lines)


def layer(*parts: str | Layer, **attributes: Value) -> Layer:
    """A group as lines, of layers and markup; nothing at all where it has none. Parts that a game keeps (`kept` of
    catalogue.py) cost no more than a look."""
    made = [_group(tuple(attributes.items()))]
    for part in parts:
        if isinstance(part, Layer):
            made += part.lines
        elif part:
            made += _split(part if isinstance(part, Markup) else escape(part))
    if len(made) == 1:
        return Layer([])
    made.append("</g>")
    return Layer(made)


@lru_cache(maxsize=1024)
def _group(attributes: tuple[tuple[str, Value], ...]) -> str:
    return _opening("g", dict(attributes)) + ">"


@lru_cache(maxsize=4096)
def _split(markup: Markup) -> tuple[str, ...]:
    return tuple(lines(markup))


def lines(drawing: str | Layer) -> list[str]:
    """The lines of a drawing; elements with an id have one each."""
    if isinstance(drawing, Layer):
        return drawing.lines
    return [line for line in drawing.split("\n") if line]


def edits(before: Sequence[str], after: Sequence[str]) -> list[Edit]:
    """How the lines of one drawing become those of another.

    Places are those of `before`, in order, so the edits are made from the last to the first.
    """
    if len(before) == len(after):
        fresh = [i for i, (a, b) in enumerate(zip(before, after, strict=True)) if a is not b and a != b]
        if 2 * len(fresh) <= len(after):
            return _runs(fresh, after)
    least = min(len(before), len(after))
    first = next((i for i in range(least) if before[i] != after[i]), least)
    last = next((i for i in range(least - first) if before[-1 - i] != after[-1 - i]), least - first)
    end, stop = len(before) - last, len(after) - last
    where: dict[str, int] = {}
    for i in range(first, end):
        where[before[i]] = -1 if before[i] in where else i  # one that stands there twice says nothing about its place
    made: list[Edit] = []
    old = new = first
    for i in range(first, stop + 1):
        found = where.get(after[i], -1) if i < stop else end
        if found < old:
            continue
        if found > old or i > new:
            made.append((old, found - old, list(after[new:i])))
        old, new = found + 1, i + 1
    return made


def edited(before: Sequence[str], changes: Sequence[Edit]) -> list[str]:
    """The lines that such edits lead to."""
    made = list(before)
    for at, gone, fresh in reversed(changes):
        made[at : at + gone] = fresh
    return made


def _runs(fresh: Sequence[int], after: Sequence[str]) -> list[Edit]:
    """The edits of lines that keep their places: neighbours go together."""
    made: list[Edit] = []
    behind = -1
    for i in fresh:
        if i == behind:
            at, gone, lines = made[-1]
            lines.append(after[i])
            made[-1] = (at, gone + 1, lines)
        else:
            made.append((i, 1, [after[i]]))
        behind = i + 1
    return made


def join(*parts: str | Layer) -> Markup:
    """Several pieces of markup one after the other; plain strings among them are escaped."""
    return Markup("".join(map(escape, parts)))


def group(*children: str | Layer, **attributes: Value) -> Markup:
    return tag("g", *children, **attributes) if children else Markup("")


def circle(x: float, y: float, r: float, **attributes: Value) -> Markup:
    return tag("circle", cx=x or None, cy=y or None, r=r, **attributes)


def style(**attributes: Value) -> dict[str, Value]:
    """Attributes that elements share."""
    return attributes


def box(x: float, y: float, width: float, height: float, rx: float, **attributes: Value) -> Markup:
    """A rectangle with round corners."""
    return tag("rect", x=x, y=y, width=width, height=height, rx=rx, **attributes)


def line(a: Point, b: Point, **attributes: Value) -> Markup:
    return tag("path", d=f"M{xy(*a)}L{xy(*b)}", **attributes)


def path(d: str, **attributes: Value) -> Markup:
    return tag("path", d=d, **attributes)


def xy(x: float, y: float) -> str:
    """A point as it stands in path data."""
    return f"{number(x)} {number(y)}"


def translate(x: float, y: float, scale: float = 1.0) -> str:
    """A transform to that place, and to that size."""
    there = f"translate({xy(x, y)})"
    return there if scale == 1.0 else f"{there}scale({number(scale)})"


def turned(degrees: float) -> str:
    """A transform that turns clockwise about the origin."""
    return f"rotate({number(degrees)})"


@cache
def _checked(name: str) -> str:
    if not _NAME.fullmatch(name):
        raise ValueError(f"{name!r} isn't a name for an element or attribute")
    return name


# One row per colour: light, dark, print. A player has fill, edge, mark (flecks, gills) and text upon the fill.
_COLOURS: dict[str, tuple[str, str, str]] = {
    "paper": ("#fbf5e9", "#1d1917", "#ffffff"),
    "card": ("#fffdf7", "#2a2421", "#ffffff"),
    "ink": ("#2b2320", "#f4e9d8", "#000000"),
    "soft": ("#6b5c50", "#b9a893", "#333333"),
    "rule": ("#dccdb4", "#4a3f37", "#888888"),
    "wood": ("#e9d2a8", "#4d3a28", "#ffffff"),
    "wood-edge": ("#b98d55", "#7a5b3a", "#000000"),
    "wood-ink": ("#4a3018", "#f0dcb8", "#000000"),
    "crust": ("#d9a05b", "#b5783a", "#d8d8d8"),
    "crust-edge": ("#a9692c", "#7c4c1e", "#000000"),
    "crust-spot": ("#c3813d", "#965f2a", "#c4c4c4"),
    "sauce": ("#c4412b", "#a13522", "#8c8c8c"),
    "dough": ("#f3d9a4", "#d9b878", "#ffffff"),
    "cheese": ("#f6c64f", "#f6c64f", "#dddddd"),
    "melt": ("#f8dc8f", "#e2bd6e", "#f6f6f6"),
    "melt-spot": ("#fae2a0", "#e7c67b", "#f6f6f6"),
    "well": ("#fcedc6", "#f0d79c", "#ffffff"),
    "well-edge": ("#dcb568", "#b98f45", "#777777"),
    "scratch": ("#7c4f1d", "#5d3a12", "#444444"),
    "basil": ("#3f7d45", "#6fae6f", "#555555"),
    "olive": ("#4a4a3a", "#a7a78c", "#444444"),
    "night": ("#1d1917", "#0f0c0b", "#000000"),
    "mark-ink": ("#2b2320", "#2b2320", "#000000"),
    "mark-paper": ("#fffdf7", "#fff6e2", "#ffffff"),
    "steel": ("#8a939b", "#8a939b", "#777777"),
    "glow": ("#ffffff", "#fff6dd", "#ffffff"),
    "touch": ("#b25f00", "#a35200", "#000000"),
    "gold": ("#e0a100", "#ffc93c", "#8c8c8c"),
    "prize": ("#8f4c00", "#ffc93c", "#000000"),
    "shade": ("#2b1a08", "#000000", "#000000"),
    "skewer": ("#e3bb7b", "#e3bb7b", "#ffffff"),
    "skewer-edge": ("#754815", "#4d2e0c", "#000000"),
    "red-fill": ("#c4412b", "#c8402a", "#5a5a5a"),
    "red-edge": ("#7c1f12", "#64170c", "#000000"),
    "red-mark": ("#f0a38e", "#f0a38e", "#f2f2f2"),
    "red-text": ("#ffffff", "#ffffff", "#ffffff"),
    "green-fill": ("#3f8a47", "#3f8a47", "#a8a8a8"),
    "green-edge": ("#1d4a26", "#173c1f", "#000000"),
    "green-mark": ("#9fce8f", "#9fce8f", "#ffffff"),
    "green-text": ("#ffffff", "#ffffff", "#000000"),
    "white-fill": ("#fffdf8", "#fffaf0", "#ffffff"),
    "white-edge": ("#4f4036", "#3b2f27", "#000000"),
    "white-mark": ("#b39a85", "#a58d79", "#777777"),
    "white-text": ("#2b2320", "#2b2320", "#000000"),
    "black-fill": ("#34302b", "#34302b", "#1c1c1c"),
    "black-edge": ("#14110f", "#0c0a09", "#000000"),
    "black-mark": ("#8d857b", "#8d857b", "#ffffff"),
    "black-text": ("#ffffff", "#ffffff", "#ffffff"),
    "purple-fill": ("#8a4a9b", "#9555a6", "#8a8a8a"),
    "purple-edge": ("#4f2560", "#411c50", "#000000"),
    "purple-mark": ("#e9d3ee", "#e9d3ee", "#ffffff"),
    "purple-text": ("#ffffff", "#ffffff", "#000000"),
    "yellow-fill": ("#f2bd2f", "#f2bd2f", "#e4e4e4"),
    "yellow-edge": ("#7d4f0c", "#6b430a", "#000000"),
    "yellow-mark": ("#b97a12", "#b97a12", "#666666"),
    "yellow-text": ("#2b2320", "#2b2320", "#000000"),
}
THEMES = ("light", "dark", "print", "page")


@dataclass(frozen=True, eq=False)
class Palette:
    """The colours of one theme. In `page` each is a CSS variable with the light colour to fall back on."""

    theme: str
    colours: Mapping[str, str]

    def __getitem__(self, name: str) -> str:
        return self.colours[name]

    @property
    def css(self) -> str:
        """Declarations that give a `page` picture these colours: put them in a rule of the page's style sheet."""
        return "".join(f"--pb-{name}:{colour};" for name, colour in self.colours.items())


def palette(theme: str | Palette = "light") -> Palette:
    """The colours of a theme (light, dark, print or page); the same object each time."""
    if isinstance(theme, Palette):
        return theme
    if theme not in THEMES:
        raise PizzaboxError(say("error.theme", name=short(theme), known=", ".join(THEMES)))
    return _palette(theme)


@cache
def _palette(theme: str) -> Palette:
    if theme == "page":
        return Palette(theme, {name: f"var(--pb-{name}, {row[0]})" for name, row in _COLOURS.items()})
    column = THEMES.index(theme)
    return Palette(theme, {name: row[column] for name, row in _COLOURS.items()})
