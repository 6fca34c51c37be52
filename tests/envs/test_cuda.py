"""The card's way to run kernels, under Numba's simulator: the same games as on the processor."""

from __future__ import annotations

import numpy as np
import pytest

from pizzabox.engine.cuda_compiler import narrowed
from tests.helpers import OURS, simulated

SAME = """
import numpy as np
from pizzabox.engine.cuda_compiler import simulated
from pizzabox.envs import vector
from pizzabox.lab.cuda_bench import differing_games
import pizzabox

assert simulated()
name = {name!r}
for joint in (False, True):
    ahead = not joint or {ahead}
    settings = dict(seed=5, joint=joint, outlook=ahead, **{options!r})
    card, here = (vector(name, 2, device=device, **settings) for device in ("cuda", "cpu"))
    kept, ended = card.snapshot(), False
    for turn in range({steps}):
        there, own = card.random_moves().copy_to_host(), here.random_moves()
        assert np.array_equal(there, own)
        (card.step_all if joint else card.step)(there)
        (here.step_all if joint else here.step)(own)
        for array in ("features", "mask", "returns", "done", "length", "actor", *["outlook"] * ahead):
            assert np.array_equal(getattr(card, array).copy_to_host(), getattr(here, array)), array
        assert bytes(card.position(1).state) == bytes(here.position(1).state)
        ended |= here.done.any() and turn < {steps} - 1
    assert ended == {ends}
    card.restore(kept)
    here.reset(5)
    assert np.array_equal(card.features.copy_to_host(), here.features)
    try:
        bad = np.full_like(own, 10**6)
        (card.step_all if joint else card.step)(bad)
    except pizzabox.IllegalMove as error:
        assert "game 0: 1000000 isn't a legal move" in str(error)
    else:
        raise AssertionError("an illegal move was accepted")
    assert np.array_equal(card.features.copy_to_host(), here.features)
"""


OPTIONS = {"pizzeria": {"players": 3}, "theory": {"cap": 1}}
"""What keeps a game short under the simulator: with three there are fewest ways to cut a pizza, and in one round a game
is over, so that the steps go on in the next one."""


@pytest.mark.parametrize("name", OURS)
def test_the_card_plays_as_the_processor_does(name: str) -> None:
    short = name == "theory"
    ahead = name != "pizzeria"  # whose 330 cuts take long; looking ahead is the same kernel one by one and jointly
    known = {"name": name, "options": OPTIONS.get(name, {}), "ahead": ahead, "ends": short}
    ran = simulated(SAME.format(**known, steps=8 if short else 6))
    assert ran.returncode == 0, ran.stderr


def test_whole_games_end_alike_and_a_difference_is_found() -> None:
    ran = simulated(
        "import pizzabox\n"
        "from pizzabox.engine.game_kernels import GameKernels\n"
        "from pizzabox.lab.cuda_bench import card, differing_games\n"
        "game = pizzabox.load('theory', cap=2)\n"
        "print(card(), differing_games(game, 3))\n"
        "GameKernels.specialised = lambda self, kernel: lambda *given: None\n"
        "print(differing_games(game, 3))\n"
    )
    assert ran.stdout == "simulator 0\n3\n", ran.stderr


@pytest.mark.parametrize(
    ("numbers", "kind"),
    [([0, 127], "int8"), ([-129], "int16"), ([40_000], "int32"), ([1 << 40], "int64"), ([], "int8")],
)
def test_tables_are_as_narrow_as_their_numbers(numbers: list[int], kind: str) -> None:
    table = narrowed(np.array(numbers, np.int64))
    assert table.dtype == kind
    assert table.tolist() == numbers
