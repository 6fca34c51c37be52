"""A few seconds of training make a net that plays; one that was not trained does not."""

from __future__ import annotations

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="PyTorch isn't installed; it's gigabytes on Linux with x86-64 processors")

from pizzabox.bots import net_kernels as k  # noqa: E402
from pizzabox.engine.errors import PizzaboxError  # noqa: E402
from pizzabox.engine.registry import load  # noqa: E402
from pizzabox.envs import vector  # noqa: E402
from pizzabox.learn import inputs as reading  # noqa: E402
from pizzabox.learn.game_for_nets import for_nets  # noqa: E402
from pizzabox.learn.inputs import Inputs, thresholds_of  # noqa: E402
from pizzabox.learn.net_module import MOST_WEIGHTS, NetModule, widths  # noqa: E402
from pizzabox.learn.self_play import FORBIDDEN, by_seat  # noqa: E402
from pizzabox.learn.training import Length, Training  # noqa: E402
from tests.bots.nets import seen_in, views  # noqa: E402
from tests.helpers import OURS  # noqa: E402
from tests.learn.helpers import THEORY, inputs, small_trainer  # noqa: E402

ROUNDS = 25


@torch.no_grad()
def share_against_random(net: NetModule, seat: int, games: int = 400) -> float:
    """What part of the wins the net takes at a seat, all other moves being random."""
    running = vector(for_nets(THEORY), games, outlook=net.outlook is not None, seed=77, threads=1)
    won, ended = 0.0, 0
    while ended < games:
        shown = (torch.from_numpy(array) for array in (running.features, running.actor, running.outlook))
        logits, _ = net(*shown)
        legal = torch.from_numpy(running.mask)[:, torch.from_numpy(net.inputs.codes).long()]
        liked = net.inputs.codes[logits.masked_fill(~legal, FORBIDDEN).argmax(dim=1).numpy()]
        running.step(np.where(running.actor == seat, liked, running.random_moves()))
        won += float((running.returns[running.done, seat] + 1.0).sum()) / 2.0
        ended += int(running.done.sum())
    return won / ended


def test_training_improves_on_random_play() -> None:
    """At random each wins 0.28 of these games, and in the others nobody wins; a net that has learnt takes half of them.
    Over 800 games or more the standard error is below 0.02."""
    settings = {"games": 64, "steps": 32, "passes": 3, "openings": 0.05, "guests": 0.1, "rate": 3e-3, "mixing": 0.01}
    training = Training(small_trainer(**settings, last_mixing=0.003), Length(rounds=ROUNDS), "")
    untrained = np.mean([share_against_random(training.trainer.net, seat) for seat in (0, 1)])
    reports = list(training.go())
    learnt = np.mean([share_against_random(training.trainer.average, seat) for seat in (0, 1)])
    assert untrained < 0.36 and learnt > 0.4
    assert reports[-1].known > 0.3 > reports[0].known and reports[-1].entropy < reports[0].entropy
    assert reports[-1].rounds == ROUNDS and reports[-1].moves == ROUNDS * 64 * 32 and reports[-1].games > 500
    assert all(0.0 <= report.share <= 1.0 for report in reports)


def test_a_net_that_is_told_what_moves_lead_to_need_not_learn_to_use_it() -> None:
    told, learning = small_trainer(outlook=True), small_trainer(outlook=True)
    assert share_against_random(told.net, 0) > 0.8
    list(Training(learning, Length(rounds=2), "").go())
    assert learning.net.outlook is not None and told.net.outlook is not None
    assert learning.net.outlook.weight.tolist() != told.net.outlook.weight.tolist()


def looked_at(name: str) -> tuple[list[tuple[np.ndarray, int, list[int]]], Inputs]:
    """What players see in a random game, and thresholds found in that."""
    game = load(name)
    seen = [(seen_in(view), view.viewer, list(view.legal().codes)) for view in views(game, 5, 40)]
    return seen, thresholds_of(np.array([one for one, _, _ in seen]), np.arange(game.codes))


@pytest.mark.parametrize("name", OURS)
def test_the_kernels_read_a_net_as_pytorch_trains_it(name: str) -> None:
    """The compiled kernels are compared with matrices in tests/bots/test_net.py; these are the plain ones."""
    torch.manual_seed(5)
    game = load(name)
    seen, found = looked_at(name)
    module = NetModule(found, game.players, 16, 8, clear=3.0)
    assert module.outlook
    for layer in (module.first, module.inner, module.policy, module.value, module.outlook):
        torch.nn.init.normal_(layer.weight, std=0.3)
        torch.nn.init.normal_(layer.bias, std=0.3)
    net = module.as_net({"game": name, "options": dict(game.options), "codes": game.codes})
    outer, inner, out = np.zeros(16, np.float32), np.zeros(8, np.float32), np.zeros(game.players)
    for features, viewer, codes in seen:
        outlook = torch.linspace(-1.0, 1.0, game.codes)
        logits, value = module(torch.from_numpy(features)[None], torch.tensor([viewer]), outlook)
        odds = outlook[codes].double().numpy()
        k.hide(net.arrays, viewer, features, outer, inner)
        k.prospects(net.arrays, viewer, game.players, inner, out)
        k.preferences(net.arrays, inner, codes, len(codes), odds)
        assert odds == pytest.approx(torch.softmax(logits[0, codes], 0).tolist(), abs=1e-4)
        assert out == pytest.approx(by_seat(value, torch.tensor([viewer]))[0].tolist(), abs=1e-4)


def test_columns_are_cut_between_their_values() -> None:
    few, many = np.tile([0.0, 1.0, 2.0], 20), np.arange(60.0)
    sample = np.stack([np.zeros(60), np.tile([0.0, 5.0], 30), few, many], axis=1).astype(np.float32)
    found = thresholds_of(sample, np.arange(3))
    assert found.linear.tolist() == [1, 1, 0, 1]
    assert found.starts.tolist() == [0, 0, 0, 2, 2 + reading.MOST_CUTS]
    assert found.thresholds[:2].tolist() == [0.5, 1.5] and (np.diff(found.thresholds[2:]) > 0).all()
    assert found.columns.tolist() == [2, 2, *[3] * reading.MOST_CUTS]


def test_a_game_with_negative_features_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "seen_at_random", lambda *_: (np.array([[0.0, -1.0]], np.float32), np.arange(2)))
    with pytest.raises(PizzaboxError, match="theory: column 1 of its features can be negative"):
        reading.inputs_of(THEORY, 1)


def test_a_net_keeps_in_its_bounds() -> None:
    """However many moves there are, a net's file stays under a megabyte."""
    few = inputs()
    assert widths(few, THEORY) == (256, 128)
    many = Inputs(few.starts, few.thresholds, few.linear, np.arange(9000, dtype=np.int32))
    outer, inner = widths(many, THEORY)
    rows = len(few.linear) + len(few.thresholds) + 2
    assert inner == 64 and (rows + inner) * outer + 9000 * inner <= MOST_WEIGHTS
