"""Random play side by side: many games at once, each with a state, a seed and dice of its own.

The same kernels run on the processor, one game after the other, and on a card, a thread for each. What they leave
behind is the same to the byte.
"""

from __future__ import annotations

from typing import Any

from .bits import lowest
from .contract import actors, begin, over, play, random_move, returns
from .kernel import kernel
from .playout import finish
from .rng import advance, mix


@kernel
def play_one(s: Any, options: Any, seed: int, codes: Any, limit: int) -> int:
    """One random game from its seed, at most `limit` moves long; return its length."""
    s.rng = mix(seed)
    begin(s, options)
    return finish(s, mix(advance(seed)), codes, limit)


@kernel
def play_lane(s: Any, options: Any, seed: int, codes: Any, steps: int) -> int:
    """So many random moves, with a new game whenever one is over; return how many games were finished."""
    counter = seed
    s.rng = mix(counter)
    begin(s, options)
    dice = mix(advance(counter))
    games = 0
    for _ in range(steps):
        player = lowest(actors(s))
        dice = advance(dice)
        play(s, player, random_move(s, player, dice, codes))
        if over(s):
            games += 1
            counter = advance(counter)
            s.rng = mix(counter)
            begin(s, options)
    return games


@kernel
def play_games(states: Any, options: Any, seeds: Any, codes: Any, limit: int, lengths: Any, results: Any) -> None:
    """Play every game to its end: the states, lengths and returns of all."""
    for i in range(len(lengths)):
        lengths[i] = play_one(states[i], options, seeds[i], codes, limit)
        returns(states[i], results[i])
