"""`CudaVector`: the same vector of games on a card. Its arrays never leave it.

PyTorch and CuPy read them without a copy through the CUDA array interface (`torch.as_tensor(games.features,
device="cuda")`), and JAX takes those through DLPack. The games lie side by side in memory, so that neighbouring
threads write neighbouring numbers: an array of shape (games, features) has the strides of its transpose.
"""

from __future__ import annotations

from typing import Any, cast

import numpy as np
from numpy.typing import DTypeLike

from pizzabox.engine.cuda_compiler import THREADS, CudaCompiler, blocks, cuda_module, simulated
from pizzabox.engine.game import Game
from pizzabox.engine.kernel import Kernel, OfNumba
from pizzabox.engine.state import GameState, Memory, Numbers, States

from .vector_games import Array, Seeds, Vector

_NONE_ILLEGAL = 2**31 - 1


class CudaVector(Vector):
    """`n` games of one kind side by side on a card."""

    device = "cuda"

    def __init__(
        self, game: Game, n: int, *, joint: bool = False, outlook: bool = False, seed: Seeds | None = None
    ) -> None:
        self._cuda = cuda_module()
        super().__init__(game, n, joint=joint, outlook=outlook, seed=seed, threads=1)

    def _array(self, shape: tuple[int, ...], kind: DTypeLike) -> Array:
        return self._cuda.to_device(np.zeros(shape, kind, order="F"))

    def _mask(self, shape: tuple[int, ...]) -> Array:
        size = int(np.prod(shape))
        self._mask_words = self._cuda.to_device(np.zeros(-(-size // 8), np.uint64))
        return self._mask_words.view(np.bool_)[:size].reshape(shape, order="F")

    def _public(self, array: Array) -> Array:
        # Not by an index: of such an array numba-cuda gets the strides wrong where the other axis has length 1.
        return array if self.joint else array.reshape(array.shape[:1] + array.shape[2:], order="F")

    def _wide_numbers(self) -> tuple[Array, Numbers]:
        numbers = np.zeros(self.n, np.uint64)
        if simulated():
            return numbers, numbers.data
        on_card = self._cuda.to_device(numbers)
        return on_card, on_card

    def _prepare(self) -> None:
        from . import cuda_stepping as on_card

        game = self.game
        self._launch = CudaCompiler(game.kernels, game.players).launcher
        self._launchers: dict[Kernel, OfNumba] = {}
        self._on_card = on_card
        self._options = self._cuda.to_device(game.encoded)
        self._found = self._cuda.to_device(np.full(1, _NONE_ILLEGAL, np.int32))
        self._states, self._rows, self._words = self._records()

    def _records(self) -> tuple[Array, States, Memory]:
        """Room for a state a game: all of it, as kernels take it, and as words."""
        dtype = self.game.state.dtype
        if simulated():
            memory = np.zeros((self.n, dtype.itemsize), np.uint8)
            rows = [self.game.state(row.data) for row in memory]
            return memory, rows, cast("Memory", [row.view(np.uint64).data for row in memory])
        words = self._cuda.to_device(np.zeros((self.n, dtype.itemsize // 8), np.uint64))
        return words, words.reshape(words.size).view(dtype), words

    def _each(self, kernel: Kernel, *arguments: object, threads: int = 1) -> None:
        """Run a kernel with a thread for each game, or several."""
        if kernel not in self._launchers:
            self._launchers[kernel] = self._launch(kernel)
        self._launchers[kernel][blocks(threads * self.n), THREADS](*arguments)

    def _begin(self) -> None:
        self._each(self._on_card.begin_on_card, self._rows, self._words, self._options, self._seeds, self._dice)

    def _see(self) -> None:
        self._each(self._on_card.blank_on_card, self._mask_words)
        self._each(self._on_card.see_on_card, self._rows, self._actor, self._seen, self._legal)
        if self._foresees:
            self._each(self._on_card.foresee_on_card, self._rows, *self._foreseen, threads=self._on_card.FORESEERS)

    def _step(self, moves: Array) -> None:
        chosen = self._chosen(moves)
        bad = self._first_illegal(chosen)
        if bad >= 0:
            raise self._illegal(bad, chosen)
        numbers = (chosen, self._actor, self._seeds, self.length, self.returns, self.done)
        self._each(self._on_card.play_on_card, self._rows, self._words, self._options, *numbers)
        self._see()

    def _chosen(self, moves: Array) -> Array:
        if isinstance(moves, type(self.moves)):
            chosen = moves
        elif hasattr(moves, "__cuda_array_interface__"):
            chosen = self._cuda.as_cuda_array(moves)
        else:
            chosen = self._cuda.to_device(np.ascontiguousarray(self._even(moves)))
        self._refuse_other_shapes(chosen)
        return chosen.reshape(self._drawn.shape) if chosen.shape != self._drawn.shape else chosen

    def _first_illegal(self, chosen: Array) -> int:
        self._each(self._on_card.find_illegal_on_card, chosen, self._legal, self._actor, self._found)
        found = int(self._found.copy_to_host()[0])
        if found == _NONE_ILLEGAL:
            return -1
        self._found.copy_to_device(np.full(1, _NONE_ILLEGAL, np.int32))
        return found

    def _draw(self) -> None:
        self._each(self._on_card.draw_on_card, self._rows, self._actor, self._dice, self._drawn)

    def _write(self, array: Array, values: Array) -> None:
        if simulated() and isinstance(array, np.ndarray):
            array[...] = values
        else:
            array.copy_to_device(np.asarray(values, order="F") if isinstance(values, np.ndarray) else values)

    def _copy(self, array: Array) -> Array:
        if simulated() and isinstance(array, np.ndarray):
            return array.copy()
        copied = self._cuda.device_array_like(array)
        copied.copy_to_device(array)
        return copied

    def _on_host(self, array: Array) -> Array:
        return array.copy() if isinstance(array, np.ndarray) else array.copy_to_host()

    def _made_with(self) -> dict[str, Any]:
        return {name: value for name, value in super()._made_with().items() if name != "threads"}

    def _state(self, i: int) -> GameState:
        words = self._states[i] if simulated() else self._states[i].copy_to_host()
        return self.game.state(bytearray(np.asarray(words).tobytes()))
