"""The kernel of `Measure`: games played on from a move by bots that look one step ahead."""

from __future__ import annotations

from pizzabox.bots.tree import copy, wipe
from pizzabox.engine.bits import lowest, wide
from pizzabox.engine.contract import actors, guess, moves, over, play, returns, value
from pizzabox.engine.kernel import inlined, kernel
from pizzabox.engine.rng import advance, mix
from pizzabox.engine.state import Floats, GameState, Memory, Numbers, States

POLICY = 0x5851F42D4C957F2D
"""Sets what the bots imagine apart from the luck of the game: nobody foresees a draw."""


@inlined
def best_move(scratch: States, words: Memory, size: int, player: int, codes: Numbers, dice: int, out: Floats) -> int:
    """The move of a player after which the game's `value` is best for it, with some luck of its own."""
    n = moves(scratch[0], player, codes)
    best = wide(codes[0])
    if n == 1:
        return best
    most = -1e9
    for i in range(n):
        copy(words[0], words[1], size)
        dice = advance(dice)
        scratch[1].rng = mix(dice)
        play(scratch[1], player, wide(codes[i]))
        if over(scratch[1]):
            returns(scratch[1], out)
        else:
            value(scratch[1], out)
        if out[player] > most:
            most = out[player]
            best = wide(codes[i])
    return best


@kernel
def played_on(
    view: GameState,
    viewer: int,
    move: int,
    scratch: States,
    words: Memory,
    size: int,
    codes: Numbers,
    out: Floats,
    seeds: Numbers,
    won: Floats,
) -> None:
    """For each seed the viewer's result, from 0 to 1, when it makes that move in a world drawn by the seed.

    `scratch` are two states and `words` the same bytes. The same seed gives every move the same world and luck.
    """
    for k in range(len(seeds)):
        wipe(words[0], size)
        scratch[0].rng = seeds[k]
        guess(view, viewer, scratch[0])
        dice = mix(seeds[k] ^ POLICY)
        play(scratch[0], viewer, move)
        while not over(scratch[0]):
            player = lowest(actors(scratch[0]))
            dice = advance(dice)
            play(scratch[0], player, best_move(scratch, words, size, player, codes, dice, out))
        returns(scratch[0], out)
        won[k] = (1.0 + out[viewer]) / 2.0
