"""Why a move of Pizzeria is not allowed, with the rule."""

from pizzabox.engine.bits import members
from pizzabox.engine.errors import IllegalMove
from pizzabox.engine.presentation import numbered
from pizzabox.engine.words import Laws, Reason, first_broken

from . import move_codes as codes
from .board import KINDS, LEAVES, PILES
from .notation import MOVES, no_portion, shift_code
from .phrases import kind_name, portions, portions_rule, rule_now, say, slice_name, who
from .rules.offers import has_shift, portion_of
from .rules.round_flow import acting
from .rules.scoring import heads
from .state import State


def not_your_turn(s: State, player: int) -> Reason:
    rule = "P2.1" if s.phase in (codes.PILE, codes.DIVIDE) else _rule_of_phase(s)
    return say("why.turn", name=who(s, acting(s))), rule


def _rule_of_phase(s: State) -> str:
    return "P3.3" if s.phase == codes.CHEW else rule_now(s)


@first_broken
def broken_rule(s: State, player: int, code: int) -> Laws:
    base, n = MOVES.split(code)
    if s.phase not in codes.PHASES_OF[base]:
        eats = base in (codes.BITE, codes.DEVOUR) and s.phase not in (codes.RETRO, codes.LAST)
        yield eats and (say("why.stays_saved"), "P4.3")
        yield say(f"why.phase_{codes.PHASES[s.phase]}"), _rule_of_phase(s)
    yield base == codes.CUTTING and (say("why.no_division"), portions_rule(s))
    yield base == codes.EAT and _bad_bite(s, n)
    if base in (codes.CHOOSE, codes.DEVOUR):
        yield n not in KINDS and (say("why.no_such_kind"), "P1.1")
        yield base == codes.DEVOUR and n == KINDS[0] and (say("why.tomato"), "P7.10")
        yield say("why.no_kind", kind=kind_name(n)), rule_now(s)
    if base == codes.BITE:
        bare = s.saved[player, n] and not LEAVES[n]
        yield say("why.bare" if bare else "why.none_saved", slice=slice_name(n)), "P7.1"
    if base == codes.PORTION:
        yield n >= portions(s) and no_portion(s)
        yield say("why.taken", portion=n + 1, name=who(s, s.taker[n] - 1)), "P3.1"
    if base == codes.SERVE:
        piles = int(PILES[heads(s)])
        yield n >= piles and (say("why.no_pile", n=piles), "P1.5")
        yield say("why.pile_gone", pile=n + 1), "P2.2"
    yield from _bad_shift(s, player, *divmod(code - codes.SHIFT, 2))


def _bad_bite(s: State, mask: int) -> Reason:
    place = members(mask & ~s.plate)[0]
    if place < s.ring and s.share[s.chosen - 1] >> place & 1:
        return say("why.no_leaf", place=place + 1), "P4.2"
    return say("why.not_here", place=place + 1), "P4.1"


def _bad_shift(s: State, player: int, place: int, clockwise: int) -> Laws:
    yield not has_shift(s, player) and (say("why.no_offer_e"), "P7.5")
    yield place >= s.ring and (say("why.no_slice", n=s.ring), "P2.3")
    here, there = portion_of(s, place), portion_of(s, (place + (1 if clockwise else -1)) % s.ring)
    yield here == there and (say("why.not_at_cut", place=place + 1), "P7.5")
    yield (s.taker[here] or s.taker[there]) and (say("why.off_table"), "P7.5")
    yield say("why.empty", portion=here + 1), "P7.5"


@first_broken
def bad_touch(s: State, player: int, chosen: tuple[str, ...]) -> Laws:
    word, n = numbered(chosen[-1])
    if not n:
        return
    if word == "portion" and len(chosen) == 2 and chosen[0].startswith("slice "):
        try:
            yield broken_rule(s, player, shift_code(s, player, numbered(chosen[0])[1], n))
        except IllegalMove as refused:
            yield refused.reason, refused.rule
    yield word == "pile" and s.phase == codes.PILE and broken_rule(s, player, codes.SERVE + n - 1)
    taken = word == "portion" and s.phase == codes.PICK and n <= portions(s) and s.taker[n - 1]
    yield taken and broken_rule(s, player, codes.PORTION + n - 1)
    if word == "slice" and n <= s.ring:
        yield s.phase == codes.CHEW and _bad_bite(s, 1 << n - 1)
        yield s.phase == codes.PICK and has_shift(s, player) and broken_rule(s, player, codes.SHIFT + 2 * n - 2)
