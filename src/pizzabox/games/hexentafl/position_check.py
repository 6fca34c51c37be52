"""What can be wrong with a position set up by hand."""

from pizzabox.engine.bits import members
from pizzabox.engine.position_check import Findings, first_wrong

from . import rules
from .board import ALL, CORNERS, NAMES, START
from .phrases import say
from .rules import ATTACK, DEFEND, ESCAPED, LONG, OVER, PLAY, QUIET, REPEATED, STUCK, TAKEN
from .state import State


@first_wrong
def check(s: State) -> Findings:
    """Pieces, then the games of the match, the turn, the last move, and whether the game goes on."""
    board = int(ALL[s.size_])
    for cell in members((s.men | s.foes | s.taken | 1 << s.king) & ~board):
        yield say("check.outside", hex=NAMES[cell])
    pieces = {"men": s.men.bit_count(), "foes": s.foes.bit_count()}
    at_start = {what: int(START[s.size_, side]).bit_count() for side, what in enumerate(pieces)}
    for what, n in pieces.items():
        yield n > at_start[what] and say("check.too_many", n=at_start[what], what=what, n2=n)
    yield from _games(s)
    yield from _turn(s, pieces == at_start)
    cells = (s.last_from, s.last_to)
    yield cells == (-1, -1) and s.taken and say("check.taken_without_move")
    on_board = all(cell >= 0 and board >> cell & 1 for cell in cells) and s.last_from != s.last_to
    yield cells != (-1, -1) and not on_board and say("check.last_move")
    yield from _finished(s) if s.phase == OVER else _running(s)


def _games(s: State) -> Findings:
    """How each game of the match ended."""
    fitting = {0: (-1,), ESCAPED: (DEFEND,), TAKEN: (ATTACK,), STUCK: (0, 1), REPEATED: (-1,), LONG: (-1,)}
    for i in range(2):
        decided = i < s.game or (i == s.game and s.phase == OVER)
        yield decided != (s.ended[i] != 0) and say("check.ended")
        yield s.victor[i] not in fitting[s.ended[i]] and say("check.victor")


def _turn(s: State, whole: bool) -> Findings:
    """While no piece is gone, the moves of the game are its quiet ones, and the sides take turns from the first."""
    side, first = say(f"side.{s.turn}").lower(), say(f"side.{s.first_}").lower()
    wrong = s.phase == PLAY and whole and s.turn != s.first_ ^ s.quiet & 1
    yield wrong and say("check.turn_contradicts", side=side, first=first, n=s.quiet)
    yield s.quiet > QUIET - (s.phase == PLAY) and say("check.quiet", most=QUIET - 1, quiet=s.quiet)
    seen = [entry for entry in s.past[: s.quiet + 1] if entry]
    yield s.phase == PLAY and any(seen.count(entry) > 2 for entry in seen) and say("check.past")


def _running(s: State) -> Findings:
    yield int(CORNERS[s.size_]) >> s.king & 1 and say("check.king_on_corner")
    yield s.taken >> s.king & 1 and say("check.king_taken")
    yield not rules.can_move(s) and say("check.no_move")


def _finished(s: State) -> Findings:
    how = s.ended[s.game]
    yield (how == ESCAPED) != bool(int(CORNERS[s.size_]) >> s.king & 1) and say("check.escaped")
    yield (how == TAKEN) != bool(s.taken >> s.king & 1) and say("check.taken")
    yield how == STUCK and (rules.can_move(s) or s.turn == s.victor[s.game]) and say("check.stuck")


def tidy(s: State, named: frozenset[str]) -> None:
    """Without a past, the position stands for the first time."""
    if "past" not in named:
        s.clear("past")
        if s.quiet < QUIET:
            rules.times(s)
