"""What mutants of the rules taught (`make mutants`) about what each may know, and what is guessed of the rest."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

import pizzabox
from pizzabox.games.pizzeria import move_codes, visibility
from pizzabox.games.pizzeria.board import TYPE_NAMES, TYPES
from pizzabox.games.pizzeria.move_codes import CHEW
from tests.games.checks import shown_but
from tests.games.pizzeria.helpers import load, names

audit = pizzabox.load("pizzeria").kernels.plain["audit"]


@pytest.mark.rule("P4.5", "P8.1")
@pytest.mark.parametrize(
    "options",
    [
        {"players": 3, "variant": "advanced"},
        {"players": 6},
        {"players": 2, "variant": "advanced", "eaten": True, "leaves": "varied"},
        {"players": 1, "variant": "solo"},
    ],
    ids=str,
)
def test_what_is_seen_and_what_is_not(options: dict[str, Any]) -> None:
    game = pizzabox.load("pizzeria", **options)
    for seed in range(3):
        dice, pos = random.Random(seed), game.start(seed=seed)
        while True:
            s = pos.state
            for viewer in (-1, *range(game.players)):
                view = game.kernels.show(s, viewer)
                shown_but(s, view, "rng", "piles", "lids", "aside", "ate", "pool")
                assert view.rng == 0 and not any(view.lids) and not any(any(pile) for pile in view.piles.tolist())
                assert list(view.aside) == (list(s.aside) if pos.over else [0, 0, 0])
                for p in range(6):
                    open_to = p == viewer or game.options["eaten"] or options["players"] == 1 or pos.over
                    seen = [s.ate[p, t] if open_to else 0 for t in range(TYPES)]
                    assert [view.ate[p, t] for t in range(TYPES)] == seen
            if pos.over:
                break
            pos.play(dice.choice(pos.legal().codes))


@pytest.mark.rule("P4.5", "P8.1", "P1.4", "P1.5", "P6.1")
@pytest.mark.parametrize(
    "options", [{"players": 3, "variant": "advanced"}, {"players": 4}, {"players": 6, "variant": "advanced"}], ids=str
)
def test_a_guess_keeps_what_is_seen_and_accounts_for_every_slice(options: dict[str, Any]) -> None:
    game = pizzabox.load("pizzeria", **options)
    dice, pos = random.Random(4), game.start(seed=4)
    while True:
        for viewer in (-1, 0, game.players - 1):
            view = game.kernels.show(pos.state, viewer)
            world = game.kernels.guess(view, viewer, dice.randrange(1 << 60))
            again = game.kernels.show(world, viewer)
            assert dict(again.items()) == dict(view.items())
            if not pos.over:
                assert audit(world) == 0
        if pos.over:
            break
        pos.play(dice.choice(pos.legal().codes))


@pytest.mark.rule("P4.5", "P8.1")
def test_a_guess_draws_every_unseen_slice_as_often() -> None:
    """Red ate two slices that others do not see: any two with leaves are as likely. Piles have all that is left."""
    game = load(3, "advanced")
    pos = game.start(seed=2)
    while pos.state.bites[0] < 2:
        pos.play(pos.legal()[-1 if pos.state.phase == CHEW and pos.actors == (0,) else 0])
    view = game.kernels.show(pos.state, 1)
    unseen: Counter[str] = Counter()
    hidden = Counter(names([pos.state.ate[0, t] for t in range(TYPES)]))
    for pile in range(6):
        unseen.update(TYPE_NAMES[t] for t in pos.state.piles.tolist()[pile] if t)
    unseen.update(TYPE_NAMES[t] for t in pos.state.aside if t)
    unseen += hidden
    edible = {n: k for n, k in unseen.items() if n != "2" and "/" not in n}
    ate: Counter[str] = Counter()
    first: Counter[str] = Counter()
    aside: Counter[str] = Counter()
    lids: Counter[int] = Counter()
    rounds = 1500
    for seed in range(rounds):
        world = game.kernels.guess(view, 1, seed)
        ate.update(names([world.ate[0, t] for t in range(TYPES)]))
        pile = next(i for i in range(6) if world.stock >> i & 1)
        first[TYPE_NAMES[world.piles[pile, 0]]] += 1
        aside[TYPE_NAMES[world.aside[2]]] += 1
        lids[world.lids[pile]] += 1
    bites = pos.state.bites[0]
    assert set(ate) == set(edible)
    for name, n in edible.items():
        expected = rounds * bites * n / sum(edible.values())
        assert abs(ate[name] - expected) < 5 * expected**0.5
    for drawn in (first, aside):
        assert set(drawn) == set(unseen), "every slice can lie there"
    boxed = [o for o in range(12) if not pos.state.seen >> o & 1]
    assert set(lids) == {o + 1 for o in boxed}
    assert max(lids.values()) < 1.5 * rounds / len(boxed)


@pytest.mark.rule("P1.5", "P1.7", "P8.1", "P7.2")
@pytest.mark.parametrize("left", [2, 3])
def test_a_guess_puts_as_many_aside_as_there_are(left: int) -> None:
    game = load(3, "advanced")
    s = game.start(seed=2).state
    for i in range(left, 3):
        s.saved[0, s.aside[i]] += 1
        s.aside[i] = 0
    s.aside_left = left
    assert audit(s) == 0
    for seed in range(5):
        world = game.kernels.guess(game.kernels.show(s, 1), 1, seed)
        assert audit(world) == 0
        assert [bool(t) for t in world.aside] == [i < left for i in range(3)]


@pytest.mark.rule("P8.1", "P4.5", "P7.2", "P7.4")
def test_a_slice_in_hand_is_seen_once() -> None:
    """Offers B and D put a slice into a player's hand: it counts once, and no guess deals it again."""
    game = load(3, "advanced")
    s = game.start(seed=2).state
    s.phase, s.hand, s.aside[2], s.aside_left = move_codes.TASTE, s.aside[2], 0, 2
    assert visibility.visible(s, s.hand) == 1 + sum(s.saved[p, s.hand] for p in range(6))
    assert audit(s) == 0
    assert audit(game.kernels.guess(game.kernels.show(s, -1), -1, 3)) == 0
