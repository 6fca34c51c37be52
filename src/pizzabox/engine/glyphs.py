"""Lettering for pictures: a small alphabet of single strokes, drawn by us.

A picture must look the same on a machine without any fonts, so it holds paths and no text. Each glyph is written on a
grid: capitals stand from y 0 to the base line at 6, small letters begin at 2, descenders reach 8. `A rx ry sweep x y`
is an arc of at most half a turn.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Literal

from .svg import Markup, path, xy

Anchor = Literal["start", "middle", "end"]

CAPITAL = 6.0
GAP = 1.7
_BOX = (3.0, "M0 1L3 1L3 6L0 6L0 1")

# Each row: width on the grid, strokes.
GLYPHS: dict[str, tuple[float, str]] = {
    " ": (1.2, ""),
    "0": (4.0, "M0 2.3A2 2.3 1 4 2.3L4 3.7A2 2.3 1 0 3.7L0 2.3"),
    "1": (1.9, "M0 1.4L1.9 0L1.9 6"),
    "2": (3.8, "M.1 1.7A1.85 1.8 1 3.75 1.8A2 2.4 1 3.2 3.2L0 6L3.8 6"),
    "3": (3.7, "M.3 1A1.8 1.5 1 1.8 0A1.5 1.4 1 1.8 2.8L1.4 2.8L1.8 2.8A1.9 1.6 1 1.8 6A2 1.6 1 0 4.9"),
    "4": (4.0, "M3 6L3 0L0 4.2L4 4.2"),
    "5": (3.7, "M3.4 0L.6 0L.3 2.8A1.95 2 1 3.7 4A1.9 2 1 1.8 6A2.1 1.7 1 0 5"),
    "6": (3.8, "M3 0A4.6 4.8 0 0 4A1.9 2 0 3.8 4A1.9 2 0 0 4"),
    "7": (3.7, "M0 0L3.7 0L1.3 6"),
    "8": (3.8, "M1.9 2.8A1.6 1.4 1 1.9 0A1.6 1.4 1 1.9 2.8A1.9 1.6 1 1.9 6A1.9 1.6 1 1.9 2.8"),
    "9": (3.8, "M.8 6A4.6 4.8 0 3.8 2A1.9 2 0 0 2A1.9 2 0 3.8 2"),
    "A": (4.4, "M0 6L2.2 0L4.4 6M.75 4L3.65 4"),
    "B": (3.8, "M0 0L0 6L2.2 6A1.6 1.6 0 2.2 2.8L0 2.8M0 0L2 0A1.4 1.4 1 2 2.8"),
    "C": (4.2, "M4.2 1.2A2.4 3 0 0 3A2.4 3 0 4.2 4.8"),
    "D": (4.2, "M0 0L0 6L1.4 6A2.8 3 0 1.4 0L0 0"),
    "E": (3.3, "M3.3 0L0 0L0 6L3.3 6M0 2.9L2.7 2.9"),
    "F": (3.2, "M3.2 0L0 0L0 6M0 2.9L2.6 2.9"),
    "G": (4.4, "M4.2 1.2A2.4 3 0 0 3A2.4 3 0 4.4 4.5L4.4 3.2L2.8 3.2"),
    "H": (4.0, "M0 0L0 6M4 0L4 6M0 2.9L4 2.9"),
    "I": (0.4, "M.2 0L.2 6"),
    "J": (2.6, "M2.6 0L2.6 4.5A1.35 1.5 1 0 5"),
    "K": (3.8, "M0 0L0 6M3.6 0L0 3.6M1.2 2.4L3.8 6"),
    "L": (3.1, "M0 0L0 6L3.1 6"),
    "M": (5.0, "M0 6L0 0L2.5 4L5 0L5 6"),
    "N": (4.0, "M0 6L0 0L4 6L4 0"),
    "O": (4.8, "M0 3A2.4 3 1 4.8 3A2.4 3 1 0 3"),
    "P": (3.7, "M0 6L0 0L2.1 0A1.6 1.65 1 2.1 3.3L0 3.3"),
    "Q": (4.8, "M0 3A2.4 3 1 4.8 3A2.4 3 1 0 3M3 4.4L4.8 6.4"),
    "R": (3.9, "M0 6L0 0L2.1 0A1.6 1.65 1 2.1 3.3L0 3.3M2 3.3L3.9 6"),
    "S": (3.6, "M3.4 1.1A1.7 1.3 0 1.8 0A1.65 1.45 0 1.8 2.9A1.8 1.55 1 1.8 6A1.9 1.5 1 0 4.8"),
    "T": (4.0, "M0 0L4 0M2 0L2 6"),
    "U": (4.0, "M0 0L0 4A2 2 0 4 4L4 0"),
    "V": (4.2, "M0 0L2.1 6L4.2 0"),
    "W": (6.0, "M0 0L1.5 6L3 1.2L4.5 6L6 0"),
    "X": (3.9, "M0 0L3.9 6M3.9 0L0 6"),
    "Y": (4.0, "M0 0L2 3.1L4 0M2 3.1L2 6"),
    "Z": (3.8, "M0 0L3.8 0L0 6L3.8 6"),
    "a": (3.4, "M3.4 4A1.7 2 0 0 4A1.7 2 0 3.4 4M3.4 2L3.4 6"),
    "b": (3.4, "M0 0L0 6M0 4A1.7 2 1 3.4 4A1.7 2 1 0 4"),
    "c": (3.0, "M3 2.6A1.75 2 0 0 4A1.75 2 0 3 5.4"),
    "d": (3.4, "M3.4 0L3.4 6M3.4 4A1.7 2 0 0 4A1.7 2 0 3.4 4"),
    "e": (3.4, "M0 4L3.4 4A1.7 2 0 0 4A1.7 2 0 3 5.4"),
    "f": (2.2, "M2.2 .1A1.3 1.5 0 .8 1.6L.8 6M0 2.2L2 2.2"),
    "g": (3.4, "M3.4 4A1.7 2 0 0 4A1.7 2 0 3.4 4M3.4 2L3.4 6.2A1.7 1.7 1 .3 7.2"),
    "h": (3.2, "M0 0L0 6M0 3.7A1.6 1.7 1 3.2 3.7L3.2 6"),
    "i": (0.4, "M.2 2L.2 6M.2 .2L.2 .26"),
    "j": (1.2, "M1 2L1 6.6A1.2 1.3 1 -.3 7.7M1 .2L1 .26"),
    "k": (3.0, "M0 0L0 6M2.8 2L0 4.6M1 3.7L3 6"),
    "l": (0.4, "M.2 0L.2 6"),
    "m": (5.2, "M0 2L0 6M0 3.5A1.3 1.5 1 2.6 3.5L2.6 6M2.6 3.5A1.3 1.5 1 5.2 3.5L5.2 6"),
    "n": (3.2, "M0 2L0 6M0 3.7A1.6 1.7 1 3.2 3.7L3.2 6"),
    "o": (3.5, "M0 4A1.75 2 1 3.5 4A1.75 2 1 0 4"),
    "p": (3.4, "M0 2L0 8M0 4A1.7 2 1 3.4 4A1.7 2 1 0 4"),
    "q": (3.4, "M3.4 2L3.4 8M3.4 4A1.7 2 0 0 4A1.7 2 0 3.4 4"),
    "r": (2.0, "M0 2L0 6M0 3.8A1.9 1.8 1 2 2.1"),
    "s": (2.7, "M2.5 2.7A1.3 .9 0 1.35 2A1.2 .98 0 1.35 3.95A1.3 1.02 1 1.35 6A1.4 1 1 0 5.2"),
    "t": (2.2, "M.8 .6L.8 4.7A1.35 1.3 0 2.2 6M0 2.1L2.1 2.1"),
    "u": (3.2, "M0 2L0 4.3A1.6 1.7 0 3.2 4.3M3.2 2L3.2 6"),
    "v": (3.2, "M0 2L1.6 6L3.2 2"),
    "w": (4.8, "M0 2L1.2 6L2.4 2.8L3.6 6L4.8 2"),
    "x": (3.0, "M0 2L3 6M3 2L0 6"),
    "y": (3.4, "M0 2L1.7 6M3.4 2L1.1 7.4A1.3 1.2 1 0 8"),
    "z": (3.0, "M0 2L3 2L0 6L3 6"),
    ".": (0.4, "M.2 5.94L.2 6"),
    ",": (0.6, "M.4 5.8L0 7"),
    ":": (0.4, "M.2 2.9L.2 2.96M.2 5.7L.2 5.76"),
    ";": (0.6, "M.4 2.9L.4 2.96M.4 5.8L0 7"),
    "!": (0.4, "M.2 0L.2 4M.2 5.94L.2 6"),
    "?": (3.2, "M0 1.6A1.6 1.6 1 3.2 1.6A1.7 1.7 1 1.6 3.3L1.6 4.1M1.6 5.94L1.6 6"),
    "'": (0.4, "M.2 0L.2 1.4"),
    '"': (1.6, "M.1 0L.1 1.4M1.5 0L1.5 1.4"),
    "-": (2.2, "M0 3.6L2.2 3.6"),
    "\u2013": (3.4, "M0 3.6L3.4 3.6"),
    "_": (3.4, "M0 6.8L3.4 6.8"),
    "/": (2.4, "M0 6.6L2.4 -.5"),
    "(": (1.3, "M1.3 -.6A4.4 4.6 0 1.3 7"),
    ")": (1.3, "M0 -.6A4.4 4.6 1 0 7"),
    "[": (1.3, "M1.3 -.4L0 -.4L0 6.9L1.3 6.9"),
    "]": (1.3, "M0 -.4L1.3 -.4L1.3 6.9L0 6.9"),
    "<": (2.6, "M2.6 1.4L0 3.4L2.6 5.4"),
    ">": (2.6, "M0 1.4L2.6 3.4L0 5.4"),
    "+": (3.2, "M0 3.4L3.2 3.4M1.6 1.8L1.6 5"),
    "=": (3.2, "M0 2.6L3.2 2.6M0 4.4L3.2 4.4"),
    "\u00d7": (2.6, "M0 2.1L2.6 4.7M2.6 2.1L0 4.7"),
    "*": (2.6, "M1.3 0L1.3 2.8M.1 .7L2.5 2.1M2.5 .7L.1 2.1"),
    "·": (0.4, "M.2 3.4L.2 3.46"),
    "…": (3.6, "M.2 5.94L.2 6M1.8 5.94L1.8 6M3.4 5.94L3.4 6"),
    "→": (4.2, "M0 3.4L4.2 3.4M2.6 1.8L4.2 3.4L2.6 5"),
    "#": (3.6, "M1.3 .4L.7 5.8M2.9 .4L2.3 5.8M.2 2.2L3.6 2.2M0 4.1L3.4 4.1"),
    "%": (4.6, "M4 0L.6 6M0 1.2A1 1.2 1 2 1.2A1 1.2 1 0 1.2M2.6 4.8A1 1.2 1 4.6 4.8A1 1.2 1 2.6 4.8"),
    "&": (4.4, "M4.4 6L1 1.9A1.25 1.25 1 3.1 .9A1.6 1.6 1 2.2 2.5L.7 3.5A1.5 1.5 0 1.6 6A2.6 2.6 0 4.2 3.6"),
    "\u00ba": (1.8, "M0 .9A.9 .9 1 1.8 .9A.9 .9 1 0 .9"),
}

for _accented, _letter, _accent in (
    ("\u00e0", "a", "M1 .2L2 1"),
    ("\u00e8", "e", "M1 .2L2 1"),
    ("\u00e9", "e", "M2.2 .2L1.2 1"),
    ("\u00f2", "o", "M1 .2L2 1"),
    ("\u00f9", "u", "M1 .2L2 1"),
):
    GLYPHS[_accented] = (GLYPHS[_letter][0], GLYPHS[_letter][1] + _accent)
GLYPHS["\u00ec"] = (0.8, "M.4 2L.4 6M0 .2L.8 1")
GLYPHS["\u2019"] = GLYPHS["'"]


def text_width(text: str, size: float) -> float:
    """How wide a text of that capital height is, strokes not counted."""
    if not text:
        return 0.0
    return (sum(GLYPHS.get(c, _BOX)[0] for c in text) + GAP * (len(text) - 1)) * size / CAPITAL


def text_path(text: str, size: float, anchor: Anchor = "middle", x: float = 0.0, y: float = 0.0) -> str:
    """A text as path data, to be stroked with round caps.

    `size` is the height of a capital and `y` the middle of that height; `anchor` says which end of the text is at `x`.
    A character outside the alphabet is an empty box.
    """
    pen = x - text_width(text, size) * {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor]
    unit = size / CAPITAL
    made: list[str] = []
    for c in text:
        width, strokes = GLYPHS.get(c, _BOX)
        made.append(_placed(strokes, unit, pen, y - size / 2))
        pen += (width + GAP) * unit
    return "".join(made)


def lettering(
    text: str, x: float, y: float, size: float, colour: str, anchor: Anchor = "middle", weight: float = 0.15
) -> Markup:
    """A text as an element. Screen readers skip it: what matters is said by the label of the thing it stands on."""
    return _lettered(text, x, y, size, colour, anchor, weight)


@lru_cache(maxsize=1 << 13)
def _lettered(text: str, x: float, y: float, size: float, colour: str, anchor: Anchor, weight: float) -> Markup:
    return path(
        text_path(text, size, anchor, x, y),
        fill="none",
        stroke=colour,
        stroke_width=size * weight,
        stroke_linecap="round",
        stroke_linejoin="round",
        aria_hidden="true",
    )


def _placed(strokes: str, unit: float, x: float, y: float) -> str:
    made: list[str] = []
    for command, values in _parsed(strokes):
        end = xy(x + values[-2] * unit, y + values[-1] * unit)
        if command == "A":
            rx, ry, sweep = values[:3]
            made.append(f"A{xy(rx * unit, ry * unit)} 0 0 {sweep:.0f} {end}")
        else:
            made.append(command + end)
    return "".join(made)


@cache
def _parsed(strokes: str) -> tuple[tuple[str, tuple[float, ...]], ...]:
    parts = strokes.replace("M", "\nM").replace("L", "\nL").replace("A", "\nA").split("\n")[1:]
    return tuple((part[0], tuple(float(v) for v in part[1:].split())) for part in parts)
