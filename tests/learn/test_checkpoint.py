"""A training repeats itself from its seed, and one that was stopped goes on as if it never was."""

from __future__ import annotations

import os
import pickle
from dataclasses import asdict
from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="PyTorch isn't installed; it's gigabytes on Linux with x86-64 processors")

import pizzabox  # noqa: E402
from pizzabox.engine.errors import PizzaboxError  # noqa: E402
from pizzabox.learn import checkpoint  # noqa: E402
from pizzabox.learn.training import Length, Training, begun  # noqa: E402
from tests.helpers import simulated  # noqa: E402
from tests.learn.helpers import THEORY, small_settings, small_trainer  # noqa: E402

ROUNDS = 6


def training(seed: int = 3, rounds: int = ROUNDS) -> Training:
    return Training(small_trainer(seed=seed), Length(rounds=rounds), "pizzabox learn train")


def trained(one: Training, rounds: int = ROUNDS) -> Training:
    """After this many rounds in all."""
    for report in one.go():
        if report.rounds == rounds:
            break
    return one


def weights(one: Training) -> list[bytes]:
    """Every weight, to the bit: of the net, of the average and of the earlier selves."""
    trainer = one.trainer
    states = [trainer.net.state_dict(), trainer.average.state_dict(), *trainer.past]
    return [tensor.numpy().tobytes() for state in states for tensor in state.values()]


@pytest.fixture(scope="module")
def whole() -> Training:
    """A training that nobody interrupted."""
    return trained(training())


def test_the_same_seed_gives_the_same_weights_and_another_one_does_not(whole: Training) -> None:
    assert weights(trained(training())) == weights(whole)
    assert weights(trained(training(seed=4))) != weights(whole)


@pytest.mark.parametrize("stops", [(1,), (2, 5)], ids=str)
def test_a_training_that_was_stopped_equals_one_that_was_not(
    stops: tuple[int, ...], whole: Training, tmp_path: Path
) -> None:
    path, part = tmp_path / "t.pt", training()
    for stop in stops:
        checkpoint.save(trained(part, stop), path)
        part = checkpoint.load(path)
        assert part.trainer.rounds_done == stop and part.part == pytest.approx(stop / ROUNDS)
    trained(part)
    assert weights(part) == weights(whole)
    untimed = [{**report.data(), "seconds": 0} for report in part.history]
    assert untimed == [{**report.data(), "seconds": 0} for report in whole.history]
    assert part.part == 1.0 and not list(part.go()), "what is finished stays so"


def test_a_lost_state_would_be_noticed(whole: Training, tmp_path: Path) -> None:
    """The test above can fail: a training whose dice begin anew ends elsewhere."""
    path = tmp_path / "t.pt"
    checkpoint.save(trained(training(), 2), path)
    part = checkpoint.load(path)
    part.trainer.self_play.dice.manual_seed(99)
    assert weights(trained(part)) != weights(whole)


def test_a_kill_leaves_the_old_file_or_the_new_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, one = tmp_path / "t.pt", training()
    checkpoint.save(trained(one, 1), path)
    old = path.read_bytes()
    trained(one, 2)

    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", killed)
        with pytest.raises(KeyboardInterrupt):
            checkpoint.save(one, path)
    assert path.read_bytes() == old and checkpoint.load(path).trainer.rounds_done == 1
    checkpoint.save(one, path)
    assert checkpoint.load(path).trainer.rounds_done == 2
    assert [file.name for file in tmp_path.iterdir()] == ["t.pt"]


class Trap:
    """Would run code if it were unpickled."""

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return os.mkdir, ("trapped",)


def test_foreign_and_damaged_files_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "t.pt"
    checkpoint.save(training(), path)
    good = path.read_bytes()
    for bad in (b"", b"nothing of the kind", good[: len(good) // 2], pickle.dumps({"about": 1})):
        path.write_bytes(bad)
        with pytest.raises(PizzaboxError, match=r"^t\.pt isn't a checkpoint of a training, or it's damaged$"):
            checkpoint.load(path)
    for other in ({"about": "{}"}, {"weights": torch.zeros(3)}, [1, 2], {"about": Trap()}):
        torch.save(other, path)
        with pytest.raises(PizzaboxError, match="isn't a checkpoint"):
            checkpoint.load(path)
    assert not (tmp_path / "trapped").exists(), "no code of the file's was run"


def test_a_checkpoint_of_another_training_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "t.pt"
    checkpoint.save(training(), path)
    length = Length(rounds=ROUNDS)
    checkpoint.refuse_other(path, THEORY, small_settings(), length)
    others = {
        "the game is different": (pizzabox.load("hexentafl"), small_settings(), length),
        "an option of the game": (pizzabox.load("theory", players=3), small_settings(), length),
        "the seed or the number of games": (THEORY, small_settings(seed=9), length),
        "the length is different": (THEORY, small_settings(), Length(minutes=1.0)),
    }
    for what, other in others.items():
        with pytest.raises(PizzaboxError, match=what):
            checkpoint.refuse_other(path, *other)


def test_a_checkpoint_of_a_game_that_has_changed_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "t.pt"
    checkpoint.save(training(), path)
    wider = pizzabox.load("theory", players=3)
    monkeypatch.setattr(checkpoint, "load_game", lambda *_, **__: wider)
    with pytest.raises(PizzaboxError, match="another version of Pizza Theory"):
        checkpoint.load(path)


def test_what_cannot_be_trained_is_said_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    for given in ({}, {"rounds": 1, "minutes": 1.0}):
        with pytest.raises(PizzaboxError, match="a number of rounds or a number of minutes"):
            Length(**given)
    monkeypatch.setattr("torch.cuda.is_available", lambda: False)
    with pytest.raises(PizzaboxError, match="no NVIDIA card here"):
        begun(THEORY, small_settings(), "cuda", Length(rounds=1), "")
    with pytest.raises(PizzaboxError, match="must be cpu or cuda"):
        begun(THEORY, small_settings(), "tpu", Length(rounds=1), "")
    alone = pizzabox.load("pizzeria", players=1, variant="solo")
    with pytest.raises(PizzaboxError, match="has only one player"):
        begun(alone, small_settings(), "cpu", Length(rounds=1), "")


CARD = """
import numpy as np
from pizzabox.envs import vector
from pizzabox.learn.checkpoint import _packed, _unpack

card, here, other = (vector("theory", 3, players=2, seed=seed, device=device)
                     for seed, device in ((5, "cuda"), (6, "cpu"), (7, "cuda")))
for _ in range(4):
    card.step(card.random_moves().copy_to_host())
packed = _packed(card)
for games in (here, other):
    assert bytes(games.position(1).state) != bytes(card.position(1).state)
    _unpack(games, packed)
    assert all(bytes(games.position(i).state) == bytes(card.position(i).state) for i in range(3))
assert np.array_equal(here.features, card.features.copy_to_host())
assert np.array_equal(here.length, card.length.copy_to_host())
moves = card.random_moves().copy_to_host()
assert np.array_equal(here.random_moves(), moves), "the games' own dice came along"
"""


def test_games_on_a_card_go_on_there_and_on_the_processor() -> None:
    """Under the simulator of a card."""
    ran = simulated(CARD)
    assert ran.returncode == 0, ran.stderr


def test_a_net_says_how_it_was_trained(whole: Training) -> None:
    about = whole.net().about
    assert about["game"] == "theory" and about["options"]["players"] == 2 and about["seed"] == 3
    assert about["rounds"] == ROUNDS and about["moves"] == ROUNDS * 32 * 8 and about["games"] > 0
    assert about["date"] and about["device"].endswith("processor") and about["command"] == "pizzabox learn train"
    assert about["plan"] == asdict(whole.trainer.settings) and about["version"] == pizzabox.__version__
    assert whole.net().suits(THEORY)
