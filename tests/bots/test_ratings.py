"""What is published of the levels: when it proves that one is stronger, and whose hints follow from that."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest

import pizzabox
from pizzabox.bots import adviser, known_ratings, usual_ratings
from pizzabox.bots.ratings import proven

THEORY = pizzabox.load("theory", players=2)
CHAMPIONS = [("theory", 2), ("theory", 3), ("pizzeria", 2), ("pizzeria", 3), ("wars", 2), ("wars", 3), ("hexentafl", 2)]
CHAMPIONS += [("shark", 2), ("shark", 3), ("shark", 4)]
CHEFS = [("pizzeria", 4), ("pizzeria", 5), ("pizzeria", 6)]
"""Whose hints each game with its usual options has, by its number of players."""


def publish(monkeypatch: pytest.MonkeyPatch, **match: float) -> None:
    """As if this were the only match ever published."""
    made: dict[str, Any] = {"theory": {str(THEORY.options): {"champion maestro": match}}}
    monkeypatch.setattr(import_module("pizzabox.bots.ratings"), "known_ratings", lambda: made)


@pytest.mark.parametrize(
    ("low", "fair", "better"), [(0.51, 0.5, True), (0.5, 0.5, False), (0.49, 0.5, False), (0.34, 0.33, True)]
)
def test_a_level_is_proven_by_the_low_end_of_its_interval(
    monkeypatch: pytest.MonkeyPatch, low: float, fair: float, better: bool
) -> None:
    publish(monkeypatch, low=low, share=0.6, high=0.7, fair=fair)
    assert proven(THEORY, "champion", "maestro") is better
    assert adviser(THEORY) == ("champion" if better else "chef")


def test_a_match_proves_nothing_of_others(monkeypatch: pytest.MonkeyPatch) -> None:
    publish(monkeypatch, low=0.6, share=0.7, high=0.8, fair=0.5)
    assert proven(THEORY, "champion", "maestro")
    assert not proven(THEORY, "maestro", "champion") and not proven(THEORY, "champion", "greedy")
    for other in (pizzabox.load("theory"), pizzabox.load("theory", players=2, cap=4), pizzabox.load("hexentafl")):
        assert not proven(other, "champion", "maestro") and adviser(other) == "chef"


def test_hints_follow_what_is_published() -> None:
    """The champion gives them wherever it was measured to beat the maestro."""
    advised = {
        (name, n): adviser(pizzabox.load(name, players=n)) for name in known_ratings() for n in usual_ratings(name)
    }
    assert advised == dict.fromkeys(CHAMPIONS, "champion") | dict.fromkeys(CHEFS, "chef")
    assert adviser(pizzabox.load("theory", cap=4)) == adviser(pizzabox.load("hexentafl", size=5)) == "chef"
