"""`pizzabox learn`: training, going on, exporting and duels from the command line."""

from __future__ import annotations

import json
import os
import signal
import sys
from pathlib import Path

import pytest

from pizzabox.bots.net import Net
from pizzabox.cli.learn_curves import BLOCKS, Curves, sparkline
from pizzabox.engine.registry import load
from tests.bots.nets import random_net
from tests.cli.helpers import run

THEORY = load("theory", players=2)
WHY = "PyTorch isn't installed; it's gigabytes on Linux with x86-64 processors"
TINY = ("theory", "players=2", "--games", "8", "--seed", "2")


def test_train_go_on_and_export(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("torch", reason=WHY)
    monkeypatch.setattr("pizzabox.learn.inputs.STEPS", 60)
    whole, part, net = tmp_path / "whole.pt", tmp_path / "part.pt", tmp_path / "net.npz"
    done = run("learn", "train", *TINY, "--rounds", "2", "--out", str(whole))
    assert done.code == 0 and "2 rounds" in done.out and "learn export" in done.out
    again = run("learn", "train", *TINY, "--rounds", "2", "--out", str(whole))
    assert again.code == 0 and "is finished after 2 rounds" in again.out
    other = run("learn", "train", *TINY, "--rounds", "3", "--out", str(whole))
    assert other.code == 2 and "a checkpoint of another training (the length is different)" in other.err
    assert run("learn", "train", *TINY, "--rounds", "1", "--out", str(part)).code == 0
    longer = run("learn", "continue", str(part), "--rounds", "2")
    assert longer.code == 0 and "2 rounds" in longer.out
    done = run("learn", "export", str(whole), str(net))
    assert done.code == 0 and "after 2 rounds" in done.out
    made = Net.load(net)
    assert made.suits(THEORY) and made.about["command"].startswith("pizzabox learn train theory players=2 --rounds 2")
    assert net.stat().st_size < 1_000_000
    wrong = run("learn", "export", str(whole), str(tmp_path / "net.pt"))
    assert wrong.code == 2 and "ends in .npz" in wrong.err


def test_what_cannot_be_trained(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason=WHY)
    both = run("learn", "train", *TINY, "--rounds", "2", "--minutes", "1", "--out", str(tmp_path / "t.pt"))
    assert both.code == 2 and "say one of the two" in both.err
    nowhere = run("learn", "train", *TINY, "--rounds", "1", "--out", str(tmp_path / "no" / "t.pt"))
    assert nowhere.code == 2 and "can't be written" in nowhere.err
    (tmp_path / "t.pt").write_text("hello", encoding="utf-8")
    for words in (("continue", "t.pt"), ("export", "t.pt", "n.npz")):
        done = run("learn", words[0], *(str(tmp_path / word) for word in words[1:]))
        assert done.code == 2 and "t.pt isn't a checkpoint of a training" in done.err
    assert run("learn", "continue", str(tmp_path / "none.pt")).code == 2


def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    done = run("learn", "train", *TINY, "--rounds", "1")
    assert done.code == 2 and 'pip install "pizzabox[learn]"' in done.err and done.err.count("\n") == 1


@pytest.mark.skipif(sys.platform == "win32", reason="there's no SIGINT to send there")
def test_ctrl_c_keeps_what_is_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Asked to stop in the middle, it finishes the round, writes the checkpoint and says how to go on."""
    pytest.importorskip("torch", reason=WHY)
    monkeypatch.setattr("pizzabox.learn.inputs.STEPS", 60)
    show = Curves.show

    def interrupted(self: Curves) -> None:
        show(self)
        if len(self._training.history) == 1:
            os.kill(os.getpid(), signal.SIGINT)

    monkeypatch.setattr(Curves, "show", interrupted)
    path, usual = tmp_path / "t.pt", signal.getsignal(signal.SIGINT)
    done = run("learn", "train", *TINY, "--rounds", "50", "--out", str(path))
    assert done.code == 130 and "pizzabox learn continue" in done.err, done.err
    assert signal.getsignal(signal.SIGINT) == usual, "the next Ctrl-C means what it always does"
    from pizzabox.learn import checkpoint

    assert checkpoint.load(path).trainer.rounds_done == 1


def test_a_duel_between_a_net_and_a_bot(tmp_path: Path) -> None:
    net = tmp_path / "mine.npz"
    random_net(THEORY, 1).save(net)
    words = ("learn", "duel", "theory", str(net), "random", "players=2", "--games", "4")
    done = run(*words, "--json")
    made = json.loads(done.out)
    assert done.code == 0 and made["games"] == 4 and made["fair"] == 0.5
    assert 0 <= made["low"] <= made["share"] <= made["high"] <= 1
    assert run(*words, "--json").out == done.out, "the same seed plays the same games"
    assert run(*words).code == 0
    for wrong in ("greedo", str(tmp_path / "none.npz")):
        assert run("learn", "duel", "theory", wrong, "random", "players=2").code == 2
    done = run("learn", "duel", "theory", str(net), "random", "players=3")
    assert done.code == 2 and "this net was trained for theory" in done.err


def test_a_sparkline_shows_the_course_of_any_number_of_values() -> None:
    assert sparkline([]) == "" and sparkline([3.0]) == BLOCKS[4]
    assert sparkline([0.0, 1.0]) == BLOCKS[0] + BLOCKS[-1]
    assert sparkline(list(range(8))) == BLOCKS
    assert len(sparkline([float(i % 7) for i in range(1000)], 40)) == 40
    rising = sparkline([float(i) for i in range(100)], 8)
    assert rising == BLOCKS and sparkline([2.0] * 5) == BLOCKS[4] * 5
