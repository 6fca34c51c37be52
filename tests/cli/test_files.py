"""show, replay, verify: records and positions from files."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import pytest

import pizzabox
from tests.helpers import size

from .helpers import bot_game, program, run


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "game.pizza"
    assert bot_game(path).code == 0
    return path


def test_verify_a_sound_record(record: Path) -> None:
    ran = run("verify", str(record))
    assert ran.code == 0
    assert ran.out.startswith("OK")
    (found,) = run("verify", str(record), "--json").json
    assert found["ok"]
    assert found["game"] == "theory"
    assert found["problems"] == []


def test_verify_names_the_line_of_a_wrong_move(record: Path) -> None:
    lines = record.read_text("utf-8").splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith("7. "))
    lines[at] = lines[at].rsplit(" ", 1)[0] + " zz"
    record.write_text("\n".join(lines) + "\n", "utf-8")
    ran = run("verify", str(record))
    assert ran.code == 1
    assert f"line {at + 1}" in ran.out
    (found,) = run("verify", str(record), "--json").json
    assert found["problems"][0]["line"] == at + 1
    assert run("replay", str(record)).code == 2


def test_verify_finds_a_wrong_result(record: Path) -> None:
    text = record.read_text("utf-8").replace('[Result "', '[Result "green 0.5, ')
    record.write_text(text, "utf-8")
    ran = run("verify", str(record))
    assert ran.code == 1
    assert "the result should be" in ran.out


def test_verify_several_files(record: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.pizza"
    bad.write_text("nonsense\n", "utf-8")
    assert run("verify", str(record), str(bad)).code == 1
    ran = run("verify", str(record), str(bad), str(tmp_path / "missing.pizza"))
    assert ran.code == 2
    assert ran.out.count("BAD") == 2
    assert ran.out.count("OK") == 1


def test_show_every_move_of_a_record(record: Path) -> None:
    moves = len(pizzabox.read(record).moves)
    for number in (0, 1, 6, moves):
        ran = run("show", str(record), "--move", str(number), "--json")
        assert ran.code == 0
        steps = list(zip(range(number + 1), pizzabox.read(record).steps(), strict=False))
        assert pizzabox.position(ran.json) == steps[-1][1][0]
    assert run("show", str(record), "--move", str(moves + 1)).code == 2
    assert run("show", str(record), "--move", "-1").code == 2


def test_show_as_text_and_as_one_seat_knows_it(record: Path) -> None:
    lines = pizzabox.read(record).moves
    sealed = next(i for i, line in enumerate(lines, 1) if line.text.startswith("cut"))
    seat, text = lines[sealed - 1].seat, lines[sealed - 1].text
    assert text in run("show", str(record), "--move", str(sealed)).out
    assert text in run("show", str(record), "--move", str(sealed), "--seat", seat).out
    for other in {"red", "green", "white", "spectator"} - {seat}:
        assert text not in run("show", str(record), "--move", str(sealed), "--seat", other).out
        hidden = run("show", str(record), "--move", str(sealed), "--seat", other, "--json").json
        assert 7 in hidden["state"]["cut"]
    assert run("show", str(record), "--seat", "blue").code == 2


def test_show_a_position_file_round_trip(record: Path, tmp_path: Path) -> None:
    data = run("show", str(record), "--move", "5", "--json").out
    path = tmp_path / "position.json"
    path.write_text(data, "utf-8")
    assert json.loads(run("show", str(path), "--json").out) == json.loads(data)
    assert run("show", str(path)).out == run("show", str(record), "--move", "5").out
    assert run("show", str(path), "--move", "2").code == 2
    assert run("replay", str(path)).code == 2


@pytest.mark.parametrize(
    "moves",
    [
        "d5, d4, g4, cut 3",
        "d5 d4 g4 cut 3",
        "1. red d5 2. green d4 3. white g4 4. red cut 3",
        "d5;d4\ng4 3",
        "D5 D 4 g4 3",
    ],
)
def test_show_after_moves(moves: str) -> None:
    expected = pizzabox.load("theory", first="red").start(0)
    for text in ("d5", "d4", "g4", "cut 3"):
        expected.play(text)
    ran = run("show", "--moves", moves, "theory", "first=red", "--json")
    assert ran.code == 0, ran.err
    assert pizzabox.position(ran.json) == expected


@pytest.mark.parametrize(
    ("moves", "expected"),
    [
        ("d5 d4 g4 cut 9", "move 4, 'cut 9', can't be played: there's no cut 9"),
        ("d5, c2", "move 2, 'c2', can't be played: c2 already has a"),
        ("zz", "'zz' isn't a move"),
    ],
)
def test_show_names_the_move_that_cannot_be_played(moves: str, expected: str) -> None:
    ran = run("show", "--moves", moves, "theory", "first=red")
    assert ran.code == 2
    assert expected in ran.err


def test_show_a_game_is_its_start() -> None:
    ran = run("show", "theory", "players=2", "--json")
    assert pizzabox.position(ran.json) == pizzabox.load("theory", players=2).start(0)
    assert run("show", "theory", "players=2", "--moves", "").out == run("show", "theory", "players=2").out


def test_a_folder_named_like_a_game_is_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = run("show", "theory").out
    (tmp_path / "theory").mkdir()
    monkeypatch.chdir(tmp_path)
    assert run("show", "theory").out == shown


def test_show_writes_a_picture(record: Path, tmp_path: Path) -> None:
    path = tmp_path / "board.svg"
    ran = run("show", str(record), "--svg", str(path), "--theme", "dark")
    assert ran.code == 0
    assert str(path) in ran.out
    assert path.read_text("utf-8") == pizzabox.read(record).replay().svg(theme="dark")
    assert (
        run("show", str(record), "--svg", "-").out.strip() == pizzabox.read(record).replay().svg(theme="light").strip()
    )
    assert run("show", str(record), "--theme", "pink").code == 2
    assert run("show", str(record), "--svg", str(tmp_path / "no" / "x.svg")).code == 2


def test_replay_prints_all_moves_without_a_terminal(record: Path) -> None:
    ran = run("replay", str(record))
    end = pizzabox.read(record).replay()
    moves = len(end.steps)
    assert ran.code == 0
    assert f"{moves}/{moves}" in ran.out
    assert end.prompt in ran.out
    for line in end.log(None):
        assert line in " ".join(ran.out.split())


def test_replay_as_one_seat_saw_it(record: Path) -> None:
    ran = run("replay", str(record), "--seat", "spectator")
    assert ran.code == 0
    assert "(secret)" in ran.out
    assert "chooses cut" not in ran.out


def test_foreign_text_cannot_command_the_terminal(record: Path) -> None:
    lines = record.read_text("utf-8").splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith("1. "))
    lines[at] += " ; [red]bold[/red] \x1b[31mevil\x07"
    record.write_text("\n".join(lines) + "\n", "utf-8")
    ran = run("replay", str(record))
    assert ran.code == 0
    assert "[red]bold[/red]" in ran.out
    assert "\x1b" not in ran.out
    assert "\x07" not in ran.out


@pytest.mark.parametrize("seed", range(size(12, 36)))
def test_garbage_never_ends_in_a_traceback(seed: int, tmp_path: Path) -> None:
    dice = random.Random(seed)
    kinds = (
        lambda: dice.randbytes(dice.randrange(400)),
        lambda: b'[Pizza "1"]\n[Game "theory"]\n' + dice.randbytes(60),
        lambda: b'{"game": "theory", "state": ' + bytes(dice.choices(b'{}[]":,0123456789', k=40)),
    )
    path = tmp_path / dice.choice(["x.pizza", "x.json", "x"])
    path.write_bytes(kinds[seed % 3]())
    for words in (["show"], ["show", "--move", "1"], ["replay"]):
        ran = run(*words, str(path))
        assert ran.code == 2
        assert len(ran.err.splitlines()) == 1
    assert run("verify", str(path)).code == 1


ONE_AFTER_THE_OTHER = """
import json, sys
from pizzabox.cli import main
for words in json.loads(sys.argv[1]):
    sys.argv[1:] = words
    try:
        main()
    except SystemExit as stop:
        print(f"\\nexit {stop.code}\\n", flush=True)
"""


def test_a_real_process_round_trip(tmp_path: Path) -> None:
    """One that does it all: to start takes longer than any of it."""
    path, garbage = tmp_path / "r.pizza", tmp_path / "g.pizza"
    garbage.write_bytes(b"\xff\x00\x1b[2J")
    commands = [
        ["play", "theory", "--seat", "all=random", "--seed", "8", "--save", str(path)],
        ["verify", str(path)],
        ["replay", str(path), "--delay", "0"],
        ["show", str(path), "--json"],
        ["show", str(garbage)],
    ]
    done = program(ONE_AFTER_THE_OTHER, json.dumps(commands))
    assert re.findall(r"^exit (.*)$", done.out, re.M) == ["0", "0", "0", "0", "2"], done.err
    shown = done.out.split("\nexit 0\n")[3]
    assert pizzabox.position(json.loads(shown)) == pizzabox.read(path).replay()
    assert len(done.err.splitlines()) == 1 and str(garbage.name) in done.err
    assert "\x1b[2J" not in done.err
