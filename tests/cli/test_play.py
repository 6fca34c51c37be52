"""Whole games at the command line: bots, a piped person, several people on one keyboard."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import pizzabox

from .helpers import SOURCE, bot_game, process, run

OPENING = "d5\nd4\ng4\n"
"""Three toppings that red, green and white can add when red is first."""


def test_a_whole_game_of_bots() -> None:
    """In one process as in another."""
    words = ("play", "theory", "--watch", "--delay", "0", "--seed", "3")
    ran = process(*words)
    assert ran.code == 0
    assert re.search(r"(wins|share) ", ran.out)
    assert "--seed 3" in ran.out
    assert "Traceback" not in ran.err
    assert run(*words).out == ran.out


def test_the_same_seed_gives_the_same_record(tmp_path: Path) -> None:
    first, second = tmp_path / "a.pizza", tmp_path / "b.pizza"
    assert bot_game(first).code == bot_game(second).code == 0
    assert pizzabox.read(first).moves == pizzabox.read(second).moves
    assert pizzabox.read(first).players == {"red": "random", "green": "random", "white": "random"}
    pizzabox.read(first).verify()


def test_the_result_is_said_once_with_the_scores(tmp_path: Path) -> None:
    ran = bot_game(tmp_path / "a.pizza")
    end = pizzabox.read(tmp_path / "a.pizza").replay()
    assert ran.out.count(end.prompt) == 1
    for seat, score in zip(end.game.seats, end.scores, strict=True):
        assert re.search(rf"^{seat} +random bot +{score} ", ran.out, re.MULTILINE)


@pytest.mark.parametrize("options", [["players=2"], ["players=2", "unselected=red"], ["layout=K", "cap=4"]])
def test_games_with_other_options_are_played_and_verified(options: list[str], tmp_path: Path) -> None:
    assert bot_game(tmp_path / "a.pizza", *options).code == 0
    pizzabox.read(tmp_path / "a.pizza").verify()


def test_a_piped_person_against_bots(tmp_path: Path) -> None:
    path = tmp_path / "p.pizza"
    words = ("play", "theory", "first=red", "--seed", "3", "--seat", "red=me", "--seat", "all=random")
    ran = process(*words, "--save", str(path), typed="d5\ncut 4\n")
    assert ran.code == 0
    assert "Red adds a topping on d5." in ran.out
    assert "Red chooses cut 4." in ran.out
    record = pizzabox.read(path)
    assert [line.text for line in record.moves if line.seat == "red"] == ["d5", "cut 4"]
    assert record.result == "*"
    assert record.problems() == []


def test_input_that_ends_at_once(tmp_path: Path) -> None:
    path = tmp_path / "p.pizza"
    ran = run("play", "theory", "first=red", "--save", str(path), typed="")
    assert ran.code == 0
    assert pizzabox.read(path).moves == []


def test_things_are_explained_by_name() -> None:
    lines = ["what", "what Wrong Order", "what ANCHOVY", "what rail 1", "what nothing at all", "quit"]
    words = ("play", "shark", "--seed", "1", "--seat", "green=me", "--seat", "all=random")
    ran = run(*words, typed="\n".join(lines) + "\n")
    told = " ".join(ran.out.split())
    assert ran.code == 0
    assert "Steal and plate: Take an unplaced slice" in told
    assert "Wrong Order (cost 2, cheese): take pepperoni, take mushroom." in told
    assert "Anchovy: Pay for upgrades with anchovies." in told
    assert "Upgrade a played card to it" in told
    assert "Nothing here is called 'nothing at all'" in told


def test_commands_at_the_prompt(tmp_path: Path) -> None:
    saved = tmp_path / "mid.pizza"
    lines = [
        "help",
        "?",
        "moves",
        "why d4",
        "why c3",
        "why",
        "log",
        "rules T3.4",
        "rules T34",
        "board",
        "/save",
        "undo",
    ]
    lines += ["/save", f"/save {saved}", "/save /no/such/folder/x", "", "zz", "c3", "d5", "quit"]
    words = ("play", "theory", "first=red", "--seed", "3", "--seat", "red=me", "--seat", "all=random")
    ran = run(*words, typed="\n".join(lines) + "\n")
    assert ran.code == 0
    assert "why MOVE" in ran.out
    assert "21 moves: a1" in ran.out
    assert "d4 is allowed now." in ran.out
    assert "c3 is next to your topping on c2 (T2.2" in ran.out
    assert "Nothing has happened yet." in ran.out
    assert "third colour" in ran.out
    assert "did you mean 'T3.4'" in ran.out
    assert "'zz' isn't a move" in ran.out
    assert "You can't take anything back: nothing has been played yet." in ran.out
    assert "No such file or directory" in ran.out
    assert "For example: /save" in ran.out
    assert pizzabox.read(saved).moves[0].text == "d5", "it is written again when the game stops"
    assert pizzabox.read(saved).problems() == []
    assert ran.out.count("Red adds") == 1


def test_illegal_moves_change_nothing(tmp_path: Path) -> None:
    path = tmp_path / "p.pizza"
    run("play", "theory", "first=red", "--seed", "3", "--save", str(path), typed="c3\nzz\ncut 3\n\x1b[2J\n")
    assert pizzabox.read(path).moves == []


def test_hint_names_a_legal_move() -> None:
    words = ("play", "theory", "first=red", "--seed", "3", "--seat", "red=me", "--seat", "all=random")
    ran = run(*words, typed="hint\nquit\n")
    match = re.search(r"chef would play this: Red adds a topping on (\S+)\. .*chef.* type (\S+)$", ran.out, re.M)
    assert match and match[1] == match[2]
    assert match[1] in pizzabox.load("theory", first="red").start(3).legal(0)


def test_several_people_never_see_a_secret_before_the_reveal(tmp_path: Path) -> None:
    path = tmp_path / "h.pizza"
    typed = OPENING + "\ncut 3\n\nlog\n5\n\nboard\n2\n"
    ran = run("play", "theory", "first=red", "--seed", "3", "--seat", "all=me", "--save", str(path), typed=typed)
    assert ran.code == 0
    before, reveal, _ = ran.out.partition("The cuts are Red 3, Green 5, White 2")
    assert reveal
    assert "cut 3" not in before
    assert "chooses cut" not in before
    assert not re.search(r"> *\d", before)
    assert before.count("Everyone else, look away.") == 3
    for name in ("Red", "Green"):
        assert f"{name} has chosen a cut." in before
    texts = [line.text for line in pizzabox.read(path).moves]
    assert texts == ["d5", "d4", "g4", "cut 3", "cut 5", "cut 2"]


def test_every_triple_of_secrets_looks_the_same_before_the_reveal() -> None:
    def before(first: int, second: int) -> str:
        typed = OPENING + f"\ncut {first}\n\ncut {second}\n\nmoves\nlog\nquit\n"
        return run("play", "theory", "first=red", "--seed", "3", "--seat", "all=me", typed=typed).out

    assert len({before(first, second) for first, second in [(1, 6), (6, 1), (3, 3)]}) == 1


def test_a_choice_may_be_changed_until_all_have_chosen(tmp_path: Path) -> None:
    path = tmp_path / "h.pizza"
    typed = OPENING + "\ncut 3\nundo white\nundo red\n\ncut 6\nhelp\n\ncut 5\nquit\n"
    ran = run("play", "theory", "first=red", "--seed", "3", "--seat", "all=me", "--save", str(path), typed=typed)
    assert "Red takes back a choice." in ran.out
    assert "a seat that has already chosen: red" in ran.out
    assert [line.text for line in pizzabox.read(path).moves][3:] == ["cut 6", "cut 5"]


def test_nobody_takes_back_the_secret_of_another(tmp_path: Path) -> None:
    path = tmp_path / "h.pizza"
    typed = OPENING + "\ncut 3\n\nundo\nquit\n"
    run("play", "theory", "first=red", "--seed", "3", "--seat", "all=me", "--save", str(path), typed=typed)
    assert [line.text for line in pizzabox.read(path).moves][3:] == ["cut 3"]


def test_open_moves_are_taken_back_on_a_shared_keyboard(tmp_path: Path) -> None:
    path = tmp_path / "h.pizza"
    ran = run(
        *("play", "theory", "first=red", "--seed", "3", "--seat", "all=me", "--save", str(path)), typed="d5\nundo\nd4\n"
    )
    assert "Taken back: d5." in ran.out
    assert [line.text for line in pizzabox.read(path).moves] == ["d4"]


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_saves_the_game(number: signal.Signals, tmp_path: Path) -> None:
    path = tmp_path / "i.pizza"
    words = [
        "play",
        "theory",
        "first=red",
        "--seed",
        "3",
        "--seat",
        "red=me",
        "--seat",
        "all=random",
        "--save",
        str(path),
    ]
    # What is started in a shell's background ignores interrupts, and so would its children.
    begin = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
    begin += "; from pizzabox.cli import main; main()"
    child = subprocess.Popen(
        [sys.executable, "-u", "-c", begin, *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONPATH": str(SOURCE)},
    )
    assert child.stdin
    assert child.stdout
    child.stdin.write("d5\n")
    child.stdin.flush()
    for line in child.stdout:
        if "Choose your cut" in line:
            break
    time.sleep(0.2)
    child.send_signal(number)
    out, err = child.communicate(timeout=60)
    assert child.returncode == 130
    assert "Interrupted" in out
    assert "Traceback" not in err
    assert pizzabox.read(path).moves[0].text == "d5"
    assert pizzabox.read(path).problems() == []


def test_without_numba_everything_still_plays() -> None:
    ran = process("play", "theory", "cap=2", "--watch", "--delay", "0", "--seed", "1", PIZZABOX_BACKEND="python")
    assert ran.code == 0
    assert "That was round 2, the last one" in ran.out
    assert ran.err == ""


def test_programs_play_along(tmp_path: Path) -> None:
    examples = SOURCE.parent / "docs" / "examples"
    path = tmp_path / "p.pizza"
    shell, python = f"sh {examples / 'bot.sh'}", f"{sys.executable} {examples / 'bot.py'}"
    words = ("--seat", f"red=program:{shell}", "--seat", f"green=program:{python}", "--seat", "white=random")
    ran = run("play", "theory", "cap=3", "--seed", "2", *words, "--save", str(path))
    assert ran.code == 0
    assert pizzabox.read(path).players == {"red": "bot", "green": "bot", "white": "random"}
    assert "My program" not in ran.out, "nothing went wrong"
    pizzabox.read(path).verify()


def test_a_program_that_fails_is_told_of(tmp_path: Path) -> None:
    ran = run(
        "play", "theory", "cap=1", "--seed", "2", "--seat", f"red=program:{sys.executable} -c 'exit(4)'", "--watch"
    )
    assert ran.code == 0
    assert "stopped with exit code 4" in ran.out.replace("\n", " ")
    missing = run("play", "theory", "--seat", "red=program:no-such-program-here")
    assert missing.code == 2
    assert "there's no program" in missing.err
    assert run("serve", "--bot", "mine").code == 2
