"""A position of Pizza Wars by hand must not contradict the options, nor itself."""

from __future__ import annotations

from typing import Any

import pytest

import pizzabox
from pizzabox.engine.options import Value
from tests.games.wars.helpers import setup
from tests.games.wars.test_rules import FAR

CARDS_LEFT = {"held": [0, 0, 0], "holds": [[0] * 6] * 3, "rest": [3] * 6}
SPIN_IN_THE_MIDDLE = {"neutral": "spin", "rest": [0, 1, 3, 3, 3, 2]}
REFUSED: dict[str, tuple[dict[str, Value], dict[str, Any], str]] = {
    "players": ({}, {"players": 3, "boards3": 1}, "players doesn't fit the options"),
    "boards": ({}, {"boards3": 1}, "boards3 must be 1 with three players or the Double Agent"),
    "goal": ({}, {"goal": [9, 9, 9]}, "goal doesn't fit the options"),
    "goal_white": ({"goal_white": 8}, {"goal": [10, 10, 10]}, "goal doesn't fit the options"),
    "goal_red": ({"goal_red": 8}, {"goal": [8, 10, 10]}, "goal doesn't fit the options"),
    "goal_green": ({"players": 3, "goal_green": 8}, {"goal": [10, 10, 10]}, "goal doesn't fit the options"),
    "agent": ({"players": 2}, {"agent": 1, "boards3": 1}, "agent doesn't fit the options"),
    "no agent": ({"agent": True}, {"agent": 0}, "agent doesn't fit the options"),
    "patience": ({"patience": 20}, {"patience": 60}, "patience doesn't fit the options"),
    "first": ({}, {"player": 1, "side": "red", "opening": 1}, "first=white begins, so it can't be Red's turn"),
    "first red": (
        {"first": "red"},
        {"player": 0, "side": "white", "opening": 1},
        "first=red begins, so it can't be White",
    ),
    "cards": ({}, {"cards": 2, "rest": [3] * 6}, "cards doesn't fit the options"),
    "no cards": ({"cards": "three"}, {**CARDS_LEFT, "cards": 0, "rest": [0] * 6}, "cards doesn't fit the options"),
    "face_down": ({"cards": "three"}, {"face_down": 1}, "face_down doesn't fit the options"),
    "hand": ({"cards": "three"}, CARDS_LEFT, "White was dealt 3 cards, but the cards in hand and played add up to 0"),
    "hand of 5": (
        {"cards": "three", "hand": 5},
        {"held": [3, 5, 0], "holds": [[3] + [0] * 5, [0, 3, 2, 0, 0, 0], [0] * 6], "rest": [0, 0, 1, 3, 3, 3]},
        "White was dealt 5 cards, but the cards in hand and played add up to 3",
    ),
    "onitama": (
        {"cards": "onitama"},
        {
            "held": [3, 2, 0],
            "holds": [[3] + [0] * 5, [0, 2] + [0] * 4, [0] * 6],
            "neutral": "spin",
            "rest": [0, 1, 3, 3, 3, 2],
        },
        "White was dealt 2 cards, but the cards in hand and played add up to 3",
    ),
    "equal": (
        {"cards": "equal"},
        {"held": [3, 3, 0], "holds": [[1, 1, 1, 0, 0, 0], [0, 1, 1, 1, 0, 0], [0] * 6], "rest": [2, 1, 1, 2, 3, 3]},
        "everyone was dealt the same cards, one each of three kinds",
    ),
    "equal twice": (
        {"cards": "equal"},
        {"held": [3, 3, 0], "holds": [[1, 2, 0, 0, 0, 0], [1, 1, 1, 0, 0, 0], [0] * 6], "rest": [1, 0, 2, 3, 3, 3]},
        "everyone was dealt the same cards, one each of three kinds",
    ),
    "best": ({}, {"where": ["h2"], "best": [0, 0, 0]}, "so the most so far can't be 0"),
    "quiet": ({"patience": 2}, {"quiet": 4}, "quiet has reached the patience of all players"),
    "quiet of three": ({"patience": 2, "players": 3}, {"quiet": 6}, "quiet has reached the patience of all players"),
    "quiet with the agent": ({"patience": 2, "agent": True}, {"quiet": 4}, "quiet has reached the patience"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_contradicts_the_options_is_refused(name: str) -> None:
    options, state, sentence = REFUSED[name]
    game = pizzabox.load("wars", **options)
    if "where" in state:
        state = {**state, "where": state["where"] + game.start(seed=0).data()["state"]["where"][1:]}
    with pytest.raises(pizzabox.BadPosition, match=sentence):
        game.position({"options": dict(game.options), "state": state})


def test_every_option_is_compared_with_the_state() -> None:
    """But `setup` and `draw`, which say how a game begins, and nothing else."""
    names = {option.name for option in pizzabox.load("wars").declared} - {"setup", "draw"}
    assert names <= set(REFUSED)


@pytest.mark.parametrize(
    "options",
    [
        {"agent": True, "goal": 7, "goal_red": 5, "cards": "onitama", "patience": 9, "first": "red"},
        {"players": 3, "goal_green": 4, "cards": "three", "hand": 5, "face_down": True, "first": "green"},
        {"cards": "equal", "first": "random"},
    ],
    ids=str,
)
def test_whatever_is_played_goes_with_its_options(options: dict[str, Any]) -> None:
    game = pizzabox.load("wars", setup="short", **options)
    for seed in range(3):
        pos = game.start(seed=seed)
        for step in range(40):
            assert game.position(bytes(pos)) == pos and game.position(pos.data()) == pos
            pos.play(pos.legal()[(7 * step + seed) % len(pos.legal())])


def test_who_moves_in_a_position_by_hand_may_be_anybody() -> None:
    assert setup("Kd4/4", FAR, state={"player": 1, "side": "red"}).actors == (1,)
    assert not setup("Kd4/4", FAR, state={"player": 0}).state.opening
    assert setup("Kd4/4", FAR).state.opening, "only the pieces are named: the first turn"
