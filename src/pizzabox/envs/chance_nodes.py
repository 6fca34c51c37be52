"""A game's luck as draws that someone else makes: each call of `below` in its rules is one draw among equals.

The rules draw from the generator in the state, which says nothing about odds. Here the same kernels run in plain
Python with `below` replaced: it takes the draws it is given, and when there are none left it says how many sides the
next one has. So chance becomes a chain of nodes with known odds, and no rule is written twice.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence

from pizzabox.engine.contract import begin, play
from pizzabox.engine.errors import PizzaboxError
from pizzabox.engine.game import Game
from pizzabox.engine.kernel import kernel
from pizzabox.engine.kernel_compiler import KernelCompiler
from pizzabox.engine.kernel_sources import sources
from pizzabox.engine.rng import below
from pizzabox.engine.state import GameState

from .libraries import say

MOST_SIDES = 1024
"""No draw has more outcomes."""
Steps = tuple[tuple[int, int], ...]
"""Moves that are played one after the other: seats and codes."""


class NeedsDraw(Exception):
    """The rules want a draw that nobody has made yet."""

    def __init__(self, sides: int) -> None:
        super().__init__(sides)
        self.sides = sides


class _Draws(threading.local):
    """The draws of the move that is being played in this thread, those still to come last."""

    given: Sequence[int] = ()
    used = 0


DRAWS = _Draws()


@kernel
def next_draw(s: GameState, n: int) -> int:
    """`below`, as someone else has drawn it."""
    if n <= 1:
        return 0
    if DRAWS.used == len(DRAWS.given):
        raise NeedsDraw(int(n))
    DRAWS.used += 1
    return DRAWS.given[DRAWS.used - 1]


def draws_anything(game: Game) -> bool:
    """Whether the rules of a game ever draw."""
    return below in sources([begin, play], game.kernels.compiler.bindings).functions


class Luck:
    """The moves of a game with draws that are given. States have 0 in `rng` and keep it."""

    def __init__(self, game: Game) -> None:
        self.game = game
        bound = KernelCompiler(game.name, {**game.kernels.compiler.bindings, below: next_draw})
        self._begin, self._play = bound.plain(begin), bound.plain(play)

    def __deepcopy__(self, memo: object) -> Luck:
        return self

    def __reduce__(self) -> tuple[type[Luck], tuple[Game]]:
        return Luck, (self.game,)

    def begun(self, draws: Sequence[int]) -> GameState | int:
        """The start of a game after these draws, or how many sides the next draw has."""
        return self._with_draws(self.game.state(), lambda s: self._begin(s, self.game.encoded.tolist()), draws)

    def played(self, state: GameState, steps: Steps, draws: Sequence[int]) -> GameState | int:
        """The position after these moves and draws, or how many sides the next draw has."""

        def play_all(s: GameState) -> None:
            for seat, move in steps:
                self._play(s, seat, move)

        if not draws:
            trial = state.copy()
            for seat, move in steps:
                self.game.kernels.play(trial, seat, move)
            if trial.rng == 0:
                return trial
        return self._with_draws(state.copy(), play_all, draws)

    def _with_draws(self, s: GameState, run: Callable[[GameState], object], draws: Sequence[int]) -> GameState | int:
        DRAWS.given, DRAWS.used = draws, 0
        try:
            run(s)
        except NeedsDraw as wanted:
            if wanted.sides > MOST_SIDES:
                raise PizzaboxError(
                    say("openspiel.sides", game=self.game.title, sides=wanted.sides, most=MOST_SIDES)
                ) from None
            return wanted.sides
        if s.rng != 0:
            raise PizzaboxError(say("openspiel.luck", game=self.game.title))
        return s
