"""The yardstick: one step ahead by the game's `value` kernel."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import numpy as np

from pizzabox.engine.contract import guess, play, value
from pizzabox.engine.kernel import kernel, numba_version
from pizzabox.engine.position import Move, View

from .base import OneQuestion, level, moves_of

WORLDS = 24
"""How many guessed worlds a move is tried in when the view hides something; interpreted kernels try fewer."""
FEW = 4


@kernel
def weigh(view: Any, viewer: int, s: Any, seeds: Any, codes: Any, n: int, out: Any, scores: Any) -> None:
    """Add up, for each of the viewer's moves, its value to the viewer over one guessed world a seed.

    `s` is a spare record; every move is tried in the same worlds, so that luck does not tell them apart.
    """
    for i in range(n):
        scores[i] = 0.0
    for w in range(len(seeds)):
        for i in range(n):
            s.rng = seeds[w]
            guess(view, viewer, s)
            play(s, viewer, codes[i])
            value(s, out)
            scores[i] += out[viewer]


class Greedy(OneQuestion):
    """Tries each move in a few worlds that fit what it knows and plays the one whose outcome looks best."""

    name = "greedy"

    def __init__(self, seed: int | None = None) -> None:
        super().__init__()
        self._dice = random.Random(seed)

    def choose(self, view: View, seconds: float | None = None) -> Move:
        codes = moves_of(view)
        with self.answering():
            scores = self.scores(view, codes)
            best = max(scores)
            good = [c for c, v in zip(codes, scores, strict=True) if v >= best - 1e-9]
            return view.move(view.viewer, self._dice.choice(good))

    def scores(self, view: View, codes: Sequence[int]) -> list[float]:
        """The value of each move to the viewer, on average."""
        kernels = view.game.kernels
        open_view = _same_world(view, self._dice.getrandbits(64), self._dice.getrandbits(64))
        worlds = FEW if open_view or numba_version() is None else WORLDS
        seeds = [self._dice.getrandbits(64) for _ in range(worlds)]
        s, players, n = view.game.state(), view.game.players, len(codes)
        run = kernels.specialised(weigh)
        if numba_version() is None:
            totals = [0.0] * n
            run(view.state, view.viewer, s, seeds, codes, n, [0.0] * players, totals)
            return [t / len(seeds) for t in totals]
        made = np.zeros(n)
        run(
            view.state.raw,
            view.viewer,
            s.raw,
            np.array(seeds, np.uint64),
            np.array(codes, np.int32),
            n,
            np.zeros(players),
            made,
        )
        return [float(t) / len(seeds) for t in made]


def _same_world(view: View, *seeds: int) -> bool:
    """Whether guesses differ in nothing but the generator, so that only chance is left to average over."""
    worlds = [view.guess(seed).state for seed in seeds]
    for s in worlds:
        s.rng = 0
    return all(s == worlds[0] for s in worlds)


level("greedy", Greedy, strength=10)
