"""The public face: what is exported, documented, and fit to travel between processes."""

from __future__ import annotations

import copy
import doctest
import inspect
import pickle
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import cached_property
from importlib import import_module
from multiprocessing import get_context
from typing import Any

import pytest

import pizzabox
from pizzabox.engine.game import Game
from tests.helpers import every_game, stations

MODULES = ("pizzabox", "pizzabox.engine.game", "pizzabox.engine.position", "pizzabox.engine.registry")


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_the_docstrings_run(name: str) -> None:
    results = doctest.testmod(import_module(name))
    assert results.attempted > 2
    assert results.failed == 0


def members(cls: type[Any]) -> dict[str, Any]:
    """The public methods and properties of a class, as the functions behind them."""
    found = {}
    for name in dir(cls):
        one = inspect.getattr_static(cls, name)
        if isinstance(one, property):
            one = one.fget
        elif isinstance(one, cached_property):
            one = one.func
        elif isinstance(one, (classmethod, staticmethod)):
            one = one.__func__
        if not name.startswith("_") and inspect.isfunction(one):
            found[name] = one
    return found


@pytest.mark.parametrize("name", pizzabox.__all__)
def test_every_public_member_has_a_docstring(name: str) -> None:
    one = getattr(pizzabox, name)
    assert inspect.getdoc(one)
    if inspect.isclass(one):
        assert [member for member, function in members(one).items() if not function.__doc__] == []


def test_what_is_exported() -> None:
    assert {"think", "GameRecord", "read", "loads", "load", "position", "bot", "Game"} <= set(pizzabox.__all__)
    assert all(hasattr(pizzabox, name) for name in pizzabox.__all__)


@every_game
def test_the_repr_of_a_game_is_one_line_that_makes_it_again(game: Game) -> None:
    assert "\n" not in repr(game) and len(repr(game)) < 200
    again = eval(repr(game))
    assert again.name == game.name and again.options == game.options


@every_game
def test_everything_pickles_and_copies(game: Game) -> None:
    for pos in stations(game, 2, most=3):
        for again in (pickle.loads(pickle.dumps(pos)), copy.deepcopy(pos), copy.copy(pos)):
            assert again == pos and again.steps == pos.steps and again.seed == pos.seed
            assert again.game.options == game.options and again.log() == pos.log()
            if not again.over:
                move = again.play(again.legal()[0])
                assert again != pos, "it has bytes of its own"
                if again.undo_index() == len(pos.steps):
                    assert again.undo() == move.text and again == pos
        view = pos.view(0)
        for seen in (pickle.loads(pickle.dumps(view)), copy.deepcopy(view)):
            assert bytes(seen) == bytes(view) and seen.viewer == 0 and str(seen) == str(view)
            assert list(seen.legal()) == list(view.legal())
        still = pos.state.read_only()
        assert still.news == pos.state.news
        assert pickle.loads(pickle.dumps(still)) == still == copy.deepcopy(still)
        record = pizzabox.GameRecord.of(pos)
        for read in (pickle.loads(pickle.dumps(record)), copy.deepcopy(record)):
            assert read.dumps() == record.dumps()
    assert copy.deepcopy(game) is game
    assert pickle.loads(pickle.dumps(game)).options == game.options


def test_a_pickled_position_is_not_the_one_it_was_made_from() -> None:
    pos = pizzabox.load("theory", first="red").start(1)
    kept = pickle.dumps(pos)
    pos.play("d4")
    assert pickle.loads(kept) != pos


def test_errors_survive_pickling() -> None:
    pos = pizzabox.load("theory", first="red").start(7)
    pos.play("d4")
    for error in (pos.why_not("c4"), pos.why_not("zz"), pizzabox.BadRecord("wrong", 3)):
        again = pickle.loads(pickle.dumps(error))
        assert str(again) == str(error) and vars(again) == vars(error)


def test_a_game_that_is_not_registered_says_so() -> None:
    stranger = replace(pizzabox.load("theory"), name="stranger")
    imposter = replace(pizzabox.load("theory"), functions=dict(pizzabox.load("theory").functions))
    for game in (stranger, imposter):
        with pytest.raises(pickle.PicklingError, match="register"):
            pickle.dumps(game)


def played_on(pos: pizzabox.Position, view: pizzabox.View) -> tuple[pizzabox.Position, str, str]:
    """What another process makes of a position and a view."""
    move = view.legal()[0]
    pos.play(move)
    return pos, move.text, repr(pos.game)


def test_positions_travel_to_processes_that_are_started_anew() -> None:
    game = pizzabox.load("pizzeria", players=3, variant="advanced")
    pos = game.start(5)
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        other, text, name = pool.submit(played_on, pos, pos.view(pos.actors[0])).result(timeout=120)
    assert not pos.steps and other.steps[-1].text == text and name == repr(game)
    pos.play(text)
    assert other == pos


def test_positions_cannot_be_keys() -> None:
    with pytest.raises(TypeError, match="unhashable"):
        {pizzabox.load("theory").start(1): 0}
