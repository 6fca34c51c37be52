"""Why a move of Pizzeria is not allowed, with the rule."""

from __future__ import annotations

from pizzabox.engine.bits import members
from pizzabox.engine.errors import IllegalMove
from pizzabox.engine.words import Reason

from . import move_codes as codes
from .board import KINDS, LEAVES, PILES
from .notation import shift_code
from .phrases import chapter, kind_name, portions, portions_rule, say, slice_name, who
from .rules.offers import has_shift, portion_of
from .rules.round_flow import acting
from .rules.scoring import heads
from .state import State


def not_your_turn(s: State, player: int) -> tuple[str, str]:
    rule = "P2.1" if s.phase in (codes.PILE, codes.DIVIDE) else "P3.3" if s.phase == codes.CHEW else chapter(s, -1)
    return say("why.turn", name=who(s, acting(s))), rule


def broken_rule(s: State, player: int, code: int) -> tuple[str, str]:
    base, n = codes.base_and_rest(code)
    if s.phase not in codes.PHASES_OF[base]:
        if s.phase not in (codes.RETRO, codes.LAST) and base in (codes.BITE, codes.DEVOUR):
            return say("why.stays_saved"), "P4.3"
        return say(f"why.now_{codes.PHASES[s.phase]}"), "P3.3" if s.phase == codes.CHEW else chapter(s, player)
    if base == codes.CUTTING:
        return say("why.no_division"), portions_rule(s)
    if base == codes.EAT:
        return _bad_bite(s, n)
    if base in (codes.CHOOSE, codes.DEVOUR):
        if n not in KINDS:
            return say("why.no_such_kind"), "P1.1"
        if base == codes.DEVOUR and n == KINDS[0]:
            return say("why.tomato"), "P7.10"
        return say("why.no_kind", kind=kind_name(n)), chapter(s, player)
    if base == codes.BITE:
        bare = s.saved[player, n] and not LEAVES[n]
        return say("why.bare" if bare else "why.none_saved", slice=slice_name(n)), "P7.1"
    if base == codes.PORTION:
        if n >= portions(s):
            return say("why.no_portion", n=portions(s)), portions_rule(s)
        return say("why.taken", portion=n + 1, name=who(s, s.taker[n] - 1)), "P3.1"
    if base == codes.SERVE:
        piles = int(PILES[heads(s)])
        return (say("why.no_pile", n=piles), "P1.5") if n >= piles else (say("why.pile_gone", pile=n + 1), "P2.2")
    return _bad_shift(s, player, *divmod(code - codes.SHIFT, 2))


def _bad_bite(s: State, mask: int) -> tuple[str, str]:
    place = members(mask & ~s.plate)[0]
    if place < s.ring and s.share[s.chosen - 1] >> place & 1:
        return say("why.no_leaf", place=place + 1), "P4.2"
    return say("why.not_here", place=place + 1), "P4.1"


def _bad_shift(s: State, player: int, place: int, clockwise: int) -> tuple[str, str]:
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


def bad_touch(s: State, player: int, chosen: tuple[str, ...]) -> Reason | None:
    word, _, rest = chosen[-1].partition(" ")
    n = int(rest) - 1 if rest.isdecimal() and rest.isascii() and len(rest) < 3 else -1
    if n < 0:
        return None
    if word == "portion" and len(chosen) == 2 and chosen[0].startswith("slice "):
        try:
            return broken_rule(s, player, shift_code(s, player, int(chosen[0].removeprefix("slice ")), n + 1))
        except IllegalMove as refused:
            return refused.reason, refused.rule
    if word == "pile" and s.phase == codes.PILE:
        return broken_rule(s, player, codes.SERVE + n)
    if word == "portion" and s.phase == codes.PICK and n < portions(s) and s.taker[n]:
        return broken_rule(s, player, codes.PORTION + n)
    if word == "slice" and n < s.ring:
        if s.phase == codes.CHEW:
            return _bad_bite(s, 1 << n)
        if s.phase == codes.PICK and has_shift(s, player):
            return broken_rule(s, player, codes.SHIFT + 2 * n)
    return None
