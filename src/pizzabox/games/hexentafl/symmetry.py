"""Which moves are equal because the board can be turned or mirrored without changing the position."""

from __future__ import annotations

from collections.abc import Sequence

from .board import CELLS, DIRECTIONS, INDEX, LONGEST, Axial, N
from .rules import MOST, piece_at
from .state import State


def _turned(cell: Axial) -> Axial:
    """A sixth of a turn about the throne."""
    q, r = cell
    return -r, q + r


def _mirrored(cell: Axial) -> Axial:
    q, r = cell
    return r, q


def _maps() -> list[tuple[list[int], list[int]]]:
    """The twelve ways to lay the board onto itself: where each hex and each direction goes."""
    made = []
    for flip in (False, True):
        for turns in range(6):

            def image(cell: Axial, flip: bool = flip, turns: int = turns) -> Axial:
                moved = _mirrored(cell) if flip else cell
                for _ in range(turns):
                    moved = _turned(moved)
                return moved

            made.append(([INDEX[image(cell)] for cell in CELLS], [DIRECTIONS.index(image(d)) for d in DIRECTIONS]))
    return made


MAPS = _maps()


def twins(s: State, codes: Sequence[int]) -> list[tuple[int, ...]]:
    """The moves of the side to move, those together that a symmetry of the position carries into each other.

    Earlier positions can come back and count (X4.5), so there is symmetry only while none can: right after a capture
    or the set-up.
    """
    pieces = (s.men, s.foes, 1 << s.king)
    kept = [m for m in MAPS if s.quiet == 0 and all(_image(bits, m[0]) == bits for bits in pieces)] or MAPS[:1]
    numbers = {cell: i for i in range(MOST) if (cell := piece_at(s, i)) >= 0}
    cells = {number: cell for cell, number in numbers.items()}
    groups: dict[int, list[int]] = {}
    known: dict[int, int] = {}
    for code in codes:
        way, steps = divmod(code, LONGEST)
        images = {(numbers[hexes[cells[way // 6]]] * 6 + ways[way % 6]) * LONGEST + steps for hexes, ways in kept}
        leader = next((known[image] for image in images if image in known), code)
        known[code] = leader
        groups.setdefault(leader, []).append(code)
    return [tuple(group) for group in groups.values()]


def _image(bits: int, hexes: list[int]) -> int:
    return sum(1 << hexes[i] for i in range(N) if bits >> i & 1)
