"""What can be wrong with a position somebody set up by hand."""

from __future__ import annotations

from typing import Any

from pizzabox.engine.options import Options

from . import rules
from .board import AREA, COPIES, COUNTS, CUSTOMER, KINDS, NAMES, PERIOD, TEAM, N
from .rules import AGENT, GOAL, LONGEST_QUIET, MOVE, OVER, QUIET, REPEATED, ROTATE, SPUN, STUCK
from .rules.setup import EQUAL, KINDS_OF_CARD, NO_CARDS, ONITAMA, THREE
from .rules.steps import can_move, can_play_card, can_step
from .rules.territory import delicate, enough, held_by, territory, thirds
from .words import SEATS, say


def check(s: Any) -> str | None:
    """The first problem in words, or None."""
    for problem in (_options, _pieces, _hexes, _turn, _counts, _cards, _last, _end):
        found = problem(s)
        if found:
            return found
    return None


def fits(s: Any, options: Options) -> str | None:
    """Where the position contradicts the options; goals, cards and all other fields of an option's name are compared
    without it.

    `setup` and `draw` say how a game begins. Which pieces of the box stand where is for whoever sets up a position.
    """
    if s.opening and options["first"] != "random" and SEATS[s.player] != options["first"]:
        return say("check.first_begins", first=options["first"], side=say(f"side.{s.player}"))
    return _dealt(s, int(options["hand"]))


def _dealt(s: Any, hand: int) -> str | None:
    """Whether everybody was dealt as many cards as the options say; with `equal` the same ones."""
    dealt = {NO_CARDS: 0, EQUAL: 3, THREE: hand, ONITAMA: 2}[s.cards]
    hands = [[s.holds[p, k] + s.spent[p, k] for k in range(KINDS_OF_CARD)] for p in range(s.players)]
    for p in range(s.players):
        if sum(hands[p]) != dealt:
            return say("check.dealt_others", n=dealt, side=say(f"side.{p}"), told=sum(hands[p]))
        if s.cards == EQUAL and (hands[p] != hands[0] or max(hands[p]) > 1):
            return say("check.equal_hands")
    return None


def _options(s: Any) -> str | None:
    if s.players not in (2, 3):
        return say("check.players_must_be_2", players=s.players)
    if s.agent not in (0, 1) or (s.agent and s.players == 3):
        return say("check.agent_is_1_for")
    if s.boards3 != int(s.players == 3 or s.agent):
        return say("check.boards3_must_be_1")
    if s.cards not in (NO_CARDS, EQUAL, THREE, ONITAMA) or (s.cards == EQUAL and s.players == 3):
        return say("check.cards_must_be_0")
    if s.face_down not in (0, 1) or (s.face_down and s.cards != THREE):
        return say("check.face_down_is_0_or")
    if not 1 <= s.patience <= 60:
        return say("check.patience_must_be_from", patience=s.patience)
    if any(not 1 <= s.goal[p] <= AREA for p in range(3)):
        return say("check.goals_are_numbers_from", area=AREA)
    if s.sealed:
        return say("check.sealed_must_be_empty")
    return None


def _pieces(s: Any) -> str | None:
    for side in range(3):
        if not 0 <= s.team[side] <= TEAM or (side >= 2 + s.boards3 and s.team[side]):
            return say("check.team_of_must_be", side=say(f"side.{side}"), team=TEAM)
        kinds = []
        for i in range(16):
            slot = 16 * side + i
            if i >= s.team[side]:
                if (s.where[slot], s.kind[slot], s.face[slot]) != (-1, -1, 0):
                    return say("check.has_pieces_the_places", side=say(f"side.{side}"), team=s.team[side])
                continue
            if not 0 <= s.kind[slot] < len(KINDS):
                return say("check.s_piece_needs_a", side=say(f"side.{side}"), i=i)
            kinds.append(s.kind[slot])
            if not 0 <= s.face[slot] < PERIOD[s.kind[slot]]:
                return say(
                    "check.a_faces_0_to", kind=KINDS[s.kind[slot]], most=PERIOD[s.kind[slot]] - 1, face=s.face[slot]
                )
            if not -1 <= s.where[slot] < AREA * (2 + s.boards3):
                return say("check.s_piece_does_not", side=say(f"side.{side}"), i=i)
            if s.where[slot] < 0 and s.kind[slot] == CUSTOMER:
                return say("check.a_customer_cannot_have")
        for kind, most in enumerate(COUNTS):
            if kinds.count(kind) > most:
                return say(
                    "check.has_at_most_pieces",
                    side=say(f"side.{side}"),
                    most=most,
                    kind=KINDS[kind],
                    n=kinds.count(kind),
                )
    return None


def _hexes(s: Any) -> str | None:
    expected = [0] * N
    for slot in range(48):
        if s.where[slot] >= 0:
            if expected[s.where[slot]]:
                return say("check.two_pieces_stand_on", hex=NAMES[s.where[slot]])
            expected[s.where[slot]] = slot + 1
    if list(s.at) != expected:
        return say("check.at_does_not_fit")
    return None


def _turn(s: Any) -> str | None:
    if s.phase not in (MOVE, ROTATE, SPUN, OVER):
        return say("check.phase_must_be_move")
    if not 0 <= s.player < s.players:
        return say("check.player_must_be_from", most=s.players - 1)
    if s.side != s.player and not (s.agent and s.side == AGENT and not s.opening):
        return say("check.side_must_be_that")
    if s.opening not in (0, 1) or s.progress not in (0, 1):
        return say("check.opening_and_progress_are")
    if s.out >> s.players or s.won >> s.players:
        return say("check.out_and_won_name")
    if s.out >> s.player & 1 and s.phase != OVER:
        return say("check.the_player_to_act")
    if s.out and (s.players == 2 or s.out.bit_count() > 1) and s.phase != OVER:
        return say("check.only_one_player_is")
    most = s.patience * (s.players - s.out.bit_count())
    if not 0 <= s.quiet <= LONGEST_QUIET or (s.phase != OVER and s.quiet >= most):
        return say("check.quiet_has_reached_the")
    if s.progress and s.phase == MOVE:
        return say("check.progress_belongs_to_a")
    if (s.phase == SPUN) != (s.spun >= 0) or not -1 <= s.spun < 48:
        return say("check.spun_names_the_piece")
    if s.phase == SPUN and (s.spun >> 4 != s.player or s.side != s.player or s.where[s.spun] < 0):
        return say("check.spun_must_be_a")
    return None


def _counts(s: Any) -> str | None:
    gone = sum(s.where[slot] < 0 for side in range(3) for slot in range(16 * side, 16 * side + s.team[side]))
    if any(s.taken[side] < 0 for side in range(3)) or sum(s.taken) != gone:
        return say("check.taken_must_add_up", gone=gone)
    for side in range(3):
        mine = sum(s.where[slot] < 0 for slot in range(16 * side, 16 * side + s.team[side]))
        if s.taken[side] > gone - mine:
            return say("check.cannot_have_pranked_own", side=say(f"side.{side}"))
    if any(not 0 <= s.best[p] <= 2 * AREA for p in range(3)):
        return say("check.best_must_be_from", n=2 * AREA)
    for p in range(s.players):
        if s.best[p] < held_by(s, p):
            return say("check.best_is_less", side=say(f"side.{p}"), n=held_by(s, p), best=s.best[p])
    return None


def _cards(s: Any) -> str | None:
    counts = [*(s.holds[p, k] for p in range(3) for k in range(KINDS_OF_CARD)), *s.rest, *s.held]
    counts += [s.spent[p, k] for p in range(3) for k in range(KINDS_OF_CARD)]
    if min(counts) < 0:
        return say("check.cards_cannot_be_counted")
    if not -1 <= s.used < KINDS_OF_CARD or not -1 <= s.neutral < KINDS_OF_CARD:
        return say("check.used_and_neutral_are")
    if (s.cards == ONITAMA) != (s.neutral >= 0):
        return say("check.one_card_lies_in")
    if s.cards == NO_CARDS:
        return say("check.there_are_no_cards") if any(counts) or s.used >= 0 else None
    for k in range(KINDS_OF_CARD):
        total = sum(s.holds[p, k] + s.spent[p, k] for p in range(3)) + s.rest[k] + (s.neutral == k)
        if total != COPIES:
            return say("check.there_are_cards_of", copies=COPIES, total=total)
    for p in range(3):
        if sum(s.holds[p, k] for k in range(KINDS_OF_CARD)) != s.held[p]:
            return say("check.held_must_be_the", side=say(f"side.{p}"))
        if p >= s.players and (s.held[p] or any(s.spent[p, k] for k in range(KINDS_OF_CARD))):
            return say("check.only_players_have_cards")
        if s.cards == ONITAMA and any(s.spent[p, k] for k in range(KINDS_OF_CARD)):
            return say("check.with_cards_onitama_no")
    if s.phase == SPUN and s.used != KINDS_OF_CARD - 1:
        return say("check.the_phase_spun_follows")
    return None


def _last(s: Any) -> str | None:
    if not -1 <= s.turned < 48 or (s.turned >= 0 and s.kind[s.turned] < 0):
        return say("check.turned_is_a_piece")
    if s.last_slot == -1:
        if (s.last_from, s.last_to, s.last_victim) != (-1, -1, -1):
            return say("check.last_from_last_to_and_last_victim")
        return say("check.the_phase_rotate_follows") if s.phase == ROTATE else None
    cells = (s.last_from, s.last_to)
    if not 0 <= s.last_slot < 48 or s.kind[s.last_slot] < 0 or not -1 <= s.last_victim < 48:
        return say("check.last_slot_and_last_victim_are")
    if any(not 0 <= c < AREA * (2 + s.boards3) for c in cells) or s.last_from == s.last_to:
        return say("check.last_from_and_last_to_are")
    if s.last_victim >= 0 and (s.kind[s.last_victim] < 0 or s.where[s.last_victim] >= 0):
        return say("check.last_victim_must_be_off")
    if s.phase == ROTATE and (s.where[s.last_slot] != s.last_to or s.last_slot >> 4 != s.side):
        return say("check.in_the_phase_rotate")
    return None


def _end(s: Any) -> str | None:
    full = [p for p in range(s.players) if enough(s, p, *territory(s, p, -1, -1, -1))]
    if s.phase != OVER:
        if s.won or s.ended:
            return say("check.won_and_ended_must")
        running = [p for p in full if not s.out >> p & 1]
        if running:
            return say("check.holds_enough_hexes_so", side=say(f"side.{running[0]}"))
        if s.phase == MOVE and not can_move(s) and (s.side != s.player or not can_play_card(s)):
            return say("check.the_side_to_move")
        if s.phase == SPUN and not can_step(s, s.spun, s.face[s.spun], delicate(s), 0):
            return say("check.the_piece_that_was")
        return None
    return _finished(s, full)


def _finished(s: Any, full: list[int]) -> str | None:
    inside = [p for p in range(s.players) if not s.out >> p & 1]
    if s.ended == GOAL:
        good = s.won == 1 << s.player and (s.player in full or _close_call(s, full))
        return None if good else say("check.ended_goal_means_that")
    if s.ended == STUCK:
        good = len(inside) == 1 and s.won == 1 << inside[0]
        return None if good else say("check.ended_stuck_means_that")
    if s.ended in (QUIET, REPEATED):
        if not inside:
            return say("check.somebody_must_be_left")
        marks = {p: (held_by(s, p), s.taken[p]) for p in inside}
        best = max(marks.values())
        good = s.won == sum(1 << p for p in inside if marks[p] == best)
        return None if good else say("check.won_does_not_name")
    return say("check.ended_must_say_how")


def _close_call(s: Any, full: list[int]) -> bool:
    """Whether the player to act has won by more hexes than every rival with enough (W6.3)."""
    rivals = [p for p in full if not s.out >> p & 1]
    more = all(held_by(s, s.player) > held_by(s, p) for p in rivals)
    return bool(rivals) and more and bool(thirds(s, s.player, *territory(s, s.player, -1, -1, -1)))


def tidy(s: Any, named: frozenset[str]) -> None:
    """Fill in what follows from the pieces and where they stand; without a past, it is seen for the first time."""
    if "kind" in named and "team" not in named:
        for side in range(3):
            s.team[side] = sum(s.kind[16 * side + i] >= 0 for i in range(TEAM))
    if "at" not in named:
        for c in range(N):
            s.at[c] = 0
        for slot in range(48):
            if 0 <= s.where[slot] < N:
                s.at[s.where[slot]] = slot + 1
    if named & {"player", "side"} and "opening" not in named:
        s.opening = 0
    readable = _readable(s)
    if "best" not in named and readable:
        for p in range(min(s.players, 3)):
            s.best[p] = held_by(s, p)
    if "past" not in named and 0 <= s.quiet < LONGEST_QUIET and readable:
        for i in range(LONGEST_QUIET):
            s.past[i] = 0
        s.past[s.quiet] = rules.mark(s)


def _readable(s: Any) -> bool:
    """Whether all numbers have a place in the tables of marks and hexes; `check` says what is wrong else."""
    if not 0 <= s.player < 3 or s.boards3 not in (0, 1) or any(not 0 <= s.team[side] <= TEAM for side in range(3)):
        return False
    cards = [n for p in range(3) for k in range(KINDS_OF_CARD) for n in (s.holds[p, k], s.spent[p, k])]
    faces = [s.face[i] for i in range(48)]
    kinds = [s.kind[i] for i in range(48) if s.where[i] >= 0]
    return min(cards) >= 0 and max(cards) <= COPIES and 0 <= min(faces) <= max(faces) < 6 and min(kinds, default=0) >= 0
