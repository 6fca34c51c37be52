"""What can be wrong with a position somebody set up by hand."""

from __future__ import annotations

from typing import Any

from pizzabox.engine.bits import members

from . import offers, rules, service
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
from .codes import (
    ADVANCED,
    CHEW,
    CUT,
    DIBS,
    DRAW,
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
)
from .scoring import heads, winners

_TAKING = (CHEW, RETRO, DRAW, TASTE, MARK)
_LAWS = {
    1: "every slice in play must be in exactly one place",
    2: "bites must count the eaten slices of each player",
    3: "the portions together must be the pizza",
    4: "every offer must be in exactly one place, and one on each pile of the advanced game",
    5: "pool must be empty",
    6: "a pile in stock has eleven slices, any other none",
}


def check(s: Any) -> str | None:
    """The first problem in words, or None."""
    for problem in (_table, _numbers, _round, _pizza, _portions, _takers, _offers, _phase, _end):
        found = problem(s)
        if found:
            return found
    law = rules.audit(s)
    if law:
        return _LAWS[law]
    if s.phase == OVER:
        return None if s.won == winners(s) else "won does not name the winners"
    if rules.forced(s) >= 0:
        return "the next move comes by itself; set the position after it"
    return None


def _table(s: Any) -> str | None:
    if not 0 <= s.variant <= SOLO:
        return "variant must be basic, advanced or solo"
    if s.variant == SOLO and s.players != 1:
        return f"the solo game has 1 player, not {s.players}"
    if s.variant != SOLO and not 2 <= s.players <= SEATS:
        return f"players must be 2 to 6, not {s.players}"
    if s.leaves not in (0, 1) or s.eaten not in (0, 1):
        return "leaves is house or varied, and eaten is 0 or 1"
    if not 0 <= s.first < heads(s):
        return f"first must be a player, 0 to {heads(s) - 1}, not {s.first}"
    if not PILE <= s.phase <= OVER:
        return "there is no such phase"
    if s.sealed:
        return "nothing is sealed in this game"
    return None


def _numbers(s: Any) -> str | None:
    n = heads(s)
    types = [s.hand, *s.pizza, *s.aside, *(s.piles[p, i] for p in range(SEATS) for i in range(RING))]
    if any(not 0 <= t < TYPES for t in types) or any(s.pool[i] for i in range(ALL_SLICES)):
        return "there is no such slice, or the pool is not empty"
    for p in range(SEATS):
        rows = [(s.saved[p, t], s.ate[p, t]) for t in range(TYPES)]
        if any(saved < 0 or ate < 0 for saved, ate in rows) or rows[0] != (0, 0):
            return "saved and ate count the slices of each type, from 0 up"
        if any(ate and not LEAVES[t] for t, (_, ate) in enumerate(rows)):
            return "ate: slices without basil cannot be eaten"
        if p >= n and (any(row != (0, 0) for row in rows) or s.bites[p]):
            return f"there is no player {p} who could have slices"
    if any(not 0 <= s.holder[o] <= n for o in range(12)) or any(not 0 <= s.lids[p] <= 12 for p in range(SEATS)):
        return "holder names players from 1 on, lids names offers"
    if (s.seen | s.gone | s.used) & ~EVERY_OFFER:
        return "there are only twelve offers"
    return None


def _served(s: Any) -> bool:
    return bool((UNCUT | CUT) >> s.phase & 1)


def _round(s: Any) -> str | None:
    piles = int(PILES[heads(s)])
    if s.stock >> piles:
        return f"there are only {piles} piles"
    if not 0 <= s.rounds <= piles or s.stock.bit_count() != piles - s.rounds - _served(s):
        return "rounds, and the pizza on the table, must be the piles that are gone"
    if (s.rounds == piles) != (s.phase in (LAST, OVER)):
        return f"after {piles} rounds, and only then, the game is over"
    if not ASIDE - 1 <= s.aside_left <= ASIDE or any((s.aside[i] != 0) != (i < s.aside_left) for i in range(ASIDE)):
        return "aside has aside_left slices, the first ones of three"
    return None


def _pizza(s: Any) -> str | None:
    if s.ring != (0 if not _served(s) else RING if s.ring != RING - 1 else RING - 1):
        return "ring must be 11 slices, 10 after offer D, or 0 without a pizza"
    if s.ring == RING - 1 and not (s.variant == ADVANCED and s.holder[D] and s.used >> D & 1):
        return "a pizza of ten slices needs a used offer D"
    if any((s.pizza[i] != 0) != (i < s.ring) for i in range(RING)):
        return f"the pizza must have {s.ring} slices, the first ones of eleven"
    if (s.hand != 0) != (s.phase in (NIBBLE, TASTE)):
        return "a slice is in hand while it is eaten or saved by offer B or D, and only then"
    return None


def _portions(s: Any) -> str | None:
    n = int(PORTIONS[heads(s)])
    if not CUT >> s.phase & 1:
        if any(s.share) or any(s.taker) or s.turn or s.chosen or s.tile_at or s.jumped or s.plate:
            return "share, taker, turn, chosen, tile_at, jumped and plate must be empty without a cut pizza"
        return None
    if not 0 <= s.tile_at <= n or (s.tile_at == 0) != (s.tile == 0):
        return f"the offer lies on a portion from 1 to {n}"
    for k in range(SEATS):
        mask = s.share[k]
        if mask >> s.ring or (k >= n and mask):
            return f"share: there are {n} portions of {s.ring} slices"
        if k < n and not mask and s.tile_at != k + 1:
            return f"portion {k + 1} has neither slice nor offer"
        if sum(not mask >> (i - 1) % s.ring & 1 for i in members(mask)) > 1:
            return f"portion {k + 1} is not a row of neighbouring slices"
    return None


def _takers(s: Any) -> str | None:
    if not CUT >> s.phase & 1:
        return None
    n = int(PORTIONS[heads(s)])
    if not 0 <= s.turn < n:
        return f"turn must be from 0 to {n - 1}"
    if not 0 <= s.jumped <= heads(s) or (s.jumped and (s.holder[F] != s.jumped or not s.used >> F & 1)):
        return "jumped is the holder of a used offer F"
    taking = s.phase in _TAKING
    done = s.turn + taking
    expected = sorted([service.picker(s, t) + 1 for t in range(done)] + [0] * (SEATS - done))
    if sorted(s.taker) != expected or any(s.taker[k] for k in range(n, SEATS)):
        return "taker does not name the players whose turn it has been"
    if taking != (s.chosen != 0) or not 0 <= s.chosen <= n:
        return "chosen is the portion just taken, or 0"
    if taking and s.taker[s.chosen - 1] != service.picker(s, s.turn) + 1:
        return "chosen must be a portion of the player whose turn it is"
    leafy = sum(1 << i for i in members(s.share[s.chosen - 1]) if LEAVES[s.pizza[i]]) if s.phase == CHEW else 0
    if s.plate != leafy or (s.phase == CHEW and not leafy):
        return "plate must be the slices with basil of the portion just taken, while they are eaten or saved"
    return None


def _offers(s: Any) -> str | None:
    if s.variant != ADVANCED:
        if any(s.holder) or any(s.lids) or s.seen or s.gone or s.used or s.tile or s.marked or s.aside_left != ASIDE:
            return "there are offers in the advanced variant only"
        return None
    if (s.tile != 0) != _served(s) or not 0 <= s.tile <= 12:
        return "tile is the offer of the pizza on the table"
    if s.tile and offers.barred(s) >> (s.tile - 1) & 1:
        return f"offer {OFFERS[s.tile - 1]} may not turn up in this round"
    out = offers.out_of_game(s)
    held = sum(1 << o for o in range(12) if s.holder[o])
    lids = sum({1 << lid - 1 for lid in s.lids if lid})
    if (held | lids | s.seen) & out:
        return "offers D and F are not used with two players"
    if s.used & ~held:
        return "used: only an offer in front of a player can be used"
    last_served = s.rounds + _served(s) == int(PILES[heads(s)])
    if s.gone & ~((NOT_FIRST if s.rounds or _served(s) else 0) | (NOT_LAST if last_served else 0)):
        return "gone: only A in the first round and D, E and F in the last leave the game"
    fresh = 1 << s.tile - 1 if s.tile and s.tile_at and s.chosen == s.tile_at else 0
    if held & AT_ONCE & ~s.used & ~fresh or fresh & AT_ONCE & s.used:
        return "offers A, B and C are used with the portion they came with"
    if (s.used & AT_END) != (held & AT_END if s.phase == OVER else 0):
        return "offers G to L are used at the end"
    if s.marked and (not 2 <= s.marked <= 11 or not s.used >> C & 1):
        return "marked is a kind from 2 to 11 once offer C is used"
    if s.aside_left < ASIDE and not (s.holder[B] and (s.used >> B & 1 or s.phase == TASTE)):
        return "only offer B takes a slice that was put aside"
    return None


def _phase(s: Any) -> str | None:
    fresh = s.tile - 1 if s.tile_at and s.chosen == s.tile_at else -1
    right = {
        DIBS: offers.ready(s, D) and s.ring == RING,
        NIBBLE: s.ring == RING - 1,
        JUMP: offers.ready(s, F) and s.turn == 0 and not s.jumped and s.holder[F] - 1 != service.picker(s, 0),
        PICK: True,
        RETRO: fresh == A and 1 <= s.bites_left <= 2 and offers.can_bite(s, service.acting(s)),
        DRAW: fresh == B and s.aside_left == ASIDE,
        TASTE: fresh == B and s.aside_left == ASIDE - 1,
        MARK: fresh == C and not s.marked and offers.has_kind(s, service.acting(s)),
        LAST: offers.ready(s, J) and offers.can_bite(s, s.holder[J] - 1),
    }
    if not right.get(s.phase, True):
        return "this decision cannot be due now"
    if s.bites_left and s.phase != RETRO:
        return "bites_left counts only while offer A is used"
    return None


def _end(s: Any) -> str | None:
    if s.phase != OVER and s.won:
        return "won must be empty while the game runs"
    return None
