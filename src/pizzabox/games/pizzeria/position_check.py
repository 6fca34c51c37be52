"""What can be wrong with a position set up by hand."""

from pizzabox.engine.bits import members
from pizzabox.engine.options import Options
from pizzabox.engine.position_check import Findings, first_wrong

from . import rules
from .board import ASIDE, AT_END, AT_ONCE, LEAVES, NOT_FIRST, NOT_LAST, OFFERS, PILES, PLAYERS, RING, A, B, C, D, F, J
from .move_codes import ADVANCED, CHEW, CUT, DIBS, DRAW, FIRST_SLICER, JUMP, LAST, MARK, NIBBLE, OVER, RETRO, TASTE
from .phrases import leafy, portions, say, who
from .rules import offers
from .rules.round_flow import acting, picker
from .rules.scoring import heads, winners
from .state import State

TAKING = range(CHEW, LAST)
"""Phases in which a portion has just been taken."""


@first_wrong
def check(s: State) -> Findings:
    """What players have, then the round, the pizza and its portions, the offers, and what is to be decided."""
    n, saved, ate = heads(s), s.saved.tolist(), s.ate.tolist()
    yield s.first >= n and say("check.first", most=n - 1, first=s.first)
    yield max(s.holder) > n and say("check.holder", most=n)
    for p in range(PLAYERS):
        yield (saved[p][0] or ate[p][0]) and say("check.counts")
        yield any(eaten and not LEAVES[t] for t, eaten in enumerate(ate[p])) and say("check.ate_without_leaves")
        yield p >= n and any((*saved[p], *ate[p], s.bites[p])) and say("check.no_player", seat=p)
    yield from _round(s)
    if CUT >> s.phase & 1:
        yield from _portions(s)
    yield from _offers(s)
    yield not _to_decide(s) and say("check.decision")
    yield s.phase == OVER and s.won != winners(s) and say("check.won")
    yield s.phase != OVER and rules.forced(s) >= 0 and say("check.forced")


@first_wrong
def fits(s: State, options: Options) -> Findings:
    """Who slices first is as chosen; the other options have fields of their names, which the engine compares."""
    chosen = FIRST_SLICER[str(options["first"])]
    yield chosen not in (-1, s.first) and say("check.first_option", name=who(s, chosen), other=who(s, s.first))


def served(s: State) -> bool:
    """Whether a pizza is on the table."""
    return DIBS <= s.phase < LAST


def tile_taken(s: State) -> bool:
    """Whether the offer of this round comes with the portion just taken."""
    return bool(s.tile and s.chosen and s.chosen == s.tile_at)


def _round(s: State) -> Findings:
    """Piles, what was put aside, and the slices on the pizza and in hand."""
    piles = int(PILES[heads(s)])
    yield s.stock >> piles and say("check.piles", piles=piles)
    left = piles - s.rounds - served(s)
    yield (s.rounds > piles or s.stock.bit_count() != left) and say("check.rounds")
    yield (s.rounds == piles) != (s.phase in (LAST, OVER)) and say("check.last_round", piles=piles)
    yield any((t != 0) != (i < s.aside_left) for i, t in enumerate(s.aside)) and say("check.aside")
    yield s.ring not in ((RING - 1, RING) if served(s) else (0,)) and say("check.ring")
    taken = s.variant == ADVANCED and s.holder[D] and s.used >> D & 1
    yield s.ring == RING - 1 and not taken and say("check.ten_slices")
    yield any((t != 0) != (i < s.ring) for i, t in enumerate(s.pizza)) and say("check.pizza", ring=s.ring)
    yield not s.hand and s.phase in (NIBBLE, TASTE) and say("check.hand")


def _portions(s: State) -> Findings:
    """The cuts, and who took what."""
    n = portions(s)
    yield (s.tile_at > n or (s.tile_at == 0) != (s.tile == 0)) and say("check.tile_at", n=n)
    for k, mask in enumerate(s.share):
        yield (mask >> s.ring or (k >= n and mask)) and say("check.share", n=n, ring=s.ring)
        yield k < n and not mask and s.tile_at != k + 1 and say("check.portion_empty", portion=k + 1)
        starts = [i for i in members(mask) if not mask >> (i - 1) % s.ring & 1]
        yield len(starts) > 1 and say("check.portion_not_contiguous", portion=k + 1)
    yield s.turn >= n and say("check.turn", most=n - 1)
    yield s.jumped and not (s.holder[F] == s.jumped and s.used >> F & 1) and say("check.jumped")
    taking = s.phase in TAKING
    done = s.turn + taking
    expected = sorted([picker(s, t) + 1 for t in range(done)] + [0] * (PLAYERS - done))
    yield (sorted(s.taker) != expected or any(s.taker[n:])) and say("check.taker")
    yield taking and not 1 <= s.chosen <= n and say("check.chosen", n=n)
    yield taking and s.taker[s.chosen - 1] != picker(s, s.turn) + 1 and say("check.chosen_taker")
    yield s.phase == CHEW and (not s.plate or s.plate != leafy(s)) and say("check.plate")


def _offers(s: State) -> Findings:
    if s.variant != ADVANCED:
        offered = any(s.holder) or any(s.lids) or s.seen or s.gone or s.used or s.tile or s.marked
        yield (offered or s.aside_left != ASIDE) and say("check.no_offers")
        return
    yield (s.tile != 0) != served(s) and say("check.tile")
    tile = 1 << s.tile - 1 if s.tile else 0
    yield offers.barred(s) & tile and say("check.offer_barred", offer=OFFERS[s.tile - 1])
    held = sum(1 << o for o, owner in enumerate(s.holder) if owner)
    lids = sum({1 << lid - 1 for lid in s.lids if lid})
    yield (held | lids | s.seen) & offers.out_of_game(s) and say("check.offers_of_two")
    yield s.used & ~held and say("check.used")
    rounds = s.rounds + served(s)
    may_go = (NOT_FIRST if rounds else 0) | (NOT_LAST if rounds == PILES[heads(s)] else 0)
    yield s.gone & ~may_go and say("check.gone")
    fresh = tile if tile_taken(s) else 0
    yield (held & AT_ONCE & ~s.used & ~fresh or fresh & AT_ONCE & s.used) and say("check.offers_at_once")
    yield (s.used & AT_END) != (held & AT_END if s.phase == OVER else 0) and say("check.offers_at_end")
    yield s.marked and (s.marked < 2 or not s.used >> C & 1) and say("check.marked")
    drawn = s.holder[B] and (s.used >> B & 1 or s.phase == TASTE)
    yield s.aside_left < ASIDE and not drawn and say("check.aside_taken")


def _to_decide(s: State) -> bool:
    """Whether the phase has something to decide."""
    fresh = s.tile - 1 if tile_taken(s) else -1
    right = {
        DIBS: offers.ready(s, D) and s.ring == RING,
        NIBBLE: s.ring == RING - 1,
        JUMP: offers.ready(s, F) and s.turn == 0 and not s.jumped and s.holder[F] - 1 != picker(s, 0),
        RETRO: fresh == A and s.bites_left and offers.can_bite(s, acting(s)),
        DRAW: fresh == B and s.aside_left == ASIDE,
        TASTE: fresh == B and s.aside_left == ASIDE - 1,
        MARK: fresh == C and not s.marked and offers.has_kind(s, acting(s)),
        LAST: offers.ready(s, J) and offers.can_bite(s, s.holder[J] - 1),
    }
    return bool(right.get(s.phase, True))
