"""What nets call moves: by the hex that a piece comes from, which a capture elsewhere doesn't change."""

from __future__ import annotations

import pytest

import pizzabox
from pizzabox.engine.position import Position
from pizzabox.games.hexentafl.board import JUMP, LONGEST
from pizzabox.games.hexentafl.evaluation import LABELS, label, labelled
from pizzabox.games.hexentafl.rules import piece_at
from tests.helpers import walk


def labels_of(pos: Position) -> dict[tuple[int, int], tuple[int, int]]:
    """From and to which hex each move goes, with its code and its label."""
    found, s = {}, pos.state
    for code in pos.legal().codes:
        way = code // LONGEST
        cell = piece_at(s, way // 6)
        found[cell, int(JUMP[s.size_, cell, way % 6, code % LONGEST])] = code, label(s, pos.actors[0], code)
    return found


@pytest.mark.parametrize("options", [{}, {"size": 5}, {"first": "attackers", "games": 2}])
def test_a_label_means_the_same_in_every_position(options: dict[str, object]) -> None:
    """Two hexes have one label that no others have, whatever stands elsewhere; not so with codes."""
    game = pizzabox.load("hexentafl", **options)
    game.warm()
    by_hexes: dict[tuple[int, int], int] = {}
    codes: dict[tuple[int, int], set[int]] = {}
    for seed in range(6):
        for pos in walk(game, seed):
            if pos.over:
                break
            for hexes, (code, name) in labels_of(pos).items():
                assert by_hexes.setdefault(hexes, name) == name and 0 <= name < LABELS
                assert labelled(pos.state, pos.actors[0], name) == code
                codes.setdefault(hexes, set()).add(code)
    assert len(set(by_hexes.values())) == len(by_hexes) > 400
    assert max(len(several) for several in codes.values()) > 3
