"""Jeff, the house opponent of the solo game: three plain habits that everybody can foresee (P9.2 to P9.4).

With two players he can also sit down as an ordinary bot; `me` is his place, the other one is his rival's.
"""

from __future__ import annotations

from typing import Any

from pizzabox.engine.bits import count, lowest
from pizzabox.engine.kernel import kernel

from .board import CUT_RANK, JEFF_CUTS, KIND, KIND_TOO, LEAVES, RING, TOMATO
from .codes import CHEW, CUTTING, DIVIDE, EAT, PICK, PILE, PORTION, SERVE
from .scoring import halves
from .service import open_portions

JEFF = 1
"""Jeff's place at the table; the human is 0."""
JEFF_CUT = CUTTING + CUT_RANK[RING, JEFF_CUTS]
LEADS, TOMATO_WORTH, MIXED_WORTH = 2, 2, 1
"""What Jeff adds for a slice of a kind he would lead or tie, for a tomato slice, for a mixed one."""
BEHIND = 4
"""Jeff gives a kind up when he would be this many half slices behind."""
AHEAD = 2
"""Jeff needs no more of a kind that he leads by this many half slices."""


@kernel
def jeff_move(s: Any, me: int) -> int:
    """What Jeff does now."""
    if s.phase == PILE:
        return SERVE + lowest(s.stock)
    if s.phase == DIVIDE:
        return JEFF_CUT
    if s.phase == PICK:
        return PORTION + jeff_pick(s, me)
    if s.phase == CHEW:
        return EAT + jeff_eats(s, me)
    return -1


@kernel
def on_portion(s: Any, mask: int, kind: int) -> int:
    """Half slices of a kind among some slices of the pizza."""
    n = 0
    for i in range(s.ring):
        if mask >> i & 1:
            t = s.pizza[i]
            if KIND_TOO[t] == 0:
                n += 2 if KIND[t] == kind else 0
            elif kind in (KIND[t], KIND_TOO[t]):
                n += 1
    return n


@kernel
def jeff_worth(s: Any, me: int, mask: int) -> int:
    """The value of a portion to Jeff (P9.3)."""
    worth = 0
    for i in range(s.ring):
        if mask >> i & 1:
            t = s.pizza[i]
            worth += LEAVES[t]
            if KIND_TOO[t] != 0:
                worth += MIXED_WORTH
            elif KIND[t] == TOMATO:
                worth += TOMATO_WORTH
            elif halves(s, me, KIND[t]) + on_portion(s, mask, KIND[t]) >= halves(s, 1 - me, KIND[t]):
                worth += LEADS
    return worth


@kernel
def jeff_pick(s: Any, me: int) -> int:
    """The portion worth most; then the one with more slices; then the first clockwise (P9.3)."""
    best = -1
    chosen = -1
    free = open_portions(s)
    while free:
        k = lowest(free)
        free &= free - 1
        rank = 100 * jeff_worth(s, me, s.share[k]) + count(s.share[k])
        if rank > best:
            best = rank
            chosen = k
    return chosen


@kernel
def jeff_eats(s: Any, me: int) -> int:
    """The slices of kinds that are lost to him even with them, and of kinds he leads without them (P9.4)."""
    mask = 0
    portion = s.share[s.chosen - 1]
    for i in range(s.ring):
        if s.plate >> i & 1:
            kind = KIND[s.pizza[i]]
            # Mixed slices of the portion are saved already; only the undecided ones are still to be counted.
            own = halves(s, me, kind) + on_portion(s, s.plate & portion, kind)
            if own + BEHIND <= halves(s, 1 - me, kind) or halves(s, me, kind) >= halves(s, 1 - me, kind) + AHEAD:
                mask |= 1 << i
    return mask
