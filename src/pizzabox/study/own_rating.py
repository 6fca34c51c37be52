"""A person's rating: by the model of the bots' ladder, over games against bots whose ratings are taken as they are."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from pizzabox.bots import ratings
from pizzabox.bots.likelihood import ELO, MIDDLE, likeliest, parts_of_win
from pizzabox.table.match import Match
from pizzabox.table.seats import BOT

FEWEST = 8
"""With fewer games an interval says next to nothing."""
HARDLY = 300.0
"""A bot whose own rating is known no better than this is no measure."""
RARE = 0.05
FARTHEST = 4000.0


@dataclass(frozen=True)
class Counted:
    """One game that counts: the ratings of the others, and which part of the win each seat had, the own one first."""

    others: tuple[float, ...]
    won: tuple[float, ...]


@dataclass(frozen=True)
class OwnRating:
    """A rating with its 95% interval.

    With too few games nothing is known. Who has won every game has only a lower bound, who has lost every game only an
    upper one.
    """

    games: int
    rating: float | None = None
    low: float | None = None
    high: float | None = None

    def data(self) -> dict[str, Any]:
        return {**asdict(self), "missing": max(0, FEWEST - self.games)}


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
    fixed = {i: (other - MIDDLE) / ELO for other, i in number.items()}
    strengths, spread = likeliest(len(met) + 1, rows, [game.won for game in games], fixed)
    rating, error = MIDDLE + ELO * float(strengths[0]), 1.96 * ELO * math.sqrt(float(spread[0, 0]))
    return OwnRating(n, round(rating), round(rating - error), round(rating + error))


def _bound(games: Sequence[Counted], way: int) -> float:
    """The rating at which winning all of them (way 1), or losing all (-1), is as rare as one run in twenty."""
    near, far = -way * FARTHEST, way * FARTHEST
    for _ in range(60):
        middle = (near + far) / 2
        chances = (chance(middle, game.others) for game in games)
        if math.prod(p if way > 0 else 1 - p for p in chances) < RARE:
            near = middle
        else:
            far = middle
    return far


def chance(rating: float, others: Sequence[float]) -> float:
    """How likely a player of that rating wins against these."""
    return 1 / (1 + sum(math.exp((other - rating) / ELO) for other in others))


def known_well(rating: Mapping[str, float]) -> bool:
    """Whether a bot's rating is a measure for others."""
    return rating["high"] - rating["low"] <= 2 * HARDLY


def counted(match: Match, own: int) -> Counted | str:
    """A finished game as it counts for the rating of that seat, or why it does not.

    `several`: the person held other seats too; `people`: not all others are bots; `advised`: a hint, or a bot stood in;
    `partner`: a bot played on the same side; `position`: it began from a position set up by hand; `simpler`: the bots
    were not ready and simpler ones played; `unrated`: the bots have no rating with these rules that is known well.
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
    won, rated = parts_of_win(match.returns()), [one for one in found if one and known_well(one)]
    if not won or not rated or len(rated) < len(others):
        return "unrated"
    return Counted(tuple(one["rating"] for one in rated), (won[own], *(p for i, p in enumerate(won) if i != own)))
