"""`lab puzzles` at the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pizzabox
from pizzabox.study.puzzle import Puzzle

from .helpers import run


def test_puzzles_are_mined_and_saved(tmp_path: Path) -> None:
    file = tmp_path / "mined.json"
    done = run("lab", "puzzles", "hexentafl", "--count", "1", "--gap", "0.02", "--save", str(file))
    assert done.code == 0 and "1" in done.out
    (row,) = json.loads(file.read_text(encoding="utf-8"))
    found = Puzzle(**{**row, "rivals": tuple(map(tuple, row["rivals"]))})
    pos = found.position(pizzabox.load("hexentafl"))
    assert found.answer in pos.legal(found.seat)


def test_a_bad_gap_is_refused(tmp_path: Path) -> None:
    assert run("lab", "puzzles", "hexentafl", "--gap", "2").code == 2
