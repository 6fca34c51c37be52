"""One search for all games: it looks ahead from a view, says what it thinks, and is a bot."""

from __future__ import annotations

import math
import os
import random
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, TypedDict

import numpy as np
from numpy.typing import NDArray

from pizzabox.engine.errors import PizzaboxError, short
from pizzabox.engine.game import Game
from pizzabox.engine.kernel import Kernel, numba_version
from pizzabox.engine.kernel_arguments import blank_states, zeros
from pizzabox.engine.position import Move, View
from pizzabox.engine.rng import GOLDEN, MASK
from pizzabox.engine.state import Grid, Numbers

from . import tree as t
from .base import OneQuestion, moves_of, say
from .move_comparison import compare
from .thought import Idea, Thought, chances

NODES, EDGES = 1 << 18, 1 << 19
"""The largest tree. A node takes 48 bytes and an edge 56, so one thread holds at most 42 MB, and with a net and
tables 7 to 9 more."""
FEW_NODES, FEW_EDGES = 1 << 10, 1 << 15
"""The same for interpreted kernels."""
SLICE_SECONDS = 0.01
MOST_SIMULATIONS = 100_000_000
MOST_SECONDS = 3600.0
MOST_THREADS = 64
AHEAD = 0.4
"""The part of a survey's effort that looks ahead as a playing bot does; the rest compares moves evenly."""
LEAST_WEIGHT = 0.02
"""A secret move that the mix plays more rarely is noise of the search, and is left out."""


@dataclass(frozen=True)
class Tuning:
    """How the search looks at a game; found by playing, see docs/bots.md."""

    explore: float = 1.2
    """How much a move that was tried little gains by that, in standard deviations of the results."""
    keen: float = 2.0
    """How sharply the game's `value` tells winning from losing: expected return = tanh(keen * value). With 0 the value
    is that return already."""
    reach: int = 0
    """Moves of play-out before a new position is judged."""
    tremble: float = 0.1
    """How often a secret choice is tried at random while thinking."""
    ripe: int = 0
    """Visits of a node before its moves are looked at one step ahead; until then any is tried."""
    plain: float = 0.0
    """How often opponents are assumed to make a secret choice by one-step lookahead."""
    clear: float = 10.0
    """How well they see it then: a choice whose return looks better by x is made exp(clear * x) times as often."""
    pace: int = 1
    """How many simulations stand for one in the measure of the levels: more where one is quick but tells little."""
    sharp: float = 0.0
    """At a secret choice, what part of a win a move may lose against the best and stay in the mix; 0 asks nothing."""
    play_out: bool = False
    """Whether `greedy` plays the game to its end at random before it looks at the value: for a game whose `value` does
    not see what a move is worth, such as a choice that is still sealed."""
    prior: float = 1.5
    """In a search with a net: how much the net's liking for a move counts beside its results."""
    doubt: float = 0.2
    """There, how much worse a move that was never tried is taken to be than those that were."""
    shake: float = 0.05
    """There, how often a secret choice is tried at random."""
    open: float = 0.1
    """There, what part of the prior all moves share alike, so that none is overlooked for good."""
    ahead: float = 0.0
    """There, what part of the prior comes from looking one step ahead by the game's own value (`clear`)."""
    trust: float = 4.0
    """There, how long the net's mix holds at a secret choice before what the search finds outweighs it."""
    table: int = 0
    """There, visits of a choice that all make at once before it is laid out as a table of all combinations; 0: never.
    For a game in which such choices are all there is to hide."""
    own: bool = False
    """There, whether new positions are judged by the game's own value instead of the net: for a game whose value is
    good and quick, so that the search can look at several times as many."""
    believe: float = 0.0
    """There, how often others are taken to choose by their priors where a table doesn't end the game."""
    careless: float = 0.4
    """How often the apprentice plays whatever comes to hand."""
    slips: Mapping[str, float] = field(default_factory=dict)
    """What part of a win a level may overlook: of two moves that far apart it plays the better 2.7 times as often."""

    @property
    def numbers(self) -> tuple[float, ...]:
        """The settings of every search, in the order in which kernels read them (`tree.EXPLORE` and the others)."""
        return self.explore, self.keen, self.reach, self.tremble, self.plain, self.ripe, self.clear


class Tree:
    """The memory of one thread of search. It is kept between moves: what is known is found again by its fingerprint."""

    def __init__(self, game: Game, tuning: Tuning) -> None:
        self.game = game
        self.compiled = numba_version() is not None
        self.size = game.state.size // 8
        self.sharp = tuning.sharp
        self.knobs = np.array(tuning.numbers)
        many, edges = (NODES, EDGES) if self.compiled else (FEW_NODES, FEW_EDGES)
        self.nodes = np.zeros((many, t.NODE_COLUMNS), np.int64)
        self.whole = np.zeros((edges, t.EDGE_COLUMNS), np.int64)
        self.part = np.zeros((edges, t.FRACTIONS))
        self.used = np.zeros(t.COUNTERS, np.int64)
        self.path = np.zeros((t.DEEPEST + 1, 3), np.int64)
        self.spread = np.zeros(1 + 2 * game.players)
        self.scratch, self.words = blank_states(game.state, 3)
        self.codes = zeros(game.width, np.int32)
        self.keys = zeros(many, np.uint64)
        self.slots: NDArray[np.int32] | list[int]
        self.slots = np.full(2 * many, -1, np.int32) if self.compiled else [-1] * (2 * many)
        self.odds = zeros(game.width, np.float64)
        self.out = zeros(game.players, np.float64)

    @cached_property
    def _grow(self) -> Kernel:
        return self.game.kernels.specialised(t.grow)

    def forget(self) -> None:
        """Start with an empty tree."""
        self.used[:] = 0
        if isinstance(self.slots, list):
            self.slots[:] = [-1] * len(self.slots)
        else:
            self.slots.fill(-1)

    def prepare(self) -> None:
        """Before a new move: keep what is known while there is room for as much again."""
        if 2 * self.used[t.NODES] > len(self.keys) or 2 * self.used[t.EDGES] > len(self.whole):
            self.forget()
        self.spread[:] = 0.0

    @property
    def memory(self) -> tuple[Numbers, Numbers, Grid, Grid, t.FloatGrid, Numbers]:
        """The arrays of the tree, in the order in which kernels take them."""
        return self.keys, self.slots, self.nodes, self.whole, self.part, self.used

    def grow(self, view: View, seed: int, simulations: int, first: int = -1) -> int:
        """Simulate, with `first` always beginning with the viewer's move of that number; the node of their decision."""
        state = view.state.raw if self.compiled else view.state
        dice = np.uint64(seed) if self.compiled else seed
        found = self._grow(
            *(state, view.viewer, view.game.players, self.scratch, self.words, self.size),
            *self.memory,
            *(self.codes, self.odds, self.path, self.out, self.spread, self.knobs, dice, simulations, first),
        )
        return int(found)

    def replies(self, view: View) -> list[tuple[int, int]]:
        """What the tree knows of another's view: each of their moves with its visits; empty where it never was."""
        words = [int(word) for word in np.frombuffer(bytes(view.state), np.uint64)]
        node = int(self.slots[t.find(self.keys, self.slots, t.fingerprint(words, self.size, view.viewer))])
        first = int(self.nodes[node, t.FIRST]) if node >= 0 else -1
        if first < 0:
            return []
        edges = range(first, first + int(self.nodes[node, t.WIDTH]))
        return [(int(self.whole[edge, t.CODE]), int(self.whole[edge, t.SEEN])) for edge in edges]


@dataclass(frozen=True)
class Effort:
    """How long a search goes on: whichever bound is reached first."""

    simulations: int = MOST_SIMULATIONS
    seconds: float = MOST_SECONDS
    paced: bool = False
    """Whether simulations are counted in the game's own measure (`Tuning.pace`)."""

    def __post_init__(self) -> None:
        if not isinstance(self.simulations, int) or not 1 <= self.simulations <= MOST_SIMULATIONS:
            raise PizzaboxError(say("simulations", most=MOST_SIMULATIONS, value=short(self.simulations)))
        if not isinstance(self.seconds, (int, float)) or not 0 < self.seconds <= MOST_SECONDS:
            raise PizzaboxError(say("seconds", most=f"{MOST_SECONDS:g}", value=short(self.seconds)))


def tuning_for(game: Game) -> Tuning:
    """The search settings that suit a game; one without a `value` of its own is judged by random play-outs."""
    blind: dict[str, Any] = {"play_out": True, "reach": game.longest} if "value" in game.kernels.stand_ins else {}
    return Tuning(**{**blind, **game.search, **game.search_with.get(game.players, {})})


class Settings(TypedDict, total=False):
    """What a search bot can be told, beside its seed."""

    name: str
    effort: Effort | None
    threads: int
    tuning: Tuning | None
    slips: bool


class Search(OneQuestion):
    """A bot that looks ahead. With a seed and a number of simulations it thinks and plays the same again."""

    def __init__(
        self,
        seed: int | None = None,
        *,
        name: str = "search",
        effort: Effort | None = None,
        threads: int = 1,
        tuning: Tuning | None = None,
        slips: bool = False,
    ) -> None:
        if not isinstance(threads, int) or not 1 <= threads <= MOST_THREADS:
            raise PizzaboxError(say("threads", most=MOST_THREADS, value=short(threads)))
        super().__init__()
        self.name = name
        self.effort = effort or Effort(seconds=1.0)
        self.threads = threads
        self._tuning = tuning
        self._slips = slips
        self._dice = random.Random(seed)
        self._trees: list[Tree] = []

    def __getstate__(self) -> dict[str, Any]:
        """A copy has the same dice but remembers nothing: trees are large."""
        return {**super().__getstate__(), "_trees": []}

    def choose(self, view: View, seconds: float | None = None) -> Move:
        """The best move, at a secret choice one drawn from the mix; a bot that slips may take another."""
        codes = moves_of(view)
        if len(codes) == 1:
            return view.move(view.viewer, codes[0])
        with self.answering():
            thought = self._think(view, seconds)
            odds = self.odds(view.game, thought)
            if max(odds) == 1.0:
                return thought.best.move
            return self._dice.choices([idea.move for idea in thought.ideas], odds)[0]

    def odds(self, game: Game, thought: Thought) -> list[float]:
        """How often each idea is played: as the thought recommends; by a level that slips, the more often the better it
        looks."""
        slip = self._tuning_for(game).slips.get(self.name, 0.0) if self._slips else 0.0
        if slip:
            partners = game.players / len(set(game.teams))  # who share a win
            return slipped([idea.value for idea in thought.ideas], slip / partners)
        return [idea.weight for idea in thought.ideas]

    def _tuning_for(self, game: Game) -> Tuning:
        return self._tuning or tuning_for(game)

    def think(self, view: View, seconds: float | None = None) -> Thought:
        """Look ahead as long as the effort allows, at most `seconds`."""
        moves_of(view)
        with self.answering():
            return self._think(view, seconds)

    def _think(self, view: View, seconds: float | None) -> Thought:
        trees = self._ready(view)
        effort = self.effort if seconds is None else replace(self.effort, seconds=min(self.effort.seconds, seconds))
        started = time.perf_counter()
        simulations = effort.simulations * self._pace(view.game, effort)
        roots = self._search(view, trees, simulations, started + effort.seconds)
        return _conclude(view, trees, roots, time.perf_counter() - started)

    def survey(self, view: View, also: Sequence[int] = ()) -> Thought:
        """What to tell a person: the moves that look best are compared by equally many visits, and so are those of
        the codes `also`. A bot that plays does not need that: it looks at the best move most of the time."""
        moves_of(view)
        with self.answering():
            return self._survey(view, also)

    def _survey(self, view: View, also: Sequence[int]) -> Thought:
        trees = self._ready(view)
        started = time.perf_counter()
        deadline = started + self.effort.seconds
        simulations = self.effort.simulations * self._pace(view.game, self.effort)
        ahead = max(1, int(AHEAD * simulations))
        roots = self._search(view, trees, ahead, started + AHEAD * self.effort.seconds)
        thought = _conclude(view, trees, roots, time.perf_counter() - started)
        left = simulations - thought.simulations
        compared = compare(view, trees, thought, left, deadline, self._dice, also)
        return replace(compared, seconds=time.perf_counter() - started)

    def _pace(self, game: Game, effort: Effort) -> int:
        return self._tuning_for(game).pace if effort.paced else 1

    def _search(self, view: View, trees: Sequence[Tree], simulations: int, deadline: float) -> list[int]:
        """Let every tree grow its share; the nodes of the viewer's decision."""
        seeds = [self._dice.getrandbits(64) for _ in trees]
        each = math.ceil(simulations / len(trees))
        if len(trees) == 1:
            return [_run(trees[0], view, seeds[0], each, deadline)]
        with ThreadPoolExecutor(len(trees)) as pool:
            pairs = zip(trees, seeds, strict=True)
            jobs = [pool.submit(_run, tree, view, seed, each, deadline) for tree, seed in pairs]
            return [job.result() for job in jobs]

    def _ready(self, view: View) -> list[Tree]:
        """The trees for a game: those of the last move when it is the same game with the same options."""
        game, trees = view.game, self._trees
        known = trees[0].game if trees else None
        if known is None or known.name != game.name or known.options != game.options:
            self._trees = trees = [self._tree(game) for _ in range(self.threads)]
            trees[0].grow(view, 0, 0)  # compiles; the clock starts after that
        for tree in trees:
            tree.prepare()
        return trees

    def _tree(self, game: Game) -> Tree:
        """An empty tree."""
        return Tree(game, self._tuning_for(game))

    @property
    def remembers(self) -> bool:
        """Whether it holds what it found for its last move."""
        return bool(self._trees)

    def forget(self) -> None:
        """Give the memory back; the next question begins with an empty tree. May be called while it thinks."""
        self._trees = []


def slipped(values: Sequence[float], slip: float) -> list[float]:
    """How often each move is played by someone who goes for the best but overlooks losses of about `slip`."""
    best = max(values)
    like = [math.exp((value - best) / slip) for value in values]
    total = sum(like)
    return [one / total for one in like]


def _run(tree: Tree, view: View, seed: int, simulations: int, deadline: float) -> int:
    """Simulate until the number or the time is reached; the node of the viewer's decision."""
    root = -1
    for done, now in portions(simulations, deadline):
        root = tree.grow(view, (seed + done * GOLDEN) & MASK, now)
    return root


def portions(simulations: int, deadline: float) -> Iterator[tuple[int, int]]:
    """How many simulations are done and how many to do next, in pieces of some milliseconds, until time is up."""
    portion, done = 1, 0
    while done < simulations:
        start = time.perf_counter()
        now = min(portion, simulations - done)
        yield done, now
        done += now
        end = time.perf_counter()
        if end >= deadline:
            break
        pace = max((end - start) / now, 1e-7)
        portion = max(1, min(4 * portion, int(min(SLICE_SECONDS, deadline - end) / pace)))


def _conclude(view: View, trees: Sequence[Tree], roots: Sequence[int], seconds: float) -> Thought:
    """Put the threads together."""
    sharp = trees[0].sharp
    found: dict[int, list[float]] = {}
    secret = False
    sums = np.zeros(view.game.players)
    results = 0
    for tree, root in zip(trees, roots, strict=True):
        first, width = int(tree.nodes[root, t.FIRST]), int(tree.nodes[root, t.WIDTH])
        secret = secret or bool(tree.nodes[root, t.FLAGS] & t.SECRET)
        results += int(tree.spread[0])
        sums += tree.spread[1::2]
        mixed = float(tree.part[first : first + width, t.MIX].sum())
        for edge in range(first, first + width):
            row = found.setdefault(int(tree.whole[edge, t.CODE]), [0.0, 0.0, 0.0])
            row[0] += float(tree.whole[edge, t.SEEN])
            row[1] += float(tree.part[edge, t.TOTAL] + tree.part[edge, t.HINT])
            row[2] += float(tree.part[edge, t.MIX]) / mixed / len(trees) if mixed > 0 else 0.0
    means = {code: total / (visits + len(trees)) for code, (visits, total, _) in found.items()}
    if secret:
        weights = {code: row[2] if row[2] >= LEAST_WEIGHT else 0.0 for code, row in found.items()}
        if sharp:
            best = max(means.values())
            weights = {code: w * math.exp((means[code] - best) / 2.0 / sharp) for code, w in weights.items()}
        total = sum(weights.values())
        weights = {code: w / total if total else 1.0 / len(weights) for code, w in weights.items()}
        order = sorted(found, key=lambda code: (-weights[code], -means[code]))
    else:
        order = sorted(found, key=lambda code: (-found[code][0], -means[code]))
        weights = {code: float(code == order[0]) for code in order}
    ideas = tuple(
        Idea(view.move(view.viewer, code), int(found[code][0]), (1.0 + means[code]) / 2.0, weights[code])
        for code in order
    )
    prospects = chances(tuple(float(x) / max(results, 1) for x in sums))
    return Thought(view.viewer, prospects, ideas, results, seconds, secret)


def cores() -> int:
    """How many processors this program may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
