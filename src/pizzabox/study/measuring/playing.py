"""Games played on from a move by bots that look one step ahead. Written once, for every game."""

from __future__ import annotations

from typing import Any

from pizzabox.engine.bits import lowest, wide
from pizzabox.engine.contract import actors, guess, moves, over, play, returns, value
from pizzabox.engine.kernel import inlined, kernel
from pizzabox.engine.rng import advance, mix

POLICY = 0x5851F42D4C957F2D
"""Sets what the bots imagine apart from the luck of the game: nobody foresees a draw."""


@kernel
def wipe(words: Any, size: int) -> None:
    """A blank record."""
    for i in range(size):
        words[i] = 0


@kernel
def imagine(words: Any, size: int) -> None:
    """The world once more, to try a move in it."""
    for i in range(size):
        words[1][i] = words[0][i]


@inlined
def likes(room: Any, words: Any, size: int, player: int, codes: Any, dice: int, out: Any) -> int:
    """The move of a player after which the game's `value` is best for it, with some luck of its own."""
    n = moves(room[0], player, codes)
    best = wide(codes[0])
    if n == 1:
        return best
    most = -1e9
    for i in range(n):
        imagine(words, size)
        dice = advance(dice)
        room[1].rng = mix(dice)
        play(room[1], player, wide(codes[i]))
        if over(room[1]):
            returns(room[1], out)
        else:
            value(room[1], out)
        if out[player] > most:
            most = out[player]
            best = wide(codes[i])
    return best


@kernel
def played_on(
    view: Any, viewer: int, move: int, room: Any, words: Any, size: int, codes: Any, out: Any, seeds: Any, won: Any
) -> None:
    """For each seed the viewer's result, from 0 to 1, when it makes that move in a world drawn by the seed.

    `room` are two records and `words` the same bytes. The same seed gives every move the same world and the same luck.
    """
    for k in range(len(seeds)):
        wipe(words[0], size)
        room[0].rng = seeds[k]
        guess(view, viewer, room[0])
        dice = mix(seeds[k] ^ POLICY)
        play(room[0], viewer, move)
        while not over(room[0]):
            player = lowest(actors(room[0]))
            dice = advance(dice)
            play(room[0], player, likes(room, words, size, player, codes, dice, out))
        returns(room[0], out)
        won[k] = (1.0 + out[viewer]) / 2.0
