"""`Measure`: how often each legal move wins, and whether one stands out beyond what luck explains."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from pizzabox.engine.game import Game
from pizzabox.engine.kernel import Kernel, numba_version
from pizzabox.engine.kernel_arguments import as_argument, blank_states, zeros
from pizzabox.engine.position import View
from pizzabox.engine.rng import GOLDEN, MASK, mix

from . import played_on

ERROR = 0.01
"""The chance that luck alone puts a gap outside its interval, over all the rivals of a move together."""


@dataclass(frozen=True)
class MeasuredMoves:
    """The share of wins after each move, and by how much the best are ahead at the least."""

    shares: dict[int, float]
    best: tuple[int, ...]
    """The best move, or the few that stand out together; the one that won most comes first."""
    ahead: float
    """The lower end of the 99% interval of the gap from any of them to any other move."""
    samples: int


class Measure:
    """Measures positions of one game with its options."""

    def __init__(self, game: Game) -> None:
        self.game, self._size = game, game.state.size // 8
        self._scratch, self._words = blank_states(game.state, 2)
        self._codes, self._out = zeros(game.width, np.int32), zeros(game.players, np.float64)

    @cached_property
    def _played_on(self) -> Kernel:
        return self.game.kernels.specialised(played_on.played_on)

    def results(self, view: View, code: int, samples: int, seed: int) -> NDArray[np.float64]:
        """The viewer's result in each of so many games after a move."""
        compiled = numba_version() is not None
        numbers = [mix((seed * GOLDEN + (k + 1) * 0xD1B54A32D192ED03) & MASK) for k in range(samples)]
        won = zeros(samples, np.float64)
        self._played_on(
            *(as_argument(view.state), view.viewer, code, self._scratch, self._words, self._size),
            *(self._codes, self._out, np.array(numbers, np.uint64) if compiled else numbers, won),
        )
        return np.asarray(won)

    def moves(self, view: View, samples: int, seed: int, several: int = 1) -> MeasuredMoves:
        """Every legal move of the viewer, in the same worlds with the same luck."""
        codes = view.legal().codes
        return stands_out(codes, [self.results(view, code, samples, seed) for code in codes], several)


def widest(shares: Sequence[float], several: int) -> tuple[int, float]:
    """How many of the best, at most `several`, have the widest gap below them, and that gap. Shares fall."""
    gaps = [shares[k - 1] - shares[k] for k in range(1, min(several, len(shares) - 1) + 1)]
    return max(((k, gap) for k, gap in enumerate(gaps, 1)), key=lambda one: one[1], default=(1, 0.0))


def stands_out(codes: Sequence[int], results: Sequence[NDArray[np.float64]], several: int = 1) -> MeasuredMoves:
    """Which moves won most, and how far ahead of all others they are at the least, with pairs of games compared."""
    shares = {code: float(each.mean()) for code, each in zip(codes, results, strict=True)}
    order = sorted(range(len(codes)), key=lambda i: -shares[codes[i]])
    count, _ = widest([shares[codes[i]] for i in order], several)
    samples, pairs = len(results[0]), count * (len(codes) - count)
    far = NormalDist().inv_cdf(1 - ERROR / 2 / max(1, pairs))
    gaps = (results[i] - results[j] for i in order[:count] for j in order[count:])
    ahead = min((float(gap.mean() - far * gap.std(ddof=1) / math.sqrt(samples)) for gap in gaps), default=0.0)
    return MeasuredMoves(shares, tuple(codes[i] for i in order[:count]), ahead, samples)
