"""Turning the pizza by thirds: with two players, the rules and what a learner sees don't know the difference."""

from __future__ import annotations

import random

import numpy as np
import pytest

import pizzabox
from pizzabox.games.theory.rules import COLOUR_COUNT, FIRST_CUT
from pizzabox.games.theory.state import State
from pizzabox.games.theory.symmetry import ROTATED, THIRDS, symmetries
from tests.helpers import walk


def turned(s: State, way: int) -> State:
    """The same position with the pizza and all labels turned by this many thirds."""
    other: State = s.copy()
    for _ in range(way):
        for spaces in (other.spaces, other.before):
            for c in range(COLOUR_COUNT):
                spaces[c] = sum(1 << int(to) for i, to in enumerate(ROTATED) if spaces[c] >> i & 1)
        for labels in (other.label, other.last_label):
            for c in range(COLOUR_COUNT):
                labels[c] = (labels[c] + 1) % THIRDS
    return other


@pytest.mark.parametrize("layout", ["S1", "S3", "K"])
def test_the_rules_see_no_difference(layout: str) -> None:
    """Symmetry maps legal moves to legal moves, results to results and views to views."""
    game, dice = pizzabox.load("theory", players=2, layout=layout), random.Random(1)
    game.warm()
    columns, labels = symmetries(game.options)
    cuts, moved = 0, 0
    for seed in range(6):
        for pos in walk(game, seed):
            if pos.over:
                break
            player, way, s = pos.actors[0], dice.randrange(THIRDS), pos.state
            other = turned(s, way)
            codes = game.kernels.moves(s, player)
            images = {int(code): image for image, code in enumerate(labels[way]) if code in set(codes)}
            assert sorted(images.values()) == sorted(game.kernels.moves(other, player))
            seen, again = (game.kernels.features(one, player, game.features) for one in (s, other))
            assert seen[columns[way]].tolist() == again.tolist()
            moved += again.tolist() != seen.tolist()
            for code in dice.sample(codes, min(4, len(codes))):
                here, there = s.copy(), other.copy()
                game.kernels.play(here, player, code)
                game.kernels.play(there, player, images[code])
                assert bytes(turned(here, way)) == bytes(there)
                cuts += code >= FIRST_CUT and way > 0
    assert cuts > 20 and moved > 100


def test_another_turn_is_another_look() -> None:
    """Three thirds are a whole turn; one is not."""
    columns, labels = symmetries(pizzabox.load("theory", players=2).options)
    assert len(columns) == len(labels) == THIRDS
    for ways in (columns, labels):
        assert ways[0].tolist() == list(range(ways.shape[1])) and len(np.unique(ways, axis=0)) == THIRDS
        assert ways[1][ways[1]].tolist() == ways[2].tolist() and ways[1][ways[2]].tolist() == ways[0].tolist()


def test_with_three_players_there_is_one_way_to_look() -> None:
    """Whoever begins has label 1st, so a turned position never comes up."""
    game = pizzabox.load("theory", players=3)
    columns, labels = symmetries(game.options)
    assert columns.tolist() == [list(range(game.features))] and labels.tolist() == [list(range(game.codes))]
    for seed in range(3):
        for pos in walk(game, seed):
            assert pos.over or pos.state.label[pos.state.first] == 0
