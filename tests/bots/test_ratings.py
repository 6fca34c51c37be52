"""When a published match proves that one level is stronger than another, and whose hints follow from that."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest

import pizzabox
from pizzabox.bots import adviser, ratings
from pizzabox.bots.ratings import proven

THEORY = pizzabox.load("theory", players=2)


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


def test_what_was_never_measured_has_no_rating_and_proves_nothing() -> None:
    assert ratings(pizzabox.load("theory", cap=3)) == {}
    assert adviser(pizzabox.load("theory", cap=4)) == adviser(pizzabox.load("hexentafl", size=5)) == "chef"
