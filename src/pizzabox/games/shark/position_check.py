"""What can be wrong with a position of Pizza Shark that somebody set up by hand."""

from __future__ import annotations

from typing import Any

from pizzabox.engine.errors import say as refuse
from pizzabox.engine.options import Options

from . import rules
from .board import (
    COST,
    DECKS,
    DRAWN_AT,
    FULL,
    GOAL_COST,
    GOALS,
    HALF_NAMES,
    HALVES,
    ICONS,
    OWN,
    PLAYERS,
    RAIL,
    START_SLICES,
    TYPE,
)
from .board.deck import CARDS, KINDS, MAIN, MOST_COST, MOST_ICONS
from .phrases import SEATS, listed, say
from .rules import actions, attacks
from .rules.actions import ACTING, EATING, IDLE, LURING, OVER, PASSING, PLACING, PLAYING, SETUP, UPGRADING
from .visibility import audit

_LAWS = (
    "",
    "check.law_slices",
    "check.law_anchovies",
    "check.law_cards",
    "check.law_starters",
    "check.law_tray",
    "check.law_halves",
)


def fits(s: Any, options: Options) -> str | None:
    """Who begins is as chosen; the other options have fields of their names, which the engine compares."""
    chosen = str(options["first"])
    if chosen != "random" and s.first != SEATS.index(chosen):
        return refuse("position.mismatch", name="first", options=options)
    return None


def check(s: Any) -> str | None:
    """The first problem in words, or None."""
    for problem in (
        _table,
        _seats,
        _cards,
        _laws,
        _chosen,
        _goals,
        _time,
        _hands,
        _acting,
        _passing,
        _rail,
        _attack,
        _setup,
        _end,
    ):
        found = problem(s)
        if found:
            return found
    return None


def _table(s: Any) -> str | None:
    if not 2 <= s.players <= PLAYERS:
        return say("check.players", players=s.players)
    if s.halves not in (0, 1) or s.goals not in (0, 1):
        return say("check.halves_goals")
    if not 0 <= s.extra <= 3 or (s.extra and s.players < PLAYERS):
        return say("check.extra")
    if not 0 <= s.deck < len(DECKS):
        return say("check.deck")
    if s.cap < 1 or s.cap > 500:
        return say("check.cap")
    if s.sealed:
        return say("check.sealed")
    for what in ("first", "turn", "mover", "asked"):
        if not 0 <= getattr(s, what) < s.players:
            return say("check.player", what=what, most=s.players - 1)
    for what in ("attacker", "prize"):
        if not -1 <= getattr(s, what) < s.players:
            return say("check.player_or_none", what=what)
    if not SETUP <= s.phase <= OVER:
        return say("check.phase")
    if s.lured >> s.players or s.won >> s.players:
        return say("check.lured_won")
    return None


def _seats(s: Any) -> str | None:
    """Unused seats are empty, and small numbers are in their bounds."""
    for p in range(PLAYERS):
        zero = [s.placed[p], s.tins[p], s.spent[p], s.step[p], s.gift[p], s.owed[p]]
        for t in range(3):
            zero += [s.stock[p, t], s.lost[p, t]]
        for k in range(len(KINDS)):
            zero += [s.left[p, k], s.bonus[p, k]]
        if p >= s.players:
            zero += [s.half[p, h] for h in range(HALVES)] + [s.filled[p, h] for h in range(HALVES)]
            minus = [s.own[p, i] for i in range(OWN)] + [s.hand[p, 0], s.hand[p, 1], s.placing[p]]
            if any(zero) or any(m != -1 for m in minus):
                return say("check.seat_empty", seat=p)
        elif min(zero) < 0 or max(zero) > 63:
            return say("check.seat_numbers", seat=p)
        elif not -1 <= s.placing[p] <= 2 or not IDLE <= s.step[p] <= PLAYING or s.gift[p] > 4:
            return say("check.seat_choices", seat=p)
    return None


def _cards(s: Any) -> str | None:
    if not 0 <= s.draw < 1 << MAIN or not 0 <= s.trash < 1 << MAIN:
        return say("check.draw_trash")
    if any(not -1 <= s.rail[j] < MAIN for j in range(RAIL)) or any(not -1 <= s.goal[t] < MAIN for t in range(3)):
        return say("check.rail_goal")
    if any(not 0 <= s.own[p, i] < CARDS for p in range(s.players) for i in range(OWN)):
        return say("check.own", most=CARDS - 1)
    if any(not -1 <= s.claimed[t] < s.players for t in range(3)):
        return say("check.claimed")
    for t in range(3):
        if s.goal[t] >= 0 and (TYPE[s.deck, s.goal[t]] != t or COST[s.deck, s.goal[t]] > GOAL_COST):
            return say("check.goal", goal_cost=GOAL_COST)
        if s.claimed[t] >= 0 and s.goal[t] < 0:
            return say("check.claimed_no_goal")
        if s.goal[t] >= 0 and not s.goals:
            return say("check.no_goals")
    return None


def _laws(s: Any) -> str | None:
    law = audit(s)
    return say(_LAWS[law]) if law else None


def _chosen(s: Any) -> str | None:
    """What the options `halves` and `goals` laid on the table is there, and stays there (S2.3, S7.1)."""
    if s.halves and any(s.half[p, int(h)] == 0 for p in range(s.players) for h in DRAWN_AT):
        return say("check.drawn_halves", halves=listed(HALF_NAMES[int(h)] for h in DRAWN_AT))
    for t in range(3):
        if s.goals and s.goal[t] < 0 and int(GOALS[s.deck, t]).bit_count() > RAIL:
            return say("check.goal_missing", type=say(f"type.{t}"))
    return None


def _goals(s: Any) -> str | None:
    for t in range(3):
        if s.goal[t] < 0:
            continue
        need = COST[s.deck, s.goal[t]]
        reached = [p for p in range(s.players) if actions.finished(s, p, t) >= need]
        if s.claimed[t] >= 0 and s.claimed[t] not in reached:
            return say("check.claimed_early")
        if s.claimed[t] < 0 and reached and s.phase != OVER:
            return say("check.claimed_late")
    return None


def _sides(s: Any) -> int:
    return 2 if s.players == PLAYERS else int(s.players)


def team(s: Any) -> tuple[int, ...]:
    """Who is active: one player, or two partners."""
    return (s.turn, actions.partner(s.turn)) if s.players == PLAYERS else (s.turn,)


def _time(s: Any) -> str | None:
    most = s.cap * _sides(s)
    if not 0 <= s.turns <= most or (s.turns == most and s.phase != OVER):
        return say("check.turns", most=most - 1)
    if s.phase not in (SETUP, OVER) and s.turn != (s.first + s.turns) % s.players:
        return say("check.turn")
    if s.phase in (ACTING, PASSING) and s.mover != s.turn:
        return say("check.mover")
    if s.phase == UPGRADING and s.mover not in team(s):
        return say("check.mover_team")
    if s.phase in (LURING, EATING) and (s.mover != s.attacker or s.mover not in team(s)):
        return say("check.attacker")
    return None


def _hands(s: Any) -> str | None:
    for p in range(s.players):
        if s.spent[p] >= 1 << OWN or s.spent[p].bit_count() % 2:
            return say("check.spent")
        a, b = s.hand[p, 0], s.hand[p, 1]
        shown = 0 <= a < OWN and 0 <= b < OWN and a != b and s.spent[p] >> a & s.spent[p] >> b & 1
        if (a, b) != (-1, -1) and not shown:
            return say("check.hand")
        wanted = has_hand(s, p)
        if wanted is not None and wanted != (a >= 0):
            if wanted:
                return say("check.hand_missing", seat=p)
            return say("check.hand_empty", seat=p)
    return None


def has_hand(s: Any, p: int) -> bool | None:
    """Whether two cards of p lie face up; None where both can be."""
    if s.phase == OVER:
        return None
    if s.phase == SETUP or p not in team(s):
        return False
    if s.phase == ACTING:
        return bool(s.step[p] != PLACING)
    if s.phase in (LURING, EATING):
        return bool(p != s.attacker and s.attacker == s.turn)
    return s.phase == PASSING or bool(s.mover in (p, s.turn))


def icons_of(s: Any, cards: list[int]) -> list[int]:
    """How many of each icon some cards have."""
    counts = [0] * len(KINDS)
    for card in cards:
        for i in range(MOST_ICONS):
            if ICONS[s.deck, card, i] >= 0:
                counts[int(ICONS[s.deck, card, i])] += 1
    return counts


def _acting(s: Any) -> str | None:
    if s.phase != ACTING:
        if any(s.step[p] for p in range(s.players)):
            return say("check.step_phase")
    elif not any(s.step[p] for p in team(s)) or any(s.step[p] and p not in team(s) for p in range(s.players)):
        return say("check.step")
    for p in range(s.players):
        left = [s.left[p, k] for k in range(len(KINDS))]
        bonus = [s.bonus[p, k] for k in range(len(KINDS))]
        if s.step[p] != PLACING and s.placing[p] != -1:
            return say("check.placing")
        if any(left):
            if s.step[p] != PLAYING:
                return say("check.left_step")
            shown = icons_of(s, [s.own[p, s.hand[p, i]] for i in range(2)])
            if any(n > m for n, m in zip(left, shown, strict=True)):
                return say("check.left")
        if any(bonus):
            goals = icons_of(s, [s.goal[t] for t in range(3) if s.claimed[t] == p])
            if s.step[p] == IDLE or any(n > m for n, m in zip(bonus, goals, strict=True)):
                return say("check.bonus")
            if not actions.goal_usable(s, p):
                return say("check.bonus_stuck")
        elif s.step[p] == PLAYING and (not any(left) or (s.players < PLAYERS and not actions.card_usable(s, p))):
            return say("check.left_stuck")
        elif s.step[p] == PLACING and s.placing[p] == -1 and actions.nothing_to_place(s, p):
            return say("check.placing_stuck")
    return None


def _passing(s: Any) -> str | None:
    mine = team(s)
    if s.phase != PASSING:
        return say("check.gift_phase") if any(s.gift[p] for p in range(s.players)) else None
    if s.players < PLAYERS:
        return say("check.passing")
    if any(s.gift[p] and p not in mine for p in range(s.players)) or all(s.gift[p] for p in mine):
        return say("check.gift")
    for p in mine:
        slices = sum(s.stock[p, t] for t in range(3))
        if (s.gift[p] == 0 and not slices) or (s.gift[p] > 1 and not s.stock[p, s.gift[p] - 2]):
            return say("check.gift_slice", seat=p)
    return None


def _rail(s: Any) -> str | None:
    holes = sum(s.rail[j] < 0 for j in range(RAIL))
    if s.swapped > 3 or (s.swapped and s.phase != UPGRADING):
        return say("check.swapped")
    if holes != s.swapped.bit_count():
        return say("check.rail")
    for i in range(2):
        if s.swapped >> i & 1 and s.own[s.mover, s.hand[s.mover, i]] >= MAIN:
            return say("check.swapped_starter")
    if not 0 <= s.fresh <= 2 or (s.fresh == 0) != (s.attacker < 0):
        return say("check.fresh")
    return None


def _attack(s: Any) -> str | None:
    if any(not 0 <= s.want[k] <= 2 * MOST_COST for k in range(4)):
        return say("check.want", n=2 * MOST_COST)
    biting = s.phase in (LURING, EATING)
    owed = [s.owed[p] for p in range(s.players)]
    if any(owed) and s.phase not in (SETUP, EATING):
        return say("check.owed")
    if s.attacker < 0:
        seen = [s.want[k] for k in range(4)] + [s.lost[p, t] for p in range(s.players) for t in range(3)]
        return say("check.no_attack") if any(seen) or s.lured or s.prize >= 0 or biting else None
    for p in range(s.players):
        lost = sum(s.lost[p, t] for t in range(3))
        if (lost or s.lured >> p & 1 or owed[p]) and not attacks.victim(s, p):
            return say("check.not_attacked", seat=p)
        if s.lured >> p & 1 and (lost or owed[p]):
            return say("check.protected", seat=p)
        if s.phase == LURING and lost:
            return say("check.eaten_early")
    if not biting:
        return None
    if s.prize >= 0:
        return say("check.prize")
    want = [0, 0, 0, 0]
    for j in range(RAIL - s.fresh, RAIL):
        want[int(TYPE[s.deck, s.rail[j]])] += int(COST[s.deck, s.rail[j]])
    if want != [s.want[k] for k in range(4)]:
        return say("check.want_tickets")
    if not attacks.victim(s, s.asked):
        return say("check.asked")
    if s.phase == LURING:
        return None if attacks.lure_options(s, s.asked) else say("check.asked_no_lure")
    return _eating(s, owed)


def _eating(s: Any, owed: list[int]) -> str | None:
    for p in range(s.players):
        rest = sum(s.stock[p, t] for t in range(3))
        if owed[p] > min(rest, s.want[attacks.ANY]):
            return say("check.owed_most", seat=p)
        if owed[p] and attacks.place_of(s, p) < attacks.place_of(s, s.asked):
            return say("check.asked_order", seat=p, asked=s.asked)
    kinds = sum(s.stock[s.asked, t] > 0 for t in range(3))
    rest = sum(s.stock[s.asked, t] for t in range(3))
    if not owed[s.asked] or kinds < 2 or rest <= owed[s.asked]:
        return say("check.asked_no_choice")
    return None


def _setup(s: Any) -> str | None:
    if s.phase != SETUP:
        return None
    if any(s.placed[p] or s.spent[p] for p in range(s.players)) or s.attacker >= 0 or s.turns or s.turn or s.mover:
        return say("check.setup_placed")
    fresh = not s.trash and not any(s.maw[k] for k in range(4))
    if not fresh or any(s.own[p, i] != MAIN + i for p in range(s.players) for i in range(OWN)):
        return say("check.setup_fresh")
    earlier = 0
    for k in reversed(range(s.players)):
        p = (s.first + k) % s.players
        gets = 1 + (s.extra if k % 2 else 0)
        if s.tins[p] != gets:
            return say("check.setup_anchovies", seat=p, n=gets)
        takes = int(START_SLICES[1 if s.players == PLAYERS else 0, k])
        picked = sum(s.stock[p, t] for t in range(3))
        if picked + s.owed[p] != takes:
            return say("check.setup_slices", seat=p, takes=takes)
        if s.owed[p] and earlier:
            return say("check.setup_order")
        earlier += picked
    if not any(s.owed[p] for p in range(s.players)):
        return say("check.setup_done")
    return None


def _end(s: Any) -> str | None:
    full = [p for p in range(s.players) if s.placed[p] == FULL]
    if s.players == PLAYERS:
        full = [p for p in full if actions.partner(p) in full]
    won = sum(1 << p for p in full)
    if s.phase != OVER:
        if s.won:
            return say("check.won_early")
        return say("check.full_tray") if full else None
    if full:
        one = len(full) == (2 if s.players == PLAYERS else 1)
        return None if one and s.won == won else say("check.won_trays")
    if s.turns != s.cap * _sides(s):
        return say("check.not_over")
    trial = s.copy()
    trial.won = 0
    rules.call_time(trial)
    return None if trial.won == s.won else say("check.won")
