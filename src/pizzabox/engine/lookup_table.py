"""Component tables for kernels: constant arrays of 64-bit integers."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray


def lookup_table(rows: Iterable[object]) -> NDArray[np.int64]:
    """A read-only table of integers, the only kind of constant array a kernel may read.

    One integer width everywhere: narrower entries would overflow in plain Python where compiled code widens them.
    """
    made = np.ascontiguousarray(list(rows), dtype=np.int64)
    made.setflags(write=False)
    return made
