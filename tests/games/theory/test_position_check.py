"""A position by hand: what contradicts the options is refused, and what is left out is as at the start."""

from __future__ import annotations

import random
from typing import Any

import pytest

import pizzabox
from pizzabox.games.theory.rules import CUT, OVER
from pizzabox.study.analysis_board import filled, painted
from pizzabox.testing import advance

COLOURS = ("red", "green", "white")


def load(**options: Any) -> pizzabox.Game:
    return pizzabox.load("theory", **options)


def rejected(game: pizzabox.Game, state: dict[str, Any], **options: Any) -> str:
    with pytest.raises(pizzabox.BadPosition) as caught:
        game.position({"options": {**game.options, **options}, "state": state})
    return str(caught.value)


@pytest.mark.parametrize(
    ("options", "state", "reason"),
    [
        ({}, {"players": 2, "spare": "white", "first": 0}, "players"),
        ({"players": 2}, {"players": 3, "spare": "none"}, "players"),
        ({"layout": "S2"}, {"layout": "S3"}, "layout"),
        ({"cap": 7}, {"cap": 8}, "cap"),
        ({"players": 2}, {"spare": "red"}, "spare is red, but the option unselected=white names another colour"),
        ({"players": 2, "unselected": "red"}, {"spare": "green"}, "the option unselected=red names another colour"),
        (
            {"first": "red"},
            {"first": 1, "label": ["3rd", "1st", "2nd"]},
            "with first=red, Red is first in round 1",
        ),
        ({"first": "white"}, {"rounds": 2}, "with first=white, Green is first in round 3"),
        (
            {"first": "green"},
            {"first": 0, "label": ["1st", "2nd", "3rd"]},
            "with first=green, Green is first in round 1",
        ),
        ({"players": 2, "unselected": "red", "first": "white"}, {"first": 0}, "with first=white, White is first in"),
        (
            {"players": 2, "first": "green"},
            {"label": ["1st", "2nd", "3rd"]},
            "with first=green, Green holds 1st in round 1",
        ),
        (
            {"players": 2, "first": "red"},
            {"rounds": 1, "first": 1},
            "with first=red, Red holds 3rd in round 2",
        ),
    ],
)
def test_what_contradicts_an_option_is_refused(options: dict[str, Any], state: dict[str, Any], reason: str) -> None:
    assert reason in rejected(load(**options), state)


def test_every_option_is_compared() -> None:
    """Moving a start to other options of any one kind is refused, whichever option it is."""
    starts: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
        "players": ({"players": 2}, {"players": 3}),
        "layout": ({"layout": "K"}, {"layout": "S1"}),
        "cap": ({"cap": 9}, {"cap": 10}),
        "first": ({"first": "white"}, {"first": "green"}),
        "unselected": ({"players": 2, "unselected": "green"}, {"players": 2, "unselected": "red"}),
    }
    assert set(starts) == {option.name for option in load().declared}
    for one, other in starts.values():
        pos = load(**one).start(seed=3)
        assert load(**one).position(bytes(pos)) == pos
        with pytest.raises(pizzabox.BadPosition):
            load(**other).position(bytes(pos))
        rejected(load(**other), pos.data()["state"])


@pytest.mark.rule("T1.5", "T4.1", "T5.2", "T5.7")
@pytest.mark.parametrize(
    ("first", "unselected"),
    [(f, u) for f in ("random", *COLOURS) for u in (None, *COLOURS) if f != u],
)
def test_every_position_of_a_game_fits_its_options(first: str, unselected: str | None) -> None:
    game = load(first=first, **({"players": 2, "unselected": unselected} if unselected else {}))
    for seed in range(3):
        pos, dice = game.start(seed=seed), random.Random(seed)
        while not pos.over:
            advance(pos, dice)
            assert bytes(game.position(bytes(pos))) == bytes(pos)


def test_what_a_position_leaves_out_is_as_at_the_start() -> None:
    """Stored positions name only what differs from the start; nothing else may be filled in for them."""
    game = load()
    assert game.position({"state": {"rounds": 5}}).state.first == game.start(seed=0).state.first
    assert "go clockwise" in rejected(game, {"label": ["1st", "3rd", "2nd"]})
    assert "the label 1st" in rejected(game, {"first": 1, "label": ["1st", "2nd", "3rd"]})


@pytest.mark.parametrize("options", [{"first": "green"}, {"players": 2, "first": "red"}, {}], ids=str)
def test_painting_keeps_to_the_options(options: dict[str, Any]) -> None:
    """A round later another player is first; a finished game that is painted goes back into its last round."""
    game = load(**options)
    pos, dice = game.start(seed=2), random.Random(2)
    later = pizzabox.position(filled(pos, {"round": 3})["position"]).state
    assert later.rounds == 2 and later.first == (pos.state.first + 2) % game.players
    if options:
        with pytest.raises(pizzabox.BadPosition, match="is first in round 1"):
            filled(pos, {"first": str(1 - pos.state.first)})
    pos = load(**options, cap=2).start(seed=2)
    while not pos.over:
        advance(pos, dice)
    assert pos.state.phase == OVER
    own = next(spaces for spaces in pos.data()["state"]["spaces"] if spaces)
    again = pizzabox.position(painted(pos, "empty", own[0])["position"])
    assert again.state.phase == CUT and again.state.rounds == pos.state.rounds - 1 == 1
    assert list(again.state.label) == list(pos.state.label)
