"""How many simulations a second the search makes, beside OpenSpiel's search in C++ on a game of similar size."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

from pizzabox.bots import Effort, Search
from pizzabox.engine.game import Game

from .peer_bench import Peer, imported
from .timing import REPEATS

PEER_SIMULATIONS = 2_000


def simulations(game: Game, seconds: float) -> float:
    """Simulations a second from the start of a game, on one core; the median of several searches from nothing."""
    position = game.start(seed=1)
    view = position.view(position.actors[0])
    Search(1, effort=Effort(simulations=1)).think(view)
    rates = []
    for repeat in range(REPEATS):
        thought = Search(repeat, effort=Effort(seconds=seconds / REPEATS)).think(view)
        rates.append(thought.simulations / thought.seconds)
    return statistics.median(rates)


def _open_spiel(game: str) -> Callable[[float], float]:
    def measure(seconds: float) -> float:
        pyspiel = imported("pyspiel")
        loaded = pyspiel.load_game(game)
        rates = []
        for repeat in range(REPEATS):
            evaluator = pyspiel.RandomRolloutEvaluator(1, repeat)
            bot = pyspiel.MCTSBot(loaded, evaluator, 1.4, PEER_SIMULATIONS, 1000, False, repeat, False)
            done, began = 0, time.perf_counter()
            while (took := time.perf_counter() - began) < seconds / REPEATS:
                bot.step(loaded.new_initial_state())
                done += PEER_SIMULATIONS
            rates.append(done / took)
        return statistics.median(rates)

    return measure


SEARCH_PEERS = (
    Peer("open_spiel MCTS, hex", "pyspiel", _open_spiel("hex")),
    Peer("open_spiel MCTS, hex(board_size=7)", "pyspiel", _open_spiel("hex(board_size=7)")),
)
"""C++ from the first to the last simulation; one random play-out each. The usual board of hex is 11 × 11."""
