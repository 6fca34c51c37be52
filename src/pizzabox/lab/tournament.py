"""Everybody against everybody: shares of wins for every pair of bots, and ratings from all games together."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from pathlib import Path

from pizzabox.engine.catalogue import Catalogue
from pizzabox.engine.errors import PizzaboxError, short
from pizzabox.engine.game import Game

from .balance import contest
from .ladder import Job, Rating, Rung, fit
from .match import Outcome, pairing
from .plan import Plan, Setup, planned, seatings
from .results import plan_of, scan

say = Catalogue(__package__)


def tournament_plan(game: Game, bots: Sequence[str], games: int, seed: int, seconds: float | None = None) -> Plan:
    """A match for every pair: every deal is played with the first bot at each seat in turn, and the other elsewhere."""
    if len(bots) < 2 or len(set(bots)) < len(bots):
        raise PizzaboxError(say("tournament.bots", bots=short(", ".join(bots))))
    if game.players < 2:
        raise PizzaboxError(say("tournament.alone", game=game.title))
    pairs = [pair[::-1] for pair in combinations(bots, 2)]
    setups = [Setup(f"{a} : {b}", game.options, seatings(game, a, b), games) for a, b in pairs]
    return planned(game.name, setups, seed=seed, seconds=seconds)


def match_plan(game: Game, first: str, second: str, games: int, seed: int, seconds: float | None = None) -> Plan:
    """One match; alone, each of the two plays the same deals."""
    setup = Setup(f"{first} : {second}", game.options, seatings(game, first, second), games)
    return planned(game.name, [setup], seed=seed, seconds=seconds)


def outcomes_of(path: Path) -> list[Outcome]:
    """The games of a match, the first bot as number 0."""
    plan = plan_of(path)
    rows = scan(path).select("row", "returns", "length").collect().iter_rows()
    numbers = pairing(plan.loaded(0).teams)
    return [Outcome(numbers[plan.row(row).seating], tuple(returns), length) for row, returns, length in rows]


def standings(path: Path) -> tuple[list[Rung], dict[str, Rating]]:
    """The matches and the ratings of a results file."""
    import polars as pl

    plan, rows = plan_of(path), scan(path)
    rungs, work, outcomes = [], [], []
    for which, (setup, start) in enumerate(zip(plan.setups, plan.starts, strict=True)):
        mine = rows.filter(pl.col("row").is_between(start, start + setup.games - 1))
        first, second = dict.fromkeys(setup.seatings[0])
        rungs.append(Rung(first, second, contest(plan.loaded(which), mine, first)))
        for bots, returns, length in mine.select("bots", "returns", "length").collect().iter_rows():
            seating = tuple(int(name != first) for name in bots)
            work.append(Job(plan.game, setup.options, (first, second), seating, 0, plan.seconds))
            outcomes.append(Outcome(seating, tuple(returns), length))
    names = list(dict.fromkeys(name for rung in rungs for name in (rung.lower, rung.upper)))
    ratings = fit(names, work, outcomes)
    return rungs, dict(sorted(ratings.items(), key=lambda one: -one[1].rating))
