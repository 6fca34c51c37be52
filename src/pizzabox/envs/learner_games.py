"""`LearnerGames`: a vector in which one seat learns and bots have the others.

A step is the learner's move in every game and all that the others do until the learner may act again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from pizzabox.bots import Bot, bot
from pizzabox.bots.greedy import MOST_WORLDS, moves_played_out
from pizzabox.engine.game import Game
from pizzabox.engine.kernel_arguments import blank_states
from pizzabox.engine.position import View
from pizzabox.engine.rng import advance, mix, seed_state

from . import opponents as others
from .opponents import ASKED, Opponent, each_opponent, learners_seat, way_of
from .stepping import NOBODY, Flags, first_illegal
from .vector_games import CODES, SCRATCH, WORDS, Array, Seeds, Vector

GREEDY_SCRATCH = range(4, 13)
"""What each thread has for bots that look ahead: see `_new_scratch`."""


class LearnerGames(Vector):
    """`n` games of one learner against the same opponents.

    `features` and `mask` are the learner's. Nobody is asked before `begin`, and a game that is over rests until it is
    begun again.
    """

    KERNELS = (*Vector.KERNELS, others.go_on, others.look_for_learner)

    def __init__(
        self,
        game: Game,
        n: int,
        opponents: Opponent | Sequence[Opponent] = "random",
        seat: int = 0,
        *,
        seed: Seeds | None = None,
        threads: int | None = None,
    ) -> None:
        self.seat = learners_seat(seat, game)
        sitting = [number for number in range(game.players) if number != self.seat]
        self.opponents = dict(zip(sitting, each_opponent(opponents, len(sitting)), strict=True))
        self._ways = np.zeros(game.players, np.int64)
        for number, one in self.opponents.items():
            self._ways[number] = way_of(one)
        self._play_out = moves_played_out(game)
        self._bots: dict[tuple[int, int], Bot] = {}
        """Bots that are asked and were named, by game and seat: each game has its own."""
        super().__init__(game, n, seed=seed, threads=threads)

    def begin(self, which: Flags, seeds: Sequence[int | None] | None = None) -> None:
        """Begin the marked games anew: game i as `game.start(seeds[i])` does, or where it has no seed with the next."""
        counters = mix(advance(self.seeds))
        for i, one in enumerate(seeds or ()):
            if one is not None and which[i]:
                counters[i] = seed_state(one)  # type: ignore[index]
        with self.unchanged_by_errors():
            self.seeds[which] = counters[which]  # type: ignore[index]
            self.length[which] = 0
            self._begin_some(which)
            self._bots = {key: one for key, one in self._bots.items() if not which[key[0]]}
            self._go_on(np.full(self.n, NOBODY, np.int32), np.zeros((self.n, 1), np.int64))
        self._look(which)

    def step(self, moves: Array, where: Flags | None = None) -> None:
        """Play the learner's moves, in all games that are not over or in those of them that `where` marks.

        Where one is illegal, an error says so and nothing changes.
        """
        chosen = self._chosen(moves)
        playing = ~self.done if where is None else where & ~self.done
        mover = np.where(playing, np.int32(self.seat), np.int32(NOBODY))
        bad = self._run[first_illegal](0, self.n, chosen, self._legal, mover.reshape(-1, 1))
        if bad >= 0:
            raise self._illegal(int(bad), chosen)
        with self.unchanged_by_errors():
            self._go_on(mover, chosen)
            self.length[playing] += 1
        self._look(playing)

    @contextmanager
    def unchanged_by_errors(self) -> Iterator[None]:
        """Opponents that are asked may answer anything; if that is an error, nothing has changed."""
        asked = any(self._ways[number] == ASKED for number in self.opponents)
        kept, bots = self.snapshot() if asked else None, dict(self._bots)
        try:
            yield
        except BaseException:  # also where somebody stops a bot that thinks
            if kept:
                self.restore(kept)
                self._bots = bots
            raise

    def _made_with(self) -> dict[str, Any]:
        chosen = {"game": self.game, "n": self.n, "opponents": [*self.opponents.values()], "seat": self.seat}
        return {**chosen, "threads": self.threads}

    def _standing(self) -> dict[str, Any]:
        return {**super()._standing(), "bots": dict(self._bots)}

    def __setstate__(self, standing: dict[str, Any]) -> None:
        super().__setstate__(standing)
        self._bots = standing["bots"]

    def view(self, i: int) -> View:
        """What the learner knows of one game, to read and draw."""
        return self.position(i).view(self.seat)

    def _go_on(self, mover: Array, chosen: Array) -> None:
        """Play a move in each game that has a mover, and let the others play until the learner may act."""
        next_seat = np.zeros(self.n, np.int32)
        while True:
            numbers = (self.seat, self._ways, self._play_out, mover, chosen, next_seat, self._dice)
            self._in_parts((others.go_on, numbers, (SCRATCH, WORDS, CODES, *GREEDY_SCRATCH)))
            mover = np.where(next_seat == self.seat, np.int32(NOBODY), next_seat)
            asked = np.flatnonzero(mover >= 0).tolist()
            if not asked:
                return
            chosen = np.zeros((self.n, 1), np.int64)
            for i in asked:
                chosen[i] = self._answer(i, int(mover[i]))

    def _answer(self, i: int, number: int) -> int:
        one = self.opponents[number]
        if isinstance(one, str):
            if (i, number) not in self._bots:
                self._bots[i, number] = bot(one, int(self.seeds[i]) + number)
            one = self._bots[i, number]
        return others.answer(one, self.position(i).view(number), f"player_{number}")

    def _look(self, which: Flags) -> None:
        numbers = (self.seat, which, self._actor, self._seen, self._legal, self.returns, self.done)
        self._in_parts((others.look_for_learner, numbers, (SCRATCH, WORDS, CODES)))

    def _see(self) -> None:
        self._look(np.ones(self.n, np.bool_))

    def _new_scratch(self) -> tuple[object, ...]:
        """For bots that look ahead, after what every vector has: two states, their words, seeds, marks and counts of
        worlds, replies, values of the players and, twice, of the moves."""
        game, worlds = self.game, np.zeros((2, MOST_WORLDS), np.uint64)
        counts, replies = np.zeros(MOST_WORLDS, np.int64), np.zeros(game.width, np.int32)
        values = np.zeros(game.players), np.zeros(game.width), np.zeros(game.width)
        seeds_and_marks = worlds if self._compiled else [row.data for row in worlds]
        return *super()._new_scratch(), *blank_states(game.state, 2), *seeds_and_marks, counts, replies, *values
