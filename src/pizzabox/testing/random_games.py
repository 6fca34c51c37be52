"""Random walks through games, and how much of a sample a run takes."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from functools import lru_cache

from pizzabox.engine.game import Game
from pizzabox.engine.position import Move, Position

LONG = os.environ.get("PIZZABOX_LONG") == "1"
"""Whether the long run was asked for."""


def size(short: int, long: int) -> int:
    """How much of a sample is taken: the short one in every run, the long one when it was asked for."""
    return long if LONG else short


def case_id(game: Game) -> str:
    """A game and the options that are not the usual ones, as the name of a test case."""
    changed = [f"{o.name}={game.options[o.name]}" for o in game.declared if game.options[o.name] != o.default]
    return "-".join([game.name, *changed])


def cases(game: Game) -> list[Game]:
    """The game with each option set it names."""
    return [game.with_options(**chosen) for chosen in game.sets]


def advance(pos: Position, dice: random.Random) -> Move:
    """Play one random legal move of a random actor."""
    player = dice.choice(pos.actors)
    return pos.play(dice.choice(pos.legal(player).codes), player)


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


def stations(game: Game, seed: int, most: int = size(8, 40)) -> Iterator[Position]:
    """Positions of one random game, the first and the last among them: all, or of a long game `most` spread over it."""
    end = _walked(game, seed)
    moves = len(end.steps)
    stride = max(1, -(-(moves + 1) // most))
    for i in range(moves + 1):
        if i % stride == 0 or i == moves:
            pos = end.copy()
            if i < moves:
                pos.state.load(end.steps[i].before)
                del pos.steps[i:]
            yield pos


@lru_cache(512)
def _walked(game: Game, seed: int) -> Position:
    """The end of a random game; its steps hold all positions before. Every test of a suite looks at the same games."""
    *_, end = walk(game, seed)
    return end
