"""States and arrays to hand to kernels: NumPy arrays where they're compiled, plain Python where they aren't."""

from __future__ import annotations

from typing import cast, overload

import numpy as np

from .kernel import numba_version
from .state import Floats, GameState, Memory, Numbers, States


def blank_states(kind: type[GameState], count: int, compiled: bool | None = None) -> tuple[States, Memory]:
    """`count` blank states, and the same memory as 64-bit words."""
    assert kind.size % 8 == 0
    if numba_version() is not None if compiled is None else compiled:
        made = np.zeros((count, kind.size // 8), np.uint64)
        return cast("States", made.view(kind.dtype).reshape(count)), cast("Memory", made)
    memories = [bytearray(kind.size) for _ in range(count)]
    words = [memoryview(memory).cast("Q") for memory in memories]
    return [kind(memory) for memory in memories], cast("Memory", words)


def put_state(states: States, words: Memory, place: int, state: GameState) -> None:
    """Copy a state to a place among blank ones."""
    if numba_version() is not None:
        cast("list[object]", words)[place] = np.frombuffer(bytes(state), np.uint64)
    else:
        states[place].load(bytes(state))


@overload
def zeros(size: int, kind: type[np.floating]) -> Floats: ...
@overload
def zeros(size: int, kind: type[np.integer]) -> Numbers: ...
def zeros(size: int, kind: type[np.floating] | type[np.integer]) -> object:
    """Zeros for a kernel to write to: an array where kernels are compiled, a list where they aren't."""
    return np.zeros(size, kind) if numba_version() is not None else [kind(0).item()] * size


def as_argument(state: GameState) -> GameState:
    """A state as kernels take it."""
    return cast("GameState", state.raw) if numba_version() is not None else state
