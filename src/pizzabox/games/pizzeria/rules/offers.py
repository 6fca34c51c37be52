"""The special offers: which may turn up, who can use one, and what they allow (P6.2, P7.1 to P7.6)."""

from pizzabox.engine.bits import count, lowest, wide
from pizzabox.engine.kernel import kernel
from pizzabox.engine.rng import below

from ..board import EVERY_OFFER, LEAVES, NOT_FIRST, NOT_LAST, NOT_TWO, PILES, PLAYERS, TOMATO, TYPES, E
from ..state import State
from .scoring import heads, holds, whole


@kernel
def ready(s: State, offer: int) -> bool:
    """Whether somebody holds that offer and has not used it."""
    return s.holder[offer] != 0 and not s.used >> offer & 1


@kernel
def out_of_game(s: State) -> int:
    """Offers that never take part: two players leave D and F out (P6.2)."""
    return NOT_TWO if heads(s) == 2 else 0


@kernel
def barred(s: State) -> int:
    """Offers that may not turn up in this round (P6.2)."""
    bars = out_of_game(s)
    if s.rounds == 0:
        bars |= NOT_FIRST
    if s.rounds == PILES[heads(s)] - 1:
        bars |= NOT_LAST
    return bars


@kernel
def from_box(s: State) -> int:
    """A random offer of those that lie neither on a pile nor have been seen (P6.2)."""
    box = EVERY_OFFER & ~s.seen & ~out_of_game(s)
    for pile in range(PLAYERS):
        if s.lids[pile]:
            box &= ~(1 << (s.lids[pile] - 1))
    skip = below(s, count(box))
    for _ in range(skip):
        box &= box - 1
    return lowest(box)


@kernel
def portion_of(s: State, place: int) -> int:
    """The portion a slice lies in."""
    for k in range(PLAYERS):
        if s.share[k] >> place & 1:
            return k
    return -1


@kernel
def shift_to(s: State, place: int, clockwise: int) -> int:
    """The portion that offer E can move a slice to, or -1 (P7.5)."""
    here = portion_of(s, place)
    step = 1 if clockwise else s.ring - 1
    there = portion_of(s, (place + step) % s.ring)
    if here == there or s.taker[here] != 0 or s.taker[there] != 0:
        return -1
    # Who may be left without slices has the offer; so there are two other portions, and each way leads to another one.
    if s.share[here] == 1 << place and s.tile_at != here + 1:
        return -1
    return there


@kernel
def can_bite(s: State, player: int) -> bool:
    """Whether a player has saved a slice with leaves."""
    n = 0
    for t in range(1, TYPES):
        n += s.saved[player, t] if LEAVES[t] > 0 else 0
    return n > 0


@kernel
def has_kind(s: State, player: int) -> bool:
    """Whether a player has saved a whole slice (P7.3)."""
    n = 0
    for kind in range(TOMATO, 12):
        n += whole(s, player, kind)
    return n > 0


@kernel
def has_shift(s: State, player: int) -> bool:
    """Whether a player may use offer E before this pick (P7.5)."""
    return holds(s, player, wide(E)) and not s.used >> E & 1
