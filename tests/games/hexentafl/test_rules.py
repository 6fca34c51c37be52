"""heXentafl rule by rule. Every id of rules.md is named by a test here."""

from __future__ import annotations

import random
from typing import Any

import pytest

import pizzabox
from pizzabox.engine.position import Position
from pizzabox.games.hexentafl import board, evaluation
from pizzabox.games.hexentafl.rules import ESCAPED, LONG, QUIET, REPEATED, STUCK, TAKEN
from tests.games.hexentafl.referee import FOE, KING, MAN, Referee, name
from tests.games.wars.duel import wins
from tests.games.wars.test_board import perft
from tests.helpers import legal_texts
from tests.helpers import size as sample

DEFENDERS, ATTACKERS = 0, 1


def at(king: str, men: list[str], foes: list[str], turn: str = "attackers", **options: Any) -> Position:
    state = {"king": king, "men": men, "foes": foes, "turn": turn}
    return pizzabox.load("hexentafl", **options).position({"state": state})


def on(bits: int) -> set[str]:
    return {n for n, i in board.BY_NAME.items() if bits >> i & 1}


def texts(pos: Position) -> set[str]:
    return set(legal_texts(pos))


@pytest.mark.rule("X1.1")
def test_the_boards_have_37_and_61_hexes_around_one_throne() -> None:
    assert [int(b).bit_count() for b in board.ALL] == [37, 61]
    assert board.NAMES[board.THRONE] == "e5"
    assert len(set(board.NAMES)) == 61
    assert {n[0] for n in on(int(board.ALL[0]))} == set("bcdefgh")


@pytest.mark.rule("X1.2", "X1.3", "X1.4")
def test_both_boards_are_set_up_as_the_rules_say() -> None:
    small = pizzabox.load("hexentafl").start(seed=1)
    assert on(small.state.foes) == {"b2", "b5", "e2", "e8", "h5", "h8"}
    assert on(small.state.men) == {"f6", "d5", "e4"} and small.actors == (DEFENDERS,)
    large = pizzabox.load("hexentafl", size=5, first="attackers").start(seed=1)
    assert on(large.state.men) == {"f6", "d5", "e4", "f5", "e6", "d4"}
    assert on(large.state.foes) == {"a1", "a5", "e1", "e9", "i5", "i9"} | on(small.state.foes)
    assert large.actors == (ATTACKERS,)


@pytest.mark.rule("X2.1", "X2.2", "X2.3", "X2.4", "X2.5")
def test_pieces_move_straight_and_corners_and_throne_are_special() -> None:
    pos = at("e5", ["e7"], ["b5", "h8"], turn="defenders")
    assert {t for t in texts(pos) if t.startswith("K")} == {f"Ke5-{h}" for h in ("f5", "f6", "e6", "d5", "d4", "e4")}
    assert "e7-e8" in texts(pos), "corners are ordinary hexes for men"
    assert not any(t.startswith("b5") for t in texts(pos))
    large = at("e5", [], ["a5", "e3"], turn="defenders", size=5)
    assert {"Ke5-e9", "Ke5-i5", "Ke5-e4", "Ke5-b5"} <= texts(large)
    assert not {"Ke5-e3", "Ke5-e2", "Ke5-a5"} & texts(large)
    empty = at("g5", [], ["e4", "b5"])
    assert "e4-e6" in texts(empty) and "e4-e5" not in texts(empty)
    assert "Kf5-e5" in texts(at("f5", [], ["e4", "b5"], turn="defenders"))


@pytest.mark.rule("X3.1", "X3.3")
def test_a_man_between_two_enemies_is_captured_and_the_king_helps() -> None:
    pos = at("f3", ["c5"], ["d5", "b2"])
    pos.play("b2-b5")
    assert on(pos.state.men) == set() and on(pos.state.taken) == {"c5"}
    king = at("d4", ["g6"], ["d5", "b2"], turn="defenders")
    king.play("g6-d6")
    assert on(king.state.foes) == {"b2"}


@pytest.mark.rule("X3.3")
def test_one_move_may_capture_several() -> None:
    pos = at("c3", ["f3", "f7", "h5"], ["f4", "f6", "b2"], turn="defenders")
    pos.play("h5-f5")
    assert on(pos.state.foes) == {"b2"}
    assert on(pos.state.taken) == {"f4", "f6"}


@pytest.mark.rule("X3.2")
def test_stepping_between_two_enemies_is_safe() -> None:
    pos = at("g7", ["f4"], ["c3", "c5", "b2"], turn="defenders")
    pos.play("f4-c4")
    assert on(pos.state.men) == {"c4"}
    pos.play("b2-b3")
    assert on(pos.state.men) == {"c4"}, "a later move elsewhere does not capture either"


@pytest.mark.rule("X3.4")
def test_a_man_on_a_corner_is_captured_on_the_rim_only() -> None:
    pos = at("f5", ["b5"], ["b4", "e8"])
    pos.play("e8-c6")
    assert on(pos.state.men) == set()
    inward = at("f5", ["b5"], ["b4", "c2"])
    inward.play("c2-c5")
    assert on(inward.state.men) == {"b5"}


@pytest.mark.rule("X3.5", "X4.2")
def test_the_king_is_taken_by_two_off_the_throne_and_by_three_on_it() -> None:
    pos = at("d5", [], ["d4", "d7"])
    pos.play("d7-d6")
    assert pos.over and pos.returns == (-1.0, 1.0) and pos.state.ended[0] == TAKEN
    three = at("e5", [], ["f5", "e6", "b2"])
    three.play("b2-d4")
    assert three.over and three.returns == (-1.0, 1.0)
    two = at("e5", [], ["e6", "e2"])
    two.play("e2-e4")
    assert not two.over
    four = at("e5", [], ["f5", "f6", "e6", "b5"])
    four.play("b5-d5")
    assert not four.over, "four in a row hold no three that do not touch"


@pytest.mark.rule("X3.6")
def test_an_empty_throne_or_corner_does_not_help() -> None:
    pos = at("g5", ["e6"], ["e8", "b5"])
    pos.play("e8-e7")
    assert on(pos.state.men) == {"e6"}
    pos = at("g5", ["b4"], ["b2", "h8"])
    pos.play("b2-b3")
    assert on(pos.state.men) == {"b4"}


@pytest.mark.rule("X4.1")
def test_the_king_wins_on_a_corner() -> None:
    pos = at("b4", [], ["h8"], turn="defenders")
    pos.play("Kb4-b5")
    assert pos.over and pos.returns == (1.0, -1.0) and pos.state.ended[0] == ESCAPED
    assert pos.prompt == "The King is on a corner: the defenders win."


@pytest.mark.rule("X4.3")
def test_the_king_fights_on_alone() -> None:
    pos = at("e5", [], ["h8"], turn="defenders")
    pos.play("Ke5-e6")
    assert not pos.over and pos.actors == (ATTACKERS,)


@pytest.mark.rule("X4.4")
def test_a_side_that_cannot_move_loses() -> None:
    pos = at("d5", ["b4", "c6"], ["b5"], turn="defenders")
    pos.play("Kd5-c5")
    assert on(pos.state.foes) == {"b5"}
    assert pos.over and pos.state.ended[0] == STUCK and pos.returns == (1.0, -1.0)


@pytest.mark.rule("X4.5")
def test_the_third_repetition_is_a_draw() -> None:
    pos = pizzabox.load("hexentafl").start(seed=1)
    for text in ("Ke5-f5", "h8-h7", "Kf5-e5", "h7-h8") * 2:
        assert not pos.over
        pos.play(text)
    assert pos.over and pos.state.ended[0] == REPEATED and pos.returns == (0.0, 0.0)


@pytest.mark.rule("X4.6")
def test_a_hundred_quiet_moves_are_a_draw() -> None:
    pos = pizzabox.load("hexentafl").position({"state": {"quiet": QUIET - 2}})
    pos.play("Ke5-f5")
    assert not pos.over
    pos.play("h8-h7")
    assert pos.over and pos.state.ended[0] == LONG and pos.winners == (0, 1)


@pytest.mark.rule("X5.1", "X5.2")
def test_a_match_exchanges_sides_and_counts_games() -> None:
    game = pizzabox.load("hexentafl", games=2)
    pos = game.position({"state": {"king": "b4", "men": [], "foes": ["h8"]}})
    pos.play("Kb4-b5")
    assert not pos.over and pos.scores == (1, 0) and pos.state.game == 1
    assert pos.actors == (1,), "the second player has the King now"
    state = {**game.start(seed=1).data()["state"], "game": 1, "wins": [1, 0], "ended": ["escaped", "open"]}
    state |= {"victor": ["defenders", "none"], "king": "b4", "men": [], "foes": ["h8"]}
    end = game.position({"options": {"games": 2}, "state": state})
    end.play("Kb4-b5")
    assert end.over and end.scores == (1, 1) and end.returns == (0.0, 0.0)
    assert "The match is a draw, 1 to 1." in end.prompt


@pytest.mark.parametrize("size", [4, 5])
@pytest.mark.parametrize("first", ["defenders", "attackers"])
def test_the_referee_agrees_move_by_move(size: int, first: str) -> None:
    game = pizzabox.load("hexentafl", size=size, first=first)
    for seed in range(sample(8, 60)):
        dice, pos, judge = random.Random(seed), game.start(seed=seed), Referee(size, first)
        while not pos.over:
            legal = sorted(texts(pos))
            assert set(legal) == judge.legal()
            text = dice.choice(legal)
            pos.play(text)
            judge.play(text)
            if judge.result != "attackers":
                assert {c for c, p in judge.at.items() if p == KING} == {board.CELLS[pos.state.king]}
            assert {name(c) for c, p in judge.at.items() if p == MAN} == on(pos.state.men)
            assert {name(c) for c, p in judge.at.items() if p == FOE} == on(pos.state.foes)
        expected = {"defenders": (1.0, -1.0), "attackers": (-1.0, 1.0), "draw": (0.0, 0.0)}
        assert pos.returns == expected[judge.result]


def test_random_games_end_as_others_report() -> None:
    """Facts: in random games on the small board the King escapes in about 58 of 100."""
    game, escaped = pizzabox.load("hexentafl"), 0
    game.warm()
    kernels = game.kernels
    for seed in range(400):
        dice, s = random.Random(seed), game.start(seed=seed).state
        while not kernels.over(s):
            kernels.play(s, s.turn, dice.choice(kernels.moves(s, s.turn)))
        escaped += s.ended[0] == ESCAPED
    assert 190 < escaped < 270


@pytest.mark.parametrize("size", [4, 5])
def test_one_step_by_value_beats_random_play(size: int) -> None:
    assert wins(pizzabox.load("hexentafl", size=size), 200) >= 190


# Counted once by the referee, which shares no code.
PERFT: dict[tuple[int, str], tuple[int, int, int]] = {
    (4, "defenders"): (36, 1170, 38727),
    (4, "attackers"): (33, 1152, 40446),
    (5, "defenders"): (42, 3210, 162756),
    (5, "attackers"): (78, 3222, 257376),
}


@pytest.mark.parametrize(("size", "first"), PERFT, ids=str)
def test_the_number_of_playthroughs_of_each_depth_is_known(size: int, first: str) -> None:
    game = pizzabox.load("hexentafl", size=size, first=first)
    game.warm()
    pos = game.start(seed=1)
    assert tuple(perft(pos, d) for d in (1, 2, 3)) == PERFT[size, first]


@pytest.mark.parametrize(("size", "first"), PERFT, ids=str)
def test_perft_of_the_referee(size: int, first: str) -> None:
    assert tuple(slow_perft(Referee(size, first), d) for d in (1, 2)) == PERFT[size, first][:2]


def slow_perft(judge: Referee, depth: int) -> int:
    legal = judge.legal()
    if depth == 1:
        return len(legal)
    total = 0
    for text in legal:
        trial = judge.twin()
        trial.play(text)
        total += slow_perft(trial, depth - 1) if not trial.result else 0
    return total


def test_play_outs_try_corners_and_captures_first() -> None:
    pos = at("b4", ["f5"], ["f6", "h8"], turn="defenders")
    codes, odds = pos.legal().codes, [0.0] * len(pos.legal())
    evaluation.prior(pos.state, 0, codes, len(codes), odds)
    weight = {m.text: w for m, w in zip(pos.legal(), odds, strict=True)}
    assert weight["Kb4-b5"] == 100.0 and set(odds) == {1.0, 100.0}
    trap = at("e5", ["f5"], ["f4", "i9", "h6"], size=5)
    codes = trap.legal().codes
    odds = [0.0] * len(codes)
    evaluation.prior(trap.state, 1, codes, len(codes), odds)
    assert {m.text for m, w in zip(trap.legal(), odds, strict=True) if w > 1} == {"h6-f6", "i9-f6"}
