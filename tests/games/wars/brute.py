"""Pizza Wars by brute force on a plain grid: territory and legal moves, tried one by one. No code is shared.

Everything is a loop over coordinates and every candidate move is made on a copy of the grid, after which all territory
is counted anew. Marked as kernels so that they compile, and are found in the cache by the next run: quick enough for
a hundred thousand positions.

`owner[q, r]` is the side of the piece there, -1 when empty; `land[q, r]` the side whose board the hex belongs to, -1
off the boards; `sides[q, r]` the six sides of the piece clockwise from NE, 1 for a slice.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pizzabox.engine.kernel import kernel

OFFSET_Q, OFFSET_R, WIDE, HIGH = 6, 13, 20, 20
"""Added to axial coordinates; a margin of empty hexes saves asking for the edge of the grid."""
MIDDLES = ((0, 0), (3, -7), (7, -4))
DQ = np.array([1, 1, 0, -1, -1, 0])
DR = np.array([-1, 0, 1, 1, 0, -1])
SHAPES = np.array([[int(c) for c in word] for word in ("111110", "111100", "111010", "110110", "111000", "101010")])
CUSTOMER = 5


def boards(n: int) -> np.ndarray[Any, np.dtype[np.int64]]:
    """Whose board each hex of the grid belongs to."""
    land = np.full((WIDE, HIGH), -1)
    for side, (q0, r0) in enumerate(MIDDLES[:n]):
        for q in range(-3, 4):
            for r in range(-3, 4):
                if abs(q + r) <= 3:
                    land[q0 + q + OFFSET_Q, r0 + r + OFFSET_R] = side
    return land


@kernel
def territory(owner: Any, land: Any, p: int, held: Any) -> int:
    """Mark in `held` every hex player p holds; return how many."""
    held[:] = 0
    for q in range(1, WIDE - 1):
        for r in range(1, HIGH - 1):
            if owner[q, r] != p or land[q, r] == p:
                continue
            held[q, r] = 1
            for d in range(6):
                n = 1
                while True:
                    a, b = q + n * DQ[d], r + n * DR[d]
                    if land[a, b] < 0:
                        break
                    if land[a, b] == p or owner[a, b] == p:
                        for k in range(1, n):
                            held[q + k * DQ[d], r + k * DR[d]] = 1
                        break
                    if owner[a, b] >= 0:
                        break
                    n += 1
    return int(held.sum())


@kernel
def wins(owner: Any, land: Any, p: int, goal: int, players: int, held: Any) -> int:
    """How many hexes player p holds if that wins, else 0."""
    total = territory(owner, land, p, held)
    if total < goal or not shares(land, p, goal, players, held):
        return 0
    return total


@kernel
def shares(land: Any, p: int, goal: int, players: int, held: Any) -> bool:
    """With three players: whether the hexes in `held` have a third of the goal from each rival."""
    if players == 3:
        for rival in range(3):
            if rival != p and 3 * (held * (land == rival)).sum() < goal:
                return False
    return True


@kernel
def possible(owner: Any, land: Any, kind: Any, sides: Any, q: int, r: int, step: int) -> bool:
    """Whether the piece on (q, r) could make that move or prank by the rules of pieces alone."""
    me = owner[q, r]
    if step >= 24:
        d, e = step - 24, (step - 23) % 6
        a, b = q + DQ[d] + DQ[e], r + DR[d] + DR[e]
        if sides[q, r, d] == 0 or sides[q, r, e] == 0 or land[a, b] < 0:
            return False
        if owner[a, b] < 0 or owner[a, b] == me or kind[a, b] == CUSTOMER:
            return False
        for x in (d, e):
            between = owner[q + DQ[x], r + DR[x]]
            if between >= 0 and between != me:
                return False
        return True
    d, far = step // 4, step % 4 + 1
    if sides[q, r, d] == 0 or far > 6 - sides[q, r].sum():
        return False
    for n in range(1, far + 1):
        a, b = q + n * DQ[d], r + n * DR[d]
        if land[a, b] < 0 or owner[a, b] >= 0:
            return False
    return True


@kernel
def lawful(owner: Any, land: Any, q: int, r: int, step: int, goal: Any, players: int, held: Any) -> bool:
    """Whether that move hands no rival the win, or is a close call."""
    me = owner[q, r]
    if step >= 24:
        d, e = step - 24, (step - 23) % 6
        a, b = q + DQ[d] + DQ[e], r + DR[d] + DR[e]
    else:
        a, b = q + (step % 4 + 1) * DQ[step // 4], r + (step % 4 + 1) * DR[step // 4]
    trial = owner.copy()
    trial[q, r] = -1
    trial[a, b] = me
    for p in range(players):
        if p != me:
            rival = wins(trial, land, p, goal[p], players, held)
            if rival:
                mine = territory(trial, land, me, held)
                if mine <= rival or not shares(land, me, goal[me], players, held):
                    return False
    return True
