"""`think` and `lab` at the command line."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import pizzabox

from .helpers import run

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"


def test_think_tells_chances_and_moves() -> None:
    done = run("think", "theory", "--moves", "d4", "--simulations", "30", "--json")
    told = json.loads(done.out)
    assert done.code == 0 and told["simulations"] == 30 and sum(told["chances"]) == pytest.approx(1, abs=0.01)
    assert told["ideas"][0]["visits"] >= told["ideas"][-1]["visits"] and told["secret"] is False


def test_think_tells_no_percentage_of_what_it_hardly_looked_at() -> None:
    few = run("think", "hexentafl", "--simulations", "60")
    assert few.code == 0 and few.out.count("not explored enough") >= 7
    many = run("think", "hexentafl", "--simulations", "4000")
    assert "not explored enough" not in many.out and "the same by symmetry: e4-e3, f6-g7" in many.out
    told = json.loads(run("think", "hexentafl", "--simulations", "4000", "--json").out)
    known = {idea["move"]: idea["value"] for idea in told["ideas"] if idea["value"] is not None}
    assert known["d5-c5"] == known["e4-e3"] == known["f6-g7"]
    assert {idea["visits"] for idea in told["ideas"] if idea["move"] in known} == {told["ideas"][0]["visits"]}


def test_think_prints_a_table_and_the_mix(tmp_path: Path) -> None:
    pos = pizzabox.load("theory").start(seed=1)
    while len(pos.actors) < 2:
        pos.play(pos.legal()[0])
    file = tmp_path / "cut.json"
    file.write_text(pos.json(), encoding="utf-8")
    done = run("think", str(file), "--seat", "white", "--simulations", "50")
    assert "chooses cut" in " ".join(done.out.split())
    assert done.code == 0 and "How often" in done.out and "cut" in done.out
    same = run("think", "--data", pos.json(), "--seat", "white", "--simulations", "50", "--json")
    assert json.loads(same.out)["secret"] is True


def test_think_shows_the_net_beside_the_search_where_there_is_one() -> None:
    words = "think", "theory", "players=2", "--simulations", "50"
    table, told = run(*words), json.loads(run(*words, "--json").out)
    assert " Net " in table.out and "(net " in table.out and "without looking ahead" in table.out
    assert len(told["net_chances"]) == 2 and all(0 <= chance <= 1 for chance in told["net_chances"])
    assert sum(idea["net_weight"] for idea in told["ideas"]) == pytest.approx(1, abs=0.01)


def test_think_says_nothing_of_nets_where_there_is_none() -> None:
    words = "think", "theory", "players=2", "unselected=green", "--simulations", "50"
    table, told = run(*words), json.loads(run(*words, "--json").out)
    assert table.code == 0 and "net" not in table.out.lower()
    assert "net_chances" not in told and not any("net_weight" in idea for idea in told["ideas"])


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ((), "give a file, a game or a position"),
        (("theory", "--data", "{}"), "one of them"),
        (("theory", "--simulations", "0"), "from 1 to"),
        (("theory", "--seat", "blue"), "there's no seat"),
    ],
)
def test_think_explains_what_is_wrong(words: tuple[str, ...], reason: str) -> None:
    done = run("think", *words)
    assert done.code == 2 and reason in done.err


def test_think_needs_a_seat_with_a_choice() -> None:
    pos = pizzabox.load("theory", first="red").start(seed=0)
    done = run("think", "--data", pos.json(), "--seat", "green")
    assert done.code == 2 and "waiting for red" in done.err


def test_lab_match_and_ladder(tmp_path: Path) -> None:
    done = run("lab", "match", "theory", "greedy", "random", "players=2", "cap=4", "--games", "6", "--json")
    assert done.code == 0 and json.loads(done.out)["games"] == 6
    assert run("lab", "match", "theory", "greedo", "random").code == 2
    drawn = run("lab", "match", "theory", "greedy", "random", "cap=1", "--games", "6", "--opening", "2", "--json")
    assert "--games 6 --opening 2" in json.loads(drawn.out)["command"]
    drawn = run("lab", "ladder", "theory", "cap=1", "--bots", "random", "--bots", "greedy", "--opening", "2", "--json")
    assert "--games 100 --opening 2" in json.loads(drawn.out)["command"]
    for words in (("match", "theory", "greedy", "random"), ("ladder", "theory"), ("tournament", "theory")):
        refused = run("lab", *words, "--opening", "101")
        assert refused.code == 2 and "0 to 100 first moves" in refused.err
    assert run("lab", "ladder", "theory", "--publish", str(tmp_path / "no" / "such.json")).code == 2
    words = ("lab", "match", "theory", "greedy", "random", "players=2", "cap=4", "--games", "4")
    kept, data = tmp_path / "games.parquet", tmp_path / "data.json"
    first = run(*words, "--keep", str(kept), "--publish", str(data))
    assert first.code == 0 and kept.exists()
    assert run(*words).out == run(*words, "--out", str(kept)).out == first.out, "kept or not, the games are the same"
    other = run(*words, "--out", str(kept), "--seed", "2")
    assert other.code == 2 and "seed: 1 there, 2 here" in other.err
    made = next(iter(json.loads(data.read_text(encoding="utf-8"))["theory"].values()))["greedy random"]
    assert made["command"] == "pizzabox lab match theory greedy random players=2 cap=4 --games 4 --seed 1"
    assert made["games"] == 4 and made["date"]


WITHOUT = """
import sys
for name in ("altair", "filelock", "jinja2", "numba", "polars"):
    sys.modules[name] = None
from pizzabox.cli import main
main()
"""


def test_a_match_needs_nothing_but_the_box() -> None:
    """As after `pip install pizzabox`."""
    words = ("lab", "match", "theory", "greedy", "random", "players=2", "cap=1", "--games", "2")
    done = subprocess.run([sys.executable, "-c", WITHOUT, *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0 and "greedy" in done.stdout, done.stderr


def test_an_interrupted_match_says_what_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: object) -> Iterator[None]:
        raise KeyboardInterrupt
        yield

    monkeypatch.setattr("pizzabox.lab.workers.ThisProcess.run", stop)
    words = ("lab", "match", "theory", "greedy", "random", "players=2", "cap=1", "--games", "2")
    plain, kept = run(*words), run(*words, "--out", str(tmp_path / "results.parquet"))
    assert plain.code == kept.code == 130
    assert "nothing is kept" in plain.err and "the same command goes on from there" in kept.err


def test_a_ladder_of_ones_own_bots() -> None:
    program = f"program:{sys.executable} {EXAMPLES / 'bot.py'}"
    words = ("lab", "ladder", "theory", "players=2", "cap=1", "--bots", "random", "--bots", program, "--games", "2")
    done = run(*words, "--json")
    assert done.code == 0, done.err
    made = json.loads(done.out)
    assert [(one["upper"], one["lower"], one["games"]) for one in made["matches"]] == [(program, "random", 2)]
    assert list(made["levels"]) == ["random", program] and f"--bots random --bots '{program}'" in made["command"]
    assert "a ladder needs two or more bots" in run("lab", "ladder", "theory", "--bots", "random").err


def test_help_names_extras_in_their_brackets() -> None:
    assert "pizzabox[cluster]" in run("lab", "match", "--help").out
    assert "pizzabox[gpu]" in run("bench", "--help").out


def test_lab_exploit_measures_every_level_and_publishes_it(tmp_path: Path) -> None:
    words = ("lab", "exploit", "theory", "players=2", "cap=2", "--positions", "2", "--seconds", "0.01")
    data = tmp_path / "data.json"
    done = run(*words, "--publish", str(data))
    assert done.code == 0 and "maestro" in done.out
    made = next(iter(json.loads(data.read_text(encoding="utf-8"))["theory"].values()))["exploit"]
    assert made["positions"] == 2 and {"greedy", "cook", "chef", "maestro"} < set(made["levels"])
    done = run("lab", "exploit", "theory", "players=7")
    assert done.code == 2


def test_lab_tables_prints_the_table_of_strengths() -> None:
    done = run("lab", "tables")
    assert done.code == 0 and "| Pizza Theory | 3 |" in done.out
