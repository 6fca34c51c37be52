"""The kernel that plays a row in each thread of a card. Imported only where there is a card, or its simulator."""

from __future__ import annotations

import numpy as np
from numba import cuda as numba_cuda
from numpy.typing import NDArray

from pizzabox.engine.cuda_lanes import WIDTH, WORDS, records
from pizzabox.engine.kernel import OfNumba
from pizzabox.engine.state import Grid, Ints, NumberRows, Numbers

from .row_kernels import BEGUN, LOGGED, PLACES, ROW, Work, Written, play_row

cuda: OfNumba = numba_cuda


def rows_on_card(
    options: Numbers,
    seeds: Ints,
    dice: Numbers,
    seating: Numbers,
    asked_first: Numbers,
    kinds: Grid,
    sides: Numbers,
    limit: int,
    length: Numbers,
    first: Numbers,
    opening: Grid,
    changes: Numbers,
    decided: Numbers,
    logged: Numbers,
    returns: NDArray[np.float64],
    scores: NDArray[np.int64],
    subjects: NDArray[np.int32],
    counted: NumberRows,
    ended: Numbers,
) -> None:
    """One random game a thread, with what is written down of it. Nothing is logged, and nobody looks ahead."""
    i = cuda.grid(1)
    if i < len(ended):
        words = cuda.local.array((1, WORDS), np.uint64)
        codes = cuda.local.array(WIDTH, np.int32)
        at = cuda.local.array(PLACES, np.int64)
        at[ROW] = i
        at[BEGUN] = 0
        at[LOGGED] = 0
        work = Work(
            states=records(words[0]),
            words=words,
            options=options,
            seeds=seeds,
            dice=dice,
            kinds=kinds,
            seating=seating,
            asked_first=asked_first,
            sides=sides,
            opening=0,
            limit=limit,
            play_out=0,
            careless=0,
            keep_log=0,
            at=at,
            log=codes,
            codes=codes,
            replies=codes,
            seeds_of_worlds=seeds,
            marks_of_worlds=seeds,
            times_of_worlds=at,
            values=returns[i],
            totals=returns[i],
            prospects=returns[i],
            points=scores[i],
            counted=counted[i],
        )
        ended[i] = play_row(work, Written(length, first, opening, changes, decided, logged, returns, scores, subjects))
