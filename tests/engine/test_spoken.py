"""The position in sentences: of every game, without signs, and from the view alone."""

from __future__ import annotations

import random
import re

import pytest

import pizzabox
from pizzabox.engine.catalogue import speaking
from tests.helpers import OURS

SIGNS = re.compile(r"[*_|→●○▲?]|\d:\d")


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("name", OURS)
def test_a_game_is_told_without_signs(name: str, language: str) -> None:
    dice, pos = random.Random(7), pizzabox.load(name).start(seed=7)
    with speaking(language):
        first = pos.view(0).spoken()
        for _ in range(25):
            if pos.over:
                break
            player = pos.actors[0]
            pos.play(dice.choice(list(pos.legal(player))), player)
            for viewer in (-1, 0, 1):
                told = pos.view(viewer).spoken()
                assert len(told) > 3
                assert not [line for line in told if SIGNS.search(line) or not line.strip()]
                assert pos.view(viewer).svg().count(told[0]) >= 1, "the picture carries it"
        assert pos.view(0).spoken() != first


def test_what_another_ate_in_secret_is_not_told() -> None:
    dice, pos = random.Random(3), pizzabox.load("pizzeria", players=2).start(seed=3)
    while not pos.over and not (pos.state.bites[0] and pos.state.bites[1]):
        player = pos.actors[0]
        pos.play(dice.choice(list(pos.legal(player))), player)
    told = ([line for line in pos.view(viewer).spoken() if line.startswith("Red has")] for viewer in (0, 1))
    mine, theirs = map(" ".join, told)
    assert "in secret" not in mine and "in secret" in theirs
