"""The pizza can be rotated by thirds if the labels rotate with it: the rules see no difference."""

import numpy as np
from numpy.typing import NDArray

from pizzabox.engine.options import Options
from pizzabox.engine.symmetries import Symmetries

from .board import INDEX, SPACES, N
from .evaluation import FEATURES
from .rules import CODES, COLOUR_COUNT, PUT

THIRDS = 3
ROTATED = np.array([INDEX[y, z, x] for x, y, z in SPACES])
"""Where each space goes when label 1st goes to 2nd."""
PER_COLOUR = 8
"""Features of a colour beside its spaces; the labels come second."""


def symmetries(options: Options) -> Symmetries:
    """The ways a learner may look at the pizza. With three players whoever begins has label 1st, so there is one."""
    ways = THIRDS if options["players"] == 2 else 1
    columns, labels = (np.tile(np.arange(size), (ways, 1)) for size in (FEATURES, CODES))
    for way in range(1, ways):
        columns[way], labels[way] = _rotated(columns[way - 1], labels[way - 1])
    return Symmetries(columns, labels)


def _rotated(columns: NDArray[np.int64], labels: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The same after another third."""
    seen, named = columns.copy(), labels.copy()
    for c in range(COLOUR_COUNT):
        seen[c * N + ROTATED] = columns[c * N : (c + 1) * N]
        first = COLOUR_COUNT * N + c * PER_COLOUR + 1
        seen[first : first + THIRDS] = np.roll(columns[first : first + THIRDS], 1)
    for first in (0, PUT):
        named[first + ROTATED] = labels[first : first + N]
    return seen, named
