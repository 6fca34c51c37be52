"""`CudaCompiler`: the kernels of one game for a graphics card, from the same sources as for the processor.

The third way to run kernels beside plain Python and compiled code. Every kernel becomes a function of the card, bits
are counted by its own instructions, and the tables that kernels read lie in its memory, as narrow as their numbers
allow. Under Numba's simulator (`NUMBA_ENABLE_CUDASIM=1`) the same code runs as plain Python, a thread at a time.
"""

from __future__ import annotations

from enum import Enum
from functools import cache

import numpy as np
from numpy.typing import NDArray

from . import bits
from .errors import PizzaboxError, say
from .game_kernels import GameKernels
from .kernel import Kernel, OfNumba
from .kernel_compiler import KernelCompiler
from .state import GameState

INSTALL = 'pip install "pizzabox[gpu]"'
NATIVES = (bits.count, bits.lowest, bits.highest, bits.signed, bits.wide)
THREADS = 128
"""Threads of a block."""


@cache
def cuda_module() -> OfNumba:
    """Numba's module for the card, or an error that says what is missing."""
    try:
        from numba import cuda
    except ImportError as error:
        raise PizzaboxError(say("cuda.numba", install=INSTALL)) from error
    module: OfNumba = cuda
    if not module.is_available():
        raise PizzaboxError(say("cuda.card", install=INSTALL))
    return module


def simulated() -> bool:
    """Whether Numba only pretends to have a card."""
    from numba.core import config

    settings: OfNumba = config
    return bool(settings.ENABLE_CUDASIM)


@cache
def _instructions() -> dict[Kernel, OfNumba]:
    """The card's own forms of the helpers in `bits.py`."""
    from numba import int64

    cuda = cuda_module()
    wide: OfNumba = int64

    def count(x: int) -> OfNumba:
        return wide(cuda.popc(wide(x)))

    def lowest(x: int) -> OfNumba:
        return wide(cuda.ffs(wide(x))) - 1 if x else wide(64)

    def highest(x: int) -> OfNumba:
        return 63 - wide(cuda.clz(wide(x)))

    def number(x: int) -> OfNumba:
        return wide(x)

    forms = (count, lowest, highest, number, number)
    return {helper: cuda.jit(device=True)(form) for helper, form in zip(NATIVES, forms, strict=True)}


class OfGame(Enum):
    """What differs from game to game in the functions that each thread runs, until they are compiled for one."""

    WIDTH = "room for the moves of one player"
    WORDS = "words of a state"
    PLAYERS = "how many play"
    RECORDS = "a function that reads words of memory as states"


class CudaCompiler(KernelCompiler):
    """Compiles the kernels of a game for the card."""

    def __init__(self, kernels: GameKernels, players: int = 1) -> None:
        super().__init__(kernels.name, kernels.compiler.bindings)
        self._own = {
            OfGame.WIDTH: kernels.width,
            OfGame.WORDS: kernels.state.size // 8,
            OfGame.PLAYERS: players,
            OfGame.RECORDS: _records(kernels.state),
        }
        self._tables: dict[int, tuple[OfNumba, OfNumba]] = {}

    def launcher(self, func: Kernel) -> OfNumba:
        """A function that the card runs once for each of its threads."""
        with self._building:
            return cuda_module().jit(self._rebuilt(func, compiled=True))

    def _hand_made(self, func: Kernel) -> OfNumba:
        return (func if func in NATIVES else None) if simulated() else _instructions().get(func)

    def _jit(self, func: Kernel, *signature: OfNumba) -> OfNumba:
        return cuda_module().jit(device=True)(self._rebuilt(func, compiled=True))

    def _constant(self, value: object) -> object:
        if isinstance(value, OfGame):
            return self._own[value]
        if not isinstance(value, np.ndarray) or value.dtype != np.int64 or simulated():
            return value
        if id(value) not in self._tables:
            self._tables[id(value)] = value, cuda_module().to_device(narrowed(value))
        return self._tables[id(value)][1]


def _records(state: type[GameState]) -> OfNumba:
    """A function that reads words of memory as states."""
    dtype = state.dtype
    if simulated():
        return lambda words: [state(one.view(np.uint8).data) for one in words.reshape(-1, state.size // 8)]
    return cuda_module().jit(device=True, inline="always")(lambda words: words.view(dtype))


def narrowed(table: NDArray[np.int64]) -> NDArray[np.signedinteger]:
    """The same numbers in the narrowest signed integers that hold them all."""
    low, high = (int(table.min()), int(table.max())) if table.size else (0, 0)
    for kind in (np.int8, np.int16, np.int32):
        if np.iinfo(kind).min <= low and high <= np.iinfo(kind).max:
            return table.astype(kind)
    return np.array(table)


def blocks(threads: int) -> int:
    """How many blocks have room for so many threads."""
    return -(-threads // THREADS)
