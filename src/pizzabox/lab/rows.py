"""Playing rows of a plan, and what a row of results holds (docs/lab.md)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import polars as pl

from pizzabox.bots import Bot, Program
from pizzabox.bots.greedy import MOST_WORLDS, moves_played_out
from pizzabox.bots.search import tuning_for
from pizzabox.engine.catalogue import Catalogue
from pizzabox.engine.errors import PizzaboxError
from pizzabox.engine.game import Game
from pizzabox.engine.kernel import numba_version
from pizzabox.engine.position import Position
from pizzabox.engine.rng import seed_state

from .plan import Chunk, Plan
from .players import KERNELS, player
from .row_kernels import ASKED, NOBODY, OFTEN, OPENING, PLACES, ROW, TABLE, Work, Written, play_on, take

say = Catalogue(__package__)
STATES = 4
SCHEMA: dict[str, Any] = {
    "row": pl.Int64,
    "part": pl.String,
    "options": pl.String,
    "deal": pl.Int64,
    "seed": pl.Int64,
    "bots": pl.List(pl.String),
    "length": pl.Int32,
    "returns": pl.List(pl.Float64),
    "scores": pl.List(pl.Int64),
    "winners": pl.List(pl.Int8),
    "first": pl.Int8,
    "opening": pl.List(pl.Int32),
    "subjects": pl.List(pl.Int32),
    "lead_changes": pl.Int32,
    "decided": pl.Int32,
    "faults": pl.Int32,
    "moves": pl.List(pl.Int32),
}
"""The columns of a results file; docs/lab.md says what each holds."""


def play_rows(plan: Plan, chunk: Chunk) -> pl.DataFrame:
    """Play these rows: the same table whoever plays them, and whatever was played before."""
    return _Games(plan, chunk, keep_log=False).played()


def moves_of_row(plan: Plan, number: int) -> list[int]:
    """The codes of all moves of one row, played anew."""
    games = _Games(plan, Chunk(0, plan.row(number).setup, number, number + 1), keep_log=True)
    found: list[int] = games.played()["moves"][0].to_list()
    return found


class _Games:
    """The rows of a chunk while they are played."""

    def __init__(self, plan: Plan, chunk: Chunk, keep_log: bool) -> None:
        self.plan, self.chunk = plan, chunk
        self.setup = plan.setups[chunk.setup]
        self.game = plan.loaded(chunk.setup)
        self.game.warm()
        self.kinds = [[KERNELS.get(name, ASKED) for name in bots] for bots in self.setup.seatings]
        self.keep_log = keep_log or any(ASKED in kinds for kinds in self.kinds)
        n, players = chunk.high - chunk.low, self.game.players
        self.rows = [plan.row(number) for number in range(chunk.low, chunk.high)]
        self.length = np.zeros(n, np.int32)
        self.first = np.full(n, NOBODY, np.int8)
        self.opening = np.full((n, OPENING), NOBODY, np.int32)
        self.changes = np.zeros(n, np.int32)
        self.decided = np.full(n, NOBODY, np.int32)
        self.logged = np.zeros(n, np.int64)
        self.returns = np.zeros((n, players))
        self.scores = np.zeros((n, players), np.int64)
        self.subjects = np.zeros((n, players, max(1, len(self.game.subjects))), np.int32)
        self.faults = np.zeros(n, np.int32)
        self.at = np.zeros(PLACES, np.int64)
        self.log = np.zeros(self.game.longest * (n if self.keep_log else 1), np.int32)
        self.memory = np.zeros((STATES, self.game.state.size), np.uint8)

    def played(self) -> pl.DataFrame:
        kernels = self.game.kernels
        run, answer = kernels.specialised(play_on), kernels.specialised(take)
        work, written = self._work(), self._written()
        with self._bots() as bot_of:
            while (seat := int(run(work, written))) != NOBODY:
                code = self._asked(bot_of(int(self.at[ROW]), seat), seat)
                answer(work.states[TABLE], seat, code, work, written)
        unfinished = self.length >= self.game.longest
        if unfinished.any() and not self.returns[unfinished].any(axis=1).all():
            row = self.rows[int(unfinished.argmax())].number
            raise PizzaboxError(say("plan.endless", row=row, most=self.game.longest))
        return self._table()

    def _asked(self, bot: Bot, seat: int) -> int:
        """The move of a bot that is no kernel, from what its seat sees."""
        state = self.game.state(self.memory[TABLE].data)
        code = bot.choose(Position(self.game, state).view(seat), self.plan.seconds).code
        if isinstance(bot, Program) and bot.fault is not None:
            self.faults[self.at[ROW]] += 1
        return code

    @contextmanager
    def _bots(self) -> Iterator[Any]:
        """The bots of the running game, made when they are first asked."""
        made: dict[tuple[int, int], Bot] = {}

        def clear() -> None:
            for bot in made.values():
                if isinstance(bot, Program):
                    bot.close()
            made.clear()

        def bot_of(index: int, seat: int) -> Bot:
            if (index, seat) not in made:
                if any(other != index for other, _ in made):
                    clear()
                row = self.rows[index]
                made[index, seat] = player(row.bots[seat], self.plan.dice(row.number, seat), self.plan.seconds)
            return made[index, seat]

        try:
            yield bot_of
        finally:
            clear()

    def _work(self) -> Work:
        game, plan, rows = self.game, self.plan, self.rows
        states, words = _states(game, self.memory)
        careless = tuning_for(game).careless
        return Work(
            states=states,
            words=words,
            options=_numbers(game.encoded),
            seeds=_numbers(np.array([seed_state(row.seed) for row in rows], np.uint64)),
            dice=_numbers(np.array([plan.dice(row.number) for row in rows], np.uint64)),
            kinds=_numbers(np.array(self.kinds, np.int64)),
            seating=_numbers(np.array([row.seating for row in rows], np.int64)),
            asked_first=_numbers(np.array([row.asked_first(game.players) for row in rows], np.int64)),
            sides=_numbers(np.array(game.teams, np.int64)),
            limit=game.longest,
            play_out=moves_played_out(game),
            careless=round(careless * OFTEN),
            keep_log=int(self.keep_log),
            at=_numbers(self.at),
            log=_numbers(self.log),
            codes=_numbers(np.zeros(game.width, np.int32)),
            replies=_numbers(np.zeros(game.width, np.int32)),
            seeds_of_worlds=_numbers(np.zeros(MOST_WORLDS, np.uint64)),
            marks_of_worlds=_numbers(np.zeros(MOST_WORLDS, np.uint64)),
            times_of_worlds=_numbers(np.zeros(MOST_WORLDS, np.int64)),
            values=_numbers(np.zeros(game.width)),
            totals=_numbers(np.zeros(game.width)),
            prospects=_numbers(np.zeros(game.players)),
            points=_numbers(np.zeros(game.players, np.int64)),
            told=_numbers(np.zeros(max(1, len(game.subjects)), np.int64)),
        )

    def _written(self) -> Written:
        return Written(
            length=_numbers(self.length),
            first=_numbers(self.first),
            opening=_numbers(self.opening),
            changes=_numbers(self.changes),
            decided=_numbers(self.decided),
            logged=_numbers(self.logged),
            returns=_numbers(self.returns),
            scores=_numbers(self.scores),
            subjects=_numbers(self.subjects),
        )

    def _table(self) -> pl.DataFrame:
        setup, rows, n = self.setup, self.rows, len(self.rows)
        told = self.game.players * len(self.game.subjects)
        best = self.returns.max(axis=1, keepdims=True)
        won = (self.returns == best) & (best > -1.0)
        winners = np.where(won, np.arange(self.game.players), NOBODY)
        seatings = pl.Series([list(bots) for bots in setup.seatings], dtype=pl.List(pl.String))
        moves = None
        if self.keep_log:
            ends = zip(self.logged.tolist(), self.length.tolist(), strict=True)
            moves = [self.log[begin : begin + length].tolist() for begin, length in ends]
        columns = {
            "row": np.arange(self.chunk.low, self.chunk.high),
            "part": pl.repeat(setup.part, n, eager=True),
            "options": pl.repeat(str(self.game.options), n, eager=True),
            "deal": np.array([row.deal for row in rows]),
            "seed": np.array([row.seed for row in rows]),
            "bots": seatings.gather(np.array([row.seating for row in rows])),
            "length": self.length,
            "returns": _lists(self.returns),
            "scores": _lists(self.scores),
            "winners": _lists(winners),
            "first": self.first,
            "opening": _lists(self.opening),
            "subjects": _lists(self.subjects[:, :, : len(self.game.subjects)].reshape(n, told)),
            "lead_changes": self.changes,
            "decided": self.decided,
            "faults": self.faults,
            "moves": pl.Series(moves, dtype=pl.List(pl.Int32)) if moves else pl.repeat(None, n, eager=True),
        }
        return _typed(pl.DataFrame(columns))


def _typed(table: pl.DataFrame) -> pl.DataFrame:
    """The columns as documented: lists without their blanks, and nothing where nobody is meant."""
    present = pl.element().filter(pl.element() >= 0)
    made = table.with_columns(
        pl.col("winners", "opening").list.eval(present),
        pl.col("decided", "first").replace(NOBODY, None),
    )
    return made.select(pl.col(name).cast(kind) for name, kind in SCHEMA.items())


def _states(game: Game, memory: np.ndarray[Any, np.dtype[np.uint8]]) -> tuple[Any, Any]:
    """The states that lie in this memory, and the same bytes as words, whichever way kernels run."""
    words = memory.view(np.uint64)
    if numba_version() is None:
        return [game.state(row.data) for row in memory], [row.data for row in words]
    return memory.reshape(-1).view(game.state.dtype), words


def _numbers(array: np.ndarray[Any, Any]) -> Any:
    """An array as kernels take it: plain Python must read plain numbers."""
    return array if numba_version() else array.data


def _lists(array: np.ndarray[Any, Any]) -> pl.Series:
    return pl.Series(array).arr.to_list()
