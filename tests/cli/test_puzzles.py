"""`puzzles` at the command line."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pizzabox
from pizzabox.study import puzzle as puzzles
from pizzabox.study.puzzle import Puzzle, shipped

from .helpers import run


def test_puzzles_are_mined_and_saved(tmp_path: Path) -> None:
    file = tmp_path / "mined.json"
    done = run("puzzles", "mine", "hexentafl", "--count", "1", "--save", str(file))
    assert done.code == 0 and "1" in done.out
    (row,) = json.loads(file.read_text(encoding="utf-8"))
    found = Puzzle.of(row)
    pos = found.position(pizzabox.load("hexentafl"))
    assert found.answers[0] in pos.legal(found.seat)


def test_checking_tells_what_does_not_hold(tmp_path: Path, monkeypatch: Any) -> None:
    log, good = tmp_path / "log.txt", shipped("hexentafl")[0]
    monkeypatch.setattr(puzzles, "shipped", lambda name: (good,))
    done = run("puzzles", "check", "hexentafl", "--log", str(log))
    assert done.code == 0
    assert log.read_text(encoding="utf-8").splitlines()[-1] == "1 puzzles, 0 disagree"
    monkeypatch.setattr(puzzles, "shipped", lambda name: (good, replace(good, legal=good.legal + 1)))
    done = run("puzzles", "check", "hexentafl", "--log", str(log))
    assert done.code == 1 and "hexentafl 2: DISAGREES: legal" in done.out
    assert log.read_text(encoding="utf-8").splitlines()[-1] == "2 puzzles, 1 disagree"


def test_an_unknown_game_is_refused() -> None:
    assert run("puzzles", "mine", "chess").code == 2
    assert run("puzzles", "check", "chess").code == 2
