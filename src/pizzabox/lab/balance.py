"""Is a game fair, is it skill, how does it go? Numbers from the rows of a results file, and no other source.

    found = balance(Path("theory-balance.parquet"))
    found.sides[0].share

`balance` plays games of equal bots (the part `balance`), smaller matches between unequal ones (`skill`), and some games
with every option changed (`house`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import NormalDist
from typing import Any

import polars as pl

from pizzabox.bots import ratings
from pizzabox.engine.errors import BadOption
from pizzabox.engine.game import Game
from pizzabox.engine.options import Choice, Number, Option, Value

from .plan import Bots, Plan, Setup, planned, seatings
from .players import KERNELS
from .results import plan_of, scan
from .win_shares import WinShare, wilson

BALANCE, SKILL, HOUSE = "balance", "skill", "house"
SKILL_PART = 20
"""For every so many games of equal bots there is one of each match between unequal ones …"""
LEAST_SKILL, MOST_SKILL = 100, 2000
"""… but no fewer and no more than these."""
HOUSE_PART = 50
"""The same for every other value of an option …"""
LEAST_HOUSE, MOST_HOUSE = 100, 500
"""… within these."""
OPENINGS = 12
"""How many first moves are listed."""
RARE = 0.01
"""First moves that are played less often say nothing."""
FEW = 200
"""Nothing is said of a subject that sets one side apart in fewer games."""
SURE = 0.95
BINS = 24


@dataclass(frozen=True)
class Spread:
    """How a number is distributed."""

    mean: float
    low: float
    quarter: float
    median: float
    three_quarters: float
    high: float
    """`low` and `high` have one in ten below and above."""


@dataclass(frozen=True)
class Side:
    """A seat, or the seats of partners: what part of the games it wins."""

    seats: tuple[int, ...]
    share: WinShare
    score: float
    """What its seats score on average at the end."""


@dataclass(frozen=True)
class Opening:
    """A first move: how often it is played, and what part of the games it wins."""

    move: str
    games: int
    share: WinShare


@dataclass(frozen=True)
class Subject:
    """Something players have or do: what part of the games the side with the most of it wins."""

    name: str
    share: WinShare
    """Against what the seats of these sides win in all games; its interval allows for the number of subjects."""

    @property
    def matters(self) -> bool:
        """Whether chance alone hardly explains it."""
        return not self.share.low <= self.share.fair <= self.share.high


@dataclass(frozen=True)
class Contest:
    """One bot against another."""

    better: str
    other: str
    share: WinShare
    gap: float | None
    """How much stronger it is by the published ratings, if both have one."""


@dataclass(frozen=True)
class Balance:
    """What the games of one set of options and bots say."""

    game: Game
    bots: tuple[Bots, ...]
    games: int
    sides: tuple[Side, ...]
    first: WinShare | None
    """What the first player to move wins; nothing where that is always the same seat."""
    shared: float
    """The part of the games that more than one side wins."""
    lost: float
    """The part of the games that nobody wins."""
    length: Spread
    lengths: tuple[tuple[float, float, int], ...]
    """From, below, how many games."""
    winning: tuple[tuple[float, float, int], ...]
    """The scores of winners in the same form, …"""
    losing: tuple[tuple[float, float, int], ...]
    """… and of all others."""
    changes: Spread
    lead_changes: tuple[tuple[int, int], ...]
    """How many games had so many lead changes."""
    decided: Spread | None
    """When the winner leads for good, as a part of the game."""
    turned: float
    """Share of games won by a side that wasn't yet ahead for good at half-time."""
    openings: tuple[Opening, ...]
    subjects: tuple[Subject, ...]
    """The most decisive first."""
    faults: int

    @property
    def contested(self) -> bool:
        """Whether there are sides to be fair to: a player alone has no rival."""
        return len(self.sides) > 1

    @property
    def unfairness(self) -> float:
        """How far the share of a side, or of the first to move, is from the fair one at most, as a part of that."""
        return abs(self._least_fair.ratio - 1.0) if self.contested else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Its 95% interval. Where it begins below 0, it may be the other way round."""
        share = self._least_fair
        if not self.contested or not share.fair:
            return self.unfairness, self.unfairness
        low, high = share.low / share.fair - 1.0, share.high / share.fair - 1.0
        return (low, high) if share.ratio > 1.0 else (-high, -low)

    @property
    def margin(self) -> float:
        """How far off it may be: the way to the farther end of that. Near 0 and 1 the two ends aren't equally far."""
        low, high = self.interval
        return max(self.unfairness - low, high - self.unfairness)

    @property
    def _least_fair(self) -> WinShare:
        shares = [*(side.share for side in self.sides), *([self.first] if self.first else [])]
        return max(shares, key=lambda share: abs(share.ratio - 1.0))


def balance_plan(game: Game, bots: Sequence[str], games: int, seed: int, seconds: float | None = None) -> Plan:
    """Games of these bots at all seats in turn; where they are kernels, matches between unequal ones and games with
    other options too."""
    setups = [Setup(BALANCE, game.options, rotated(game, bots), games)]
    if set(bots) <= set(KERNELS) and game.players > 1:
        count = min(max(LEAST_SKILL, games // SKILL_PART), MOST_SKILL)
        names = list(KERNELS)
        pairs = [(names[j], names[i]) for i in range(len(names)) for j in range(i + 1, len(names))]
        setups += [Setup(SKILL, game.options, seatings(game, *pair), count) for pair in pairs]
        count = min(max(LEAST_HOUSE, games // HOUSE_PART), MOST_HOUSE)
        setups += [Setup(HOUSE, other.options, rotated(other, bots), count) for other in house_values(game)]
    return planned(game.name, setups, seed=seed, seconds=seconds)


def house_values(game: Game) -> list[Game]:
    """The game with one option changed at a time; values that do not go with the others are left out."""
    found = []
    for option in game.declared:
        if option.name == "players" or not game.options.applies(option):
            continue
        for value in other_values(option, game.options[option.name]):
            try:
                found.append(game.with_options(**{**game.options, option.name: value}))
            except BadOption:
                continue
    return found


def other_values(option: Option, now: Value) -> list[Value]:
    """All other words of a choice, the other way of a switch; of a number its half and its double, within bounds.

    So a number that is 0, which often means that something is off, stays.
    """
    if isinstance(option, Choice):
        return [word for word, code in option.codes.items() if code != option.codes[str(now)]]
    if isinstance(option, Number):
        near = (max(option.low, int(now) // 2), min(option.high, 2 * int(now)))
        return [value for value in near if value != now]
    return [not now]


def rotated(game: Game, bots: Sequence[str]) -> tuple[Bots, ...]:
    """The same bots at the seats in turn; one name stands for all seats."""
    all_bots = tuple(bots) * game.players if len(bots) == 1 else tuple(bots)
    turns = (all_bots[i:] + all_bots[:i] for i in range(len(all_bots)))
    return tuple(dict.fromkeys(turns))


def balance(path: Path) -> Balance:
    """The numbers of a results file."""
    plan = plan_of(path)
    which = next((i for i, setup in enumerate(plan.setups) if setup.part == BALANCE), 0)
    return of_setup(plan, which, scan(path))


def skill(path: Path) -> list[Contest]:
    """The matches between unequal bots."""
    plan, rows = plan_of(path), scan(path)
    found = []
    for which, setup in enumerate(plan.setups):
        if setup.part == SKILL:
            game = plan.loaded(which)
            better, other = dict.fromkeys(setup.seatings[0])
            known = ratings(game)
            both = better in known and other in known
            gap = known[better]["rating"] - known[other]["rating"] if both else None
            found.append(Contest(better, other, contest(game, _rows_of(plan, which, rows), better), gap))
    return sorted(found, key=lambda one: one.share.ratio)


def house(path: Path) -> list[Balance]:
    """The numbers of the games with one option changed."""
    plan, rows = plan_of(path), scan(path)
    return [of_setup(plan, which, rows) for which, setup in enumerate(plan.setups) if setup.part == HOUSE]


def contest(game: Game, rows: pl.LazyFrame, name: str) -> WinShare:
    """What part of the wins one bot took, wherever it sat, against its fair part."""
    mine = pl.sum_horizontal(
        pl.when(pl.col("bots").list.get(p) == name).then(_won(p)).otherwise(0.0) for p in range(game.players)
    )
    places = pl.sum_horizontal((pl.col("bots").list.get(p) == name).cast(pl.Float64) for p in range(game.players))
    found = (
        rows.select(share=mine.mean(), fair=(places / game.players).mean(), games=pl.len())
        .collect(engine="streaming")
        .to_dicts()[0]
    )
    return _share(found["share"], found["fair"], found["games"])


def of_setup(plan: Plan, which: int, all_rows: pl.LazyFrame) -> Balance:
    """The numbers of one setup."""
    game, setup = plan.loaded(which), plan.setups[which]
    rows = _rows_of(plan, which, all_rows)
    sides = [tuple(p for p in range(game.players) if game.teams[p] == t) for t in dict.fromkeys(game.teams)]
    winning_sides = pl.sum_horizontal(pl.col("winners").list.contains(seats[0]).cast(pl.Int32) for seats in sides)
    when = pl.col("decided") / pl.col("length")
    summary = rows.select(
        games=pl.len(),
        **{f"share{i}": _won(*seats).mean() for i, seats in enumerate(sides)},
        **{
            f"score{i}": pl.mean_horizontal(pl.col("scores").list.get(p).cast(pl.Float64) for p in seats).mean()
            for i, seats in enumerate(sides)
        },
        first=_first_won(sides).mean(),
        shared=(winning_sides > 1).mean(),
        lost=(winning_sides == 0).mean(),
        turned=(when > 0.5).sum() / pl.len(),
        movers=pl.col("first").n_unique(),
        known=pl.col("decided").is_not_null().sum(),
        faults=pl.col("faults").sum(),
    )
    one = summary.collect(engine="streaming").to_dicts()[0]
    games = one["games"]
    fair = sum(one[f"share{i}"] for i in range(len(sides))) / len(sides) if len(sides) > 1 else 0.0
    changes = rows.group_by("lead_changes").len().sort("lead_changes").collect(engine="streaming")
    scores = rows.select(pl.col("scores"), pl.col("winners"), seat=pl.int_ranges(0, game.players)).explode(
        "scores", "seat"
    )
    won = pl.col("winners").list.contains(pl.col("seat").cast(pl.Int8))
    return Balance(
        game=game,
        bots=setup.seatings,
        games=games,
        sides=tuple(
            Side(seats, _share(one[f"share{i}"], fair, games), one[f"score{i}"]) for i, seats in enumerate(sides)
        ),
        first=_share(one["first"], fair, games) if len(sides) > 1 and one["movers"] > 1 else None,
        shared=one["shared"],
        lost=one["lost"],
        length=_spread(rows, pl.col("length")),
        lengths=_histogram(rows, "length"),
        winning=_histogram(scores.filter(won), "scores", among=scores),
        losing=_histogram(scores.filter(~won), "scores", among=scores),
        changes=_spread(rows, pl.col("lead_changes")),
        lead_changes=tuple((int(a), int(b)) for a, b in changes.iter_rows()),
        decided=_spread(rows, when) if one["known"] else None,
        turned=one["turned"],
        openings=_openings(plan, which, rows, games, fair, sides),
        subjects=_subjects(game, sides, rows, [one[f"share{i}"] for i in range(len(sides))]),
        faults=one["faults"],
    )


def _rows_of(plan: Plan, which: int, rows: pl.LazyFrame) -> pl.LazyFrame:
    start = plan.starts[which]
    return rows.filter(pl.col("row").is_between(start, start + plan.setups[which].games - 1))


def _won(*seats: int) -> pl.Expr:
    """The part of the win that some seats have together: partners share theirs."""
    return pl.sum_horizontal((1.0 + pl.col("returns").list.get(seat)) / 2.0 for seat in seats)


def _first_won(sides: Sequence[tuple[int, ...]]) -> pl.Expr:
    """The part of the win of the side that moved first."""
    return pl.sum_horizontal(pl.when(pl.col("first").is_in(seats)).then(_won(*seats)).otherwise(0.0) for seats in sides)


def _share(part: float, fair: float, games: int, among: int = 1) -> WinShare:
    """With an interval that holds for all of so many shares together as surely as one of 95% for one of them.

    That is Bonferroni's: of many shares some would lie outside of their own 95% by chance alone.
    """
    z = NormalDist().inv_cdf(1.0 - (1.0 - SURE) / 2.0 / among)
    return WinShare(part, *wilson(part, games, z), fair, games)


def _spread(rows: pl.LazyFrame, number: pl.Expr) -> Spread:
    points = {"low": 0.1, "quarter": 0.25, "median": 0.5, "three_quarters": 0.75, "high": 0.9}
    asked = rows.select(
        number.mean().alias("mean"), *(number.quantile(q, "linear").alias(name) for name, q in points.items())
    )
    return Spread(
        **{name: float(value or 0.0) for name, value in asked.collect(engine="streaming").to_dicts()[0].items()}
    )


def _histogram(
    rows: pl.LazyFrame, column: str, among: pl.LazyFrame | None = None
) -> tuple[tuple[float, float, int], ...]:
    """Whole numbers in bins of equal width: from, below, how many.

    The bins are laid over all numbers `among` which these are, so that their parts can stand in one drawing.
    """
    whole = rows if among is None else among
    ends = whole.select(low=pl.col(column).min(), high=pl.col(column).max()).collect(engine="streaming").to_dicts()[0]
    if ends["low"] is None:
        return ()
    width = max(1, math.ceil((ends["high"] - ends["low"] + 1) / BINS))
    place = (pl.col(column) - ends["low"]) // width
    counted = dict(rows.group_by(place.alias("place")).len().collect(engine="streaming").iter_rows())
    return tuple(
        (float(ends["low"] + k * width), float(ends["low"] + (k + 1) * width), int(counted.get(k, 0)))
        for k in range(min(counted, default=0), max(counted, default=-1) + 1)
    )


def _openings(
    plan: Plan, which: int, rows: pl.LazyFrame, games: int, fair: float, sides: Sequence[tuple[int, ...]]
) -> tuple[Opening, ...]:
    """The first moves that are played most, in notation."""
    opener = _first_won(sides)
    asked = rows.group_by(pl.col("opening").list.first().alias("code")).agg(
        pl.len().alias("games"), opener.mean().alias("share"), pl.col("row", "first").sort_by("row").first()
    )
    common = asked.filter(pl.col("games") >= RARE * games).sort(["games", "code"], descending=[True, False])
    game, found = plan.loaded(which), []
    listed = common.head(OPENINGS).collect(engine="streaming").to_dicts()
    for one in listed:
        start = game.start(plan.row(one["row"]).seed)
        move = start.move(one["first"], one["code"])
        found.append(Opening(move.text, one["games"], _share(one["share"], fair, one["games"], len(listed))))
    return tuple(found)


def _subjects(
    game: Game, sides: Sequence[tuple[int, ...]], rows: pl.LazyFrame, usual: Sequence[float]
) -> tuple[Subject, ...]:
    """What part of the games is won by the side that has more to do with a subject than any other side.

    It is compared with what the same seats win in all games: a seat that wins more anyway, and has more to do with
    something, decides nothing by that.
    """
    kinds = len(game.subjects)
    if not kinds or len(sides) < 2:
        return ()
    asked = {}
    for k in range(kinds):
        amounts = [pl.sum_horizontal(pl.col("subjects").list.get(p * kinds + k) for p in seats) for seats in sides]
        for i, seats in enumerate(sides):
            most = amounts[i] > pl.max_horizontal(amount for j, amount in enumerate(amounts) if j != i)
            asked[f"games {k} {i}"] = most.sum()
            asked[f"won {k} {i}"] = pl.when(most).then(_won(*seats)).otherwise(0.0).sum()
    totals = rows.select(**asked).collect(engine="streaming").to_dicts()[0]
    counts = [[totals[f"games {k} {i}"] for i in range(len(sides))] for k in range(kinds)]
    enough = [k for k in range(kinds) if sum(counts[k]) >= FEW]
    found = []
    for k in enough:
        games = sum(counts[k])
        won = sum(totals[f"won {k} {i}"] for i in range(len(sides)))
        fair = sum(n * share for n, share in zip(counts[k], usual, strict=True)) / games
        found.append(Subject(game.subject(k), _share(won / games, fair, games, len(enough))))
    return tuple(sorted(found, key=lambda one: -abs(one.share.share - one.share.fair)))


def as_data(found: Balance) -> dict[str, Any]:
    """The same as plain data."""
    from dataclasses import asdict, replace

    plain = asdict(replace(found, game=None))  # type: ignore[arg-type]
    return {**plain, "game": found.game.name, "options": dict(found.game.options)}
