"""Matrix games: two choose at once, and one's gain is the other's loss. Solved in fractions by the simplex method."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

Table = Sequence[Sequence[Fraction]]
"""What the row player wins, by row and column."""


def secured(table: Table) -> Fraction:
    """The most that one row secures against every column."""
    return max(min(row) for row in table)


def held_to(table: Table) -> Fraction:
    """The least that one column holds the row player to."""
    columns: list[tuple[Fraction, ...]] = list(zip(*table, strict=True))
    return min(max(column) for column in columns)


def saddle(table: Table) -> tuple[int, int] | None:
    """A row and a column that nobody gains by leaving, if choices need not be mixed."""
    for i, row in enumerate(table):
        for j, value in enumerate(row):
            if value == min(row) and value == max(other[j] for other in table):
                return i, j
    return None


def value(table: Table) -> Fraction:
    """The value of the game when both mix as well as can be."""
    low, high = secured(table), held_to(table)
    if low == high:
        return low
    shift = 1 - min(min(row) for row in table)
    return 1 / _largest([[entry + shift for entry in row] for row in table]) - shift


def _largest(positive: Table) -> Fraction:
    """The largest sum of y >= 0 with table · y <= 1: one by the value of the game, since every entry is above 0.

    Bland's rule (the first column that helps, of equal rows the one whose variable comes first) never goes in circles.
    """
    rows, columns = len(positive), len(positive[0])
    tableau = [[*row, *(Fraction(i == k) for k in range(rows)), Fraction(1)] for i, row in enumerate(positive)]
    goal = [Fraction(-1)] * columns + [Fraction(0)] * (rows + 1)
    basis = list(range(columns, columns + rows))
    while (entering := next((j for j, entry in enumerate(goal[:-1]) if entry < 0), None)) is not None:
        leaving = min(
            (i for i in range(rows) if tableau[i][entering] > 0),
            key=lambda i: (tableau[i][-1] / tableau[i][entering], basis[i]),
        )
        pivot = tableau[leaving][entering]
        tableau[leaving] = [entry / pivot for entry in tableau[leaving]]
        for other in [*(row for i, row in enumerate(tableau) if i != leaving), goal]:
            factor = other[entering]
            if factor:
                other[:] = [a - factor * b for a, b in zip(other, tableau[leaving], strict=True)]
        basis[leaving] = entering
    return goal[-1]
