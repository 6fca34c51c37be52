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

from . import whole_game

say = Catalogue("pizzabox.study")
STEPS = 5000
"""What is looked at between two looks at the clock."""
EDGES = 12
"""Room for moves of the seat that need an answer, for each position."""
Progress = Callable[[int, int], None]
"""Called with how many positions are known and how many moves were tried."""


class Status(StrEnum):
    """What is known of a seat's chances."""

    FORCED = "forced"
    """It wins whatever the rival does."""
    HELD = "held"
    """The rival keeps it from winning for ever."""
    OPEN = "open"


@dataclass(frozen=True)
class Solution:
    """What a search has found, with the positions that prove it: those the seat wins, or those the rival holds. Without
    a proof there are none."""

    game: Game
    seat: int
    status: Status
    positions: int
    """How many positions were looked at."""
    tried: int
    """How many moves were tried."""
    essences: whole_game.Essences
    """Those positions, the first one first."""
    codes: NDArray[np.int32]
    """The seat's move at each, where it wins …"""
    within: NDArray[np.int32]
    """… and in how many moves of both at most."""

    @property
    def longest(self) -> int:
        """In how many moves of both a forced win comes at most; 0 where none is known."""
        return int(self.within[0]) if self.status is Status.FORCED else 0


class Solver:
    """Looks at a game with its options for one seat, as long as wanted, and can go on where it stopped."""

    def __init__(self, game: Game, state: GameState, seat: int, positions: int = 4_000_000) -> None:
        if not game.essence or game.players != 2:
            raise PizzaboxError(say("solve.unfit", game=game.title))
        self.game, self.seat = game, seat
        self._size = game.state.size // 8
        self._counters = np.zeros(whole_game.COUNTERS, np.int64)
        self._table: whole_game.Essences = np.zeros((positions, game.essence), np.uint64)
        self._nodes = np.zeros((positions, whole_game.NODE_COLUMNS), np.int32)
        self._edges = np.zeros((EDGES * positions, whole_game.EDGE_COLUMNS), np.int32)
        self._waiting = np.zeros(2 * positions, np.int32)
        self._slots = np.full(1 << (2 * positions - 1).bit_length(), whole_game.NONE, np.int32)
        self._scratch, self._words = blank_states(game.state, 3)
        self._codes = [zeros(game.width, np.int32) for _ in range(2)]
        self._known = [zeros(game.essence, np.uint64) for _ in range(3)]
        self._out = zeros(2, np.float64)
        for place in range(3):
            put_state(self._scratch, self._words, place, state)
        if game.kernels.over(state) or game.kernels.actors(state).bit_count() != 1:
            raise PizzaboxError(say("solve.unfit", game=game.title))
        other, first, _ = self._known
        game.kernels.specialised(whole_game.fold)(self._scratch[0], game.ways, other, first)
        begin = game.kernels.specialised(whole_game.add)
        begin(self._table, self._slots, self._nodes, self._waiting, self._counters, first)

    def search(self, seconds: float, progress: Progress = lambda known, tried: None) -> Solution:
        """Go on for so long, or until it is settled or there is no room left."""
        search = self.game.kernels.specialised(whole_game.search)
        deadline = time.perf_counter() + seconds
        while not self._settled and not self._counters[whole_game.STOPPED] and time.perf_counter() < deadline:
            search(
                *(self._scratch, self._words, self._size, self.game.ways, *self._codes),
                *(self._table, self._slots, self._nodes, self._edges, self._waiting, self._counters),
                *(self.seat, STEPS, *self._known, self._out),
            )
            progress(int(self._counters[whole_game.NODES]), int(self._counters[whole_game.TRIED]))
        if self._counters[whole_game.STOPPED] == whole_game.UNFIT:
            raise PizzaboxError(say("solve.unfit", game=self.game.title))
        while self._too_long and time.perf_counter() < deadline and self._shorten(deadline):
            pass
        return self._solution()

    @property
    def _too_long(self) -> bool:
        """Whether a win was found that other rules might cut short."""
        first = self._nodes[0]
        return bool(first[whole_game.STATE] == whole_game.LOST and 0 < self.game.patience < first[whole_game.WITHIN])

    def _shorten(self, deadline: float) -> int:
        """Look for quicker wins at all positions once, while there is time; how many there were."""
        shorten = self.game.kernels.specialised(whole_game.shorten)
        known, quicker = int(self._counters[whole_game.NODES]), 0
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
        return bool(self._counters[whole_game.STOPPED] == whole_game.FULL)

    @property
    def _settled(self) -> bool:
        return bool(self._nodes[0, whole_game.STATE] == whole_game.LOST or self._counters[whole_game.WAITING] == 0)

    def _solution(self) -> Solution:
        known = int(self._counters[whole_game.NODES])
        nodes = self._nodes[:known]
        status = Status.OPEN
        if nodes[0, whole_game.STATE] == whole_game.LOST:
            status = Status.OPEN if self._too_long else Status.FORCED
        elif self._counters[whole_game.WAITING] == 0 and not self._counters[whole_game.STOPPED]:
            status = Status.HELD
        wanted = {Status.FORCED: whole_game.LOST, Status.HELD: whole_game.HELD}.get(status, whole_game.NONE)
        rows = np.flatnonzero(nodes[:, whole_game.STATE] == wanted)
        return Solution(
            self.game,
            self.seat,
            status,
            known,
            int(self._counters[whole_game.TRIED]),
            self._table[rows],
            nodes[rows, whole_game.CODE],
            nodes[rows, whole_game.WITHIN],
        )
