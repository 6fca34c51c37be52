"""`QuickBot`: plays while kernels are being compiled, one step ahead in plain Python, in a fraction of a second."""

from __future__ import annotations

import random
import time

from pizzabox.engine.kernel_arguments import blank_states
from pizzabox.engine.position import Move, View

from .base import OneQuestion, moves_of
from .greedy import weigh

WORLDS = 4
SECONDS = 0.4
"""How long it looks at most; Pizzeria's 330 cuts would take 7 s in plain Python."""


class QuickBot(OneQuestion):
    """Looks at the moves like `greedy`, in few worlds and only as long as there is time; it compiles nothing."""

    name = "quick"

    def __init__(self, seed: int | None = None) -> None:
        super().__init__()
        self._dice = random.Random(seed)

    def choose(self, view: View, seconds: float | None = None) -> Move:
        codes = list(moves_of(view))
        self._dice.shuffle(codes)  # time may allow for some of them only: any
        with self.answering():
            until = time.perf_counter() + min(SECONDS, SECONDS if seconds is None else seconds)
            scores = self._world(view, codes, until)
            for _ in range(WORLDS - 1):
                more = self._world(view, codes, until)
                if len(more) < len(codes):
                    break
                scores = [a + b for a, b in zip(scores, more, strict=True)]
        best = max(range(len(scores)), key=scores.__getitem__)
        return view.move(view.viewer, codes[best])

    def _world(self, view: View, codes: list[int], until: float) -> list[float]:
        """What moves are worth in one guessed world: of the first, and of as many more as time allows."""
        game, seed = view.game, [self._dice.getrandbits(64)]
        run, size = game.kernels.compiler.plain(weigh), game.state.size // 8
        scratch, words = blank_states(game.state, 2, compiled=False)
        out, found, scores = [0.0] * game.players, [0.0], list[float]()
        for code in codes:
            if scores and time.perf_counter() > until:
                break
            run(view.state, view.viewer, scratch, words, size, seed, [code], 1, 0, [], out, found)
            scores.append(found[0])
        return scores
