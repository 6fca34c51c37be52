"""The bot that picks any legal move."""

from __future__ import annotations

import random

from pizzabox.engine.position import Move, View

from .base import level, moves_of


class Random:
    """Plays a legal move drawn uniformly."""

    name = "random"

    def __init__(self, seed: int | None = None) -> None:
        self._dice = random.Random(seed)

    def choose(self, view: View, seconds: float | None = None) -> Move:
        return view.move(view.viewer, self._dice.choice(moves_of(view)))


level("random", Random, strength=0)
