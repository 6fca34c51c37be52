"""Positions set up by hand: what is refused, and that all reachable ones pass."""

from __future__ import annotations

import random
from typing import Any

import pytest

import pizzabox
from tests.games.shark.table import GREEN, start
from tests.games.shark.test_attack import before_attack
from tests.games.shark.test_referee import eager


@pytest.mark.parametrize(
    "options", [{"players": 2}, {"players": 3, "goals": True}, {"players": 4, "goals": True, "cap": 40}]
)
def test_every_reachable_position_passes(options: dict[str, Any]) -> None:
    game = pizzabox.load("shark", **options)
    for seed in range(6):
        dice, pos = random.Random(seed), game.start(seed=seed)
        while not pos.over:
            player = dice.choice(pos.actors)
            pos.play(eager(dice, [m.text for m in pos.legal(player)]), player)
            assert game.check(pos.state) is None
        assert pos.over


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"supply": [60, 60, 60]}, "do not add up to 60"),
    ({"can": 30}, "do not add up to 30"),
    ({"trash": ["0"]}, "exactly one place"),
    ({"phase": "pass"}, "two cards face up"),
    ({"phase": "over"}, "steps are only"),
    ({"sealed": 1}, "nothing is secret"),
    ({"turns": 1}, "turn does not go with"),
    ({"turn": 3}, "turn must be a player"),
    ({"mover": 1}, "mover must be the active player"),
    ({"extra": 1}, "0 without teams"),
    ({"lured": ["3"]}, "name players only"),
    ({"swapped": 1}, "while cards are upgraded"),
    ({"fresh": 1}, "after an attack"),
    ({"want": [9, 0, 0, 0]}, "no attack yet"),
    ({"goal": [0, -1, -1]}, "no goals"),
    ({"owed": [1, 0, 0, 0]}, "nobody owes"),
    ({"gift": [1, 0, 0, 0]}, "only in the phase pass"),
    ({"spent": [1, 0, 0, 0]}, "two more cards"),
    ({"hand": [[0, 1], [-1, -1], [-1, -1], [-1, -1]]}, "different spent cards"),
    ({"placing": [5, -1, -1, -1]}, "unknown"),
    ({"placed": [1, 0, 0, 0]}, "a tray does not fit"),
    ({"tins": [1, 1, 1, 0]}, "must be empty"),
    ({"won": ["0"]}, "won must be empty"),
    ({"prize": 1}, "no attack yet"),
    ({"attacker": 4}, "a player, or -1"),
]


@pytest.mark.parametrize(("fields", "message"), REFUSED, ids=lambda x: str(x)[:30])
def test_odd_positions_are_refused(fields: dict[str, Any], message: str) -> None:
    pos = start("cheese", players=2)
    data = pos.data()
    data["state"].update(fields)
    with pytest.raises(pizzabox.BadPosition, match=message):
        pizzabox.position(data)


def test_an_attack_must_fit_its_tickets() -> None:
    pos = before_attack(2, ("Slippery Tin", None))
    for p in range(2):
        pos.state.stock[p, 0] += 1
        pos.state.stock[p, 1] += 1
        pos.state.supply[0] -= 1
        pos.state.supply[1] -= 1
    pos.play("end")
    data = pos.data()
    assert pizzabox.position(data) == pos
    for fields, message in (
        ({"want": [0, 0, 0, 5]}, "does not go with the new tickets"),
        ({"asked": GREEN}, "is asked before|no choice|owes"),
        ({"owed": [0, 2, 0, 0]}, "owes more"),
        ({"lured": ["1"]}, "is protected"),
    ):
        broken = {**data, "state": {**data["state"], **fields}}
        with pytest.raises(pizzabox.BadPosition, match=message):
            pizzabox.position(broken)
