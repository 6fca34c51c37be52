"""The text board: the numbers of the cut lines stand where the lines end, cuts are lines, slices have their letters."""

from __future__ import annotations

import re
from itertools import product

import pytest

import pizzabox
from pizzabox.engine.catalogue import languages, speaking
from pizzabox.games.theory.board import AXIS, NAMES, SPACES, TOUCH
from pizzabox.games.theory.text_board import LEVEL, LINE_SIGNS, UPRIGHT, _line_ends, line_signs
from tests.games.theory import referee
from tests.games.theory.test_rules import EXAMPLE, cut, cutting, three
from tests.helpers import walk

WIDE = 5
"""Signs of a column, from its spaces' names to the gap before the next column."""


def _place(row: int, column: float) -> complex:
    """A character is about twice as high as wide."""
    return complex(column, 2 * row)


def _spots(text: str) -> dict[str, tuple[int, int]]:
    """Where each space stands on a text board."""
    rows = text.splitlines()[:14]
    found = {m[0]: (r, m.start()) for r, row in enumerate(rows) for m in re.finditer(r"[a-g]\d", row)}
    assert set(found) == set(NAMES)
    return found


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


@pytest.mark.rule("T1.3", "T3.2")
def test_a_line_lies_between_just_the_spaces_that_it_parts() -> None:
    at = _spots(str(three().start(0)))
    by_spot = {spot: name for name, spot in at.items()}
    for (label, word), number in product(enumerate(("1st", "2nd", "3rd")), range(1, 7)):
        signs = line_signs(label, number)

        def beyond(name: str, word: str = word, number: int = number) -> bool:
            return referee.CUBES[name][referee.CUT_AXIS[word]] + 3.5 > number

        for name, (row, column) in at.items():
            below = by_spot.get((row + 2, column))
            drawn = [signs.get((row + 1, column + i)) for i in range(WIDE)]
            parted = below is not None and beyond(name) != beyond(below)
            assert drawn == [LEVEL if parted else None] * WIDE, (word, number, name)
            beside = by_spot.get((row + 1, column + WIDE + 1)) or by_spot.get((row - 1, column + WIDE + 1))
            if word == "1st" and beside:
                assert (signs.get((row, column + WIDE)) == UPRIGHT) == (beyond(name) != beyond(beside))
            assert not {(row, column + i) for i in range(WIDE)} & set(signs), "no line runs through a space"


@pytest.mark.rule("T3.2")
@pytest.mark.parametrize("first", range(1, 7))
def test_every_slice_has_its_letter_inside(first: int) -> None:
    """All divisions: each letter stands once, between two spaces of its slice or beside one, as the log names it."""
    for second, third in product(range(1, 7), repeat=2):
        pos = cutting(**EXAMPLE)
        cut(pos, first, second, third)
        text = str(pos.view())
        rows, at = text.splitlines(), {spot: name for name, spot in _spots(text).items()}
        parts = referee.slices({"1st": first, "2nd": second, "3rd": third})
        met = set()
        for letter in "ABCDEFG"[: len(parts)]:
            places = [(r, m.start()) for r, row in enumerate(rows[:14]) for m in re.finditer(letter, row)]
            assert len(places) == 1
            ((row, column),) = places
            near = [at.get((row - 1, column - 1)), at.get((row + 1, column - 1))]
            if None in near:
                near = [at.get((row, column - 4))]
            homes = {i for i, part in enumerate(parts) for name in near if referee.CUBES[str(name)] in part}
            assert len(homes) == 1, (first, second, third, letter)
            met |= homes
        assert met == set(range(len(parts)))
        taken = re.findall(r"slice ([A-G])|Slice ([A-G])", "\n".join(pos.log()))
        assert {a or b for a, b in taken} <= set("ABCDEFG"[: len(parts)])
        assert f"Cuts in round 1: 1st {first} (red), 2nd {second} (green), 3rd {third} (white); slices A to" in text


def test_the_letters_on_the_board_are_those_of_the_log() -> None:
    """The example of the rulebook: white goes from A's leaders, C is white's and D red's in their own spaces."""
    pos = cutting(**EXAMPLE)
    cut(pos, 5, 6, 4)
    text = str(pos.view())
    at = {spot: name for name, spot in _spots(text).items()}
    told = dict(re.findall(r"(\w+) takes slice ([A-G])", "\n".join(pos.log())))
    assert set(told) == {"Red", "White"}
    for name, letter in told.items():
        row = next(r for r, line in enumerate(text.splitlines()[:14]) if letter in line)
        column = text.splitlines()[row].index(letter)
        space = at.get((row - 1, column - 1)) or at[row, column - 4]
        part = next(p for p in referee.slices({"1st": 5, "2nd": 6, "3rd": 4}) if referee.CUBES[space] in p)
        owner = ("red", "green", "white").index(name.lower())
        assert sum(space in EXAMPLE[name.lower()] for space in map(referee.space_name, part)) >= 2
        assert all(
            pos.state.spaces[other] >> NAMES.index(referee.space_name(cube)) & 1 == 0
            for cube in part
            for other in range(3)
            if other != owner
        )


def test_lines_show_what_is_known_and_no_more() -> None:
    """A secret cut is drawn for its owner only; a rolled die for all; after a reveal the lines stay until the next."""
    pos = cutting(**EXAMPLE)
    plain = str(pos.view(1)).split("\n\n")[0]
    assert UPRIGHT not in plain and LEVEL not in plain
    pos.play("cut 3", 0)
    assert UPRIGHT in str(pos.view(0)) and UPRIGHT not in str(pos.view(1)) + str(pos.view())
    cut_others = [(1, 2), (2, 5)]
    for player, number in cut_others:
        pos.play(f"cut {number}", player)
    assert all(UPRIGHT in str(pos.view(viewer)) for viewer in (-1, 0, 1, 2))
    pos.play(pos.legal()[0])
    assert "slices A to" in str(pos.view()), "still there when the first topping is added"
    two = pizzabox.load("theory", players=2, first="red").start(3)
    while not two.state.cut[2]:
        two.play(two.legal()[0])
    assert LEVEL in str(two.view()), "the die's cutter lies on the pizza"


def test_the_board_fits_a_terminal_of_80_by_24() -> None:
    for language in languages():
        with speaking(language):
            for layout in ("S1", "K"):
                for pos in walk(pizzabox.load("theory", layout=layout), 5):
                    lines = str(pos.view()).splitlines()
                    assert len(lines) <= 21
                    assert max(map(len, lines)) <= 80, language


@pytest.mark.rule("T1.3", "T1.4")
def test_layout_k_says_that_lines_go_from_far_to_near() -> None:
    """In K the two X spaces of a label, which mark its side, lie beyond its line 6: that is the nearest one."""
    for layout in ("S1", "S2", "S3", "K"):
        pos = pizzabox.load("theory", layout=layout, first="red").start(1)
        while pos.state.phase != 2:
            pos.play(pos.legal()[0])
        side = all(cube[referee.CUT_AXIS[word]] == 3 for word, pair in referee.STARTS[layout].items() for cube in pair)
        assert side == (layout == "K")
        assert ("⑥ is nearest" in str(pos)) == side
    assert "In layout K" in pos.game.rules["T1.3"].text
    assert pos.game.rules["T1.3"].source == "reading"
