"""What several tests need: all games with their option sets, and random walks through them."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import pizzabox
from pizzabox import games
from pizzabox.engine.game import Game
from pizzabox.engine.position import Position
from pizzabox.lab.win_shares import Outcome
from pizzabox.study.analysis_board import filled, painted
from pizzabox.testing.random_games import advance, case_id, cases, size, stations, walk

__all__ = [
    "CASES",
    "OURS",
    "SAID_BY_THE_ENGINE",
    "advance",
    "aside",
    "bots_play",
    "case_id",
    "entered",
    "every_game",
    "laid",
    "legal_texts",
    "simulated",
    "size",
    "stations",
    "walk",
]

CASES: list[Game] = [case for name in pizzabox.names() for case in cases(pizzabox.load(name))]

OURS = tuple(re.findall(r'^register\("(\w+)"', Path(games.__file__).read_text(encoding="utf-8"), re.MULTILINE))
"""The games of the box, whatever else is installed."""

_ASIDE = ThreadPoolExecutor(1)

SAID_BY_THE_ENGINE = ("about", "option.", "field.", "choice.", "table.", "why.over", "why.unread", "law.")
SAID_BY_THE_ENGINE += ("legend.", "reason.", "subject.", "tally.chart", "editor.note", "editor.no_place")
"""Keys of a game's catalogue that lists, forms and refusals of all games ask for, not the game itself."""


every_game = pytest.mark.parametrize("game", CASES, ids=case_id)


def legal_texts(pos: Position, player: int | None = None) -> list[str]:
    """The legal moves as text, without their tokens: referees ask at every position of many games."""
    legal = pos.legal(player)
    return [pos.game.words.text(pos.state, legal.player, code) for code in legal.codes]


def aside(work: Callable[..., Any], *known: Any) -> Any:
    """Call something in a thread without an event loop: where a browser was started, this one has a running one."""
    return _ASIDE.submit(work, *known).result()


def bots_play(game: Game, names: Sequence[str], seating: tuple[int, ...], seed: int) -> Outcome:
    """One game between bots, asked one after the other at the table: the lab plays them in kernels."""
    pos = game.start(seed=seed)
    bots = [pizzabox.bot(names[number], seed + seat) for seat, number in enumerate(seating)]
    while not pos.over:
        seat = pos.actors[0]
        pos.play(bots[seat].choose(pos.view(seat)), seat)
    return Outcome(seating, pos.returns, len(pos.steps))


FEW_THREADS = """
from pizzabox.engine import cuda_compiler
from pizzabox.envs import cuda_stepping
cuda_compiler.THREADS = 8
cuda_stepping.FORESEERS = 3
"""
"""The simulator starts a thread of Python for every thread of a block, whether there is a game for it or not. One more
asks all the time whether they are done: beside two that play it takes a third of the time, beside eight a ninth."""


def simulated(program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A program where Numba pretends to have a card."""
    env = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1"}
    command = [sys.executable, "-W", "error", "-c", FEW_THREADS + program, *arguments]
    return subprocess.run(command, capture_output=True, text=True, env=env, check=False)


def laid(pos: Position, brush: str, *tokens: str) -> Position:
    """The position after a brush was laid on these places, one after the other."""
    for token in tokens:
        pos = pizzabox.position(painted(pos, brush, token)["code"])
    return pos


def entered(pos: Position, entries: dict[str, int | str]) -> Position:
    """The position after its form was filled in."""
    return pizzabox.position(filled(pos, entries)["code"])
