"""Scattered positions, 10,000 and in the long run 100,000: the kernels against brute force."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import pizzabox
from pizzabox.engine.bits import wide
from pizzabox.engine.kernel import kernel
from pizzabox.games.wars.board import CELLS, PERIOD
from pizzabox.games.wars.rules import moves
from pizzabox.games.wars.rules.territory import hexes_held
from tests.games.wars.brute import HIGH, OFFSET_Q, OFFSET_R, SHAPES, WIDE, boards, lawful, possible, territory
from tests.helpers import size

PLACE = np.array([(q + OFFSET_Q, r + OFFSET_R) for q, r in CELLS])
STEPS, TEAM = 38, 14
POSITIONS = size(2500, 50_000)
"""With two players, and as many with three."""
COUNTS = np.array([2, 2, 2, 2, 3, 3])


@kernel
def scatter(s: Any, players: int, owner: Any, kind: Any, sides: Any) -> None:
    """A random army for each player on random hexes, in the record and on the grid."""
    owner[:] = -1
    s.at[:] = 0
    s.where[:] = -1
    s.kind[:] = -1
    s.face[:] = 0
    for p in range(players):
        s.team[p] = np.random.randint(1, TEAM + 1)
        left = COUNTS.copy()
        for i in range(s.team[p]):
            k, c = np.random.randint(6), np.random.randint(37 * players)
            while left[k] == 0:
                k = (k + 1) % 6
            left[k] -= 1
            while s.at[c]:
                c = np.random.randint(37 * players)
            slot = 16 * p + i
            s.kind[slot], s.where[slot], s.at[c] = k, c, slot + 1
            s.face[slot] = np.random.randint(PERIOD[k])
            q, r = PLACE[c]
            owner[q, r], kind[q, r] = p, k
            for d in range(6):
                sides[q, r, (d + s.face[slot]) % 6] = SHAPES[k, d]


@kernel
def compare(s: Any, players: int, land: Any, wanted: int, seed: int, seen: Any) -> int:
    """How many positions agree; stops at the first that does not. `seen` counts kinds and forbidden moves."""
    np.random.seed(seed)
    owner, kind = np.full((WIDE, HIGH), -1), np.zeros((WIDE, HIGH), np.int64)
    sides, held = np.zeros((WIDE, HIGH, 6), np.int64), np.zeros((WIDE, HIGH), np.int64)
    out, legal = np.zeros(600, np.int32), np.zeros(TEAM * STEPS, np.bool_)
    for done in range(wanted):
        scatter(s, players, owner, kind, sides)
        for p in range(players):
            total = territory(owner, land, p, held)
            s.goal[p] = total + 1 + np.random.randint(4)
            parts = hexes_held(s, p, wide(-1), wide(-1), wide(-1))
            for c in range(37 * players):
                if held[PLACE[c, 0], PLACE[c, 1]] != parts[c // 37] >> c % 37 & 1:
                    return done
        s.player = s.side = np.random.randint(players)
        expected = 0
        legal[:] = False
        for i in range(s.team[s.side]):
            slot = 16 * s.side + i
            q, r = PLACE[s.where[slot]]
            seen[s.kind[slot]] += 1
            for step in range(30):
                if possible(owner, land, kind, sides, q, r, step):
                    if lawful(owner, land, q, r, step, s.goal, players, held):
                        legal[STEPS * i + step] = True
                        expected += 1
                    else:
                        seen[6] += 1
        n = moves(s, wide(s.player), out)
        if n != expected:
            return done
        for k in range(n):
            if not legal[out[k]]:
                return done
    return wanted


def agreeing(players: int, wanted: int, seen: Any) -> int:
    """How many of these positions agree."""
    run = pizzabox.load("wars").kernels.compiler.compiled(compare)
    s = pizzabox.load("wars", players=players).start(seed=1).state
    return int(run(s.raw, players, boards(players), wanted, players, seen))


@pytest.mark.rule(
    "W2.4", "W2.5", "W4.1", "W4.2", "W4.3", "W5.1", "W5.2", "W5.3", "W5.4", "W5.6", "W6.2", "W6.3", "W8.4"
)
def test_territory_and_moves_of_random_positions() -> None:
    """Many goals are so near that moves are forbidden."""
    agreed = 0
    for players in (2, 3):
        seen = np.zeros(7, np.int64)
        agreed += agreeing(players, POSITIONS, seen)
        assert agreed == POSITIONS * (players - 1), f"position {agreed} with {players} players differs"
        assert seen.min() > POSITIONS // 5, "every kind took part, and moves were forbidden"
    assert agreed == 2 * POSITIONS
