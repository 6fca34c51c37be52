"""The table of a game's kernels: plain Python at once, typed function pointers once they are compiled."""

from __future__ import annotations

import threading
from array import array
from collections.abc import Callable, Mapping
from typing import cast

import numpy as np
from numpy.typing import NDArray

from . import contract
from .array_calls import ARRAY_CALLS
from .default_kernels import with_defaults
from .kernel import SOURCE, Kernel, OfNumba, numba_version
from .kernel_compiler import KernelCompiler
from .state import GameState, S

ROLES = tuple(stub.__name__ for stub in contract.STUBS)
FOR_ALL = KernelCompiler("")
"""Compiles what is the same for every game."""
Progress = Callable[[str, int, int], None]
"""Called with what is done, how many steps are finished and how many there are."""


class GameKernels:
    """All kernels of one game, callable on states. Interpreted until `warm` has compiled them."""

    def __init__(self, name: str, state: type[GameState], functions: Mapping[str, Kernel], width: int) -> None:
        made = with_defaults(name, state, functions, width)
        self.name = name
        self.state = state
        self.width = width
        self.stand_ins = frozenset(role for role in ROLES if role not in functions)
        """The roles that the game leaves to `default_kernels.py`."""
        more = {stub: functions[stub.__name__] for stub in contract.OPTIONAL if stub.__name__ in functions}
        self.compiler = KernelCompiler(name, {stub: made[stub.__name__] for stub in contract.STUBS} | more)
        self.compiler.base = FOR_ALL
        self.by_role = made
        """The kernel of each role as the game or `default_kernels.py` wrote it."""
        # What stands in calls other kernels by their stubs, which must be those of this game; what was written for it
        # calls them by name.
        stubs = {role for role in self.stand_ins if not hasattr(made[role], SOURCE)}
        self.plain = {role: self.compiler.plain(made[role]) if role in stubs else made[role] for role in ROLES}
        self._arguments = (name, state, functions, width)
        self._compiled: dict[str, OfNumba] | None = None
        self._array_calls: dict[str, OfNumba] | None = None
        self._lock = threading.Lock()
        self._buffers = threading.local()

    def interpreted(self) -> GameKernels:
        """The same kernels, interpreted again until they are warmed."""
        return GameKernels(*self._arguments)

    def changed(self, **others: Kernel) -> GameKernels:
        """The same kernels but for some; what does not reach those is compiled only once for both."""
        name, state, functions, width = self._arguments
        made = GameKernels(name, state, {**functions, **others}, width)
        made.compiler.base = self.compiler
        return made

    @property
    def warmed(self) -> bool:
        """Whether calls go to compiled code."""
        return self._array_calls is not None

    def signatures(self) -> dict[str, OfNumba]:
        """The Numba signature of every role for this game's record."""
        import numba
        from numba import types as t

        rec = numba.from_dtype(self.state.dtype)
        ints, floats, codes = t.int64[::1], t.float64[::1], t.int32[::1]
        return {
            "begin": t.void(rec, ints),
            "actors": t.int64(rec),
            "moves": t.int64(rec, t.int64, codes),
            "play": t.void(rec, t.int64, t.int64),
            "over": t.boolean(rec),
            "returns": t.void(rec, floats),
            "scores": t.void(rec, ints),
            "show": t.void(rec, t.int64, rec),
            "guess": t.void(rec, t.int64, rec),
            "value": t.void(rec, floats),
            "features": t.void(rec, t.int64, t.float32[::1]),
            "audit": t.int64(rec),
            "recall": t.void(rec),
            "prior": t.void(rec, t.int64, codes, t.int64, floats),
            "random_move": t.int64(rec, t.int64, t.uint64, codes),
            "subjects": t.void(rec, t.int64, t.int64, ints),
        }

    def pointer_types(self) -> dict[str, OfNumba]:
        """Each role's type as a parameter of compiled generic code that takes kernels as function pointers."""
        from numba import types as t

        return {role: t.FunctionType(signature) for role, signature in self.signatures().items()}

    def pointers(self) -> dict[str, OfNumba]:
        """The compiled kernels by role, each with exactly one signature, fit to be passed as function pointers."""
        if numba_version() is None:
            raise RuntimeError("Numba isn't available here, so kernels can only be interpreted")
        return {role: self.compiler.pointer(self.by_role[role], one) for role, one in self.signatures().items()}

    def warm(self, progress: Progress | None = None) -> bool:
        """Compile everything, or load it from the cache; False where Numba is not available."""
        if numba_version() is None:
            return False
        with self._lock:
            if self._compiled is None:
                self._compile(progress or (lambda role, finished, steps: None))
        return True

    def _compile(self, progress: Progress) -> None:
        from numba import types as t

        made: dict[str, OfNumba] = {}
        array_calls: dict[str, OfNumba] = {}
        signatures = self.signatures()
        for i, role in enumerate(ROLES):
            progress(role, i, len(ROLES))
            made[role] = self.compiler.compiled(self.by_role[role], signatures[role])
        self._compiled = made
        rec = signatures["actors"].args[0]
        for role, call in ARRAY_CALLS.items():
            handed = [t.Array(rec, 1, "C") if a == rec else a for a in signatures[role].args]
            array_calls[role] = self.compiler.compiled(call, signatures[role].return_type(*handed))
        self._array_calls = array_calls
        progress("ready", len(ROLES), len(ROLES))

    def specialised(self, generic: Kernel, signature: OfNumba = None) -> Kernel:
        """Generic code for this game: compiled where Numba is available, else plain Python."""
        if numba_version() is None:
            return self.compiler.plain(generic)
        made: Kernel = self.compiler.compiled(generic, signature)
        return made

    # One method a role, whichever way the kernels run.

    def begin(self, s: GameState, options: NDArray[np.int64]) -> None:
        if self._compiled:
            self._compiled["begin"](s.raw, options)
        else:
            self.plain["begin"](s, options.tolist())

    def actors(self, s: GameState) -> int:
        return int(self._array_calls["actors"](s.row) if self._array_calls else self.plain["actors"](s))

    def moves(self, s: GameState, player: int) -> list[int]:
        codes = self._codes()
        if self._array_calls:
            n = self._array_calls["moves"](s.row, player, codes)
        else:
            n = self.plain["moves"](s, player, memoryview(codes))  # type: ignore[arg-type]
        found: list[int] = codes[:n].tolist()
        return found

    def random_move(self, s: GameState, player: int, dice: int) -> int:
        if self._compiled:
            return int(self._compiled["random_move"](s.raw, player, np.uint64(dice), self._codes()))
        return int(self.plain["random_move"](s, player, dice, self._codes()))

    def play(self, s: GameState, player: int, move: int) -> None:
        if self._array_calls:
            self._array_calls["play"](s.row, player, move)
        else:
            self.plain["play"](s, player, move)

    def over(self, s: GameState) -> bool:
        return bool(self._array_calls["over"](s.row) if self._array_calls else self.plain["over"](s))

    def audit(self, s: GameState) -> int:
        return int(self._compiled["audit"](s.raw) if self._compiled else self.plain["audit"](s))

    def subjects(self, s: GameState, player: int, move: int, size: int) -> tuple[int, ...]:
        out = np.zeros(size, np.int64)
        if self._compiled:
            self._compiled["subjects"](s.raw, player, move, out)
        else:
            self.plain["subjects"](s, player, move, out)
        return tuple(out.tolist())

    def returns(self, s: GameState, players: int) -> tuple[float, ...]:
        return self._numbers("returns", s, players)

    def value(self, s: GameState, players: int) -> tuple[float, ...]:
        return self._numbers("value", s, players)

    def scores(self, s: GameState, players: int) -> tuple[int, ...]:
        out = np.zeros(players, np.int64)
        if self._array_calls:
            self._array_calls["scores"](s.row, out)
        else:
            self.plain["scores"](s, out)
        return tuple(out.tolist())

    def show(self, s: S, viewer: int) -> S:
        view = cast("S", self.state())
        if self._array_calls:
            self._array_calls["show"](s.row, viewer, view.row)
        else:
            self.plain["show"](s, viewer, view)
        return view

    def guess(self, view: S, viewer: int, seed: int) -> S:
        s = cast("S", self.state())
        s.rng = seed
        if self._compiled:
            self._compiled["guess"](view.raw, viewer, s.raw)
        else:
            self.plain["guess"](view, viewer, s)
        return s

    def recall(self, s: GameState) -> None:
        self._compiled["recall"](s.raw) if self._compiled else self.plain["recall"](s)

    def features(self, view: GameState, viewer: int, size: int) -> NDArray[np.float32]:
        out = np.full(size, np.nan, np.float32)  # whatever the kernel forgets to write is seen
        if self._compiled:
            self._compiled["features"](view.raw, viewer, out)
        else:
            self.plain["features"](view, viewer, out)
        return out

    def _numbers(self, role: str, s: GameState, players: int) -> tuple[float, ...]:
        if self._compiled:
            out = np.zeros(players)
            self._compiled[role](s.raw, out)
            return tuple(out.tolist())
        plain = array("d", [0.0] * players)
        self.plain[role](s, plain)
        return tuple(plain)

    def _codes(self) -> NDArray[np.int32]:
        """Room for the moves of a player, one for each thread."""
        if not hasattr(self._buffers, "codes"):
            self._buffers.codes = np.zeros(self.width, np.int32)
        codes: NDArray[np.int32] = self._buffers.codes
        return codes
