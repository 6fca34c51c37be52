"""The boards of heXentafl: 37 hexes (4 a side) inside 61 (5 a side). Data, computed once at import.

Both boards share one grid, so a hex has one number and one name: row letters `a` to `i` from below, and columns 1 to 9
that run up to the left. The throne is `e5` on both; the small board has the rows `b` to `h`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pizzabox.engine.tables import table

Axial = tuple[int, int]
SIDE = 4
SIZES = (4, 5)
DIRECTIONS: tuple[Axial, ...] = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
"""Clockwise from the upper left: NW, NE, E, SE, SW, W. The first three lead to hexes of higher numbers."""


def far(cell: Axial) -> int:
    """Steps from the throne."""
    q, r = cell
    return max(abs(q), abs(r), abs(q + r))


CELLS: tuple[Axial, ...] = tuple(
    (q, r) for r in range(SIDE, -SIDE - 1, -1) for q in range(-SIDE, SIDE + 1) if far((q, r)) <= SIDE
)
INDEX: dict[Axial, int] = {cell: i for i, cell in enumerate(CELLS)}
N = len(CELLS)
NAMES: tuple[str, ...] = tuple(f"{'abcdefghi'[SIDE - r]}{q + SIDE + 1}" for q, r in CELLS)
BY_NAME: dict[str, int] = {name: i for i, name in enumerate(NAMES)}
THRONE = INDEX[0, 0]


def bits(cells: list[Axial]) -> int:
    """A set of hexes as one integer."""
    return sum(1 << INDEX[cell] for cell in cells)


def _along(cell: Axial, d: int, steps: int) -> Axial:
    return cell[0] + steps * DIRECTIONS[d][0], cell[1] + steps * DIRECTIONS[d][1]


def _corners(size: int) -> list[Axial]:
    return [_along((0, 0), d, size - 1) for d in range(6)]


ALL: NDArray[np.int64] = table(bits([c for c in CELLS if far(c) < size]) for size in SIZES)
"""For each size its hexes."""
CORNERS: NDArray[np.int64] = table(bits(_corners(size)) for size in SIZES)
LONGEST = 2 * SIDE
JUMP: NDArray[np.int64] = table(
    [
        [
            [
                INDEX[_along(c, d, n)] if far(c) < size and far(_along(c, d, n)) < size else -1
                for n in range(1, LONGEST + 1)
            ]
            for d in range(6)
        ]
        for c in CELLS
    ]
    for size in SIZES
)
"""For each size, hex, direction and distance (less one) the hex there, or -1 beyond the rim."""
NEXT: NDArray[np.int64] = table(JUMP[:, :, :, 0].reshape(-1))
"""The hex one step on, or -1, at the place `(size * N + hex) * 6 + direction`: flat, because kernels walk it often."""
RAY: NDArray[np.int64] = table(sum(1 << to for to in row.tolist() if to >= 0) for row in JUMP.reshape(-1, LONGEST))
"""All hexes that way, at the same place."""
AWAY: NDArray[np.int64] = table(
    row.tolist().index(THRONE) + 1 if THRONE in row else LONGEST + 1 for row in JUMP.reshape(-1, LONGEST)
)
"""How many steps that way to the throne, at the same place; more than any slide has where it does not lie there."""
RIM: NDArray[np.int64] = table(
    [
        bits([_along(c, d, 1) for d in range(6) if far(_along(c, d, 1)) == size - 1]) if c in _corners(size) else 0
        for c in CELLS
    ]
    for size in SIZES
)
"""For each size and corner its two neighbours on the rim; 0 for other hexes."""
RING: NDArray[np.int64] = table(bits([DIRECTIONS[d] for d in range(start, 6, 2)]) for start in (0, 1))
"""The two ways to stand on three neighbours of the throne that do not touch each other."""
NEAREST: NDArray[np.int64] = table(
    [min(far((c[0] - q, c[1] - r)) for q, r in _corners(size)) if far(c) < size else 0 for c in CELLS] for size in SIZES
)
"""For each size and hex the steps to the nearest corner on an empty board."""

# Start: men of the defenders, then attackers. Size 4 is the bonus game of the box, size 5 the larger edition.
START: NDArray[np.int64] = table(
    (
        (bits([DIRECTIONS[d] for d in (1, 3, 5)]), bits(_corners(4))),
        (bits(list(DIRECTIONS)), bits(_corners(5)) | bits(_corners(4))),
    )
)
