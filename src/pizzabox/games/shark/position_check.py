"""What can be wrong with a position of Pizza Shark that somebody set up by hand."""

from __future__ import annotations

from collections.abc import Iterator

from pizzabox.engine.errors import say as refuse
from pizzabox.engine.options import Options
from pizzabox.engine.presentation import listed

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
from .phrases import SEATS, held, left_of, say, sides, team
from .rules import actions, attacks
from .rules.actions import ACTING, EATING, IDLE, LURING, OVER, PASSING, PLACING, PLAYING, SETUP, UPGRADING
from .state import State
from .visibility import audit

LAWS = ("slices", "anchovies", "cards", "starters", "tray", "halves")
"""What the laws of `audit` are about, from 1 on."""
Findings = Iterator[tuple[object, str]]
"""Whether something is wrong, and what. Nothing is looked at after the first wrong thing, so each may rely on those
before it."""


def check(s: State) -> str | None:
    """The first problem in words, or None."""
    return next((text for look in _LOOKS for wrong, text in look(s) if wrong), None)


def fits(s: State, options: Options) -> str | None:
    """Who begins is as chosen; the other options have fields of their names, which the engine compares."""
    chosen = str(options["first"])
    if chosen != "random" and s.first != SEATS.index(chosen):
        return refuse("position.mismatch", name="first", options=options)
    return None


def has_hand(s: State, p: int) -> bool | None:
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


def icons_of(s: State, cards: list[int]) -> list[int]:
    """How many of each icon some cards have."""
    icons = [int(ICONS[s.deck, card, i]) for card in cards for i in range(MOST_ICONS)]
    return [icons.count(kind) for kind in range(len(KINDS))]


def face_up(s: State, p: int) -> list[int]:
    """The two cards that a player has drawn."""
    return [s.own[p, s.hand[p, i]] for i in range(2)]


def claimed_goals(s: State, p: int) -> list[int]:
    """The goal cards that a player has reached."""
    return [s.goal[t] for t in range(3) if s.claimed[t] == p]


def wanted(s: State) -> list[int]:
    """What the shark wants for the new tickets: by type, then any."""
    want = [0, 0, 0, 0]
    for j in range(RAIL - s.fresh, RAIL):
        want[int(TYPE[s.deck, s.rail[j]])] += int(COST[s.deck, s.rail[j]])
    return want


def starting_slices(s: State, p: int) -> int:
    """How many slices a player takes at the start."""
    return int(START_SLICES[1 if s.players == PLAYERS else 0, (p - s.first) % s.players])


def with_full_trays(s: State) -> list[int]:
    """Who has won by filling a tray, in teams both."""
    full = [p for p in range(s.players) if s.placed[p] == FULL]
    return [p for p in full if s.players < PLAYERS or actions.partner(p) in full]


def _table(s: State) -> Findings:
    yield not 2 <= s.players <= PLAYERS, say("check.players", players=s.players)
    yield s.halves not in (0, 1) or s.goals not in (0, 1), say("check.halves_goals")
    yield not 0 <= s.extra <= 3 or (s.extra and s.players < PLAYERS), say("check.extra")
    yield not 0 <= s.deck < len(DECKS), say("check.deck")
    yield s.cap < 1 or s.cap > 500, say("check.cap")
    yield s.sealed, say("check.sealed")
    for what in ("first", "turn", "mover", "asked"):
        yield not 0 <= getattr(s, what) < s.players, say("check.player", what=what, most=s.players - 1)
    for what in ("attacker", "prize"):
        yield not -1 <= getattr(s, what) < s.players, say("check.player_or_none", what=what)
    yield not SETUP <= s.phase <= OVER, say("check.phase")
    yield s.lured >> s.players or s.won >> s.players, say("check.lured_won")


def _seats(s: State) -> Findings:
    """Unused seats are empty, and small numbers are in their bounds."""
    for p in range(PLAYERS):
        numbers = [s.placed[p], s.tins[p], s.spent[p], s.step[p], s.gift[p], s.owed[p]]
        numbers += [n for t in range(3) for n in (s.stock[p, t], s.lost[p, t])]
        numbers += left_of(s, p, False) + left_of(s, p, True)
        if p < s.players:
            yield min(numbers) < 0 or max(numbers) > 63, say("check.seat_numbers", seat=p)
            known = -1 <= s.placing[p] <= 2 and IDLE <= s.step[p] <= PLAYING and s.gift[p] <= 4
            yield not known, say("check.seat_choices", seat=p)
        else:
            tray = [n for h in range(HALVES) for n in (s.half[p, h], s.filled[p, h])]
            cards = [*(s.own[p, i] for i in range(OWN)), s.hand[p, 0], s.hand[p, 1], s.placing[p]]
            yield any(numbers + tray) or set(cards) != {-1}, say("check.seat_empty", seat=p)


def _cards(s: State) -> Findings:
    yield not 0 <= s.draw < 1 << MAIN or not 0 <= s.trash < 1 << MAIN, say("check.draw_trash")
    yield any(not -1 <= card < MAIN for card in (*s.rail, *s.goal)), say("check.rail_goal")
    own = [s.own[p, i] for p in range(s.players) for i in range(OWN)]
    yield any(not 0 <= card < CARDS for card in own), say("check.own", most=CARDS - 1)
    yield any(not -1 <= p < s.players for p in s.claimed), say("check.claimed")
    for t, card in enumerate(s.goal):
        unfit = TYPE[s.deck, card] != t or COST[s.deck, card] > GOAL_COST
        yield card >= 0 and unfit, say("check.goal", goal_cost=GOAL_COST)
        yield s.claimed[t] >= 0 > card, say("check.claimed_no_goal")
        yield card >= 0 and not s.goals, say("check.no_goals")
    law = audit(s)
    yield law, say(f"check.law_{LAWS[law - 1]}")


def _chosen(s: State) -> Findings:
    """What the options `halves` and `goals` laid on the table is there, and stays there (S2.3, S7.1)."""
    free = any(s.half[p, int(h)] == 0 for p in range(s.players) for h in DRAWN_AT)
    yield s.halves and free, say("check.drawn_halves", halves=listed(HALF_NAMES[int(h)] for h in DRAWN_AT))
    for t, card in enumerate(s.goal):
        enough = int(GOALS[s.deck, t]).bit_count() > RAIL
        yield s.goals and card < 0 and enough, say("check.goal_missing", type=say(f"type.{t}"))


def _goals(s: State) -> Findings:
    for t, card in enumerate(s.goal):
        if card >= 0:
            reached = [p for p in range(s.players) if actions.finished(s, p, t) >= COST[s.deck, card]]
            yield s.claimed[t] >= 0 and s.claimed[t] not in reached, say("check.claimed_early")
            yield s.claimed[t] < 0 and reached and s.phase != OVER, say("check.claimed_late")


def _time(s: State) -> Findings:
    most = s.cap * sides(s)
    yield not 0 <= s.turns <= most or (s.turns == most and s.phase != OVER), say("check.turns", most=most - 1)
    yield s.phase not in (SETUP, OVER) and s.turn != (s.first + s.turns) % s.players, say("check.turn")
    yield s.phase in (ACTING, PASSING) and s.mover != s.turn, say("check.mover")
    yield s.phase == UPGRADING and s.mover not in team(s), say("check.mover_team")
    right = s.mover == s.attacker and s.mover in team(s)
    yield s.phase in (LURING, EATING) and not right, say("check.attacker")


def _hands(s: State) -> Findings:
    for p in range(s.players):
        spent, hand = s.spent[p], (s.hand[p, 0], s.hand[p, 1])
        yield spent >= 1 << OWN or spent.bit_count() % 2, say("check.spent")
        shown = all(0 <= slot < OWN and spent >> slot & 1 for slot in hand) and hand[0] != hand[1]
        yield hand != (-1, -1) and not shown, say("check.hand")
        yield has_hand(s, p) is True and not shown, say("check.hand_missing", seat=p)
        yield has_hand(s, p) is False and shown, say("check.hand_empty", seat=p)


def _acting(s: State) -> Findings:
    stepping = [p for p in range(s.players) if s.step[p]]
    yield s.phase != ACTING and stepping, say("check.step_phase")
    yield s.phase == ACTING and (not stepping or not set(stepping) <= set(team(s))), say("check.step")
    for p in range(s.players):
        left, bonus = left_of(s, p, False), left_of(s, p, True)
        yield s.step[p] != PLACING and s.placing[p] != -1, say("check.placing")
        if any(left):
            yield s.step[p] != PLAYING, say("check.left_step")
            yield _beyond(left, icons_of(s, face_up(s, p))), say("check.left")
        if any(bonus):
            yield s.step[p] == IDLE or _beyond(bonus, icons_of(s, claimed_goals(s, p))), say("check.bonus")
            yield not actions.goal_usable(s, p), say("check.bonus_stuck")
        elif s.step[p] == PLAYING:
            stuck = s.players < PLAYERS and not actions.card_usable(s, p)
            yield not any(left) or stuck, say("check.left_stuck")
        elif s.step[p] == PLACING:
            yield s.placing[p] == -1 and actions.nothing_to_place(s, p), say("check.placing_stuck")


def _beyond(icons: list[int], shown: list[int]) -> bool:
    """Whether there are more icons of a kind than the cards show."""
    return any(n > most for n, most in zip(icons, shown, strict=True))


def _passing(s: State) -> Findings:
    giving = [p for p in range(s.players) if s.gift[p]]
    if s.phase != PASSING:
        yield giving, say("check.gift_phase")
        return
    yield s.players < PLAYERS, say("check.passing")
    yield not set(giving) < set(team(s)), say("check.gift")
    for p in team(s):
        gift = s.gift[p]
        yield not held(s, p) if gift == 0 else gift > 1 and not s.stock[p, gift - 2], say("check.gift_slice", seat=p)


def _rail(s: State) -> Findings:
    yield s.swapped > 3 or (s.swapped and s.phase != UPGRADING), say("check.swapped")
    yield sum(card < 0 for card in s.rail) != s.swapped.bit_count(), say("check.rail")
    for i in range(2):
        yield s.swapped >> i & 1 and face_up(s, s.mover)[i] >= MAIN, say("check.swapped_starter")
    yield not 0 <= s.fresh <= 2 or (s.fresh == 0) != (s.attacker < 0), say("check.fresh")


def _attack(s: State) -> Findings:
    biting = s.phase in (LURING, EATING)
    yield any(not 0 <= n <= 2 * MOST_COST for n in s.want), say("check.want", n=2 * MOST_COST)
    yield any(s.owed) and s.phase not in (SETUP, EATING), say("check.owed")
    lost = [sum(s.lost[p, t] for t in range(3)) for p in range(s.players)]
    if s.attacker < 0:
        yield any(s.want) or any(lost) or s.lured or s.prize >= 0 or biting, say("check.no_attack")
        return
    for p in range(s.players):
        safe = s.lured >> p & 1
        yield (lost[p] or safe or s.owed[p]) and not attacks.victim(s, p), say("check.not_attacked", seat=p)
        yield safe and (lost[p] or s.owed[p]), say("check.protected", seat=p)
        yield s.phase == LURING and lost[p], say("check.eaten_early")
    if biting:
        yield s.prize >= 0, say("check.prize")
        yield wanted(s) != list(s.want), say("check.want_tickets")
        yield not attacks.victim(s, s.asked), say("check.asked")
    if s.phase == LURING:
        yield not attacks.lure_options(s, s.asked), say("check.asked_no_lure")
    if s.phase == EATING:
        yield from _eating(s)


def _eating(s: State) -> Findings:
    for p in range(s.players):
        yield s.owed[p] > min(held(s, p), s.want[attacks.ANY]), say("check.owed_most", seat=p)
        earlier = attacks.place_of(s, p) < attacks.place_of(s, s.asked)
        yield s.owed[p] and earlier, say("check.asked_order", seat=p, asked=s.asked)
    kinds, owed = sum(s.stock[s.asked, t] > 0 for t in range(3)), s.owed[s.asked]
    yield not owed or kinds < 2 or held(s, s.asked) <= owed, say("check.asked_no_choice")


def _setup(s: State) -> Findings:
    if s.phase != SETUP:
        return
    played = any(s.placed[p] or s.spent[p] for p in range(s.players))
    yield played or s.attacker >= 0 or s.turns or s.turn or s.mover, say("check.setup_placed")
    upgraded = any(s.own[p, i] != MAIN + i for p in range(s.players) for i in range(OWN))
    yield s.trash or any(s.maw) or upgraded, say("check.setup_fresh")
    later = 0
    for k in reversed(range(s.players)):
        p = (s.first + k) % s.players
        gets, takes = 1 + (s.extra if k % 2 else 0), starting_slices(s, p)
        yield s.tins[p] != gets, say("check.setup_anchovies", seat=p, n=gets)
        yield held(s, p) + s.owed[p] != takes, say("check.setup_slices", seat=p, takes=takes)
        yield s.owed[p] and later, say("check.setup_order")
        later += held(s, p)
    yield not any(s.owed), say("check.setup_done")


def _end(s: State) -> Findings:
    full = with_full_trays(s)
    if s.phase != OVER:
        yield s.won, say("check.won_early")
        yield full, say("check.full_tray")
    elif full:
        one_side = len(full) == (2 if s.players == PLAYERS else 1)
        yield not one_side or s.won != sum(1 << p for p in full), say("check.won_trays")
    else:
        yield s.turns != s.cap * sides(s), say("check.not_over")
        trial = s.copy()
        trial.won = 0
        rules.call_time(trial)
        yield trial.won != s.won, say("check.won")


_LOOKS = (_table, _seats, _cards, _chosen, _goals, _time, _hands, _acting, _passing, _rail, _attack, _setup, _end)
