"""What every adapter plays on: the same compiled and interpreted, and the same as the engine."""

from __future__ import annotations

import hashlib
import os
import random
import subprocess
import sys

import numpy as np
import pytest

import pizzabox
from pizzabox.envs.one_game import ILLEGAL, OVER, OneGame
from tests.helpers import OURS

WALK = """
import sys
from tests.envs.test_one_game import walked
print(*(walked(name) for name in sys.argv[1:]))
"""


def walked(name: str, steps: int = 25) -> str:
    """A fingerprint of the beginning of a random game: who acts, what everybody sees, and the result."""
    one, dice, found = OneGame(pizzabox.load(name)), random.Random(1), hashlib.sha256()
    seat = one.begin(7)
    for _ in range(steps):
        found.update(f"{seat} {one.actors} {one.returns}".encode() + bytes(one.state))
        for player in range(one.game.players):
            for array in one.observation(player).values():
                found.update(array.tobytes())
        if seat == OVER:
            break
        seat = one.play(dice.choice(np.flatnonzero(one.next_observation()["action_mask"]).tolist()))
    return found.hexdigest()


def test_interpreted_games_are_the_same() -> None:
    environment = os.environ | {"PIZZABOX_BACKEND": "python"}
    command = [sys.executable, "-c", WALK, *OURS]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.split() == [walked(name) for name in OURS]


@pytest.mark.parametrize("name", OURS)
def test_an_illegal_move_changes_nothing(name: str) -> None:
    one = OneGame(pizzabox.load(name))
    one.begin(1)
    before, seat, seen = bytes(one.state), one.seat, one.next_observation()
    wrong = int(np.flatnonzero(seen["action_mask"] == 0)[0])
    right = int(np.flatnonzero(seen["action_mask"])[0])
    assert one.play(wrong) == ILLEGAL and not one.legal(seat, wrong) and not one.play_for(seat, wrong)
    others = [other for other in range(one.game.players) if other not in one.actors]
    assert not any(one.play_for(other, right) for other in others)
    assert bytes(one.state) == before and one.seat == seat
    assert one.legal(seat, right) and bytes(one.state) == before
    assert one.play_for(seat, right) and bytes(one.state) != before


def test_a_position_can_be_loaded() -> None:
    game = pizzabox.load("theory", first="red")
    pos = game.start(1)
    pos.play(pos.legal()[0])
    one = OneGame(game)
    assert one.load(bytes(pos)) == pos.actors[0] and one.state == pos.state
    assert np.flatnonzero(one.next_observation()["action_mask"]).tolist() == sorted(pos.legal().codes)
