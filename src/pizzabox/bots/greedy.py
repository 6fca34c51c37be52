"""The yardstick: one step ahead by the game's `value` kernel."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import numpy as np

from pizzabox.engine.bits import wide
from pizzabox.engine.contract import guess, moves, play, value
from pizzabox.engine.game import Game
from pizzabox.engine.kernel import kernel, numba_version
from pizzabox.engine.playout import finish
from pizzabox.engine.position import Move, View
from pizzabox.engine.rng import advance, mix, scale

from .base import OneQuestion, level, moves_of
from .search import tuning_for
from .tree import copy, wipe

WORLDS = 24
"""How many guessed worlds a move is tried in when the view hides something; interpreted kernels try fewer."""
FEW = 4
MOST_MOVES, MOST_WORLDS = 200_000, 400
"""Where games are played out, so many random moves are spent on a choice, in no more worlds than that."""
NEAR = 1e-9
"""Moves whose values differ by no more are equally good."""
PLAY_OUT = 0x2545F4914F6CDD1D
"""Sets the dice of play-outs apart from the luck of the guessed world."""


@kernel
def weigh(
    view: Any,
    viewer: int,
    room: Any,
    words: Any,
    size: int,
    seeds: Any,
    codes: Any,
    n: int,
    limit: int,
    replies: Any,
    out: Any,
    scores: Any,
) -> None:
    """Add up, for each of the viewer's moves, its value to the viewer over one guessed world a seed.

    `room` are two records and `words` the same bytes. Before the value is looked at, at most `limit` random moves are
    played. Every move is tried in the same worlds with the same dice, so that luck does not tell them apart.
    """
    for i in range(n):
        scores[i] = 0.0
    for w in range(len(seeds)):
        wipe(words[0], size)
        room[0].rng = seeds[w]
        guess(view, viewer, room[0])
        for i in range(n):
            copy(words[0], words[1], size)
            play(room[1], viewer, wide(codes[i]))
            if limit > 0:
                finish(room[1], mix(seeds[w] ^ PLAY_OUT), replies, limit)
            value(room[1], out)
            scores[i] += out[viewer]


@kernel
def one_world(view: Any, viewer: int, room: Any, words: Any, seeds: Any) -> bool:
    """Whether guesses differ in nothing but the generator, so that only chance is left to average over."""
    size = len(words[0])
    for k in range(2):
        wipe(words[k], size)
        room[k].rng = seeds[k]
        guess(view, viewer, room[k])
        room[k].rng = 0
    for i in range(size):
        if words[0][i] != words[1][i]:
            return False
    return True


@kernel
def best_move(
    view: Any,
    viewer: int,
    dice: int,
    room: Any,
    words: Any,
    seeds: Any,
    codes: Any,
    replies: Any,
    out: Any,
    scores: Any,
) -> int:
    """What `Greedy` chooses where many games go on in one call: of the best moves one by the dice.

    `seeds` has room for as many worlds as are tried, `codes` and `scores` for all moves.
    """
    n = moves(view, viewer, codes)
    for w in range(len(seeds)):
        dice = advance(dice)
        seeds[w] = mix(dice)
    worlds = FEW if one_world(view, viewer, room, words, seeds) else len(seeds)
    weigh(view, viewer, room, words, len(words[0]), seeds[:worlds], codes, n, 0, replies, out, scores)
    best = scores[0]
    for i in range(1, n):
        best = max(best, scores[i])
    good = 0
    for i in range(n):
        if scores[i] >= best - NEAR * worlds:
            codes[good] = codes[i]
            good += 1
    return wide(codes[scale(advance(dice), good)])


def looks_one_step_ahead(game: Game) -> bool:
    """Whether the value of a position is known without playing on from it, as `best_move` takes it."""
    return not tuning_for(game).play_out


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
            good = [c for c, v in zip(codes, scores, strict=True) if v >= best - NEAR]
            return view.move(view.viewer, self._dice.choice(good))

    def scores(self, view: View, codes: Sequence[int]) -> list[float]:
        """The value of each move to the viewer, on average."""
        game, compiled, n = view.game, numba_version() is not None, len(codes)
        limit = 0 if looks_one_step_ahead(game) else game.longest
        open_view = _same_world(view, self._dice.getrandbits(64), self._dice.getrandbits(64)) and not limit
        worlds = FEW if open_view or not compiled else WORLDS
        if limit and compiled:
            worlds = min(max(WORLDS, MOST_MOVES // (n * limit)), MOST_WORLDS)
        seeds = [self._dice.getrandbits(64) for _ in range(worlds)]
        run, size = game.kernels.specialised(weigh), game.state.size // 8
        if not compiled:
            room, words = plain_room(game)
            totals = [0.0] * n
            replies, out = [0] * game.width, [0.0] * game.players
            run(view.state, view.viewer, room, words, size, seeds, codes, n, limit, replies, out, totals)
            return [t / len(seeds) for t in totals]
        numbers, made = np.zeros((2, size), np.uint64), np.zeros(n)
        run(
            view.state.raw,
            view.viewer,
            numbers.view(game.state.dtype).reshape(2),
            numbers,
            size,
            np.array(seeds, np.uint64),
            np.array(codes, np.int32),
            n,
            limit,
            np.zeros(game.width, np.int32),
            np.zeros(game.players),
            made,
        )
        return [float(t) / len(seeds) for t in made]


def plain_room(game: Game) -> tuple[list[Any], list[Any]]:
    """The two records that `weigh` works in without compiling, and the same bytes as words."""
    memories = [bytearray(game.state.size) for _ in range(2)]
    return [game.state(m) for m in memories], [memoryview(m).cast("Q") for m in memories]


def _same_world(view: View, *seeds: int) -> bool:
    """Whether guesses differ in nothing but the generator, so that only chance is left to average over."""
    worlds = [view.guess(seed).state for seed in seeds]
    for s in worlds:
        s.rng = 0
    return all(s == worlds[0] for s in worlds)


level("greedy", Greedy, strength=10)
