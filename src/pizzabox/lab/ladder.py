"""The ladder: how strong each level is, by games against its neighbours, with intervals."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from functools import partial
from itertools import chain, islice
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from pizzabox.bots import Bot, Effort, Search, bot, levels, searcher
from pizzabox.bots.likelihood import ELO, MIDDLE, likeliest, parts_of_win
from pizzabox.engine.game import Game
from pizzabox.engine.registry import load

from .match import Outcome, Share, play_game, schedule, share
from .players import net_player, plays_with_net
from .textbook import TEXTBOOK, Textbook

PAIRS = (
    ("apprentice", "random"),
    ("greedy", "apprentice"),
    ("cook", "apprentice"),
    ("chef", "cook"),
    ("maestro", "chef"),
)
"""Who meets whom: each level the one below it, and the yardstick the apprentice."""
YARDSTICK = "greedy"
Progress = Callable[[int, int], None]
"""Called with how many games are finished and how many there are."""


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
    result: Share


@dataclass(frozen=True)
class Job:
    """One game to play, small enough to be sent to another process."""

    game: str
    options: Mapping[str, Any]
    names: tuple[str, str]
    seating: tuple[int, ...]
    deal: int
    seconds: float | None

    @property
    def key(self) -> str:
        """Tells this game from all others."""
        seats = "".join(map(str, self.seating))
        options = " ".join(f"{name}={value}" for name, value in self.options.items())
        return f"{self.game} {options} {' '.join(self.names)} {seats} {self.deal} {self.seconds or ''}"


def make(name: str, seconds: float | None, seed: int) -> Bot:
    """A bot of the ladder; `seconds` bounds the maestro, the champion and the textbook search."""
    if plays_with_net(name):
        return net_player(name, seed, seconds)
    if name == TEXTBOOK:
        return Textbook(seed, seconds=seconds or 1.0)
    if name == "maestro" and seconds is not None:
        return Search(seed, name=name, effort=Effort(searcher(name).effort.simulations, seconds))
    return bot(name, seed)


def play_job(job: Job) -> Outcome:
    """Play one game, in whatever process this is."""
    game = load(job.game, **job.options)
    game.warm()
    return play_game(game, [partial(make, name, job.seconds) for name in job.names], job.seating, job.deal)


def jobs(game: Game, pair: tuple[str, str], games: int, seed: int, seconds: float | None) -> list[Job]:
    """The games of one match."""
    options = dict(game.options)
    return [
        Job(game.name, options, pair, seating, deal, seconds) for seating, deal in schedule(game.teams, games, seed)
    ]


def play_jobs(
    work: Sequence[Job], processes: int, progress: Progress | None = None, keep: Path | None = None
) -> list[Outcome]:
    """Play all, side by side; outcomes in the order of the jobs.

    `keep` is a file that every finished game is written to; games found there are not played again, so that a long run
    can be stopped and go on later.
    """
    kept = _kept(keep)
    found = {number: kept[job.key] for number, job in enumerate(work) if job.key in kept}
    left = [number for number in range(len(work)) if number not in found]
    for number, outcome in _played([work[number] for number in left], processes):
        found[left[number]] = outcome
        if keep:
            with keep.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"job": work[left[number]].key, "outcome": asdict(outcome)}) + "\n")
        if progress:
            progress(len(found), len(work))
    return [found[number] for number in range(len(work))]


def _kept(keep: Path | None) -> dict[str, Outcome]:
    """The games of an earlier run."""
    found = {}
    if keep and keep.exists():
        for line in keep.read_text(encoding="utf-8").splitlines():
            one = json.loads(line)
            made = one["outcome"]
            found[one["job"]] = Outcome(tuple(made["seating"]), tuple(made["returns"]), made["moves"])
    return found


def _played(work: Sequence[Job], processes: int) -> Iterator[tuple[int, Outcome]]:
    if processes == 1:
        for number, job in enumerate(work):
            yield number, play_job(job)
        return
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        waiting = {pool.submit(play_job, job): number for number, job in enumerate(work)}
        try:
            for future in as_completed(waiting):
                yield waiting[future], future.result()
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


def climb(
    game: Game,
    games: int,
    *,
    pairs: Iterable[tuple[str, str]] = PAIRS,
    seconds: float | None = None,
    seed: int = 1,
    processes: int = 1,
    progress: Progress | None = None,
    keep: Path | None = None,
    fewer: int | None = None,
) -> tuple[list[Rung], dict[str, Rating]]:
    """Play the ladder of a game and fit ratings; `fewer` is how many games the maestro's matches have."""
    chosen = list(pairs)
    counts = [fewer or games if "maestro" in pair else games for pair in chosen]
    matches = [
        jobs(game, pair, count, seed + number, seconds)
        for number, (pair, count) in enumerate(zip(chosen, counts, strict=True))
    ]
    work = list(chain.from_iterable(matches))
    outcomes = play_jobs(work, processes, progress, keep)
    parts = iter(outcomes)
    rungs = [Rung(*pair, share(list(islice(parts, count)))) for pair, count in zip(chosen, counts, strict=True)]
    names = sorted({name for pair in chosen for name in pair}, key=_order)
    return rungs, fit(names, work, outcomes)


def _order(name: str) -> int:
    known = levels()
    return known.index(name) if name in known else len(known)


def fit(names: Sequence[str], work: Sequence[Job], outcomes: Sequence[Outcome]) -> dict[str, Rating]:
    """The likeliest strengths when a seat wins in proportion to exp(strength), with 95% intervals.

    A shared win counts in part for each, so that partners who win together count like one player. A weak pull towards
    the middle keeps a bot that never lost finite. An interval is that of the distance to the yardstick, which stands at
    1000.
    """
    index = {name: i for i, name in enumerate(names)}
    rows, won, counts = [], [], dict.fromkeys(names, 0)
    for job, outcome in zip(work, outcomes, strict=True):
        seats = [index[job.names[number]] for number in outcome.seating]
        part = parts_of_win(outcome.returns)
        if len(seats) > 1 and part:
            rows.append(seats)
            won.append(part)
        for name in {job.names[number] for number in outcome.seating}:
            counts[name] += 1
    strengths, spread = likeliest(len(names), rows, won)
    base = index.get(YARDSTICK, 0)
    found = {}
    for name, i in index.items():
        rating = MIDDLE + ELO * (strengths[i] - strengths[base])
        error = 1.96 * ELO * math.sqrt(max(0.0, spread[i, i] + spread[base, base] - 2.0 * spread[i, base]))
        found[name] = Rating(round(rating, 1), round(rating - error, 1), round(rating + error, 1), counts[name])
    return found


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


def publish(path: Path, game: Game, part: str, made: Mapping[str, Any]) -> None:
    """Put one ladder or match of a game into the data file, leaving the others as they are."""
    known = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    known.setdefault(game.name, {}).setdefault(str(game.options), {})[part] = dict(made)
    fresh = path.with_suffix(".new")
    fresh.write_text(json.dumps(known, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    fresh.replace(path)
