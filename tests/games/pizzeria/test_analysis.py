"""The analysis against brute force: its divisions are cut and picked on the table, and all of them are tried."""

from __future__ import annotations

import random

import pytest

import pizzabox
from pizzabox.games.pizzeria import analysis
from pizzabox.games.pizzeria.board import LEAVES, PORTIONS
from pizzabox.games.pizzeria.move_codes import CUTTING, DIVIDE, PICK, PORTION
from pizzabox.games.pizzeria.rules.round_flow import divisions
from tests.games.pizzeria.helpers import load, step
from tests.helpers import walk

TABLES = [{"players": 2}, {"players": 3}, {"players": 4, "variant": "advanced"}, {"players": 2, "variant": "advanced"}]


def cutting(options: dict[str, object], rounds: int) -> pizzabox.Position:
    """The slicer of that round is to cut."""
    return next(
        pos.copy()
        for pos in walk(load(**options), 3)  # type: ignore[arg-type]
        if pos.state.phase == DIVIDE and pos.state.rounds == rounds
    )


def picked(pos: pizzabox.Position, code: int, values: list[list[float]]) -> list[float]:
    """Cut the pizza that way and let everybody take, of the portions on the table, the one that promises most."""
    gets, rounds = [0.0] * len(values), pos.state.rounds
    pos = pos.copy()
    pos.play(code)
    worth = [[sum(row[i] for i in range(11) if mask >> i & 1) for mask in pos.state.share] for row in values]
    left, slicer = set(range(PORTIONS[len(values)])), (pos.state.first + rounds) % len(values)
    while pos.state.rounds == rounds and not pos.over:
        if pos.state.phase == PICK:
            player = pos.actors[0]
            free = [code - PORTION for code in pos.codes(player) if PORTION <= code < PORTION + 6]
            best = max(free, key=lambda k: worth[player][k])
            pos.play(PORTION + best, player)
            gets[player] += worth[player][best]
            left.discard(best)
        else:
            step(pos)
    # The last portion goes by itself, to the slicer.
    (last,) = left
    gets[slicer] += worth[slicer][last]
    return gets


@pytest.mark.parametrize("options", TABLES, ids=str)
def test_what_a_division_brings_is_what_the_picks_bring(options: dict[str, object]) -> None:
    dice = random.Random(1)
    for rounds in (0, 1, 3):
        pos = cutting(options, rounds)
        values = analysis.worths(pos.state)
        for number in dice.sample(range(int(divisions(pos.state))), 25):
            told = analysis.outcome(pos.state, number, values)
            assert told == pytest.approx(picked(pos, CUTTING + number, values))


@pytest.mark.parametrize("options", TABLES[:3], ids=str)
def test_the_best_division_is_the_best_of_all(options: dict[str, object]) -> None:
    pos = cutting(options, 1)
    own, values = pos.actors[0], analysis.worths(pos.state)
    found = {}
    for move in pos.legal():
        gets = analysis.outcome(pos.state, move.code - CUTTING, values)
        cuts = move.text if move.text.endswith("alone") else move.text.partition(" offer ")[0]
        found[cuts] = gets[own] - max(g for p, g in enumerate(gets) if p != own)
    slices, best = analysis.panels(pos.state)
    assert len({row[0] for row in best.rows}) == analysis.BEST
    shown = [found[row[0]] for row in best.rows]
    assert shown == pytest.approx(sorted(found.values(), reverse=True)[: analysis.BEST])
    assert ("not counted" in best.note) == bool(pos.state.tile)
    for p, row in enumerate(slices.rows):
        assert [float(cell) for cell in row[1:-1]] == pytest.approx([round(v, 1) for v in values[p]], abs=0.06)


def test_a_portion_is_worth_its_slices_and_a_slice_at_least_its_leaves() -> None:
    for pos in walk(load(3), 4):
        s = pos.state
        if s.phase != PICK:
            continue
        values = analysis.worths(s)
        assert all(values[p][i] >= LEAVES[s.pizza[i]] for p in range(3) for i in range(s.ring))
        (panel,) = analysis.panels(s)
        for k, row in enumerate(panel.rows):
            for p in range(3):
                total = sum(values[p][i] for i in range(11) if s.share[k] >> i & 1)
                assert float(row[1 + p]) == pytest.approx(total, abs=0.06)
            assert (row[-1] == "taken") == bool(s.taker[k])
        assert set(panel.marks) == {f"portion {k + 1}" for k in range(3) if not s.taker[k]}
