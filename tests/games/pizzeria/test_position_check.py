"""Positions set up by hand: what is let in, and what is refused with which sentence."""

from __future__ import annotations

import random
from typing import Any

import pytest

import pizzabox
from pizzabox.games.pizzeria.position_check import check
from tests.games.pizzeria.helpers import load, serve
from tests.games.pizzeria.test_offers import given
from tests.helpers import size, walk


def picking() -> pizzabox.Position:
    pos = serve(load(4).start(seed=1), ["7", "7", "9", "2", "5/7", "4", "11", "11", "6", "6", "9"])
    pos.play("cut 1 4 7 10")
    return pos


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"players": 7}, "players must be a whole number from 1 to 6"),
        ({"variant": "solo"}, "variant doesn't fit the options"),
        ({"first": 4}, "first must be a player"),
        ({"eaten": 2}, "eaten must be a whole number from 0 to 1"),
        ({"sealed": ["1"]}, "sealed has no '1'"),
        ({"rounds": 1}, "must match the piles that are gone"),
        ({"phase": "over"}, "share must be empty in the phase over"),
        ({"ring": 10}, "needs an offer D that has been used"),
        ({"ring": 9}, "ring must be 11"),
        ({"hand": "7"}, "hand must be none in the phase pick; it's used only in: nibble, taste"),
        ({"turn": 4}, "turn must be from 0 to 3"),
        ({"turn": 1}, "taker doesn't name"),
        ({"taker": [1, 0, 0, 0, 0, 0]}, "taker doesn't name"),
        ({"chosen": 1}, "chosen must be 0 in the phase pick; it's used only in: chew, retro"),
        ({"plate": ["1"]}, "plate must be empty in the phase pick"),
        ({"share": [["1", "3"], ["2", "4", "5", "6"], ["7", "8", "9"], ["10", "11"], [], []]}, "next to each other"),
        ({"share": [["1", "2", "3"], [], ["7", "8", "9"], ["10", "11"], [], []]}, "no slice and no offer"),
        ({"share": [["1", "2", "3"], ["4", "5"], ["7", "8", "9"], ["10", "11"], [], []]}, "exactly one place"),
        ({"tile": "A"}, "offer must be on a portion"),
        ({"holder": [1] + [0] * 11}, "only the advanced variant"),
        ({"aside_left": 2}, "aside must have aside_left slices"),
        ({"bites": [1, 0, 0, 0, 0, 0]}, r"bites\[0\] must be 0, the sum of ate, not 1"),
        ({"won": ["0"]}, "won must be empty"),
        ({"pool": [3] + [0] * 68}, r"pool\[0\] must be a whole number from 0 to 0, not 3"),
        ({"bites_left": 1}, "bites_left must be 0 in the phase pick"),
        ({"jumped": 1}, "jumped must be the player"),
        ({"phase": "divide"}, "share must be empty in the phase divide"),
        ({"phase": "mark"}, "taker doesn't name"),
        ({"stock": ["1", "2", "3", "4"]}, "must match the piles that are gone"),
        ({"leaves": "varied"}, "leaves doesn't fit the options"),
    ],
)
def test_what_is_wrong_is_said(changes: dict[str, Any], problem: str) -> None:
    data = picking().data()
    data["state"].update(changes)
    with pytest.raises(pizzabox.BadPosition, match=problem):
        pizzabox.load("pizzeria", first="red").position(data)


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"used": ["G"]}, "only an offer that a player has"),
        ({"gone": ["D"]}, "leave the game"),
        ({"marked": 7}, "once offer C is used"),
        ({"used": ["E"], "seen": []}, "every offer must be in exactly one place"),
        ({"tile": "none"}, "tile must be the offer of the pizza"),
        ({"phase": "dibs"}, "isn't possible now"),
        ({"lids": ["none"] * 6}, "every offer must be in exactly one place"),
    ],
)
def test_what_is_wrong_with_offers_is_said(changes: dict[str, Any], problem: str) -> None:
    pos = serve(given("E", to=2), [], "G")
    data = pos.data()
    data["state"].update(changes)
    with pytest.raises(pizzabox.BadPosition, match=problem):
        pos.game.position(data)


@pytest.mark.parametrize(
    ("options", "changes", "problem"),
    [
        ({"players": 3}, {"players": 6}, "players"),
        ({"players": 3}, {"variant": "advanced"}, "variant"),
        ({"players": 3, "variant": "advanced"}, {"variant": "basic"}, "variant"),
        ({"players": 3}, {"leaves": "varied"}, "leaves"),
        ({"players": 3}, {"eaten": True}, "eaten"),
        ({"players": 3, "eaten": True}, {"eaten": False}, "eaten"),
        ({"players": 3}, {"first": "green"}, "with the option first, Green slices first, not Red"),
        ({"players": 1, "variant": "solo"}, {"first": "jeff"}, "with the option first, Jeff slices first, not Red"),
        ({"players": 1, "variant": "solo"}, {"variant": "solo-easy"}, "variant"),
        ({"players": 1, "variant": "solo-hard"}, {"variant": "solo"}, "variant"),
    ],
)
def test_a_position_may_not_contradict_its_options(
    options: dict[str, Any], changes: dict[str, Any], problem: str
) -> None:
    data = load(**options).start(seed=1).data()
    assert pizzabox.position(data).state.first == 0
    data["options"] |= {"first": "random"}
    assert pizzabox.position(data).state.first == 0, "who was drawn may be anybody"
    data["options"] |= changes
    with pytest.raises(pizzabox.BadPosition, match=problem):
        pizzabox.position(data)
    raw = bytes(load(**options).start(seed=1))
    with pytest.raises(pizzabox.BadPosition, match=problem):
        pizzabox.load("pizzeria", **data["options"]).position(raw)


def test_a_slice_too_many_is_noticed() -> None:
    data = picking().data()
    data["state"]["saved"][0][3] += 1
    with pytest.raises(pizzabox.BadPosition, match="exactly one place"):
        pizzabox.load("pizzeria", first="red").position(data)


def test_every_position_of_play_is_let_in_and_every_changed_byte_is_safe() -> None:
    """Change single bytes of many positions; what passes the check can be played to the end."""
    dice = random.Random(3)
    for options in ({"players": 3, "variant": "advanced"}, {"players": 1, "variant": "solo"}, {"players": 2}):
        game = pizzabox.load("pizzeria", **options)
        for pos in walk(game, 7):
            assert check(pos.state) is None
            for _ in range(size(8, 25)):
                raw = bytearray(bytes(pos))
                raw[dice.randrange(8, len(raw))] = dice.choice((0, 1, 2, 3, 12, 25, 127, 255, dice.randrange(256)))
                try:
                    trial = game.position(bytes(raw))
                except pizzabox.BadPosition:
                    continue
                assert game.kernels.audit(trial.state) == 0
                for viewer in range(-1, game.players):
                    assert str(trial.view(viewer))
                while not trial.over:
                    trial.play(dice.choice(trial.legal().codes))
                assert trial.log(-1) is not None
