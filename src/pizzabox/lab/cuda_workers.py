"""A graphics card as workers: it plays rows of random play, a thread a game, by the same kernels."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from pizzabox.engine import cuda_compiler
from pizzabox.engine.catalogue import Catalogue
from pizzabox.engine.cuda_compiler import CudaCompiler, blocks, cuda_module, simulated
from pizzabox.engine.errors import PizzaboxError
from pizzabox.engine.game_kernels import GameKernels
from pizzabox.engine.kernel import OfNumba

from .plan import Chunk, Plan
from .row_kernels import ENDLESS, chosen, drawn
from .rows import PlayedRows
from .workers import Make, Part, Workers

say = Catalogue(__package__)
WRITTEN = ("length", "first", "opening", "changes", "decided", "logged", "returns", "scores", "subjects")


class CudaWorkers:
    """Plays the chunks in which every bot is `random`; `others` play all that is left."""

    def __init__(self, others: Workers) -> None:
        self._cuda = cuda_module()
        self.others = others
        self._launchers: dict[GameKernels, OfNumba] = {}

    def run(self, plan: Plan, chunks: Sequence[Chunk], make: Make[Part]) -> Iterator[tuple[Chunk, Part]]:
        if not any(setup.random for setup in plan.setups):
            raise PizzaboxError(say("workers.not_random"))
        for chunk in chunks:
            if plan.setups[chunk.setup].random:
                rows = PlayedRows(plan, chunk)
                self._run(rows)
                yield chunk, make(rows)
        rest = [chunk for chunk in chunks if not plan.setups[chunk.setup].random]
        if rest:
            yield from self.others.run(plan, rest, make)

    def _run(self, rows: PlayedRows) -> None:
        game, n = rows.game, len(rows.rows)
        written = [self._cuda.to_device(getattr(rows, name)) for name in WRITTEN]
        ended = self._cuda.to_device(np.zeros(n, np.int32))
        seats = (
            np.zeros(n, np.int64),
            rows.asked_first(),
            np.array(rows.kinds[:1], np.int64),
            np.array(game.teams, np.int64),
        )
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", message="Grid size")  # the last chunk may have few games
            launch = self._launcher(game.kernels)[blocks(n), cuda_compiler.THREADS]
        launch(
            self._cuda.to_device(game.encoded),
            self._counters(rows.seeds()),
            self._counters(rows.dice()),
            *map(self._cuda.to_device, seats),
            game.longest,
            *written,
            self._cuda.to_device(np.zeros((n, rows.subjects.shape[2]), np.int64)),
            ended,
        )
        for name, array in zip(WRITTEN, written, strict=True):
            getattr(rows, name)[...] = array.copy_to_host()
        endless = ended.copy_to_host() == ENDLESS
        if endless.any():
            raise rows.endless(int(endless.argmax()))

    def _launcher(self, kernels: GameKernels) -> OfNumba:
        if kernels not in self._launchers:
            from . import cuda_row_kernels

            compiler = CudaCompiler(kernels)
            compiler.bindings[chosen] = drawn  # bots that look ahead do not play here, so they need not be compiled
            self._launchers[kernels] = compiler.launcher(cuda_row_kernels.rows_on_card)
        return self._launchers[kernels]

    def _counters(self, numbers: NDArray[np.uint64]) -> OfNumba:
        """Counters as kernels take them: plain Python must read plain numbers, which do not overflow."""
        return numbers.data if simulated() else self._cuda.to_device(numbers)
