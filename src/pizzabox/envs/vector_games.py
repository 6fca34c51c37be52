"""`Vector`: many games stepped in one compiled call, on the processor or on a card.

    games = pizzabox.envs.vector("theory", 4096, seed=1)
    while learning:
        games.step(choose(games.features, games.mask))      # one move in every game
        learn(games.returns, games.done)

All arrays are allocated once and written in place. A game that is over begins again inside the call: its results stand
in `returns`, and what is seen is already the next game.
"""

from __future__ import annotations

import operator
import secrets
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, ClassVar, cast

import numpy as np
from numpy.typing import DTypeLike, NDArray

from pizzabox.bots.search import cores, tuning_for
from pizzabox.engine.catalogue import Catalogue
from pizzabox.engine.errors import BadOption, IllegalMove, short
from pizzabox.engine.game import MAX_SEED, Game
from pizzabox.engine.kernel import Kernel, numba_version
from pizzabox.engine.kernel_arguments import blank_states
from pizzabox.engine.options import Value
from pizzabox.engine.position import Position
from pizzabox.engine.rng import seed_state
from pizzabox.engine.state import GameState, Memory, Numbers, States

from . import stepping

say = Catalogue(__package__)
Array = Any
"""An array of NumPy, or of the card."""
Seeds = int | Sequence[int] | NDArray[np.integer]
"""A seed for all games, or one for each."""
MOST_GAMES = 1 << 24
SCRATCH, WORDS, CODES, OUT = 0, 1, 2, 3
"""What each thread has for itself: three states, their bytes as words, a list of moves, a number a player."""
Call = tuple[Kernel, tuple[object, ...], tuple[int, ...]]
"""A kernel, what it is handed beside the games, and what it needs of a thread's own."""
_FEWEST_A_THREAD = 64
"""Fewer games are not worth a thread of their own."""


@dataclass(frozen=True)
class Snapshot:
    """Where all games of a vector stood."""

    game: str
    options: Mapping[str, Value]
    states: Array
    numbers: dict[str, Array]


class Vector:
    """`n` games of one kind side by side, on the processor.

    With `joint`, everybody who may act chooses in the same step (`step_all`), and the arrays have one more axis: the
    players. Without it one player a game acts in a step, and those who choose in secret are asked one after the other,
    without a look at what the others have sealed.

    With `outlook`, what each legal move leads to by the game's own value is worked out as well, at the price of trying
    every one of them.
    """

    device = "cpu"
    KERNELS: ClassVar[tuple[Kernel, ...]] = (
        stepping.begin_games,
        stepping.see_games,
        stepping.foresee_games,
        stepping.draw_games,
        stepping.first_illegal,
        stepping.play_games,
    )

    def __init__(
        self,
        game: Game,
        n: int,
        *,
        joint: bool = False,
        outlook: bool = False,
        seed: Seeds | None = None,
        threads: int | None = None,
    ) -> None:
        self.game = game
        self.n = _checked(n, "games", MOST_GAMES)
        self.joint = joint
        self._foresees = outlook
        self.threads = cores() if threads is None else _checked(threads, "threads", 1024)
        rows = game.players if joint else 1
        self._seen = self._array((self.n, rows, game.features), np.float32)
        self._legal = self._mask((self.n, rows, game.codes))
        self._actor = self._array((self.n, rows), np.int32)
        self._drawn = self._array((self.n, rows), np.int32)
        self._ahead = self._array((self.n, rows, game.codes if outlook else 0), np.float32)
        settings = np.array(tuning_for(game).numbers)
        self._judging = self._array(settings.shape, np.float64)
        self._write(self._judging, settings)
        self.features = self._public(self._seen)
        """The features that the actor sees."""
        self.mask = self._public(self._legal)
        """Which of the move codes are legal."""
        self.outlook = self._public(self._ahead)
        """The actor's expected return after each legal move by the game's own value, in a world that fits what the
        actor sees; 0 for all other codes."""
        self.actor = self._public(self._actor)
        """Who acts in each game; with `joint`, each player who does, and -1 in the place of the others."""
        self.moves = self._public(self._drawn)
        """Where `random_moves` leaves its choices."""
        self.returns = self._array((self.n, game.players), np.float32)
        """The results of the games that this step ended; 0 in all others."""
        self.done = self._array((self.n,), np.bool_)
        """Which games this step ended."""
        self.length = self._array((self.n,), np.int32)
        """How many steps each game has had; of one that is over, how many it had in all."""
        self.seeds, self._seeds = self._wide_numbers()
        """The state of the generator that each running game began with."""
        self._thrown, self._dice = self._wide_numbers()
        self._prepare()
        self.reset(seed)

    def reset(self, seed: Seeds | None = None) -> None:
        """Begin all games anew. Game i begins as `game.start(seed + i)` does, or with its own of an array of seeds."""
        self._write(self.seeds, self._counters(seed))
        for array in (self.length, self.done, self.returns):
            self._write(array, np.zeros(array.shape, array.dtype))
        self._begin()
        self._see()

    def step(self, moves: Array) -> None:
        """Play a move in each game: that of its actor. Where one is illegal, an error says so and nothing changes."""
        if self.joint:
            raise BadOption(say("vector.joint"))
        self._step(moves)

    def step_all(self, moves: Array) -> None:
        """Play the moves of everybody who acts, in each game at once; those of all others do not matter."""
        if not self.joint:
            raise BadOption(say("vector.not_joint"))
        self._step(moves)

    def random_moves(self) -> Array:
        """A random legal move for each game (with `joint`, for everybody who acts; -1 for all others)."""
        self._draw()
        return self.moves

    def snapshot(self) -> Snapshot:
        """Where all games stand now."""
        numbers = {name: self._copy(getattr(self, name)) for name in self._KEPT}
        return Snapshot(self.game.name, self.game.options, self._copy(self._states), numbers)

    def restore(self, snapshot: Snapshot) -> None:
        """Go back to where the games stood; of the same game with the same options, and as many games."""
        mine = self.game.name, dict(self.game.options), self._states.shape, self._states.dtype
        if not isinstance(snapshot, Snapshot) or _kind(snapshot) != mine:
            raise BadOption(say("vector.snapshot", game=self.game.name, options=self.game.options, n=self.n))
        self._write(self._states, snapshot.states)
        for name, kept in snapshot.numbers.items():
            self._write(getattr(self, name), kept)
        self._see()

    def __reduce__(self) -> tuple[Callable[..., Vector], tuple[type[Vector], dict[str, Any]], dict[str, Any]]:
        """A copy, and what comes out of a pickle, has arrays of its own in which the same games go on."""
        return _made, (type(self), self._made_with()), self._standing()

    def _made_with(self) -> dict[str, Any]:
        """What makes another vector of the same kind."""
        chosen = {"game": self.game, "n": self.n, "joint": self.joint, "outlook": self._foresees}
        return {**chosen, "threads": self.threads}

    def _standing(self) -> dict[str, Any]:
        """Where all games stand, in the memory of the processor."""
        numbers = {name: self._on_host(getattr(self, name)) for name in self._KEPT}
        kept = Snapshot(self.game.name, dict(self.game.options), self._on_host(self._states), numbers)
        return {"snapshot": kept, "moves": self._on_host(self._drawn)}

    def __setstate__(self, standing: dict[str, Any]) -> None:
        self.restore(standing["snapshot"])
        self._write(self._drawn, standing["moves"])

    def position(self, i: int) -> Position:
        """The position of one game, to look at, draw or save."""
        number = _whole(i)
        if not 0 <= number < self.n:
            raise BadOption(say("vector.index", most=self.n - 1, value=short(i)))
        return Position(self.game, self._state(number))

    _KEPT = ("returns", "done", "length", "seeds", "_thrown")

    # What differs on a card.

    def _array(self, shape: tuple[int, ...], kind: DTypeLike) -> Array:
        return np.zeros(shape, kind)

    def _mask(self, shape: tuple[int, ...]) -> Array:
        """Room for the masks, which a card wipes whole."""
        return self._array(shape, np.bool_)

    def _public(self, array: Array) -> Array:
        """The same memory as everybody sees it: without an axis for the players, if one a game acts."""
        return array if self.joint else array[:, 0]

    def _wide_numbers(self) -> tuple[Array, Numbers]:
        """An unsigned number a game, and the same as kernels take it: plain Python must read plain integers."""
        numbers = np.zeros(self.n, np.uint64)
        return numbers, numbers if numba_version() else numbers.data

    def _prepare(self) -> None:
        """Room for the states, and for each thread a view and a list of moves."""
        game, kernels = self.game, self.game.kernels
        self._compiled = numba_version() is not None
        self._memory = np.zeros((self.n, game.state.size), np.uint8)
        self._run = {kernel: kernels.specialised(kernel) for kernel in self.KERNELS}
        self._states: Array = self._memory.reshape(-1).view(game.state.dtype)
        self._rows, self._words = states_in(game.state, self._memory)
        parts = max(1, min(self.threads, self.n // _FEWEST_A_THREAD))
        self._parts = [(self.n * t // parts, self.n * (t + 1) // parts) for t in range(parts)]
        self._scratch = [self._new_scratch() for _ in range(parts)]
        self._pool = ThreadPoolExecutor(parts - 1) if parts > 1 else None

    def _new_scratch(self) -> tuple[object, ...]:
        game = self.game
        return *blank_states(game.state, 3), np.zeros(game.width, np.int32), np.zeros(game.players)

    def _in_parts(self, *calls: Call) -> None:
        """Run kernels over all games, every thread its part of them; the first part is this thread's own."""

        def part(t: int) -> None:
            for kernel, arguments, scratch in calls:
                self._run[kernel](*self._parts[t], self._rows, *arguments, *(self._scratch[t][k] for k in scratch))

        if self._pool is None:
            part(0)
            return
        others = [self._pool.submit(part, t) for t in range(1, len(self._parts))]
        part(0)
        for other in others:
            other.result()

    def _begin(self) -> None:
        self._begin_some(np.ones(self.n, np.bool_))

    def _begin_some(self, which: NDArray[np.bool_]) -> None:
        """A new game in each of these that `which` marks."""
        self._in_parts((stepping.begin_games, (self._words, self.game.encoded, self._seeds, self._dice, which), ()))

    def _see(self) -> None:
        self._in_parts(*self._seeing())

    def _seeing(self) -> list[Call]:
        calls: list[Call] = [(stepping.see_games, (self._actor, self._seen, self._legal), (SCRATCH, WORDS, CODES))]
        if self._foresees:
            calls.append((stepping.foresee_games, self._foreseen, (SCRATCH, WORDS, OUT)))
        return calls

    def _step(self, moves: Array) -> None:
        chosen = self._chosen(moves)
        bad = self._first_illegal(chosen)
        if bad >= 0:
            raise self._illegal(bad, chosen)
        numbers = (
            self._words,
            self.game.encoded,
            chosen,
            self._actor,
            self._seeds,
            self.length,
            self.returns,
            self.done,
        )
        self._in_parts((stepping.play_games, numbers, (CODES,)), *self._seeing())

    def checked_moves(self, moves: object) -> NDArray[np.int64]:
        """Moves as numbers, a whole one for everybody who may act; anything else is an error."""
        chosen = self._even(moves)
        self._refuse_other_shapes(chosen)
        return np.ascontiguousarray(chosen, np.int64)

    def _chosen(self, moves: Array) -> Array:
        return self.checked_moves(moves).reshape(self._drawn.shape)

    def _first_illegal(self, chosen: Array) -> int:
        return int(self._run[stepping.first_illegal](0, self.n, chosen, self._legal, self._actor))

    def _draw(self) -> None:
        self._in_parts((stepping.draw_games, (self._actor, self._dice, self._drawn), (CODES,)))

    def _write(self, array: Array, values: Array) -> None:
        array[...] = values

    def _copy(self, array: Array) -> Array:
        return array.copy()

    def _on_host(self, array: Array) -> Array:
        """A copy in the memory of the processor."""
        return array.copy()

    def _state(self, i: int) -> GameState:
        return self.game.state(bytearray(self._memory[i].tobytes()))

    # What does not.

    @property
    def _foreseen(self) -> tuple[object, ...]:
        """What kernels that try every move are handed beside the games."""
        return self._actor, self._legal, self._seeds, self.length, self.game.players, self._judging, self._ahead

    def _even(self, moves: object) -> NDArray[np.generic]:
        """Moves as an array, whatever its kind; lists of different lengths are no array."""
        try:
            return np.asarray(moves)
        except ValueError as error:
            raise BadOption(say("vector.uneven", shape=self.moves.shape, value=short(moves))) from error

    def _refuse_other_shapes(self, chosen: Array) -> None:
        kind = np.dtype(chosen.dtype)
        if chosen.shape != self.moves.shape or kind.kind not in "iu":
            raise BadOption(say("vector.moves", shape=self.moves.shape, kind=kind, other=chosen.shape))

    def _illegal(self, bad: int, chosen: Array) -> IllegalMove:
        i, row = divmod(bad, self._actor.shape[1])
        return IllegalMove(self.refusal(i, chosen[i, row], row))

    def refusal(self, i: int, move: int, row: int = 0) -> str:
        """Says that a move is not legal in game i."""
        return say("vector.illegal", game=i, player=int(self._actor[i, row]), move=int(move))

    def _counters(self, seed: Seeds | None) -> NDArray[np.uint64]:
        """The first state of each game's generator."""
        if seed is None:
            seed = secrets.randbits(64)
        if isinstance(seed, (int, np.integer)) and not isinstance(seed, bool) and 0 <= seed <= MAX_SEED - self.n:
            return np.array([seed_state(int(seed) + i) for i in range(self.n)], np.uint64)
        try:
            given = np.asarray(seed, object)
        except ValueError:
            given = np.zeros(0)
        numbers = [_whole(one) for one in given.ravel()]
        if given.shape != (self.n,) or not all(0 <= one < MAX_SEED for one in numbers):
            raise BadOption(say("vector.seed", n=self.n, value=short(seed)))
        return np.array([seed_state(one) for one in numbers], np.uint64)


def states_in(kind: type[GameState], memory: NDArray[np.uint8]) -> tuple[States, Memory]:
    """The states that lie in this memory, one a row, and the same bytes as words, as kernels take them."""
    words = memory.view(np.uint64)
    if numba_version() is None:
        return [kind(row.data) for row in memory], cast("Memory", [row.data for row in words])
    return cast("States", memory.reshape(-1).view(kind.dtype)), cast("Memory", words)


def _made(kind: type[Vector], chosen: dict[str, Any]) -> Vector:
    """A vector as a copy or a pickle begins it."""
    return kind(**chosen)


def _kind(snapshot: Snapshot) -> tuple[object, ...]:
    """What must be the same where it is restored."""
    return snapshot.game, dict(snapshot.options), snapshot.states.shape, snapshot.states.dtype


def _checked(value: object, what: str, most: int) -> int:
    number = _whole(value)
    if not 1 <= number <= most:
        raise BadOption(say(f"vector.{what}", most=most, value=short(value)))
    return number


def _whole(value: object) -> int:
    """A whole number, of Python or of NumPy; -1 in place of anything else."""
    try:
        return -1 if isinstance(value, bool) else operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        return -1
