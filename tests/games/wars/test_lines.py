"""Lines of hexes as bits: the tables, and what is read from them, against the obvious form."""

from __future__ import annotations

import random

import pytest

from pizzabox.games.wars import board
from pizzabox.games.wars.rules import steps, territory
from tests.games.wars.helpers import pivots
from tests.games.wars.scattered import crowded


def test_neighbours_on_a_line_are_neighbouring_bits() -> None:
    for axis, up in enumerate(board.AXES):
        spots = [int(board.SPOT[3 * c + axis]) for c in range(board.N)]
        assert len(set(spots)) == board.N and all(spot % 64 < 62 for spot in spots)
        for c, spot in enumerate(spots):
            assert board.HEX_AT[128 * axis + spot] == c
            after = int(board.NEXT[(board.N + c) * 6 + up])
            assert (spots[after] == spot + 1) if after >= 0 else (spot + 1 not in spots)


def test_a_set_of_hexes_is_the_same_in_all_words() -> None:
    for side in range(board.SIDE_COUNT):
        for word in range(board.WORDS):
            hexes = {int(board.HEX_AT[64 * word + k]) for k in range(62) if int(board.HOME[side, word]) >> k & 1}
            assert hexes <= {c for c in range(board.N) if board.BOARD[c] == side}
        assert sum(int(word).bit_count() for word in board.HOME[side]) == 3 * board.AREA
    assert not board.ON_LINES[0].any(), "no hex is in no word"


def test_pieces_on_the_lines_are_the_hexes_they_stand_on() -> None:
    dice, gone = random.Random(9), 0
    for n in range(100):
        s = crowded(dice, 2 + n % 2).state
        for side in range(board.SIDE_COUNT):
            for slot in range(16 * side, 16 * side + s.team[side]):
                if s.where[slot] >= 0 and dice.random() < 0.2:
                    s.at[s.where[slot]], s.where[slot] = 0, -1
            standing = [s.where[slot] for slot in range(16 * side, 16 * side + s.team[side])]
            words = [0] * board.WORDS
            for c in standing:
                words = [word | int(bits) for word, bits in zip(words, board.ON_LINES[c + 1], strict=True)]
            assert list(territory.stand_now(s, side)) == words
            gone += -1 in standing
    assert gone > 100


def test_runs_between_two_stops() -> None:
    dice, some = random.Random(5), 0
    for _ in range(2000):
        taken = [dice.choice("..#s") for _ in range(62)]
        free = sum(1 << k for k, what in enumerate(taken) if what == ".")
        stops = sum(1 << k for k, what in enumerate(taken) if what == "s")
        expected, run = 0, -1
        for k, what in enumerate(taken):
            if what == "s":
                expected |= sum(1 << i for i in range(run, k)) if run >= 0 else 0
                run = k + 1
            elif what == "#":
                run = -1
        assert territory.between(free, stops) == expected
        some += expected > 0
    assert some > 1000


@pytest.mark.rule("W2.4", "W4.1")
def test_where_a_step_leads() -> None:
    for mode in range(2):
        for c in range(board.AREA * (2 + mode)):
            for d in range(6):
                to = c
                for far in range(4):
                    to = int(board.NEXT[(mode * board.N + to) * 6 + d]) if to >= 0 else -1
                    assert board.TARGET[mode * board.N + c, 4 * d + far] == to
                assert board.TARGET[mode * board.N + c, 24 + d] == board.LEAP[(mode * board.N + c) * 6 + d]


@pytest.mark.rule("W6.4")
def test_a_covered_piece_stands_in_no_line_of_a_rival() -> None:
    dice, covered, in_line = random.Random(9), 0, 0
    for n in range(200):
        s = crowded(dice, 2 + n % 2).state
        rivals = [p for p in range(s.players) if p != s.side]
        for i in range(s.team[s.side]):
            cell = s.where[16 * s.side + i]
            if cell >= 0:
                pivot = any(pivots(s, p, s.side) >> i & 1 for p in rivals)
                assert not (pivot and steps.covered(s, cell))
                covered += steps.covered(s, cell)
                in_line += pivot
    assert covered > 100 and in_line > 100
