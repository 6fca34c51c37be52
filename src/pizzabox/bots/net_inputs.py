"""What a net reads of a game: its `features`, and how its hand-made `value` judges the same view.

A net that is told what the hand-made value says need not find that out, and learns where it errs.
"""

from __future__ import annotations

from functools import cache
from math import exp, tanh
from types import FunctionType
from typing import Any

from pizzabox.engine.contract import features, value
from pizzabox.engine.game import Game
from pizzabox.engine.game_kernels import GameKernels
from pizzabox.engine.kernel import kernel

from .search import tuning_for

COLUMNS, PLAYERS, KEEN = 0, 1, 0.0


@kernel
def read(view: Any, viewer: int, out: Any) -> None:
    """The features of a view, then each player's chances by the game's value, the viewer's own first."""
    value(view, out)
    total = 0.0
    for d in range(PLAYERS):
        x = out[(viewer + d) % PLAYERS] + 0.0
        if KEEN == 0.0:
            x = 0.5 + 0.5 * x
        elif PLAYERS == 1:
            x = 0.5 + 0.5 * tanh(KEEN * x)
        else:
            x = exp(2.0 * KEEN * x)
            total += x
        out[COLUMNS + d] = x
    if total > 0.0:
        for d in range(PLAYERS):
            out[COLUMNS + d] /= total
    features(view, viewer, out)


def for_nets(game: Game) -> Game:
    """The same game, with what nets read as its features; itself where its value or features are not its own."""
    if game.kernels.stand_ins & {"value", "features"}:
        return game
    kernels = _reading(game.kernels, game.features, game.players, tuning_for(game).keen)
    other = game.with_options(**game.options)
    object.__setattr__(other, "features", game.features + game.players)
    object.__setattr__(other, "kernels", kernels)
    return other


@cache
def _reading(kernels: GameKernels, columns: int, players: int, keen: float) -> GameKernels:
    """A game's kernels with `read` in place of its features."""
    own = {"features": kernels.written["features"], "value": kernels.written["value"]}
    known = {**read.__globals__, **own, "COLUMNS": columns, "PLAYERS": players, "KEEN": keen}
    reader = kernel(FunctionType(read.__code__, known, read.__name__))
    return kernels.changed("features", reader)
