"""Strength from results: a seat wins in proportion to exp(strength).

The ladder of the bots and a person's own rating are fitted by this one model, on the scale of chess.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

ELO = 400.0 / math.log(10.0)
"""Points of rating for one unit of strength."""
MIDDLE = 1000.0
"""The rating of strength 0, which is that of the yardstick."""
PULL = 0.01
"""A weak pull towards the middle keeps the strength of a player who never lost finite."""


def parts_of_win(returns: Sequence[float]) -> list[float]:
    """Each seat's part of the win, so that partners who win together count like one; empty where nobody won."""
    part = [(1.0 + r) / 2.0 for r in returns]
    whole = sum(part)
    return [p / whole for p in part] if whole > 0 else []


def likeliest(
    n: int,
    rows: Sequence[Sequence[int]],
    won: Sequence[Sequence[float]],
    known: Mapping[int, tuple[float, float]] | None = None,
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The likeliest strengths and how they vary together, by Newton's method on a concave likelihood.

    A row names who sat at each seat of a game, `won` which part of the win each had. `known` are strengths that were
    found before, with their standard errors: without an error they stay as they are, and vary not at all.
    """
    before = known or {}
    free = [i for i in range(n) if i not in before or before[i][1] > 0]
    middle = np.array([before[i][0] if i in before else 0.0 for i in range(n)])
    pull = np.array([before[i][1] ** -2 if i in before and i in free else PULL for i in range(n)])
    x = middle.copy()
    inner = np.ix_(free, free)
    curve = np.diag(pull)
    for _ in range(50):
        slope = -pull * (x - middle)
        curve = np.diag(pull)
        for seats, part in zip(rows, won, strict=True):
            weights = np.exp(x[list(seats)] - x[list(seats)].max())
            weights /= weights.sum()
            for a, i in enumerate(seats):
                slope[i] += part[a] - weights[a]
                for b, j in enumerate(seats):
                    curve[i, j] += weights[a] * (float(a == b) - weights[b])
        step = np.linalg.solve(curve[inner], slope[free])
        x[free] += np.clip(step, -1.0, 1.0)
        if np.abs(step).max() < 1e-9:
            break
    spread = np.zeros((n, n))
    spread[inner] = np.linalg.inv(curve[inner])
    return x, spread
