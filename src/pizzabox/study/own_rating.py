"""A person's rating: by the model of the bots' ladder, over games against bots whose ratings are known as well as it
found them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pizzabox.bots import ratings
from pizzabox.bots.likelihood import ELO, MIDDLE, likeliest, parts_of_win
from pizzabox.bots.ratings import HARDLY
from pizzabox.table.match import Match
from pizzabox.table.seats import BOT

FEWEST = 8
"""With fewer games an interval says next to nothing."""
RARE = 0.05
FARTHEST = 8000.0
NORMAL = 1.96
"""How many standard errors reach to either end of a 95% interval."""
DRAWS = 400
"""How often the ratings of bots are drawn from what they may be."""


@dataclass(frozen=True, order=True)
class Rated:
    """A bot's rating with its standard error."""

    rating: float
    error: float = 0.0


@dataclass(frozen=True)
class Counted:
    """One game that counts: how the others are rated, and which part of the win each seat had, their own first."""

    others: tuple[Rated, ...]
    won: tuple[float, ...]


@dataclass(frozen=True)
class OwnRating:
    """A rating with its 95% interval.

    With too few games nothing is known. A player who has won every game has only a lower bound, and one who has lost
    every game only an upper one. `rough`: the interval is too wide to say much, perhaps because the bots' own are.
    """

    games: int
    rating: float | None = None
    low: float | None = None
    high: float | None = None

    def data(self) -> dict[str, Any]:
        rough = self.low is not None and self.high is not None and self.high - self.low > 2 * HARDLY
        return {**asdict(self), "missing": max(0, FEWEST - self.games), "rough": rough}


def own_rating(games: Sequence[Counted]) -> OwnRating:
    """The rating these games show."""
    n = len(games)
    if n < FEWEST:
        return OwnRating(n)
    if all(game.won[0] == 1 for game in games):
        return OwnRating(n, low=round(_bound(games, +1)))
    if all(game.won[0] == 0 for game in games):
        return OwnRating(n, high=round(_bound(games, -1)))
    met = sorted({other for game in games for other in game.others})
    number = {other: i for i, other in enumerate(met, start=1)}
    rows = [[0, *(number[other] for other in game.others)] for game in games]
    known = {i: ((other.rating - MIDDLE) / ELO, other.error / ELO) for other, i in number.items()}
    strengths, spread = likeliest(len(met) + 1, rows, [game.won for game in games], known)
    rating, error = MIDDLE + ELO * float(strengths[0]), NORMAL * ELO * math.sqrt(float(spread[0, 0]))
    return OwnRating(n, round(rating), round(rating - error), round(rating + error))


def _bound(games: Sequence[Counted], way: int) -> float:
    """The rating at which winning all of them (way 1), or losing all (-1), is as rare as one run in twenty, over all
    that the others' ratings may be."""
    met = sorted({other for game in games for other in game.others})
    dice = np.random.default_rng(1)
    drawn = {one: one.rating + one.error * dice.standard_normal(DRAWS) for one in met}
    tables = [np.array([drawn[other] for other in game.others]) for game in games]
    near, far = -way * FARTHEST, way * FARTHEST
    for _ in range(60):
        middle = (near + far) / 2
        won = np.array([chance(middle, others) for others in tables])
        if np.prod(won if way > 0 else 1 - won, axis=0).mean() < RARE:
            near = middle
        else:
            far = middle
    return far


def chance(rating: float, others: ArrayLike) -> np.float64 | NDArray[np.float64]:
    """How likely a player of that rating wins against these; of several draws of their ratings, in each."""
    won: np.float64 | NDArray[np.float64] = 1 / (1 + np.exp((np.asarray(others) - rating) / ELO).sum(axis=0))
    return won


def counted(match: Match, own: int) -> Counted | str:
    """A finished game as it counts for the rating of that seat, or why it does not.

    `several`: the person held other seats too; `people`: not all others are bots; `advised`: a hint, or a bot stood in;
    `partner`: a bot played on the same side; `position`: it began from a position set up by hand; `simpler`: the bots
    were not ready and simpler ones played; `unrated`: the bots have no rating with these rules.
    """
    others = [seat for i, seat in enumerate(match.seats) if i != own]
    known = ratings(match.game)
    found = [known.get(seat.bot or "") for seat in others]
    problems = {
        "several": len(match.owned(match.seats[own].owner)) > 1,
        "people": any(seat.kind != BOT for seat in others),
        "advised": own in match.advised,
        "partner": match.game.teams.count(match.game.teams[own]) > 1,
        "position": match.position.seed is None,
        "simpler": match.simpler_bots,
    }
    for reason, holds in problems.items():
        if holds:
            return reason
    won, rated = parts_of_win(match.returns()), [_rated(one) for one in found if one]
    if not won or not rated or len(rated) < len(others):
        return "unrated"
    return Counted(tuple(rated), (won[own], *(p for i, p in enumerate(won) if i != own)))


def _rated(rating: dict[str, float]) -> Rated:
    return Rated(rating["rating"], (rating["high"] - rating["low"]) / (2 * NORMAL))
