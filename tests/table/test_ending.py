"""The end of a game: the rule by which it was won, the column that decided it, what the chart follows."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any

import pytest

import pizzabox
from pizzabox.engine.catalogue import speaking
from pizzabox.engine.game import Game
from pizzabox.games.pizzeria import words as pizzeria
from pizzabox.games.shark import words as shark
from pizzabox.games.wars import phrases as wars_phrases
from pizzabox.games.wars import words as wars
from pizzabox.table.match import Match
from pizzabox.table.scene import scene
from tests.helpers import every_game

ADA = "ada"


def finished(game: Game) -> Match:
    wish = {"game": game.name, "options": dict(game.options), "seats": [{"kind": "me"}] * game.players}
    match, dice = Match.new(wish, ADA, 0.0, seed=5), random.Random(1)
    while not match.over:
        seat = dice.choice(match.acting)
        match.play(ADA, seat, dice.choice(match.position.legal(seat).codes), 1.0)
    return match


@every_game
def test_a_result_says_why_and_what_decided(game: Game) -> None:
    match = finished(game)
    said = set()
    for lang in ("en", "it"):
        with speaking(lang):
            seen = scene(match, ADA, None, 1.0)
        result, chart = seen["result"], seen["chart"]
        assert result["reason"] or game.name == "hexentafl", "the result of heXentafl says it itself"
        assert "{" not in result["reason"]
        assert len(chart["rows"]) == len(match.position.steps) + 1 and chart["title"]
        decides = [row[result["tally"]["decides"]] for row in result["tally"]["rows"]]
        assert all(cell.isdigit() for cell in decides), "points, not a word or a bonus"
        said.add((result["reason"], chart["title"]))
    assert len(said) == 2, "each language has its own words"


def test_who_gave_up_is_said_once_and_no_rule_is_blamed() -> None:
    wish = {"game": "theory", "options": {"players": 2}, "seats": [{"kind": "me"}, {"kind": "bot"}]}
    match = Match.new(wish, ADA, 0.0, seed=5)
    match.concede(ADA, 0, 1.0)
    result = scene(match, ADA, None, 1.0)["result"]
    assert result["text"].count("gave up") == 1 and result["reason"] == "" and result["tally"] is None


def test_a_seat_that_was_given_up_and_wins_on_the_board_has_lost_all_the_same() -> None:
    wish = {
        "game": "theory",
        "options": {"players": 3, "first": "red"},
        "seats": [{"kind": "me"}, {"kind": "bot"}, {"kind": "bot"}],
    }
    match, dice = Match.new(wish, ADA, 0.0, seed=4), random.Random(4)
    match.concede(ADA, 0, 1.0)
    while not match.over:
        seat = dice.choice(match.acting)
        match.play_for(seat, dice.choice(match.position.legal(seat).codes), 1.0)
    result = scene(match, ADA, None, 1.0)["result"]
    assert match.position.returns[0] == 1.0 and (result["winners"], set(result["returns"])) == ([], {-1.0})
    assert result["text"].startswith("Red wins") and result["text"].endswith(
        "Red gave up, so that's a loss all the same."
    )
    assert "gave up" not in scene(finished(match.game), ADA, None, 1.0)["result"]["text"]


def test_a_colour_that_nobody_plays_is_charted_too() -> None:
    wish = {"game": "theory", "options": {"players": 2}, "seats": [{"kind": "me"}, {"kind": "bot"}]}
    match = Match.new(wish, ADA, 0.0, seed=5)
    match.concede(ADA, 0, 1.0)
    chart = scene(match, ADA, None, 1.0)["chart"]
    assert len(chart["names"]) == len(set(chart["names"])) == 3 and sorted(chart["colours"]) == [0, 1, 2]
    assert {len(row) for row in chart["rows"]} == {3}


def test_hexentafl_is_charted_by_its_pieces() -> None:
    pos = pizzabox.load("hexentafl").start(seed=1)
    assert pos.game.words.course(pos.state) == (4, 6) != tuple(pos.scores)


@pytest.mark.parametrize(
    ("won", "points", "expected"),
    [
        (0b01, (30, 20), "The player with the most points wins."),
        (0b10, (30, 30), "Points are tied at 30, so the most slices eaten decide it: 5."),
        (0b11, (30, 30), "Points are tied, and so are the slices eaten, so they share the win."),
    ],
)
def test_pizzeria_breaks_ties_by_slices_eaten(
    monkeypatch: pytest.MonkeyPatch, won: int, points: tuple[int, ...], expected: str
) -> None:
    monkeypatch.setattr(pizzeria, "sums", lambda s: SimpleNamespace(points=points))
    s: Any = SimpleNamespace(won=won, bites=[4, 5])
    assert pizzeria.reason(s) == expected


@pytest.mark.parametrize(
    ("won", "hexes", "out", "expected"),
    [
        (0b01, (5, 4), 0, "the most hexes wins"),
        (0b01, (5, 5), 0, "Hexes are tied at 5, so the most pranked pieces decide it: 3."),
        (0b01, (5, 5), 0b10, "the most hexes wins"),
        (0b11, (5, 5), 0, "they share the win"),
    ],
)
def test_wars_breaks_ties_by_pieces_pranked(
    monkeypatch: pytest.MonkeyPatch, won: int, hexes: tuple[int, ...], out: int, expected: str
) -> None:
    monkeypatch.setattr(wars, "ended_by", lambda s: "W6.7")
    for module in (wars, wars_phrases):
        monkeypatch.setattr(module, "held", lambda s, p: hexes[p])
    s: Any = SimpleNamespace(won=won, players=2, out=out, taken=[3, 2], goal=[10, 10])
    assert expected in wars.reason(s)


@pytest.mark.parametrize(
    ("won", "placed", "tins", "expected"),
    [
        (0b01, [24, 3], [0, 0], "all 24 slices"),
        (0b01, [9, 3], [0, 5], "placed the most slices wins"),
        (0b10, [9, 9], [1, 5], "Slices placed are tied at 9, so the anchovies decide it: 5."),
        (0b11, [9, 9], [5, 5], "they share the win"),
        (0b0101, [24, 3, 24, 0], [0] * 4, "both trays"),
        (0b0101, [4, 3, 4, 0], [0] * 4, "placed the most slices wins"),
        (0b1010, [4, 3, 4, 5], [0, 1, 0, 1], "tied at 8, so the anchovies decide it: 2."),
    ],
)
def test_shark_breaks_ties_by_anchovies(won: int, placed: list[int], tins: list[int], expected: str) -> None:
    s: Any = SimpleNamespace(won=won, players=len(placed), placed=placed, tins=tins)
    assert expected in shark.reason(s)
