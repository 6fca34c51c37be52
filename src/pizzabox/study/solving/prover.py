"""`Prover`: whether a seat can force a win, and by which moves (the search itself is in `forced_wins.py`)."""

from __future__ import annotations

from functools import cached_property
from typing import cast

import numpy as np

from pizzabox.engine.game import Game
from pizzabox.engine.kernel import Kernel, numba_version
from pizzabox.engine.kernel_arguments import blank_states, put_state, zeros
from pizzabox.engine.state import GameState, NumberRows

from . import forced_wins

DEEPEST = 64
BUDGET = 50_000_000
"""Moves tried for one question; what takes more stays open, and is never called proven."""


class Unsettled(Exception):
    """A question took more moves than the budget allows: nothing is known."""


class Prover:
    """Answers for one game with its options. What it calls proven was tried against every defence."""

    def __init__(self, game: Game, budget: int = BUDGET) -> None:
        self.game, self.budget = game, budget
        self._size = game.state.size // 8
        self._scratch, self._words = blank_states(game.state, DEEPEST)
        self._out = zeros(game.players, np.float64)
        self._codes = _rows(DEEPEST, game.width, np.int32)
        self._levels = _rows(DEEPEST, forced_wins.COLUMNS, np.int64)

    @cached_property
    def _forced(self) -> Kernel:
        return self.game.kernels.specialised(forced_wins.forced)

    def decides(self, state: GameState, seat: int) -> int:
        """Who decides at a position, from that seat's point of view; -1 when it is over."""
        bits = self.game.kernels.actors(state)
        if not bits:
            return -1
        return seat if bits >> seat & 1 else (bits & -bits).bit_length() - 1

    def forces(self, state: GameState, seat: int, turns: int) -> bool:
        """Whether the seat wins by force within so many own turns."""
        put_state(self._scratch, self._words, 0, state)
        found = self._forced(
            *(self._scratch, self._words, self._size, self._codes, self._levels),
            *(seat, turns, self._out, self.budget),
        )
        if found == forced_wins.OPEN:
            raise Unsettled
        return bool(found == forced_wins.YES)

    def after(self, state: GameState, seat: int, mover: int, code: int, turns: int) -> bool:
        """The same once `mover` has played a move; `turns` counts the turn under way."""
        then = state.copy()
        self.game.kernels.play(then, mover, code)
        if then.rng != state.rng:
            return False
        if not self.game.kernels.over(then) and mover == seat and self.decides(then, seat) != seat:
            turns -= 1
        return self.forces(then, seat, turns)

    def winning(self, state: GameState, seat: int, turns: int) -> tuple[int, ...]:
        """The seat's moves that force a win within so many own turns."""
        codes = self.game.kernels.moves(state, seat)
        return tuple(code for code in codes if self.after(state, seat, seat, code, turns))

    def distance(self, state: GameState, seat: int, most: int) -> int:
        """The fewest own turns within which the seat forces a win, at most `most`; 0 when it does not."""
        return next((turns for turns in range(1, most + 1) if self.forces(state, seat, turns)), 0)


def _rows(count: int, size: int, kind: type[np.integer]) -> NumberRows:
    """Rows of numbers for a kernel to write to."""
    if numba_version() is not None:
        return cast("NumberRows", np.zeros((count, size), kind))
    return [[0] * size for _ in range(count)]
