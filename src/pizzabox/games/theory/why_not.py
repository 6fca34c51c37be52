"""Why a move of Pizza Theory is not allowed now, with the rule that says so."""

from pizzabox.engine.bits import members
from pizzabox.engine.words import Laws, Reason, first_broken

from .board import BY_NAME, NAMES, NEAR
from .phrases import holder, name, say, spare_name
from .rules import ADD, CUT, FIRST_CUT, PUT, SPARE, adder, colour
from .state import State


def not_your_turn(s: State, player: int) -> Reason:
    if s.phase == ADD:
        return say("why.turn", name=name(s, adder(s))), "T2.1"
    if s.phase == SPARE:
        return say("why.spare_turn", name=name(s, s.first), spare=spare_name(s)), "T5.4"
    return say("why.sealed"), "T3.1"


@first_broken
def broken_rule(s: State, player: int, code: int) -> Laws:
    if code >= FIRST_CUT:
        yield s.phase == SPARE and (say("why.not_cut_spare", spare=spare_name(s)), "T5.4")
        yield say("why.not_cut"), "T2.4"
    yield s.phase == CUT and (say("why.not_add"), "T3.1")
    if code >= PUT and s.phase == ADD:
        yield s.spare < 0 and (say("why.not_put_three"), "T5.1")
        yield say("why.not_put", own=say(f"seat.{colour(s, player)}")), "T2.1"
    yield code < PUT and s.phase == SPARE and (say("why.not_own", spare=spare_name(s)), "T5.4")
    space = code % PUT
    if (c := holder(s, space)) >= 0:
        yield say("why.taken", space=NAMES[space], colour=say(f"seat.{c}")), "T5.4" if s.phase == SPARE else "T2.2"
    if s.phase == SPARE:
        yield say("why.beside", space=NAMES[space], spare=spare_name(s), cut=s.cut[s.spare]), "T5.4"
    near = int(NEAR[space]) & s.spaces[colour(s, player)]
    yield say("why.near", space=NAMES[space], other=NAMES[members(near)[0]]), "T2.2"


def bad_touch(s: State, player: int, chosen: tuple[str, ...]) -> Reason | None:
    token, code = chosen[-1], -1
    if token in BY_NAME:
        code = (PUT if s.phase == SPARE else 0) + BY_NAME[token]
    elif token.startswith("cut ") and s.phase != CUT:
        code = FIRST_CUT
    return broken_rule(s, player, code) if code >= 0 else None
