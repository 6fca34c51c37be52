"""Random play in lanes: many games side by side, each lane with a state, a seed and dice of its own.

The same kernels run on the processor, one lane after the other, and on a card, a thread for each (`cuda_lanes.py`).
What they leave behind is the same to the byte.
"""

from __future__ import annotations

from .contract import begin, over, returns
from .kernel import kernel
from .playout import finish
from .rng import advance, mix
from .state import FloatRows, GameState, Numbers, States

SPELL = 64
"""Moves in a spell of random play: as many as a short game has, and few of a long one."""


@kernel
def play_one(s: GameState, options: Numbers, seed: int, codes: Numbers, limit: int) -> int:
    """One random game from its seed, at most `limit` moves long; return its length."""
    s.rng = mix(seed)
    begin(s, options)
    return finish(s, mix(advance(seed)), codes, limit)


@kernel
def play_lane(s: GameState, options: Numbers, seed: int, codes: Numbers, spells: int) -> tuple[int, int]:
    """Random play in `spells`, each with a new game if the last one is over; return all moves and finished games.

    A game that ends within a spell waits for the next one. Threads of a card that run together thus begin together,
    and mostly do the same thing at the same time: as short a game as Pizza Theory is played twice as fast.
    """
    counter = seed
    dice = seed
    moves = 0
    games = 0
    waits = True
    for _ in range(spells):
        if waits:
            counter = advance(counter)
            s.rng = mix(counter)
            begin(s, options)
        dice = mix(advance(dice))
        moves += finish(s, dice, codes, SPELL)
        waits = over(s)
        games += waits
    return moves, games


@kernel
def play_games(
    states: States, options: Numbers, seeds: Numbers, codes: Numbers, limit: int, lengths: Numbers, results: FloatRows
) -> None:
    """Play every game to its end: the states, lengths and returns of all."""
    for i in range(len(lengths)):
        lengths[i] = play_one(states[i], options, seeds[i], codes, limit)
        returns(states[i], results[i])
