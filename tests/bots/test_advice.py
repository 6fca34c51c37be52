"""Hints: a move with its reason, and nothing in it that was not counted."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any

import pytest

import pizzabox
from pizzabox.bots import Idea, Thought, advice, survey, think
from pizzabox.bots.advice import _likely
from pizzabox.engine.position import Move, Position, View
from tests.helpers import walk


def view_of(pos: Position) -> View:
    return pos.view(pos.actors[0])


def thought(pos: Position, *ideas: tuple[float, int], secret: bool = False) -> Thought:
    """A thought with these values and visits for the first legal moves."""
    moves = pos.legal(pos.actors[0])[: len(ideas)]
    made = tuple(Idea(move, n, value, 1.0 / len(ideas)) for move, (value, n) in zip(moves, ideas, strict=True))
    return Thought(pos.actors[0], (0.5, 0.5), made, 1000, 0.1, secret)


@pytest.mark.parametrize(
    ("ideas", "text"),
    [
        ([(0.7, 4000), (0.6, 4000)], "at 70% with this move, and at 60% with the next best one"),
        ([(0.61, 400), (0.6, 400)], "at 61% with this move. Others are about as good"),
        ([(0.9, 50), (0.2, 50)], "The chef likes this move best after a quick look"),  # too few to be told as numbers
        ([(0.9, 5000)], "^The chef puts your chance of winning at 90%.$"),
        ([(0.9, 5000), (0.2, 50)], "winning at 90%.$"),
    ],
)
def test_a_lead_is_told_only_where_it_is_more_than_luck(ideas: list[tuple[float, int]], text: str) -> None:
    found = thought(pizzabox.load("wars", setup="short").start(seed=1), *ideas)
    assert re.search(text, _likely(found, found.best, "The chef"))


def test_a_secret_choice_is_mixed() -> None:
    found = thought(pizzabox.load("wars", setup="short").start(seed=1), (0.5, 900), (0.5, 900), secret=True)
    assert "The champion plays this one 50% of the time" in _likely(found, found.best, "The champion")


@pytest.mark.parametrize(("options", "better"), [({}, True), ({"cap": 4}, False)])
def test_the_champion_and_his_net_are_heard_where_they_are_proven(options: dict[str, int], better: bool) -> None:
    pos = pizzabox.load("theory", players=2, **options).start(seed=1)
    move, why = advice(view_of(pos), 0.05)
    assert move in pos.legal() and why.startswith("The champion" if better else "The chef")
    assert ("The net alone plays it" in why) is better
    assert "next best" not in why or not better, "the champion compares no moves"


def test_the_champion_advises_as_he_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    """And with options for which nothing is proven the moves are compared."""
    asked: list[tuple[str, str]] = []
    for real in (think, survey):
        how = partial(heard, asked, real)
        monkeypatch.setattr(import_module("pizzabox.bots.advice"), real.__name__, how)
    for cap in (60, 4):
        advice(view_of(pizzabox.load("theory", players=2, cap=cap).start(seed=1)), 0.02)
    assert asked == [("think", "champion"), ("survey", "chef")]


def heard(asked: list[tuple[str, str]], real: Callable[..., Thought], view: View, **how: Any) -> Thought:
    asked.append((real.__name__, how["level"]))
    return real(view, **how)


def test_a_win_by_the_rules_is_said_so() -> None:
    for pos in (copy for seed in range(40) for copy in walk(pizzabox.load("hexentafl"), seed) if not copy.over):
        ends = [move for move in pos.legal(pos.actors[0]) if won(pos, move)]
        if ends:
            move, why = advice(view_of(pos), 0.1)
            assert (move in ends, why) == (True, "It wins the game.")
            return
    raise AssertionError("no game came to a win in one")


def won(pos: Position, move: Move) -> bool:
    after = pos.copy()
    after.play(move)
    return after.over and pos.actors[0] in after.winners


def test_a_move_without_a_choice_needs_no_reason() -> None:
    for pos in walk(pizzabox.load("shark"), 3):
        if not pos.over and len(pos.legal(pos.actors[0])) == 1:
            assert advice(view_of(pos), 0.1)[1] == "Your only move."
            return
    raise AssertionError("there was always a choice")
