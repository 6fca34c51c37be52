"""Luck as draws made from outside."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pyspiel
import pytest

import pizzabox
from pizzabox.bots.base import seals_choices
from pizzabox.engine import registry
from pizzabox.engine.catalogue import speaking
from pizzabox.engine.errors import PizzaboxError
from pizzabox.engine.kernel import kernel
from pizzabox.engine.options import Number
from pizzabox.engine.rng import advance, below
from pizzabox.engine.state import GameState
from pizzabox.envs import openspiel, register
from pizzabox.envs.chance_nodes import Luck, draws_anything
from tests.helpers import OURS


@kernel
def draws_by_itself(s: Any, player: int, move: int) -> None:
    s.rng = advance(s.rng)


@kernel
def draws_from_many(s: Any, player: int, move: int) -> None:
    s.turn = below(s, 5000) % 2


def broken(play: Callable[..., Any]) -> Luck:
    """heXentafl, which has no luck, with other moves."""
    game = pizzabox.load("hexentafl")
    return Luck(replace(game, name="broken", functions={**game.functions, "play": play}))


def begun(luck: Luck) -> GameState:
    made = luck.begun(())
    assert isinstance(made, GameState)
    return made


def test_draws_are_asked_for_one_by_one_and_taken_as_told() -> None:
    luck = Luck(pizzabox.load("theory", players=3))
    assert luck.begun(()) == 3
    for first in range(3):
        made = luck.begun((first,))
        assert isinstance(made, GameState) and made.first == first and made.rng == 0


@pytest.mark.parametrize("name", OURS)
def test_a_start_is_one_that_the_engine_can_deal(name: str) -> None:
    game = pizzabox.load(name)
    luck, draws = Luck(game), ()
    made = luck.begun(draws)
    while isinstance(made, int):
        draws = (*draws, (len(draws) * 7) % made)
        made = luck.begun(draws)
    assert game.kernels.audit(made) == 0
    assert bool(draws) == (name in {"theory", "pizzeria", "shark"}), "the others begin without luck"


def test_which_games_have_luck_and_secret_choices() -> None:
    assert {name: draws_anything(pizzabox.load(name)) for name in OURS} == {
        "theory": True,
        "pizzeria": True,
        "wars": True,
        "hexentafl": False,
        "shark": True,
    }
    assert [name for name in OURS if seals_choices(pizzabox.load(name))] == ["theory"]


def test_luck_that_cannot_be_shown_is_refused() -> None:
    luck = broken(draws_by_itself)
    with pytest.raises(PizzaboxError, match=r"^heXentafl draws its luck without `below`, so OpenSpiel can't"):
        luck.played(begun(luck), ((0, 0),), ())
    luck = broken(draws_from_many)
    with pytest.raises(PizzaboxError, match=r"^heXentafl makes a draw of 5000 sides; .* at most 1024 here$"):
        luck.played(begun(luck), ((0, 0),), ())
    with speaking("it"), pytest.raises(PizzaboxError, match=r"^heXentafl fa un'estrazione fra 5000 esiti"):
        luck.played(begun(luck), ((0, 0),), ())


def test_an_option_cannot_be_called_like_the_parameter_for_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    game = pizzabox.load("hexentafl")
    monkeypatch.setattr(registry, "_games", dict(registry._games))
    clash = replace(game, name="clash", declared=(*game.declared, Number("position", 0, 0, 1)))
    pizzabox.register("clash", clash)
    register()
    assert "pizzabox_clash" not in pyspiel.registered_names()
    with pytest.raises(PizzaboxError, match=r"^position can't be both an option of heXentafl and a parameter"):
        openspiel("clash")
