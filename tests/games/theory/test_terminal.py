"""The text board: the numbers of the cut lines stand where the lines end."""

from __future__ import annotations

import pytest

import pizzabox
from pizzabox.games.theory.board import AXIS, NAMES, SPACES, TOUCH
from pizzabox.games.theory.terminal import LINE_SIGNS, _line_ends


def _place(row: int, column: float) -> complex:
    """A character is about twice as high as wide."""
    return complex(column, 2 * row)


@pytest.mark.rule("T1.3")
def test_each_number_stands_between_the_two_rows_of_its_line() -> None:
    rows = str(pizzabox.load("theory").start(0)).splitlines()
    centres = {}
    for space, name in enumerate(NAMES):
        row = next(r for r, text in enumerate(rows) if name in text)
        centres[space] = _place(row, rows[row].index(name) + 1.5)
    for index, (row, column, sign) in enumerate(_line_ends()):
        line, label = index // 3, index % 3
        assert sign == LINE_SIGNS[line]
        assert rows[row][column] == sign
        here = _place(row, column)
        a, b = sorted(centres, key=lambda space: abs(centres[space] - here))[:2]
        assert TOUCH[label, line] >> a & 1
        assert TOUCH[label, line] >> b & 1
        assert SPACES[a][AXIS[label]] != SPACES[b][AXIS[label]]


def test_the_board_fits_a_terminal_of_80_by_24() -> None:
    lines = str(pizzabox.load("theory").start(0)).splitlines()
    assert len(lines) <= 21
    assert max(map(len, lines)) <= 80
