"""What several tests need: all games with their option sets, and random walks through them."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import pizzabox
from pizzabox.engine.game import Game
from pizzabox.engine.position import Position
from pizzabox.testing import advance

CASES: list[Game] = [pizzabox.load(name, **chosen) for name in pizzabox.names() for chosen in pizzabox.load(name).sets]


def case_id(game: Game) -> str:
    changed = [f"{o.name}={game.options[o.name]}" for o in game.declared if game.options[o.name] != o.default]
    return "-".join([game.name, *changed])


every_game = pytest.mark.parametrize("game", CASES, ids=case_id)


def walk(game: Game, seed: int, steps: int | None = None) -> Iterator[Position]:
    """One random game: the same position, before each move and after the last."""
    dice = random.Random(seed)
    pos = game.start(seed=seed)
    yield pos
    for _ in range(game.longest if steps is None else steps):
        if pos.over:
            return
        advance(pos, dice)
        yield pos
