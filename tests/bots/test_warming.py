"""The bot that needs nothing compiled, and knowing what is compiled."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numba
import pytest

import pizzabox
from pizzabox.bots import QuickBot, Random, bot, needs_kernels, ready, warm
from pizzabox.bots.warming import PERCENT
from tests.helpers import size

CASES = [(name, options) for name in pizzabox.names() for options in pizzabox.load(name).sets]


@pytest.mark.parametrize(("name", "options"), CASES, ids=str)
def test_the_quick_bot_moves_in_every_game_without_compiling(
    name: str, options: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = pizzabox.load(name, **options)
    monkeypatch.setitem(vars(game), "kernels", game.kernels.interpreted())
    monkeypatch.setattr(game.kernels.compiler, "compiled", lambda *given: pytest.fail("something was compiled"))
    pos, player = game.start(seed=3), QuickBot(1)
    for _ in range(size(3, 12)):
        if pos.over:
            break
        seat = pos.actors[0]
        move = player.choose(pos.view(seat), seconds=0.02)
        assert pos.why_not(move, seat) is None
        pos.play(move)


def test_the_quick_bot_plays_what_looks_best_one_step_ahead() -> None:
    game = pizzabox.load("hexentafl")
    pos, dice, told_apart = game.start(seed=1), Random(1), 0
    while not pos.over and told_apart < 5:
        view = pos.view(pos.actors[0])
        values = {}
        for code in view.legal().codes:
            (after := view.guess(1)).play(code, view.viewer)
            values[code] = game.kernels.value(after.state, game.players)[view.viewer]
        best = {code for code, value in values.items() if value == max(values.values())}
        assert QuickBot(told_apart).choose(view).code in best
        told_apart += len(best) < len(values) / 2
        pos.play(dice.choose(view))
    assert told_apart == 5, "the test has met choices that matter"


def test_who_needs_kernels() -> None:
    assert all(
        needs_kernels(bot(name)) for name in ("apprentice", "greedy", "cook", "chef", "maestro", "champion", "jeff")
    )
    assert not needs_kernels(bot("random"))
    assert not needs_kernels(QuickBot())


def test_progress_goes_up_to_a_hundred_and_the_game_is_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    game, told = pizzabox.load("hexentafl"), list[int]()
    monkeypatch.setitem(vars(game), "kernels", game.kernels.interpreted())
    assert not ready(game)
    warm(game, lambda what, finished, steps: told.append(finished))
    assert told == sorted(told)
    assert (told[0], told[-1]) == (0, 100)
    assert ready(game)


def test_the_mark_of_what_is_kept_is_of_this_version_and_these_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PIZZABOX_CACHE_DIR", str(tmp_path))
    made = pizzabox.load("hexentafl").kernels.interpreted().compiler
    before = made.mark(())
    assert not before.exists()
    assert made.mark(()) == before
    monkeypatch.setattr(numba, "__version__", "0.0")
    assert made.mark(()) != before


def test_a_compiler_ends_with_who_started_it(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "pizzabox.bots.warming", "shark"]
    known = {**os.environ, "PIZZABOX_CACHE_DIR": str(tmp_path)}
    child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=known)
    assert child.stdin
    assert child.stdout
    with child.stdin, child.stdout:
        assert child.stdout.readline() == f"{PERCENT} 0\n"
        child.stdin.close()
        assert child.wait(60) == 1
