"""How strong each level is: what the ladder found (`pizzabox lab ladder`), kept as data beside the bots."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any

from pizzabox.engine.game import Game

RATINGS = "ratings.json"


@cache
def known_ratings() -> dict[str, Any]:
    """Everything published: by game, then by its options as text."""
    found: dict[str, Any] = json.loads(files(__package__).joinpath(RATINGS).read_text(encoding="utf-8"))
    return found


def ratings(game: Game) -> dict[str, dict[str, float]]:
    """The published rating of each level with these options, with its interval; empty where there is none."""
    ladder = known_ratings().get(game.name, {}).get(str(game.options), {}).get("ladder", {})
    found: dict[str, dict[str, float]] = ladder.get("levels", {})
    return found
