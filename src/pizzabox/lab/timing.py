"""Measuring a speed: several times, and the median counts."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

REPEATS = 3


def median_rate(run: Callable[[], int], seconds: float) -> float:
    """Steps a second of something that is done again and again and says how many steps it had each time.

    The first time is not counted: that is when programs are compiled and caches filled.
    """
    run()
    rates = []
    for _ in range(REPEATS):
        steps, began = 0, time.perf_counter()
        while (took := time.perf_counter() - began) < seconds / REPEATS:
            steps += run()
        rates.append(steps / took)
    return statistics.median(rates)
