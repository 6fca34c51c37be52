"""Kernels derived from what a state declares, beside the obvious form of each."""

from __future__ import annotations

import random
from typing import Any

import pytest

import pizzabox
from pizzabox.engine.derived_kernels import derived
from pizzabox.engine.kernel import kernel
from pizzabox.engine.registry import load, names
from pizzabox.engine.state import GameState, Grid, Ints, i8
from pizzabox.engine.state_json import out_of_bounds


class Auction(GameState):
    """Three players, secret bids, and cards nobody sees."""

    price: int = i8(0, 9)
    bid: Ints = i8[3](0, 9, secret=True)
    hand: Grid = i8[3, 2](0, 4, secret=True)
    paid: Grid = i8[3, 2](0, 9)


@kernel
def show_secrets(s: Auction, viewer: int, view: Auction) -> None:
    if viewer >= 0:
        view.bid[viewer] = s.bid[viewer]


@kernel
def guess_secrets(view: Auction, viewer: int, s: Auction) -> None:
    for p in range(3):
        if p != viewer:
            s.bid[p] = 7


def filled(seed: int) -> Any:
    dice, s = random.Random(seed), Auction()
    s.rng, s.news, s.sealed, s.price = dice.getrandbits(64), dice.randrange(99), dice.randrange(8), dice.randrange(10)
    for p in range(3):
        s.bid[p] = dice.randrange(1, 10)
        for k in range(2):
            s.hand[p, k], s.paid[p, k] = dice.randrange(1, 5), dice.randrange(1, 10)
    return s


def test_a_view_has_what_is_public_and_nothing_secret() -> None:
    show = derived(Auction, {"guess_secrets": guess_secrets})["show"]
    s, view = filled(1), Auction()
    show(s, 0, view)
    assert (view.news, view.sealed, view.price, view.paid.tolist()) == (s.news, s.sealed, s.price, s.paid.tolist())
    assert (view.rng, view.bid.tolist(), view.hand.tolist()) == (0, [0, 0, 0], [[0, 0]] * 3)


def test_a_game_shows_a_viewer_what_it_may_know_of_its_secrets() -> None:
    show = derived(Auction, {"show_secrets": show_secrets, "guess_secrets": guess_secrets})["show"]
    s, view = filled(2), Auction()
    show(s, 1, view)
    assert view.bid.tolist() == [0, s.bid[1], 0]


def test_a_guess_keeps_what_a_view_shows_and_its_own_generator() -> None:
    guess = derived(Auction, {"show_secrets": show_secrets, "guess_secrets": guess_secrets})["guess"]
    view, s = filled(3), Auction()
    s.rng = 5
    guess(view, 2, s)
    assert s.rng == 5 != view.rng
    assert (s.price, s.paid.tolist(), s.bid.tolist()) == (view.price, view.paid.tolist(), [7, 7, view.bid[2]])


def test_secrets_need_somebody_who_guesses_them() -> None:
    with pytest.raises(TypeError, match="bid, hand are secret, so the game needs a kernel `guess_secrets"):
        derived(Auction, {})


def test_sealed_choices_are_taken_back_and_others_stay() -> None:
    recall = derived(Auction, {"guess_secrets": guess_secrets})["recall"]
    s = filled(4)
    s.sealed = 0b101
    before = s.copy()
    recall(s)
    assert s.sealed == 0
    assert s.bid.tolist() == [0, before.bid[1], 0]
    assert s.hand.tolist() == [[0, 0], before.hand.tolist()[1], [0, 0]]


def test_kernels_that_a_game_writes_itself_are_left_alone() -> None:
    own = {"show": show_secrets, "guess": guess_secrets, "recall": show_secrets}
    assert derived(Auction, own) == {}


@pytest.mark.parametrize("name", sorted(set(names()) & {"theory", "pizzeria", "wars", "hexentafl", "shark"}))
def test_every_position_of_a_game_lies_within_its_declared_bounds(name: str) -> None:
    for number, options in enumerate(load(name).sets):
        pos, dice = load(name, **options).start(seed=number), random.Random(number)
        for _ in range(150):
            assert out_of_bounds(pos.state) is None
            if pos.over:
                break
            player = dice.choice(pos.actors)
            pos.play(dice.choice(pos.legal(player).codes), player)


def test_a_number_out_of_its_bounds_is_refused_in_bytes_too() -> None:
    game = pizzabox.load("theory")
    s = game.start(seed=1).state
    s.phase = 9
    with pytest.raises(pizzabox.BadPosition, match="phase"):
        game.position(bytes(s))
