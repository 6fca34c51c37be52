"""The games for learners: many at once, and behind the interfaces of the libraries that researchers know."""

from __future__ import annotations

from typing import Any

from pizzabox.engine.catalogue import Catalogue
from pizzabox.engine.errors import BadOption, short
from pizzabox.engine.game import Game
from pizzabox.engine.registry import load

from .vector_games import Vector

__all__ = ["Vector", "vector"]
say = Catalogue(__package__)


def vector(
    game: str | Game,
    n: int,
    *,
    device: str = "cpu",
    joint: bool = False,
    seed: int | None = None,
    threads: int | None = None,
    **options: Any,
) -> Vector:
    """`n` games side by side, stepped in one compiled call.

    >>> import pizzabox.envs
    >>> games = pizzabox.envs.vector("theory", 100, players=2, seed=7)
    >>> games.features.shape, games.mask.shape
    ((100, 139), (100, 80))
    >>> games.step(games.random_moves())
    >>> games.length.max()
    np.int32(1)
    """
    chosen = load(game, **options) if isinstance(game, str) else game.with_options(**options)
    if device == "cpu":
        return Vector(chosen, n, joint=joint, seed=seed, threads=threads)
    if device == "cuda":
        from .cuda_games import CudaVector

        return CudaVector(chosen, n, joint=joint, seed=seed)
    raise BadOption(say("vector.device", value=short(device)))
