"""When a position of heXentafl is the same as another (X4.5), and when it only looks so to a careless eye."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import pytest

import pizzabox
from pizzabox.engine.position import Position
from pizzabox.games.hexentafl import rules
from pizzabox.games.hexentafl.board import ALL, MARK_FOE, MARK_KING, MARK_MAN, MARK_TURN, NAMES, THRONE, N
from pizzabox.games.hexentafl.rules import REPEATED
from tests.games.hexentafl.referee import Referee, name
from tests.games.hexentafl.test_rules import at, texts


def whole(pos: Position) -> tuple[int, ...]:
    """Everything that makes a position."""
    s = pos.state
    return s.king, s.men, s.foes, s.turn


@pytest.mark.rule("X4.5")
def test_two_positions_that_differ_in_the_top_rows_are_two() -> None:
    """After two moves and after six the position is the same one; after ten it is another."""
    pos, judge = pizzabox.load("hexentafl", size=5).start(seed=1), Referee(5, "defenders")
    seen = Counter([whole(pos)])
    for text in ["f6-i6", "h8-i8", "i6-g6", "i8-h8", "g6-i6", "h8-i8", "i6-g6", "i8-i7", "g6-i8", "i7-i6"]:
        pos.play(text)
        judge.play(text)
        seen[whole(pos)] += 1
        assert not pos.over and not judge.result
    assert max(seen.values()) == 2


@pytest.mark.rule("X4.5")
def test_the_same_pieces_with_the_other_side_to_move_are_another_position() -> None:
    """The attackers lose a move by going round in three: the start stands with either side to move."""
    pos = pizzabox.load("hexentafl", first="attackers").start(seed=1)
    start = whole(pos)[:3]
    stood = [pos.state.turn]
    for text in ["h8-h7", "Ke5-f5", "h7-g7", "Kf5-e5", "g7-h8", "Ke5-f5", "h8-h7", "Kf5-e5", "h7-h8"]:
        pos.play(text)
        if whole(pos)[:3] == start:
            stood.append(pos.state.turn)
    assert stood == [1, 0, 0] and not pos.over, "three times, but only twice with the defenders to move"
    for text in ["Ke5-f5", "h8-h7", "Kf5-e5", "h7-h8"]:
        assert not pos.over
        pos.play(text)
    assert pos.over and pos.state.ended[0] == REPEATED


@pytest.mark.rule("X4.5")
def test_king_and_man_are_not_the_same_piece() -> None:
    a, b = at("g5", ["g7"], ["b5"]).state, at("g7", ["g5"], ["b5"]).state
    assert (a.men | 1 << a.king, a.foes) == (b.men | 1 << b.king, b.foes)
    assert rules.mark(a) != rules.mark(b)


@pytest.mark.rule("X4.5")
def test_a_capture_makes_an_earlier_position_impossible() -> None:
    pos = at("g5", ["c5"], ["d5", "b2", "h8"], turn="attackers")
    for text in ["h8-h7", "Kg5-g6", "h7-h8", "Kg6-g5", "b2-b5"]:
        pos.play(text)
    assert pos.state.taken and pos.state.quiet == 0
    assert [entry for entry in pos.state.past if entry] == [rules.mark(pos.state)]


def test_no_four_marks_cancel_each_other() -> None:
    """So one move, or two, never lead from a position to another of the same mark."""
    marks = [int(m) for group in (MARK_KING, MARK_MAN, MARK_FOE, MARK_TURN) for m in group]
    pairs = [a ^ b for a, b in combinations(marks, 2)]
    assert len(set(marks)) == len(marks) == 3 * N + 2 and len(set(pairs)) == len(pairs)
    for bit in range(64):
        share = sum(m >> bit & 1 for m in marks) / len(marks)
        assert 0.3 < share < 0.7, f"bit {bit} tells nothing"


@pytest.mark.parametrize("size", [0, 1])
def test_marks_differ_as_positions_do(size: int) -> None:
    """Twenty thousand positions, many of them alike: pieces go by ones and twos, mostly in the top rows."""
    dice = random.Random(size)
    s = pizzabox.load("hexentafl", size=4 + size).start(seed=1).state
    cells = [c for c in range(N) if int(ALL[size]) >> c & 1 and c != THRONE]
    seen: dict[int, tuple[int, ...]] = {}
    for _ in range(20_000):
        high = cells[-18:] if dice.random() < 0.8 else cells
        taken = dice.sample(high, 5)
        s.king, s.turn = taken[0], dice.randrange(2)
        s.men, s.foes = 1 << taken[1] | 1 << taken[2], 1 << taken[3] | 1 << taken[4]
        position = (s.king, s.men, s.foes, s.turn)
        assert seen.setdefault(int(rules.mark(s)), position) == position
    assert len(seen) > 15_000


@pytest.mark.parametrize("size", [4, 5])
@pytest.mark.rule("X4.5")
def test_a_king_in_the_top_rows_draws_only_when_the_referee_does(size: int) -> None:
    """Wandering to and fro: many games end by repetition, each when the whole position stands for the third time."""
    game, dice, drawn = pizzabox.load("hexentafl", size=size), random.Random(size), 0
    top = [n for n in NAMES if n[0] in ("fgh" if size == 4 else "ghi")]
    for _ in range(30):
        pos, judge = game.start(seed=1), Referee(size, "defenders")
        last: list[str] = []
        while not pos.over:
            legal = sorted(texts(pos))
            back = [t for t in legal if t.removeprefix("K").split("-")[::-1] == (last[-2:-1] or [""])[0].split("-")]
            high = [t for t in legal if t.removeprefix("K")[:2] in top and t[-2:] in top]
            quiet = [t for t in back or high or legal if not (t[0] == "K" and ends_it(judge, t))]
            text = dice.choice(quiet or legal) if dice.random() < 0.9 else dice.choice(legal)
            last.append(text.removeprefix("K"))
            pos.play(text)
            judge.play(text)
            assert pos.over == bool(judge.result), last
        drawn += pos.state.ended[0] == REPEATED
    assert drawn >= 5


def ends_it(judge: Referee, text: str) -> bool:
    return text[-2:] in {name(c) for c in judge.corners}
