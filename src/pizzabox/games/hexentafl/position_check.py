"""What can be wrong with a position somebody set up by hand."""

from __future__ import annotations

from pizzabox.engine.bits import lowest

from . import rules
from .board import ALL, CORNERS, NAMES, START, THRONE, N
from .phrases import say
from .rules import ATTACK, DEFEND, ESCAPED, LONG, OVER, PLAY, QUIET, REPEATED, STUCK, TAKEN
from .state import PAST, State


def check(s: State) -> str | None:
    """The first problem in words, or None."""
    problems = (_options, _board, _game, _turn, _past, _last, _end)
    return next(filter(None, (problem(s) for problem in problems)), None)


def _options(s: State) -> str | None:
    if s.players != 2:
        return say("check.players", players=s.players)
    if s.size_ not in (0, 1):
        return say("check.size")
    if s.first_ not in (0, 1):
        return say("check.first")
    if s.games not in (1, 2):
        return say("check.games", games=s.games)
    if s.sealed:
        return say("check.sealed")
    return None


def _board(s: State) -> str | None:
    if not 0 <= s.king < N:
        return say("check.king")
    mark = 1 << s.king
    outside = (s.men | s.foes | s.taken | mark) & ~int(ALL[s.size_])
    if outside:
        return say("check.outside", hex=NAMES[lowest(outside)]) if outside > 0 else say("check.not_hexes")
    if twice := s.men & s.foes or (s.men | s.foes) & mark:
        return say("check.two_on_a_hex", hex=NAMES[lowest(twice)])
    if (s.men | s.foes) >> THRONE & 1:
        return say("check.throne")
    for bits, start, what in ((s.men, START[s.size_, 0], "men"), (s.foes, START[s.size_, 1], "foes")):
        if bits.bit_count() > int(start).bit_count():
            return say("check.too_many", n=int(start).bit_count(), what=what, n2=bits.bit_count())
    return None


def _game(s: State) -> str | None:
    if s.phase not in (PLAY, OVER) or s.turn not in (DEFEND, ATTACK):
        return say("check.phase")
    if not 0 <= s.game < s.games:
        return say("check.game", most=s.games - 1)
    wins = [0, 0]
    for i in range(2):
        decided = i < s.game or (i == s.game and s.phase == OVER)
        if decided != (s.ended[i] != 0):
            return say("check.ended")
        expected = {0: (-1,), ESCAPED: (DEFEND,), TAKEN: (ATTACK,), STUCK: (0, 1), REPEATED: (-1,), LONG: (-1,)}
        if s.victor[i] not in expected.get(s.ended[i], ()):
            return say("check.victor")
        if s.victor[i] >= 0:
            wins[s.victor[i] ^ i] += 1
    if list(s.wins) != wins:
        return say("check.wins")
    return None


def _turn(s: State) -> str | None:
    """While no piece is gone, the moves of the game are its quiet ones, and the sides take turns from the first."""
    whole = all((s.men, s.foes)[side].bit_count() == int(START[s.size_, side]).bit_count() for side in (DEFEND, ATTACK))
    if s.phase == PLAY and whole and s.turn != s.first_ ^ s.quiet & 1:
        side, first = say(f"side.{s.turn}").lower(), say(f"side.{s.first_}").lower()
        return say("check.turn_contradicts", side=side, first=first, n=s.quiet)
    return None


def _past(s: State) -> str | None:
    if not 0 <= s.quiet <= QUIET or (s.quiet == QUIET and s.phase == PLAY):
        return say("check.quiet", most=QUIET - 1, quiet=s.quiet)
    seen = [entry for entry in s.past[: s.quiet + 1] if entry]
    if s.phase == PLAY and any(seen.count(entry) > 2 for entry in seen):
        return say("check.past")
    return None


def _last(s: State) -> str | None:
    cells = (s.last_from, s.last_to)
    if cells == (-1, -1):
        return say("check.taken_without_move") if s.taken else None
    if any(not 0 <= c < N or not int(ALL[s.size_]) >> c & 1 for c in cells) or s.last_from == s.last_to:
        return say("check.last_move")
    return None


def _end(s: State) -> str | None:
    if s.phase == OVER:
        return _finished(s)
    if int(CORNERS[s.size_]) >> s.king & 1:
        return say("check.king_on_corner")
    if s.taken >> s.king & 1:
        return say("check.king_taken")
    if not rules.can_move(s):
        return say("check.no_move")
    return None


def _finished(s: State) -> str | None:
    how = s.ended[s.game]
    if (how == ESCAPED) != bool(int(CORNERS[s.size_]) >> s.king & 1):
        return say("check.escaped")
    if (how == TAKEN) != bool(s.taken >> s.king & 1):
        return say("check.taken")
    if how == STUCK and (rules.can_move(s) or s.turn == s.victor[s.game]):
        return say("check.stuck")
    return None


def tidy(s: State, named: frozenset[str]) -> None:
    """A position whose past is not told stands for the first time."""
    if "past" not in named and 0 <= s.king < N:
        for i in range(PAST):
            s.past[i] = 0
        if 0 <= s.quiet < QUIET:
            rules.times(s)
