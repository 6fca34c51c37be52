"""A game as nets see it: its features are what they read (`bots/net_inputs.py`), its codes are what they call moves."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, partial
from types import FunctionType

import numpy as np

from pizzabox.bots.net_inputs import columns, read
from pizzabox.bots.search import tuning_for
from pizzabox.engine.bits import wide
from pizzabox.engine.contract import label, labelled, moves, play, random_move, recall
from pizzabox.engine.game import Game
from pizzabox.engine.game_kernels import GameKernels
from pizzabox.engine.kernel import Kernel, kernel
from pizzabox.engine.options import Options
from pizzabox.engine.state import Floats, GameState, Numbers
from pizzabox.engine.symmetries import Symmetries

PLAYERS, KEEN = 1, 0.0


@kernel
def read_whole(view: GameState, viewer: int, out: Floats) -> None:
    """What a net reads of a view, in which a choice that others have sealed counts as not made yet."""
    if view.sealed != 0:
        recall(view)
    read(view, viewer, PLAYERS, KEEN, out, out)


@kernel
def moves_by_label(s: GameState, player: int, out: Numbers) -> int:
    """The legal moves as a net calls them."""
    n = moves(s, player, out)
    for i in range(n):
        out[i] = label(s, player, wide(out[i]))
    return n


@kernel
def random_label(s: GameState, player: int, dice: int, codes: Numbers) -> int:
    """One of the legal moves, as a net calls it."""
    return label(s, player, random_move(s, player, dice, codes))


@kernel
def play_label(s: GameState, player: int, name: int) -> None:
    """Play the move that a net calls so."""
    play(s, player, labelled(s, player, name))


def for_nets(game: Game) -> Game:
    """The same game, with what nets read as its features and what they call moves as its codes."""
    other = game.with_options(**game.options)
    object.__setattr__(other, "features", columns(game))
    object.__setattr__(other, "codes", game.labels)
    object.__setattr__(other, "symmetries", partial(_with_judgement, game))
    object.__setattr__(other, "kernels", _reading(game.kernels, game.players, tuning_for(game).keen))
    return other


def _with_judgement(game: Game, options: Options) -> Symmetries:
    """The symmetries of a game for its nets: of all that a net reads, only the game's features change places."""
    seen, labels = (
        game.symmetries(options) if game.symmetries else (np.arange(game.features)[None], np.arange(game.labels)[None])
    )
    judged = np.tile(np.arange(game.features, columns(game)), (len(seen), 1))
    return Symmetries(np.concatenate([seen, judged], axis=1), labels)


@cache
def _reading(kernels: GameKernels, players: int, keen: float) -> GameKernels:
    """A game's kernels with `read_whole` in place of its features, and labels in place of its codes. All of them call
    by name what they stand for."""
    own = {stub.__name__: made for stub, made in kernels.compiler.bindings.items()}
    others = {"features": _with(read_whole, {**own, "read": _with(read, own), "PLAYERS": players, "KEEN": keen})}
    if "label" in own:
        by_label: dict[str, Kernel] = {"moves": moves_by_label, "random_move": random_label, "play": play_label}
        others |= {role: _with(func, own) for role, func in by_label.items()}
    return kernels.changed(**others)


def _with(func: Kernel, names: Mapping[str, object]) -> Kernel:
    """A kernel in which some names stand for something else."""
    assert isinstance(func, FunctionType)
    return kernel(FunctionType(func.__code__, {**func.__globals__, **names}, func.__name__))
