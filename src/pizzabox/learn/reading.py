"""A game whose features are what nets read (`bots/net_inputs.py`), so that vectors of games show just that."""

from __future__ import annotations

from functools import cache
from types import FunctionType
from typing import Any

from pizzabox.bots.net_inputs import columns, read
from pizzabox.bots.search import tuning_for
from pizzabox.engine.contract import recall
from pizzabox.engine.game import Game
from pizzabox.engine.game_kernels import GameKernels
from pizzabox.engine.kernel import kernel

PLAYERS, KEEN = 1, 0.0


@kernel
def read_whole(view: Any, viewer: int, out: Any) -> None:
    """What a net reads of a view, in which a choice that others have sealed counts as not made yet."""
    if view.sealed != 0:
        recall(view)
    read(view, viewer, PLAYERS, KEEN, out, out)


def for_nets(game: Game) -> Game:
    """The same game, with what nets read as its features."""
    other = game.with_options(**game.options)
    object.__setattr__(other, "features", columns(game))
    object.__setattr__(other, "kernels", _reading(game.kernels, game.players, tuning_for(game).keen))
    return other


@cache
def _reading(kernels: GameKernels, players: int, keen: float) -> GameKernels:
    """A game's kernels with `read_whole` in place of its features, which that calls by name."""
    own = {role: kernels.written[role] for role in ("features", "value")}
    inner = kernel(FunctionType(read.__code__, {**read.__globals__, **own}, read.__name__))
    taking_back = kernels.written["recall"]
    known = {**read_whole.__globals__, "read": inner, "recall": taking_back, "PLAYERS": players, "KEEN": keen}
    return kernels.changed("features", kernel(FunctionType(read_whole.__code__, known, read_whole.__name__)))
