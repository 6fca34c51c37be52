"""What a game says better than `Words`: found by name in its files, in a module or in a class of its own."""

from __future__ import annotations

import re
from dataclasses import replace
from inspect import signature
from types import ModuleType
from typing import Any

import pytest

import pizzabox
from pizzabox.engine.presentation import numbered
from pizzabox.engine.words import METHODS, Laws, Words, first_broken
from tests.helpers import OURS


@pytest.mark.parametrize("name", OURS)
def test_the_functions_of_a_game_take_what_they_are_given(name: str) -> None:
    words = pizzabox.load(name).words
    own = {method: vars(words)[method] for method in METHODS if method in vars(words)}
    assert {"text", "tokens", "prompt", "events", "described", "result", "broken_rule"} <= set(own)
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


def test_a_move_is_said_in_words_that_tell_no_luck() -> None:
    """As the log will tell it; what a draw brings, and what others decide, is left out."""
    said = {}
    tables: dict[str, dict[str, Any]] = {"hexentafl": {}, "wars": {"cards": "three"}, "pizzeria": {}}
    for game, options in tables.items():
        pos = pizzabox.load(game, **options).start(seed=5)
        view = pos.view(pos.actors[0])
        for move in view.legal():
            words = view.in_words(view.viewer, move.tokens)
            assert words.endswith(".") and not re.search(r"[a-z]\d+\*?[-<>]|\+", words), words
            said[game, move.text] = words
    assert said["hexentafl", "f6-f4"] == "Defenders: a man goes from f6 to f4."
    assert said["wars", "Sd5-c4"] == "White moves the Sauce Maker from d5 to c4."
    assert said["pizzeria", "pile 1"] == "Pile 1."

    pos = pizzabox.load("shark").start(seed=5)
    while "draw" not in pos.legal(pos.actors[0]):
        pos.play(pos.legal(pos.actors[0]).codes[0], pos.actors[0])
    assert pos.view(pos.actors[0]).in_words(pos.actors[0], ("draw",)) == "Draw two cards."


def test_the_first_broken_law_is_the_reason() -> None:
    looked: list[str] = []

    @first_broken
    def laws(n: int) -> Laws:
        """Which law a number breaks."""
        yield n < 0 and ("below zero", "1.1")
        looked.append("first")
        yield n % 2 and ("odd", "1.2")
        looked.append("second")

    assert laws(-1) == ("below zero", "1.1") and looked == []
    assert laws(3) == ("odd", "1.2") and looked == ["first"]
    assert laws(n=2) is None and looked == ["first", "first", "second"]
    assert laws.__doc__ == "Which law a number breaks." and list(signature(laws).parameters) == ["n"]


@pytest.mark.parametrize(
    ("token", "parts"),
    [
        ("slice 3", ("slice", 3)),
        ("cut 11", ("cut", 11)),
        ("saved 2**", ("saved", 0)),
        ("done", ("done", 0)),
        ("slice 100", ("slice", 0)),
        ("slice -1", ("slice", 0)),
        ("slice 1 2", ("slice", 0)),
        ("slice \u0663", ("slice", 0)),
        ("", ("", 0)),
    ],
)
def test_a_token_is_a_word_and_a_number(token: str, parts: tuple[str, int]) -> None:
    assert numbered(token) == parts
