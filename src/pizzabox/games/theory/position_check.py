"""What can be wrong with a position somebody set up by hand."""

from __future__ import annotations

from typing import Any

from pizzabox.engine.options import Options

from . import rules
from .board import ALL, LINES, NAMES
from .rules import ADD, COLOURS, CUT, NOBODY, OVER, SPARE, TOPPINGS
from .words import SEATS, say


def check(s: Any) -> str | None:
    """The first problem in words, or None."""
    for problem in (_players, _pizza, _labels, _round, _cuts, _counts, _last):
        found = problem(s)
        if found:
            return found
    return None


def fits(s: Any, options: Options) -> str | None:
    """Where the position contradicts the options; players, layout and cap are fields of their own names."""
    if s.players == 2 and SEATS[s.spare] != options["unselected"]:
        return say("check.spare_contradicts", spare=say(f"seat.{s.spare}"), unselected=options["unselected"])
    if options["first"] == "random":
        return None
    began = SEATS.index(str(options["first"]))
    first = (began - (1 if 0 <= s.spare < began else 0) + turns(s)) % s.players
    if s.first != first:
        name = say(f"colour.{rules.colour(s, first)}")
        return say("check.first_contradicts", first=options["first"], name=name, round=turns(s) + 1)
    if s.label[began] != -turns(s) % COLOURS:
        known = {"first": options["first"], "label": say(f"label.{-turns(s) % COLOURS}"), "round": turns(s) + 1}
        return say("check.label_contradicts", name=say(f"colour.{began}"), **known)
    return None


def turns(s: Any) -> int:
    """How often the pizza has turned: after every round but the last (T4.1)."""
    return max(0, s.rounds - 1) if s.phase == OVER else int(s.rounds)


def turned(s: Any) -> None:
    """Lay the labels as they lie in this round: who was first in the first round began as 1st (T1.5, T4.1)."""
    head = rules.colour(s, (s.first - turns(s)) % s.players)
    for c in range(COLOURS):
        s.label[c] = (c - head - turns(s)) % COLOURS


def _players(s: Any) -> str | None:
    if s.players not in (2, 3):
        return say("check.players_must_be_2", players=s.players)
    if (s.players == 3) != (s.spare == NOBODY) or not NOBODY <= s.spare < COLOURS:
        return say("check.spare_is_the_unselected")
    if not 0 <= s.layout < 4:
        return say("check.layout_must_be_one")
    if not 0 <= s.first < s.players:
        return say("check.first_must_be_a", most=s.players - 1, first=s.first)
    return None


def _pizza(s: Any) -> str | None:
    for boards, what in ((s.spaces, "spaces"), (s.before, "before")):
        seen = 0
        for c in range(COLOURS):
            if boards[c] & ~ALL:
                return say("check.of_has_bits_beyond", what=what, colour=say(f"seat.{c}"))
            if boards[c] & seen:
                space = (boards[c] & seen & -(boards[c] & seen)).bit_length() - 1
                return say("check.two_toppings_lie_on", what=what, hex=NAMES[space])
            seen |= boards[c]
    return None


def _labels(s: Any) -> str | None:
    for labels, what in ((s.label, "label"), (s.last_label, "last_label")):
        if what == "last_label" and list(labels) == [0, 0, 0]:
            continue
        if any(not 0 <= labels[c] < 3 for c in range(COLOURS)) or any(
            labels[c] != (labels[0] + c) % COLOURS for c in range(COLOURS)
        ):
            return say("check.1st_2nd_and_3rd", what=what)
    if s.players == 3 and s.label[s.first] != 0:
        return say("check.first_must_be_the")
    return None


def _round(s: Any) -> str | None:
    if s.cap < 1:
        return say("check.cap_must_be_at")
    if not 0 <= s.rounds <= s.cap:
        return say("check.rounds_must_be_from", cap=s.cap, rounds=s.rounds)
    if s.phase not in (ADD, SPARE, CUT, OVER):
        return say("check.phase_must_be_add")
    if s.phase == ADD and not 0 <= s.turn < s.players:
        return say("check.turn_must_be_from", most=s.players - 1)
    if not 0 <= s.turn <= s.players:
        return say("check.turn_must_be_from_2", players=s.players)
    if s.phase in (SPARE, CUT) and s.turn != s.players:
        return say("check.turn_must_be_once", players=s.players)
    done = 0
    for t in range(s.turn):
        done |= 1 << (s.first + t) % s.players
    if s.skipped & ~done and s.phase != OVER:
        return say("check.skipped_names_a_player")
    if s.skipped >> s.players:
        return say("check.skipped_names_a_seat")
    if s.phase == ADD and not rules.open_spaces(s, rules.colour(s, rules.adder(s))):
        return say("check.is_to_add_but", colour=say(f"seat.{rules.colour(s, rules.adder(s))}"))
    return None


def _cuts(s: Any) -> str | None:
    for c in range(COLOURS):
        if not 0 <= s.cut[c] <= LINES or not 0 <= s.last_cut[c] <= LINES:
            return say("check.cuts_are_numbers_from", lines=LINES)
    if s.sealed >> s.players:
        return say("check.sealed_names_a_seat")
    for player in range(s.players):
        chosen = s.cut[rules.colour(s, player)] != 0
        if chosen != bool(s.sealed >> player & 1):
            return say("check.sealed_must_name_just", colour=say(f"seat.{rules.colour(s, player)}"))
    if s.sealed and s.phase != CUT:
        return say("check.cuts_are_chosen_only")
    if s.phase == CUT and s.sealed == (1 << s.players) - 1:
        return say("check.when_all_have_chosen")
    if s.spare >= 0 and (s.cut[s.spare] != 0) != (s.phase in (SPARE, CUT)):
        return say("check.the_unselected_colour_s")
    if s.phase == SPARE and (s.spare < 0 or not rules.spare_spaces(s)):
        return say("check.the_phase_spare_needs")
    return None


def _counts(s: Any) -> str | None:
    counts = [s.spaces[c].bit_count() for c in range(COLOURS)]
    if s.phase == OVER:
        trial = s.copy()
        trial.phase, trial.won = ADD, 0
        rules.settle(trial)
        if trial.phase != OVER:
            return say("check.the_game_is_not", toppings=TOPPINGS)
        if trial.won != s.won:
            return say("check.won_does_not_name")
        return None
    if s.won:
        return say("check.won_must_be_empty")
    if s.rounds >= s.cap:
        return say("check.the_cap_is_reached")
    for c in range(COLOURS):
        if counts[c] > TOPPINGS - 1 + _added(s, c):
            return say("check.has_toppings_with_that", colour=say(f"seat.{c}"), counts=counts[c])
    return None


def _added(s: Any, c: int) -> int:
    """1 when that colour has had its topping this round."""
    if c == s.spare:
        return int(s.phase == CUT)
    player = c - 1 if 0 <= s.spare < c else c
    return int((player - s.first) % s.players < s.turn and not s.skipped >> player & 1)


def _last(s: Any) -> str | None:
    shown = [s.last_cut[c] != 0 for c in range(COLOURS)]
    if any(shown) and not all(shown):
        return say("check.last_cut_has_a_number")
    if not any(shown):
        return say("check.before_must_be_empty") if any(s.before) else None
    if list(s.last_label) == [0, 0, 0]:
        return say("check.last_label_must_go_with")
    past = s.copy()
    past.spaces[:] = s.before
    rules.replace(past, rules.triple(s.last_label, s.last_cut))
    for c in range(COLOURS):
        extra = (s.spaces[c] & ~past.spaces[c]).bit_count()
        most = 0 if s.phase == OVER else _added(s, c)
        if past.spaces[c] & ~s.spaces[c] or extra > most:
            return say("check.before_last_label_and_last_cut")
    return None
