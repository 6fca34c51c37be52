"""What bots see: the value leaves the record alone and is worth following."""

from __future__ import annotations

import random
from collections.abc import Callable
from importlib.util import module_from_spec, spec_from_file_location
from math import inf, nextafter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import pizzabox
from pizzabox.games.pizzeria import evaluation
from pizzabox.games.pizzeria.board import BY_NAME, KINDS, SLICES, copies
from tests.helpers import size, walk


def test_the_value_gives_the_record_back_as_it_was() -> None:
    for options in ({"players": 3, "variant": "advanced"}, {"players": 1, "variant": "solo"}, {"players": 5}):
        for pos in walk(pizzabox.load("pizzeria", **options), 2):
            before = bytes(pos)
            out = [0.0] * pos.game.players
            evaluation.value(pos.state, out)
            assert bytes(pos) == before
            assert all(-1 <= v <= 1 for v in out)


def test_what_may_still_come_is_what_nobody_has_eaten_or_saved() -> None:
    for options in ({"players": 3, "leaves": "varied"}, {"players": 1, "variant": "solo"}, {"players": 6}):
        game = pizzabox.load("pizzeria", **options)
        heads = 2 if game.players == 1 else game.players
        for pos in walk(game, 2):
            s, in_play = pos.state, copies(str(game.options["leaves"]), heads)
            to_come = evaluation.unseen(s)
            for kind in KINDS:
                whole = [t for t, one in enumerate(SLICES) if one.kinds == (kind,)]
                gone = sum(s.saved[p, t] + s.ate[p, t] for p in range(heads) for t in whole)
                assert to_come >> (4 * kind) & 15 == sum(in_play[t] for t in whole) - gone


def test_a_slice_that_comes_is_one_less_of_its_kind_and_a_mixed_one_of_none() -> None:
    to_come = 3 << (4 * 6) | 1 << (4 * 5)
    for name, left in (("6", 2 << 24 | 1 << 20), ("6-1", 2 << 24 | 1 << 20), ("5", 3 << 24)):
        assert evaluation.unseen_after(to_come, BY_NAME[name]) == left
    for name in ("4/6", "5/7", "8", "2"):
        assert evaluation.unseen_after(to_come, BY_NAME[name]) == to_come, "none is left, or it is no whole slice"


def values() -> list[list[float]]:
    """What `value` says of many positions, for every player."""
    found = []
    for options in ({"players": 2}, {"players": 3, "variant": "advanced"}, {"players": 4, "leaves": "varied"}):
        for pos in walk(pizzabox.load("pizzeria", **options), 3):
            out = [0.0] * pos.game.players
            evaluation.value(pos.state, out)
            found.append(out)
    return found


def with_another_last_bit(calculate: Callable[..., float], seed: int) -> Callable[..., float]:
    """The same to within the last bit, as a card rounds it."""
    dice = random.Random(seed)

    def rounded(*given: Any) -> float:
        exact = calculate(*given)
        return dice.choice((exact, nextafter(exact, inf), nextafter(exact, -inf)))

    return rounded


@pytest.mark.parametrize("seed", range(3))
def test_no_choice_hangs_on_the_last_bit(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    plain = values()
    monkeypatch.setattr(evaluation, "chance", with_another_last_bit(evaluation.chance, seed))
    nudged = values()
    assert nudged != plain
    assert all(a == pytest.approx(b, abs=1e-12) for a, b in zip(nudged, plain, strict=True))

    monkeypatch.setattr(evaluation, "promise", lambda *given: evaluation.gain(*given) * evaluation.PARTS)
    torn = [max(map(abs, np.subtract(a, b))) for a, b in zip(values(), plain, strict=True)]
    assert max(torn) > 0.001, "compared as fractions, what promises the same must be among them"


def test_no_promise_lies_between_two_parts() -> None:
    """What more slices of a kind, or of the two kinds of one slice, can add, in parts: always far from a half."""
    for n in range(2, 7):
        more = {
            (kind, extra): {
                kind * (evaluation.chance(own + extra, rival, share, n) - evaluation.chance(own, rival, share, n))
                for own in range(2 * kind + 2)
                for rival in range(2 * kind + 2)
                for share in (evaluation.a_head(left << (4 * kind), kind, n) for left in range(16))
            }
            for kind in KINDS
            for extra in (1, 2)
        }
        for one in SLICES[1:]:
            first, *second = one.kinds
            adds = [np.array(sorted(more[kind, 1 if second else 2])) for kind in (first, *second)]
            parts = np.add.outer(adds[0], adds[-1] if second else np.zeros(1)) * evaluation.PARTS
            assert np.abs(parts - np.floor(parts) - 0.5).min() > 1e-6


@pytest.mark.parametrize(("players", "variant", "wanted"), [(2, "basic", 17), (4, "basic", 12), (3, "advanced", 13)])
def test_greedy_beats_random(players: int, variant: str, wanted: int) -> None:
    """10 games from changing seats, in the long run 20, of which `wanted` are won; fair would be 10, 5 and 7."""
    game, wins = pizzabox.load("pizzeria", players=players, variant=variant), 0.0
    game.warm()
    greedy, rest = pizzabox.bot("greedy", seed=1), pizzabox.bot("random", seed=1)
    games = size(10, 20)
    for seed in range(games):
        pos, seat = game.start(seed=seed), seed % players
        while not pos.over:
            player = pos.actors[0]
            pos.play((greedy if player == seat else rest).choose(pos.view(player)), player)
        wins += (seat in pos.winners) / max(1, len(pos.winners))
    assert wins >= wanted * games / 20


def test_jeff_is_no_pushover_for_random_players_and_can_be_beaten() -> None:
    game, wins = pizzabox.load("pizzeria", variant="solo", players=1), {"greedy": 0.0, "random": 0.0}
    for name in wins:
        bot = pizzabox.bot(name, seed=1)
        for seed in range(16):
            pos = game.start(seed=seed)
            while not pos.over:
                pos.play(bot.choose(pos.view(0)), 0)
            wins[name] += pos.returns[0] == 1.0
    assert wins["random"] <= 4
    assert wins["greedy"] >= 8


def solo() -> Any:
    """The script that writes the page."""
    path = Path(__file__).parents[3] / "docs" / "solo.py"
    spec = spec_from_file_location("solo", path)
    assert spec and spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_page_of_solo_results_is_current() -> None:
    module = solo()
    kept = module.PAGE.read_text(encoding="utf-8")
    assert kept.startswith(module.HEAD)
    for seed in (1, 7, 20):
        assert module.row(seed) in kept, "write it anew with python docs/solo.py"
    for variant in ("solo-easy", "solo", "solo-hard"):
        pizzabox.load("pizzeria", players=1, variant=variant).warm()
        assert module.strength(variant, "random", 200) in kept, "play the strengths again"
    assert module.STRENGTHS in kept


def test_an_interval_holds_its_share_and_stays_between_none_and_all() -> None:
    interval = solo().interval
    assert interval(0, 200)[0] == pytest.approx(0, abs=1e-9)
    assert interval(200, 200)[1] == pytest.approx(1)
    low, high = interval(50, 100)
    assert (low, high) == (pytest.approx(0.404, abs=0.001), pytest.approx(0.596, abs=0.001))
