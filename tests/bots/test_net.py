"""Nets as data: what goes into a file comes out of it, and the kernels read a net as whole matrices would."""

from __future__ import annotations

import os
import random
from dataclasses import replace
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

import pizzabox
from pizzabox.bots import net as nets
from pizzabox.bots import net_kernels as k
from pizzabox.bots.champion import asked
from pizzabox.bots.net import LARGEST, ROUNDED, Net, net_file, net_for, nets_of, rounded
from pizzabox.engine.errors import PizzaboxError
from pizzabox.engine.kernel_compiler import KernelCompiler
from pizzabox.learn.game_for_nets import for_nets
from tests.bots.nets import INNER, OUTER, labels_in, plainly, random_net, read_slowly, seen_in, views
from tests.helpers import OURS, walk

THEORY = pizzabox.load("theory", players=2)


@pytest.mark.parametrize("outlook", [False, True], ids=["at a glance", "a step ahead"])
@pytest.mark.parametrize("compiled", [False, True], ids=["plain", "compiled"])
@pytest.mark.parametrize("name", OURS)
def test_the_kernels_read_a_net_as_matrices_do(name: str, compiled: bool, outlook: bool) -> None:
    """These kernels know no game, so one compilation serves all."""
    compiler = KernelCompiler("nets")
    hide, prospects, preferences = (
        compiler.compiled(one) if compiled else one for one in (k.hide, k.prospects, k.preferences)
    )
    game = pizzabox.load(name)
    net = random_net(game, 1, outlook=outlook)
    outer, inner, out = np.zeros(OUTER, np.float32), np.zeros(INNER, np.float32), np.zeros(game.players)
    told = set()
    for view in views(game, 3, 30):
        labels = labels_in(view)
        ahead = np.linspace(-1.0, 1.0, len(labels))
        seen, odds = seen_in(view), ahead.copy()
        hide(net.arrays, view.viewer, seen, outer, inner)
        prospects(net.arrays, view.viewer, game.players, inner, out)
        preferences(net.arrays, inner, np.array(labels, np.int32), len(labels), odds)
        slow_odds, slow_out = read_slowly(net, seen, view.viewer, labels, ahead if outlook else None)
        assert odds == pytest.approx(slow_odds, abs=1e-4) and out == pytest.approx(slow_out, abs=1e-4)
        told.add(tuple(out.round(3)))
    assert len(told) > 5, "it thinks differently of different positions"


def test_a_move_that_never_came_up_has_a_low_logit() -> None:
    net = random_net(THEORY, 1, loud=0.0)
    known = net.codes[1:]
    fewer = replace(net, codes=known, policy=net.policy[1:], policy_bias=net.policy_bias[1:])
    odds = np.zeros(2)
    k.preferences(fewer.arrays, np.zeros(INNER, np.float32), np.array([0, int(known[0])]), 2, odds)
    assert odds[0] / odds[1] == pytest.approx(np.exp(k.UNHEARD))


@pytest.mark.parametrize("name", ["theory", "hexentafl"], ids=["codes as they are", "labels"])
def test_what_a_bot_asks_is_what_the_kernels_say(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plainly(monkeypatch)
    game = pizzabox.load(name, players=2)
    net = random_net(game, 2)
    for view in views(game, 1, 6):
        codes, odds, out = asked(net, view)
        assert codes == list(view.legal().codes)
        slow_odds, slow_out = read_slowly(net, seen_in(view), view.viewer, labels_in(view))
        assert odds == pytest.approx(slow_odds, abs=1e-4) and out == pytest.approx(slow_out, abs=1e-4)


def test_a_net_that_looks_ahead_is_asked_about_what_moves_lead_to(monkeypatch: pytest.MonkeyPatch) -> None:
    plainly(monkeypatch)
    net = random_net(THEORY, 2, outlook=True)
    for view in views(THEORY, 1, 6):
        codes, odds, _ = asked(net, view)
        after = []
        for code in codes:
            state = view.state.copy()
            THEORY.kernels.recall(state)
            THEORY.kernels.play(state, view.viewer, code)
            after.append(THEORY.kernels.value(state, 2)[view.viewer])
        slow_odds, _ = read_slowly(net, seen_in(view), view.viewer, codes, np.array(after))
        assert odds == pytest.approx(slow_odds, abs=1e-4)
        assert odds != pytest.approx(read_slowly(net, seen_in(view), view.viewer, codes)[0], abs=1e-4)


@pytest.mark.parametrize("name", OURS)
def test_a_net_reads_the_features_and_what_the_value_makes_of_them(name: str) -> None:
    game = pizzabox.load(name)
    reading = for_nets(game)
    assert reading.features == game.features + game.players
    for view in views(game, 2, 12):
        seen = seen_in(view)
        state = view.state.copy()
        game.kernels.recall(state)
        own = game.kernels.features(state, view.viewer, game.features)
        assert seen[: game.features].tolist() == own.tolist()
        judged = seen[game.features :]
        assert (judged >= 0).all() and (judged <= 1).all()
        values = np.roll(game.kernels.value(state, game.players), -view.viewer)
        order = np.argsort(values, kind="stable")
        assert (np.diff(judged[order]) >= -1e-6).all(), "whose value is higher has the better chances"


@pytest.mark.parametrize("name", OURS)
def test_a_game_played_by_labels_is_the_same_game(name: str) -> None:
    game, dice = pizzabox.load(name), random.Random(3)
    reading = for_nets(game)
    assert reading.codes == game.labels
    for pos in islice(walk(game, 4), 60):
        if pos.over:
            break
        player, codes = pos.actors[0], pos.legal().codes
        labels = reading.kernels.moves(pos.state.copy(), player)
        assert len(set(labels)) == len(labels) == len(codes) and 0 <= min(labels) <= max(labels) < game.labels
        k = dice.randrange(len(codes))
        by_code, by_label = pos.state.copy(), pos.state.copy()
        game.kernels.play(by_code, player, codes[k])
        reading.kernels.play(by_label, player, labels[k])
        assert bytes(by_code) == bytes(by_label)
        drawn = reading.kernels.random_move(pos.state.copy(), player, k)
        assert drawn == labels[codes.index(game.kernels.random_move(pos.state.copy(), player, k))]


def test_a_net_for_other_labels_does_not_suit() -> None:
    game = pizzabox.load("hexentafl")
    net = random_net(game, 1)
    assert net.suits(game) and game.labels != game.codes
    assert not replace(net, about={**net.about, "codes": net.about["codes"] + 1}).suits(game)


def test_a_net_comes_out_of_its_file_as_it_went_in(tmp_path: Path) -> None:
    net, path = random_net(THEORY, 3), tmp_path / "2.npz"
    net.save(path)
    again = Net.load(path)
    assert again.about == net.about and again.widths == net.widths == (OUTER, INNER)
    for name in nets.PLAIN:
        assert np.array_equal(getattr(again, name), getattr(net, name)), name
    for name in ROUNDED:
        whole, back = getattr(net, name), getattr(again, name)
        step = np.abs(whole).max(axis=1, keepdims=True) / LARGEST
        assert (np.abs(whole - back) <= 0.5001 * step).all() and not np.array_equal(whole, back), name
    second = tmp_path / "other.npz"
    again.save(second)
    net.save(path)
    first = path.read_bytes()
    assert Net.load(second).first.tolist() == again.first.tolist(), "rounding again changes nothing"
    net.save(path)
    assert path.read_bytes() == first, "the same net is the same file"
    random_net(THEORY, 4).save(path)
    assert path.read_bytes() != first


def test_weights_are_rounded_to_the_nearest_step() -> None:
    whole, scale = rounded(np.array([[1.27, -0.634, 0.0], [0.0, 0.0, 0.0]], np.float32))
    assert whole.tolist() == [[127, -63, 0], [0, 0, 0]] and scale[0] == pytest.approx(0.01)


def test_foreign_and_damaged_files_are_refused(tmp_path: Path) -> None:
    net, path = random_net(THEORY, 3), tmp_path / "2.npz"
    net.save(path)
    good = path.read_bytes()
    for bad in (b"", b"no net at all", good[: len(good) // 2], good[:200]):
        path.write_bytes(bad)
        with pytest.raises(PizzaboxError, match=r"2\.npz isn't a net of Pizzabox, or it's damaged"):
            Net.load(path)
    np.savez(path, something=np.zeros(3))
    with pytest.raises(PizzaboxError, match="isn't a net"):
        Net.load(path)
    with path.open("wb") as file:
        np.savez(file, about=np.array([{"a": 1}], dtype=object))
    with pytest.raises(PizzaboxError, match="isn't a net"):
        Net.load(path)
    for unfit in (
        replace(net, value=net.value[:1]),
        replace(net, policy=net.policy[:-1]),
        replace(net, first=net.first[:-1]),
        replace(net, first_bias=np.full_like(net.first_bias, np.nan)),
        replace(net, inner=net.inner[:, :6], inner_bias=net.inner_bias[:6]),
        replace(net, outlook=np.zeros((2, INNER), np.float32), outlook_bias=np.zeros(2, np.float32)),
        replace(net, outlook=np.zeros((1, INNER), np.float32)),
    ):
        unfit.save(path)
        with pytest.raises(PizzaboxError, match="isn't a net"):
            Net.load(path)
    with pytest.raises(PizzaboxError, match=r"none\.npz isn't a net"):
        net_file(tmp_path / "none.npz")


def test_a_net_suits_one_game_with_one_set_of_options() -> None:
    net = random_net(THEORY, 1)
    net.refuse_other(THEORY)
    for other in (pizzabox.load("theory", players=3), pizzabox.load("hexentafl")):
        assert net.suits(THEORY) and not net.suits(other)
        with pytest.raises(PizzaboxError, match="this net was trained for theory players=2"):
            net.refuse_other(other)
    narrow = replace(net, linear=net.linear[:-1], starts=net.starts[:-1], thresholds=net.thresholds[: net.starts[-2]])
    assert not narrow.suits(THEORY), "the features have changed since"


@pytest.mark.parametrize("changed", [{"cap": 7}, {"layout": "K"}, {"first": "red"}], ids=str)
def test_a_net_plays_on_where_an_option_only_changes_the_beginning_or_the_end(changed: dict[str, object]) -> None:
    assert set(changed) <= set(THEORY.same_net)
    other = pizzabox.load("theory", players=2, **changed)
    assert other.options != THEORY.options and random_net(THEORY, 1).suits(other)
    strict = replace(other, same_net=())
    assert not random_net(THEORY, 1).suits(strict)


def test_a_net_does_not_play_on_with_any_other_option() -> None:
    assert not random_net(THEORY, 1).suits(pizzabox.load("theory", players=2, unselected="green"))
    pizzeria = pizzabox.load("pizzeria", players=2)
    assert random_net(pizzeria, 1).suits(pizzeria)
    assert not random_net(pizzeria, 1).suits(pizzabox.load("pizzeria", players=2, variant="advanced"))


def test_the_net_of_a_game_is_found_and_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nets, "nets_of", lambda game: tmp_path)
    assert net_for(THEORY) is None
    path = tmp_path / "2.npz"
    random_net(THEORY, 1).save(path)
    found = net_for(THEORY)
    assert found is not None and net_for(THEORY) is found
    assert net_for(pizzabox.load("theory", players=3)) is None
    random_net(THEORY, 2).save(path)
    os.utime(path, ns=(1, 1))
    changed = net_for(THEORY)
    assert changed is not None and changed.first.tolist() != found.first.tolist()


def test_nets_lie_beside_the_rules() -> None:
    assert nets_of(THEORY) == THEORY.rules_path.parent / "nets"


@pytest.mark.parametrize("name", OURS)
def test_the_nets_in_the_box_are_small_sound_and_say_how_they_were_trained(name: str) -> None:
    for path in nets_of(pizzabox.load(name)).glob("*.npz"):
        net = Net.load(path)
        game = pizzabox.load(name, **net.about["options"])
        assert path.stat().st_size <= 1_000_000 and net.suits(game) and path.stem.startswith(str(game.players))
        assert {"date", "moves", "games", "seconds", "device", "seed", "command"} <= set(net.about)
        assert all(np.isfinite(array).all() for array in net.arrays)
