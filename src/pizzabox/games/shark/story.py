"""What just happened in Pizza Shark, in words."""

from pizzabox.engine.bits import members
from pizzabox.engine.presentation import listed

from . import board
from .board import DONE, FULL, HALF_NAMES, LOSE, LURE, PASS, PLAYERS, RAIL, UPGRADE
from .notation import MOVES
from .phrases import anchovies, card_name, name, say, slices, type_name, wants
from .rules import actions, attacks
from .rules.actions import EATING, LURING, OVER, PASSING, PLACING, SETUP, UPGRADING
from .state import State

STORIES = {
    **{board.PICK: "story.pick", board.SET: "story.set", PASS: "story.pass", LOSE: "story.lose"},
    **{board.M_TAKE: "story.take", board.M_TAKE_ANY: "story.take", board.M_ANCHOVY: "story.anchovy"},
    **{board.M_PLACE: "story.set", board.M_PLACE_ANY: "story.set", board.M_HEIST: "story.heist"},
    **{board.M_STEAL: "story.steal", board.M_STEAL_ANY: "story.steal", board.M_STEAL_ANCHOVY: "story.steal_anchovy"},
    **{board.M_FEED: "story.feed", board.M_FEED_ANCHOVY: "story.feed_anchovy"},
}
"""What is said of each group of moves."""


def events(before: State, player: int, code: int | None, after: State, viewer: int) -> list[str]:
    """The move itself, then all that followed from it."""
    assert code is not None, "nothing is secret in this game"
    said = [_one_move(before, player, code)] if not _quiet(before, player, code) else []
    said += [
        say("story.goal", name=name(after, after.claimed[t]), card=card_name(after, after.goal[t]))
        for t in range(3)
        if after.claimed[t] != before.claimed[t]
    ]
    if before.phase == PASSING and after.phase != PASSING:
        said += _gifts(before, player, code)
    attacked = before.phase == UPGRADING and code == DONE
    if attacked:
        said += _tickets(before, after)
    bitten = before.phase in (LURING, EATING) or attacked
    if bitten and after.phase not in (LURING, EATING):
        said += _bites(after)
    if after.phase == OVER:
        return said
    said += _whose_turn(before, after)
    for p in range(after.players):
        if after.hand[p, 0] >= 0 and (after.spent[p] != before.spent[p] or before.hand[p, 0] < 0):
            first, second = (card_name(after, after.own[p, after.hand[p, i]]) for i in range(2))
            said.append(say("story.cards", name=name(after, p), first=first, second=second))
    return said


def result(s: State) -> str:
    won = members(s.won)
    names = listed(name(s, p) for p in won)
    in_teams = s.players == PLAYERS
    if all(s.placed[p] == FULL for p in won):
        return say("result.team" if in_teams else "result.win", name=names, names=names)
    alone, shared = ("result.cap_team", "result.cap_all") if in_teams else ("result.cap_win", "result.cap_share")
    n = s.placed[won[0]] + (s.placed[actions.partner(won[0])] if in_teams else 0)
    key = alone if len(won) == 1 + in_teams else shared
    return f"{say('result.cap', turns=s.cap)} {say(key, names=names, n=n)}"


def _quiet(s: State, player: int, code: int) -> bool:
    """Whether a move needs no sentence of its own: the end of a phase whose outcome is told anyway."""
    if code != DONE or s.phase == PASSING:
        return code == DONE
    return s.phase == UPGRADING or (s.step[player] == PLACING and not actions.owes_goal(s, player))


def _one_move(s: State, player: int, code: int) -> str:
    who = name(s, player)
    if code == DONE:
        return say("story.finish_goal" if actions.owes_goal(s, player) else "story.ready", name=who)
    if LURE <= code < LOSE:
        return _baited(s, player, code - LURE)
    if UPGRADE <= code < PASS:
        i, j = divmod(code - UPGRADE, RAIL)
        old, new = s.own[player, s.hand[player, i]], s.rail[j]
        price = anchovies(int(attacks.price(s, player, i, j)))
        return say("story.upgrade", name=who, old=card_name(s, old), new=card_name(s, new), price=price)
    base, parts = MOVES.parts(code)
    known = {"type": type_name(parts.get("type", -1)), "half": HALF_NAMES[parts.get("half", 0)]}
    return say(STORIES[base], name=who, other=name(s, parts.get("seat", actions.partner(player))), **known)


def _baited(s: State, player: int, who: int) -> str:
    mate = name(s, actions.partner(player))
    made = [say("story.lure_self", name=name(s, player))] if who & 1 else []
    made += [say("story.lure", name=name(s, player), other=mate)] if who & 2 else []
    return " ".join(made) or say("story.lure_no", name=name(s, player))


def _gifts(before: State, player: int, code: int) -> list[str]:
    """Both gifts as they change hands; the last one is the move just made."""
    said = []
    for p in (before.turn, actions.partner(before.turn)):
        t = before.gift[p] - 2 if p != player else code - PASS if code != DONE else -1
        known = {"type": type_name(t), "other": name(before, actions.partner(p))}
        said.append(say("story.handed" if t >= 0 else "story.keep", name=name(before, p), **known))
    return said


def _tickets(before: State, after: State) -> list[str]:
    said = []
    if not before.swapped and before.rail[0] >= 0:
        said.append(say("story.trashed", card=card_name(before, before.rail[0])))
    if before.draw.bit_count() < after.fresh:
        said.append(say("story.reshuffle"))
    cards = listed(card_name(after, after.rail[j]) for j in range(RAIL - after.fresh, RAIL))
    return [*said, say("story.tickets", cards=cards, want=wants(after, "attack.any"))]


def _bites(after: State) -> list[str]:
    lost = {q: [after.lost[q, t] for t in range(3)] for q in range(after.players)}
    bitten = [q for q in lost if any(lost[q])]
    said = [say("story.eats", slices=slices(lost[q]), name=name(after, q)) for q in bitten]
    if len(bitten) == 1:
        said.append(say("story.bonus" if after.prize >= 0 else "story.bonus_none", name=name(after, bitten[0])))
    return said or [say("story.hungry")]


def _whose_turn(before: State, after: State) -> list[str]:
    """Whose turn begins, or who upgrades next."""
    if after.phase == UPGRADING and before.phase in (UPGRADING, LURING, EATING) and after.mover != before.mover:
        return [say("story.next_upgrade", name=name(after, after.mover))]
    fresh = after.turns > before.turns or (before.phase != after.phase and before.phase == SETUP)
    if not fresh or after.phase == SETUP:
        return []
    key, mate = "story.team_turn" if after.players == PLAYERS else "story.turn", actions.partner(after.turn)
    return [say(key, name=name(after, after.turn), other=name(after, mate))]
