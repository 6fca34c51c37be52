"""Programs as players: the examples play whole games; whatever a program does wrong costs it a move, never the game."""

from __future__ import annotations

import json
import os
import shlex
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import pizzabox
from pizzabox.bots import base, external, levels
from pizzabox.bots.external import GIVE_UP, Program, allow, allow_all
from pizzabox.engine.errors import PizzaboxError
from pizzabox.engine.game import Game
from tests.helpers import every_game, size

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
PATIENT = 60.0

Start = Callable[[str], Program]


@pytest.fixture
def start() -> Iterator[Start]:
    """Programs of a few lines of Python, stopped after the test."""
    made: list[Program] = []

    def begin(code: str) -> Program:
        made.append(Program("mine", (sys.executable, "-c", code)))
        return made[-1]

    yield begin
    for program in made:
        program.close()


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(external, "GRACE", 0.1)
    monkeypatch.setattr(external, "START", 0.1)


@every_game
def test_the_examples_play_every_game(game: Game) -> None:
    players = [
        Program("py", (sys.executable, str(EXAMPLES / "bot.py"))),
        Program("sh", ("sh", str(EXAMPLES / "bot.sh"))),
    ]
    pos, turns = game.start(seed=5), 0
    try:
        while not pos.over and turns < size(8, 24):
            seat = pos.actors[0]
            program = players[turns % 2]
            move = program.choose(pos.view(seat), PATIENT)
            assert program.fault is None
            pos.play(move, seat)
            turns += 1
    finally:
        for program in players:
            program.close()
    assert turns


ANSWER = "import sys, json\nfor line in sys.stdin:\n    m = json.loads(line)\n    if m['type'] == 'turn': "


@pytest.mark.parametrize(
    ("code", "fault"),
    [
        ("import sys; sys.exit(3)", "stopped with exit code 3"),
        (ANSWER + "sys.exit(0)", "stopped with exit code 0"),
        (ANSWER + "print('d4?', flush=True)", "isn't a JSON object: 'd4?'"),
        (ANSWER + "print('[1]', flush=True)", "isn't a JSON object"),
        (ANSWER + "print('{' * 9999, flush=True)", "isn't a JSON object"),
        (ANSWER + "print('{}', flush=True)", "without a move"),
        (ANSWER + "print(json.dumps({'move': 5}), flush=True)", "without a move"),
        (ANSWER + "print(json.dumps({'move': 'z99'}), flush=True)", "wanted to play 'z99'"),
        (ANSWER + "print(json.dumps({'move': 'cut 1'}), flush=True)", "wanted to play 'cut 1'"),
        ("import os, sys, time; sys.stdin.close(); os.close(0); os.close(1); time.sleep(60)", "output"),
    ],
)
def test_a_fault_is_told_and_the_first_legal_move_played(start: Start, code: str, fault: str) -> None:
    view = pizzabox.load("theory", players=2).start(seed=1).view(0)
    program = start(code)
    move = program.choose(view, PATIENT)
    assert fault in str(program.fault)
    assert move == view.legal()[0]
    assert move.text in str(program.fault)


@pytest.mark.parametrize(
    ("code", "fault"),
    [
        (ANSWER + "print('I cut 6', flush=True)", "isn't a JSON object."),
        (ANSWER + "print(json.dumps({'cut': 6}), flush=True)", "without a move."),
        (ANSWER + "print(json.dumps({'move': 'cut 66'}), flush=True)", "a move that isn't possible."),
        (ANSWER + "print(json.dumps({'move': 'a1'}), flush=True)", "a move that isn't possible."),
    ],
)
def test_a_fault_in_secret_tells_no_secret(start: Start, code: str, fault: str) -> None:
    """What a program said, and what was played for it, is not said aloud where others may not know it."""
    pos = pizzabox.load("theory", players=3).start(seed=3)
    while len(pos.actors) == 1:
        pos.play(pos.legal()[0])
    view = pos.view(pos.actors[0])
    program, played = start(code), set()
    for turn in range(4 * GIVE_UP):
        played.add(program.choose(view, PATIENT).text)
        if turn >= GIVE_UP:
            assert program.fault is None, "it is not asked any more"
            continue
        assert program.fault is not None
        assert fault in program.fault and "drawn at random" in program.fault
        assert not any(word in program.fault for word in ("cut", "a1", "6"))
    assert played <= {move.text for move in view.legal()}
    assert len(played) > 1, "who knows the rules must not know the move"


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize(
    "code",
    [
        "import time; time.sleep(60)",
        ANSWER + "print(json.dumps({'move': 'd4', 'n': 99}), flush=True)",
    ],
)
def test_silence_is_a_fault(start: Start, code: str) -> None:
    program = start(code)
    program.choose(pizzabox.load("theory", players=2).start(seed=1).view(0), 0.1)
    assert "didn't answer within 0.1 s" in str(program.fault)


@pytest.mark.usefixtures("hasty")
def test_a_program_that_does_not_read_cannot_block_us(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(external, "_hello", lambda view: {"type": "hello", "padding": "x" * 4_000_000})
    program = start("import time; time.sleep(60)")
    program.choose(pizzabox.load("theory", players=2).start(seed=1).view(0), 0.1)
    assert program.fault


def test_after_some_faults_in_a_row_it_is_not_asked_any_more(start: Start) -> None:
    view = pizzabox.load("theory", players=2).start(seed=1).view(0)
    program = start("")
    for _ in range(GIVE_UP):
        program.choose(view, PATIENT)
    assert "won't be asked again" in str(program.fault)
    assert program.choose(view, PATIENT) == view.legal()[0]
    assert program.fault is None, "it is told once"


def test_a_good_answer_and_its_evaluation(start: Start) -> None:
    pos = pizzabox.load("theory", players=2).start(seed=1)
    said = "print(json.dumps({'move': m['moves'][2], 'n': m['n'], 'evaluation': [0.25, 0.75]}), flush=True)"
    program = start(ANSWER + said)
    view = pos.view(0)
    assert program.choose(view, PATIENT) == view.legal()[2]
    assert program.evaluation == [0.25, 0.75]
    nonsense = start(ANSWER + "print(json.dumps({'move': m['moves'][0], 'evaluation': 'good'}), flush=True)")
    assert nonsense.choose(view, PATIENT) == view.legal()[0]
    assert (nonsense.fault, nonsense.evaluation) == (None, None)


def test_a_program_is_told_what_its_seat_knows_and_no_more(
    start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PIZZABOX_SECRET", "very secret")
    heard = tmp_path / "heard"
    code = "import os\n" + ANSWER.replace("m = ", f"open({str(heard)!r}, 'a').write(line); m = ")
    program = start(code + "print(json.dumps({'move': m['moves'][0], 'secret': dict(os.environ)}), flush=True)")
    pos = pizzabox.load("theory", players=3).start(seed=3)
    while len(pos.actors) == 1:
        pos.play(pos.legal()[0])
    pos.play("cut 6", pos.actors[0])
    seat = pos.actors[0]
    program.choose(pos.view(seat), PATIENT)
    hello, turn = map(json.loads, heard.read_text().splitlines())
    assert (hello["type"], hello["game"], hello["options"]["players"], hello["seat"]) == ("hello", "theory", 3, seat)
    assert turn["view"] == json.loads(pos.view(seat).json())
    assert turn["moves"] == [move.text for move in pos.view(seat).legal()]
    assert set(turn) == {"type", "n", "seat", "seconds", "view", "moves"}
    spy = start("import os, sys\n" + ANSWER + "print(json.dumps({'move': str(os.environ)[-3000:]}), flush=True)")
    spy.choose(pos.view(seat), PATIENT)
    assert "very secret" not in str(spy.fault)
    environment = start(ANSWER + "sys.exit(any(name.startswith('PIZZABOX') for name in __import__('os').environ))")
    environment.choose(pos.view(seat), PATIENT)
    assert "stopped with exit code 0" in str(environment.fault)


def test_close_ends_the_program_and_what_it_started(start: Start, tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    code = f"""
import os, subprocess
child = subprocess.Popen(['sleep', '600'])
open({str(pids)!r}, 'w').write(f'{{os.getpid()}} {{child.pid}}')
"""
    program = start(code + ANSWER + "print(json.dumps({'move': m['moves'][0]}), flush=True)")
    program.choose(pizzabox.load("theory", players=2).start(seed=1).view(0), PATIENT)
    assert program.fault is None
    program.close()
    for pid in map(int, pids.read_text().split()):
        assert gone(pid)


def gone(pid: int) -> bool:
    """Whether a process has ended, at the latest in a while."""
    for _ in range(600):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        if Path(f"/proc/{pid}/stat").exists() and ") Z " in Path(f"/proc/{pid}/stat").read_text():
            return True
        time.sleep(0.05)
    return False


def test_a_host_allows_programs_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(base, "_makers", dict(base._makers))
    monkeypatch.setattr(base, "_strength", dict(base._strength))
    command = f"{shlex.quote(sys.executable)} {shlex.quote(str(EXAMPLES / 'bot.py'))}"
    allow_all([f"mine={command}"])
    assert levels()[-1] == "mine"
    made = pizzabox.bot("mine")
    assert isinstance(made, Program)
    for wish, problem in [
        ("mine", "a name and a command"),
        (f"mine={command}", "already"),
        (f"greedy={command}", "already"),
        (f"<b>={command}", "a program's name"),
        ("other=", "needs a command"),
        ("other='", "can't be read"),
        ("other=no-such-program-here", "there's no program"),
    ]:
        with pytest.raises(PizzaboxError, match=problem):
            allow_all([wish])


def test_no_shell_sees_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(base, "_makers", dict(base._makers))
    monkeypatch.setattr(base, "_strength", dict(base._strength))
    trap = tmp_path / "trap"
    allow("sly", f"{shlex.quote(sys.executable)} -c pass ; touch {trap} $(touch {trap}) | touch {trap}")
    program = pizzabox.bot("sly")
    program.choose(pizzabox.load("theory", players=2).start(seed=1).view(0), PATIENT)
    assert "stopped with exit code 0" in str(program.fault)  # type: ignore[attr-defined]
    assert not trap.exists()
