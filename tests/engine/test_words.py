"""What a game says better than `Words`: found by name in its files, in a module or in a class of its own."""

from __future__ import annotations

from dataclasses import replace
from inspect import signature
from types import ModuleType
from typing import Any

import pytest

import pizzabox
from pizzabox.engine.words import METHODS, Words
from tests.helpers import OURS


@pytest.mark.parametrize("name", OURS)
def test_the_functions_of_a_game_take_what_they_are_given(name: str) -> None:
    words = pizzabox.load(name).words
    own = {method: vars(words)[method] for method in METHODS if method in vars(words)}
    assert {"text", "tokens", "prompt", "story", "result", "broken_rule"} <= set(own)
    for method, function in own.items():
        assert list(signature(function).parameters) == list(signature(getattr(Words, method)).parameters)[1:], method


def test_what_a_module_only_imports_is_not_what_it_says() -> None:
    module: Any = ModuleType("speaking")
    exec("def result(s):\n    return 'over'", vars(module))
    module.prompt = test_the_functions_of_a_game_take_what_they_are_given
    words = Words(module)
    assert words.result(None) == "over"
    assert "prompt" not in vars(words)


def test_a_class_of_its_own_says_what_it_knows_better() -> None:
    class Own(Words):
        def result(self, s: Any) -> str:
            return f"{self.game.title} is over"

    game = replace(pizzabox.load("theory"), words=Own(seats=("ada", "bob", "cy")))
    assert game.seats == ("ada", "bob", "cy")
    assert game.words.result(None) == "Pizza Theory is over"
    other = game.with_options(players=2)
    assert other.words.game is other and other.seats == ("ada", "bob")
    assert other.words.name(other.start(seed=1).state, 1) == "Bob"
