"""How strong each level is: what the ladder found (`pizzabox lab ladder`), kept as data beside the bots."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from math import isfinite
from typing import Any

from pizzabox.engine import game_files
from pizzabox.engine.errors import PizzaboxError
from pizzabox.engine.game import Game
from pizzabox.engine.registry import find

RATINGS = "ratings.json"
MOST_PLAYERS = 6
HARDLY = 300.0
"""A rating that is known no better than this says little about a bot, and is not shown."""


@cache
def known_ratings() -> dict[str, Any]:
    """Everything published: by game, then by its options as text."""
    found: dict[str, Any] = json.loads(files(__package__).joinpath(RATINGS).read_text(encoding="utf-8"))
    return found


def ratings(game: Game) -> dict[str, dict[str, float]]:
    """The published rating of each level with these options, with its interval; empty where there is none."""

    def levels() -> dict[str, dict[str, float]]:
        found: dict[str, dict[str, float]] = _published(game).get("ladder", {}).get("levels", {})
        for bot, rating in found.items():
            if not all(isfinite(rating[name]) for name in ("rating", "low", "high")):
                raise ValueError(f"the rating of {bot} is no number")
        return found

    return game_files.attempt(game, RATINGS, levels, {})


def proven(game: Game, upper: str, lower: str) -> bool:
    """Whether a published match of two levels with these options says that the first is stronger: even the low end of
    the interval of its share is above the fair one."""

    def surely() -> bool:
        match = _published(game).get(f"{upper} {lower}")
        return match is not None and bool(match["low"] > match["fair"])

    return game_files.attempt(game, RATINGS, surely, False)


def _published(game: Game) -> dict[str, Any]:
    """All that is published of a game with these options; one of another package has it beside its rules."""
    rows = known_ratings() if game.name in known_ratings() else game_files.rows(game, RATINGS)
    found: dict[str, Any] = {} if rows is None else rows.get(game.name, {}).get(str(game.options), {})
    return found


def known_well(rating: Mapping[str, float]) -> bool:
    """Whether a rating is known well enough to be shown."""
    return rating["high"] - rating["low"] <= 2 * HARDLY


@cache
def usual_ratings(name: str) -> dict[int, dict[str, dict[str, float]]]:
    """The ratings of a game with its usual options, by the number of players."""
    found = {}
    game = find(name)
    for count in range(1, MOST_PLAYERS + 1):
        try:
            known = ratings(game.with_options(players=count))
        except PizzaboxError:
            continue
        if known:
            found[count] = known
    return found
