"""A step on a card: what each thread does with its game. Imported only where there is a card, or its simulator."""

from __future__ import annotations

import numpy as np
from numba import cuda as numba_cuda

from pizzabox.engine.cuda_compiler import OfGame
from pizzabox.engine.cuda_lanes import WIDTH, WORDS, records
from pizzabox.engine.kernel import OfNumba
from pizzabox.engine.state import Floats, Memory, Numbers, States

from .stepping import (
    Flags,
    Fractions,
    Whole,
    begin_game,
    draw_games,
    first_illegal,
    foresee_game,
    play_games,
    see_game,
)

cuda: OfNumba = numba_cuda
FORESEERS = 32
"""How many threads share the moves of one game: those of a warp, so that they do much the same at a time."""
PLAYERS: OfNumba = OfGame.PLAYERS


def begin_on_card(states: States, memory: Memory, options: Numbers, seeds: Numbers, dice: Numbers) -> None:
    i = cuda.grid(1)
    if i < len(seeds):
        begin_game(i, states, memory, options, seeds, dice)


def blank_on_card(words: Numbers) -> None:
    """All threads wipe a part of the masks, neighbours beside each other."""
    for k in range(cuda.grid(1), len(words), cuda.gridsize(1)):
        words[k] = 0


def see_on_card(states: States, actor: Whole, seen: Fractions, mask: Flags) -> None:
    i = cuda.grid(1)
    if i < len(actor):
        codes = cuda.local.array(WIDTH, np.int32)
        words = cuda.local.array((1, WORDS), np.uint64)
        see_game(i, states, actor, seen, mask, records(words[0]), words, codes)


def foresee_on_card(
    states: States,
    actor: Whole,
    mask: Flags,
    seeds: Numbers,
    lengths: Numbers,
    players: int,
    judging: Floats,
    outlook: Fractions,
) -> None:
    i, first = divmod(cuda.grid(1), FORESEERS)
    if i < len(actor):
        words = cuda.local.array((3, WORDS), np.uint64)
        scratch = records(words.reshape(3 * WORDS))
        out = cuda.local.array(PLAYERS, np.float64)
        foresee_game(
            i,
            first,
            FORESEERS,
            states,
            actor,
            mask,
            seeds,
            lengths,
            players,
            judging,
            outlook,
            scratch,
            words,
            out,
        )


def draw_on_card(states: States, actor: Whole, dice: Numbers, chosen: Whole) -> None:
    i = cuda.grid(1)
    if i < len(actor):
        codes = cuda.local.array(WIDTH, np.int32)
        draw_games(i, i + 1, states, actor, dice, chosen, codes)


def find_illegal_on_card(chosen: Whole, mask: Flags, actor: Whole, found: Numbers) -> None:
    """`found` receives the lowest number of a row with an illegal choice."""
    i = cuda.grid(1)
    if i < len(actor):
        bad = first_illegal(i, i + 1, chosen, mask, actor)
        if bad >= 0:
            cuda.atomic.min(found, 0, bad)


def play_on_card(
    states: States,
    memory: Memory,
    options: Numbers,
    chosen: Whole,
    actor: Whole,
    seeds: Numbers,
    lengths: Numbers,
    results: Fractions,
    done: Flags,
) -> None:
    i = cuda.grid(1)
    if i < len(actor):
        codes = cuda.local.array(WIDTH, np.int32)
        play_games(i, i + 1, states, memory, options, chosen, actor, seeds, lengths, results, done, codes)
