"""What can be wrong with a position set up by hand."""

from pizzabox.engine.contract import has_chosen
from pizzabox.engine.options import Options
from pizzabox.engine.position_check import Findings, first_wrong

from . import rules
from .phrases import player_of, say
from .rules import ADD, COLOUR_COUNT, CUT, NOBODY, OVER, SPARE, TOPPINGS
from .state import SEATS, State


@first_wrong
def check(s: State) -> Findings:
    """Colours and labels, then the round, the cuts, whether the game goes on, and the last replacement."""
    yield (s.players == 3) != (s.spare == NOBODY) and say("check.spare")
    for what, labels in (("label", list(s.label)), ("last_label", list(s.last_label))):
        clockwise = [(labels[0] + c) % COLOUR_COUNT for c in range(COLOUR_COUNT)]
        unknown = what == "last_label" and not any(labels)
        yield labels != clockwise and not unknown and say("check.label_order", what=what)
    yield s.players == 3 and s.label[s.first] != 0 and say("check.first_label")
    yield from _round(s)
    yield from _cuts(s)
    yield from _finished(s) if s.phase == OVER else _running(s)
    yield from _last(s)


@first_wrong
def fits(s: State, options: Options) -> Findings:
    """The unselected colour is as chosen, and so is who was first in the first round; players, layout and cap are
    fields of their own names."""
    if s.players == 2:
        chosen = options["unselected"]
        yield SEATS[s.spare] != chosen and say(
            "check.spare_contradicts", spare=say(f"seat.{s.spare}"), unselected=chosen
        )
    if options["first"] == "random":
        return
    began = SEATS.index(str(options["first"]))
    known = {"first": options["first"], "round": turns(s) + 1}
    first, label = (player_of(s, began) + turns(s)) % s.players, -turns(s) % COLOUR_COUNT
    name = say(f"colour.{rules.colour(s, first)}")
    yield s.first != first and say("check.first_contradicts", name=name, **known)
    name = say(f"colour.{began}")
    yield s.label[began] != label and say("check.label_contradicts", name=name, label=say(f"label.{label}"), **known)


def turns(s: State) -> int:
    """How often the pizza has turned: after every round but the last (T4.1)."""
    return max(0, s.rounds - 1) if s.phase == OVER else int(s.rounds)


def _round(s: State) -> Findings:
    yield s.rounds > s.cap and say("check.rounds", cap=s.cap, rounds=s.rounds)
    most = s.players - (s.phase == ADD)
    yield s.turn > most and say("check.turn_range", most=most)
    yield s.phase in (SPARE, CUT) and s.turn != s.players and say("check.turn_all_added", players=s.players)
    done = sum(1 << (s.first + t) % s.players for t in range(s.turn))
    yield s.skipped & ~done and s.phase != OVER and say("check.skipped_early")
    if s.phase == ADD:
        c = rules.colour(s, rules.adder(s))
        yield not rules.open_spaces(s, c) and say("check.adder_without_space", colour=say(f"seat.{c}"))


def _cuts(s: State) -> Findings:
    for player in range(s.players):
        c = rules.colour(s, player)
        yield (s.cut[c] != 0) != has_chosen(s, player) and say("check.sealed_cuts", colour=say(f"seat.{c}"))
    yield s.sealed == (1 << s.players) - 1 and say("check.all_sealed")
    yield s.spare >= 0 and (s.cut[s.spare] != 0) != (s.phase in (SPARE, CUT)) and say("check.spare_cut")
    yield s.phase == SPARE and (s.spare < 0 or not rules.spare_spaces(s)) and say("check.spare_phase")


def _finished(s: State) -> Findings:
    trial = s.copy()
    trial.phase, trial.won = ADD, 0
    rules.settle(trial)
    yield trial.phase != OVER and say("check.not_over", toppings=TOPPINGS)
    yield trial.won != s.won and say("check.winners")


def _running(s: State) -> Findings:
    yield s.rounds >= s.cap and say("check.cap_reached")
    for c in range(COLOUR_COUNT):
        n = s.spaces[c].bit_count()
        too_many = n > TOPPINGS - 1 + _added(s, c)
        yield too_many and say("check.too_many_toppings", colour=say(f"seat.{c}"), counts=n)


def _added(s: State, c: int) -> int:
    """1 when that colour has had its topping this round."""
    if c == s.spare:
        return int(s.phase == CUT)
    player = player_of(s, c)
    return int((player - s.first) % s.players < s.turn and not s.skipped >> player & 1)


def _last(s: State) -> Findings:
    shown = [cut != 0 for cut in s.last_cut]
    yield any(shown) and not all(shown) and say("check.last_cut")
    if not any(shown):
        yield any(s.before) and say("check.before_without_cut")
        return
    yield not any(s.last_label) and say("check.last_label")
    past = s.copy()
    past.spaces[:] = s.before
    rules.replace(past, rules.triple(s.last_label, s.last_cut))
    for c in range(COLOUR_COUNT):
        extra = (s.spaces[c] & ~past.spaces[c]).bit_count()
        most = 0 if s.phase == OVER else _added(s, c)
        yield (past.spaces[c] & ~s.spaces[c] or extra > most) and say("check.before_mismatch")
