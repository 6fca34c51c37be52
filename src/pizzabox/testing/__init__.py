"""For tests of games: the suite that every game must pass, and Hypothesis strategies.

A game of another package is tested by two lines:

    from pizzabox.testing import suite

    TestMyGame = suite("mygame")

Strategies give positions, views, moves and records of every game, and garbage:

    from hypothesis import given
    from pizzabox.testing import positions

    @given(positions("theory"))
    def test_something(pos): ...

Needs the extra `pizzabox[testing]`.
"""

import pytest

pytest.register_assert_rewrite("pizzabox.testing.suite")

from .random_games import advance, cases, stations, walk  # noqa: E402
from .strategies import games, junk, mutated, option_values, positions, records, views  # noqa: E402
from .suite import suite  # noqa: E402

__all__ = [
    "advance",
    "cases",
    "games",
    "junk",
    "mutated",
    "option_values",
    "positions",
    "records",
    "stations",
    "suite",
    "views",
    "walk",
]
