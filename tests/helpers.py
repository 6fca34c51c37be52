"""What several tests need: all games with their option sets, and random walks through them."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

import pizzabox
from pizzabox.engine.game import Game
from pizzabox.engine.position import Position
from pizzabox.study.board import filled, painted
from pizzabox.testing import advance

CASES: list[Game] = [pizzabox.load(name, **chosen) for name in pizzabox.names() for chosen in pizzabox.load(name).sets]

LONG = os.environ.get("PIZZABOX_LONG") == "1"
"""Whether the long run was asked for: `make test-all` does (README.md beside this file)."""

_ASIDE = ThreadPoolExecutor(1)

OF_THE_SHELF = ("about", "option.", "field.", "choice.", "table.")
"""Keys of a game's catalogue that lists and forms ask for, not the game itself."""


def size(short: int, long: int) -> int:
    """How much of a sample is taken: the short one in every run, the long one when it was asked for."""
    return long if LONG else short


def case_id(game: Game) -> str:
    changed = [f"{o.name}={game.options[o.name]}" for o in game.declared if game.options[o.name] != o.default]
    return "-".join([game.name, *changed])


every_game = pytest.mark.parametrize("game", CASES, ids=case_id)


def aside(work: Callable[..., Any], *known: Any) -> Any:
    """Call something in a thread without an event loop: where a browser was started, this one has a running one."""
    return _ASIDE.submit(work, *known).result()


def walk(game: Game, seed: int, steps: int | None = None) -> Iterator[Position]:
    """One random game: the same position, before each move and after the last."""
    game.warm()
    dice = random.Random(seed)
    pos = game.start(seed=seed)
    yield pos
    for _ in range(game.longest if steps is None else steps):
        if pos.over:
            return
        advance(pos, dice)
        yield pos


def stations(game: Game, seed: int, most: int = size(16, 40)) -> Iterator[Position]:
    """Positions of one random game, the first and the last among them: all, or of a long game `most` spread over it."""
    length = sum(1 for _ in walk(game, seed))
    stride = max(1, -(-length // most))
    for i, pos in enumerate(walk(game, seed)):
        if i % stride == 0 or i == length - 1:
            yield pos


def laid(pos: Position, brush: str, *tokens: str) -> Position:
    """The position after a brush was laid on these places, one after the other."""
    for token in tokens:
        pos = pizzabox.position(painted(pos, brush, token)["code"])
    return pos


def entered(pos: Position, entries: dict[str, int | str]) -> Position:
    """The position after its form was filled in."""
    return pizzabox.position(filled(pos, entries)["code"])
