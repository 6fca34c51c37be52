"""How fast a game runs on a graphics card, and whether it plays there as it does on the processor."""

from __future__ import annotations

import statistics
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pizzabox.bots.search import cores
from pizzabox.engine.cuda_compiler import THREADS, CudaCompiler, blocks, cuda_module, simulated
from pizzabox.engine.game import Game
from pizzabox.engine.kernel import OfNumba
from pizzabox.engine.random_lanes import play_games
from pizzabox.engine.rng import mix

REPEATS = 5
_THREADS_A_PROCESSOR = 2048
_SEED = 20120601
_VECTOR_GAMES, _VECTOR_BYTES = 1 << 20, 4 << 30
"""A vector is as large as pays, and takes at most so much of the card's memory."""


@dataclass(frozen=True)
class OnCard:
    """Random play of one game on the card: medians over a few repeats."""

    lanes: int
    steps_per_second: float
    games_per_second: float
    compile_seconds: float

    def data(self) -> dict[str, Any]:
        """Ready for JSON, without fractions that nobody needs."""
        return {
            "lanes": self.lanes,
            "steps_per_second": round(self.steps_per_second),
            "games_per_second": round(self.games_per_second),
            "compile_seconds": round(self.compile_seconds, 1),
        }


def measure(game: Game, seconds: float, compared: int) -> dict[str, Any]:
    """Random play, steps of a vector with features and masks, and how much of what was compared differs."""
    found = {"differing": differing_games(game, compared), "compared": compared, **random_play(game, seconds).data()}
    found["vector_steps_differing"] = differing_steps(game)
    found["outlook_steps_differing"], found["outlook_apart"] = differing_outlook(game)
    games = 2 if simulated() else min(_VECTOR_GAMES, _VECTOR_BYTES // (4 * game.features + game.codes) // 8 * 8)
    for name, torch in (("vector", None), ("vector_read_by_torch", _torch())):
        if name == "vector" or torch:
            found[f"{name}_steps_per_second"] = round(vector_steps(game, games, seconds, torch))
    return {**found, "vector_games": games}


def _torch() -> Any:
    """PyTorch, where it is installed and sees the card."""
    if simulated() or find_spec("torch") is None:
        return None
    torch = import_module("torch")
    return torch if torch.cuda.is_available() else None


def _as_words(torch: Any, *arrays: Any) -> list[Any]:
    """Arrays of the card as PyTorch reads them, in words of eight bytes: it takes as long as reading, not as adding."""
    return [torch.as_tensor(array, device="cuda").T.view(torch.int64) for array in arrays]


def card() -> str:
    """The name of the card."""
    if simulated():
        return "simulator"
    name = cuda_module().get_current_device().name
    return name.decode() if isinstance(name, bytes) else str(name)


def lanes() -> int:
    """As many games at once as the card has room for threads."""
    if simulated():
        return 2
    return int(cuda_module().get_current_device().MULTIPROCESSOR_COUNT) * _THREADS_A_PROCESSOR


def _states(game: Game, n: int) -> tuple[OfNumba, OfNumba]:
    """Room for n states on the card, and the same as kernels take it."""
    size, cuda = game.state.size, cuda_module()
    if simulated():
        memory = np.zeros((n, size), np.uint8)
        return memory, [game.state(row.data) for row in memory]
    memory = cuda.to_device(np.zeros(n * size, np.uint8))
    return memory, memory.view(game.state.dtype)


def _seeds(seed: int, n: int) -> NDArray[np.uint64]:
    """A seed for each of n games."""
    seeds: Any = np.arange(seed, seed + n, dtype=np.uint64)
    return mix(seeds)  # type: ignore[return-value]


def _on_card(seeds: NDArray[np.uint64]) -> OfNumba:
    """Seeds as kernels take them."""
    return seeds.tolist() if simulated() else cuda_module().to_device(seeds)


def random_play(game: Game, seconds: float = 1.0, n: int | None = None) -> OnCard:
    """Measure random play: a thread a game, a new game in the next spell when one is over.

    Every repeat is so long that as many games end as there are threads: a game is slower in its middle than in its
    first moves.
    """
    from pizzabox.engine import cuda_lanes

    cuda = cuda_module()
    n = n or lanes()
    run = CudaCompiler(game.kernels).launcher(cuda_lanes.lanes_on_card)[blocks(n), THREADS]
    options = cuda.to_device(game.encoded)
    moves, games = (cuda.to_device(np.zeros(n, np.int64)) for _ in range(2))

    def timed(spells: int, seed: int) -> float:
        seeds = _on_card(_seeds(seed, n))
        began = time.perf_counter()
        run(options, seeds, spells, moves, games)
        cuda.synchronize()
        return max(time.perf_counter() - began, 1e-9)

    compiling = timed(1, _SEED)
    spells = 1
    while not simulated() and (timed(spells, _SEED) < seconds / REPEATS or games.copy_to_host().sum() < n):
        spells *= 2
    rates, finished = [], []
    for repeat in range(1 if simulated() else REPEATS):
        took = timed(spells, _SEED + repeat)
        rates.append(int(moves.copy_to_host().sum()) / took)
        finished.append(int(games.copy_to_host().sum()) / took)
    return OnCard(n, statistics.median(rates), statistics.median(finished), compiling)


def differing_games(game: Game, games: int, seed: int = _SEED) -> int:
    """Play so many random games on the card and on the processor; how many differ in state, length or result."""
    from pizzabox.engine import cuda_lanes

    cuda = cuda_module()
    limit, players, seeds = game.longest, game.players, _seeds(seed, games)
    memory, states = _states(game, games)
    lengths, results = cuda.to_device(np.zeros(games, np.int32)), cuda.to_device(np.zeros((games, players)))
    run = CudaCompiler(game.kernels).launcher(cuda_lanes.games_on_card)[blocks(games), THREADS]
    run(states, cuda.to_device(game.encoded), _on_card(seeds), limit, lengths, results)
    there = memory if simulated() else memory.copy_to_host().reshape(games, -1)

    here = np.zeros(games, game.state.dtype)
    own_lengths, own_results = np.zeros(games, np.int32), np.zeros((games, players))
    play = game.kernels.specialised(play_games)

    def play_some(some: slice) -> None:
        codes = np.zeros(game.width, np.int32)
        play(here[some], game.encoded, seeds[some], codes, limit, own_lengths[some], own_results[some])

    parts = cores()
    with ThreadPoolExecutor(parts) as pool:
        list(pool.map(play_some, (slice(games * k // parts, games * (k + 1) // parts) for k in range(parts))))
    same = (here.view(np.uint8).reshape(games, -1) == there).all(axis=1)
    same &= own_lengths == lengths.copy_to_host()
    same &= (own_results == results.copy_to_host()).all(axis=1)
    return int(games - same.sum())


def differing_steps(game: Game, n: int = 1024, steps: int = 200) -> int:
    """Play a vector on the card and one on the processor by the same seeds; after how many steps an array differs.

    Features are calculated, and a card may round the last bit in another way; everything else must be the same.
    """
    from pizzabox.envs.cuda_games import CudaVector
    from pizzabox.envs.vector_games import Vector

    if simulated():
        n, steps = 2, 3
    there, here = CudaVector(game, n, seed=_SEED), Vector(game, n, seed=_SEED)
    differing = 0
    for _ in range(steps):
        there.step(there.random_moves())
        here.step(here.random_moves())
        seen = there.features.copy_to_host()
        same = seen.shape == here.features.shape and np.allclose(seen, here.features, rtol=1e-6, atol=1e-6)
        for name in ("mask", "actor", "moves", "returns", "done", "length"):
            same = same and np.array_equal(getattr(there, name).copy_to_host(), getattr(here, name))
        differing += not same
    return differing


def differing_outlook(game: Game, n: int = 512, steps: int = 40) -> tuple[int, float]:
    """Look one step ahead in a vector on the card and in one on the processor by the same seeds, step by step.

    After how many steps what the moves lead to isn't the same to the last bit, and how far apart it is at most.
    """
    from pizzabox.envs.cuda_games import CudaVector
    from pizzabox.envs.vector_games import Vector

    if simulated():
        n, steps = 2, 2
    there, here = CudaVector(game, n, outlook=True, seed=_SEED), Vector(game, n, outlook=True, seed=_SEED)
    differing, apart = 0, 0.0
    for _ in range(steps):
        there.step(there.random_moves())
        here.step(here.random_moves())
        seen = there.outlook.copy_to_host()
        differing += seen.tobytes() != here.outlook.tobytes()
        apart = max(apart, float(np.abs(seen - here.outlook).max()))
    return differing, apart


def vector_steps(game: Game, n: int, seconds: float = 1.0, torch: Any = None) -> float:
    """Steps a second of a vector on the card with features and masks, which PyTorch reads after every step if given."""
    from pizzabox.envs.cuda_games import CudaVector

    cuda = cuda_module()
    games = CudaVector(game, n, seed=1)
    tensors = _as_words(torch, games.features, games.mask) if torch else []

    def step() -> None:
        games.step(games.random_moves())
        for tensor in tensors:
            tensor.sum()

    for _ in range(3):
        step()
    cuda.synchronize()
    rates = []
    for _ in range(REPEATS):
        steps, began = 0, time.perf_counter()
        while time.perf_counter() - began < seconds / REPEATS:
            for _ in range(8):
                step()
            steps += 8
            cuda.synchronize()
        rates.append(n * steps / (time.perf_counter() - began))
    return statistics.median(rates)
