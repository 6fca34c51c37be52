"""How a net reads the numbers that a player sees.

A column that is only ever 0 or one other number counts as it is. One with a few different values (how many leaves,
which kind of slice) is cut at thresholds between them, so that a net need not learn to tell 4 from 5 on one line; one
with many values is cut at its quantiles and counts as it is as well. Which column is what is found by playing at
random.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pizzabox.engine.errors import PizzaboxError
from pizzabox.engine.game import Game
from pizzabox.envs import vector

from .words import say

Sample = NDArray[np.float32]
"""What players saw, a row a position."""
MOST_CUTS = 12
GAMES, STEPS, EVERY = 512, 1200, 7
FEW_CODES = 1000


@dataclass(frozen=True, eq=False)
class Inputs:
    """The thresholds of all columns, one after the other, and which columns count as they are."""

    starts: NDArray[np.int32]
    thresholds: NDArray[np.float32]
    linear: NDArray[np.uint8]
    codes: NDArray[np.int32]
    """The moves that a net can tell apart: all of them, or, where there are very many, those that came up."""

    @property
    def columns(self) -> NDArray[np.int64]:
        """The column of each threshold."""
        return np.repeat(np.arange(len(self.linear)), np.diff(self.starts))


def inputs_of(game: Game, seed: int) -> Inputs:
    """Look at many positions of random play."""
    sample, codes = seen_at_random(game, seed)
    if sample.min() < 0:
        raise PizzaboxError(say("negative", game=game.name, column=int(sample.min(axis=0).argmin())))
    return thresholds_of(sample, codes)


def seen_at_random(game: Game, seed: int) -> tuple[Sample, NDArray[np.int64]]:
    """What players saw in random play, a row a position, and the moves that a net should tell apart."""
    games = vector(game, GAMES, seed=seed)
    seen, legal = [], np.zeros(game.codes, bool)
    for step in range(STEPS):
        legal |= games.mask.any(axis=0)
        if step % EVERY == 0:
            seen.append(games.features.copy())
        games.step(games.random_moves())
    if game.symmetries:
        for labels in game.symmetries(game.options).labels:
            legal |= legal[labels]  # the same moves, looked at another way
    return np.concatenate(seen), np.arange(game.codes) if game.codes <= FEW_CODES else np.flatnonzero(legal)


def thresholds_of(sample: Sample, codes: NDArray[np.int64]) -> Inputs:
    """How each column of a sample is read."""
    cuts = [_cuts(column) for column in sample.T]
    starts = np.cumsum([0, *(len(cut) for cut, _ in cuts)])
    thresholds = np.concatenate([cut for cut, _ in cuts]).astype(np.float32)
    linear = np.array([linear for _, linear in cuts], np.uint8)
    return Inputs(starts.astype(np.int32), thresholds, linear, codes.astype(np.int32))


def _cuts(column: Sample) -> tuple[NDArray[np.floating], bool]:
    """The thresholds of a column, and whether it counts as it is."""
    values = np.unique(column)
    if len(values) <= 2:
        return np.zeros(0), True
    if len(values) <= MOST_CUTS + 1:
        return (values[1:] + values[:-1]) / 2.0, False
    marks = np.unique(np.quantile(column, np.linspace(0.0, 1.0, MOST_CUTS + 2)[1:-1]))
    return marks, True
