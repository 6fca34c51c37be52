"""What can be wrong with a position set up by hand."""

from pizzabox.engine.options import Options
from pizzabox.engine.position_check import Findings, first_wrong

from . import rules
from .board import AREA, COUNTS, CUSTOMER, KINDS, PER_SIDE, PERIOD, SIDE_BITS, SIDE_COUNT, TEAM, N
from .phrases import name, say
from .rules import AGENT, GOAL, MOVE, OVER, QUIET, REPEATED, ROTATE, SPUN, STUCK
from .rules.setup import EQUAL, KINDS_OF_CARD, NO_CARDS, ONITAMA, THREE
from .rules.steps import can_move, can_play_card, can_step
from .rules.territory import delicate, enough, held_by, hexes_held, thirds
from .state import LONGEST_QUIET, SEATS, State


@first_wrong
def check(s: State) -> Findings:
    """Pieces, then the turn, pranks and territory, cards, the last move, and whether the game goes on."""
    yield s.boards3 != int(s.players == 3 or s.agent) and say("check.boards3")
    for side in range(SIDE_COUNT):
        yield s.team[side] and side >= 2 + s.boards3 and say("check.team", side=name(s, side))
        yield from _team(s, side)
    yield list(s.at) != _by_hex(s) and say("law.1")
    yield from _turn(s)
    gone = [sum(s.where[slot] < 0 for slot in team_slots(s, side)) for side in range(SIDE_COUNT)]
    yield sum(s.taken) != sum(gone) and say("check.taken", gone=sum(gone), told=sum(s.taken))
    for side in range(SIDE_COUNT):
        yield s.taken[side] > sum(gone) - gone[side] and say("check.pranked_own", side=name(s, side))
    for p in range(s.players):
        n = held_by(s, p)
        yield s.best[p] < n and say("check.best_below_held", name=name(s, p), n=n, told=s.best[p])
    yield from _cards(s)
    yield from _last_move(s)
    yield from _finished(s) if s.phase == OVER else _running(s)


@first_wrong
def fits(s: State, options: Options) -> Findings:
    """The right player began, and everybody was dealt as many cards as the options say; with `equal` the same ones.

    Goals, cards and all other fields of an option's name are compared without it. `setup` and `draw` say how a game
    begins. Any pieces of the box may be on the boards.
    """
    first = options["first"]
    early = s.opening and first not in ("random", SEATS[s.player])
    yield early and say("check.first", first=first, side=name(s, s.player))
    dealt = {NO_CARDS: 0, EQUAL: 3, THREE: int(options["hand"]), ONITAMA: 2}[s.cards]
    hands = [[s.holds[p, k] + s.spent[p, k] for k in range(KINDS_OF_CARD)] for p in range(s.players)]
    for p, cards in enumerate(hands):
        yield sum(cards) != dealt and say("check.hand_size", name=name(s, p), n=dealt, told=sum(cards))
        yield s.cards == EQUAL and (cards != hands[0] or max(cards) > 1) and say("check.equal_hands")


def team_slots(s: State, side: int) -> range:
    """The slots of a side's pieces, on the board or pranked."""
    return range(PER_SIDE * side, PER_SIDE * side + s.team[side])


def _team(s: State, side: int) -> Findings:
    """Every piece of a side, and how many there are of each kind."""
    for slot in range(PER_SIDE * side, PER_SIDE * side + PER_SIDE):
        i, kind, face, where = slot - PER_SIDE * side, s.kind[slot], s.face[slot], s.where[slot]
        if slot not in team_slots(s, side):
            empty = (where, kind, face) == (-1, -1, 0)
            yield not empty and say("check.beyond_team", side=name(s, side), team=s.team[side])
            continue
        yield kind < 0 and say("check.kind", side=name(s, side), i=i)
        yield face >= PERIOD[kind] and say("check.face", kind=KINDS[kind], most=PERIOD[kind] - 1, face=face)
        yield where >= AREA * (2 + s.boards3) and say("check.where", side=name(s, side), i=i)
        yield where < 0 and kind == CUSTOMER and say("check.customer_pranked")
    kinds = [s.kind[slot] for slot in team_slots(s, side)]
    for kind, most in enumerate(COUNTS):
        n = kinds.count(kind)
        yield n > most and say("check.kind_count", side=name(s, side), most=most, kind=KINDS[kind], n=n)


def _by_hex(s: State) -> list[int]:
    """What `at` has to be: by hex the slot that stands there + 1, or 0."""
    found = [0] * N
    for slot, cell in enumerate(s.where):
        if cell >= 0:
            found[cell] = slot + 1
    return found


def _turn(s: State) -> Findings:
    yield s.side != s.player and not (s.agent and s.side == AGENT) and say("check.side")
    yield s.side != s.player and s.opening and say("check.opening_agent")
    if s.phase != OVER:
        inside = s.players - s.out.bit_count()
        yield s.out >> s.player & 1 and say("check.player_out")
        yield s.out and inside < 2 and say("check.one_left")
        yield s.quiet >= s.patience * inside and say("check.quiet")
    own = s.spun >> SIDE_BITS == s.player == s.side
    yield s.phase == SPUN and not (own and s.where[s.spun] >= 0) and say("check.spun_piece")


def _cards(s: State) -> Findings:
    yield (s.cards == ONITAMA) != (s.neutral >= 0) and say("check.neutral")
    if s.cards == NO_CARDS:
        cards = any(s.rest) or any(s.held) or any(map(any, s.spent.tolist()))
        yield (cards or s.used >= 0) and say("check.no_cards")
        return
    yield s.cards == ONITAMA and any(map(any, s.spent.tolist())) and say("check.onitama_spent")
    yield s.phase == SPUN and s.used != KINDS_OF_CARD - 1 and say("check.spun_card")


def _last_move(s: State) -> Findings:
    yield s.turned >= 0 and s.kind[s.turned] < 0 and say("check.turned")
    if s.last_slot == -1:
        yield (s.last_from, s.last_to, s.last_victim) != (-1, -1, -1) and say("check.no_last_move")
        yield s.phase == ROTATE and say("check.rotate_first")
        return
    yield s.kind[s.last_slot] < 0 and say("check.last_piece")
    in_play = range(AREA * (2 + s.boards3))
    hexes = s.last_from in in_play and s.last_to in in_play and s.last_from != s.last_to
    yield not hexes and say("check.last_hexes")
    pranked = s.last_victim < 0 or (s.kind[s.last_victim] >= 0 and s.where[s.last_victim] < 0)
    yield not pranked and say("check.last_victim")
    stands = s.where[s.last_slot] == s.last_to and s.last_slot >> SIDE_BITS == s.side
    yield s.phase == ROTATE and not stands and say("check.rotate_piece")


def _running(s: State) -> Findings:
    for p in _with_enough(s):
        yield not s.out >> p & 1 and say("check.goal_reached", side=name(s, p))
    stuck = not can_move(s) and (s.side != s.player or not can_play_card(s))
    yield s.phase == MOVE and stuck and say("check.no_move")
    yield s.phase == SPUN and not can_step(s, s.spun, s.face[s.spun], delicate(s), 0) and say("check.spun_stuck")


def _finished(s: State) -> Findings:
    inside, full = [p for p in range(s.players) if not s.out >> p & 1], _with_enough(s)
    if s.ended == GOAL:
        # Who has not enough has won by a close call: by more hexes than every rival with enough (W6.3).
        rivals = [p for p in full if p in inside]
        more = rivals and all(held_by(s, s.player) > held_by(s, p) for p in rivals)
        close = more and thirds(s, s.player, *hexes_held(s, s.player, -1, -1, -1))
        yield (s.won != 1 << s.player or not (s.player in full or close)) and say("check.ended_goal")
    elif s.ended == STUCK:
        yield (len(inside) != 1 or s.won != 1 << inside[0]) and say("check.ended_stuck")
    else:
        yield s.ended not in (QUIET, REPEATED) and say("check.ended")
        yield not inside and say("check.all_out")
        marks = {p: (held_by(s, p), s.taken[p]) for p in inside}
        yield s.won != sum(1 << p for p in inside if marks[p] == max(marks.values())) and say("check.winners")


def _with_enough(s: State) -> list[int]:
    """The players who hold enough hexes to win."""
    return [p for p in range(s.players) if enough(s, p, *hexes_held(s, p, -1, -1, -1))]


def tidy(s: State, named: frozenset[str]) -> None:
    """Fill in what follows from the pieces and where they stand; without a past, it is seen for the first time."""
    if "kind" in named and "team" not in named:
        for side in range(SIDE_COUNT):
            s.team[side] = sum(s.kind[PER_SIDE * side + i] >= 0 for i in range(TEAM))
    if "at" not in named:
        s.row["at"] = _by_hex(s)
    if named & {"player", "side"} and "opening" not in named:
        s.opening = 0
    if any(cell >= 0 > kind for cell, kind in zip(s.where, s.kind, strict=True)):
        return  # `check` refuses that; there is nothing to count
    if "best" not in named:
        for p in range(s.players):
            s.best[p] = held_by(s, p)
    if "past" not in named and s.quiet < LONGEST_QUIET:
        forget_past(s)


def forget_past(s: State) -> None:
    """No earlier position is known: this one is seen for the first time."""
    s.clear("past")
    s.past[s.quiet] = rules.mark(s)
