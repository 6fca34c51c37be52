"""Why a move of Pizza Shark is not allowed, with the rule."""

from pizzabox.engine.bits import members
from pizzabox.engine.presentation import listed
from pizzabox.engine.words import Laws, Reason, first_broken

from . import board, rules
from .board import CODES, HALF_NAMES, HALVES, LOSE, LURE, M_TAKE, PARTS, PASS, PICK, PLAYERS, RAIL, SET, UPGRADE
from .notation import tokens
from .phrases import anchovies, icon, name, say, type_name
from .rules import actions, attacks
from .rules.actions import ACTING, EATING, LURING, PASSING, PLACING, SETUP, UPGRADING
from .state import State


@first_broken
def not_your_turn(s: State, player: int) -> Laws:
    acting = members(rules.actors(s))
    yield s.phase in (LURING, EATING) and (say("why.asked", name=name(s, acting[0])), "S5.10")
    yield s.phase == SETUP and (say("why.turn", name=name(s, acting[0])), "S2.7")
    partner = s.players == PLAYERS and not actions.opponent(s, s.turn, player)
    yield partner and s.phase in (ACTING, PASSING) and (say("why.ready"), "S8.2")
    yield say("why.turn", name=listed(name(s, p) for p in acting)), "S8.5" if s.players == PLAYERS else "S5.12"


@first_broken
def broken_rule(s: State, player: int, code: int) -> Laws:
    yield s.phase == SETUP and (say("why.setup"), "S2.7")
    if s.phase == LURING:
        yield not LURE <= code < LOSE and (say("why.answer"), "S5.9")
        yield from _bad_lure(s, player, code - LURE)
    if s.phase == EATING:
        yield _no_slice(code - LOSE, "S5.8") if code >= LOSE else (say("why.choose"), "S5.8")
    yield code < SET and (say("why.not_setup"), "S2.7")
    yield code >= LOSE and (say("why.not_lose"), "S5.8")
    yield code >= LURE and (say("why.not_lure"), "S5.9")
    if s.phase == PASSING:
        yield _no_slice(code - PASS, "S8.4") if code >= PASS else (say("why.passing"), "S8.3")
    yield code >= PASS and (say("why.not_pass"), "S8.4")
    if s.phase == UPGRADING:
        yield code < UPGRADE and (say("why.upgrading"), "S5.1")
        yield from _bad_upgrade(s, player, *divmod(code - UPGRADE, RAIL))
    yield code >= UPGRADE and (say("why.not_upgrade"), "S5.1")
    yield from _bad_setting(s, player, *divmod(code - SET, HALVES)) if code < M_TAKE else _bad_action(s, player, code)


def _no_slice(t: int, rule: str) -> Reason:
    return say("why.no_slice", type=type_name(t)), rule


def _bad_setting(s: State, player: int, t: int, h: int) -> Laws:
    yield actions.owes_goal(s, player) and (say("why.goal_first"), "S7.3")
    yield s.step[player] != PLACING and (say("why.not_place"), "S3.5")
    yield s.placing[player] not in (-1, t) and (say("why.one_type", type=type_name(s.placing[player])), "S3.1")
    yield s.stock[player, t] == 0 and _no_slice(t, "S3.2")
    yield _bad_half(s, player, h), "S3.2"


def _bad_action(s: State, player: int, code: int) -> Laws:
    kind, t, q, h = PARTS[code].tolist()
    goal = actions.owes_goal(s, player)
    yield s.step[player] == PLACING and not goal and (say("why.not_icon"), "S4.1")
    if (s.bonus if goal else s.left)[player, kind] == 0:
        yield goal and s.left[player, kind] and (say("why.goal_first"), "S7.3")
        yield say("why.no_icon", icon=icon(kind)), "S4.2"
    yield kind <= board.TAKE_ANY and (say("why.supply", type=type_name(t)), "S4.6")
    yield kind == board.ANCHOVY and (say("why.no_anchovy"), "S4.6")
    if kind <= board.PLACE_ANY:
        yield s.stock[player, t] == 0 and _no_slice(t, "S4.4")
        yield _bad_half(s, player, h), "S3.2"
    yield q >= s.players and (say("why.no_seat", name=name(s, q)), "S4.7")
    yield not actions.opponent(s, player, q) and (say("why.opponent", name=name(s, q)), "S4.7")
    yield t < 0 and (say("why.has_no_anchovy", name=name(s, q)), "S4.5")
    yield s.stock[q, t] == 0 and (say("why.has_none", name=name(s, q), type=type_name(t)), "S4.5")
    yield _bad_half(s, player, h), "S4.8"


def _bad_half(s: State, player: int, h: int) -> str:
    key = "why.full" if s.filled[player, h] == board.SPACES else "why.half_type"
    return say(key, half=HALF_NAMES[h], type=say(f"type.{s.half[player, h] - 1}"))


def _bad_upgrade(s: State, player: int, i: int, j: int) -> Laws:
    yield s.swapped >> i & 1 and (say("why.swapped"), "S5.3")
    yield s.rail[j] < 0 and (say("why.gone"), "S5.3")
    price = anchovies(int(attacks.price(s, player, i, j)))
    yield say("why.price", price=price, n=s.tins[player]), "S5.2"


def _bad_lure(s: State, player: int, who: int) -> Laws:
    yield who & 2 and s.players < PLAYERS and (say("why.no_partner"), "S8.6")
    for q in [q for bit, q in ((1, player), (2, actions.partner(player))) if who & bit]:
        yield s.lured >> q & 1 and (say("why.lured", name=name(s, q)), "S8.6")
        yield not attacks.risk(s, q) and (say("why.no_risk", name=name(s, q)), "S5.9")
    yield say("why.poor_both", n=s.tins[player]), "S8.6"


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
