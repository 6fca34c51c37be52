"""bench: the shape of what it says, never the speed."""

from __future__ import annotations

import json
from pathlib import Path

import pizzabox
from tests.helpers import simulated

from .helpers import process, run


def test_bench_as_json() -> None:
    ran = run("bench", "theory", "--seconds", "0.02", "--json")
    assert ran.code == 0
    found = ran.json
    assert set(found) == {"theory"}
    assert found["theory"]["steps_per_second"] > 0
    assert found["theory"]["games_per_second"] > 0
    assert [one["options"] for one in found["theory"]["sets"]] == [{"players": 3}, {"players": 2}]


def test_bench_as_a_table_and_saved(tmp_path: Path) -> None:
    ran = run("bench", "theory", "hexentafl", "--seconds", "0.02", "--save", "--folder", str(tmp_path / "results"))
    assert ran.code == 0
    assert "theory" in ran.out
    rows = [line for line in ran.out.splitlines() if line.startswith(pizzabox.names())]
    assert rows
    assert not [line for line in rows if "…" in line], "a number is cut off"
    (path,) = (tmp_path / "results").iterdir()
    saved = json.loads(path.read_text("utf-8"))
    assert saved["results"]["theory"]["steps_per_second"] > 0
    assert saved["machine"]["cores"] >= 1


def test_bench_in_a_process_prints_pure_json_and_works_without_numba() -> None:
    ran = process("bench", "theory", "--seconds", "0.02", "--json", PIZZABOX_BACKEND="python")
    assert ran.code == 0
    assert ran.json["theory"]["compiled"] is False


def test_bench_on_a_card_under_the_simulator(tmp_path: Path) -> None:
    words = ("bench", "theory", "--gpu", "--seconds", "0.01", "--compared", "2", "--save", "--folder", str(tmp_path))
    ran = simulated("from pizzabox.cli import main\nmain()", *words)
    assert ran.returncode == 0, ran.stderr
    assert "simulator" in ran.stdout
    (row,) = [line.split() for line in ran.stdout.splitlines() if line.startswith("theory")]
    assert row[-1] == "yes"
    (path,) = tmp_path.iterdir()
    found = json.loads(path.read_text("utf-8"))["results"]["theory"]
    assert found["steps_per_second"] > 0
    assert found["vector_steps_per_second"] > 0


def test_bench_without_a_card_says_what_to_do() -> None:
    ran = run("bench", "theory", "--gpu")
    assert ran.code == 2
    assert "no NVIDIA card with a driver can be reached from here" in ran.err
