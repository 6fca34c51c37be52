"""The hexes of Pizza Wars in the picture: who stands there, what touching them means, and the buttons that turn or spin
a piece."""

from __future__ import annotations

from functools import lru_cache

from pizzabox.engine.art import Art
from pizzabox.engine.catalogue import kept
from pizzabox.engine.picture_parts import DrawnSpaces, knob, space, touchable
from pizzabox.engine.svg import Layer, Markup, Palette, join, move

from ..board import AREA, BY_NAME, NAMES, SIDE_BITS
from ..phrases import all_threats, holders, say, threats
from ..state import State
from ..words import empty_said, piece_said, spelled
from .boards import at, piece, toward

art = Art(__package__, "art.svg")

Look = tuple[int, int, int, int, str, int, tuple[int, ...]]
"""A hex, the side, kind and face of the piece there, what touching it means, whether there is an Agent, and the hexes
that the piece threatens; of an empty hex the players who hold it."""


def spaces(s: State, lit: frozenset[str], p: Palette) -> Layer:
    """All hexes, one line each, with what touching them would mean."""
    boards3, agent, slots, kind, face = s.boards3, s.agent, s.at, s.kind, s.face
    land = holders(s)
    empty = tuple((c, who) for c, who in land.items() if not slots[c])
    dark = _unlit(boards3, agent, bytes(slots), bytes(kind), bytes(face), empty, p)
    if not lit:
        return dark
    drawn = _drawn_hexes(boards3, p)
    busy: list[Look] = []
    for c, way in _ways(lit).items():
        slot = slots[c] - 1
        if c not in drawn.place:
            continue
        if slot < 0:
            busy.append((c, -1, -1, -1, way, 0, land.get(c, ())))
        else:
            means = way if way == "turn" else "own" if slot >> SIDE_BITS == s.side else "prank"
            busy.append((c, slot >> SIDE_BITS, kind[slot], face[slot], means, agent, threats(s, c)))
    return drawn.layer(busy, dark)


@kept(256)
def _unlit(
    boards3: int,
    agent: int,
    slots: bytes,
    kind: bytes,
    face: bytes,
    empty: tuple[tuple[int, tuple[int, ...]], ...],
    p: Palette,
) -> Layer:
    """All hexes while nothing can be touched; most of them are empty, some of these held by somebody."""
    held = ((c, slot - 1) for c, slot in enumerate(slots[: AREA * (2 + boards3)]) if slot)
    goals = all_threats(boards3, slots, kind, face)
    looks: list[Look] = [(c, i >> SIDE_BITS, kind[i], face[i], "", agent, goals.get(c, ())) for c, i in held]
    looks += [(c, -1, -1, -1, "", 0, who) for c, who in empty]
    return _drawn_hexes(boards3, p).layer(looks)


def _ways(lit: frozenset[str]) -> dict[int, str]:
    """What touching a hex would mean were it empty: a move there; a turn has buttons of its own."""
    ways = {}
    for token in lit:
        where, _, way = token.partition(" ")
        if where in BY_NAME and way in ("", "right") and not (way and where in lit):
            ways[BY_NAME[where]] = "turn" if way else "move"
    return ways


@kept()
def _drawn_hexes(boards3: int, p: Palette) -> DrawnSpaces[Look]:
    empty: list[Look] = [(c, -1, -1, -1, "", 0, ()) for c in range(AREA * (2 + boards3))]
    return DrawnSpaces(empty, lambda look: _hex(*look, p))


def _hex(c: int, side: int, kind: int, face: int, lit: str, agent: int, more: tuple[int, ...], p: Palette) -> Markup:
    if side < 0:
        label = empty_said(c, tuple(say(f"side.{player}") for player in more))
    else:
        label = piece_said(c, side, kind, face, agent, more)
    drawn = _content(side, kind, face, lit, p)
    return space(NAMES[c], "pb-space", lit not in ("", "turn"), label, drawn, transform=move(*at(c)))


@lru_cache(maxsize=1024)
def _content(side: int, kind: int, face: int, lit: str, p: Palette) -> Markup:
    """What is drawn on a hex: who stands there, and what touching it means (an own piece, a move, a prank, a turn)."""
    return join(
        art("place", p),
        art(lit, p) if lit else "",
        piece(side, kind, face, p) if side >= 0 else "",
        art(f"{lit}-frame", p) if lit in ("own", "prank") else "",
    )


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
    label, place = spelled(token, kind), art("place" if whole else f"half-{way}", p)
    look = {"id_": f"pb-turn-{where}-{way}", "transform": move(*at(BY_NAME[where]))}
    return touchable(token, "pb-turn", True, label, place, art(f"arrow-{way}", p), **look)


@kept(1024)
def _spin_button(token: str, p: Palette) -> Markup:
    """A button beside a piece: spin it by that many turns."""
    where, _, turns = token.split(" ")
    x, y = at(BY_NAME[where])
    dx, dy = toward(int(turns) - 1, 92)
    drawn = knob(turns, 0, 0, 36, 26, p["mark-ink"], 0.18, fill=p["cheese"], stroke=p["touch"], stroke_width=5)
    look = {"id_": f"pb-turn-{where}-spin-{turns}", "transform": move(x + dx, y + dy)}
    return touchable(token, "pb-turn", True, spelled(token), drawn, **look)
