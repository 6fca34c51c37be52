"""Playing rows of a plan, a game each: what is written down of them, as arrays (`row_table.py`: as a table)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from pizzabox.bots import Bot, Program
from pizzabox.bots.greedy import MOST_WORLDS, moves_played_out
from pizzabox.bots.search import tuning_for
from pizzabox.engine.catalogue import Catalogue
from pizzabox.engine.errors import PizzaboxError
from pizzabox.engine.kernel import numba_version
from pizzabox.engine.position import Position
from pizzabox.engine.rng import seed_state
from pizzabox.engine.state import Ints
from pizzabox.envs.vector_games import states_in

from .plan import Chunk, Plan
from .players import KERNELS, player
from .row_kernels import ASKED, ENDLESS, NOBODY, OFTEN, OPENING, PLACES, ROW, TABLE, Work, Written, play_on, take

say = Catalogue(__package__)
STATES = 4
A = TypeVar("A", bound=NDArray[np.generic])


class PlayedRows:
    """The rows of a chunk, with room for what is written down of their games."""

    def __init__(self, plan: Plan, chunk: Chunk, keep_log: bool = False) -> None:
        self.plan, self.chunk = plan, chunk
        self.setup = plan.setups[chunk.setup]
        self.game = plan.loaded(chunk.setup)
        self.game.warm()
        self.rows = [plan.row(number) for number in range(chunk.low, chunk.high)]
        self.kinds = [[KERNELS.get(name, ASKED) for name in bots] for bots in self.setup.seatings]
        self.keep_log = keep_log or any(ASKED in kinds for kinds in self.kinds)
        n, players = chunk.high - chunk.low, self.game.players
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
        self.log = np.zeros(self.game.longest * n if self.keep_log else 0, np.int32)

    @property
    def moves(self) -> list[list[int]] | None:
        """The codes of all moves, game by game, where they are kept."""
        if not self.keep_log:
            return None
        ends = zip(self.logged.tolist(), self.length.tolist(), strict=True)
        return [self.log[begin : begin + length].tolist() for begin, length in ends]

    def seeds(self) -> NDArray[np.uint64]:
        """The generator each game begins with."""
        return np.array([seed_state(row.seed) for row in self.rows], np.uint64)

    def dice(self) -> NDArray[np.uint64]:
        """A counter for the choices of each game's kernels."""
        return np.array([self.plan.dice(row.number) for row in self.rows], np.uint64)

    def asked_first(self) -> NDArray[np.int64]:
        """The seat that each game asks first where several may act."""
        return np.array([row.asked_first(self.game.players) for row in self.rows], np.int64)

    def endless(self, index: int) -> PizzaboxError:
        """This game did not end within the moves that its rules promise."""
        return PizzaboxError(say("plan.endless", row=self.rows[index].number, most=self.game.longest))


def play_rows(plan: Plan, chunk: Chunk, *, keep_log: bool = False) -> PlayedRows:
    """Play these rows. Their results are the same on every machine and in any order."""
    rows = PlayedRows(plan, chunk, keep_log)
    _Games(rows).run()
    return rows


def moves_of_row(plan: Plan, number: int) -> list[int]:
    """The codes of all moves of one row, played anew."""
    played = play_rows(plan, Chunk(0, plan.row(number).setup, number, number + 1), keep_log=True)
    return played.moves[0] if played.moves else []


class _Games:
    """The games of these rows while they are played."""

    def __init__(self, rows: PlayedRows) -> None:
        self.rows, self.game = rows, rows.game
        self.at = np.zeros(PLACES, np.int64)
        self.memory = np.zeros((STATES, self.game.state.size), np.uint8)

    def run(self) -> None:
        kernels = self.game.kernels
        run, answer = kernels.specialised(play_on), kernels.specialised(take)
        work, written = self._work(), self._written()
        with self._bots() as bot_of:
            while (seat := int(run(work, written))) >= 0:
                index = int(self.at[ROW])
                drawn = self.rows.length[index] < work.opening
                code = self._drawn(index, seat) if drawn else self._asked(bot_of(index, seat), seat)
                answer(work.states[TABLE], seat, code, work, written)
        if seat == ENDLESS:
            raise self.rows.endless(int(self.at[ROW]))

    def _position(self) -> Position:
        return Position(self.game, self.game.state(self.memory[TABLE].data))

    def _drawn(self, index: int, seat: int) -> int:
        """A first move of a game, the same in every game of its deal."""
        plan, deal, move = self.rows.plan, self.rows.rows[index].deal, int(self.rows.length[index])
        codes = self._position().legal(seat).codes
        return codes[plan.opening_dice(deal, move) % len(codes)]

    def _asked(self, bot: Bot, seat: int) -> int:
        """The move of a bot that is no kernel, from what its seat sees."""
        code = bot.choose(self._position().view(seat), self.rows.plan.seconds).code
        if isinstance(bot, Program) and bot.fault is not None:
            self.rows.faults[self.at[ROW]] += 1
        return code

    @contextmanager
    def _bots(self) -> Iterator[Callable[[int, int], Bot]]:
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
                plan, row = self.rows.plan, self.rows.rows[index]
                made[index, seat] = player(row.bots[seat], plan.dice(row.number, seat), plan.seconds)
            return made[index, seat]

        try:
            yield bot_of
        finally:
            clear()

    def _work(self) -> Work:
        game, rows = self.game, self.rows
        states, words = states_in(game.state, self.memory)
        careless = tuning_for(game).careless
        return Work(
            states=states,
            words=words,
            options=_numbers(game.encoded),
            seeds=_numbers(rows.seeds()),
            dice=_numbers(rows.dice()),
            kinds=_numbers(np.array(rows.kinds, np.int64)),
            seating=_numbers(np.array([row.seating for row in rows.rows], np.int64)),
            asked_first=_numbers(rows.asked_first()),
            sides=_numbers(np.array(game.teams, np.int64)),
            opening=rows.setup.opening,
            limit=game.longest,
            play_out=moves_played_out(game),
            careless=round(careless * OFTEN),
            keep_log=int(rows.keep_log),
            at=_numbers(self.at),
            log=_numbers(rows.log),
            codes=_numbers(np.zeros(game.width, np.int32)),
            replies=_numbers(np.zeros(game.width, np.int32)),
            seeds_of_worlds=cast("Ints", _numbers(np.zeros(MOST_WORLDS, np.uint64))),
            marks_of_worlds=_numbers(np.zeros(MOST_WORLDS, np.uint64)),
            times_of_worlds=_numbers(np.zeros(MOST_WORLDS, np.int64)),
            values=_numbers(np.zeros(game.width)),
            totals=_numbers(np.zeros(game.width)),
            prospects=_numbers(np.zeros(game.players)),
            points=_numbers(np.zeros(game.players, np.int64)),
            counted=_numbers(np.zeros(max(1, len(game.subjects)), np.int64)),
        )

    def _written(self) -> Written:
        return Written(
            length=_numbers(self.rows.length),
            first=_numbers(self.rows.first),
            opening=_numbers(self.rows.opening),
            changes=_numbers(self.rows.changes),
            decided=_numbers(self.rows.decided),
            logged=_numbers(self.rows.logged),
            returns=_numbers(self.rows.returns),
            scores=_numbers(self.rows.scores),
            subjects=_numbers(self.rows.subjects),
        )


def _numbers(array: A) -> A:
    """An array as kernels take it: plain Python must read plain numbers."""
    return array if numba_version() else cast("A", array.data)
