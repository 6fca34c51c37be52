"""Who may know what: views, guesses, and the laws of conservation."""

from pizzabox.engine.bits import count
from pizzabox.engine.kernel import inlined, kernel

from .board import ASIDE, COPIES, EVERY_OFFER, LEAFY, LEAFY_FIRST, NOT_TWO, PILES, PLAYERS, PORTIONS, RING, TYPES
from .move_codes import ADVANCED, CUT, OVER, SOLO, UNCUT
from .rules.dealing import deal, draw
from .rules.scoring import heads
from .state import State


@inlined
def fill_pool(s: State) -> int:
    """All slices that do not lie open go into the pool, those with leaves first; returns how many these are."""
    n = 0
    edible = 0
    for j in range(1, TYPES):
        t = LEAFY_FIRST[j]
        for _ in range(COPIES[s.leaves, heads(s), t] - visible(s, t)):
            s.pool[n] = t
            n += 1
        if j == LEAFY:
            edible = n
    return edible


@kernel
def draw_leafy(s: State, edible: int, n: int) -> int:
    """Draw a random slice of the first `edible` of the n in the pool, which are those with leaves."""
    t = draw(s, edible)
    s.pool[edible - 1] = s.pool[n - 1]
    s.pool[n - 1] = 0
    return t


@kernel
def knows_eaten(s: State, viewer: int, player: int) -> bool:
    """Whether a viewer sees what a player ate: their own always; all with the option, solo, and at the end (P4.5)."""
    return player == viewer or s.eaten != 0 or s.variant >= SOLO or s.phase == OVER


@inlined
def show_secrets(s: State, viewer: int, view: State) -> None:
    """Eaten slices as far as the viewer may know them, and at the end what was put aside (P4.5, P8.1)."""
    if s.phase == OVER:
        for i in range(ASIDE):
            view.aside[i] = s.aside[i]
    for p in range(PLAYERS):
        if knows_eaten(s, viewer, p):
            for t in range(TYPES):
                view.ate[p, t] = s.ate[p, t]


@inlined
def guess_secrets(view: State, viewer: int, s: State) -> None:
    """Draw rivals' eaten slices, piles, slices put aside and offers on piles from what is unseen (P4.5, P8.1)."""
    if s.phase == OVER:
        return
    edible = fill_pool(s)
    n = RING * count(s.stock) + s.aside_left
    for p in range(heads(s)):
        if not knows_eaten(s, viewer, p):
            n += s.bites[p]
    for p in range(heads(s)):
        if not knows_eaten(s, viewer, p):
            for _ in range(s.bites[p]):
                s.ate[p, draw_leafy(s, edible, n)] += 1
                edible -= 1
                n -= 1
    out = NOT_TWO if heads(s) == 2 else 0
    deal(s, EVERY_OFFER & ~s.seen & ~out)


@kernel
def on_table(s: State) -> int:
    """The slices of the pizza that belong to nobody yet, as bits."""
    if UNCUT >> s.phase & 1:
        return (1 << s.ring) - 1
    mask = s.plate | 0
    if CUT >> s.phase & 1:
        for k in range(PLAYERS):
            if s.taker[k] == 0:
                mask |= s.share[k]
    return mask


@kernel
def visible(s: State, t: int) -> int:
    """How many slices of a type lie open: saved, eaten, on the table or in hand."""
    n = 1 if s.hand == t else 0
    for p in range(PLAYERS):
        n += s.saved[p, t] + s.ate[p, t]
    mask = on_table(s)
    for i in range(RING):
        if mask >> i & 1 and s.pizza[i] == t:
            n += 1
    return n


@inlined
def audit_laws(s: State) -> int:
    """The laws: every slice in play is in one place (1); the portions are the pizza (2); every offer is in one place
    (3); piles hold eleven slices or none (4)."""
    n = heads(s)
    for t in range(1, TYPES):
        hidden = 0
        for pile in range(PLAYERS):
            for i in range(RING):
                if s.piles[pile, i] == t:
                    hidden += 1
        for i in range(ASIDE):
            if s.aside[i] == t:
                hidden += 1
        if hidden + visible(s, t) != COPIES[s.leaves, n, t]:
            return 1
    together = 0
    for k in range(PLAYERS):
        if k >= PORTIONS[n] and s.share[k]:
            return 2
        together |= s.share[k]
    if CUT >> s.phase & 1 and together != (1 << s.ring) - 1:
        return 2
    for pile in range(PLAYERS):
        here = s.stock >> pile & 1
        for i in range(RING):
            if (s.piles[pile, i] != 0) != (here != 0):
                return 4
    return audit_offers(s, n)


@inlined
def audit_offers(s: State, n: int) -> int:
    """Law 3: an offer lies on one pile, on the table, with one player, in the box, or is gone."""
    if s.variant != ADVANCED:
        return 3 if s.seen or s.gone or s.used or s.tile else 0
    for pile in range(PLAYERS):
        if (s.lids[pile] != 0) != (s.stock >> pile & 1 != 0):
            return 3
    open_ones = s.gone | 0
    for offer in range(12):
        held = s.holder[offer] != 0
        lies = s.tile == offer + 1
        taken = lies and s.tile_at != 0 and s.taker[s.tile_at - 1] != 0
        if held and (s.gone >> offer & 1 or (lies and not taken)):
            return 3
        if held or lies:
            open_ones |= 1 << offer
    if open_ones != s.seen:
        return 3
    served = PILES[n] - count(s.stock)
    if count(s.seen & ~s.gone) != served:
        return 3
    return 0
