"""Positions and views beyond what the suite for every game checks."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

import pizzabox
from pizzabox.engine import registry
from pizzabox.testing import positions, records, views

THEORY = pizzabox.load("theory", first="red")


def test_legal_moves_are_a_lazy_sequence() -> None:
    pos = THEORY.start(seed=1)
    legal = pos.legal()
    assert len(legal) == len(list(legal))
    assert legal[0].text in legal
    assert legal[0] in legal
    assert legal[0].code in legal
    assert legal[0].tokens in legal
    assert "c2" not in legal
    assert object() not in legal
    assert [m.text for m in legal[:2]] == [legal[0].text, legal[1].text]
    assert "moves:" in repr(legal)


def test_a_position_can_be_written_by_hand() -> None:
    pos = THEORY.position({"state": {"spaces": [["a1"], ["d4"], ["g4"]]}})
    assert pos.scores == (1, 1, 1)
    assert pos.actors == (0,)


@pytest.mark.parametrize(
    ("state", "message"),
    [
        ({"spaces": [["a1"], ["a1"], []]}, "spaces names a1 twice"),
        ({"spaces": [["a1", "a1"], [], []]}, "names a1 twice"),
        ({"spaces": [["a9"], [], []]}, "has no 'a9'"),
        ({"spaces": [[], []]}, "list of 3"),
        ({"phase": "eat"}, "phase can't be 'eat'"),
        ({"colour": 3}, "no field 'colour'"),
        ({"turn": 7}, "turn must be a whole number from 0 to 3, not 7"),
        ({"first": 1}, "the player with the label 1st"),
        ({"label": ["1st", "3rd", "2nd"]}, "go clockwise"),
        ({"rounds": 99}, "rounds must be from 0 to the cap"),
        ({"rng": "xyz"}, "16 hexadecimal digits"),
        ({"phase": "cut"}, "turn must be 3"),
        ({"phase": "cut", "turn": 3, "cut": [1, 0, 0]}, "sealed must name"),
        ({"phase": "cut", "turn": 3, "cut": [1, 1, 1], "sealed": ["0", "1", "2"]}, "leave at least one cut open"),
        ({"phase": "over"}, "the game isn't over"),
        ({"won": ["0"]}, "won must be empty"),
        ({"players": 2}, "players doesn't fit the options"),
        ({"cap": 9}, "doesn't fit the options"),
    ],
)
def test_a_wrong_position_says_what_is_wrong(state: dict[str, Any], message: str) -> None:
    with pytest.raises(pizzabox.BadPosition, match=message):
        THEORY.position({"state": state})


def test_positions_of_other_games_and_shapes_are_refused() -> None:
    for attempt, message in [
        ({"game": "chess"}, "not of 'theory'"),
        ({"board": 1}, "no 'board'"),
        ("[]", "a position must be an object"),
        ("{", "isn't JSON"),
        (b"123", "bytes"),
        ({"options": 3}, "options must be an object"),
    ]:
        with pytest.raises(pizzabox.BadPosition, match=message):
            THEORY.position(attempt)
    with pytest.raises(pizzabox.BadOption):
        THEORY.position({"options": {"players": 12}})


def test_options_in_the_data_choose_the_game() -> None:
    pos = pizzabox.load("theory", players=2).start(seed=2)
    assert THEORY.position(pos.data()).game.players == 2


def test_undo_by_name_and_its_reasons() -> None:
    pos = THEORY.start(seed=1)
    assert pos.why_no_undo() == "nothing has been played yet"
    pos.play("d4")
    pos.play("a1")
    assert pos.why_no_undo(0) == "Green has played since then"
    assert pos.undo() == "a1"
    assert pos.undo(0) == "d4"
    with pytest.raises(pizzabox.NoUndo, match="nothing"):
        pos.undo()


@pytest.mark.parametrize("player", [-2, 3, 1.0, True, "red", None])
def test_players_must_exist(player: Any) -> None:
    pos = THEORY.start(seed=1)
    if player is not None:
        with pytest.raises(pizzabox.PizzaboxError, match="players are numbered from 0 to 2"):
            pos.view(player)
        with pytest.raises(pizzabox.PizzaboxError):
            pos.play("d4", player)


def test_copies_do_not_share() -> None:
    pos = THEORY.start(seed=1)
    twin = pos.copy()
    assert twin == pos
    with pytest.raises(TypeError, match="unhashable"):
        hash(pos)
    twin.play("d4")
    assert twin != pos
    assert pos.steps == []


OUTSIDE = """
from dataclasses import replace
import pizzabox
from pizzabox.engine.registry import find

base = find("theory")
game = replace(base, name="outside", title="From outside")
"""


def test_a_game_from_another_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An installed package offers a game by the entry point group `pizzabox.games`."""
    (tmp_path / "outside_game.py").write_text(OUTSIDE)
    info = tmp_path / "outside_game-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: outside-game\nVersion: 1\n")
    (info / "entry_points.txt").write_text(
        "[pizzabox.games]\noutside = outside_game:game\nbroken = outside_game:OUTSIDE\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delenv("PIZZABOX_PLUGINS")
    monkeypatch.setattr(registry, "_loaded", False)
    monkeypatch.setattr(registry, "_left_out", {})
    monkeypatch.setattr(registry, "_games", dict(registry._games))
    assert "outside" in pizzabox.names()
    assert pizzabox.load("outside", players=2).start(seed=1).game.title == "From outside"
    with pytest.raises(pizzabox.UnknownGame, match="the game broken can't be used here: AttributeError"):
        pizzabox.load("broken")
    sys.modules.pop("outside_game", None)


@settings(max_examples=30, deadline=None)
@given(positions("theory"), positions(finished=True), positions(finished=False), views(), records("theory"))
def test_the_published_strategies_make_what_they_promise(
    some: pizzabox.Position,
    done: pizzabox.Position,
    running: pizzabox.Position,
    view: pizzabox.View,
    record: pizzabox.GameRecord,
) -> None:
    assert some.game.name == "theory"
    assert done.over
    assert not running.over
    assert view.state.rng == 0
    assert record.problems() == []
