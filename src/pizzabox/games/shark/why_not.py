"""Why a move of Pizza Shark is not allowed, with the rule."""

from __future__ import annotations

from pizzabox.engine.bits import members
from pizzabox.engine.presentation import listed
from pizzabox.engine.words import Reason

from . import rules
from .board import (
    ANCHOVY,
    CODES,
    FEED_ANCHOVY,
    FULL,
    HALF_NAMES,
    HALVES,
    HEIST,
    LOSE,
    LURE,
    M_TAKE,
    PARTS,
    PASS,
    PICK,
    PLACE,
    PLACE_ANY,
    PLAYERS,
    RAIL,
    SET,
    SPACES,
    STEAL_ANCHOVY,
    TAKE_ANY,
    UPGRADE,
)
from .notation import tokens
from .phrases import anchovies, icon, name, say
from .rules import actions, attacks
from .rules.actions import ACTING, EATING, LURING, PASSING, PLACING, SETUP, UPGRADING
from .state import State


def ended_by(s: State) -> str:
    return "S6.1" if any(s.placed[p] == FULL for p in members(s.won)) else "S6.2"


def not_your_turn(s: State, player: int) -> Reason:
    acting = members(rules.actors(s))
    if s.phase in (LURING, EATING):
        return say("why.asked", name=name(s, acting[0])), "S5.10"
    if s.phase == SETUP:
        return say("why.turn", name=name(s, acting[0])), "S2.7"
    if s.players == PLAYERS and s.phase in (ACTING, PASSING) and not actions.opponent(s, s.turn, player):
        return say("why.ready"), "S8.2"
    return say("why.turn", name=listed(name(s, p) for p in acting)), "S8.5" if s.players == PLAYERS else "S5.12"


def broken_rule(s: State, player: int, code: int) -> Reason:
    if s.phase == SETUP:
        return say("why.setup"), "S2.7"
    if s.phase == LURING:
        return _bad_lure(s, player, code) if LURE <= code < LOSE else (say("why.answer"), "S5.9")
    if s.phase == EATING:
        if code >= LOSE:
            return say("why.no_slice", type=say(f"type.{code - LOSE}")), "S5.8"
        return say("why.choose"), "S5.8"
    if code < SET:
        return say("why.not_setup"), "S2.7"
    if code >= LOSE:
        return say("why.not_lose"), "S5.8"
    if code >= LURE:
        return say("why.not_lure"), "S5.9"
    if s.phase == PASSING:
        if PASS <= code < LURE:
            return say("why.no_slice", type=say(f"type.{code - PASS}")), "S8.4"
        return say("why.passing"), "S8.3"
    if code >= PASS:
        return say("why.not_pass"), "S8.4"
    if s.phase == UPGRADING:
        if code >= UPGRADE:
            return _bad_upgrade(s, player, *divmod(code - UPGRADE, RAIL))
        return say("why.upgrading"), "S5.1"
    if code >= UPGRADE:
        return say("why.not_upgrade"), "S5.1"
    return _bad_action(s, player, code)


def _bad_action(s: State, player: int, code: int) -> Reason:
    kind, t, q, h = (int(x) for x in PARTS[code])
    goal = actions.owes_goal(s, player)
    if kind < 0:
        if goal:
            return say("why.goal_first"), "S7.3"
        if s.step[player] != PLACING:
            return say("why.not_place"), "S3.5"
        t, h = divmod(code - SET, HALVES)
        if s.placing[player] not in (-1, t):
            return say("why.one_type", type=say(f"type.{s.placing[player]}")), "S3.1"
        return _bad_placing(s, player, t, h, "S3.2")
    if s.step[player] == PLACING and not goal:
        return say("why.not_icon"), "S4.1"
    pool = s.bonus if goal else s.left
    if pool[player, kind] == 0:
        if goal and s.left[player, kind]:
            return say("why.goal_first"), "S7.3"
        return say("why.no_icon", icon=icon(kind)), "S4.2"
    if kind <= TAKE_ANY:
        return say("why.supply", type=say(f"type.{t}")), "S4.6"
    if kind == ANCHOVY:
        return say("why.no_anchovy"), "S4.6"
    if PLACE <= kind <= PLACE_ANY:
        return _bad_placing(s, player, t, h, "S4.4")
    return _bad_target(s, player, kind, t, q, h)


def _bad_placing(s: State, player: int, t: int, h: int, rule: str) -> Reason:
    if s.stock[player, t] == 0:
        return say("why.no_slice", type=say(f"type.{t}")), rule
    return _bad_half(s, player, h)


def _bad_half(s: State, player: int, h: int) -> Reason:
    if s.filled[player, h] == SPACES:
        return say("why.full", half=HALF_NAMES[h]), "S3.2"
    return say("why.half_type", half=HALF_NAMES[h], type=say(f"type.{s.half[player, h] - 1}")), "S3.2"


def _bad_target(s: State, player: int, kind: int, t: int, q: int, h: int) -> Reason:
    if q >= s.players:
        return say("why.no_seat", name=name(s, q)), "S4.7"
    if not actions.opponent(s, player, q):
        return say("why.opponent", name=name(s, q)), "S4.7"
    if kind in (STEAL_ANCHOVY, FEED_ANCHOVY):
        return say("why.has_no_anchovy", name=name(s, q)), "S4.5"
    if s.stock[q, t] == 0:
        return say("why.has_none", name=name(s, q), type=say(f"type.{t}")), "S4.5"
    assert kind == HEIST
    return _bad_half(s, player, h)[0], "S4.8"


def _bad_upgrade(s: State, player: int, i: int, j: int) -> Reason:
    if s.swapped >> i & 1:
        return say("why.swapped"), "S5.3"
    if s.rail[j] < 0:
        return say("why.gone"), "S5.3"
    price = int(attacks.price(s, player, i, j))
    return say("why.price", price=anchovies(price), n=s.tins[player]), "S5.2"


def _bad_lure(s: State, player: int, code: int) -> Reason:
    who = code - LURE
    if who & 2 and s.players < PLAYERS:
        return say("why.no_partner"), "S8.6"
    for bit, q in ((1, player), (2, actions.partner(player))):
        if who & bit:
            if s.lured >> q & 1:
                return say("why.lured", name=name(s, q)), "S8.6"
            if not attacks.risk(s, q):
                return say("why.no_risk", name=name(s, q)), "S5.9"
    return say("why.poor_both", n=s.tins[player]), "S8.6"


def bad_touch(s: State, player: int, chosen: tuple[str, ...]) -> Reason | None:
    begun = [code for code in _of_phase(s, player) if tokens(s, player, code)[: len(chosen)] == chosen]
    fair = [code for code in begun if _fair(s, player, int(PARTS[code, 2]))]
    return broken_rule(s, player, (fair or begun)[0]) if begun else None


def _of_phase(s: State, player: int) -> range:
    """The moves that belong to what a player does now."""
    if s.phase == ACTING:
        placing = s.step[player] == PLACING and not actions.owes_goal(s, player)
        return range(SET, M_TAKE) if placing else range(M_TAKE, UPGRADE)
    known = {SETUP: range(PICK, SET), PASSING: range(PASS, LURE), UPGRADING: range(UPGRADE, PASS)}
    return known.get(s.phase, range(LURE, LOSE) if s.phase == LURING else range(LOSE, CODES))


def _fair(s: State, player: int, q: int) -> bool:
    """Whether a move is against nobody, or against an opponent in this game."""
    return q < 0 or (q < s.players and bool(actions.opponent(s, player, q)))
