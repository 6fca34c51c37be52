"""Measured moves: the same luck for every move, intervals that hold, and no foresight."""

from __future__ import annotations

import numpy as np
import pytest

import pizzabox
from pizzabox.study.measuring.measure import Measure, stands_out
from pizzabox.study.puzzle import shipped


def test_the_same_seed_plays_the_same_games_and_another_does_not() -> None:
    pos = pizzabox.load("shark", cap=6).start(3)
    pos.game.warm()
    seat, measure = pos.actors[0], Measure(pos.game)
    view, code = pos.view(seat), pos.legal(seat).codes[0]
    first = measure.results(view, code, 60, 1)
    assert (first == measure.results(view, code, 60, 1)).all()
    assert (first != measure.results(view, code, 60, 2)).any()
    assert set(first) <= {0.0, 0.5, 1.0} and 0 < first.mean() < 1


def test_a_move_that_wins_at_once_wins_every_game() -> None:
    game = pizzabox.load("hexentafl")
    game.warm()
    worst = []
    for found in shipped("hexentafl"):
        if found.turns == 1:
            view = found.position(game).view(found.seat)
            shares = Measure(game).moves(view, 10, 1).shares
            assert shares[view.code_of(found.answers[0], found.seat)] == 1.0
            worst.append(min(shares.values()))
    assert min(worst) < 0.5


@pytest.mark.parametrize(("share", "clear"), [(0.9, True), (0.62, False), (0.5, False)])
def test_only_a_gap_outside_the_interval_counts(share: float, clear: bool) -> None:
    dice = np.random.default_rng(1)
    results = [(dice.random(2000) < p).astype(float) for p in (share, 0.5, 0.45)]
    found = stands_out([7, 8, 9], results)
    assert (found.ahead >= 0.15) == clear
    if clear:
        assert found.best == (7,) and found.ahead < found.shares[7] - found.shares[8]


def test_few_samples_are_not_enough() -> None:
    dice = np.random.default_rng(2)
    many = [(dice.random(4000) < p).astype(float) for p in (0.8, 0.5)]
    assert stands_out([1, 2], many).ahead >= 0.15
    assert stands_out([1, 2], [each[:30] for each in many]).ahead < 0.15


def test_a_few_may_stand_out_together() -> None:
    dice = np.random.default_rng(4)
    results = [(dice.random(3000) < p).astype(float) for p in (0.4, 0.81, 0.8, 0.41)]
    both = stands_out([1, 2, 3, 4], results, several=2)
    assert set(both.best) == {2, 3} and both.ahead >= 0.15
    assert both.shares[both.best[0]] >= both.shares[both.best[1]]
    assert stands_out([1, 2, 3, 4], results, several=3).best == both.best
    alone = stands_out([1, 2, 3, 4], results)
    assert len(alone.best) == 1 and alone.ahead < 0.15, "the other good one is its rival"
    near = [results[1], results[1] * (dice.random(3000) < 0.9), results[0]]
    assert stands_out([1, 2, 3], near, several=1).ahead < 0.15


def test_luck_alone_seldom_stands_out() -> None:
    """Six equal moves: none is ahead of the others."""
    dice = np.random.default_rng(3)
    ahead = [stands_out(range(6), [(dice.random(400) < 0.5).astype(float) for _ in range(6)]).ahead for _ in range(300)]
    assert sum(gap > 0 for gap in ahead) <= 9
