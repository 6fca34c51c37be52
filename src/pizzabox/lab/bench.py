"""How fast a game runs: random play on one core, through the play-out kernel that every game shares."""

from __future__ import annotations

import platform
import statistics
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from pizzabox.engine.catalogue import Catalogue
from pizzabox.engine.errors import BadOption, short
from pizzabox.engine.game import Game
from pizzabox.engine.kernel import Kernel, OfNumba, numba_version
from pizzabox.engine.options import Value
from pizzabox.engine.playout import many

say = Catalogue(__package__)
REPEATS = 5
MEASURED_SETS = 2
MOST_SECONDS = 3600.0
_FIRST_GAMES, _FIRST_GAMES_PLAIN = 256, 1
_MOST_GAMES = 1 << 40
_SEED = 20120601

Runner = Callable[[int, int], int]
"""Plays that many random games from that seed; returns how many steps they had."""


@dataclass(frozen=True)
class Measured:
    """The speed of one game with one set of options: medians over a few repeats."""

    options: dict[str, Value]
    steps_per_second: float
    games_per_second: float
    steps_per_game: float
    games: int
    seconds: float
    compiled: bool

    def data(self) -> dict[str, Any]:
        """Ready for JSON; speeds are whole numbers, nobody needs their fractions."""
        return {
            "options": self.options,
            "steps_per_second": round(self.steps_per_second, 1 if self.steps_per_second < 100 else None),
            "games_per_second": round(self.games_per_second, 1 if self.games_per_second < 100 else None),
            "steps_per_game": round(self.steps_per_game, 2),
            "games": self.games,
            "seconds": round(self.seconds, 3),
            "compiled": self.compiled,
        }


def bench(game: Game, seconds: float = 2.0, sets: Iterable[Mapping[str, Value]] | None = None) -> list[Measured]:
    """Measure random play for each set of options (the game's first two when none are named), `seconds` for each."""
    if isinstance(seconds, bool) or not isinstance(seconds, (int, float)) or not 0 < seconds <= MOST_SECONDS:
        raise BadOption(say("seconds", most=f"{MOST_SECONDS:g}", value=short(seconds)))
    chosen = game.sets[:MEASURED_SETS] if sets is None else tuple(sets)
    return [_measure(game.with_options(**options), dict(options), float(seconds)) for options in chosen]


def prepare(game: Game) -> Kernel:
    """The play-out kernel for this game: compiled, or loaded from the cache; plain Python without Numba."""
    return game.kernels.specialised(many, _signature(game) if numba_version() else None)


def machine() -> dict[str, Any]:
    """What a result was measured on."""
    import os

    return {
        "processor": _processor(),
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "numpy": np.__version__,
        "numba": numba_version(),
    }


def _signature(game: Game) -> OfNumba:
    """An explicit signature, so that the kernel is compiled once and found again on disk."""
    import numba
    from numba import types as t

    rec = numba.from_dtype(game.state.dtype)
    ints, codes, results = t.int64[::1], t.int32[::1], t.float64[:, ::1]
    return t.int64(rec, ints, t.uint64, t.int64, codes, t.int64, results, ints)


def runner(game: Game) -> Runner:
    """Random games of this game, whichever way its kernels run."""
    play_games = prepare(game)
    s, limit = game.state(), game.longest
    if numba_version() is None:
        codes, options = [0] * game.width, game.encoded.tolist()

        def plain(seed: int, games: int) -> int:
            results = [[0.0] * game.players for _ in range(2)]
            return int(play_games(s, options, seed, games, codes, limit, results, [0, 0]))

        return plain
    scratch = np.zeros(game.width, np.int32)

    def compiled(seed: int, games: int) -> int:
        results, totals = np.zeros((2, game.players)), np.zeros(2, np.int64)
        return int(play_games(s.raw, game.encoded, np.uint64(seed), games, scratch, limit, results, totals))

    return compiled


def _measure(game: Game, options: dict[str, Value], seconds: float) -> Measured:
    run = runner(game)
    share = seconds / REPEATS
    games = calibrated(run, share)
    steps_rates, games_rates = [], []
    played, steps, spent = 0, 0, 0.0
    for repeat in range(REPEATS):
        began = time.perf_counter()
        done = run(_SEED + repeat, games)
        took = max(time.perf_counter() - began, 1e-9)
        steps_rates.append(done / took)
        games_rates.append(games / took)
        played, steps, spent = played + games, steps + done, spent + took
    return Measured(
        options=options,
        steps_per_second=statistics.median(steps_rates),
        games_per_second=statistics.median(games_rates),
        steps_per_game=steps / played,
        games=played,
        seconds=spent,
        compiled=numba_version() is not None,
    )


def calibrated(run: Runner, share: float) -> int:
    """How many games take about `share` seconds; the trial also warms caches and clocks."""
    games = _FIRST_GAMES_PLAIN if numba_version() is None else _FIRST_GAMES
    while True:
        began = time.perf_counter()
        run(_SEED, games)
        took = max(time.perf_counter() - began, 1e-7)
        if took > share / 10 or games >= _MOST_GAMES:
            return max(1, int(games * share / took))
        games = min(_MOST_GAMES, games * max(2, min(100, int(share / took / 5))))


def _processor() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            for line in lines:
                if line.startswith("model name"):
                    return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()
