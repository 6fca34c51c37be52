"""Fields that are declared secret, and bounds: what views, guesses and checks make of them."""

from __future__ import annotations

import random
from typing import Any

import pytest

import pizzabox
from pizzabox.engine.default_kernels import with_defaults
from pizzabox.engine.kernel import kernel
from pizzabox.engine.position_check import undeclared
from pizzabox.engine.registry import load
from pizzabox.engine.state import GameState, Grid, Ints, i8
from tests.helpers import OURS


class Auction(GameState):
    """Three players, a bid of each that is sealed until the reveal, and cards that nobody else sees."""

    price: int = i8(0, 9)
    bid: Ints = i8[3](0, 9, choice=True)
    hand: Grid = i8[3, 2](0, 4, secret=True)
    points: Ints = i8[3](0, 9)


@kernel
def begin(s: Auction, options: Any) -> None:
    s.price = 0


@kernel
def actors(s: Auction) -> int:
    return 7 & ~s.sealed


@kernel
def moves(s: Auction, player: int, out: Any) -> int:
    if s.sealed >> player & 1:
        return 0
    for k in range(s.price):
        out[k] = k + 1
    return s.price


@kernel
def play(s: Auction, player: int, move: int) -> None:
    s.bid[player] = move
    s.sealed |= 1 << player


@kernel
def show_secrets(s: Auction, viewer: int, view: Auction) -> None:
    if viewer >= 0:
        for k in range(2):
            view.hand[viewer, k] = s.hand[viewer, k]


@kernel
def guess_secrets(view: Auction, viewer: int, s: Auction) -> None:
    for p in range(3):
        if p != viewer:
            s.hand[p, 0] = 4


RULES = {"begin": begin, "actors": actors, "moves": moves, "play": play}
WHOLE = {**RULES, "show_secrets": show_secrets, "guess_secrets": guess_secrets}


def kernels(functions: dict[str, Any]) -> dict[str, Any]:
    from pizzabox.engine.game_kernels import GameKernels

    return GameKernels("auction", Auction, functions, 9).plain


def filled(seed: int, sealed: int) -> Any:
    dice, s = random.Random(seed), Auction()
    s.rng, s.news, s.sealed, s.price = dice.getrandbits(64), dice.randrange(99), sealed, 5
    for p in range(3):
        s.bid[p], s.points[p] = dice.randrange(6, 10), dice.randrange(1, 10)
        for k in range(2):
            s.hand[p, k] = dice.randrange(1, 5)
    return s


def test_a_view_has_what_is_public_and_nothing_secret() -> None:
    s, view = filled(1, 0b011), Auction()
    kernels({**RULES, "guess_secrets": guess_secrets})["show"](s, 0, view)
    assert (view.news, view.sealed, view.price, view.points.tolist()) == (s.news, s.sealed, s.price, s.points.tolist())
    assert (view.rng, view.hand.tolist()) == (0, [[0, 0]] * 3)
    assert view.bid.tolist() == [s.bid[0], 0, s.bid[2]], "the own bid, and those no longer sealed"


def test_a_game_shows_a_viewer_what_it_may_know_of_its_secrets() -> None:
    for viewer in range(-1, 3):
        s, view = filled(2, 0b111), Auction()
        kernels(WHOLE)["show"](s, viewer, view)
        for p in range(3):
            own = p == viewer
            assert (view.bid[p], view.hand.tolist()[p]) == ((s.bid[p], s.hand.tolist()[p]) if own else (0, [0, 0]))


def test_a_guess_keeps_what_a_view_shows_and_its_own_generator() -> None:
    whole, guessed = kernels(WHOLE), set()
    for seed in range(60):
        view, s = Auction(), Auction()
        before = filled(3, 0b011)
        whole["show"](before, 0, view)
        s.rng = seed
        whole["guess"](view, 0, s)
        assert (s.price, s.points.tolist(), s.sealed) == (view.price, view.points.tolist(), view.sealed)
        assert (s.bid[0], s.bid[2], s.hand.tolist()[0]) == (before.bid[0], before.bid[2], before.hand.tolist()[0])
        assert [row[0] for row in s.hand.tolist()[1:]] == [4, 4]
        guessed.add(s.bid[1])
    assert guessed == {1, 2, 3, 4, 5}, "every legal bid turns up"


def test_secrets_need_somebody_who_guesses_them() -> None:
    with pytest.raises(TypeError, match=r"has secret fields \(hand\), so it needs a kernel `guess_secrets"):
        with_defaults("auction", Auction, RULES, 9)


def test_sealed_choices_are_taken_back_and_others_stay() -> None:
    s = filled(4, 0b101)
    before = s.copy()
    kernels(WHOLE)["recall"](s)
    assert (s.sealed, s.bid.tolist(), s.hand.tolist()) == (0, [0, before.bid[1], 0], before.hand.tolist())


def test_a_choice_has_an_entry_for_each_seat() -> None:
    with pytest.raises(TypeError, match="one entry per seat"):
        i8(choice=True)


@pytest.mark.parametrize("name", OURS)
def test_every_position_of_a_game_lies_within_its_declared_bounds(name: str) -> None:
    for number, options in enumerate(load(name).sets):
        pos, dice = load(name, **options).start(seed=number), random.Random(number)
        for _ in range(150):
            assert undeclared(pos.state) is None
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
