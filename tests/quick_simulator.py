"""Numba's simulator of a card with less to do: imported by programs that run in it (`simulated` in `helpers.py`).

As it is, a thread of Python stands for every thread of a block, one more asks all the time whether they are done, and
every call of a kernel by another one searches all that its module knows. No kernel of ours waits for its neighbours, so
the threads of a block may as well run one after the other; one that waited would do so for ever, and fail its test.
"""

from __future__ import annotations

from types import FunctionType, SimpleNamespace
from typing import Any

import numpy as np
from numba.cuda.simulator import api, kernel, kernelapi

from pizzabox.engine import cuda_compiler
from pizzabox.envs import cuda_stepping

cuda_compiler.THREADS = 8  # there is a thread for every place in a block, whether there is a game for it or not
cuda_stepping.FORESEERS = 3  # each of them guesses what is hidden, before they share the moves
_Kernel = api.FakeCUDAKernel


def _in_turn(block: Any, place: tuple[int, ...], *arguments: Any) -> None:
    """All threads of a block, each told which one it is."""
    for own in np.ndindex(*block._block_dim):
        thread = kernel.BlockThread(None, block, place, own, False)
        kernelapi.threading = SimpleNamespace(current_thread=lambda here=thread: here)
        block._f(*arguments)


def _made(func: FunctionType, device: bool, **settings: Any) -> Any:
    """What a function becomes on the card: itself, where it is called there and asks nothing of the card."""
    return func if device and "cuda" not in func.__code__.co_names else _Kernel(func, device, **settings)


kernel.BlockManager.run = _in_turn
api.FakeCUDAKernel = _made
