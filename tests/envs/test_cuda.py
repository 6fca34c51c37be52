"""The card's way to run kernels, under Numba's simulator: the same games as on the processor."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from pizzabox.engine.cuda_compiler import narrowed
from tests.helpers import OURS, simulated

SAME = """
import copy
import json
import sys
from traceback import format_exc

import numpy as np
from pizzabox.engine.cuda_compiler import simulated
from pizzabox.engine.game_kernels import GameKernels
from pizzabox.envs import vector
from pizzabox.envs.cuda_games import CudaVector
from pizzabox.lab.cuda_bench import card, differing_games, differing_outlook, differing_steps
import pizzabox

def same_steps(name, joint, ahead, options, steps, ends):
    settings = dict(seed=5, joint=joint, outlook=ahead, **options)
    there, here = (vector(name, 2, device=device, **settings) for device in ("cuda", "cpu"))
    kept, ended = there.snapshot(), False
    for turn in range(steps):
        moves, own = there.random_moves().copy_to_host(), here.random_moves()
        assert np.array_equal(moves, own)
        (there.step_all if joint else there.step)(moves)
        (here.step_all if joint else here.step)(own)
        for array in ("features", "mask", "returns", "done", "length", "actor", *["outlook"] * ahead):
            assert np.array_equal(getattr(there, array).copy_to_host(), getattr(here, array)), array
        assert bytes(there.position(1).state) == bytes(here.position(1).state)
        ended |= here.done.any() and turn < steps - 1
    assert ended == ends
    twin, seen = copy.deepcopy(there), there.features.copy_to_host()
    there.restore(kept)
    assert np.array_equal(twin.features.copy_to_host(), seen)
    (twin.step_all if joint else twin.step)(twin.random_moves())
    (here.step_all if joint else here.step)(here.random_moves())
    assert np.array_equal(twin.features.copy_to_host(), here.features)
    here.reset(5)
    assert np.array_equal(there.features.copy_to_host(), here.features)
    try:
        bad = np.full_like(own, 10**6)
        (there.step_all if joint else there.step)(bad)
    except pizzabox.IllegalMove as error:
        assert "game 0: 1000000 isn't a legal move" in str(error)
    else:
        raise AssertionError("an illegal move was accepted")
    assert np.array_equal(there.features.copy_to_host(), here.features)

def told(work, *known):
    try:
        return work(*known)
    except Exception:
        return format_exc()

def whole_games():
    game = pizzabox.load("theory", cap=2)
    alike = differing_games(game, 3)
    GameKernels.specialised = lambda self, kernel: lambda *given: None
    return [card(), alike, differing_games(game, 3)]

def nudged(name):
    # a card that calculates one number of an array as a little more
    see = CudaVector._see

    def see_other(self):
        see(self)
        array = getattr(self, name)
        other = array.copy_to_host()
        first = tuple(np.argwhere(other)[0])
        other[first] = other[first] + 0.001 if name == "features" else np.nextafter(other[first], np.float32(2))
        self._write(array, other)

    return see, see_other

def looks_ahead():
    game = pizzabox.load("theory", cap=2)
    found = [differing_outlook(game)[0], differing_steps(game)]
    for name, differing in (("outlook", differing_outlook), ("features", differing_steps)):
        see, CudaVector._see = nudged(name)
        found.append(differing(game))
        CudaVector._see = see
    return found

assert simulated()
known = json.loads(sys.argv[1])
steps = [told(same_steps, *one) for one in known]
print(json.dumps({"steps": steps, "ahead": told(looks_ahead), "games": told(whole_games)}))
"""


OPTIONS: dict[str, dict[str, int]] = {"pizzeria": {"players": 3}, "theory": {"cap": 1}}
"""What keeps a game short under the simulator: with three there are fewest ways to cut a pizza, and in one round a game
is over, so that the steps go on in the next one."""
WAYS = [(name, joint) for name in OURS for joint in (False, True)]


def steps_of(name: str, joint: bool) -> tuple[Any, ...]:
    """What is played of a game, one by one or jointly."""
    short = name == "theory"
    ahead = name != "pizzeria" or not joint  # its 330 cuts take long; looking ahead is the same kernel either way
    return name, joint, ahead, OPTIONS.get(name, {}), 8 if short else 6, short


@pytest.fixture(scope="module")
def said() -> dict[str, Any]:
    """What a process said that played everything: where Numba pretends to have a card, each needs a while to start."""
    ran = simulated(SAME, json.dumps([steps_of(*way) for way in WAYS]))
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)  # type: ignore[no-any-return]


@pytest.mark.parametrize(("name", "joint"), WAYS)
def test_the_card_plays_as_the_processor_does(name: str, joint: bool, said: dict[str, Any]) -> None:
    wrong = said["steps"][WAYS.index((name, joint))]
    assert wrong is None, wrong


def test_whole_games_end_alike_and_a_difference_is_found(said: dict[str, Any]) -> None:
    assert said["games"] == ["simulator", 0, 3]


def test_what_moves_lead_to_is_compared_to_the_bit(said: dict[str, Any]) -> None:
    same, same_steps, (differing, apart), differing_steps = said["ahead"]
    assert same == same_steps == 0
    assert differing == 2, "after each of the steps"
    assert 0 < apart < 1e-6
    assert differing_steps == 3


@pytest.mark.parametrize(
    ("numbers", "kind"),
    [([0, 127], "int8"), ([-129], "int16"), ([40_000], "int32"), ([1 << 40], "int64"), ([], "int8")],
)
def test_tables_are_as_narrow_as_their_numbers(numbers: list[int], kind: str) -> None:
    table = narrowed(np.array(numbers, np.int64))
    assert table.dtype == kind
    assert table.tolist() == numbers
