"""Chance and secrets of Pizza Theory: who is first, and the worlds a viewer may think of."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, product
from typing import Any

import pytest

import pizzabox
from pizzabox.engine.position import Position
from pizzabox.games.theory.rules import CUT

COLOURS = ("red", "green", "white")
TABLES: list[dict[str, Any]] = [{"players": 3}, *({"players": 2, "unselected": colour} for colour in COLOURS)]

EACH = 40
"""How often each world should come up."""


@pytest.mark.rule("T1.5", "T5.2")
@pytest.mark.parametrize("unselected", [None, *COLOURS])
def test_the_colour_named_first_begins_and_holds_1st(unselected: str | None) -> None:
    """Also the colours after the unselected one, whose seats have other numbers than their colours."""
    for first in COLOURS:
        if first == unselected:
            with pytest.raises(pizzabox.BadOption, match="nobody plays that colour"):
                pizzabox.load("theory", players=2, unselected=unselected, first=first)
            continue
        options: dict[str, Any] = {"players": 2, "unselected": unselected} if unselected else {"players": 3}
        game = pizzabox.load("theory", first=first, **options)
        for seed in range(3):
            pos = game.start(seed=seed)
            assert [game.seats[p] for p in pos.actors] == [first]
            assert [COLOURS[c] for c in range(3) if pos.state.label[c] == 0] == [first]
            assert pos.view().prompt == f"{first.capitalize()} adds a topping."
            order = []
            while pos.state.phase == 0:
                order.append(game.seats[pos.actors[0]])
                pos.play(pos.legal()[0])
            turn = COLOURS.index(first)
            assert order == [c for c in (*COLOURS[turn:], *COLOURS[:turn]) if c != unselected]


@pytest.mark.rule("T1.5", "T5.2")
@pytest.mark.parametrize("options", TABLES, ids=str)
def test_every_player_begins_as_often(options: dict[str, Any]) -> None:
    game = pizzabox.load("theory", **options)
    counts = Counter(game.seats[game.start(seed=seed).actors[0]] for seed in range(900))
    assert set(counts) == set(game.seats)
    assert min(counts.values()) > 0.85 * 900 / game.players


def sealed_positions(options: dict[str, Any]) -> list[tuple[Position, tuple[int, ...]]]:
    """A table at the cuts in which some have chosen: every combination of players and choices."""
    game = pizzabox.load("theory", **options)
    pos = game.start(seed=7)
    while pos.state.phase != CUT:
        pos.play(pos.legal()[0])
    made = []
    for n in range(game.players):
        for who in combinations(range(game.players), n):
            trial = pos.copy()
            for player in who:
                trial.play(f"cut {player + 4}", player)
            made.append((trial, who))
    return made


@pytest.mark.rule("T3.1", "T5.3")
@pytest.mark.parametrize("options", TABLES, ids=str)
def test_a_viewer_thinks_of_every_hidden_cut_alike(options: dict[str, Any]) -> None:
    """All combinations of what is hidden come up, equally often and whatever the others are; all else is known."""
    met = set()
    for pos, who in sealed_positions(options):
        for viewer in range(-1, pos.game.players):
            view = pos.view(viewer)
            hidden = [pos.game.colours[player] for player in who if player != viewer]
            worlds = 6 ** len(hidden)
            met.add(len(hidden))
            counts = Counter[tuple[int, ...]]()
            for seed in range(EACH * worlds):
                world = view.guess(seed).state
                counts[tuple(world.cut[c] for c in hidden)] += 1
                if seed < 10:
                    known = world.copy()
                    for c in hidden:
                        known.cut[c] = pos.state.cut[c]
                    known.rng = pos.state.rng
                    assert bytes(known) == bytes(pos.state), "what is not hidden is as it is"
            assert set(counts) <= set(product(range(1, 7), repeat=len(hidden)))
            if worlds > 1:
                assert len(counts) == worlds
                surprise = sum((n - EACH) ** 2 / EACH for n in counts.values())
                assert surprise < worlds + 4 * (2 * worlds) ** 0.5, "chi-square, four standard deviations"
    assert met == set(range(pos.game.players))
