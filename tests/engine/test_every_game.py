"""The suite every game gets for free (`pizzabox.testing`), on all games of the box with each of their option sets."""

from __future__ import annotations

import pytest

import pizzabox
from pizzabox.testing.random_games import case_id
from pizzabox.testing.suite import PROMISES, Promise, sets_for


def for_all(promise: Promise) -> Promise:
    sets = [game for name in pizzabox.names() for game in sets_for(promise, pizzabox.load(name))]
    return pytest.mark.parametrize("game", sets, ids=case_id)(promise)


globals().update({promise.__name__: for_all(promise) for promise in PROMISES})
