"""One game in memory of its own: what every adapter plays on, with few compiled calls for each step.

Whoever looks is given the features of their *view* and a mask of their legal moves, which are listed from that view
too, so nothing that a seat may not know can be in an observation.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pizzabox.bots.tree import wipe
from pizzabox.engine.bits import lowest, members, wide
from pizzabox.engine.contract import SPECTATOR, actors, begin, features, moves, over, play, returns, show
from pizzabox.engine.game import Game
from pizzabox.engine.kernel import kernel, numba_version
from pizzabox.engine.position import View
from pizzabox.engine.rng import seed_state

OVER, ILLEGAL = -1, -2
"""What stands in place of the seat that acts next."""
SEAT, LEGAL = 0, 1
"""What `known` holds: who acts next, and how many of the listed moves are theirs."""
Observation = dict[str, NDArray[Any]]


@kernel
def look(row: Any, seat: int, room: Any, words: Any, size: int, codes: Any, numbers: Any, mask: Any) -> int:
    """Write a seat's features and the mask of its legal moves into blank arrays; return how many moves it has.

    `room` is a record for the view, and `words` the same bytes.
    """
    wipe(words, size)
    show(row[0], seat, room[0])
    features(room[0], seat, numbers)
    n = 0
    if actors(row[0]) >> seat & 1:
        n = moves(room[0], seat, codes)
        for i in range(n):
            mask[codes[i]] = 1
    return n


@kernel
def look_next(row: Any, room: Any, words: Any, size: int, codes: Any, known: Any, numbers: Any, mask: Any) -> int:
    """The same for the seat that acts next, which is returned."""
    known[SEAT] = OVER
    known[LEGAL] = 0
    if not over(row[0]):
        seat = lowest(actors(row[0]))
        known[SEAT] = seat
        known[LEGAL] = look(row, seat, room, words, size, codes, numbers, mask)
    return wide(known[SEAT])


@kernel
def start(
    row: Any,
    own: Any,
    seed: int,
    options: Any,
    room: Any,
    words: Any,
    size: int,
    codes: Any,
    known: Any,
    numbers: Any,
    mask: Any,
) -> int:
    """Begin a game; then as `look_next`. `own` are the bytes of `row`."""
    wipe(own, size)
    row[0].rng = seed
    begin(row[0], options)
    return look_next(row, room, words, size, codes, known, numbers, mask)


@kernel
def take_turn(
    row: Any, move: int, room: Any, words: Any, size: int, codes: Any, known: Any, numbers: Any, mask: Any
) -> int:
    """Let the seat that acts next play a move, if it is one of those listed in `codes`; then as `look_next`."""
    for i in range(known[LEGAL]):
        if codes[i] == move:
            play(row[0], wide(known[SEAT]), wide(move))
            return look_next(row, room, words, size, codes, known, numbers, mask)
    return ILLEGAL


@kernel
def play_if_legal(row: Any, seat: int, move: int, codes: Any, only_look: int) -> bool:
    """Play a seat's move unless it is illegal; with `only_look` just say whether it is legal."""
    if over(row[0]) or not actors(row[0]) >> seat & 1:
        return False
    for i in range(moves(row[0], seat, codes)):
        if codes[i] == move:
            if not only_look:
                play(row[0], seat, move)
            return True
    return False


@kernel
def who_acts(row: Any) -> int:
    """The seats that may act, as bits; none when the game is over."""
    return 0 if over(row[0]) else actors(row[0])


@kernel
def results(row: Any, out: Any) -> None:
    """Each player's result."""
    returns(row[0], out)


KERNELS = (look, look_next, start, take_turn, play_if_legal, who_acts, results)


def signatures(game: Game) -> dict[Any, Any]:
    """The Numba signature of each kernel for a game."""
    from numba import types as t

    roles = game.kernels.signatures()
    rows = t.Array(roles["actors"].args[0], 1, "C")
    words, codes, known, seat = t.uint64[::1], t.int32[::1], t.int64[::1], t.int64
    seen = (rows, words, t.int64, codes)
    out = (t.float32[::1], t.int8[::1])
    return {
        look: seat(rows, seat, *seen, *out),
        look_next: seat(rows, *seen, known, *out),
        start: seat(rows, words, t.uint64, known, *seen, known, *out),
        take_turn: seat(rows, seat, *seen, known, *out),
        play_if_legal: t.boolean(rows, seat, seat, codes, t.int64),
        who_acts: seat(rows),
        results: t.void(rows, t.float64[::1]),
    }


def compiled(game: Game) -> dict[Any, Any]:
    """The kernels of an adapter for a game: compiled, or plain where Numba is missing."""
    known = signatures(game) if numba_version() else {}
    return {each: game.kernels.specialised(each, known.get(each)) for each in KERNELS}


class OneGame:
    """A game in progress, seen by whoever acts next."""

    def __init__(self, game: Game, state: bytes | None = None) -> None:
        self.game = game
        self.seat = OVER
        """Who acts next: the lowest of several."""
        self._run = compiled(game)
        memories = [bytearray(state or game.state.size), bytearray(game.state.size)]
        self.state, seen = (game.state(memory) for memory in memories)
        if numba_version():
            self._row: Any = self.state.row
            room: Any = seen.row
            own: Any
            words: Any
            own, words = (np.frombuffer(memory, np.uint64) for memory in memories)
            self._options: Any = game.encoded
            codes: tuple[Any, Any] = (np.zeros(game.width, np.int32), np.zeros(game.width, np.int32))
        else:
            self._row = [self.state]
            room = [seen]
            own, words = (memoryview(memory).cast("Q") for memory in memories)
            self._options = game.encoded.tolist()
            codes = ([0] * game.width, [0] * game.width)
        self._own = own
        self._listed, self._spare = codes
        self._room = (room, words, game.state.size // 8)
        self._known: Any = np.zeros(2, np.int64)
        self._numbers, self._mask = self._blank()
        if state is not None:
            self.look_around()

    def __reduce__(self) -> tuple[type[OneGame], tuple[Game, bytes]]:
        return OneGame, (self.game, bytes(self.state))

    def _blank(self) -> tuple[NDArray[np.float32], NDArray[np.int8]]:
        return np.zeros(self.game.features, np.float32), np.zeros(self.game.codes, np.int8)

    def begin(self, seed: int) -> int:
        """Begin the game that `game.start(seed)` begins; return who acts first."""
        rng = seed_state(seed)
        self._numbers, self._mask = self._blank()
        self.seat = self._run[start](
            self._row,
            self._own,
            np.uint64(rng) if numba_version() else rng,
            self._options,
            *self._room,
            self._listed,
            self._known,
            self._numbers,
            self._mask,
        )
        return self.seat

    def play(self, move: int) -> int:
        """Let whoever acts next play; return who is next then, OVER, or ILLEGAL when nothing has changed."""
        numbers, mask = self._blank()
        seat: int = self._run[take_turn](self._row, move, *self._room, self._listed, self._known, numbers, mask)
        if seat != ILLEGAL:
            self.seat, self._numbers, self._mask = seat, numbers, mask
        return seat

    def legal(self, seat: int, move: int) -> bool:
        """Whether a seat may play a move now."""
        return bool(self._run[play_if_legal](self._row, seat, move, self._spare, 1))

    def play_for(self, seat: int, move: int) -> bool:
        """Let any seat that may act play; False when the move is illegal, and then nothing has changed.

        `look_around` must follow before anybody is asked what the next seat sees.
        """
        return bool(self._run[play_if_legal](self._row, seat, move, self._spare, 0))

    def look_around(self) -> int:
        """Who acts next."""
        self._numbers, self._mask = self._blank()
        self.seat = self._run[look_next](self._row, *self._room, self._listed, self._known, self._numbers, self._mask)
        return self.seat

    def next_sees(self) -> Observation:
        """What the seat that acts next sees: arrays that nobody writes to again."""
        return {"observation": self._numbers, "action_mask": self._mask}

    def sees(self, seat: int) -> Observation:
        """What any seat sees; the mask is empty for those who cannot act."""
        numbers, mask = self._blank()
        self._run[look](self._row, seat, *self._room, self._spare, numbers, mask)
        return {"observation": numbers, "action_mask": mask}

    @property
    def actors(self) -> list[int]:
        """The seats that may act."""
        return members(self._run[who_acts](self._row))

    @property
    def returns(self) -> list[float]:
        """Each player's result; all 0 while the game runs."""
        out = np.zeros(self.game.players)
        self._run[results](self._row, out)
        return out.tolist()

    def view(self, seat: int = SPECTATOR) -> View:
        """What a seat knows, to read, draw and list moves from."""
        return View(self.game, self.game.kernels.show(self.state, seat), seat)

    def why_not(self, seat: int, move: int) -> str:
        """Why a seat cannot play a move now, as far as it may know."""
        code = move if seat in self.actors else None
        return self.game.words.why(self.view(seat).state, seat, code)[0]
