"""Exact values of every move where little is left of a game for two: open moves, one die, one secret choice of both."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from pizzabox.engine.game import Game
from pizzabox.engine.state import GameState

from .matrix_game import saddle, value

ROLLS = 400
"""Generators tried to see every side of a die; that one of six stays away has a chance of about 1 in 10 ** 31."""
HALF = Fraction(1, 2)


class NotExact(Exception):
    """The rest of the game is no small zero-sum game of open moves, one die and secret choices."""


class Exact:
    """Values of a position to a seat, as its chance to win when both play as well as can be (a shared win is half)."""

    def __init__(self, game: Game, sides: int) -> None:
        self.game, self.sides = game, sides
        if game.players != 2:
            raise NotExact

    def values(self, state: GameState, seat: int) -> dict[int, Fraction]:
        """Each of the seat's moves with its value. At a secret choice: against the rival's part of an equilibrium in
        which neither mixes; where there is none, no single move is right and the position is refused."""
        actors = self._actors(state)
        codes = self.game.kernels.moves(state, seat)
        if len(actors) == 2:
            theirs = self.game.kernels.moves(state, 1 - seat)
            table = self._table(state, seat, codes, theirs)
            point = saddle(table)
            if point is None:
                raise NotExact
            return {code: row[point[1]] for code, row in zip(codes, table, strict=True)}
        if actors != (seat,):
            raise NotExact
        return {code: self._after(state, seat, seat, code) for code in codes}

    def answers(self, state: GameState, seat: int) -> tuple[int, int]:
        """At a secret choice: the seat's move and the rival's in an equilibrium without mixing."""
        codes, theirs = (self.game.kernels.moves(state, who) for who in (seat, 1 - seat))
        point = saddle(self._table(state, seat, codes, theirs))
        if point is None:
            raise NotExact
        return codes[point[0]], theirs[point[1]]

    def best(self, state: GameState, seat: int, mover: int) -> int:
        """The open move with which `mover`, the seat or its rival, serves itself best."""
        worth = {code: self._after(state, seat, mover, code) for code in self.game.kernels.moves(state, mover)}
        return (max if mover == seat else min)(worth, key=worth.__getitem__)

    def _value(self, state: GameState, seat: int) -> Fraction:
        if self.game.kernels.over(state):
            results = self.game.kernels.returns(state, 2)
            if abs(sum(results)) > 1e-9:
                raise NotExact  # both lose: the one's gain is not the other's loss
            return Fraction(round(2 * results[seat]), 4) + HALF
        actors = self._actors(state)
        if len(actors) == 2:
            codes, theirs = (self.game.kernels.moves(state, who) for who in (seat, 1 - seat))
            return value(self._table(state, seat, codes, theirs))
        (mover,) = actors
        after = (self._after(state, seat, mover, code) for code in self.game.kernels.moves(state, mover))
        return max(after) if mover == seat else min(after)

    def _after(self, state: GameState, seat: int, mover: int, code: int) -> Fraction:
        then = state.copy()
        self.game.kernels.play(then, mover, code)
        if then.rng == state.rng:
            return self._value(then, seat)
        sides = self._rolled(state, mover, code)
        return sum((self._value(side, seat) for side in sides), Fraction(0)) / len(sides)

    def _rolled(self, state: GameState, mover: int, code: int) -> Sequence[GameState]:
        """What each side of the die brings; all are equally likely."""
        seen: dict[bytes, GameState] = {}
        for number in range(ROLLS):
            then = state.copy()
            then.rng = number * 0x9E3779B97F4A7C15 & 0xFFFFFFFFFFFFFFFF
            self.game.kernels.play(then, mover, code)
            then.rng = state.rng
            seen.setdefault(bytes(then), then)
            if len(seen) > self.sides:
                raise NotExact
        if len(seen) != self.sides:
            raise NotExact
        return list(seen.values())

    def _table(self, state: GameState, seat: int, codes: Sequence[int], theirs: Sequence[int]) -> list[list[Fraction]]:
        """What the seat wins by its choice and the rival's, neither of whom knows the other's."""
        table = []
        for own in codes:
            chosen = state.copy()
            self.game.kernels.play(chosen, seat, own)
            table.append([self._value(self._played(chosen, 1 - seat, reply), seat) for reply in theirs])
        return table

    def _played(self, state: GameState, mover: int, code: int) -> GameState:
        then = state.copy()
        self.game.kernels.play(then, mover, code)
        if then.rng != state.rng or not self.game.kernels.over(then):
            raise NotExact
        return then

    def _actors(self, state: GameState) -> tuple[int, ...]:
        bits = self.game.kernels.actors(state)
        return tuple(p for p in range(self.game.players) if bits >> p & 1)
