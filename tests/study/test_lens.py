"""Lenses and brushes: what they count is so."""

from __future__ import annotations

import random
from itertools import pairwise

import numpy as np
import pytest

import pizzabox
from pizzabox.engine.errors import IllegalMove
from pizzabox.games.hexentafl import lens as tafl
from pizzabox.games.pizzeria import lens as pizzeria
from pizzabox.games.shark import lens as shark
from pizzabox.games.theory import lens as theory
from pizzabox.games.wars import lens as wars
from pizzabox.study.board import board, painted, panels
from pizzabox.testing import advance
from tests.helpers import CASES, case_id, stations


@pytest.mark.parametrize("game", CASES, ids=case_id)
def test_every_position_has_panels_that_fit(game: pizzabox.Game) -> None:
    before = b""
    for pos in stations(game, 4, 6):
        before = bytes(pos.state)
        for panel in panels(pos):
            assert panel["title"] and all(len(row) == len(panel["head"]) for row in panel["rows"])
            assert all(isinstance(text, str) for text in panel["marks"].values())
        assert bytes(pos.state) == before, "a lens changes nothing"


def test_nobody_gains_by_leaving_the_equilibrium() -> None:
    pos, dice = pizzabox.load("theory").start(seed=5), random.Random(5)
    while pos.state.rounds < 2 or pos.state.phase != 2:
        advance(pos, dice)
    s = pos.state
    for c in range(3):
        s.cut[c] = 0
    s.sealed = 0
    mixes = theory.equilibrium(s)
    assert all(abs(mix.sum() - 1) < 1e-6 for mix in mixes)
    counts = np.zeros((3, 6, 6, 6))
    for a, b, c in np.ndindex(6, 6, 6):
        number = theory.rules.triple(s.label, [a + 1, b + 1, c + 1])
        counts[:, a, b, c] = theory.toppings_after(s.spaces[0], s.spaces[1], s.spaces[2], number)
    payoff = counts - (counts.sum(axis=0) - counts) / 2
    weights = np.einsum("a,b,c->abc", *mixes)
    for c in range(3):
        now = float((payoff[c] * weights).sum())
        others = weights.sum(axis=c)
        best = max(float((np.moveaxis(payoff[c], c, 0)[k] * others).sum()) for k in range(6))
        assert best - now < 0.25


def test_the_unselected_colour_rolls_its_die() -> None:
    pos = pizzabox.load("theory", players=2).start(seed=1)
    assert np.allclose(theory.equilibrium(pos.state)[pos.state.spare], 1 / 6)
    while pos.state.phase != theory.CUT:
        pos.play(pos.legal()[0])
    rolled = theory.equilibrium(pos.state)[pos.state.spare]
    assert rolled[pos.state.cut[pos.state.spare] - 1] == 1


def test_divisions_are_ranked_by_what_the_slicer_gets() -> None:
    pos, dice = pizzabox.load("pizzeria", players=3).start(seed=2), random.Random(2)
    while pos.state.phase != pizzeria.DIVIDE:
        advance(pos, dice)
    s = pos.state
    values = pizzeria.worths(s)
    own = pizzeria.slicer(s)
    leads = []
    for row in panels(pos)[1]["rows"]:
        gets = [float(cell) for cell in row[1:]]
        leads.append(gets[own] - max(g for p, g in enumerate(gets) if p != own))
    assert all(a >= b - 0.21 for a, b in pairwise(leads))
    assert sum(pizzeria.outcome(s, 0, values)) > 0


def test_threats_of_wars_are_the_pranks_the_rules_allow() -> None:
    pos, dice = pizzabox.load("wars", setup="short").start(seed=3), random.Random(8)
    checked = 0
    for _ in range(120):
        if pos.over:
            break
        s = pos.state
        if s.phase == wars.MOVE:
            pranks = {m.text.split()[0] for m in pos.legal() if "x" in m.text and "+" not in m.text}
            seen = set()
            for slot in range(16 * s.side, 16 * s.side + s.team[s.side]):
                if s.where[slot] >= 0:
                    name = f"{wars.LETTERS[s.kind[slot]]}{wars.NAMES[s.where[slot]]}"
                    seen |= {f"{name}x{wars.NAMES[c]}" for c in wars.victims(s, slot, s.face[slot])}
            assert pranks <= seen
            checked += len(pranks)
        advance(pos, dice)
    assert checked


def test_the_kings_way_is_one_he_can_walk() -> None:
    pos = pizzabox.load("hexentafl", size=5).position(
        {"state": {"king": "e5", "men": [], "foes": ["a1", "i9"], "turn": "defenders"}}
    )
    found = tafl.ways(pos.state)
    path = min(found.values(), key=len)
    assert len(path) - 1 == 1
    assert f"Ke5-{tafl.NAMES[path[1]]}" in pos.legal()


def test_odds_of_the_shark_grow_and_its_bite_is_counted() -> None:
    pos, dice = pizzabox.load("shark").start(seed=2), random.Random(2)
    for _ in range(60):
        advance(pos, dice)
    s = pos.state
    odds = shark.finish_odds(s, 0)
    assert odds == sorted(odds) and 0 <= odds[0] <= odds[-1] <= 1
    for p in range(2):
        bites = shark.losses(s, p)
        assert sum(bites.values()) == pytest.approx(1)
        assert max(bites) <= sum(s.stock[p, t] for t in range(3))


def test_a_brush_lays_pieces_and_refuses_what_cannot_be() -> None:
    game = pizzabox.load("hexentafl")
    pos = game.start(seed=1)
    with pytest.raises(pizzabox.BadPosition, match="at most"):
        painted(pos, "foe", "c5")
    freed = game.position(painted(pos, "empty", "b5")["position"])
    assert "c5" in painted(freed, "foe", "c5")["position"]["state"]["foes"]
    with pytest.raises(IllegalMove, match="King"):
        painted(pos, "foe", "e5")
    theory_pos = pizzabox.load("theory").start(seed=1)
    after = painted(theory_pos, "0", "d4")
    assert "d4" in after["position"]["state"]["spaces"][0]
    assert board(theory_pos)["brushes"][0][0] == "0"
