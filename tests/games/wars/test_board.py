"""The boards, pieces and set-ups of Pizza Wars against the facts."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

import pizzabox
from pizzabox.games.wars import board
from pizzabox.games.wars.board import AREA, CELLS, COUNTS, CUTS, DIRECTIONS, INDEX, KINDS, NAMES, PERIOD, REACH, SLICES
from tests.games.wars import referee
from tests.games.wars.helpers import on, texts
from tests.games.wars.test_referee import judge_of

SETUPS: dict[str, tuple[int, int]] = {
    "short": (7, 1), "medium": (10, 1), "long12": (12, 1), "long13": (13, 2), "customers": (10, 3), "long14": (14, 3),
}  # fmt: skip


@pytest.mark.rule("W1.1", "W1.2")
def test_boards_touch_along_four_hexes_in_seven_pairs() -> None:
    assert {NAMES[i]: CELLS[i] for i in range(111)} == referee.CELLS
    for a, b in combinations(range(3), 2):
        pairs = {
            (i, j)
            for i in range(AREA * a, AREA * a + AREA)
            for j in range(AREA * b, AREA * b + AREA)
            if (CELLS[j][0] - CELLS[i][0], CELLS[j][1] - CELLS[i][1]) in DIRECTIONS
        }
        assert len(pairs) == 7
        assert len({i for i, _ in pairs}) == len({j for _, j in pairs}) == 4
    assert {NAMES[INDEX[q, -3]] for q in range(4)} == {"g1", "g2", "g3", "g4"}
    assert {NAMES[INDEX[q, -4]] for q in range(4)} == {"h1", "h2", "h3", "h4"}


@pytest.mark.rule("W2.1", "W2.2", "W2.3")
def test_the_kinds_have_their_slices_cuts_and_numbers() -> None:
    assert dict(zip(KINDS, COUNTS, strict=True)) == {
        "manager": 2, "cook": 2, "dough": 2, "sauce": 2, "driver": 3, "customer": 3,
    }  # fmt: skip
    assert [s.count("1") for s in SLICES] == [5, 4, 4, 4, 3, 3]
    assert [int(CUTS[6 * k]).bit_count() for k in range(6)] == [4, 3, 2, 2, 2, 0]
    assert REACH.tolist() == [1, 2, 2, 2, 3, 3]
    assert PERIOD.tolist() == [6, 6, 6, 3, 6, 2]
    assert tuple(referee.SHAPES[letter] for letter in board.LETTERS) == SLICES


@pytest.mark.rule("W3.1", "W3.2", "W3.3")
@pytest.mark.parametrize("name", SETUPS)
def test_layouts_are_fair_and_start_without_a_prank(name: str) -> None:
    for players in (2, 3):
        if players == 2 and name in ("customers", "long14"):
            with pytest.raises(pizzabox.BadOption, match="needs three boards"):
                pizzabox.load("wars", setup=name)
            continue
        counts = []
        for first in ("white", "red", "green")[:players]:
            pos = pizzabox.load("wars", players=players, setup=name, first=first).start(seed=1)
            assert not any("x" in text for text in texts(pos))
            counts.append(len(texts(pos)))
            mine = pos.state.kind.tolist()[16 * pos.state.player :][:16]
            assert (sum(k >= 0 for k in mine), mine.count(5)) == SETUPS[name]
        assert len(set(counts)) == 1
        assert pos.state.boards3 == players - 2


@pytest.mark.rule("W3.2", "W3.3")
def test_the_medium_layout_hex_by_hex() -> None:
    pos = pizzabox.load("wars").start(seed=1)
    expected = {"f2": "wK", "f3": "wM", "f4": "wK", "e2": "wD", "e3": "wG", "e4": "wG", "e5": "wD"}
    expected |= {"d3": "wS", "d4": "wC", "d5": "wS", "i2": "rK", "i3": "rM", "i4": "rK", "k4": "rC"}
    assert {h: on(pos, h) for h in expected} == expected
    judge = judge_of(pos)
    assert judge.army[referee.CELLS["f2"]].sides == "110011", "the Cook looks W NW NE E"
    assert judge.army[referee.CELLS["e2"]].sides == "110001", "the left Driver leans inwards: NW NE E"
    assert judge.army[referee.CELLS["e5"]].sides == "100011", "the right one is its mirror image"


@pytest.mark.rule("W3.4", "W3.5")
def test_random_set_ups() -> None:
    seen = set()
    for seed in range(40):
        shared = pizzabox.load("wars", draw="shared").start(seed=seed).state
        assert shared.kind.tolist()[:16] == shared.kind.tolist()[16:32]
        own = pizzabox.load("wars", draw="own").start(seed=seed).state
        for side in range(2):
            kinds = own.kind.tolist()[16 * side : 16 * side + 10]
            assert kinds.count(5) == 1 and kinds[1] == 0 and kinds.count(0) == 1
            assert all(kinds.count(k) <= COUNTS[k] for k in range(6))
        seen.add(tuple(own.kind))
        three = pizzabox.load("wars", draw="own", players=3, setup="long14").start(seed=seed).state
        assert sorted(three.kind.tolist()[:14]) == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4, 5, 5, 5]
        assert three.kind[0] == three.kind[2] == 0
        long = pizzabox.load("wars", draw="own", setup="long13").start(seed=seed).state
        assert long.kind.tolist()[:13].count(5) == 2
        small = pizzabox.load("wars", draw="own", setup="short").start(seed=seed).state
        assert small.kind[1] == 0 and small.kind.tolist()[:7].count(5) == 1
    assert len(seen) == 40


# Depth 3 is move, turn of a piece, move of the next player. Counted once by the referee, which shares no code.
PERFT: dict[tuple[str, int], tuple[int, int, int]] = {
    ("short", 2): (18, 234, 4095),
    ("medium", 2): (24, 456, 10925),
    ("long12", 2): (28, 644, 18009),
    ("long13", 2): (31, 744, 23040),
    ("short", 3): (21, 273, 5525),
    ("medium", 3): (27, 513, 13737),
    ("long12", 3): (30, 690, 20608),
    ("long13", 3): (33, 792, 26040),
    ("customers", 3): (29, 493, 14178),
    ("long14", 3): (31, 775, 23925),
}


def perft(pos: pizzabox.Position, depth: int) -> int:
    codes = pos.legal().codes
    if depth == 1:
        return len(codes)
    total = 0
    for code in codes:
        pos.play(code)
        total += perft(pos, depth - 1) if not pos.over else 0
        pos.undo()
    return total


@pytest.mark.parametrize(("name", "players"), PERFT, ids=str)
def test_the_number_of_playthroughs_of_each_depth_is_known(name: str, players: int) -> None:
    game = pizzabox.load("wars", setup=name, players=players)
    game.warm()
    assert tuple(perft(game.start(seed=1), d) for d in (1, 2, 3)) == PERFT[name, players]


def slow_perft(judge: Any, depth: int) -> int:
    import copy

    legal = judge.legal()
    if depth == 1:
        return len(legal)
    total = 0
    for text in legal:
        trial = copy.deepcopy(judge)
        trial.play(text)
        total += slow_perft(trial, depth - 1) if trial.winners is None else 0
    return total


@pytest.mark.parametrize(("name", "players"), PERFT, ids=str)
def test_perft_of_the_referee(name: str, players: int) -> None:
    """To depth 2 everywhere, to depth 3 for the short game: the referee is slow."""
    pos = pizzabox.load("wars", setup=name, players=players).start(seed=1)
    depth = 3 if name == "short" and players == 2 else 2
    assert tuple(slow_perft(judge_of(pos), d) for d in range(1, depth + 1)) == PERFT[name, players][:depth]


@pytest.mark.rule("W3.2")
def test_long_is_all_that_two_or_three_boards_hold() -> None:
    for players, exact in ((2, "long13"), (3, "long14")):
        long, same = (pizzabox.load("wars", setup=name, players=players) for name in ("long", exact))
        assert bytes(long.start(seed=1)) == bytes(same.start(seed=1)) and long.longest == same.longest
    with_agent = pizzabox.load("wars", setup="long", agent=True)
    assert with_agent.start(seed=1).state.team.tolist() == [14, 14, 14]


@pytest.mark.rule("W5.1", "W5.2", "W5.3")
def test_one_piece_holds_at_most_seven_two_fourteen_three_twenty() -> None:
    """Facts: a Customer and one other piece are enough for a goal of ten, one piece alone is not."""
    from pizzabox.games.wars.rules.territory import hexes_held

    game = pizzabox.load("wars")
    count = game.kernels.compiler.compiled(hexes_held)
    s = game.start(seed=1).state
    for c in range(111):
        s.at[c] = 0
    for slot in range(48):
        s.where[slot] = -1
    best = {}
    for n in (1, 2, 3):
        best[n] = 0
        for cells in combinations(range(AREA, 2 * AREA), n):
            for slot, c in enumerate(cells):
                s.where[slot] = c
                s.at[c] = slot + 1
            best[n] = max(best[n], sum(int(part).bit_count() for part in count(s.raw, 0, -1, -1, -1)))
            for c in cells:
                s.at[c] = 0
    assert best == {1: 7, 2: 14, 3: 20}
