"""Checking what a solver claims, without anything of its search: every position is played on by itself."""

from __future__ import annotations

import random
from dataclasses import dataclass

import numpy as np

from pizzabox.engine.contract import embody
from pizzabox.engine.errors import PizzaboxError
from pizzabox.engine.kernel_arguments import as_argument, zeros
from pizzabox.engine.state import GameState

from . import whole_game
from .solver import Solution, Status, say

Essence = tuple[int, ...]


class Flaw(PizzaboxError):
    """A proof doesn't hold."""


@dataclass(frozen=True)
class Checked:
    """How much of a proof was gone through."""

    positions: int
    """From the first position on, by the winner's moves and all of the other's; of a sample, those in it."""
    whole: bool
    """Whether that was all there is to check."""


def check(solution: Solution, start: GameState, sample: int = 0, seed: int = 1) -> Checked:
    """Walk through a proof from its first position, or look at a sample of all its positions; `Flaw` if one fails.

    A forced win: after the seat's move every answer is lost at once or leads to a position won in fewer moves. A
    position that is held: no move of the seat wins, and each has an answer that leads to one that is held.
    """
    if solution.status is Status.OPEN:
        raise Flaw(say("solve.nothing"))
    walk = _Walk(solution, start)
    if sample and sample < len(walk.rows):
        for known in random.Random(seed).sample(list(walk.rows), sample):
            walk.successors(known)
        return Checked(sample, whole=False)
    first = walk.fold(start)
    if first not in walk.rows:
        raise Flaw(say("solve.flaw"))
    seen, waiting = {first}, [first]
    while waiting:
        fresh = walk.successors(waiting.pop()) - seen
        seen |= fresh
        waiting += fresh
    return Checked(len(seen), whole=True)


class _Walk:
    """One position after the other, each with all that can follow."""

    def __init__(self, solution: Solution, start: GameState) -> None:
        self.game, self.seat = solution.game, solution.seat
        self.won = solution.status is Status.FORCED
        self.codes, self.within = solution.codes.tolist(), solution.within.tolist()
        self.rows: dict[Essence, int] = {tuple(row): i for i, row in enumerate(solution.essences.tolist())}
        self._start = start
        self._fold = self.game.kernels.specialised(whole_game.fold)
        self._embody = self.game.kernels.specialised(embody)
        self._numbers = [zeros(self.game.essence, np.uint64) for _ in range(2)]

    def fold(self, state: GameState) -> Essence:
        other, known = self._numbers
        self._fold(as_argument(state), self.game.ways, other, known)
        return tuple(map(int, known))

    def successors(self, known: Essence) -> set[Essence]:
        """The positions that a position's proof rests on."""
        state, here = self._start.copy(), zeros(self.game.essence, np.uint64)
        for i, number in enumerate(known):
            here[i] = number
        self._embody(as_argument(state), here)
        (who,) = (p for p in range(2) if self.game.kernels.actors(state) >> p & 1)
        row = self.rows[known]
        if not self.won:
            return self._all_held(state) if who == self.seat else self._answered(state)
        then = self._played(state, who, self.codes[row]) if who == self.seat else state
        moved = int(who == self.seat)
        if self.game.kernels.over(then):
            self._sure(self._wins(then))
            return set()
        mover = self.game.kernels.actors(then).bit_length() - 1
        if mover == self.seat:
            return {self._nearer(then, self.within[row] - moved)}
        found = set()
        for code in self.game.kernels.moves(then, mover):
            after = self._played(then, mover, code)
            if self.game.kernels.over(after):
                self._sure(self._wins(after))
            else:
                found.add(self._nearer(after, self.within[row] - moved - 1))
        return found

    def _nearer(self, state: GameState, within: int) -> Essence:
        known = self.fold(state)
        self._sure(known in self.rows and self.within[self.rows[known]] <= within)
        return known

    def _all_held(self, state: GameState) -> set[Essence]:
        found = set()
        for code in self.game.kernels.moves(state, self.seat):
            after = self._played(state, self.seat, code)
            if self.game.kernels.over(after):
                self._sure(not self._wins(after))
            elif self.game.kernels.actors(after) >> self.seat & 1:
                known = self.fold(after)
                self._sure(known in self.rows)
                found.add(known)
            else:
                found |= self._answered(after)
        return found

    def _answered(self, state: GameState) -> set[Essence]:
        """An answer of the rival that is held; none is needed where one ends the game without a win."""
        rival = 1 - self.seat
        for code in self.game.kernels.moves(state, rival):
            after = self._played(state, rival, code)
            if self.game.kernels.over(after):
                if not self._wins(after):
                    return set()
            elif (known := self.fold(after)) in self.rows:
                return {known}
        raise Flaw(say("solve.flaw"))

    def _played(self, state: GameState, mover: int, code: int) -> GameState:
        after = state.copy()
        self.game.kernels.play(after, mover, code)
        self._sure(after.rng == state.rng)
        return after

    def _wins(self, state: GameState) -> bool:
        return self.game.kernels.returns(state, 2)[self.seat] == 1.0

    def _sure(self, holds: bool) -> None:
        if not holds:
            raise Flaw(say("solve.flaw"))
