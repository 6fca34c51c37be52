"""What a champion's first move costs beside a maestro's: processor time of a fresh process, from its start to the move.

Both look ahead equally little, and everything compiled comes from the cache. Medians of several runs, in turns.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys

import pizzabox
from pizzabox.bots import Effort, warm
from pizzabox.bots.level_bots import CHAMPION, MAESTRO, search_of
from pizzabox.bots.net import net_games
from pizzabox.engine.game import Game

SIMULATIONS = 10


def move(name: str, players: str, level: str) -> None:
    """Play one move."""
    pos = pizzabox.load(name, players=int(players)).start(seed=1)
    search_of(level)(1, effort=Effort(simulations=SIMULATIONS)).choose(pos.view(pos.actors[0]))


def seconds(game: Game, level: str) -> float:
    """Processor time of a process that plays one move."""
    child = subprocess.Popen([sys.executable, __file__, "--move", game.name, str(game.players), level])
    _, status, used = os.wait4(child.pid, 0)
    if status:
        raise SystemExit(f"{game.name}, {level}: the process failed")
    return used.ru_utime + used.ru_stime


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=pizzabox.names())
    parser.add_argument("--runs", type=int, default=11)
    parser.add_argument("--move", nargs=3, metavar=("GAME", "PLAYERS", "LEVEL"), help="play one move and say nothing")
    args = parser.parse_args()
    if args.move:
        move(*args.move)
        return
    for name in args.games:
        for game in net_games(pizzabox.load(name)):
            warm(game)
            runs = [(seconds(game, MAESTRO), seconds(game, CHAMPION)) for _ in range(args.runs)]
            maestro, champion = (1000 * statistics.median(column) for column in zip(*runs, strict=True))
            more = champion - maestro
            print(f"{name}: maestro {maestro:.0f} ms, champion {champion:.0f} ms, {more:.0f} ms more", flush=True)


if __name__ == "__main__":
    main()
