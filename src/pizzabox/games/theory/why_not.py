"""Why a move of Pizza Theory is not allowed now, with the rule that says so."""

from __future__ import annotations

from pizzabox.engine.bits import members
from pizzabox.engine.words import Reason

from .board import BY_NAME, NAMES, NEAR
from .phrases import name, say, spare_name
from .rules import ADD, COLOURS, CUT, FIRST_CUT, PUT, SPARE, adder, colour
from .state import State


def not_your_turn(s: State, player: int) -> tuple[str, str]:
    if s.phase == ADD:
        return say("why.turn", name=name(s, adder(s))), "T2.1"
    if s.phase == SPARE:
        return say("why.spare_turn", name=name(s, s.first), spare=spare_name(s)), "T5.4"
    return say("why.sealed"), "T3.1"


def broken_rule(s: State, player: int, code: int) -> tuple[str, str]:
    if code >= FIRST_CUT:
        if s.phase == SPARE:
            return say("why.not_cut_spare", spare=spare_name(s)), "T5.4"
        return say("why.not_cut"), "T2.4"
    if s.phase == CUT:
        return say("why.not_add"), "T3.1"
    if code >= PUT and s.phase == ADD:
        if s.spare < 0:
            return say("why.not_put_three"), "T5.1"
        return say("why.not_put", own=say(f"seat.{colour(s, player)}")), "T2.1"
    if code < PUT and s.phase == SPARE:
        return say("why.not_own", spare=spare_name(s)), "T5.4"
    return _bad_space(s, player, code % PUT)


def _bad_space(s: State, player: int, space: int) -> tuple[str, str]:
    for c in range(COLOURS):
        if s.spaces[c] >> space & 1:
            rule = "T5.4" if s.phase == SPARE else "T2.2"
            return say("why.taken", space=NAMES[space], colour=say(f"seat.{c}")), rule
    if s.phase == SPARE:
        return say("why.beside", space=NAMES[space], spare=spare_name(s), cut=s.cut[s.spare]), "T5.4"
    near = int(NEAR[space]) & s.spaces[colour(s, player)]
    return say("why.near", space=NAMES[space], other=NAMES[members(near)[0]]), "T2.2"


def bad_touch(s: State, player: int, chosen: tuple[str, ...]) -> Reason | None:
    token = chosen[-1]
    if token in BY_NAME:
        return broken_rule(s, player, (PUT if s.phase == SPARE else 0) + BY_NAME[token])
    if token.startswith("cut ") and s.phase != CUT:
        return broken_rule(s, player, FIRST_CUT)
    return None
