"""The boards of heXentafl: 37 hexes (4 a side) inside 61 (5 a side). Data, computed once at import.

Both boards share one grid, so a hex has one number and one name: row letters `a` to `i` from below, and columns 1 to 9
that run up to the left. The throne is `e5` on both; the small board has the rows `b` to `h`.
"""

import random

import numpy as np
from numpy.typing import NDArray

from pizzabox.engine.lookup_table import lookup_table

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


ALL = lookup_table(bits([c for c in CELLS if far(c) < size]) for size in SIZES)
"""For each size its hexes."""
CORNERS = lookup_table(bits(_corners(size)) for size in SIZES)
LONGEST = 2 * SIDE
JUMP = lookup_table(
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
NEAR = lookup_table(
    [sum(1 << to for to in JUMP[size, c, :, 0].tolist() if to >= 0) for c in range(N)] for size in range(len(SIZES))
)
"""For each size and hex its neighbours."""

# Rows of hexes. Each of the directions 0 to 2 has a numbering of its own in which its rows lie together, one after the
# other; with the pieces in that numbering, a shift brings the whole row of a hex into the lowest bits.
ROW = 2 * SIDE + 1
_ORDERS = (sorted(CELLS, key=lambda c: (c[0], -c[1])), sorted(CELLS, key=lambda c: (c[0] + c[1], c[0])), CELLS)
ALONG = lookup_table([1 << order.index(c) for order in _ORDERS[:2]] for c in CELLS)
"""For each hex its bit in the numberings of the directions 0 and 1; that of direction 2 is the usual one."""


def _row(cell: Axial, d: int) -> list[Axial]:
    back = max(n for n in range(ROW) if far(_along(cell, d, -n)) <= SIDE)
    return [c for n in range(ROW) if far(c := _along(cell, d, n - back)) <= SIDE]


def _query(cell: Axial, d: int, size: int) -> int:
    """Where `STOPS` has the stops of a piece on that hex, with all hexes of its row that are off the board taken."""
    row = _row(cell, d)
    walls = sum(1 << i for i in range(ROW) if i >= len(row) or far(row[i]) >= size)
    return (((0, 0) in row) * ROW + row.index(cell)) << ROW | walls


START_OF_ROW = lookup_table(_ORDERS[d].index(_row(c, d)[0]) for c in CELLS for d in range(3))
"""Where the row of a hex begins in the numbering of a direction, at the place `3 * hex + direction`."""
QUERY = lookup_table([_query(c, d, size) if far(c) < size else 0 for c in CELLS for d in range(3)] for size in SIZES)
"""For each size what to look up in `STOPS` on an empty board, at the same place."""


def _stops(place: int, throne: bool, taken: int) -> list[int]:
    """The steps a man can stop after, as parts of move codes: towards the end of the row, then towards its start."""
    found = []
    for way, code in ((1, 0), (-1, 3 * LONGEST)):
        n = 1
        while 0 <= place + n * way < ROW and not taken >> (place + n * way) & 1:
            if not (throne and place + n * way == SIDE):
                found.append(code + n - 1)
            n += 1
    return found


STOP_BITS = 5
STOPS = lookup_table(
    sum(code << STOP_BITS * i for i, code in enumerate(stops)) | len(stops) << STOP_BITS * LONGEST
    for throne in (False, True)
    for place in range(ROW)
    for taken in range(1 << ROW)
    for stops in [_stops(place, throne, taken)]
)
"""By row with the throne or without, place in it and pieces in it (see QUERY): where a man can stop, five bits each,
and above them how many there are."""


def _clamp(to: Axial, d: int, size: int) -> tuple[int, int]:
    """The neighbour that a piece arriving on `to` could capture that way, and the hexes its side must then hold."""
    victim, beyond = _along(to, d, 1), _along(to, d, 2)
    if far(to) >= size or far(victim) >= size:
        return 0, 0
    holders = [to, beyond]
    if victim == (0, 0):
        holders = [DIRECTIONS[e] for e in range((d + 1) % 2, 6, 2)]
    elif victim in _corners(size):
        holders = [c for e in range(6) if far(c := _along(victim, e, 1)) == size - 1]
    if to not in holders or any(far(c) >= size for c in holders):
        return 0, 0
    return bits([victim]), bits(holders)


CLAMP = lookup_table([[x for d in range(6) for x in _clamp(c, d, size)] for c in CELLS] for size in SIZES)
"""For each size, hex and direction the neighbour that an arriving piece captures, and the hexes to be held for that:
the opposite one, for a corner both rim hexes, for the throne (only a King stands there) three that do not touch."""
RING = lookup_table(bits([DIRECTIONS[d] for d in range(start, 6, 2)]) for start in (0, 1))
"""The two ways to stand on three neighbours of the throne that do not touch each other."""

# Start: men of the defenders, then attackers. Size 4 is the bonus game of the box, size 5 the larger edition.
START = lookup_table(
    (
        (bits([DIRECTIONS[d] for d in (1, 3, 5)]), bits(_corners(4))),
        (bits(list(DIRECTIONS)), bits(_corners(5)) | bits(_corners(4))),
    )
)

_dice = random.Random(20201221)


def _marks(n: int) -> NDArray[np.int64]:
    return lookup_table(_dice.getrandbits(64) - (1 << 63) for _ in range(n))


MARK_KING, MARK_MAN, MARK_FOE, MARK_TURN = _marks(N), _marks(N), _marks(N), _marks(2)
"""A random number for each piece on each hex and for each side to move: together (xor) they tell positions apart."""
