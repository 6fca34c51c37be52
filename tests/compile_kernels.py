"""Compile every game once before the tests run side by side, so that they find the kernels in the cache."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import numpy as np

import pizzabox
from pizzabox.bots import Effort, warm
from pizzabox.bots.champion import Champion
from pizzabox.engine import playout
from pizzabox.envs import Vector, one_game
from pizzabox.envs.learner_games import LearnerGames
from pizzabox.lab.bench import prepare
from pizzabox.lab.plan import Setup, planned
from pizzabox.lab.rows import play_rows
from pizzabox.study.measuring.measure import Measure
from pizzabox.testing.suite import playout_signature
from tests.bots.nets import random_net
from tests.games.wars.test_brute import agreeing
from tests.plugins import new_game, registered, worked_example

EXAMPLES: dict[str, Callable[[Path], Path]] = {"auction": worked_example, "slices": new_game}
"""Games that tests write themselves (test_adding_a_game.py); nobody plays many of them at once."""
ROWS = {"theory": ({"cap": 1}, ("greedy", "random", "cook")), "hexentafl": ({}, ("greedy", "random"))}
"""Games whose rows are played in tests of the lab, with options and bots."""


def heat(name: str) -> str:
    """All that is played, measured and learnt with, and the play-out with an audit after every move."""
    if name in EXAMPLES:
        with tempfile.TemporaryDirectory() as folder, registered(EXAMPLES[name](Path(folder))):
            compile_game(name)
    else:
        compile_game(name)
    return name


def compile_game(name: str) -> None:
    game = pizzabox.load(name)
    warm(game)
    one_game.compiled(game)
    game.kernels.specialised(playout.audited, playout_signature(game, playout.audited))
    if name in EXAMPLES:
        return
    games = Vector(game, 1, outlook=True)
    games.step(games.random_moves())
    LearnerGames(game, 1).begin(np.ones(1, np.bool_))
    prepare(game)
    if name in ROWS:
        plan = planned(name, [Setup("all", ROWS[name][0], (ROWS[name][1],), 1)])
        play_rows(plan, plan.chunks[0])
    pos = game.start(seed=1)
    Measure(game).results(pos.view(pos.actors[0]), pos.legal(pos.actors[0]).codes[0], 1, 1)
    if name == "hexentafl":
        Champion(1, effort=Effort(simulations=1), net=random_net(game, 1)).think(pos.view(pos.actors[0]))
    if name == "wars":
        agreeing(2, 1, np.zeros(7, np.int64))


def main() -> None:
    names = [*pizzabox.names(), *EXAMPLES]
    with ProcessPoolExecutor(min(len(names), os.cpu_count() or 1), mp_context=get_context("spawn")) as pool:
        print(f"Heating the oven for {', '.join(names)} …", flush=True)
        # The slowest first, so that no core waits for it at the end.
        for name in pool.map(heat, sorted(names, key=lambda n: n not in ("wars", "shark", "pizzeria"))):
            print(f"{name} is hot", flush=True)


if __name__ == "__main__":
    main()
