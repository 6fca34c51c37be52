"""One game in memory of its own: what every adapter plays on, with few compiled calls for each step.

An observation is the features of a seat's *view* and a mask of its legal moves, which are listed from that view too. So
nothing that the seat may not know can be in it.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from pizzabox.engine.bits import lowest, members, wide
from pizzabox.engine.contract import SPECTATOR, actors, over, play, returns
from pizzabox.engine.game import Game
from pizzabox.engine.kernel import Kernel, OfNumba, kernel, numba_version
from pizzabox.engine.kernel_arguments import blank_states, put_state, zeros
from pizzabox.engine.position import View
from pizzabox.engine.registry import load
from pizzabox.engine.rng import seed_state
from pizzabox.engine.state import Floats, GameState, Memory, Numbers, States

from .stepping import fresh, is_legal, observe

OVER, ILLEGAL = -1, -2
"""What stands in place of the seat that acts next."""
SEAT, LEGAL = 0, 1
"""What `turn` holds: who acts next, and how many of the listed moves are theirs."""
Observation = dict[str, NDArray[np.generic]]


@kernel
def observe_seat(rows: States, words: Memory, seat: int, codes: Numbers, features: Floats, mask: Numbers) -> int:
    """Write a seat's features and the mask of its legal moves into blank arrays; return how many moves it has.

    `rows` are the game and a state for views, `words` the same bytes.
    """
    return observe(rows[0], seat, rows[1], words[1], codes, features, mask)


@kernel
def start(rows: States, words: Memory, seed: int, options: Numbers) -> None:
    """Begin a game."""
    fresh(rows[0], words[0], options, seed)


@kernel
def play_next(
    rows: States, words: Memory, move: int, codes: Numbers, turn: Numbers, features: Floats, mask: Numbers
) -> int:
    """Let the seat that acts next play a move, if it is one of those listed in `codes`; then observe for the next one.

    Everything that a step needs is in this one call.
    """
    for i in range(turn[LEGAL]):
        if codes[i] == move:
            play(rows[0], wide(turn[SEAT]), wide(move))
            turn[SEAT] = OVER
            turn[LEGAL] = 0
            if not over(rows[0]):
                seat = lowest(actors(rows[0]))
                turn[SEAT] = seat
                turn[LEGAL] = observe_seat(rows, words, seat, codes, features, mask)
            return wide(turn[SEAT])
    return ILLEGAL


@kernel
def play_if_legal(rows: States, seat: int, move: int, codes: Numbers, only_look: int) -> bool:
    """Play a seat's move unless it is illegal; with `only_look` just say whether it is legal."""
    if over(rows[0]) or not actors(rows[0]) >> seat & 1 or not is_legal(rows[0], seat, move, codes):
        return False
    if not only_look:
        play(rows[0], seat, move)
    return True


@kernel
def who_acts(rows: States) -> int:
    """The seats that may act, as bits; none when the game is over."""
    return 0 if over(rows[0]) else actors(rows[0])


@kernel
def results(rows: States, out: Floats) -> None:
    """Each player's result."""
    returns(rows[0], out)


KERNELS = (observe_seat, start, play_next, play_if_legal, who_acts, results)


def signatures(game: Game) -> dict[Kernel, OfNumba]:
    """The Numba signature of each kernel for a game."""
    from numba import types as t

    rows = t.Array(game.kernels.signatures()["actors"].args[0], 1, "C")
    words, codes, seat = t.uint64[:, ::1], t.int32[::1], t.int64
    turn = options = t.int64[::1]
    features, mask = t.float32[::1], t.int8[::1]
    return {
        observe_seat: seat(rows, words, seat, codes, features, mask),
        start: t.void(rows, words, t.uint64, options),
        play_next: seat(rows, words, seat, codes, turn, features, mask),
        play_if_legal: t.boolean(rows, seat, seat, codes, t.int64),
        who_acts: seat(rows),
        results: t.void(rows, t.float64[::1]),
    }


def compiled(game: Game) -> dict[Kernel, Kernel]:
    """The kernels of an adapter for a game: compiled, or plain where Numba is missing."""
    known = signatures(game) if numba_version() else {}
    return {each: game.kernels.specialised(each, known.get(each)) for each in KERNELS}


def with_chosen(game: str | Game, options: Mapping[str, object]) -> Game:
    """A game, or the one of that name, with options chosen; a game keeps its own where none are."""
    if isinstance(game, Game):
        return game.with_options(**options) if options else game
    return load(game, **options)


class OneGame:
    """A game in progress, seen by whoever acts next."""

    def __init__(self, game: Game, state: bytes | None = None) -> None:
        self.game = game
        self.seat = OVER
        """Who acts next: the lowest of several."""
        self._run = compiled(game)
        self._play = self._run[play_next]
        self._rows, self._words = blank_states(game.state, 2)
        self._options = game.encoded if numba_version() else game.encoded.tolist()
        self._listed, self._spare = zeros(game.width, np.int32), zeros(game.width, np.int32)
        self._turn = np.zeros(2, np.int64)
        self._features, self._mask = self._blank()
        if state is not None:
            self.load(state)

    def __reduce__(self) -> tuple[type[OneGame], tuple[Game, bytes]]:
        return OneGame, (self.game, bytes(self.state))

    @property
    def state(self) -> GameState:
        """A copy of the position, all secrets included."""
        made = self.game.state()
        made.load(self._words[0].tobytes())
        return made

    def load(self, state: bytes) -> int:
        """Go on from another position; return who acts next."""
        put_state(self._rows, self._words, 0, self.game.state(bytearray(state)))
        return self.observe_next()

    def _blank(self) -> tuple[NDArray[np.float32], NDArray[np.int8]]:
        return np.zeros(self.game.features, np.float32), np.zeros(self.game.codes, np.int8)

    def begin(self, seed: int) -> int:
        """Begin the game that `game.start(seed)` begins; return who acts first."""
        rng = np.uint64(seed_state(seed)) if numba_version() else seed_state(seed)
        self._run[start](self._rows, self._words, rng, self._options)
        return self.observe_next()

    def play(self, move: int) -> int:
        """Let whoever acts next play; return who is next then, OVER, or ILLEGAL when nothing has changed."""
        features, mask = self._blank()
        seat: int = self._play(self._rows, self._words, move, self._listed, self._turn, features, mask)
        if seat != ILLEGAL:
            self.seat, self._features, self._mask = seat, features, mask
        return seat

    def legal(self, seat: int, move: int) -> bool:
        """Whether a seat may play a move now."""
        return bool(self._run[play_if_legal](self._rows, seat, move, self._spare, 1))

    def play_for(self, seat: int, move: int) -> bool:
        """Let any seat that may act play; False when the move is illegal, and then nothing has changed.

        `observe_next` must follow before anybody is asked what the next seat sees.
        """
        return bool(self._run[play_if_legal](self._rows, seat, move, self._spare, 0))

    def observe_next(self) -> int:
        """Find out who acts next and what they see."""
        seen = self._features, self._mask = self._blank()
        acting = self.actors
        self.seat, legal = acting[0] if acting else OVER, 0
        if acting:
            legal = self._run[observe_seat](self._rows, self._words, self.seat, self._listed, *seen)
        self._turn[:] = self.seat, legal
        return self.seat

    def next_observation(self) -> Observation:
        """What the seat that acts next sees, in arrays of its own: whoever is given them may write to them."""
        return {"observation": self._features.copy(), "action_mask": self._mask.copy()}

    def observation(self, seat: int) -> Observation:
        """What a seat sees; its mask is empty where it cannot act."""
        features, mask = self._blank()
        self._run[observe_seat](self._rows, self._words, seat, self._spare, features, mask)
        return {"observation": features, "action_mask": mask}

    @property
    def actors(self) -> list[int]:
        """The seats that may act."""
        return members(self._run[who_acts](self._rows))

    @property
    def returns(self) -> list[float]:
        """Each player's result; all 0 while the game runs."""
        out = np.zeros(self.game.players)
        self._run[results](self._rows, out)
        return out.tolist()

    def view(self, seat: int = SPECTATOR) -> View:
        """What a seat knows, to read, draw and list moves from."""
        return View(self.game, self.game.kernels.show(self.state, seat), seat)

    def why_not(self, seat: int, move: int) -> str:
        """Why a seat cannot play a move now, as far as it may know."""
        code = move if seat in self.actors else None
        return self.game.words.why(self.view(seat).state, seat, code)[0]
