"""What several tests of Pizza Theory need."""

from __future__ import annotations

from pizzabox.engine.bits import members
from pizzabox.games.theory.board import NAMES, SLICE_COUNT, SLICES


def slices(cuts: tuple[int, int, int]) -> list[frozenset[str]]:
    """The slices made by the cuts of 1st, 2nd and 3rd (numbers 1 to 6), as sets of space names."""
    row = 36 * (cuts[0] - 1) + 6 * (cuts[1] - 1) + cuts[2] - 1
    return [frozenset(NAMES[i] for i in members(int(part))) for part in SLICES[row, : SLICE_COUNT[row]]]
