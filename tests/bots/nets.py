"""Nets that nobody trained, and a slow reader of nets to compare with."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from pizzabox.bots.net import Net
from pizzabox.engine.game import Game
from pizzabox.engine.position import View
from pizzabox.learn.game_for_nets import for_nets
from tests.helpers import advance

Array = np.ndarray[Any, Any]
OUTER, INNER = 16, 8


def random_net(game: Game, seed: int, *, loud: float = 1.0, outlook: bool = False) -> Net:
    """A net with weights drawn by dice: every other column has thresholds, two of three count as they are. With `loud`
    at 0 it has no opinion: all moves alike, everybody's prospects even. With `outlook` it looks ahead."""
    dice = np.random.default_rng(seed)
    reading = for_nets(game)
    columns, players = reading.features, game.players
    counts = np.arange(columns) % 2 * 3
    rows = columns + int(counts.sum()) + players

    def drawn(*shape: int) -> Array:
        return (loud * dice.normal(size=shape)).astype(np.float32)

    return Net(
        about={"game": game.name, "options": dict(game.options), "codes": game.labels},
        starts=np.concatenate([[0], np.cumsum(counts)]).astype(np.int32),
        thresholds=np.tile(np.array([0.2, 0.5, 1.5], np.float32), int((counts > 0).sum())),
        linear=(np.arange(columns) % 3 < 2).astype(np.uint8),
        codes=np.arange(game.labels, dtype=np.int32),
        first=0.3 * drawn(rows, OUTER),
        first_bias=drawn(OUTER),
        inner=0.5 * drawn(OUTER, INNER),
        inner_bias=drawn(INNER),
        policy=drawn(game.labels, INNER),
        policy_bias=drawn(game.labels),
        value=0.3 * drawn(players, INNER),
        value_bias=drawn(players),
        outlook=drawn(int(outlook), INNER),
        outlook_bias=drawn(int(outlook)),
    )


def views(game: Game, seed: int, steps: int) -> Iterator[View]:
    """The acting player's views, move by move of a random game."""
    pos, dice = game.start(seed=seed), random.Random(seed)
    for _ in range(steps):
        if pos.over:
            return
        yield pos.view(pos.actors[0])
        advance(pos, dice)


def seen_in(view: View) -> Array:
    """What a net reads of a view."""
    reading = for_nets(view.game)
    return reading.kernels.features(view.state.copy(), view.viewer, reading.features)


def labels_in(view: View) -> list[int]:
    """What a net calls the viewer's moves, in their order."""
    return for_nets(view.game).kernels.moves(view.state.copy(), view.viewer)


def read_slowly(
    net: Net, seen: Array, viewer: int, labels: list[int], outlook: Array | None = None
) -> tuple[Array, Array]:
    """The odds of moves and everybody's prospects by seat, by whole matrices."""
    columns = np.repeat(np.arange(len(net.linear)), np.diff(net.starts))
    players = len(net.value_bias)
    read = np.concatenate([seen * net.linear, seen[columns] > net.thresholds, np.arange(players) == viewer])
    outer = np.maximum(read @ net.first + net.first_bias, 0.0)
    inner = np.maximum(outer @ net.inner + net.inner_bias, 0.0)
    rows = [int(np.flatnonzero(net.codes == label)[0]) for label in labels]
    logits = net.policy[rows] @ inner + net.policy_bias[rows]
    if outlook is not None:
        logits += (net.outlook @ inner + net.outlook_bias) * outlook
    odds = np.exp(logits - logits.max())
    value = np.tanh(net.value @ inner + net.value_bias)
    return odds / odds.sum(), np.roll(value, viewer)


def plainly(monkeypatch: pytest.MonkeyPatch) -> None:
    """From here on bots search in plain Python, so that nothing has to be compiled."""
    for module in ("bots.search", "engine.game_kernels", "engine.kernel_arguments"):
        monkeypatch.setattr(f"pizzabox.{module}.numba_version", lambda: None)
