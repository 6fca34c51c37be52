"""heXentafl in words and pictures."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

import pizzabox
from pizzabox.engine.svg import THEMES
from tests.games.hexentafl.test_rules import at


@pytest.mark.parametrize("text", ["Ke5-f5", "ke5-f5", "e5-f5", " e5 f5 ", "e5f5"])
def test_a_move_can_be_typed_in_many_ways(text: str) -> None:
    assert pizzabox.load("hexentafl").start(seed=1).play(text).text == "Ke5-f5"


@pytest.mark.parametrize(
    ("text", "reason", "rule"),
    [
        ("e5-h5", "the King moves one step", "X2.3"),
        ("e4-e6", "the King on e5 is in the way", "X2.2"),
        ("e5-a5", "there's no hex a5 on this board", "X1.1"),
        ("b2-b3", "the side to move has no piece on b2", "X2.1"),
        ("e5-g6", "no straight row from e5 to g6", "X2.2"),
        ("nonsense", "write two hexes such as e5-e6", ""),
    ],
)
def test_a_bad_move_says_what_is_wrong_and_which_rule(text: str, reason: str, rule: str) -> None:
    with pytest.raises(pizzabox.IllegalMove) as caught:
        pizzabox.load("hexentafl").start(seed=1).play(text)
    assert reason in caught.value.reason
    assert caught.value.rule == rule


def test_only_the_king_stops_on_the_throne() -> None:
    pos = at("g5", [], ["e4", "b5"])
    assert "only the King may stop on the throne (X2.4)" in str(pos.why_not("e4-e5"))


def test_prompts_warn_of_a_capture_and_of_an_escape() -> None:
    assert "about to be captured" in at("d5", [], ["d4", "d7"], turn="defenders").view(0).prompt
    assert "about to reach a corner" in at("b4", [], ["h8"]).view(1).prompt
    assert at("e5", [], ["h8"]).view(0).prompt == "Attackers to move."


def test_preview_tells_what_a_move_does() -> None:
    pos = at("f3", ["c5"], ["d5", "b2"])
    shown = pos.view(1).preview(1, ("b2", "b5"))
    assert shown.lines[0] == "This captures c5." and shown.after is not None
    assert shown.plain is None, "captures and threats are help"
    end = at("b4", [], ["h8"], turn="defenders").view(0).preview(0, ("b4", "b5"))
    assert end.lines == ("The King is on a corner: the defenders win.",)


def test_a_move_that_captures_two_names_both() -> None:
    pos = at("c3", ["f3", "f7", "h5"], ["f4", "f6", "b2"], turn="defenders")
    assert pos.view(0).preview(0, ("h5", "f5")).lines[0] == "This captures f4 and f6."
    pos.play("h5-f5")
    assert pos.log(-1)[1] == "Captured: f4 and f6."


@pytest.mark.parametrize("theme", THEMES)
def test_pictures_show_every_hex_and_piece(theme: str) -> None:
    for size, hexes, pieces in ((4, 37, 10), (5, 61, 19)):
        root = ET.fromstring(pizzabox.load("hexentafl", size=size).start(seed=1).svg(theme=theme))
        cells = [e for e in root.iter() if "pb-space" in e.get("class", "").split()]
        assert len(cells) == hexes
        assert sum(not e.attrib["aria-label"].endswith("empty") for e in cells) == pieces


@pytest.mark.parametrize(
    ("state", "problem"),
    [
        ({"king": "b2"}, "b2 is in both foes and king"),
        ({"king": "c2", "men": ["e5"]}, "only the King may be on the throne"),
        ({"king": "b5", "foes": ["h8"]}, "the King is on a corner"),
        ({"men": ["a1"]}, "a1 isn't on this board"),
        ({"quiet": 100}, "quiet must be from 0 to 99"),
        ({"wins": [1, 0]}, "wins must be the number of games"),
        ({"size_": 1}, "size_ doesn't fit the options"),
    ],
)
def test_positions_that_cannot_be(state: dict[str, object], problem: str) -> None:
    with pytest.raises(pizzabox.BadPosition, match=problem):
        pizzabox.load("hexentafl").position({"state": state})


def test_wins_count_for_the_players_who_exchange_sides() -> None:
    game = pizzabox.load("hexentafl", games=2)
    match = {"game": 1, "ended": ["escaped", "open"], "victor": ["defenders", "none"]}
    assert game.position({"state": {**match, "wins": [1, 0]}}).state.wins.tolist() == [1, 0]
    with pytest.raises(pizzabox.BadPosition, match="wins must be the number of games each player has won"):
        game.position({"state": {**match, "wins": [0, 1]}})
