"""One engine under the lab: plans, workers, results to the byte, records of rows."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("polars")
import polars as pl

import pizzabox
from pizzabox.engine.errors import BadOption, PizzaboxError
from pizzabox.engine.game_record import loads
from pizzabox.lab import workers
from pizzabox.lab.experiment import run
from pizzabox.lab.plan import Chunk, Plan, Setup, planned, seatings
from pizzabox.lab.results import Results, plan_of
from pizzabox.lab.row_kernels import NOBODY, to_move
from pizzabox.lab.row_record import record_of
from pizzabox.lab.row_table import SCHEMA, encoded, table_of
from pizzabox.lab.rows import moves_of_row, play_rows
from pizzabox.lab.workers import Make, Part, Processes, ThisProcess, part_of
from tests.bots.nets import random_net
from tests.cli.helpers import run as command
from tests.helpers import simulated, size
from tests.lab import short_lives
from tests.odd_values import with_odd_values

SHORT = {"cap": 3}
KERNELS = ("random", "apprentice", "greedy")
EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"


def small_plan(seed: int = 1, games: int = 1100) -> Plan:
    """Three chunks of kernels, and two with a bot that is asked."""
    game = pizzabox.load("theory", **SHORT)
    asked = Setup("asked", SHORT, seatings(game, "cook", "greedy"), 6)
    return planned("theory", [Setup("kernels", SHORT, (KERNELS, KERNELS[::-1]), games), asked], seed=seed)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The results of that plan, played in this process."""
    path = tmp_path_factory.mktemp("whole") / "results.parquet"
    run(small_plan(), path)
    return path


def short_plan() -> Plan:
    """As many chunks, of so few short games that the workers of a test may do without compiled kernels: a fresh Python
    takes longer to load those than to play."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("pizzabox.lab.plan.KERNEL_CHUNK", 3)
        patched.setattr("pizzabox.lab.plan.ASKED_CHUNK", 2)
        short = {"cap": 1}
        asked = Setup("asked", short, (("cook", "random", "random"),), 3)
        plan = planned("theory", [Setup("kernels", short, (KERNELS, KERNELS[::-1]), 7), asked], seed=1)
        assert [chunk.high - chunk.low for chunk in plan.chunks] == [3, 3, 1, 2, 1]
    return plan


@pytest.fixture(scope="module")
def short(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The results of the short plan, played in this process."""
    path = tmp_path_factory.mktemp("short") / "results.parquet"
    run(short_plan(), path)
    return path


@pytest.fixture
def plain_workers(short: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Processes that are started from now on play without compiled kernels; this one has played with its own."""
    monkeypatch.setenv("PIZZABOX_BACKEND", "python")
    return short


class Stopped(ThisProcess):
    """Workers that are interrupted after some chunks."""

    def __init__(self, after: int) -> None:
        self.after = after

    def run(self, plan: Plan, chunks: Sequence[Chunk], make: Make[Part]) -> Iterator[tuple[Chunk, Part]]:
        for number, done in enumerate(super().run(plan, list(reversed(chunks)), make)):
            if number == self.after:
                raise KeyboardInterrupt
            yield done


def test_a_row_depends_on_the_plan_and_its_number_alone() -> None:
    plan = small_plan()
    chunk = plan.chunks[0]
    every = table_of(play_rows(plan, chunk))
    part = table_of(play_rows(plan, Chunk(0, 0, 7, 12)))
    assert part.equals(every.slice(7, 5)) and list(every.columns) == list(SCHEMA)
    assert not table_of(play_rows(small_plan(seed=2), chunk)).equals(every)
    assert plan.row(7).deal == plan.row(6).deal == 3 and plan.row(7).seed != plan.row(8).seed
    assert plan.row(1100).seed == plan.row(0).seed, "a deal is the same in every setup"
    with pytest.raises(PizzaboxError, match="from 0 to 1105"):
        plan.row(1106)


def test_several_processes_give_the_same_file_to_the_byte(plain_workers: Path, tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []
    path = tmp_path / "results.parquet"
    run(short_plan(), path, Processes(size(2, 4)), lambda done, total: seen.append((done, total)))
    assert path.read_bytes() == plain_workers.read_bytes()
    assert seen[0] == (0, 10) and seen[-1] == (10, 10) and seen == sorted(seen)
    assert [one.name for one in tmp_path.iterdir()] == ["results.parquet"], "no parts are left"


def test_a_run_that_was_stopped_goes_on_and_ends_the_same(whole: Path, tmp_path: Path) -> None:
    path = tmp_path / "results.parquet"
    with pytest.raises(KeyboardInterrupt):
        run(small_plan(), path, Stopped(2))
    assert not path.exists() and len(list(tmp_path.glob("*.parts/*.parquet"))) == 2
    assert len(Results(small_plan(), path).missing()) == len(small_plan().chunks) - 2
    run(small_plan(), path)
    assert path.read_bytes() == whole.read_bytes()
    run(small_plan(), path, Stopped(0))  # there is nothing left to play
    assert path.read_bytes() == whole.read_bytes()


class SecondCommand(ThisProcess):
    """While it plays, the same command is given again."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def run(self, plan: Plan, chunks: Sequence[Chunk], make: Make[Part]) -> Iterator[tuple[Chunk, Part]]:
        for number, done in enumerate(super().run(plan, chunks, make)):
            if number == 1:
                with pytest.raises(PizzaboxError, match="is being played by another command right now"):
                    run(plan, self.path)
            yield done


def test_the_same_command_twice_at_once_is_refused_and_loses_nothing(whole: Path, tmp_path: Path) -> None:
    path = tmp_path / "results.parquet"
    run(small_plan(), path, SecondCommand(path))
    assert path.read_bytes() == whole.read_bytes() and [one.name for one in tmp_path.iterdir()] == [path.name]


def test_a_lock_that_a_killed_process_left_holds_nobody_up(whole: Path, tmp_path: Path) -> None:
    path = tmp_path / "results.parquet"
    script = (
        "import sys; from pathlib import Path; from pizzabox.lab.plan import Plan; "
        "from pizzabox.lab.results import Results\n"
        "with Results(Plan.loads(sys.argv[1]), Path(sys.argv[2])).held():\n"
        "    print('held', flush=True); sys.stdin.read()"
    )
    command = [sys.executable, "-c", script, small_plan().dumps(), str(path)]
    holder = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    with holder:
        assert holder.stdout is not None and holder.stdout.readline() == "held\n"
        with pytest.raises(PizzaboxError, match="another command"):
            run(small_plan(), path)
        holder.kill()
    assert (tmp_path / "results.parquet.parts" / "lock").exists()
    run(small_plan(), path)
    assert path.read_bytes() == whole.read_bytes()


def test_a_damaged_part_is_played_again(whole: Path, tmp_path: Path) -> None:
    path = tmp_path / "results.parquet"
    with pytest.raises(KeyboardInterrupt):
        run(small_plan(), path, Stopped(2))
    part = next(tmp_path.glob("*.parts/*.parquet"))
    content = bytearray(part.read_bytes())
    content[len(content) // 2] ^= 1
    part.write_bytes(content)
    assert len(Results(small_plan(), path).missing()) == len(small_plan().chunks) - 1
    run(small_plan(), path)
    assert path.read_bytes() == whole.read_bytes()


def test_a_plan_with_any_value_in_any_field_is_read_and_compared_or_refused() -> None:
    whole = planned("theory", [Setup("asked", SHORT, (("random",) * 3,), 4)])
    refused = 0
    for place, changed in with_odd_values(json.loads(whole.dumps())):
        try:
            assert all(whole.differences(Plan.loads(json.dumps(changed)))), place
        except PizzaboxError:
            refused += 1
    assert refused > 50
    with pytest.raises(PizzaboxError, match="plan"):
        Plan.loads("[" * 100_000)


def test_another_plan_is_refused_with_the_difference(whole: Path, tmp_path: Path) -> None:
    path = tmp_path / "results.parquet"
    shutil.copy(whole, path)
    with pytest.raises(PizzaboxError, match=r"seed: 1 there, 2 here"):
        run(small_plan(seed=2), path)
    with pytest.raises(PizzaboxError, match=r"seconds: as usual there, 0\.5 here"):
        run(planned("theory", small_plan().setups, seconds=0.5), path)
    with pytest.raises(PizzaboxError, match=r"games: 1100 there, 20 here"):
        run(small_plan(games=20), path)
    longer = [Setup(setup.part, {"cap": 4}, setup.seatings, setup.games) for setup in small_plan().setups]
    with pytest.raises(PizzaboxError, match=r"\(cap: 3 there, 4 here\)"):
        run(planned("theory", longer), path)
    half = tmp_path / "half.parquet"
    with pytest.raises(KeyboardInterrupt):
        run(small_plan(), half, Stopped(1))
    with pytest.raises(PizzaboxError, match="seed: 1 there, 2 here"):
        run(small_plan(seed=2), half)
    other = tmp_path / "other.parquet"
    other.write_text("no results")
    with pytest.raises(PizzaboxError, match="isn't a results file"):
        run(small_plan(), other)
    assert path.read_bytes() == whole.read_bytes()


def test_a_worker_that_dies_repeats_its_chunk(
    plain_workers: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One process is killed once, and leaves a sign so that no other is."""
    sign = tmp_path / "killed"
    monkeypatch.setenv(short_lives.SIGN, str(sign))
    monkeypatch.setattr(workers, "_work", short_lives.dying)
    path = tmp_path / "results.parquet"
    run(short_plan(), path, Processes(2))
    assert sign.exists() and path.read_bytes() == plain_workers.read_bytes()


@pytest.mark.usefixtures("plain_workers")
def test_a_chunk_that_ends_every_worker_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sign = tmp_path / "killed"
    monkeypatch.setenv(short_lives.SIGN, str(sign))
    monkeypatch.setattr(workers, "_work", short_lives.dead)
    monkeypatch.setattr(workers, "TRIES", 2)
    with pytest.raises(PizzaboxError, match="rows 0 to 2 end every process"):
        run(short_plan(), tmp_path / "results.parquet", Processes(1))
    assert len(sign.read_text().splitlines()) == 2


INTERRUPTED = """
from pizzabox.cli import main
from pizzabox.lab import plan
plan.RANDOM_CHUNK = 50
main()
"""
"""The command, with parts that are done soon, also without compiled kernels."""


def test_ctrl_c_keeps_what_is_done_and_leaves_no_process(tmp_path: Path) -> None:
    command = [sys.executable, "-c", INTERRUPTED, "lab", "balance", "theory", "cap=1", "--bots", "random"]
    command += ["--games", "50000", "--processes", "2", "--out", str(tmp_path / "results.parquet")]
    plain = {**os.environ, "PIZZABOX_BACKEND": "python"}
    playing = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=plain)
    while playing.poll() is None and not list(tmp_path.glob("*.parts/*.parquet")):
        time.sleep(0.1)
    children = Path(f"/proc/{playing.pid}/task/{playing.pid}/children")
    started = children.read_text().split() if children.exists() else []
    playing.send_signal(signal.SIGINT)
    _, errors = playing.communicate(timeout=60)
    assert playing.returncode == 130 and "Traceback" not in errors, errors
    assert "the same command goes on from there" in errors
    while any(map(runs, started)):  # the time limit of all tests ends a wait for ever
        time.sleep(0.05)
    assert list(tmp_path.glob("*.parts/*.parquet")) and not (tmp_path / "results.parquet").exists()


def runs(process: str) -> bool:
    """Whether a process is there and not merely remembered by the system."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return False


def test_rows_replay_to_their_results(whole: Path) -> None:
    rows = pl.read_parquet(whole)
    for number in (0, 1, 2, 3, 500, 1099, 1100, 1105):
        record = loads(record_of(whole, number).dumps())
        end, row = record.verify(), rows.row(number, named=True)
        assert list(end.returns) == row["returns"] and list(end.scores) == row["scores"]
        assert len(end.steps) == row["length"] and list(end.winners) == row["winners"]
        assert [step.code for step in end.steps[:4]] == row["opening"] and end.steps[0].player == row["first"]
        assert list(record.players.values()) == row["bots"]
        assert (row["moves"] is None) == (number < 1100), "games of kernels are played again, others are kept"


def test_no_seat_is_always_asked_first_where_several_may_act(whole: Path) -> None:
    """Cuts are sealed one after the other: a bot that sees who has chosen could play better or worse by it."""
    plan, first = plan_of(whole), set()
    for number in range(0, 60, 6):
        moves = record_of(whole, number).moves
        first.add(next(line.seat for line in moves if line.text.startswith("cut")))
        assert plan.row(number).asked_first(3) == plan.row(number + 1).asked_first(3), "the same in both seatings"
    assert first == {"red", "green", "white"}
    assert [to_move(0b101, seat, 3) for seat in range(3)] == [0, 2, 2] and to_move(0, 0, 3) == NOBODY


def test_the_lead_is_that_of_the_game(whole: Path) -> None:
    """Lead changes and the move that decides, counted again from the record in plain Python."""
    rows = pl.read_parquet(whole)
    for number in range(0, 60, 5):
        row, leader, since, changes = rows.row(number, named=True), None, None, 0
        game = plan_of(whole).loaded(0)
        pos = game.start(row["seed"])
        for line in record_of(whole, number).moves:
            pos.play(line.text, game.seats.index(line.seat))
            if pos.state.sealed and not pos.over:
                continue
            prospects = pos.returns if pos.over else game.kernels.value(pos.state, game.players)
            best = [p for p, one in enumerate(prospects) if one >= max(prospects) - 1e-9]
            if len(best) == 1 and best[0] != leader:
                changes += leader is not None
                leader, since = best[0], len(pos.steps)
        assert row["lead_changes"] == changes
        assert row["decided"] == (since if len(pos.winners) == 1 else None)


def test_a_changed_row_is_not_replayed(whole: Path, tmp_path: Path) -> None:
    path = tmp_path / "changed.parquet"
    wrong = pl.read_parquet(whole).with_columns(length=pl.col("length") + 1)
    wrong.write_parquet(path, metadata={"pizzabox.plan": plan_of(whole).dumps()})
    with pytest.raises(PizzaboxError, match=r"row 3 of .* doesn't play as it says"):
        record_of(path, 3)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"setups": [{}]}', "newer"])
def test_a_plan_that_cannot_be_read_is_refused_in_words(text: str, whole: Path, tmp_path: Path) -> None:
    """Cut off when the power went, or written by another version."""
    text = small_plan().dumps()[:-1] + ',"shuffled":true}' if text == "newer" else text
    path = tmp_path / "other.parquet"
    pl.read_parquet(whole).write_parquet(path, metadata={"pizzabox.plan": text})
    parts = tmp_path / "fresh.parquet.parts"
    parts.mkdir()
    (parts / "plan.json").write_text(text)
    for words in (("replay", str(path), "3"), ("match", "theory", "random", "greedy", "--out", str(path))):
        ran = command("lab", *words)
        assert ran.code == 2 and "isn't a plan" in " ".join(ran.err.split()), ran.err
    ran = command("lab", "match", "theory", "random", "greedy", "--out", str(tmp_path / "fresh.parquet"))
    assert ran.code == 2 and "isn't a plan" in " ".join(ran.err.split()), ran.err


def test_a_row_that_is_missing_is_named(whole: Path, tmp_path: Path) -> None:
    path = tmp_path / "half.parquet"
    pl.read_parquet(whole).head(3).write_parquet(path, metadata={"pizzabox.plan": plan_of(whole).dumps()})
    with pytest.raises(PizzaboxError, match=r"half\.parquet lacks row 3"):
        record_of(path, 3)


def test_programs_play_and_their_games_are_kept(tmp_path: Path) -> None:
    program = f"program:{sys.executable} {EXAMPLES / 'bot.py'}"
    plan = planned("theory", [Setup("program", {"cap": 2}, ((program, "greedy", "random"),), 2)])
    path = tmp_path / "results.parquet"
    run(plan, path)
    rows = pl.read_parquet(path)
    assert rows["faults"].to_list() == [0, 0] and rows["moves"].null_count() == 0
    assert record_of(path, 1).replay().over


def test_a_program_that_fails_is_counted(tmp_path: Path) -> None:
    program = f"program:{shutil.which('false')}"
    plan = planned("theory", [Setup("program", {"cap": 1}, ((program, "random", "random"),), 1)])
    path = tmp_path / "results.parquet"
    run(plan, path)
    game = record_of(path, 0)
    assert pl.read_parquet(path)["faults"].to_list() == [sum(line.seat == game.game.seats[0] for line in game.moves)]


@pytest.mark.parametrize("game", ["theory", "hexentafl"])
def test_kernels_choose_as_the_bots_do(game: str) -> None:
    """Greedy against random wins as often in compiled batches as bots that are asked."""
    chosen = pizzabox.load(game)
    plan = planned(game, [Setup("both", {}, seatings(chosen, "greedy", "random"), 60)])
    rows = table_of(play_rows(plan, plan.chunks[0]))
    won = sum(
        (1 + one) / 2
        for bots, returns in rows.select("bots", "returns").iter_rows()
        for name, one in zip(bots, returns, strict=True)
        if name == "greedy"
    )
    assert won / len(rows) > 0.7


@pytest.mark.parametrize("bots", [("greedy", "random"), ("cook", "greedy")])
def test_first_moves_are_drawn_by_the_deal_alone(bots: tuple[str, str]) -> None:
    game = pizzabox.load("hexentafl")
    setup = Setup("drawn", {}, seatings(game, *bots), 12, opening=3)
    plan = planned("hexentafl", [setup])
    played = [moves_of_row(plan, number) for number in range(12)]
    assert [moves[:3] for moves in played[::2]] == [moves[:3] for moves in played[1::2]], "in either seating"
    assert len({tuple(moves[:3]) for moves in played}) > 3, "other deals begin otherwise"
    assert len({tuple(moves[:4]) for moves in played}) > len({tuple(moves[:3]) for moves in played}), "then bots play"
    other = planned("hexentafl", [setup], seed=2)
    assert [moves_of_row(other, number)[:3] for number in range(4)] != [moves[:3] for moves in played[:4]]
    without = planned("hexentafl", [replace(setup, opening=0)])
    assert [moves_of_row(without, number)[:3] for number in range(4)] != [moves[:3] for moves in played[:4]]
    assert "random first moves: 0 there, 3 here" in plan.differences(without)


def test_openings_are_refused_where_they_make_no_sense_and_kept_in_the_text_of_a_plan() -> None:
    setup = Setup("x", {}, (("greedy", "greedy"),), 1)
    for wrong in (-1, 101):
        with pytest.raises(PizzaboxError, match=f"0 to 100 first moves can be random, not {wrong}"):
            planned("hexentafl", [replace(setup, opening=wrong)])
    plan = planned("hexentafl", [replace(setup, opening=2)])
    assert Plan.loads(plan.dumps()) == plan
    before = plan.dumps().replace(',"opening":2', "")
    assert Plan.loads(before).setups[0].opening == 0, "plans of before have none"


def test_wrong_names_are_refused_at_once() -> None:
    with pytest.raises(PizzaboxError, match="greedy"):
        planned("theory", [Setup("x", {}, (("gredy",) * 3,), 1)])
    with pytest.raises(BadOption):
        planned("theory", [Setup("x", {"layuot": "K"}, (("greedy",) * 3,), 1)])
    with pytest.raises(PizzaboxError, match="2 bots for a game of 3 players"):
        planned("theory", [Setup("x", {}, (("greedy",) * 2,), 1)])
    with pytest.raises(PizzaboxError, match="at least 1"):
        planned("theory", [Setup("x", {}, (("greedy",) * 3,), 0)])


def test_a_plan_changes_with_the_nets_that_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those in the game's folder, and a file that is named: a replaced net must not go on with another's results."""
    game, file = pizzabox.load("theory", players=2), tmp_path / "mine.npz"
    setups = [Setup("x", {"players": 2}, ((str(file), "greedy"),), 1)]
    box = tmp_path / "box"
    monkeypatch.setattr("pizzabox.lab.plan._folder", lambda game: box)
    box.mkdir()
    found = []
    for seed, place in ((1, file), (2, file), (1, box / "2.npz"), (2, box / "2.npz")):
        random_net(game, seed).save(place)
        found.append(planned("theory", setups).sources)
        assert planned("theory", setups).sources == found[-1]
    assert len(set(found)) == 4


def test_a_plan_survives_its_text() -> None:
    plan = small_plan()
    assert Plan.loads(plan.dumps()) == plan and Plan.loads(plan.dumps()).fingerprint == plan.fingerprint
    assert plan.fingerprint != small_plan(seed=2).fingerprint
    assert [chunk.high - chunk.low for chunk in plan.chunks] == [500, 500, 100, 4, 2]
    assert part_of(plan, plan.chunks[3], encoded) == part_of(plan, plan.chunks[3], encoded)


ON_CARD = """
import sys
from pathlib import Path
from pizzabox.engine.errors import PizzaboxError
from pizzabox.lab.cuda_workers import CudaWorkers
from pizzabox.lab.experiment import run
from pizzabox.lab.plan import Plan
from pizzabox.lab.workers import ThisProcess

class Counting(ThisProcess):
    def run(self, plan, chunks, make):
        print(*(chunk.setup for chunk in chunks))
        yield from super().run(plan, chunks, make)

for number, text in enumerate(sys.argv[2:]):
    here, there = (Path(sys.argv[1]) / f"{number}-{name}.parquet" for name in ("here", "there"))
    try:
        run(Plan.loads(text), there, CudaWorkers(Counting()))
    except PizzaboxError as problem:
        print(problem)
        continue
    run(Plan.loads(text), here)
    assert here.read_bytes() == there.read_bytes(), text
"""


def test_a_card_plays_the_same_rows_of_random_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In Numba's simulator, beside plain Python. What is not random play is played by the other workers."""
    monkeypatch.setenv("PIZZABOX_BACKEND", "python")
    plans = [
        planned("theory", [random_games("theory", 4, cap=2), Setup("kernels", {"cap": 2}, (KERNELS,), 1)]),
        planned("shark", [random_games("shark", 2, players=4, cap=2)]),
        planned("pizzeria", [random_games("pizzeria", 2)]),
        planned("wars", [random_games("wars", 1, setup="short", patience=2)]),
        planned("hexentafl", [random_games("hexentafl", 1, size=5)]),
        small_plan(),
    ]
    ran = simulated(ON_CARD, str(tmp_path), *(plan.dumps() for plan in plans))
    assert ran.returncode == 0, ran.stderr
    others, problem = ran.stdout.splitlines()
    assert others == "1", "only the second part of the first plan is not random play"
    assert problem.startswith("a card plays games of random bots alone, and this plan has none")


def random_games(name: str, games: int, **options: Any) -> Setup:
    return Setup("random", options, (("random",) * pizzabox.load(name, **options).players,), games)


def test_a_card_that_is_not_there(tmp_path: Path) -> None:
    words = ("lab", "balance", "theory", "cap=2", "--games", "2", "--out", str(tmp_path / "results.parquet"))
    refused = command(*words, "--bots", "random", "--device", "cuda")
    assert refused.code == 2 and "no NVIDIA card" in refused.err
    assert "--device must be cpu or cuda, not 'gpu'" in command(*words, "--device", "gpu").err


def test_interpreted_kernels_play_the_same_rows(tmp_path: Path) -> None:
    plan = planned("theory", [Setup("kernels", {"cap": 2}, (KERNELS,), 2)])
    path = tmp_path / "part.parquet"
    script = (
        "import sys; from pathlib import Path; from pizzabox.lab.plan import Plan; "
        "from pizzabox.lab.row_table import encoded; from pizzabox.lab.workers import part_of; "
        "plan = Plan.loads(sys.argv[1]); Path(sys.argv[2]).write_bytes(part_of(plan, plan.chunks[0], encoded))"
    )
    plain = {**os.environ, "PIZZABOX_BACKEND": "python"}
    subprocess.run([sys.executable, "-c", script, plan.dumps(), str(path)], check=True, env=plain)
    assert path.read_bytes() == part_of(plan, plan.chunks[0], encoded)
