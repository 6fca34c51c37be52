"""What a position of heXentafl holds."""

from __future__ import annotations

from pizzabox.engine.state import GameState, Ints, i8, i16, i64, u8, u16, u64

from .board import NAMES

SIDES = ("defenders", "attackers")
ENDINGS = ("open", "escaped", "taken", "stuck", "repeated", "long")
PAST = 128
"""Room for the positions of the longest game without a capture, the first included."""


class State(GameState):
    """One position of heXentafl."""

    rng: int = u64(secret=True)  # unused: nothing in this game is random
    men: int = i64(members=NAMES, apart="board")  # the defenders without their King
    foes: int = i64(members=NAMES, apart="board")  # the attackers
    taken: int = i64(members=NAMES)  # where the last move captured pieces
    past: Ints = i64[PAST](memory=True)  # marks of the positions since the last capture, in order
    news: int = u16()
    quiet: int = i16(0)  # moves since the last capture
    sealed: int = u8(members=())
    players: int = i8(2, 2)
    size_: int = i8(0, 1)  # the option size, less four
    first_: int = i8(names=SIDES)  # the side that moves first in each game
    games: int = i8(1, 2)  # how many games the match has
    phase: int = i8(names=("play", "over"))
    game: int = i8(0, 1, below="games")  # 0 in the first game of a match, 1 in the second
    turn: int = i8(names=SIDES)  # the side to move
    king: int = i8(names=NAMES, apart="board")  # his hex, also once he is captured
    last_from: int = i8(-1, names=("none", *NAMES))  # the last move
    last_to: int = i8(-1, names=("none", *NAMES))
    wins: Ints = i8[2](0, 2)  # by player: games won
    ended: Ints = i8[2](names=ENDINGS)  # by game: how it ended
    victor: Ints = i8[2](-1, names=("none", *SIDES))  # by game: the side that won; none for a draw or an open game
