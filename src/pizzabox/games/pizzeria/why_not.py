"""Why a move of Pizzeria is not allowed, with the rule."""

from __future__ import annotations

from pizzabox.engine.bits import members

from .board import KINDS, LEAVES, PILES
from .move_codes import (
    BITE,
    CHEW,
    CHOOSE,
    CUTTING,
    DEVOUR,
    DIBS,
    DIVIDE,
    DRAW,
    EAT,
    EAT_IT,
    FIRST,
    JUMP,
    LAST,
    MARK,
    NIBBLE,
    OVER,
    PASS,
    PHASES,
    PICK,
    PILE,
    PORTION,
    RETRO,
    REVEAL,
    SHIFT,
    TAKE,
    TASTE,
)
from .phrases import chapter, kind_name, portions, portions_rule, say, slice_name, who
from .rules.offers import has_shift, portion_of
from .rules.round_flow import acting
from .rules.scoring import heads
from .state import State


def why(s: State, player: int, code: int | None) -> tuple[str, str]:
    if s.phase == OVER:
        return say("why.over"), "P5.6"
    if acting(s) != player:
        return say("why.turn", name=who(s, acting(s))), _turn_rule(s)
    assert code is not None
    if s.phase not in _phases_of(code):
        if s.phase not in (RETRO, LAST) and (BITE <= code < CHOOSE or DEVOUR <= code < EAT):
            return say("why.stays_saved"), "P4.3"
        return say(f"why.now_{PHASES[s.phase]}"), "P3.3" if s.phase == CHEW else chapter(s, player)
    if code >= CUTTING:
        return say("why.no_division"), portions_rule(s)
    if code >= EAT:
        return _bad_bite(s, code - EAT)
    if code >= CHOOSE:
        kind = code - (DEVOUR if code >= DEVOUR else CHOOSE)
        if kind not in KINDS:
            return say("why.no_such_kind"), "P1.1"
        if code >= DEVOUR and kind == KINDS[0]:
            return say("why.tomato"), "P7.10"
        return say("why.no_kind", kind=kind_name(kind)), chapter(s, player)
    if code >= BITE:
        t = code - BITE
        bare = s.saved[player, t] and not LEAVES[t]
        return say("why.bare" if bare else "why.none_saved", slice=slice_name(t)), "P7.1"
    if code >= SHIFT:
        return _bad_shift(s, player, code)
    if code >= PORTION:
        k = code - PORTION
        if k >= portions(s):
            return say("why.no_portion", n=portions(s)), portions_rule(s)
        return say("why.taken", portion=k + 1, name=who(s, s.taker[k] - 1)), "P3.1"
    n = int(PILES[heads(s)])
    return (say("why.no_pile", n=n), "P1.5") if code >= n else (say("why.pile_gone", pile=code + 1), "P2.2")


def _bad_bite(s: State, mask: int) -> tuple[str, str]:
    place = members(mask & ~s.plate)[0]
    if place < s.ring and s.share[s.chosen - 1] >> place & 1:
        return say("why.no_leaf", place=place + 1), "P4.2"
    return say("why.not_here", place=place + 1), "P4.1"


def _bad_shift(s: State, player: int, code: int) -> tuple[str, str]:
    place, clockwise = divmod(code - SHIFT, 2)
    if not has_shift(s, player):
        return say("why.no_offer_e"), "P7.5"
    if place >= s.ring:
        return say("why.no_slice", n=s.ring), "P2.3"
    here, there = portion_of(s, place), portion_of(s, (place + (1 if clockwise else -1)) % s.ring)
    if here == there:
        return say("why.not_at_cut", place=place + 1), "P7.5"
    if s.taker[here] or s.taker[there]:
        return say("why.off_table"), "P7.5"
    return say("why.empty", portion=here + 1), "P7.5"


def _turn_rule(s: State) -> str:
    """The rule that says whose turn it is."""
    if s.phase in (PILE, DIVIDE):
        return "P2.1"
    return "P3.3" if s.phase == CHEW else chapter(s, -1)


def _phases_of(code: int) -> tuple[int, ...]:
    """The phases in which a move of this family belongs."""
    for base, phases in (
        (CUTTING, (DIVIDE,)),
        (EAT, (CHEW,)),
        (DEVOUR, (LAST,)),
        (CHOOSE, (MARK,)),
        (BITE, (RETRO,)),
        (EAT_IT, (NIBBLE, TASTE)),
        (REVEAL, (DRAW,)),
        (PASS, (DIBS, JUMP, RETRO, DRAW, LAST)),
        (FIRST, (JUMP,)),
        (TAKE, (DIBS,)),
        (PORTION, (PICK,)),
    ):
        if code >= base:
            return phases
    return (PILE,)
