"""Room for kernels to work in, as they take it: NumPy arrays where they're compiled, plain Python where they aren't."""

from __future__ import annotations

from typing import Any

import numpy as np

from .kernel import numba_version
from .state import GameState


def records(kind: type[GameState], count: int, compiled: bool | None = None) -> tuple[Any, Any]:
    """So many blank records of a kind, and the same memory as words of 64 bits."""
    assert kind.size % 8 == 0
    if numba_version() is not None if compiled is None else compiled:
        words = np.zeros((count, kind.size // 8), np.uint64)
        return words.view(kind.dtype).reshape(count), words
    memories = [bytearray(kind.size) for _ in range(count)]
    return [kind(memory) for memory in memories], [memoryview(memory).cast("Q") for memory in memories]


def fill(room: Any, words: Any, place: int, state: GameState) -> None:
    """Copy a state to a place."""
    if numba_version() is not None:
        words[place] = np.frombuffer(bytes(state), np.uint64)
    else:
        room[place].load(bytes(state))


def numbers(size: int, kind: Any) -> Any:
    """Room for so many numbers of a kind."""
    return np.zeros(size, kind) if numba_version() is not None else [kind(0).item()] * size


def record(state: GameState) -> Any:
    """A state as kernels take it."""
    return state.raw if numba_version() is not None else state
