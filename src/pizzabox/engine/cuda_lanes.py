"""Random play on a card, a lane of `random_lanes.py` in each of its threads. Imported only where there is a card, or
its simulator."""

from __future__ import annotations

import numpy as np
from numba import cuda as numba_cuda

from .contract import returns
from .cuda_compiler import OfGame
from .kernel import OfNumba
from .random_lanes import play_lane, play_one
from .state import FloatRows, Numbers, States

cuda: OfNumba = numba_cuda
WIDTH: OfNumba = OfGame.WIDTH
WORDS: OfNumba = OfGame.WORDS
records: OfNumba = OfGame.RECORDS


def games_on_card(
    states: States, options: Numbers, seeds: Numbers, limit: int, lengths: Numbers, results: FloatRows
) -> None:
    """One random game a thread, to its end."""
    i = cuda.grid(1)
    if i < len(lengths):
        codes = cuda.local.array(WIDTH, np.int32)
        lengths[i] = play_one(states[i], options, seeds[i], codes, limit)
        returns(states[i], results[i])


def lanes_on_card(options: Numbers, seeds: Numbers, spells: int, moves: Numbers, games: Numbers) -> None:
    """Several spells of random play in each thread: its moves and the games it finished."""
    i = cuda.grid(1)
    if i < len(games):
        codes = cuda.local.array(WIDTH, np.int32)
        words = cuda.local.array(WORDS, np.uint64)
        moves[i], games[i] = play_lane(records(words)[0], options, seeds[i], codes, spells)
