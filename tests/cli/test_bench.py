"""bench: the shape of what it says, never the speed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import pizzabox
from pizzabox.cli.benchmark import _short
from pizzabox.lab import peer_bench
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
    words = ("bench", "theory", "--gpu", "--seconds", "0.01", "--compared", "2", "--peers", "--save")
    program = (
        "from pizzabox.cli import main\nfrom pizzabox.lab import peer_bench\n"
        "names = {'other': 'json', 'absent': 'no_such_module'}\n"
        "peers = (peer_bench.Peer(name, module, lambda seconds: 250.0) for name, module in names.items())\n"
        "peer_bench.CARD_PEERS = tuple(peers)\nmain()"
    )
    ran = simulated(program, *words, "--folder", str(tmp_path))
    assert ran.returncode == 0, ran.stderr
    assert "simulator" in ran.stdout
    (row,) = [line.split() for line in ran.stdout.splitlines() if line.startswith("theory")]
    assert row[-1] == "yes"
    assert ["other", "250"] in [line.split() for line in ran.stdout.splitlines()]
    assert "absent: not measured" in ran.stdout
    (path,) = tmp_path.iterdir()
    found = json.loads(path.read_text("utf-8"))["results"]["theory"]
    assert found["steps_per_second"] > 0
    assert found["vector_steps_per_second"] > 0
    assert found["outlook_steps_differing"] == found["outlook_apart"] == 0


def test_bench_without_a_card_says_what_to_do() -> None:
    ran = run("bench", "theory", "--gpu")
    assert ran.code == 2
    assert "no NVIDIA card with a driver can be reached from here" in ran.err


def test_bench_with_others_is_one_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    others = [peer_bench.Peer(f"other {kind}", "json", lambda seconds: 250.0, kind) for kind in peer_bench.KINDS]
    others.append(peer_bench.Peer("absent", "no_such_module", lambda seconds: 1.0))
    monkeypatch.setattr(peer_bench, "PEERS", others)
    ran = run("bench", "theory", "hexentafl", "--peers", "--seconds", "0.02", "--save", "--folder", str(tmp_path))
    assert ran.code == 0
    _, table = ran.out.split("\n\n", 1)
    words = [line.split() for line in table.splitlines()]
    assert [line[0] for line in words[1:11]] == ["play"] * 4 + ["vector"] * 4 + ["turns"] * 2
    assert [line.count("×") for line in words[1:11]] == [0, 0, 2, 2] * 2 + [0, 2], (
        "beside ours, the gain and the others"
    )
    assert "…" not in table, "a number is cut off"
    assert 'absent: not measured; no_such_module isn\'t installed; pip install "pizzabox[peers]"' in table
    (path,) = tmp_path.iterdir()
    found = json.loads(path.read_text("utf-8"))["results"]
    for kind in peer_bench.KINDS:
        ours = found["kinds"][kind]["one_thread"]
        assert found["peers"][f"other {kind}"]["ratios"] == {name: round(ours[name] / 250, 2) for name in ours}
        assert set(ours) == {"theory", "hexentafl"}
    assert found["kinds"]["play"]["one_thread"]["theory"] == found["theory"]["steps_per_second"]
    assert found["peers"]["absent"]["steps_per_second"] is None


@pytest.mark.parametrize(
    ("steps", "said"),
    [(0, "0"), (999, "999"), (1000, "1.00 k"), (12_345, "12.3 k"), (999_600, "1.00 M"), (123_456_789, "123 M")],
)
def test_speeds_have_three_digits(steps: int, said: str) -> None:
    assert _short(steps) == said
