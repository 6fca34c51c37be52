"""Records to search in, as kernels take them: compiled or plain."""

from __future__ import annotations

from typing import Any

import numpy as np

from pizzabox.engine.game import Game
from pizzabox.engine.kernel import numba_version


def rooms(game: Game, count: int) -> tuple[Any, Any]:
    """So many records of a game, and the same memory as words of 64 bits."""
    assert game.state.size % 8 == 0
    if numba_version() is not None:
        words = np.zeros((count, game.state.size // 8), np.uint64)
        return words.view(game.state.dtype).reshape(count), words
    memories = [bytearray(game.state.size) for _ in range(count)]
    return [game.state(memory) for memory in memories], [memoryview(memory).cast("Q") for memory in memories]


def fill(room: Any, words: Any, place: int, state: Any) -> None:
    """Copy a state to a place."""
    if numba_version() is not None:
        words[place] = np.frombuffer(bytes(state), np.uint64)
    else:
        room[place].load(bytes(state))


def numbers(size: int, kind: Any) -> Any:
    """Room for so many numbers of a kind."""
    return np.zeros(size, kind) if numba_version() is not None else [0] * size


def record(state: Any) -> Any:
    """A state as kernels take it."""
    return state.raw if numba_version() is not None else state
