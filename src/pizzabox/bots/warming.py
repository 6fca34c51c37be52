"""The kernels that the bots of a game need: whether they are compiled, and compiling them, here or in another process.

    python -m pizzabox.bots.warming GAME

compiles a game into the cache on disk and writes its progress in percent, a line each. It ends when its standard input
is closed, so that it never outlives the program that started it.
"""

from __future__ import annotations

import os
import sys
import threading
from weakref import WeakSet

from pizzabox.engine.game import Game
from pizzabox.engine.game_kernels import ROLES, GameKernels, Progress
from pizzabox.engine.kernel import numba_version
from pizzabox.engine.registry import find

from .base import Bot, CharacterBot
from .champion import opinion
from .greedy import Greedy, weigh
from .level_bots import CHAMPION, Apprentice, survey, think
from .net import net_games
from .net_tree import grow_with_net
from .search import Search
from .tree import grow

PERCENT = "percent"
"""Begins a line of progress."""
SHARES = {"moves": 8, "play": 26, "weigh": 10, "grow": 19, "net": 14}
"""What part of the time these kernels take, in percent; all others take about as long as each other."""
GENERIC = (weigh, grow, grow_with_net, opinion)
_ready: WeakSet[GameKernels] = WeakSet()


def ready(game: Game) -> bool:
    """Whether no bot of that game has anything to compile or to load any more."""
    return game.kernels in _ready


def needs_kernels(player: Bot) -> bool:
    """Whether a bot should wait until its game is ready."""
    return isinstance(player, (Apprentice, Greedy, CharacterBot, Search))


def warm(game: Game, progress: Progress | None = None) -> None:
    """Compile everything the bots of a game need, or load it from the cache; progress is reported in percent."""
    report = progress or (lambda what, finished, steps: None)
    rest = [role for role in ROLES if role not in SHARES]
    shares = {
        role: SHARES.get(role, (100 - sum(SHARES.values())) / len(rest)) for role in (*ROLES, "weigh", "grow", "net")
    }

    def begun(what: str) -> None:
        steps = [*shares, "ready"]
        report(what, int(sum(shares[one] for one in steps[: steps.index(what)])), 100)

    if game.warm(lambda role, finished, steps: begun(role if finished < steps else "weigh")):
        position = game.start(seed=1)
        view = position.view(position.actors[0])
        Greedy(1).choose(view)
        begun("grow")
        think(view, simulations=1)
        begun("net")
        for other in net_games(game)[:1]:  # compiled for one number of players, it is for all
            position = other.start(seed=1)
            survey(position.view(position.actors[0]), level=CHAMPION, simulations=1)
        from numba import types

        record = game.kernels.signatures()["actors"].args[0]
        for character in game.characters.values():
            game.kernels.specialised(character.habit, types.int64(record, types.int64))
        game.kernels.compiler.mark(GENERIC).touch()
    begun("ready")
    _ready.add(game.kernels)


def kept(game: Game) -> bool:
    """Whether everything is in the cache, so that it needs only be loaded; or nothing can be compiled here."""
    return numba_version() is None or game.kernels.compiler.mark(GENERIC).exists()


def _write(what: str, finished: int, steps: int) -> None:
    print(PERCENT, finished, flush=True)


def _end_with_parent() -> None:
    sys.stdin.read()
    os._exit(1)


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(10)  # a game that is being played comes first
    threading.Thread(target=_end_with_parent, daemon=True).start()
    warm(find(sys.argv[1]), _write)
