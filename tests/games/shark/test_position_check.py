"""Positions set up by hand: what is refused, and that all reachable ones pass."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

import pizzabox
from pizzabox.engine.position import Position
from tests.games.shark.table import GREEN, start
from tests.games.shark.test_attack import before_attack
from tests.games.shark.test_referee import eager
from tests.helpers import legal_texts, size


@pytest.mark.parametrize(
    "options", [{"players": 2}, {"players": 3, "goals": True}, {"players": 4, "goals": True, "cap": 40}]
)
def test_every_reachable_position_passes(options: dict[str, Any]) -> None:
    game = pizzabox.load("shark", **options)
    for seed in range(size(2, 6)):
        dice, pos = random.Random(seed), game.start(seed=seed)
        while not pos.over:
            player = dice.choice(pos.actors)
            pos.play(eager(dice, legal_texts(pos, player)), player)
            assert game.check(pos.state) is None
        assert pos.over


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"supply": [60, 60, 60]}, re.escape("supply[0] must be 57, not 60: that's what's left after")),
    ({"draw": []}, "0 is nowhere; it must be in one of these: draw, trash, rail, own, goal"),
    ({"can": 30}, "don't add up to 30"),
    ({"trash": ["0"]}, "0 is in both draw and trash; it can only be in one place"),
    ({"phase": "pass", "step": ["idle"] * 4}, "two cards face up"),
    ({"phase": "over"}, "step must be idle in the phase over; it's used only in: act"),
    ({"sealed": 1}, "sealed must be a whole number from 0 to 0"),
    ({"turns": 1}, "turn doesn't match"),
    ({"turn": 3}, "turn must be a whole number from 0 to 1, not 3"),
    ({"mover": 1}, "mover must be the active player"),
    ({"extra": 1}, "extra doesn't fit the options"),
    ({"lured": ["3"]}, "lured names 3, which isn't there: players is 2"),
    ({"swapped": 1}, "swapped must be 0 in the phase act; it's used only in: upgrade"),
    ({"fresh": 1}, "after an attack"),
    ({"want": [9, 0, 0, 0]}, "been an attack yet"),
    ({"goal": [0, -1, -1]}, "no goals"),
    ({"owed": [1, 0, 0, 0]}, "owed must be 0 in the phase act; it's used only in: setup, eat"),
    ({"gift": [1, 0, 0, 0]}, "gift must be 0 in the phase act; it's used only in: pass"),
    ({"spent": [1, 0, 0, 0]}, "two more of the six cards"),
    ({"hand": [[0, 1], [-1, -1], [-1, -1], [-1, -1]]}, "different spent cards"),
    ({"placing": [5, -1, -1, -1]}, "from -1 to 2"),
    ({"placed": [1, 0, 0, 0]}, r"placed\[0\] must be 0, the sum of filled, not 1"),
    ({"tins": [1, 1, 1, 0]}, "from entry 2 on, tins must be 0, because players is 2"),
    ({"won": ["0"]}, "won must be empty"),
    ({"prize": 1}, "been an attack yet"),
    ({"attacker": 4}, "from -1 to 3"),
    ({"attacker": 2}, "attacker must be a whole number from -1 to 1, not 2"),
    ({"rail": [0, 1, 2, 63]}, "from -1 to 62"),
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
        ({"want": [0, 0, 0, 5]}, "doesn't match the new tickets"),
        ({"asked": GREEN}, "is asked before|no choice|owes"),
        ({"owed": [0, 2, 0, 0]}, "owes more"),
        ({"lured": ["1"]}, "is protected"),
    ):
        broken = {**data, "state": {**data["state"], **fields}}
        with pytest.raises(pizzabox.BadPosition, match=message):
            pizzabox.position(broken)


def refused(pos: Position, message: str, **options: Any) -> None:
    """That state with other options is no position."""
    data = pos.data()
    assert pizzabox.position(data) == pos
    with pytest.raises(pizzabox.BadPosition, match=message):
        pizzabox.position({**data, "options": {**data["options"], **options}})


OTHER_OPTIONS: list[tuple[dict[str, Any], dict[str, Any], str]] = [
    ({"players": 2}, {"players": 3}, "players"),
    ({"players": 2, "halves": False}, {"halves": True}, "halves"),
    ({"players": 2}, {"halves": False}, "halves"),
    ({"players": 2}, {"goals": True}, "goals"),
    ({"players": 2, "goals": True}, {"goals": False}, "goals"),
    ({"players": 4}, {"extra": 2}, "extra"),
    ({"players": 2}, {"cap": 59}, "cap"),
    ({"players": 2}, {"first": "black"}, "first"),
]


@pytest.mark.parametrize(("begun", "other", "message"), OTHER_OPTIONS, ids=str)
def test_every_option_is_compared_with_the_state(begun: dict[str, Any], other: dict[str, Any], message: str) -> None:
    """`deck` cannot be tried here, since only one is known; a wrong number is refused below."""
    refused(start("cheese", **begun), message, **other)


def test_every_option_was_tried() -> None:
    tried = {name for _, other, _ in OTHER_OPTIONS for name in other}
    assert tried == {option.name for option in pizzabox.load("shark").declared} - {"deck"}
    data = start("cheese", players=2).data()
    data["state"]["deck"] = "other"
    with pytest.raises(pizzabox.BadPosition, match="deck"):
        pizzabox.position(data)


def test_a_first_player_left_to_chance_may_be_anybody() -> None:
    pos = start("cheese", players=2)
    data = pos.data()
    for first in ("random", "green"):
        assert pizzabox.position({**data, "options": {**data["options"], "first": first}}).state == pos.state


def with_fields(pos: Position, **fields: Any) -> dict[str, Any]:
    data = pos.data()
    return {**data, "state": {**data["state"], **fields}}


@pytest.mark.rule("S2.3", "S7.1")
def test_what_the_options_lay_on_the_table_must_be_there() -> None:
    pos = start("cheese", players=2)
    half = pos.data()["state"]["half"]
    half[0][1] = 0
    with pytest.raises(pizzabox.BadPosition, match="with halves=yes, the halves 1b and 2b"):
        pizzabox.position(with_fields(pos, half=half))
    pos = start("cheese", players=2, goals=True)
    state = pos.data()["state"]
    gone = state["goal"][1]
    fields = {"goal": [state["goal"][0], -1, state["goal"][2]], "draw": [*state["draw"], str(gone)]}
    with pytest.raises(pizzabox.BadPosition, match="there's a goal for pepperoni"):
        pizzabox.position(with_fields(pos, can=state["can"] + 1, **fields))


@pytest.mark.rule("S8.8", "S2.6", "S5.4")
def test_before_the_first_turn_everybody_has_what_the_options_give() -> None:
    pos = pizzabox.load("shark", players=4, extra=1, first="green").start(seed=1)
    assert pizzabox.position(pos.data()) == pos
    state = pos.data()["state"]
    with pytest.raises(pizzabox.BadPosition, match="seat 3 has 2 anchovies before"):
        pizzabox.position(with_fields(pos, tins=[1, 2, 1, 1], can=state["can"] + 1))
    with pytest.raises(pizzabox.BadPosition, match="seat 0 has 1 anchovy before"):
        pizzabox.position(with_fields(pos, tins=[2, 2, 1, 2], can=state["can"] - 1))
    card = state["draw"][0]
    with pytest.raises(pizzabox.BadPosition, match="nothing has been eaten or trashed"):
        pizzabox.position(with_fields(pos, draw=state["draw"][1:], trash=[card]))
    with pytest.raises(pizzabox.BadPosition, match="nothing has been eaten or trashed"):
        pizzabox.position(with_fields(pos, maw=[1, 0, 0, 0], supply=[59, 60, 60]))
    own = state["own"]
    own[1][0] = int(card)
    with pytest.raises(pizzabox.BadPosition, match="six starters"):
        pizzabox.position(with_fields(pos, draw=state["draw"][1:], own=own))
