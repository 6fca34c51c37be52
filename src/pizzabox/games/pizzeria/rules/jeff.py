"""Jeff, the house opponent of the solo game: plain habits that all can foresee, in three strengths (P9.2 to P9.8).

With two players he can also sit down as an ordinary bot; `me` is his place, the other one is his rival's.
"""

from pizzabox.engine.bits import count, lowest, wide
from pizzabox.engine.kernel import inlined, kernel

from ..board import (
    COPIES,
    CUT_RANK,
    FIRST_TYPE,
    JEFF_CUTS,
    JEFF_HARD_CUTS,
    KIND,
    KIND_TOO,
    LEAVES,
    RING,
    TOMATO,
    TYPE_COUNT,
)
from ..move_codes import CHEW, CUTTING, DIVIDE, EAT, PICK, PILE, PORTION, SERVE, SOLO_EASY, SOLO_HARD
from ..state import State
from .round_flow import open_portions
from .scoring import eaten, halves, heads, whole

JEFF_CUT = CUTTING + CUT_RANK[RING, JEFF_CUTS]
JEFF_HARD_CUT = CUTTING + CUT_RANK[RING, JEFF_HARD_CUTS]
LEADS, TOMATO_WORTH, MIXED_WORTH = 2, 2, 1
"""What Jeff adds for a slice of a kind he would lead or tie, for a tomato slice, for a mixed one."""
BEHIND = 4
"""Jeff gives a kind up when he would be this many half slices behind."""
AHEAD = 2
"""Jeff needs no more of a kind that he leads by this many half slices."""
POINT = 100
"""The hard Jeff reckons in hundredths of a point."""


@kernel
def jeff_move(s: State, me: int) -> int:
    """What Jeff does now (P9.1 to P9.8)."""
    if s.phase == PILE:
        return SERVE + lowest(s.stock)
    if s.phase == DIVIDE:
        return JEFF_HARD_CUT if s.variant == SOLO_HARD else JEFF_CUT
    if s.phase == PICK:
        return PORTION + jeff_pick(s, me)
    if s.phase == CHEW:
        if s.variant == SOLO_HARD:
            return EAT + hard_eats(s, me)
        return EAT + (0 if s.variant == SOLO_EASY else jeff_eats(s, me))
    return -1


@kernel
def on_portion(s: State, mask: int, kind: int) -> int:
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


@inlined
def jeff_worth(s: State, me: int, mask: int) -> int:
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
            elif halves(s, me, KIND[t]) + on_portion(s, wide(mask), KIND[t]) >= halves(s, 1 - me, KIND[t]):
                worth += LEADS
    return worth


@inlined
def jeff_pick(s: State, me: int) -> int:
    """The portion worth most (to the easy Jeff all are alike); then more slices; then clockwise (P9.3, P9.6)."""
    best = -1
    chosen = -1
    free = open_portions(s)
    while free:
        k = lowest(free)
        free &= free - 1
        rank = count(s.share[k])
        if s.variant != SOLO_EASY:
            rank += 100 * jeff_worth(s, me, s.share[k])
        if rank > best:
            best = rank
            chosen = k
    return chosen


@inlined
def jeff_eats(s: State, me: int) -> int:
    """The slices of kinds that are lost to him even with them, and of kinds he leads without them (P9.4)."""
    mask = 0
    portion = s.share[s.chosen - 1]
    for i in range(s.ring):
        if s.plate >> i & 1:
            kind = KIND[s.pizza[i]]
            # Mixed slices of the portion are saved already; only the undecided ones are still to be counted.
            own = halves(s, me, kind) + on_portion(s, wide(s.plate & portion), kind)
            if own + BEHIND <= halves(s, 1 - me, kind) or halves(s, me, kind) >= halves(s, 1 - me, kind) + AHEAD:
                mask |= 1 << i
    return mask


@inlined
def to_come(s: State, kind: int) -> int:
    """How many whole slices of a kind nobody has saved or eaten, without those on the plate (P9.8)."""
    n = -(on_portion(s, wide(s.plate), kind) // 2)
    first = FIRST_TYPE[kind]
    for t in range(first, first + TYPE_COUNT[kind]):
        n += COPIES[s.leaves, heads(s), t]
    for p in range(heads(s)):
        n -= whole(s, p, kind) + eaten(s, p, kind)
    return n


@kernel
def hope(own: int, rival: int, left: int, kind: int) -> int:
    """What half slices of a kind are worth against a rival's: half its points when level, all of them when the lead is
    greater than the slices to come, none when it is as far behind, evenly in between (P9.8)."""
    if own == 0:
        return 0
    width = max(left, 0) + 1  # fewer than none are left only in a preview, where the next pizza is not known
    return kind * POINT * max(0, min(2 * width, width + own - rival)) // (2 * width)


@kernel
def margin(own: int, rival: int, left: int, kind: int) -> int:
    """What a kind is worth to one more than to the other (P9.8)."""
    return hope(own, rival, left, kind) - hope(rival, own, left, kind)


@inlined
def hard_eats(s: State, me: int) -> int:
    """One slice after the other: it is saved where that is worth at least its leaves (P9.8)."""
    mask = 0
    for i in range(s.ring):
        if s.plate >> i & 1:
            kind = KIND[s.pizza[i]]
            own, rival, left = halves(s, me, kind), halves(s, 1 - me, kind), to_come(s, kind)
            own += on_portion(s, wide(s.plate & ~mask & ((1 << i) - 1)), kind)
            if margin(own + 2, rival, left, kind) - margin(own, rival, left, kind) < LEAVES[s.pizza[i]] * POINT:
                mask |= 1 << i
    return mask
