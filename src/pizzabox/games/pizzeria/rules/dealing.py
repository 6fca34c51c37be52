"""Dealing slices and offers (P1.4, P1.5, P6.1)."""

from pizzabox.engine.bits import count, lowest
from pizzabox.engine.kernel import kernel
from pizzabox.engine.rng import below

from ..board import ASIDE, DECKS, PILES, PLAYERS, RING
from ..move_codes import ADVANCED
from ..state import State
from .scoring import heads


@kernel
def fresh_pool(s: State) -> None:
    """All slices in play go into the pool (P1.4)."""
    n = heads(s)
    for i in range(RING * PILES[n] + ASIDE):
        s.pool[i] = DECKS[s.leaves, n, i]


@kernel
def draw(s: State, n: int) -> int:
    """Draw a random slice of the n in the pool; the last one takes its place."""
    i = below(s, n)
    t = s.pool[i]
    s.pool[i] = s.pool[n - 1]
    s.pool[n - 1] = 0
    return t


@kernel
def deal(s: State, box: int) -> None:
    """Deal the pool to the piles in stock and aside, and offers of the box onto the piles (P1.5, P6.1)."""
    n = RING * count(s.stock) + s.aside_left
    for pile in range(PLAYERS):
        if s.stock >> pile & 1:
            for i in range(RING):
                s.piles[pile, i] = draw(s, n)
                n -= 1
    for i in range(ASIDE):
        s.aside[i] = 0
        if i < s.aside_left:
            s.aside[i] = draw(s, n)
            n -= 1
    if s.variant == ADVANCED:
        for pile in range(PLAYERS):
            if s.stock >> pile & 1:
                rest = box
                for _ in range(below(s, count(box))):
                    rest &= rest - 1
                offer = lowest(rest)
                box &= ~(1 << offer)
                s.lids[pile] = offer + 1
