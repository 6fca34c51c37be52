"""What the tests of studying share: finished games, and a bot that thinks at once."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import Any

import pizzabox
from pizzabox.bots import Idea, Thought
from pizzabox.engine.game import Game
from pizzabox.engine.position import Position, View
from pizzabox.testing import advance

QUICK: dict[str, dict[str, Any]] = {
    "theory": {"cap": 2},
    "pizzeria": {"players": 2},
    "wars": {"setup": "short", "goal": 4, "patience": 3},
    "hexentafl": {},
    "shark": {"cap": 4},
}
"""Options that make short games."""


def game_of(name: str) -> Game:
    game = pizzabox.load(name, **QUICK.get(name, {}))
    game.warm()
    return game


def finished(game: Game, seed: int = 3) -> Position:
    """A game played at random to its end."""
    pos, dice = game.start(seed=seed), random.Random(seed)
    while not pos.over:
        advance(pos, dice)
    return pos


@dataclass
class Oracle:
    """Thinks without looking: the first move is best, and the others are worth less and less."""

    calls: int = 0
    net: bool = False
    """Whether it also gives a net's opinion, which likes all moves equally."""

    def __call__(self, view: View, **how: Any) -> Thought:
        self.calls += 1
        players = view.game.players
        ideas = []
        for i, move in enumerate(view.legal()):
            value = max(0.05, 0.9 - 0.3 * i)
            shares = tuple(value if p == view.viewer else (1 - value) / (players - 1) for p in range(players))
            seen = 900 if i < 3 or move.code in how.get("also", ()) else 1
            ideas.append(Idea(move, seen, value, 1.0 if i == 0 else 0.0, chances=shares))
        chances = ideas[0].chances
        thought = Thought(view.viewer, chances, tuple(ideas), 100, 0.0, len(view.actors) > 1)
        if not self.net:
            return thought
        liked = tuple(replace(idea, net_weight=1.0 / len(ideas)) for idea in ideas)
        return replace(thought, ideas=liked, net_chances=(1.0 / players,) * players)
