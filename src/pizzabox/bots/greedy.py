"""`Greedy`, the yardstick of the bots: it tries every move and plays the one after which the game's `value` is best."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np

from pizzabox.engine.bits import wide
from pizzabox.engine.contract import guess, moves, play, value
from pizzabox.engine.game import Game
from pizzabox.engine.kernel import inlined, kernel, numba_version
from pizzabox.engine.kernel_arguments import as_argument, blank_states, zeros
from pizzabox.engine.playout import finish
from pizzabox.engine.position import Move, View
from pizzabox.engine.rng import advance, mix, scale
from pizzabox.engine.state import Floats, GameState, Ints, Memory, Numbers, States

from .base import OneQuestion, level, moves_of
from .search import tuning_for
from .tree import copy, fingerprint, wipe

WORLDS = 24
"""How many guessed worlds a move is tried in when the view hides something; interpreted kernels try fewer."""
FEW = 4
MOST_MOVES, MOST_WORLDS = 200_000, 400
"""Where games are played out, so many random moves are spent on a choice, in no more worlds than that."""
PLAY_OUT = 0xA545F4914F6CDD1D
"""Sets the dice of play-outs apart from the luck of the guessed world. So large, compiled code keeps them unsigned."""
ALIKE = 1e-9
"""Moves whose values differ by less are equally good."""


@kernel
def weigh(
    view: GameState,
    viewer: int,
    scratch: States,
    words: Memory,
    size: int,
    seeds: Ints,
    codes: Numbers,
    n: int,
    limit: int,
    replies: Numbers,
    out: Floats,
    scores: Floats,
) -> int:
    """Add up, for each of the viewer's moves, its value to the viewer over one guessed world a seed.

    Returns how many of these trials threw dice. `scratch` are two states and `words` the same bytes. Before the value
    is looked at, at most `limit` random moves are played. Every move is tried in the same worlds with the same dice, so
    that luck does not tell them apart.
    """
    thrown = 0
    for i in range(n):
        scores[i] = 0.0
    for w in range(len(seeds)):
        wipe(words[0], size)
        scratch[0].rng = seeds[w]
        guess(view, viewer, scratch[0])
        for i in range(n):
            copy(words[0], words[1], size)
            play(scratch[1], viewer, wide(codes[i]))
            if limit > 0:
                finish(scratch[1], mix(seeds[w] ^ PLAY_OUT), replies, limit)
            if scratch[1].rng != scratch[0].rng:
                thrown += 1
            value(scratch[1], out)
            scores[i] += out[viewer]
    return thrown


@inlined
def different_worlds(
    view: GameState,
    viewer: int,
    dice: int,
    scratch: States,
    words: Memory,
    size: int,
    n: int,
    seeds: Ints,
    marks: Numbers,
    times: Numbers,
) -> int:
    """Guess n worlds and keep the seed of each once, with how often it came up; return how many are different."""
    kept = 0
    for _ in range(n):
        dice = advance(dice)
        wipe(words[0], size)
        scratch[0].rng = mix(dice)
        guess(view, viewer, scratch[0])
        scratch[0].rng = 0
        mark = fingerprint(words[0], size, wide(0))
        w = 0
        while w < kept and marks[w] != mark:
            w += 1
        if w == kept:
            marks[w] = mark
            seeds[w] = mix(dice)
            times[w] = 0
            kept += 1
        times[w] += 1
    return kept


@kernel
def one_of_best(codes: Numbers, totals: Floats, n: int, dice: int) -> int:
    """One of the n moves whose totals are as good as the best."""
    best = totals[0]
    for i in range(n):
        best = max(best, totals[i])
    good = 0
    for i in range(n):
        if totals[i] >= best - ALIKE * WORLDS:
            codes[good] = codes[i]
            good += 1
    return wide(codes[scale(dice, wide(good))])


@inlined
def looks_best(
    view: GameState,
    viewer: int,
    dice: int,
    scratch: States,
    words: Memory,
    size: int,
    seeds: Ints,
    marks: Numbers,
    times: Numbers,
    codes: Numbers,
    limit: int,
    replies: Numbers,
    out: Floats,
    scores: Floats,
    totals: Floats,
) -> int:
    """The viewer's move as `Greedy` chooses it, without leaving compiled code; `dice` is a counter of its own.

    Worlds that are the same are tried once, unless moves throw dice. `seeds`, `marks` and `times` have room for
    `MOST_WORLDS` numbers; `codes`, `replies`, `scores` and `totals` for as many as there are moves.
    """
    n = moves(view, viewer, codes)
    different = 0
    if limit == 0:
        different = different_worlds(view, viewer, dice, scratch, words, size, WORLDS, seeds, marks, times)
    for i in range(n):
        totals[i] = 0.0
    thrown = limit
    for w in range(different):
        if thrown == 0:
            thrown = weigh(
                view, viewer, scratch, words, size, seeds[w : w + 1], codes, n, wide(0), replies, out, scores
            )
            for i in range(n):
                totals[i] += times[w] * scores[i]
    if thrown > 0:
        worlds = FEW if different == 1 else WORLDS
        if limit > 0:
            worlds = min(max(WORLDS, MOST_MOVES // (n * limit)), MOST_WORLDS)
        for w in range(worlds):
            dice = advance(dice)
            seeds[w] = mix(dice)
        weigh(view, viewer, scratch, words, size, seeds[:worlds], codes, n, limit, replies, out, totals)
    return one_of_best(codes, totals, n, mix(dice))


def moves_played_out(game: Game) -> int:
    """How many random moves are played before a value is looked at: none, or as many as a game can have."""
    return game.longest if tuning_for(game).play_out else 0


class Greedy(OneQuestion):
    """Tries each move in a few worlds that fit what it knows and plays the one whose outcome looks best."""

    name = "greedy"

    def __init__(self, seed: int | None = None) -> None:
        super().__init__()
        self._dice = random.Random(seed)

    def choose(self, view: View, seconds: float | None = None) -> Move:
        codes = moves_of(view)
        with self.answering():
            scores = self.scores(view, codes)
            best = max(scores)
            good = [c for c, v in zip(codes, scores, strict=True) if v >= best - ALIKE]
            return view.move(view.viewer, self._dice.choice(good))

    def scores(self, view: View, codes: Sequence[int]) -> list[float]:
        """The value of each move to the viewer, on average."""
        game, compiled, n = view.game, numba_version() is not None, len(codes)
        limit = moves_played_out(game)
        open_view = _same_world(view, self._dice.getrandbits(64), self._dice.getrandbits(64)) and not limit
        worlds = FEW if open_view or not compiled else WORLDS
        if limit and compiled:
            worlds = min(max(WORLDS, MOST_MOVES // (n * limit)), MOST_WORLDS)
        seeds = [self._dice.getrandbits(64) for _ in range(worlds)]
        run, size = game.kernels.specialised(weigh), game.state.size // 8
        totals = zeros(n, np.float64)
        run(
            *(as_argument(view.state), view.viewer, *blank_states(game.state, 2), size),
            *((np.array(seeds, np.uint64), np.array(codes, np.int32)) if compiled else (seeds, codes)),
            *(n, limit, zeros(game.width, np.int32), zeros(game.players, np.float64), totals),
        )
        return [float(t) / len(seeds) for t in totals]


def _same_world(view: View, *seeds: int) -> bool:
    """Whether guesses differ in nothing but the generator, so that only chance is left to average over."""
    worlds = [view.guess(seed).state for seed in seeds]
    for s in worlds:
        s.rng = 0
    return all(s == worlds[0] for s in worlds)


level("greedy", Greedy, strength=10)
