"""Our games as others are measured: random play, vectors with features and masks, and PettingZoo's loop."""

from __future__ import annotations

import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from typing import Any

import numpy as np

from pizzabox.bots.search import cores
from pizzabox.engine.game import Game
from pizzabox.envs import Vector, aec

from .bench import calibrated, runner
from .timing import REPEATS, median_rate

CORES = cores()
VECTOR_GAMES = 8192
_SEED = 20120601


def play_steps(game: Game, threads: int, seconds: float) -> float:
    """Steps a second of random play, each thread with games of its own."""
    runs = [runner(game) for _ in range(threads)]
    games = calibrated(runs[0], seconds / REPEATS / 10)
    seeds = count(_SEED)

    with ThreadPoolExecutor(threads) as pool:
        return median_rate(lambda: sum(pool.map(lambda run: run(next(seeds), games), runs)), seconds)


def vector_steps(game: Game, threads: int, seconds: float) -> float:
    """Steps a second of a vector, with the features and the mask of the next actor after each."""
    games = Vector(game, VECTOR_GAMES, seed=_SEED, threads=threads)

    def step() -> int:
        games.step(games.random_moves())
        return VECTOR_GAMES

    return median_rate(step, seconds)


def turn_steps(game: Game, seconds: float) -> float:
    """Steps a second in PettingZoo's loop, one agent after the other."""
    return median_rate(random_turns(aec(game)), seconds)


def random_turns(env: Any) -> Callable[[], int]:
    """Plays one random game of any AEC environment with masks, and says how many steps it had."""
    dice = random.Random(1)

    def one_game() -> int:
        env.reset(seed=dice.getrandbits(32))
        steps = 0
        for _ in env.agent_iter():
            seen, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
            else:
                legal = np.flatnonzero(seen["action_mask"].view(np.bool_))  # NumPy searches booleans quickest
                env.step(dice.choice(legal))
                steps += 1
        return steps

    return one_game
