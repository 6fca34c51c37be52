"""The pizza: its spaces, lines and slices against the facts and the referee."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from pizzabox.engine.bits import members
from pizzabox.games.theory import board
from tests.games.theory import referee
from tests.games.theory.helpers import slices


@pytest.mark.rule("T1.2")
def test_the_pizza_has_37_spaces_in_seven_columns() -> None:
    assert len(board.SPACES) == 37
    columns = Counter(name[0] for name in board.NAMES)
    assert dict(columns) == {"a": 4, "b": 5, "c": 6, "d": 7, "e": 6, "f": 5, "g": 4}
    assert {name: board.SPACES[i] for name, i in board.BY_NAME.items()} == referee.CUBES
    assert board.SPACES[board.BY_NAME["d4"]] == (0, 0, 0)


@pytest.mark.rule("T1.2")
def test_neighbours_are_the_spaces_that_touch() -> None:
    for i, cube in enumerate(board.SPACES):
        near = {board.SPACES[j] for j in members(int(board.NEAR[i]))}
        assert near == {other for other in referee.BOARD if referee.touching(cube, other)}
    assert len(members(int(board.NEAR[board.BY_NAME["d4"]]))) == 6
    assert len(members(int(board.NEAR[board.BY_NAME["d1"]]))) == 3


@pytest.mark.rule("T1.3", "T3.2")
def test_all_216_divisions_agree_with_the_referee() -> None:
    seen = set()
    sizes = Counter[int]()
    for a, b, c in product(range(1, 7), repeat=3):
        cuts = a, b, c
        ours = slices(cuts)
        slow = referee.slices(dict(zip(("1st", "2nd", "3rd"), cuts, strict=True)))
        assert {frozenset(referee.CUBES[n] for n in part) for part in ours} == {frozenset(part) for part in slow}
        assert sum(len(part) for part in ours) == 37
        assert all(ours)
        seen.add(frozenset(ours))
        sizes[len(ours)] += 1
    assert len(seen) == 216
    assert set(sizes) == {4, 5, 6, 7}


@pytest.mark.rule("T3.2")
def test_the_printed_example_makes_five_slices() -> None:
    assert sorted(len(part) for part in slices((5, 6, 4))) == [1, 4, 8, 10, 14]


@pytest.mark.rule("T1.3")
def test_each_seat_counts_its_lines_from_left_to_right() -> None:
    """Turning the board by a third maps each label's line k on the next label's line k."""
    turn = {cube: (cube[1], cube[2], cube[0]) for cube in board.SPACES}
    for label, k in product(range(3), range(6)):
        rows = {turn[board.SPACES[i]] for i in members(int(board.TOUCH[label, k]))}
        after = {board.SPACES[i] for i in members(int(board.TOUCH[(label + 1) % 3, k]))}
        assert rows == after
    left, right = (board.TOUCH[0, k] for k in (0, 5))
    assert {board.NAMES[i][0] for i in members(int(left))} == {"a", "b"}
    assert {board.NAMES[i][0] for i in members(int(right))} == {"f", "g"}


@pytest.mark.rule("T1.4")
def test_start_layouts_are_the_house_table() -> None:
    assert board.LAYOUT_NAMES == ("S1", "S2", "S3", "K")
    for i, name in enumerate(board.LAYOUT_NAMES):
        for label, word in enumerate(("1st", "2nd", "3rd")):
            cubes = {board.SPACES[j] for j in members(int(board.START[i, label]))}
            assert cubes == set(referee.STARTS[name][word])
            a, b = cubes
            assert not referee.touching(a, b)
        everything = [cube for pair in referee.STARTS[name].values() for cube in pair]
        assert len(set(everything)) == 6
