"""What can be wrong with a position somebody set up by hand."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import TypeAlias

from pizzabox.engine.options import Options

from . import rules
from .board import AREA, COPIES, COUNTS, CUSTOMER, KINDS, NAMES, PER_SIDE, PERIOD, SIDE_BITS, SIDES, SLOTS, TEAM, N
from .phrases import SEATS, name, say
from .rules import AGENT, GOAL, MOVE, OVER, QUIET, REPEATED, ROTATE, SPUN, STUCK
from .rules.setup import EQUAL, KINDS_OF_CARD, NO_CARDS, ONITAMA, THREE
from .rules.steps import can_move, can_play_card, can_step
from .rules.territory import delicate, enough, held_by, hexes_held, thirds
from .state import LONGEST_QUIET, State

Problems: TypeAlias = Iterator[str | None]
"""A text for each thing that is wrong, None for each that is in order. Only the first text counts, so what comes later
may rely on what came before."""


def check(s: State) -> str | None:
    """The first problem in words, or None."""
    parts = (_options, _pieces, _hexes, _turn, _counts, _cards, _last_move, _end)
    return next(filter(None, chain.from_iterable(part(s) for part in parts)), None)


def fits(s: State, options: Options) -> str | None:
    """Where the position contradicts the options; goals, cards and all other fields of an option's name are compared
    without it.

    `setup` and `draw` say how a game begins. Which pieces of the box stand where is for whoever sets up a position.
    """
    return next(filter(None, _begun(s, options)), None)


def _when(wrong: object, key: str, **values: object) -> str | None:
    return say(f"check.{key}", **values) if wrong else None


def _begun(s: State, options: Options) -> Problems:
    """The right player began, and everybody was dealt as many cards as the options say; with `equal` the same ones."""
    first = options["first"]
    if s.opening and first != "random":
        yield _when(SEATS[s.player] != first, "first", first=first, side=name(s, s.player))
    dealt = {NO_CARDS: 0, EQUAL: 3, THREE: int(options["hand"]), ONITAMA: 2}[s.cards]
    hands = [[s.holds[p, k] + s.spent[p, k] for k in range(KINDS_OF_CARD)] for p in range(s.players)]
    for p, cards in enumerate(hands):
        yield _when(sum(cards) != dealt, "hand_size", n=dealt, side=name(s, p), told=sum(cards))
        yield _when(s.cards == EQUAL and (cards != hands[0] or max(cards) > 1), "equal_hands")


def _options(s: State) -> Problems:
    yield _when(s.players not in (2, 3), "players", players=s.players)
    yield _when(s.agent not in (0, 1) or (s.agent and s.players == 3), "agent")
    yield _when(s.boards3 != int(s.players == 3 or s.agent), "boards3")
    yield _when(s.cards not in (NO_CARDS, EQUAL, THREE, ONITAMA) or (s.cards == EQUAL and s.players == 3), "cards")
    yield _when(s.face_down not in (0, 1) or (s.face_down and s.cards != THREE), "face_down")
    yield _when(not 1 <= s.patience <= 60, "patience", patience=s.patience)
    yield _when(any(not 1 <= goal <= AREA for goal in s.goal), "goal", area=AREA)
    yield _when(s.sealed, "sealed")


def _pieces(s: State) -> Problems:
    for side in range(SIDES):
        full = TEAM if side < 2 + s.boards3 else 0
        yield _when(not 0 <= s.team[side] <= full, "team", side=name(s, side), team=TEAM)
        for slot in range(PER_SIDE * side, PER_SIDE * side + PER_SIDE):
            yield from _piece(s, slot)
        kinds = [s.kind[slot] for slot in _team(s, side)]
        for kind, most in enumerate(COUNTS):
            n = kinds.count(kind)
            yield _when(n > most, "kind_count", side=name(s, side), most=most, kind=KINDS[kind], n=n)


def _piece(s: State, slot: int) -> Problems:
    side, i = divmod(slot, PER_SIDE)
    kind, face, where = s.kind[slot], s.face[slot], s.where[slot]
    if i >= s.team[side]:
        yield _when((where, kind, face) != (-1, -1, 0), "beyond_team", side=name(s, side), team=s.team[side])
        return
    yield _when(not 0 <= kind < len(KINDS), "kind", side=name(s, side), i=i)
    yield _when(not 0 <= face < PERIOD[kind], "face", kind=KINDS[kind], most=PERIOD[kind] - 1, face=face)
    yield _when(not -1 <= where < AREA * (2 + s.boards3), "where", side=name(s, side), i=i)
    yield _when(where < 0 and kind == CUSTOMER, "customer_pranked")


def _team(s: State, side: int) -> range:
    """The slots of a side's pieces, on the board or pranked."""
    return range(PER_SIDE * side, PER_SIDE * side + s.team[side])


def _hexes(s: State) -> Problems:
    expected = [0] * N
    for slot, cell in enumerate(s.where):
        if cell >= 0:
            yield _when(expected[cell], "shared_hex", hex=NAMES[cell])
            expected[cell] = slot + 1
    yield _when(list(s.at) != expected, "at")


def _turn(s: State) -> Problems:
    yield _when(s.phase not in (MOVE, ROTATE, SPUN, OVER), "phase")
    yield _when(not 0 <= s.player < s.players, "player", most=s.players - 1)
    yield _when(s.side != s.player and not (s.agent and s.side == AGENT and not s.opening), "side")
    yield _when(s.opening not in (0, 1) or s.progress not in (0, 1), "opening_progress")
    yield _when(s.out >> s.players or s.won >> s.players, "out_won")
    yield _when(s.out >> s.player & 1 and s.phase != OVER, "player_out")
    yield _when(s.out and (s.players == 2 or s.out.bit_count() > 1) and s.phase != OVER, "one_left")
    most = s.patience * (s.players - s.out.bit_count())
    yield _when(not 0 <= s.quiet <= LONGEST_QUIET or (s.phase != OVER and s.quiet >= most), "quiet")
    yield _when(s.progress and s.phase == MOVE, "progress")
    yield _when((s.phase == SPUN) != (s.spun >= 0) or not -1 <= s.spun < SLOTS, "spun")
    own = s.spun >> SIDE_BITS == s.player == s.side
    yield _when(s.phase == SPUN and not (own and s.where[s.spun] >= 0), "spun_piece")


def _counts(s: State) -> Problems:
    gone = [sum(s.where[slot] < 0 for slot in _team(s, side)) for side in range(SIDES)]
    yield _when(min(s.taken) < 0 or sum(s.taken) != sum(gone), "taken", gone=sum(gone))
    for side in range(SIDES):
        yield _when(s.taken[side] > sum(gone) - gone[side], "pranked_own", side=name(s, side))
    yield _when(any(not 0 <= best <= 2 * AREA for best in s.best), "best", n=2 * AREA)
    for p in range(s.players):
        n = held_by(s, p)
        yield _when(s.best[p] < n, "best_below_held", side=name(s, p), n=n, best=s.best[p])


def _cards(s: State) -> Problems:
    holds, spent = s.holds.tolist(), s.spent.tolist()
    counts = [*chain(*holds), *chain(*spent), *s.rest, *s.held]
    yield _when(min(counts) < 0, "negative_cards")
    yield _when(not -1 <= s.used < KINDS_OF_CARD or not -1 <= s.neutral < KINDS_OF_CARD, "used_neutral")
    yield _when((s.cards == ONITAMA) != (s.neutral >= 0), "neutral")
    if s.cards == NO_CARDS:
        yield _when(any(counts) or s.used >= 0, "no_cards")
        return
    for k in range(KINDS_OF_CARD):
        total = sum(hand[k] for hand in (*holds, *spent)) + s.rest[k] + (s.neutral == k)
        yield _when(total != COPIES, "copies", copies=COPIES, total=total)
    for p in range(SIDES):
        yield _when(sum(holds[p]) != s.held[p], "held", side=name(s, p))
        yield _when(p >= s.players and (s.held[p] or any(spent[p])), "cards_of_nobody")
        yield _when(s.cards == ONITAMA and any(spent[p]), "onitama_spent")
    yield _when(s.phase == SPUN and s.used != KINDS_OF_CARD - 1, "spun_card")


def _last_move(s: State) -> Problems:
    yield _when(not -1 <= s.turned < SLOTS or (s.turned >= 0 and s.kind[s.turned] < 0), "turned")
    if s.last_slot == -1:
        yield _when((s.last_from, s.last_to, s.last_victim) != (-1, -1, -1), "no_last_move")
        yield _when(s.phase == ROTATE, "rotate_first")
        return
    pieces = 0 <= s.last_slot < SLOTS and s.kind[s.last_slot] >= 0 and -1 <= s.last_victim < SLOTS
    yield _when(not pieces, "last_pieces")
    in_play = range(AREA * (2 + s.boards3))
    hexes = s.last_from in in_play and s.last_to in in_play and s.last_from != s.last_to
    yield _when(not hexes, "last_hexes")
    yield _when(s.last_victim >= 0 and (s.kind[s.last_victim] < 0 or s.where[s.last_victim] >= 0), "last_victim")
    yield _when(
        s.phase == ROTATE and (s.where[s.last_slot] != s.last_to or s.last_slot >> SIDE_BITS != s.side), "rotate_piece"
    )


def _end(s: State) -> Problems:
    full = [p for p in range(s.players) if enough(s, p, *hexes_held(s, p, -1, -1, -1))]
    yield from _finished(s, full) if s.phase == OVER else _running(s, full)


def _running(s: State, full: list[int]) -> Problems:
    yield _when(s.won or s.ended, "won_while_running")
    for p in full:
        yield _when(not s.out >> p & 1, "goal_reached", side=name(s, p))
    yield _when(s.phase == MOVE and not can_move(s) and (s.side != s.player or not can_play_card(s)), "no_move")
    yield _when(s.phase == SPUN and not can_step(s, s.spun, s.face[s.spun], delicate(s), 0), "spun_stuck")


def _finished(s: State, full: list[int]) -> Problems:
    inside = [p for p in range(s.players) if not s.out >> p & 1]
    if s.ended == GOAL:
        yield _when(s.won != 1 << s.player or not (s.player in full or _close_call(s, full)), "ended_goal")
    elif s.ended == STUCK:
        yield _when(len(inside) != 1 or s.won != 1 << inside[0], "ended_stuck")
    else:
        yield _when(s.ended not in (QUIET, REPEATED), "ended")
        yield _when(not inside, "all_out")
        marks = {p: (held_by(s, p), s.taken[p]) for p in inside}
        yield _when(s.won != sum(1 << p for p in inside if marks[p] == max(marks.values())), "winners")


def _close_call(s: State, full: list[int]) -> bool:
    """Whether the player to act has won by more hexes than every rival with enough (W6.3)."""
    rivals = [p for p in full if not s.out >> p & 1]
    more = all(held_by(s, s.player) > held_by(s, p) for p in rivals)
    return bool(rivals) and more and bool(thirds(s, s.player, *hexes_held(s, s.player, -1, -1, -1)))


def tidy(s: State, named: frozenset[str]) -> None:
    """Fill in what follows from the pieces and where they stand; without a past, it is seen for the first time."""
    if "kind" in named and "team" not in named:
        for side in range(SIDES):
            s.team[side] = sum(s.kind[PER_SIDE * side + i] >= 0 for i in range(TEAM))
    if "at" not in named:
        for c in range(N):
            s.at[c] = 0
        for slot, cell in enumerate(s.where):
            if 0 <= cell < N:
                s.at[cell] = slot + 1
    if named & {"player", "side"} and "opening" not in named:
        s.opening = 0
    readable = _readable(s)
    if "best" not in named and readable:
        for p in range(min(s.players, SIDES)):
            s.best[p] = held_by(s, p)
    if "past" not in named and 0 <= s.quiet < LONGEST_QUIET and readable:
        forget_past(s)


def forget_past(s: State) -> None:
    """No earlier position is known: this one is seen for the first time."""
    for i in range(LONGEST_QUIET):
        s.past[i] = 0
    s.past[s.quiet] = rules.mark(s)


def _readable(s: State) -> bool:
    """Whether all numbers have a place in the tables of marks and hexes; `check` says what is wrong else."""
    if not 0 <= s.player < SIDES or s.boards3 not in (0, 1) or any(not 0 <= n <= TEAM for n in s.team):
        return False
    cards = [*chain(*s.holds.tolist(), *s.spent.tolist())]
    kinds = [kind for kind, cell in zip(s.kind, s.where, strict=True) if cell >= 0]
    in_tables = 0 <= min(cards) <= max(cards) <= COPIES and 0 <= min(s.face) <= max(s.face) < 6
    return in_tables and min(kinds, default=0) >= 0
