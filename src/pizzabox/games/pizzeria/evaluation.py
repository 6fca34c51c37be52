"""What bots and learners see of Pizzeria."""

from pizzabox.engine.bits import lowest, wide
from pizzabox.engine.kernel import inlined, kernel
from pizzabox.engine.state import Floats
from pizzabox.engine.win_returns import lead, share_wins

from .board import COPIES, FIRST_TYPE, KIND, KIND_TOO, LEAVES, PILES, PLAYERS, RING, TOMATO, TYPE_COUNT, C, D, E, F, J
from .move_codes import CHEW, CUT, JEFF, OVER, PHASES, SOLO
from .rules.round_flow import open_portions, picker, slicer
from .rules.scoring import basil, eaten, halves, heads, holds, offers, tomatoes, whole
from .state import State

PER_PLAYER = 10 + 9 + 2 + 12
PER_SLICE = 5
FEATURES = PLAYERS * PER_PLAYER + RING * PER_SLICE + len(PHASES) + 6
PARTS = 1 << 20
"""Parts of a point, in which promises are compared."""


@inlined
def unseen(s: State) -> int:
    """How many slices of every kind may still come, four bits a kind."""
    found = 0
    for kind in range(TOMATO, 12):
        n = 0
        first = FIRST_TYPE[kind]
        for t in range(first, first + TYPE_COUNT[kind]):
            n += COPIES[s.leaves, heads(s), t]
        for p in range(heads(s)):
            n -= whole(s, p, kind) + eaten(s, p, kind)
        found |= wide(max(0, n)) << (4 * kind)
    return found


@kernel
def unseen_after(to_come: int, t: int) -> int:
    """What may still come once a slice of a type has come."""
    kind = KIND[t]
    return to_come - (1 << (4 * kind)) if KIND_TOO[t] == 0 and to_come >> (4 * kind) & 15 else to_come


@kernel
def chance(own: int, rival: int, to_come: float, n: int) -> float:
    """A guess of the chance to end with most of a kind: `own` half slices against the best rival's, n at the table."""
    if to_come < 0.5:
        return 1.0 if own > 0 and own >= rival else 0.0
    floor = 0.6 / n if own == 0 and rival == 0 else 0.0
    if own == 0:
        return floor
    return max(floor, min(1.0, 0.5 + (own - rival) / (2.0 * (1.0 + to_come))))


@kernel
def best_rival(s: State, player: int, kind: int) -> int:
    """The most half slices of a kind that another player has saved."""
    rival = 0
    for p in range(heads(s)):
        if p != player:
            rival = max(rival, halves(s, p, kind))
    return rival


@kernel
def a_head(to_come: int, kind: int, n: int) -> float:
    """What may still come of a kind, in half slices for each of n."""
    return 2.0 * (to_come >> (4 * kind) & 15) / n


@kernel
def more(s: State, player: int, kind: int, extra: int, to_come: int) -> float:
    """What so many more half slices of a kind add to its points."""
    own, rival, n = halves(s, player, kind), best_rival(s, player, kind), heads(s)
    share = a_head(to_come, kind, n)
    return kind * (chance(own + extra, rival, share, n) - chance(own, rival, share, n))


@kernel
def gain(s: State, player: int, t: int, to_come: int) -> float:
    """What saving one more slice of a type promises."""
    kind = KIND[t]
    if kind == TOMATO:
        return 2.0
    if KIND_TOO[t] != 0:
        return more(s, player, kind, wide(1), to_come) + more(s, player, KIND_TOO[t], wide(1), to_come)
    return more(s, player, kind, wide(2), to_come) + (1.0 if s.marked == kind and holds(s, player, wide(C)) else 0.0)


@kernel
def promise(s: State, player: int, t: int, to_come: int) -> int:
    """The same in whole parts of a point, for whoever compares.

    A card rounds the last bit of a fraction in another way than a processor. As fractions, what promises the same would
    then be chosen here and not there; no promise lies so near the middle between two parts that a bit would matter.
    """
    return int(gain(s, player, t, to_come) * PARTS + 0.5)


@inlined
def worth(s: State, player: int, mask: int, to_come: int) -> int:
    """What a portion promises a player, in parts of a point: each slice eaten or saved, whichever is better."""
    sum_of = 0
    for i in range(s.ring):
        if mask >> i & 1:
            sum_of += max(LEAVES[s.pizza[i]] * PARTS, promise(s, player, s.pizza[i], to_come))
    return sum_of


@kernel
def swallow(s: State, player: int, mask: int, to_come: int) -> int:
    """Give the slices to a player as he would keep them; tells which he saves."""
    kept = 0
    for i in range(s.ring):
        if mask >> i & 1:
            t = s.pizza[i]
            if LEAVES[t] == 0 or promise(s, player, t, to_come) >= LEAVES[t] * PARTS:
                s.saved[player, t] += 1
                kept |= 1 << i
            else:
                s.ate[player, t] += 1
            to_come = unseen_after(to_come, t)
    return kept


@kernel
def give_back(s: State, player: int, mask: int, kept: int) -> None:
    """Take from a player what he swallowed."""
    for i in range(s.ring):
        if mask >> i & 1:
            if kept >> i & 1:
                s.saved[player, s.pizza[i]] -= 1
            else:
                s.ate[player, s.pizza[i]] -= 1


@kernel
def unseen_without(s: State, mask: int, to_come: int) -> int:
    """What may still come once these slices of the pizza have come."""
    for i in range(s.ring):
        if mask >> i & 1:
            to_come = unseen_after(to_come, s.pizza[i])
    return to_come


@kernel
def prospects(s: State, player: int, to_come: int) -> float:
    """Points in hand, and each kind by the chance to have most of it."""
    points = float(basil(s, player) + tomatoes(s, player) + offers(s, player))
    n = heads(s)
    for kind in range(TOMATO + 1, 12):
        points += kind * chance(halves(s, player, kind), best_rival(s, player, kind), a_head(to_come, kind, n), n)
    for offer in (D, E, F, J):
        if holds(s, player, wide(offer)) and not s.used >> offer & 1:
            points += 1.5
    return points


@kernel
def value(s: State, out: Floats) -> None:
    """Own prospects less the best rival's, after everybody has taken the portion that promises most.

    The record is used to try that out and is the same again afterwards.
    """
    if s.phase == OVER:
        share_wins(s.won, s.players, True, out)
        return
    kept = 0
    to_come = unseen(s)
    plate = wide(s.plate)
    owner = picker(s, wide(s.turn)) if CUT >> s.phase & 1 else slicer(s)
    if s.phase == CHEW:
        kept = swallow(s, owner, plate, to_come)
        to_come = unseen_without(s, plate, to_come)
    takers = 0
    if CUT >> s.phase & 1:
        free = open_portions(s)
        turn = s.turn + (1 if s.chosen else 0)
        while free:
            player = picker(s, turn)
            most = -1
            choice = lowest(free)
            rest = free
            while rest:
                k = lowest(rest)
                rest &= rest - 1
                here = worth(s, player, wide(s.share[k]), to_come) + (2 * PARTS if s.tile_at == k + 1 else 0)
                if here > most:
                    most = here
                    choice = k
            free &= ~(1 << choice)
            takers |= (player + 1) << (4 * choice)
            kept |= swallow(s, player, wide(s.share[choice]), to_come)
            to_come = unseen_without(s, wide(s.share[choice]), to_come)
            turn += 1
    for player in range(wide(s.players)):
        out[player] = prospects(s, player, to_come)
    lead(out, wide(s.players), prospects(s, wide(JEFF), to_come) if s.variant >= SOLO else -100.0)
    for player in range(wide(s.players)):
        out[player] = max(-1.0, min(1.0, out[player] / 60.0))
    for k in range(PLAYERS):
        player = (takers >> (4 * k) & 15) - 1
        if player >= 0:
            give_back(s, player, wide(s.share[k]), wide(kept))
    if s.phase == CHEW:
        give_back(s, owner, plate, wide(kept))


@kernel
def features(view: State, viewer: int, out: Floats) -> None:
    """Each player's kinds, leaves and offers (the viewer's own first), the pizza slice by slice, phase and round."""
    n = heads(view)
    own = max(0, viewer)
    k = 0
    for d in range(PLAYERS):
        p = (own + d) % n
        if d < n:
            for kind in range(TOMATO, 12):
                out[k + kind - TOMATO] = halves(view, p, kind) / (2.0 * kind)
            for kind in range(TOMATO + 1, 12):
                out[k + 10 + kind - TOMATO - 1] = eaten(view, p, kind) / kind
            out[k + 19] = view.bites[p] / 20.0
            out[k + 20] = 1.0 if slicer(view) == p else 0.0
            for offer in range(12):
                out[k + 21 + offer] = (1.0 if not view.used >> offer & 1 else 0.5) if holds(view, p, offer) else 0.0
        else:
            for i in range(PER_PLAYER):
                out[k + i] = 0.0
        k += PER_PLAYER
    for i in range(RING):
        t = view.pizza[i]
        out[k] = KIND[t] / 11.0
        out[k + 1] = KIND_TOO[t] / 11.0
        out[k + 2] = LEAVES[t] / 3.0
        out[k + 3] = 0.0
        out[k + 4] = 0.0
        for portion in range(PLAYERS):
            if view.share[portion] >> i & 1:
                out[k + 3] = (portion + 1) / 6.0
                out[k + 4] = 1.0 if view.taker[portion] else 0.0
        k += PER_SLICE
    for phase in range(len(PHASES)):
        out[k + phase] = 1.0 if view.phase == phase else 0.0
    k += len(PHASES)
    out[k] = view.rounds / PILES[n]
    out[k + 1] = view.turn / 6.0
    out[k + 2] = view.tile / 12.0
    out[k + 3] = view.tile_at / 6.0
    out[k + 4] = view.hand / 25.0
    out[k + 5] = view.marked / 11.0
