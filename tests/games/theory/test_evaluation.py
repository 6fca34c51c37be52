"""What bots see of Pizza Theory: chances over all cuts that are still open."""

from __future__ import annotations

import random
from itertools import product

import pytest

import pizzabox
from pizzabox.engine.position import Position
from pizzabox.games.theory import evaluation
from pizzabox.games.theory.board import LINES, N
from pizzabox.games.theory.rules import ADD, CUT, replace
from pizzabox.testing import advance

SETS = [{"players": 3}, {"players": 2}, {"players": 2, "unselected": "red"}, {"players": 2, "unselected": "green"}]


def value(pos: Position) -> list[float]:
    out = [0.0] * pos.game.players
    evaluation.value(pos.state, out)
    return out


def at_the_cut(seed: int, rounds: int, options: dict[str, object]) -> Position:
    """The last cut of a game of this many rounds (or of an earlier one that could end it), nobody having chosen."""
    pos, dice = pizzabox.load("theory", cap=rounds, **options).start(seed), random.Random(seed)
    while pos.state.rounds < rounds - 1 or pos.state.phase != CUT:
        advance(pos, dice)
        if pos.over:
            return at_the_cut(seed + 1000, rounds, options)
    return pos


def ends(pos: Position) -> list[tuple[float, ...]]:
    """The results after every choice of those who have not cut yet."""
    found = []
    left = pos.actors
    for cuts in product(range(LINES), repeat=len(left)):
        other = pos.copy()
        for seat, line in zip(left, cuts, strict=True):
            other.play(other.legal(seat)[line], seat)
        found.append(other.returns)
    return found


@pytest.mark.parametrize("crowd", [5, 12, 30])
def test_toppings_are_counted_as_they_are_replaced(crowd: int) -> None:
    """T3.3 to T3.7: on boards from nearly empty to full, all divisions. A few toppings leave some colours safe."""
    dice, changed = random.Random(crowd), 0
    pos = pizzabox.load("theory").start(1)
    for division in range(LINES**3):
        spaces = [0, 0, 0]
        for place in dice.sample(range(N), crowd):
            spaces[dice.randrange(3)] |= 1 << place
        for colour, space in enumerate(spaces):
            pos.state.spaces[colour] = space
        replace(pos.state, division)
        left = [space.bit_count() for space in pos.state.spaces]
        assert list(evaluation.toppings_after(*spaces, division)) == left
        changed += left != [space.bit_count() for space in spaces]
    assert 0 < changed < LINES**3 or crowd == 30


@pytest.mark.parametrize("options", SETS, ids=str)
@pytest.mark.parametrize("seed", range(4))
def test_in_the_last_round_the_value_of_a_cut_is_its_mean_result(seed: int, options: dict[str, object]) -> None:
    """T4.2 to T4.5, T5.6: with one cut made, what the others may still do is counted in full."""
    pos = at_the_cut(seed, 1 + 3 * seed, options)
    pos.play(pos.legal(0)[seed], 0)
    results = ends(pos)
    assert len(results) == LINES ** (pos.game.players - 1)
    mean = [sum(each) / len(results) for each in zip(*results, strict=True)]
    assert value(pos) == pytest.approx(mean, abs=1e-9)


@pytest.mark.parametrize("options", SETS, ids=str)
def test_a_few_divisions_stand_for_all(options: dict[str, object]) -> None:
    """Before anybody cuts, 18 of 216 divisions are looked at: near the mean of all, and the same for every seat."""
    assert len(evaluation.SPREAD) == 18 and len(set(evaluation.SPREAD.tolist())) == 18
    wrong = []
    for seed in range(12):
        pos = at_the_cut(seed, 6, options)
        results = ends(pos)
        mean = [sum(each) / len(results) for each in zip(*results, strict=True)]
        wrong += [abs(a - b) for a, b in zip(value(pos), mean, strict=True)]
    assert sum(wrong) / len(wrong) < 0.1


def test_the_divisions_that_stand_for_all_favour_no_label() -> None:
    """Turning the pizza by a third or a half turn makes the same divisions of them."""
    cuts = {(int(k) // 36, int(k) // 6 % 6, int(k) % 6) for k in evaluation.SPREAD}
    assert {(b, c, a) for a, b, c in cuts} == cuts == {(5 - a, 5 - b, 5 - c) for a, b, c in cuts}


@pytest.mark.parametrize("options", SETS, ids=str)
def test_more_toppings_are_worth_more_and_chances_are_chances(options: dict[str, object]) -> None:
    for row in evaluation.WORTH.tolist():
        assert row == sorted(row) and row[0] > 0
    pos, dice = pizzabox.load("theory", **options).start(5), random.Random(5)
    while not pos.over:
        found = [(1.0 + one) / 2.0 for one in value(pos)]
        assert all(0.0 <= one <= 1.0 for one in found) and sum(found) <= 1.0 + 1e-9
        if pos.game.players == 3:
            assert sum(found) == pytest.approx(1.0)
        if pos.state.phase == ADD and pos.state.turn == 0 and pos.state.rounds == 0:
            assert max(found) - min(found) < 0.1, "nobody is ahead at the start"
        advance(pos, dice)
    assert value(pos) == list(pos.returns)
