"""The games and option sets that the adapters are tested with: two of each game at least, all of them in a long run."""

from __future__ import annotations

import pytest

import pizzabox
from pizzabox.engine.game import Game
from pizzabox.testing.random_games import LONG, case_id, cases
from tests.helpers import OURS


def some_cases(game: Game) -> list[Game]:
    """The usual options, and the last set that the game names, which is the furthest from them."""
    known = cases(game)
    return known if LONG else [known[0], known[-1]]


CASES = [case for name in OURS for case in some_cases(pizzabox.load(name))]
every_case = pytest.mark.parametrize("game", CASES, ids=case_id)


def options(game: Game) -> dict[str, object]:
    """The options that are not the usual ones."""
    usual = {option.name: option.default for option in game.declared}
    return {name: value for name, value in game.options.items() if value != usual[name]}
