"""What can be wrong with a position somebody set up by hand."""

from __future__ import annotations

from pizzabox.engine.bits import lowest
from pizzabox.engine.options import Options

from . import rules
from .board import ALL, LINES, NAMES
from .phrases import SEATS, player_of, say
from .rules import ADD, COLOURS, CUT, NOBODY, OVER, SPARE, TOPPINGS
from .state import State


def check(s: State) -> str | None:
    """The first problem in words, or None."""
    problems = (_players, _pizza, _labels, _round, _cuts, _counts, _last)
    return next(filter(None, (problem(s) for problem in problems)), None)


def fits(s: State, options: Options) -> str | None:
    """Where the position contradicts the options; players, layout and cap are fields of their own names."""
    if s.players == 2 and SEATS[s.spare] != options["unselected"]:
        return say("check.spare_contradicts", spare=say(f"seat.{s.spare}"), unselected=options["unselected"])
    if options["first"] == "random":
        return None
    began = SEATS.index(str(options["first"]))
    first = (player_of(s, began) + turns(s)) % s.players
    if s.first != first:
        name = say(f"colour.{rules.colour(s, first)}")
        return say("check.first_contradicts", first=options["first"], name=name, round=turns(s) + 1)
    if s.label[began] != -turns(s) % COLOURS:
        known = {"first": options["first"], "label": say(f"label.{-turns(s) % COLOURS}"), "round": turns(s) + 1}
        return say("check.label_contradicts", name=say(f"colour.{began}"), **known)
    return None


def turns(s: State) -> int:
    """How often the pizza has turned: after every round but the last (T4.1)."""
    return max(0, s.rounds - 1) if s.phase == OVER else int(s.rounds)


def lay_labels(s: State) -> None:
    """Lay the labels as they lie in this round: who was first in the first round began as 1st (T1.5, T4.1)."""
    head = rules.colour(s, (s.first - turns(s)) % s.players)
    for c in range(COLOURS):
        s.label[c] = (c - head - turns(s)) % COLOURS


def _players(s: State) -> str | None:
    if s.players not in (2, 3):
        return say("check.players", players=s.players)
    if (s.players == 3) != (s.spare == NOBODY) or not NOBODY <= s.spare < COLOURS:
        return say("check.spare")
    if not 0 <= s.layout < 4:
        return say("check.layout")
    if not 0 <= s.first < s.players:
        return say("check.first_player", most=s.players - 1, first=s.first)
    return None


def _pizza(s: State) -> str | None:
    for boards, what in ((s.spaces, "spaces"), (s.before, "before")):
        seen = 0
        for c in range(COLOURS):
            if boards[c] & ~ALL:
                return say("check.outside", what=what, colour=say(f"seat.{c}"))
            if boards[c] & seen:
                return say("check.two_on_a_space", what=what, hex=NAMES[lowest(boards[c] & seen)])
            seen |= boards[c]
    return None


def _labels(s: State) -> str | None:
    for labels, what in ((s.label, "label"), (s.last_label, "last_label")):
        if what == "last_label" and list(labels) == [0, 0, 0]:
            continue
        if list(labels) != [(labels[0] + c) % COLOURS for c in range(COLOURS)]:
            return say("check.label_order", what=what)
    if s.players == 3 and s.label[s.first] != 0:
        return say("check.first_label")
    return None


def _round(s: State) -> str | None:
    if s.cap < 1:
        return say("check.cap")
    if not 0 <= s.rounds <= s.cap:
        return say("check.rounds", cap=s.cap, rounds=s.rounds)
    if s.phase not in (ADD, SPARE, CUT, OVER):
        return say("check.phase")
    if s.phase == ADD and not 0 <= s.turn < s.players:
        return say("check.turn_adding", most=s.players - 1)
    if not 0 <= s.turn <= s.players:
        return say("check.turn_range", players=s.players)
    if s.phase in (SPARE, CUT) and s.turn != s.players:
        return say("check.turn_all_added", players=s.players)
    done = sum(1 << (s.first + t) % s.players for t in range(s.turn))
    if s.skipped & ~done and s.phase != OVER:
        return say("check.skipped_early")
    if s.skipped >> s.players:
        return say("check.skipped_seat")
    if s.phase == ADD and not rules.open_spaces(s, c := rules.colour(s, rules.adder(s))):
        return say("check.adder_without_space", colour=say(f"seat.{c}"))
    return None


def _cuts(s: State) -> str | None:
    for c in range(COLOURS):
        if not 0 <= s.cut[c] <= LINES or not 0 <= s.last_cut[c] <= LINES:
            return say("check.cut_range", lines=LINES)
    if s.sealed >> s.players:
        return say("check.sealed_seat")
    for player in range(s.players):
        c = rules.colour(s, player)
        if (s.cut[c] != 0) != bool(s.sealed >> player & 1):
            return say("check.sealed_cuts", colour=say(f"seat.{c}"))
    if s.sealed and s.phase != CUT:
        return say("check.sealed_phase")
    if s.phase == CUT and s.sealed == (1 << s.players) - 1:
        return say("check.all_sealed")
    if s.spare >= 0 and (s.cut[s.spare] != 0) != (s.phase in (SPARE, CUT)):
        return say("check.spare_cut")
    if s.phase == SPARE and (s.spare < 0 or not rules.spare_spaces(s)):
        return say("check.spare_phase")
    return None


def _counts(s: State) -> str | None:
    counts = [s.spaces[c].bit_count() for c in range(COLOURS)]
    if s.phase == OVER:
        trial = s.copy()
        trial.phase, trial.won = ADD, 0
        rules.settle(trial)
        if trial.phase != OVER:
            return say("check.not_over", toppings=TOPPINGS)
        if trial.won != s.won:
            return say("check.winners")
        return None
    if s.won:
        return say("check.won_early")
    if s.rounds >= s.cap:
        return say("check.cap_reached")
    for c in range(COLOURS):
        if counts[c] > TOPPINGS - 1 + _added(s, c):
            return say("check.too_many_toppings", colour=say(f"seat.{c}"), counts=counts[c])
    return None


def _added(s: State, c: int) -> int:
    """1 when that colour has had its topping this round."""
    if c == s.spare:
        return int(s.phase == CUT)
    player = player_of(s, c)
    return int((player - s.first) % s.players < s.turn and not s.skipped >> player & 1)


def _last(s: State) -> str | None:
    shown = [s.last_cut[c] != 0 for c in range(COLOURS)]
    if any(shown) and not all(shown):
        return say("check.last_cut")
    if not any(shown):
        return say("check.before_without_cut") if any(s.before) else None
    if list(s.last_label) == [0, 0, 0]:
        return say("check.last_label")
    past = s.copy()
    past.spaces[:] = s.before
    rules.replace(past, rules.triple(s.last_label, s.last_cut))
    for c in range(COLOURS):
        extra = (s.spaces[c] & ~past.spaces[c]).bit_count()
        most = 0 if s.phase == OVER else _added(s, c)
        if past.spaces[c] & ~s.spaces[c] or extra > most:
            return say("check.before_mismatch")
    return None
