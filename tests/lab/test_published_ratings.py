"""The published strengths (`bots/ratings.json`): complete, sound, and what the docs and the hints are drawn from.

Nothing is played here, so bots that have become weaker would pass. They play in `test_ladder.py` (each level against
the one below it, the maestro and the champion too) and in `bots/test_bots.py` (greedy against random).
"""

from __future__ import annotations

from pathlib import Path

import pytest

import pizzabox
from pizzabox.bots import adviser, known_ratings, levels, ratings, usual_ratings
from pizzabox.lab.ladder import PAIRS
from pizzabox.lab.strength_tables import BEGIN, END, strengths

COUNTS = {"theory": (2, 3), "pizzeria": (2, 3, 4, 5, 6), "wars": (2, 3), "hexentafl": (2,), "shark": (2, 3, 4)}
CHAMPIONS = [("theory", 2), ("theory", 3), ("pizzeria", 2), ("pizzeria", 3), ("wars", 2), ("wars", 3), ("hexentafl", 2)]
CHAMPIONS += [("shark", 2), ("shark", 3), ("shark", 4)]
CHEFS = [("pizzeria", 4), ("pizzeria", 5), ("pizzeria", 6)]
"""Whose hints each game with its usual options has, by its number of players."""
DOCS = Path(__file__).parents[2] / "docs" / "bots.md"


def test_every_game_and_number_of_players_has_published_ratings() -> None:
    assert set(known_ratings()) == set(COUNTS) == set(pizzabox.names())
    for name, counts in COUNTS.items():
        assert set(usual_ratings(name)) == set(counts)
        for players in counts:
            game = pizzabox.load(name, players=players)
            assert set(ratings(game)) | {"champion"} == set(levels()) and ratings(game)["greedy"]["rating"] == 1000
            made = known_ratings()[name][str(game.options)]["ladder"]
            assert [(one["upper"], one["lower"]) for one in made["matches"]] == list(PAIRS)
            assert made["date"] and made["command"].startswith(f"pizzabox lab ladder {name}") and made["machine"]
            fair = 1 / len(set(game.teams))
            for one in made["matches"]:
                assert one["low"] <= one["share"] <= one["high"] and one["fair"] == pytest.approx(fair, abs=1e-4)


def test_each_level_is_published_as_stronger_than_the_one_below() -> None:
    """The whole interval lies above the fair share; where there is no luck, at least seven games of ten were won."""
    for name, counts in COUNTS.items():
        for players in counts:
            made = known_ratings()[name][str(pizzabox.load(name, players=players).options)]["ladder"]
            for one in made["matches"]:
                assert one["low"] > one["fair"], (name, players, one["upper"])
                assert one["share"] >= 0.7 or (name, players) not in (("wars", 2), ("hexentafl", 2))


@pytest.mark.parametrize(
    ("name", "players", "other"),
    [
        ("theory", 3, "greedy"),
        ("theory", 3, "textbook"),
        ("pizzeria", 4, "greedy"),
        ("pizzeria", 4, "textbook"),
        ("wars", 2, "greedy"),
        ("wars", 2, "textbook"),
        ("wars", 3, "greedy"),
        ("wars", 3, "textbook"),
        ("shark", 2, "greedy"),
        ("shark", 2, "textbook"),
        ("hexentafl", 2, "greedy"),
        ("hexentafl", 2, "textbook"),
    ],
)
def test_the_maestro_is_published_as_stronger_than_the_yardsticks(name: str, players: int, other: str) -> None:
    one = known_ratings()[name][str(pizzabox.load(name, players=players).options)][f"maestro {other}"]
    assert one["games"] >= 400 and one["low"] <= one["share"] <= one["high"] and one["seconds"] > 0
    assert one["command"].startswith(f"pizzabox lab match {name} maestro {other}") and one["date"]
    assert one["low"] > one["fair"]
    if (name, players) in (("wars", 2), ("hexentafl", 2)):
        assert one["share"] >= 0.8
    if players == 3:
        assert one["share"] >= 1.6 * one["fair"]


@pytest.mark.parametrize(
    ("name", "players"),
    [
        *(("theory", 2), ("theory", 3), ("pizzeria", 2), ("pizzeria", 3), ("wars", 2), ("wars", 3)),
        *(("hexentafl", 2), ("shark", 2), ("shark", 3), ("shark", 4)),
    ],
)
def test_the_net_alone_is_published_as_stronger_than_greedy(name: str, players: int) -> None:
    """Wherever the box has a net."""
    one = known_ratings()[name][str(pizzabox.load(name, players=players).options)]["net greedy"]
    assert one["games"] >= 400 and one["fair"] < one["low"] <= one["share"] <= one["high"]
    assert one["command"].startswith(f"pizzabox lab match {name} net greedy") and one["date"]


def test_hints_follow_what_is_published() -> None:
    """The champion gives them wherever it was measured to beat the maestro."""
    advised = {
        (name, n): adviser(pizzabox.load(name, players=n)) for name in known_ratings() for n in usual_ratings(name)
    }
    assert advised == dict.fromkeys(CHAMPIONS, "champion") | dict.fromkeys(CHEFS, "chef")


def test_the_tables_of_the_docs_are_those_of_the_data() -> None:
    """`pizzabox lab tables` prints them."""
    text = DOCS.read_text(encoding="utf-8")
    assert text[text.index(BEGIN) : text.index(END) + len(END)] == strengths(known_ratings())
