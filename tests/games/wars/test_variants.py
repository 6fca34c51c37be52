"""Every way to play Pizza Wars comes to an end and keeps its pieces and cards; `value` knows what is good."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
import pytest
from numba import types as t

import pizzabox
from pizzabox.engine import playout
from tests.games.wars.duel import wins
from tests.helpers import size

QUICK: dict[str, Any] = {"patience": 10}
VARIANTS: list[dict[str, Any]] = [
    {"setup": "short"},
    {"setup": "medium", "draw": "shared"},
    {"setup": "long", "goal": 13, "goal_red": 9},
    {"setup": "long13", "draw": "own", "first": "red"},
    {"players": 3, "setup": "short", "draw": "own", "first": "random"},
    {"players": 3, "setup": "medium", "goal_green": 7},
    {"players": 3, "setup": "customers"},
    {"players": 3, "setup": "long"},
    {"setup": "short", "cards": "equal"},
    {"setup": "short", "cards": "three", "hand": 6, "face_down": True},
    {"setup": "short", "cards": "onitama"},
    {"players": 3, "setup": "short", "cards": "three", "hand": 5},
    {"players": 3, "setup": "short", "cards": "onitama"},
    {"agent": True, "setup": "short"},
    {"agent": True, "setup": "long14", "cards": "equal", "patience": 2},
]
GAMES = size(300, 10_000)


@pytest.mark.rule("W6.7", "W8.5", "W9.5")
@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_random_games_end_and_conserve_the_pieces(options: dict[str, Any]) -> None:
    game = pizzabox.load("wars", **{**QUICK, **options})
    rec, ints = numba.from_dtype(game.state.dtype), t.int64[::1]
    signature = t.int64(rec, ints, t.uint64, t.int64, t.int32[::1], t.int64, ints)
    run = game.kernels.specialised(playout.audited, signature)
    found, codes = np.zeros(3, np.int64), np.zeros(game.width, np.int32)
    ended = run(game.state().raw, game.encoded, np.uint64(5), GAMES, codes, game.longest, found)
    assert found.tolist() == [0, 0, 0], "first broken law, game, step"
    assert ended == GAMES


@pytest.mark.parametrize("setup", ["short", "medium"])
def test_one_step_by_value_beats_random_play(setup: str) -> None:
    games = size(60, 200)
    assert wins(pizzabox.load("wars", setup=setup), games) >= 0.95 * games
