"""The laws of Pizza Wars: what follows from its fields and what it adds to them find exactly what a slow reader finds.

The reader is written in whole columns of NumPy, from the rules alone. It is asked about positions of play and about
the same positions with one number changed within the bounds of its field.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import pizzabox
from pizzabox.engine.field_laws import APART, FIRST_LAW, REST, SUMS
from pizzabox.games.wars.board import N
from tests.games.wars.referee import CARDS, SHAPES
from tests.games.wars.test_variants import QUICK, VARIANTS
from tests.helpers import size, walk

POSITIONS = size(4_500, 1_000_000)
COPIES = 3
IN_THE_BOX = {"M": 2, "K": 2, "G": 2, "S": 2, "D": 3, "C": 3}
FACINGS = np.array([len({shape[i:] + shape[:i] for i in range(6)}) for shape in SHAPES.values()])
SLOTS_A_SIDE = 16
Column = NDArray[np.bool_]


def broken(rows: NDArray[Any]) -> dict[int, Column]:
    """Which positions break which law, by its number."""
    where, kind, at = (rows[name].astype(int) for name in ("where", "kind", "at"))
    team, taken, face = (rows[name].astype(int) for name in ("team", "taken", "face"))
    mine = np.arange(SLOTS_A_SIDE) < team[:, :, None]
    used = mine.reshape(len(rows), -1)
    lies = used & (where >= 0)
    slots = np.clip(at - 1, 0, where.shape[1] - 1)
    elsewhere = (at > 0) & (np.take_along_axis(where, slots, 1) != np.arange(N))
    kinds = kind.reshape(len(rows), 3, SLOTS_A_SIDE)
    many = [((kinds == k) & mine).sum(2).max(1) > n for k, n in enumerate(IN_THE_BOX.values())]
    customer_gone = (used & (where < 0) & (kind == list(SHAPES).index("C"))).any(1)
    pieces = lies.sum(1)
    lost = (pieces != (at > 0).sum(1)) | (pieces != (team - taken).sum(1))
    cards = rows["rest"] + rows["holds"].sum(1) + rows["spent"].sum(1)
    cards = cards + (rows["neutral"][:, None] == np.arange(len(CARDS)))
    same = np.sort(np.where(where >= 0, where, -1 - np.arange(where.shape[1])), 1)
    return {
        1: elsewhere.any(1),
        2: np.any(many, 0),
        3: customer_gone | lost,
        4: (lies & (face >= FACINGS[kind])).any(1),
        REST: (cards != COPIES * (rows["cards"][:, None] != 0)).any(1),
        SUMS: (rows["holds"].sum(2) != rows["held"]).any(1),
        APART: (same[:, 1:] == same[:, :-1]).any(1),
    }


def changed(rows: NDArray[Any], fields: dict[str, Any], dice: np.random.Generator) -> None:
    """Change one number of every row within its bounds."""
    chosen = dice.choice(list(fields), len(rows))
    for name in fields:
        lines = np.flatnonzero(chosen == name)
        column = rows[name].reshape(len(rows), -1)
        spot = dice.integers(column.shape[1], size=len(lines))
        column[lines, spot] = dice.integers(fields[name].low, fields[name].high + 1, len(lines))
        rows[name] = column.reshape(rows[name].shape)


@pytest.mark.rule("W2.1", "W7.4")
def test_the_laws_are_those_of_a_slow_reader() -> None:
    dice, met = np.random.default_rng(1), set()
    for number, options in enumerate(VARIANTS):
        game = pizzabox.load("wars", **{**QUICK, **options})
        state = game.state()
        fields = {name: f for name, f in state.fields.items() if name not in ("rng", "past", "news", "sealed")}
        played = np.frombuffer(b"".join(bytes(pos.state) for pos in walk(game, number, 80)), state.dtype)
        rows = played[dice.integers(len(played), size=POSITIONS // len(VARIANTS))]
        rows[: len(played)] = played
        changed(rows[len(played) :], fields, dice)
        laws = np.zeros(len(rows), int)
        for i, row in enumerate(rows):
            state.load(row.tobytes())
            laws[i] = game.kernels.audit(state)
        found = broken(rows)
        assert not laws[: len(played)].any(), "every position of play keeps all laws"
        for law, wrong in found.items():
            assert laws[wrong].all(), f"law {law} is broken, and the audit is content"
            assert wrong[laws == law].all(), f"law {law} is kept, and the audit is not content"
        assert set(laws[laws < FIRST_LAW]) <= {0, *found}
        met |= set(laws)
    assert met >= {0, 1, 2, 3, 4, SUMS, APART, REST}, "a law that nothing breaks proves nothing"
