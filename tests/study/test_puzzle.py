"""Puzzles: those of the box hold together, answers are checked, mining finds what is clear."""

from __future__ import annotations

from itertools import islice

import pytest

import pizzabox
from pizzabox.bots import think
from pizzabox.engine.errors import IllegalMove, PizzaboxError
from pizzabox.study.puzzle import DEEP, daily, judge, mine, puzzle, shipped
from tests.study.helpers import Oracle, game_of

EVERY = pytest.mark.parametrize("name", pizzabox.names())


@EVERY
def test_at_least_fifty_come_with_the_box_and_hold(name: str) -> None:
    known, game = shipped(name), pizzabox.load(name)
    assert len(known) >= 50
    assert len({(str(p.state), p.seat) for p in known}) == len(known)
    for found in known:
        pos = found.position(game)
        assert found.seat in pos.actors
        assert found.answer in pos.legal(found.seat)
        assert all(text in pos.legal(found.seat) for text, _ in found.rivals)
        assert found.value - found.rivals[0][1] >= 0.03


@EVERY
def test_the_search_still_agrees_with_the_answers(name: str) -> None:
    """Every fourth puzzle; when the bots change, puzzles are mined anew (`pizzabox lab puzzles`)."""
    game = pizzabox.load(name)
    for found in shipped(name)[::4]:
        thought = think(found.position(game).view(found.seat), simulations=DEEP, seed=5)
        assert thought.ideas[0].move.text == found.answer, (found.answer, found.state)


@EVERY
def test_answers_are_checked_with_a_reason(name: str) -> None:
    found, game = puzzle(name, 1), pizzabox.load(name)
    pos = found.position(game)
    right = judge(found, pos, found.answer)
    assert right.right and right.answer == found.answer
    assert f"{round(100 * found.value)} %" in right.lines[-1]
    wrong = judge(found, pos, found.rivals[-1][0])
    assert not wrong.right and wrong.answer == ""
    assert found.answer not in " ".join(wrong.lines)
    with pytest.raises(IllegalMove):
        judge(found, pos, "a move of no game")


def test_numbers_are_checked() -> None:
    for number in (0, -1, 10_000, "1", True):
        with pytest.raises(PizzaboxError, match="numbered 1 to"):
            puzzle("theory", number)


def test_every_day_has_its_puzzle_and_games_take_turns() -> None:
    names = pizzabox.names()
    days = [daily(day, names) for day in range(20_000, 20_000 + 5 * 50)]
    assert len(set(days)) == len(days), "no puzzle comes back within fifty rounds"
    assert {day[0] for day in days[:5] if day} == set(names)
    assert daily(1, ()) is None


def test_mining_finds_moves_that_stand_out() -> None:
    game = game_of("hexentafl")
    found = list(islice(mine(game, 2, 5, Oracle(), gap=-1.0), 2))
    assert len(found) == 2
    for one in found:
        pos = one.position(game)
        assert one.answer in pos.legal(one.seat)
