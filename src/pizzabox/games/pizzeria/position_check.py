"""What can be wrong with a position somebody set up by hand."""

from __future__ import annotations

from typing import Any

from pizzabox.engine.bits import members
from pizzabox.engine.options import Options

from . import rules
from .board import (
    ALL_SLICES,
    ASIDE,
    AT_END,
    AT_ONCE,
    EVERY_OFFER,
    LEAVES,
    NOT_FIRST,
    NOT_LAST,
    OFFERS,
    PILES,
    PORTIONS,
    RING,
    SEATS,
    TYPES,
    A,
    B,
    C,
    D,
    F,
    J,
)
from .phrases import say, who
from .rules import offers, round_flow
from .rules.move_codes import (
    ADVANCED,
    CHEW,
    CUT,
    DIBS,
    DRAW,
    FIRST_SLICER,
    JUMP,
    LAST,
    MARK,
    NIBBLE,
    OVER,
    PICK,
    PILE,
    RETRO,
    SOLO,
    TASTE,
    UNCUT,
    VARIANTS,
)
from .rules.scoring import heads, winners
from .visibility import audit

_TAKING = (CHEW, RETRO, DRAW, TASTE, MARK)
_LAWS = {
    1: "check.law_slices",
    2: "check.law_bites",
    3: "check.law_portions",
    4: "check.law_offers",
    5: "check.law_pool",
    6: "check.law_piles",
}


def check(s: Any) -> str | None:
    """The first problem in words, or None."""
    for problem in (_table, _numbers, _round, _pizza, _portions, _takers, _offers, _phase, _end):
        found = problem(s)
        if found:
            return found
    law = audit(s)
    if law:
        return say(_LAWS[law])
    if s.phase == OVER:
        return None if s.won == winners(s) else say("check.won")
    if rules.forced(s) >= 0:
        return say("check.forced")
    return None


def fits(s: Any, options: Options) -> str | None:
    """Who slices first is as chosen; the other options have fields of their names, which the engine compares."""
    chosen = str(options["first"])
    if chosen != "random" and s.first != FIRST_SLICER[chosen]:
        return say("check.first_option", name=who(s, FIRST_SLICER[chosen]), other=who(s, s.first))
    return None


def _table(s: Any) -> str | None:
    if not 0 <= s.variant < len(VARIANTS):
        return say("check.variant")
    if s.variant >= SOLO and s.players != 1:
        return say("check.solo", players=s.players)
    if s.variant < SOLO and not 2 <= s.players <= SEATS:
        return say("check.players", players=s.players)
    if s.leaves not in (0, 1) or s.eaten not in (0, 1):
        return say("check.leaves")
    if not 0 <= s.first < heads(s):
        return say("check.first", most=heads(s) - 1, first=s.first)
    if not PILE <= s.phase <= OVER:
        return say("check.phase")
    if s.sealed:
        return say("check.sealed")
    return None


def _numbers(s: Any) -> str | None:
    n = heads(s)
    types = [s.hand, *s.pizza, *s.aside, *(s.piles[p, i] for p in range(SEATS) for i in range(RING))]
    if any(not 0 <= t < TYPES for t in types) or any(s.pool[i] for i in range(ALL_SLICES)):
        return say("check.slice")
    for p in range(SEATS):
        rows = [(s.saved[p, t], s.ate[p, t]) for t in range(TYPES)]
        if any(saved < 0 or ate < 0 for saved, ate in rows) or rows[0] != (0, 0):
            return say("check.counts")
        if any(ate and not LEAVES[t] for t, (_, ate) in enumerate(rows)):
            return say("check.ate_bare")
        if p >= n and (any(row != (0, 0) for row in rows) or s.bites[p]):
            return say("check.no_player", seat=p)
    if any(not 0 <= s.holder[o] <= n for o in range(12)) or any(not 0 <= s.lids[p] <= 12 for p in range(SEATS)):
        return say("check.holder")
    if (s.seen | s.gone | s.used) & ~EVERY_OFFER:
        return say("check.offers")
    return None


def _served(s: Any) -> bool:
    return bool((UNCUT | CUT) >> s.phase & 1)


def _round(s: Any) -> str | None:
    piles = int(PILES[heads(s)])
    if s.stock >> piles:
        return say("check.piles", piles=piles)
    if not 0 <= s.rounds <= piles or s.stock.bit_count() != piles - s.rounds - _served(s):
        return say("check.rounds")
    if (s.rounds == piles) != (s.phase in (LAST, OVER)):
        return say("check.last_round", piles=piles)
    if not ASIDE - 1 <= s.aside_left <= ASIDE or any((s.aside[i] != 0) != (i < s.aside_left) for i in range(ASIDE)):
        return say("check.aside")
    return None


def _pizza(s: Any) -> str | None:
    if s.ring != (0 if not _served(s) else RING if s.ring != RING - 1 else RING - 1):
        return say("check.ring")
    if s.ring == RING - 1 and not (s.variant == ADVANCED and s.holder[D] and s.used >> D & 1):
        return say("check.ten_slices")
    if any((s.pizza[i] != 0) != (i < s.ring) for i in range(RING)):
        return say("check.pizza", ring=s.ring)
    if (s.hand != 0) != (s.phase in (NIBBLE, TASTE)):
        return say("check.hand")
    return None


def _portions(s: Any) -> str | None:
    n = int(PORTIONS[heads(s)])
    if not CUT >> s.phase & 1:
        if any(s.share) or any(s.taker) or s.turn or s.chosen or s.tile_at or s.jumped or s.plate:
            return say("check.uncut")
        return None
    if not 0 <= s.tile_at <= n or (s.tile_at == 0) != (s.tile == 0):
        return say("check.tile_at", n=n)
    for k in range(SEATS):
        mask = s.share[k]
        if mask >> s.ring or (k >= n and mask):
            return say("check.share", n=n, ring=s.ring)
        if k < n and not mask and s.tile_at != k + 1:
            return say("check.portion_empty", portion=k + 1)
        if sum(not mask >> (i - 1) % s.ring & 1 for i in members(mask)) > 1:
            return say("check.portion_torn", portion=k + 1)
    return None


def _takers(s: Any) -> str | None:
    if not CUT >> s.phase & 1:
        return None
    n = int(PORTIONS[heads(s)])
    if not 0 <= s.turn < n:
        return say("check.turn", most=n - 1)
    if not 0 <= s.jumped <= heads(s) or (s.jumped and (s.holder[F] != s.jumped or not s.used >> F & 1)):
        return say("check.jumped")
    taking = s.phase in _TAKING
    done = s.turn + taking
    expected = sorted([round_flow.picker(s, t) + 1 for t in range(done)] + [0] * (SEATS - done))
    if sorted(s.taker) != expected or any(s.taker[k] for k in range(n, SEATS)):
        return say("check.taker")
    if taking != (s.chosen != 0) or not 0 <= s.chosen <= n:
        return say("check.chosen")
    if taking and s.taker[s.chosen - 1] != round_flow.picker(s, s.turn) + 1:
        return say("check.chosen_taker")
    leafy = sum(1 << i for i in members(s.share[s.chosen - 1]) if LEAVES[s.pizza[i]]) if s.phase == CHEW else 0
    if s.plate != leafy or (s.phase == CHEW and not leafy):
        return say("check.plate")
    return None


def _offers(s: Any) -> str | None:
    if s.variant != ADVANCED:
        if any(s.holder) or any(s.lids) or s.seen or s.gone or s.used or s.tile or s.marked or s.aside_left != ASIDE:
            return say("check.no_offers")
        return None
    if (s.tile != 0) != _served(s) or not 0 <= s.tile <= 12:
        return say("check.tile")
    if s.tile and offers.barred(s) >> (s.tile - 1) & 1:
        return say("check.offer_barred", offer=OFFERS[s.tile - 1])
    out = offers.out_of_game(s)
    held = sum(1 << o for o in range(12) if s.holder[o])
    lids = sum({1 << lid - 1 for lid in s.lids if lid})
    if (held | lids | s.seen) & out:
        return say("check.offers_of_two")
    if s.used & ~held:
        return say("check.used")
    last_served = s.rounds + _served(s) == int(PILES[heads(s)])
    if s.gone & ~((NOT_FIRST if s.rounds or _served(s) else 0) | (NOT_LAST if last_served else 0)):
        return say("check.gone")
    fresh = 1 << s.tile - 1 if s.tile and s.tile_at and s.chosen == s.tile_at else 0
    if held & AT_ONCE & ~s.used & ~fresh or fresh & AT_ONCE & s.used:
        return say("check.offers_at_once")
    if (s.used & AT_END) != (held & AT_END if s.phase == OVER else 0):
        return say("check.offers_at_end")
    if s.marked and (not 2 <= s.marked <= 11 or not s.used >> C & 1):
        return say("check.marked")
    if s.aside_left < ASIDE and not (s.holder[B] and (s.used >> B & 1 or s.phase == TASTE)):
        return say("check.aside_taken")
    return None


def _phase(s: Any) -> str | None:
    fresh = s.tile - 1 if s.tile_at and s.chosen == s.tile_at else -1
    right = {
        DIBS: offers.ready(s, D) and s.ring == RING,
        NIBBLE: s.ring == RING - 1,
        JUMP: offers.ready(s, F) and s.turn == 0 and not s.jumped and s.holder[F] - 1 != round_flow.picker(s, 0),
        PICK: True,
        RETRO: fresh == A and 1 <= s.bites_left <= 2 and offers.can_bite(s, round_flow.acting(s)),
        DRAW: fresh == B and s.aside_left == ASIDE,
        TASTE: fresh == B and s.aside_left == ASIDE - 1,
        MARK: fresh == C and not s.marked and offers.has_kind(s, round_flow.acting(s)),
        LAST: offers.ready(s, J) and offers.can_bite(s, s.holder[J] - 1),
    }
    if not right.get(s.phase, True):
        return say("check.decision")
    if s.bites_left and s.phase != RETRO:
        return say("check.bites_left")
    return None


def _end(s: Any) -> str | None:
    if s.phase != OVER and s.won:
        return say("check.won_early")
    return None
