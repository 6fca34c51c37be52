"""The hexes of Pizza Wars in the picture: who stands there, what touching them means, and the buttons that turn or spin
a piece."""

from __future__ import annotations

from functools import lru_cache
from math import sqrt

from pizzabox.engine.catalogue import kept
from pizzabox.engine.glyphs import lettering
from pizzabox.engine.shapes import hexagon
from pizzabox.engine.svg import Layer, Markup, Palette, circle, group, join, move, path, polygon

from ..board import AREA, BY_NAME, NAMES, SIDE_BITS
from ..state import State
from ..words import spelled
from .boards import RADIUS, at, piece, toward

MOST_HEXES = 1024
"""Drawings of hexes that are kept for a palette and a language."""
_NOBODY = (-1, -1, -1)
_CONTENT = Markup("<!-- -->")
"""Stands in for what is drawn on a hex while its element is made."""


def spaces(s: State, lit: frozenset[str], p: Palette) -> Layer:
    """All hexes, one line each, with what touching them would mean."""
    boards3, agent, slots, kind, face = s.boards3, s.agent, s.at, s.kind, s.face
    dark = _unlit(boards3, agent, bytes(slots), bytes(kind), bytes(face), p)
    if not lit:
        return dark
    drawn = _drawn_hexes(boards3, p)
    lines = dark.lines.copy()
    for c, way in _ways(lit).items():
        if c >= drawn.n:
            continue
        slot = slots[c] - 1
        if slot < 0:
            lines[c + 1] = drawn[c, _NOBODY, way, 0]
        else:
            means = way if way == "turn" else "own" if slot >> SIDE_BITS == s.side else "prank"
            lines[c + 1] = drawn[c, (slot >> SIDE_BITS, kind[slot], face[slot]), means, agent]
    return Layer(lines)


@kept(256)
def _unlit(boards3: int, agent: int, slots: bytes, kind: bytes, face: bytes, p: Palette) -> Layer:
    """All hexes while nothing can be touched; most of them are empty."""
    drawn = _drawn_hexes(boards3, p)
    lines = drawn.empty.copy()
    for c, slot in enumerate(slots[: drawn.n]):
        if slot:
            lines[c + 1] = drawn[c, (slot - 1 >> SIDE_BITS, kind[slot - 1], face[slot - 1]), "", agent]
    return Layer(lines)


def _ways(lit: frozenset[str]) -> dict[int, str]:
    """What touching a hex would mean were it empty: a move there; a turn has buttons of its own."""
    ways = {}
    for token in lit:
        where, _, way = token.partition(" ")
        if where in BY_NAME and way in ("", "right") and not (way and where in lit):
            ways[BY_NAME[where]] = "turn" if way else "move"
    return ways


class _Drawn(dict[tuple[int, tuple[int, int, int], str, int], str]):
    """Every hex as it was drawn before: where, who stands there, what touching it means, whether there is an Agent."""

    def __init__(self, boards3: int, p: Palette) -> None:
        self.n = AREA * (2 + boards3)
        self.p = p
        self.empty = ['<g class="pb-spaces">', *(self[c, _NOBODY, "", 0] for c in range(self.n))]

    def __missing__(self, key: tuple[int, tuple[int, int, int], str, int]) -> str:
        c, look, lit, agent = key
        before, after = _element(c, look[0], look[1], lit not in ("", "turn"), agent)
        line = f"{before}{_content(look, lit, self.p)}{after}"
        if len(self) >= MOST_HEXES:
            self.clear()
        # The last one ends the group, so that all lines of a drawing differ.
        self[key] = line = f"{line}</g>" if c == self.n - 1 else line
        return line


@kept()
def _drawn_hexes(boards3: int, p: Palette) -> _Drawn:
    return _Drawn(boards3, p)


@kept(4096)
def _element(c: int, side: int, kind: int, touch: bool, agent: int) -> tuple[str, str]:
    """The element of a hex: what stands before that which is drawn there, and what behind."""
    drawn = group(
        _CONTENT,
        id=f"pb-at-{NAMES[c]}",
        class_="pb-space pb-legal" if touch else "pb-space",
        data_token=NAMES[c],
        role="button" if touch else "img",
        aria_label=spelled(NAMES[c], side, kind, agent),
        transform=move(*at(c)),
    )
    before, after = drawn.strip().split(_CONTENT)
    return before, after


@lru_cache(maxsize=1024)
def _content(look: tuple[int, int, int], lit: str, p: Palette) -> Markup:
    """What is drawn on a hex: who stands there, and what touching it means (an own piece, a move, a prank, a turn)."""
    outline = polygon(hexagon(0, 0, RADIUS - 4))
    inside = [path(outline, fill="none", pointer_events="all")]
    if lit:
        fill = p[{"move": "cheese", "prank": "sauce"}.get(lit, "glow")]
        inside.append(path(outline, fill=fill, fill_opacity=0.8, stroke=p["touch"], stroke_width=5))
        if lit == "move":
            inside.append(circle(0, 0, 11, fill=p["touch"]))
    if look[0] >= 0:
        inside.append(piece(*look, p))
    if lit == "own":
        inside.append(path(outline, fill="none", stroke=p["touch"], stroke_width=4))
    elif lit == "prank":
        inside.append(path(outline, fill="none", stroke=p["mark-paper"], stroke_width=15))
        inside.append(path(outline, fill="none", stroke=p["sauce"], stroke_width=9))
    return join(inside)


def buttons(s: State, lit: frozenset[str], p: Palette) -> list[Markup]:
    """Arrows to turn pieces, numbers to spin one."""
    made = []
    for token in sorted(lit):
        where, _, way = token.partition(" ")
        if way in ("left", "right"):
            made.append(_turn_button(token, f"{where} left" not in lit, s.kind[s.at[BY_NAME[where]] - 1], p))
        elif way:
            made.append(_spin_button(token, p))
    return made


@kept(2048)
def _turn_button(token: str, whole: bool, kind: int, p: Palette) -> Markup:
    """Half of a hex as a button with a big arrow along its edge; all of it where there is only one way to turn."""
    where, way = token.split(" ")
    flip = -1 if way == "left" else 1
    r, w = RADIUS - 4, (RADIUS - 4) * sqrt(3) / 2
    half = [(0.0, -r), (w * flip, -r / 2), (w * flip, r / 2), (0.0, r)]
    arrow = f"M{22 * flip} -37Q{52 * flip} -16 {41 * flip} 18M{51 * flip} 3L{40 * flip} 22L{27 * flip} 6"
    look = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}
    return group(
        path(polygon(hexagon(0, 0, r) if whole else half), fill="none", pointer_events="all"),
        path(arrow, stroke=p["mark-paper"], stroke_width=14, **look),
        path(arrow, stroke=p["touch"], stroke_width=8, **look),
        id=f"pb-turn-{where}-{way}",
        class_="pb-turn pb-legal",
        data_token=token,
        role="button",
        aria_label=spelled(token, 0, kind, 0),
        transform=move(*at(BY_NAME[where])),
    )


@kept(1024)
def _spin_button(token: str, p: Palette) -> Markup:
    """A button beside a piece: spin it by that many turns."""
    where, _, turns = token.split(" ")
    x, y = at(BY_NAME[where])
    dx, dy = toward(int(turns) - 1, 92)
    return group(
        circle(0, 0, 36, fill=p["cheese"], stroke=p["touch"], stroke_width=5),
        lettering(turns, 0, 0, 26, p["mark-ink"], weight=0.18),
        id=f"pb-turn-{where}-spin-{turns}",
        class_="pb-turn pb-legal",
        data_token=token,
        role="button",
        aria_label=spelled(token, -1, -1, 0),
        transform=move(x + dx, y + dy),
    )
