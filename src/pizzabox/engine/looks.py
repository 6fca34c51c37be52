"""The ways in which a learner may look at a board whose rules see no difference between them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


class Looks(NamedTuple):
    """A row for each way, the first of them as the board lies."""

    columns: NDArray[np.int64]
    """Of each number among the features, the column where it stands when nothing is turned."""
    labels: NDArray[np.int64]
    """Of each label, that of the same move when nothing is turned."""
