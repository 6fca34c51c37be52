"""What each thread of a card does with its row. Imported only where there is a card, or its simulator."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import cuda as numba_cuda

from pizzabox.engine.cuda_lanes import WIDTH, WORDS, records

from .row_kernels import BEGUN, LOGGED, PLACES, ROW, Work, Written, play_row

cuda: Any = numba_cuda


def rows_on_card(
    options: Any,
    seeds: Any,
    dice: Any,
    seating: Any,
    kinds: Any,
    sides: Any,
    limit: int,
    length: Any,
    first: Any,
    opening: Any,
    changes: Any,
    decided: Any,
    logged: Any,
    returns: Any,
    scores: Any,
    ended: Any,
) -> None:
    """One random game a thread, to its end, with what is written down of it."""
    i = cuda.grid(1)
    if i < len(ended):
        words = cuda.local.array((1, WORDS), np.uint64)
        codes = cuda.local.array(WIDTH, np.int32)
        at = cuda.local.array(PLACES, np.int64)
        at[ROW] = i
        at[BEGUN] = 0
        at[LOGGED] = 0
        work = Work(
            records(words[0]),
            words,
            options,
            seeds,
            dice,
            kinds,
            seating,
            sides,
            limit,
            0,
            0,
            0,
            at,
            codes,
            codes,
            codes,
            seeds,
            seeds,
            at,
            returns[i],
            returns[i],
            returns[i],
            scores[i],
        )
        ended[i] = play_row(work, Written(length, first, opening, changes, decided, logged, returns, scores))
