"""What can be wrong with a position somebody set up by hand."""

from __future__ import annotations

from typing import Any

from . import rules
from .board import ALL, CORNERS, NAMES, START, THRONE, N
from .rules import ATTACK, DEFEND, ESCAPED, LONG, OVER, PLAY, QUIET, REPEATED, STUCK, TAKEN


def check(s: Any) -> str | None:
    """The first problem in words, or None."""
    for problem in (_options, _board, _game, _past, _last, _end):
        found = problem(s)
        if found:
            return found
    return None


def _options(s: Any) -> str | None:
    if s.players != 2:
        return f"players must be 2, not {s.players}"
    if s.size_ not in (0, 1):
        return "size_ must be 0 (four hexes a side) or 1 (five)"
    if s.first_ not in (0, 1):
        return "first_ must be defenders or attackers"
    if s.games not in (1, 2):
        return f"games must be 1 or 2, not {s.games}"
    if s.sealed:
        return "sealed must be empty: nothing is secret in this game"
    return None


def _board(s: Any) -> str | None:
    if not 0 <= s.king < N:
        return "king must be a hex"
    mark = 1 << s.king
    outside = (s.men | s.foes | s.taken | mark) & ~int(ALL[s.size_])
    if outside:
        return f"{_first(outside)} is not on this board" if outside > 0 else "men, foes and taken are sets of hexes"
    if s.men & s.foes or (s.men | s.foes) & mark:
        return f"two pieces stand on {_first(s.men & s.foes or (s.men | s.foes) & mark)}"
    if (s.men | s.foes) >> THRONE & 1:
        return "only the King may stand on the throne"
    for bits, start, what in ((s.men, START[s.size_, 0], "men"), (s.foes, START[s.size_, 1], "foes")):
        if bits.bit_count() > int(start).bit_count():
            return f"there are at most {int(start).bit_count()} {what}, not {bits.bit_count()}"
    return None


def _game(s: Any) -> str | None:
    if s.phase not in (PLAY, OVER) or s.turn not in (DEFEND, ATTACK):
        return "phase must be play or over, and turn defenders or attackers"
    if not 0 <= s.game < s.games:
        return f"game must be from 0 to {s.games - 1}"
    wins = [0, 0]
    for i in range(2):
        decided = i < s.game or (i == s.game and s.phase == OVER)
        if decided != (s.ended[i] != 0):
            return "ended must name how each finished game ended, and nothing for the others"
        expected = {0: (-1,), ESCAPED: (DEFEND,), TAKEN: (ATTACK,), STUCK: (0, 1), REPEATED: (-1,), LONG: (-1,)}
        if s.victor[i] not in expected.get(s.ended[i], ()):
            return "victor does not fit how the game ended"
        if s.victor[i] >= 0:
            wins[s.victor[i] ^ i] += 1
    if list(s.wins) != wins:
        return "wins must be the games each player has won"
    return None


def _past(s: Any) -> str | None:
    if not 0 <= s.quiet <= QUIET or (s.quiet == QUIET and s.phase == PLAY):
        return f"quiet must be from 0 to {QUIET - 1}, not {s.quiet}"
    counts = [entry & 3 for entry in s.past if entry]
    if min(s.past) < 0 or 0 in counts or (3 in counts and s.phase == PLAY) or sum(counts) > s.quiet + 1:
        return "past does not fit the quiet moves; leave past out and it is filled in"
    return None


def _last(s: Any) -> str | None:
    cells = (s.last_from, s.last_to)
    if cells == (-1, -1):
        return "taken must be empty without a last move" if s.taken else None
    if any(not 0 <= c < N or not int(ALL[s.size_]) >> c & 1 for c in cells) or s.last_from == s.last_to:
        return "last_from and last_to are two hexes of this board, or none"
    return None


def _end(s: Any) -> str | None:
    if s.phase == OVER:
        return _finished(s)
    if int(CORNERS[s.size_]) >> s.king & 1:
        return "the King stands on a corner, so the game is over"
    if s.taken >> s.king & 1:
        return "the King is taken, so the game is over"
    if not rules.can_move(s):
        return "the side to move has no move, so the game is over"
    return None


def _finished(s: Any) -> str | None:
    how = s.ended[s.game]
    if (how == ESCAPED) != bool(int(CORNERS[s.size_]) >> s.king & 1):
        return "the King escaped just when he stands on a corner"
    if (how == TAKEN) != bool(s.taken >> s.king & 1):
        return "the King was taken just when taken names his hex"
    if how == STUCK and (rules.can_move(s) or s.turn == s.victor[s.game]):
        return "stuck is a side to move without a move; it loses"
    return None


def _first(bits: int) -> str:
    return NAMES[(bits & -bits).bit_length() - 1]


def tidy(s: Any, named: frozenset[str]) -> None:
    """A position whose past is not told stands for the first time."""
    if "past" not in named and 0 <= s.king < N:
        for i in range(rules.PAST):
            s.past[i] = 0
        rules.times(s)
