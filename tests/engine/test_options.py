"""Options are checked in one place, and say what would be right."""

from __future__ import annotations

from typing import Any

import pytest

import pizzabox
from pizzabox.engine.options import Choice, Number, Options, Switch, parse_pairs

DECLARED = (
    Number("players", 3, 2, 4, "How many."),
    Choice("colour", "red", {"red": 5, "green": 7}, "Which."),
    Switch("fast", False, "Quick?", when={"players": (2,)}),
)


def test_defaults_and_codes() -> None:
    options = Options(DECLARED)
    assert dict(options) == {"players": 3, "colour": "red", "fast": False}
    assert options.encode().tolist() == [3, 5, 0]
    assert str(options) == "players=3 colour=red fast=no"


@pytest.mark.parametrize(
    ("given", "expected"),
    [({"players": "4"}, 4), ({"players": 2, "fast": "yes"}, 2), ({"colour": " GREEN "}, 3)],
)
def test_texts_are_understood(given: dict[str, Any], expected: int) -> None:
    assert Options(DECLARED, given)["players"] == expected


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"player": 3}, "did you mean 'players'"),
        ({"players": 5}, "players must be a whole number from 2 to 4, not 5"),
        ({"players": 2.0}, "whole number"),
        ({"players": True}, "whole number"),
        ({"players": "many"}, "whole number"),
        ({"colour": "grene"}, "did you mean 'green'"),
        ({"colour": None}, "choose from: red, green"),
        ({"fast": "maybe", "players": 2}, "fast must be yes or no"),
        ({"fast": True}, "you can only set fast with players=2"),
    ],
)
def test_bad_options_say_what_would_be_right(given: dict[str, Any], message: str) -> None:
    with pytest.raises(pizzabox.BadOption, match=message):
        Options(DECLARED, given)


def test_options_that_do_not_go_together() -> None:
    with pytest.raises(pizzabox.BadOption, match="nobody plays that colour"):
        pizzabox.load("theory", players=2, first="white")
    with pytest.raises(pizzabox.BadOption, match="you can only set unselected with players=2"):
        pizzabox.load("theory", unselected="red")


@pytest.mark.parametrize("words", [["players"], ["=3"], ["players="], ["a=1", "a=2"]])
def test_pairs_are_strict(words: list[str]) -> None:
    with pytest.raises(pizzabox.BadOption):
        parse_pairs(words)


def test_every_option_of_every_game_has_help_and_keeps_its_default() -> None:
    for name in pizzabox.names():
        game = pizzabox.load(name)
        for option in game.declared:
            assert len(game.help(option)) > 10
            assert option.check(option.default) == option.default
            assert option.domain
            assert option.describe()["kind"] in {"number", "choice", "switch"}


def test_an_unknown_game_brings_the_nearest() -> None:
    with pytest.raises(pizzabox.UnknownGame, match="did you mean 'theory'"):
        pizzabox.load("theroy")
