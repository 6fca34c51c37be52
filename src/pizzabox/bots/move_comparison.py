"""Comparing moves fairly, for what people get to see.

A search that plays looks at the best move nearly all the time, so of all others it knows hardly anything. Here moves
are compared as in a tournament: all enter, each is tried equally often, in the same guessed worlds with the same dice;
the better half goes on, until few are left, and only those of the last round have numbers that mean the same. Moves
that are equal by symmetry of the position are one entry.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from random import Random
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from pizzabox.engine.position import Move, View
from pizzabox.engine.rng import GOLDEN, MASK

from .thought import FLOOR, Thought

FINALISTS = 8
"""How many entries the last round has."""
LEAST = 4
"""Visits an entry gets in a round at least; where there is time for fewer, fewer enter."""
PIECE = 256
"""Simulations after which a round looks at the clock."""
CAUTION = 0.7
"""The share of the estimated simulations to plan with."""
WORLDS = 2
"""Guessed worlds that must agree on how a line goes on."""
LINES = 3
"""How many of the best moves are followed further."""
LONGEST_LINE = 6
Sums = NDArray[np.float64]


class SearchTree(Protocol):
    """A search tree, as far as a comparison makes use of it (`search.Tree`)."""

    @property
    def spread(self) -> Sums:
        """How many results it has seen, then each player's sum and sum of squares."""

    def grow(self, view: View, seed: int, simulations: int, first: int = -1) -> int:
        """Simulate, always beginning with the viewer's move of that number."""

    def replies(self, view: View) -> list[tuple[int, int]]:
        """The moves it knows for another's view, each with its visits."""


@dataclass
class Entry:
    """A move, or several that are equal by symmetry."""

    first: int
    """The number of the move that stands for all."""
    codes: tuple[int, ...]
    rank: int
    """Its place by what the search ahead thought."""
    forced: bool
    """Whether it is in every round, even if it is worth little."""
    whole: Sums
    """How often it was tried in all rounds, and each player's results added up."""
    last: Sums
    """The same for its last round alone."""

    @property
    def mean(self) -> float:
        return float(self.whole[1] / self.whole[0]) if self.whole[0] else -2.0


def compare(
    view: View,
    trees: Sequence[SearchTree],
    ahead: Thought,
    simulations: int,
    deadline: float,
    dice: Random,
    also: Iterable[int],
) -> Thought:
    """The thought of a search ahead, with the moves compared anew by that many simulations."""
    kept = {*also, *(idea.move.code for idea in ahead.ideas if ahead.secret and idea.weight > 0)}
    entries = _entries(view, ahead, kept)
    forced = [one for one in entries if one.forced]
    others = [one for one in entries if not one.forced]
    start = time.perf_counter()
    expected = int(CAUTION * ahead.simulations * max(0.0, deadline - start) / max(ahead.seconds, 1e-6))
    rounds = plan(len(entries), min(simulations, expected), len(forced))
    planned = sum(entrants * each for entrants, each in rounds)
    spent = due = 0
    running = entries
    for entrants, each in rounds:
        due += entrants * each
        if due == planned and spent:  # some moves take longer to look at than the search ahead could tell
            now = time.perf_counter()
            left = int(CAUTION * spent * (deadline - now) / max(now - start, 1e-6))
            entrants = max(min(entrants, left // FLOOR), min(entrants, len(forced) + 1))
        others.sort(key=lambda one: (-one.mean, one.rank))
        running = [*forced, *others[: entrants - len(forced)]]
        until = start + (deadline - start) * due / planned
        if due == planned:
            each = max(1, (simulations - spent) // len(running))
        seeds = [dice.getrandbits(64) for _ in trees]
        results = _round(view, trees, [one.first for one in running], each, until, seeds)
        for one, sums in zip(running, results, strict=True):
            one.last = sums
            one.whole = one.whole + sums[[0, 1 + view.viewer]]
        spent += int(results[:, 0].sum())
    return _compared(view, trees[0], replace(ahead, simulations=ahead.simulations + spent), entries, running)


def plan(entries: int, simulations: int, forced: int = 0) -> list[tuple[int, int]]:
    """The rounds: how many entries each has (those that go on in any case among them), and how many visits each gets.

    Half of the simulations belong to the last round; where that is too few for all finalists to be looked at well,
    there are fewer of them.
    """
    half = simulations // 2
    finalists = max(min(entries, forced + 1), min(entries, FINALISTS, half // FLOOR))
    rounds = []
    if entries > finalists:
        count = math.ceil(math.log2(entries / finalists))
        running = min(entries, half // count // LEAST)
        while running > finalists:
            rounds.append((running, half // count // running))
            running = max(finalists, math.ceil(running / 2))
    spent = sum(running * each for running, each in rounds)
    return [*rounds, (finalists, max(1, (simulations - spent) // finalists))]


def equal_moves(view: View) -> list[tuple[int, ...]]:
    """The codes of the viewer's legal moves, those together that a symmetry makes equal."""
    codes = list(view.legal().codes)
    return view.game.equal_moves(view.state, codes) if view.game.equal_moves else [(code,) for code in codes]


def _entries(view: View, ahead: Thought, kept: set[int]) -> list[Entry]:
    codes = view.legal().codes
    rank = {idea.move.code: i for i, idea in enumerate(ahead.ideas)}
    nothing = np.zeros(2)
    return [
        Entry(
            first=codes.index(group[0]),
            codes=group,
            rank=min(rank[code] for code in group),
            forced=not kept.isdisjoint(group),
            whole=nothing,
            last=np.zeros(1 + view.game.players),
        )
        for group in equal_moves(view)
    ]


def _round(
    view: View, trees: Sequence[SearchTree], firsts: list[int], each: int, until: float, seeds: list[int]
) -> Sums:
    """For each move how often it was tried, and each player's results added up; all threads together."""
    share = math.ceil(each / len(trees))
    if len(trees) == 1:
        return _tried(trees[0], view, firsts, share, until, seeds[0])
    with ThreadPoolExecutor(len(trees)) as pool:
        pairs = zip(trees, seeds, strict=True)
        jobs = [pool.submit(_tried, tree, view, firsts, share, until, seed) for tree, seed in pairs]
        return sum((job.result() for job in jobs), np.zeros((len(firsts), 1 + view.game.players)))


def _tried(tree: SearchTree, view: View, firsts: list[int], each: int, deadline: float, seed: int) -> Sums:
    """Every move equally often and from the same seeds, until the number or the time is reached."""
    made = np.zeros((len(firsts), 1 + view.game.players))
    done, now = 0, max(1, PIECE // len(firsts))
    while done < each:
        now = min(now, each - done)
        for row, first in enumerate(firsts):
            before = _results(tree)
            tree.grow(view, (seed + done * GOLDEN) & MASK, now, first)
            made[row] += _results(tree) - before
        done += now
        if time.perf_counter() >= deadline:
            break
    return made


def _results(tree: SearchTree) -> Sums:
    """How many results a tree has seen, and each player's sum."""
    return np.concatenate((tree.spread[:1], tree.spread[1::2]))


def _compared(view: View, tree: SearchTree, ahead: Thought, entries: list[Entry], running: list[Entry]) -> Thought:
    """The thought as people get to see it."""
    old = {idea.move.code: idea for idea in ahead.ideas}
    place = {code: (one.rank, i) for one in entries for i, code in enumerate(one.codes)}
    ideas = []
    for one in entries:
        visits = int(one.last[0])
        known = tuple((1.0 + float(total) / visits) / 2.0 for total in one.last[1:]) if visits else ()
        for code in one.codes:
            idea = replace(
                old[code],
                visits=visits,
                value=known[view.viewer] if known else old[code].value,
                weight=old[code].weight if ahead.secret else 0.0,
                compared=one in running,
                chances=known,
                like=one.codes[0] if len(one.codes) > 1 else -1,
            )
            ideas.append(idea)
    ideas.sort(key=lambda i: (not i.compared, -i.weight, -i.value if i.known else 0.0, place[i.move.code]))
    if not ahead.secret:
        ideas[0] = replace(ideas[0], weight=1.0)
    mix = [idea for idea in ideas if idea.weight > 0]
    chances = ahead.chances
    if all(idea.known for idea in mix):
        total = sum(idea.weight for idea in mix)
        chances = tuple(
            sum(idea.weight / total * idea.chances[player] for idea in mix) for player in range(view.game.players)
        )
    made = replace(ahead, chances=chances, ideas=tuple(ideas))
    lines = {idea.move.code: line(view, tree, idea.move) for idea in made.distinct()[:LINES] if idea.known}
    return replace(made, ideas=tuple(replace(idea, line=lines.get(idea.move.code, ())) for idea in ideas))


def line(view: View, tree: SearchTree, move: Move) -> tuple[Move, ...]:
    """What the tree expects after a move, as far as it looked well and neither chance nor a secret comes in between."""
    worlds = [view.guess(seed) for seed in range(WORLDS)]
    news, made = view.state.news, list[Move]()
    for world in worlds:
        if world.state.sealed:
            return ()
        world.play(move.code, view.viewer)
    while len(made) < LONGEST_LINE and all(len(w.actors) == 1 and w.state.news == news for w in worlds):
        player = worlds[0].actors[0]
        seen = [world.view(player) for world in worlds]
        if len({(world.actors, bytes(one.state)) for world, one in zip(worlds, seen, strict=True)}) > 1:
            break
        code, visits = max(tree.replies(seen[0]), key=lambda reply: reply[1], default=(-1, 0))
        if visits < FLOOR:
            break
        made.append(worlds[0].play(code, player))
        for world in worlds[1:]:
            world.play(code, player)
    return tuple(made)
