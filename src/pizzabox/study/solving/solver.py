"""`Solver`: can a seat force a win, or can the rival hold for ever? With what proves it, to be checked."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from pizzabox.engine.catalogue import Catalogue
from pizzabox.engine.errors import PizzaboxError
from pizzabox.engine.game import Game
from pizzabox.engine.kernel_arguments import blank_states, put_state, zeros
from pizzabox.engine.state import GameState

from . import whole_game as w

say = Catalogue("pizzabox.study")
STEPS = 5000
"""What is looked at between two looks at the clock."""
EDGES = 12
"""Room for moves of the seat that need an answer, for each position."""
Progress = Callable[[int, int], None]
"""Called with how many positions are known and how many moves were tried."""


class Outcome(StrEnum):
    """What is known of a seat's chances."""

    FORCED = "forced"
    HELD = "held"
    OPEN = "open"


@dataclass(frozen=True)
class Verdict:
    """What a search came to. `essences` are the positions that it rests on, the first one first: those the seat wins,
    each with its move and in how many moves at most, or those the rival holds. An open one rests on nothing."""

    game: Game
    seat: int
    outcome: Outcome
    positions: int
    """How many positions were looked at."""
    tried: int
    """How many moves were tried."""
    essences: NDArray[np.uint64]
    codes: NDArray[np.int32]
    far: NDArray[np.int32]

    @property
    def longest(self) -> int:
        """In how many moves of both a forced win comes at most; 0 where none is known."""
        return int(self.far[0]) if self.outcome is Outcome.FORCED else 0


class Solver:
    """Looks at a game with its options for one seat, as long as wanted, and can go on where it stopped."""

    def __init__(self, game: Game, state: GameState, seat: int, positions: int = 4_000_000) -> None:
        if not game.essence or game.players != 2:
            raise PizzaboxError(say("solve.unfit", game=game.title))
        self.game, self.seat = game, seat
        self._size = game.state.size // 8
        self._used = np.zeros(w.COUNTERS, np.int64)
        self._table: w.Essences = np.zeros((positions, game.essence), np.uint64)
        self._nodes = np.zeros((positions, w.NODE_COLUMNS), np.int32)
        self._edges = np.zeros((EDGES * positions, w.EDGE_COLUMNS), np.int32)
        self._waiting = np.zeros(2 * positions, np.int32)
        self._slots = np.full(1 << (2 * positions - 1).bit_length(), w.NONE, np.int32)
        self._scratch, self._words = blank_states(game.state, 3)
        self._codes = [zeros(game.width, np.int32) for _ in range(2)]
        self._known = [zeros(game.essence, np.uint64) for _ in range(3)]
        self._out = zeros(2, np.float64)
        for place in range(3):
            put_state(self._scratch, self._words, place, state)
        if game.kernels.over(state) or game.kernels.actors(state).bit_count() != 1:
            raise PizzaboxError(say("solve.unfit", game=game.title))
        other, first, _ = self._known
        game.kernels.specialised(w.fold)(self._scratch[0], game.ways, other, first)
        begin = game.kernels.specialised(w.add)
        begin(self._table, self._slots, self._nodes, self._waiting, self._used, first)

    def look(self, seconds: float, progress: Progress = lambda known, tried: None) -> Verdict:
        """Go on for so long, or until it is settled or there is no room left."""
        look = self.game.kernels.specialised(w.look)
        deadline = time.perf_counter() + seconds
        while not self._settled and not self._used[w.STOPPED] and time.perf_counter() < deadline:
            look(
                *(self._scratch, self._words, self._size, self.game.ways, *self._codes),
                *(self._table, self._slots, self._nodes, self._edges, self._waiting, self._used),
                *(self.seat, STEPS, *self._known, self._out),
            )
            progress(int(self._used[w.NODES]), int(self._used[w.TRIED]))
        if self._used[w.STOPPED] == w.UNFIT:
            raise PizzaboxError(say("solve.unfit", game=self.game.title))
        while self._too_long and time.perf_counter() < deadline and self._shorten(deadline):
            pass
        return self._verdict()

    @property
    def _too_long(self) -> bool:
        """Whether a win was found that other rules might cut short."""
        first = self._nodes[0]
        return bool(first[w.STATE] == w.LOST and 0 < self.game.patience < first[w.FAR])

    def _shorten(self, deadline: float) -> int:
        """Look for quicker wins at all positions once, while there is time; how many there were."""
        shorten = self.game.kernels.specialised(w.shorten)
        known, quicker = int(self._used[w.NODES]), 0
        for first in range(0, known, STEPS):
            quicker += shorten(
                *(self._scratch, self._words, self._size, self.game.ways, *self._codes),
                *(self._table, self._slots, self._nodes),
                *(self.seat, first, min(known, first + STEPS), *self._known[:2], self._out),
            )
            if time.perf_counter() >= deadline:
                break
        return quicker

    @property
    def full(self) -> bool:
        """Whether it stopped for want of room."""
        return bool(self._used[w.STOPPED] == w.FULL)

    @property
    def _settled(self) -> bool:
        return bool(self._nodes[0, w.STATE] == w.LOST or self._used[w.WAITING] == 0)

    def _verdict(self) -> Verdict:
        known = int(self._used[w.NODES])
        nodes = self._nodes[:known]
        outcome = Outcome.OPEN
        if nodes[0, w.STATE] == w.LOST:
            outcome = Outcome.OPEN if self._too_long else Outcome.FORCED
        elif self._used[w.WAITING] == 0 and not self._used[w.STOPPED]:
            outcome = Outcome.HELD
        wanted = {Outcome.FORCED: w.LOST, Outcome.HELD: w.HELD}.get(outcome, w.NONE)
        rows = np.flatnonzero(nodes[:, w.STATE] == wanted)
        return Verdict(
            self.game,
            self.seat,
            outcome,
            known,
            int(self._used[w.TRIED]),
            self._table[rows],
            nodes[rows, w.CODE],
            nodes[rows, w.FAR],
        )
