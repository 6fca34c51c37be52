"""Bots against bots: a match, a ladder, everybody against everybody. Each is a plan with a part for every pair."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, combinations
from pathlib import Path

from pizzabox.engine.catalogue import Catalogue
from pizzabox.engine.errors import PizzaboxError, short
from pizzabox.engine.game import Game

from .experiment import parts
from .ladder import PAIRS, Rating, Rung, fit
from .plan import Plan, Setup, planned, seatings
from .rows import PlayedRows
from .win_shares import Outcome, pairing, share
from .workers import Progress, Workers

say = Catalogue(__package__)


def match_plan(
    game: Game, first: str, second: str, games: int, seed: int, seconds: float | None = None, *, opening: int = 0
) -> Plan:
    """One match; alone, each of the two plays the same deals. `opening`: so many first moves are drawn."""
    return _pairs_plan(game, [(first, second)], [games], seed, seconds, opening)


def ladder_plan(
    game: Game,
    games: int,
    seed: int,
    seconds: float | None = None,
    *,
    pairs: Sequence[tuple[str, str]] = PAIRS,
    fewer: int | None = None,
    opening: int = 0,
) -> Plan:
    """A match of each level against the one below it; `fewer` is how many games those of the maestro have."""
    if not pairs:
        raise PizzaboxError(say("tournament.rungs"))
    counts = [fewer or games if "maestro" in pair else games for pair in pairs]
    return _pairs_plan(game, pairs, counts, seed, seconds, opening)


def tournament_plan(
    game: Game, bots: Sequence[str], games: int, seed: int, seconds: float | None = None, *, opening: int = 0
) -> Plan:
    """A match for every pair: every deal is played with the first bot at each seat in turn, and the other elsewhere."""
    if len(bots) < 2 or len(set(bots)) < len(bots):
        raise PizzaboxError(say("tournament.bots", bots=short(", ".join(bots))))
    if game.players < 2:
        raise PizzaboxError(say("tournament.alone", game=game.title))
    pairs = [(b, a) for a, b in combinations(bots, 2)]
    return _pairs_plan(game, pairs, [games] * len(pairs), seed, seconds, opening)


def _pairs_plan(
    game: Game,
    pairs: Sequence[tuple[str, str]],
    counts: Sequence[int],
    seed: int,
    seconds: float | None,
    opening: int,
) -> Plan:
    setups = [
        Setup(f"{a} : {b}", game.options, seatings(game, a, b), count, opening)
        for (a, b), count in zip(pairs, counts, strict=True)
    ]
    return planned(game.name, setups, seed=seed, seconds=seconds)


def play_outcomes(plan: Plan, workers: Workers | None = None, progress: Progress | None = None) -> list[Outcome]:
    """Play a plan of matches without keeping anything but who won."""
    return list(chain.from_iterable(parts(plan, outcomes_of_rows, workers, progress)))


def outcomes_of_rows(played: PlayedRows) -> list[Outcome]:
    """The games of played rows, the first bot of a pair as number 0."""
    numbers = pairing(played.game.teams)
    found = zip(played.rows, played.returns.tolist(), played.length.tolist(), strict=True)
    return [Outcome(numbers[row.seating], tuple(returns), length) for row, returns, length in found]


def outcomes_of(path: Path) -> list[Outcome]:
    """The games of a results file, row by row, the first bot of a pair as number 0."""
    from .results import plan_of, scan

    plan = plan_of(path)
    numbers = pairing(plan.loaded(0).teams)
    rows = scan(path).select("row", "returns", "length").collect().iter_rows()
    return [Outcome(numbers[plan.row(row).seating], tuple(returns), length) for row, returns, length in rows]


def measured(plan: Plan, outcomes: Sequence[Outcome]) -> tuple[list[Rung], dict[str, Rating]]:
    """The matches of a plan of pairs, and the ratings from all of its games together, the weakest bot first."""
    matches = []
    for setup, start in zip(plan.setups, plan.starts, strict=True):
        first, second = _pair(setup)
        matches.append((first, second, outcomes[start : start + setup.games]))
    rungs = [Rung(first, second, share(games)) for first, second, games in matches]
    return rungs, fit(matches)


def _pair(setup: Setup) -> tuple[str, str]:
    """The two bots of a match: each deal begins with the first one at the first seat."""
    return setup.seatings[0][0], setup.seatings[1][0]


def standings(path: Path) -> tuple[list[Rung], dict[str, Rating]]:
    """The matches and the ratings of a results file, the strongest bot first."""
    from .results import plan_of

    rungs, ratings = measured(plan_of(path), outcomes_of(path))
    return rungs, dict(sorted(ratings.items(), key=lambda one: -one[1].rating))
