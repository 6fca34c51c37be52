"""What can be wrong with a position somebody set up by hand."""

from __future__ import annotations

from typing import Any

from . import rules
from .board import ALL, LINES, NAMES
from .rules import ADD, COLOURS, CUT, NOBODY, OVER, SPARE, TOPPINGS

_COLOUR = ("red", "green", "white")


def check(s: Any) -> str | None:
    """The first problem in words, or None."""
    for problem in (_players, _pizza, _labels, _round, _cuts, _counts, _last):
        found = problem(s)
        if found:
            return found
    return None


def _players(s: Any) -> str | None:
    if s.players not in (2, 3):
        return f"players must be 2 or 3, not {s.players}"
    if (s.players == 3) != (s.spare == NOBODY) or not NOBODY <= s.spare < COLOURS:
        return "spare is the unselected colour with two players and none with three"
    if not 0 <= s.layout < 4:
        return "layout must be one of the four start layouts"
    if not 0 <= s.first < s.players:
        return f"first must be a player, 0 to {s.players - 1}, not {s.first}"
    return None


def _pizza(s: Any) -> str | None:
    for boards, what in ((s.spaces, "spaces"), (s.before, "before")):
        seen = 0
        for c in range(COLOURS):
            if boards[c] & ~ALL:
                return f"{what} of {_COLOUR[c]} has bits beyond the 37 spaces"
            if boards[c] & seen:
                space = (boards[c] & seen & -(boards[c] & seen)).bit_length() - 1
                return f"{what}: two toppings lie on {NAMES[space]}"
            seen |= boards[c]
    return None


def _labels(s: Any) -> str | None:
    for labels, what in ((s.label, "label"), (s.last_label, "last_label")):
        if what == "last_label" and list(labels) == [0, 0, 0]:
            continue
        if any(not 0 <= labels[c] < 3 for c in range(COLOURS)) or any(
            labels[c] != (labels[0] + c) % COLOURS for c in range(COLOURS)
        ):
            return f"{what}: 1st, 2nd and 3rd follow clockwise from red to green to white"
    if s.players == 3 and s.label[s.first] != 0:
        return "first must be the player with the label 1st"
    return None


def _round(s: Any) -> str | None:
    if s.cap < 1:
        return "cap must be at least 1"
    if not 0 <= s.rounds <= s.cap:
        return f"rounds must be from 0 to the cap {s.cap}, not {s.rounds}"
    if s.phase not in (ADD, SPARE, CUT, OVER):
        return "phase must be add, spare, cut or over"
    if s.phase == ADD and not 0 <= s.turn < s.players:
        return f"turn must be from 0 to {s.players - 1} while toppings are added"
    if not 0 <= s.turn <= s.players:
        return f"turn must be from 0 to {s.players}"
    if s.phase in (SPARE, CUT) and s.turn != s.players:
        return f"turn must be {s.players} once all have added"
    done = 0
    for t in range(s.turn):
        done |= 1 << (s.first + t) % s.players
    if s.skipped & ~done and s.phase != OVER:
        return "skipped names a player whose turn to add has not come"
    if s.skipped >> s.players:
        return "skipped names a seat that does not exist"
    if s.phase == ADD and not rules.open_spaces(s, rules.colour(s, rules.adder(s))):
        return f"{_COLOUR[rules.colour(s, rules.adder(s))]} is to add but has no space; set the turn to the next player"
    return None


def _cuts(s: Any) -> str | None:
    for c in range(COLOURS):
        if not 0 <= s.cut[c] <= LINES or not 0 <= s.last_cut[c] <= LINES:
            return f"cuts are numbers from 1 to {LINES}, or 0 for none"
    if s.sealed >> s.players:
        return "sealed names a seat that does not exist"
    for player in range(s.players):
        chosen = s.cut[rules.colour(s, player)] != 0
        if chosen != bool(s.sealed >> player & 1):
            return f"sealed must name just the players who have a cut ({_COLOUR[rules.colour(s, player)]} does not fit)"
    if s.sealed and s.phase != CUT:
        return "cuts are chosen only in the phase cut"
    if s.phase == CUT and s.sealed == (1 << s.players) - 1:
        return "when all have chosen the round is resolved; at least one cut must be open"
    if s.spare >= 0 and (s.cut[s.spare] != 0) != (s.phase in (SPARE, CUT)):
        return "the unselected colour's die shows a cut after all have added, and only then"
    if s.phase == SPARE and (s.spare < 0 or not rules.spare_spaces(s)):
        return "the phase spare needs an unselected colour and an empty space beside its cutter"
    return None


def _counts(s: Any) -> str | None:
    counts = [s.spaces[c].bit_count() for c in range(COLOURS)]
    if s.phase == OVER:
        trial = s.twin()
        trial.phase, trial.won = ADD, 0
        rules.settle(trial)
        if trial.phase != OVER:
            return f"the game is not over: nobody has {TOPPINGS} toppings and the cap is not reached"
        if trial.won != s.won:
            return "won does not name the winners of this pizza"
        return None
    if s.won:
        return "won must be empty while the game runs"
    if s.rounds >= s.cap:
        return "the cap is reached, so the game is over"
    for c in range(COLOURS):
        if counts[c] > TOPPINGS - 1 + _added(s, c):
            return f"{_COLOUR[c]} has {counts[c]} toppings; with that many the last round would have ended the game"
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
        return "last_cut has a number for every colour, or for none"
    if not any(shown):
        return "before must be empty without last_cut" if any(s.before) else None
    if list(s.last_label) == [0, 0, 0]:
        return "last_label must go with last_cut"
    past = s.twin()
    past.spaces[:] = s.before
    rules.replace(past, rules.triple(s.last_label, s.last_cut))
    for c in range(COLOURS):
        extra = (s.spaces[c] & ~past.spaces[c]).bit_count()
        most = 0 if s.phase == OVER else _added(s, c)
        if past.spaces[c] & ~s.spaces[c] or extra > most:
            return "before, last_label and last_cut do not lead to this pizza; leave all three out"
    return None
