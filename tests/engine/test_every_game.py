"""The suite every game gets for free (`pizzabox.testing`), on all games of the box with each of their option sets."""

from __future__ import annotations

from pizzabox.testing.suite import PROMISES
from tests.helpers import every_game

globals().update({promise.__name__: every_game(promise) for promise in PROMISES})
