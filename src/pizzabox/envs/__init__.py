"""The games for learners: many at once, and as environments of PettingZoo, Gymnasium and OpenSpiel.

Each library is imported when something of it is asked for; the extras `pizzabox[envs]` and `pizzabox[openspiel]`
install them. Importing this package tells Gymnasium of every game, where Gymnasium is installed.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from pizzabox.engine.catalogue import Catalogue
from pizzabox.engine.errors import BadOption, short
from pizzabox.engine.game import Game

from .libraries import needed
from .one_game import with_chosen
from .vector_games import Seeds, Vector

if TYPE_CHECKING:
    from .learner_env import LearnerEnv
    from .learner_vector_env import LearnerVectorEnv
    from .openspiel_game import BoxGame
    from .parallel_env import JointEnv
    from .turn_env import TurnEnv

__all__ = ["Vector", "aec", "learner", "learners", "openspiel", "parallel", "register", "vector"]
say = Catalogue(__package__)


def aec(game: str | Game, *, illegal: str = "raise", render_mode: str | None = None, **options: object) -> TurnEnv:
    """A game as a PettingZoo AEC environment: one agent after the other."""
    needed("pettingzoo", "envs")
    from .turn_env import TurnEnv

    return TurnEnv(with_chosen(game, options), illegal, render_mode)


def parallel(game: str | Game, *, illegal: str = "lose", render_mode: str | None = None, **options: object) -> JointEnv:
    """A game as a PettingZoo Parallel environment: all who may act choose at once."""
    needed("pettingzoo", "envs")
    from .parallel_env import JointEnv

    return JointEnv(with_chosen(game, options), illegal, render_mode)


def vector(
    game: str | Game,
    n: int,
    *,
    device: str = "cpu",
    joint: bool = False,
    outlook: bool = False,
    seed: Seeds | None = None,
    threads: int | None = None,
    **options: object,
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
    chosen = with_chosen(game, options)
    if device == "cpu":
        return Vector(chosen, n, joint=joint, outlook=outlook, seed=seed, threads=threads)
    if device == "cuda":
        if threads is not None:
            raise BadOption(say("vector.card_threads"))
        from .cuda_games import CudaVector

        return CudaVector(chosen, n, joint=joint, outlook=outlook, seed=seed)
    raise BadOption(say("vector.device", value=short(device)))


def learner(game: str | Game, **chosen: Any) -> LearnerEnv:
    """A game as a Gymnasium environment, as `gymnasium.make` makes it but without wrappers: one learner against bots.

    `opponents` are bots by name, bots, or functions from a view to a move; `seat` is the learner's. All other
    keywords are options of the game.
    """
    needed("gymnasium", "envs")
    from .learner_env import LearnerEnv

    return LearnerEnv(game, **chosen)


def learners(game: str | Game, n: int, **chosen: Any) -> LearnerVectorEnv:
    """`n` games as one of Gymnasium's vector environments, as `gymnasium.make_vec` makes it."""
    needed("gymnasium", "envs")
    from .learner_vector_env import LearnerVectorEnv

    return LearnerVectorEnv(game, n, **chosen)


def openspiel(game: str | Game, **parameters: object) -> BoxGame:
    """A game as OpenSpiel loads it, `pyspiel.load_game("pizzabox_…")`; its options are the parameters."""
    needed("pyspiel", "openspiel")
    from .openspiel_game import loaded

    if isinstance(game, Game):
        return loaded(game.name, {**game.options, **parameters})
    return loaded(game, parameters)


def register() -> None:
    """Tell Gymnasium and OpenSpiel, where they are installed, of games that were registered since."""
    register_with_gymnasium()
    with suppress(ImportError):
        from . import openspiel_game

        openspiel_game.register()


def register_with_gymnasium() -> None:
    """Tell Gymnasium of all games; this happens when the package is imported."""
    with suppress(ImportError):
        from . import learner_env

        learner_env.register()


register_with_gymnasium()
