"""The symmetries of a board, as a learner needs them: where features and move labels go."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


class Symmetries(NamedTuple):
    """A row for each way to lay the board; the first leaves it as it is."""

    columns: NDArray[np.int64]
    """For each feature, its column on the unturned board."""
    labels: NDArray[np.int64]
    """For each label, that of the same move on the unturned board."""
