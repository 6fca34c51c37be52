"""The ladder: how strong each level is, by games against its neighbours, with intervals."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from pizzabox.bots import levels
from pizzabox.bots.likelihood import ELO, MIDDLE, likeliest, parts_of_win
from pizzabox.engine.catalogue import Catalogue
from pizzabox.engine.errors import PizzaboxError
from pizzabox.engine.game import Game

from .win_shares import Outcome, WinShare

say = Catalogue(__package__)
PAIRS = (
    ("apprentice", "random"),
    ("greedy", "apprentice"),
    ("cook", "apprentice"),
    ("chef", "cook"),
    ("maestro", "chef"),
)
"""Who meets whom: each level the one below it, and the yardstick the apprentice."""
YARDSTICK = "greedy"


@dataclass(frozen=True)
class Rating:
    """Strength on the scale of chess: 400 points more win ten times as often. The yardstick is 1000."""

    rating: float
    low: float
    high: float
    games: int


@dataclass(frozen=True)
class Rung:
    """One match of the ladder."""

    upper: str
    lower: str
    result: WinShare


def fit(matches: Sequence[tuple[str, str, Sequence[Outcome]]]) -> dict[str, Rating]:
    """The likeliest strengths when a seat wins in proportion to exp(strength), with 95% intervals.

    A shared win counts in part for each, so that partners who win together count like one player. A weak pull towards
    the middle keeps a bot that never lost finite. An interval is that of the distance to the yardstick, which stands at
    1000.
    """
    names = sorted({name for pair in matches for name in pair[:2]}, key=_order)
    index = {name: i for i, name in enumerate(names)}
    rows, won, counts = [], [], dict.fromkeys(names, 0)
    for *pair, outcomes in matches:
        for outcome in outcomes:
            bots = [pair[number] for number in outcome.seating]
            part = parts_of_win(outcome.returns)
            if len(bots) > 1 and part:
                rows.append([index[name] for name in bots])
                won.append(part)
            for name in set(bots):
                counts[name] += 1
    strengths, spread = likeliest(len(names), rows, won)
    base = index.get(YARDSTICK, 0)
    found = {}
    for name, i in index.items():
        rating = MIDDLE + ELO * (strengths[i] - strengths[base])
        error = 1.96 * ELO * math.sqrt(max(0.0, spread[i, i] + spread[base, base] - 2.0 * spread[i, base]))
        found[name] = Rating(round(rating, 1), round(rating - error, 1), round(rating + error, 1), counts[name])
    return found


def _order(name: str) -> tuple[int, str]:
    known = levels()
    return (known.index(name) if name in known else len(known)), name


def data(rungs: Sequence[Rung], ratings: Mapping[str, Rating]) -> dict[str, Any]:
    """A ladder as plain data."""
    return {
        "levels": {name: asdict(rating) for name, rating in ratings.items()},
        "matches": [match_data(rung) for rung in rungs],
    }


def match_data(rung: Rung) -> dict[str, Any]:
    """One match as plain data."""
    numbers = {name: round(value, 4) for name, value in asdict(rung.result).items()}
    return {"upper": rung.upper, "lower": rung.lower, **numbers, "games": rung.result.games}


def published(path: Path) -> dict[str, Any]:
    """What is in the data file so far. Any other file is refused."""
    try:
        known = json.loads(path.read_bytes()) if path.exists() else {}
    except ValueError:
        known = None
    if not isinstance(known, dict):
        raise PizzaboxError(say("ladder.no_data", file=path))
    return known


def publish(path: Path, game: Game, part: str, made: Mapping[str, Any]) -> None:
    """Put one ladder or match of a game into the data file, leaving the others as they are."""
    known = published(path)
    known.setdefault(game.name, {}).setdefault(str(game.options), {})[part] = dict(made)
    fresh = path.with_suffix(".new")
    fresh.write_text(json.dumps(known, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    fresh.replace(path)
