"""The kernels that play rows: whole games in compiled code, one after the other, and what is written down of each.

A seat whose bot is a kernel moves at once. When another bot is to move, `play_on` comes back and asks for it: `take`
plays its move, and `play_on` goes on from there. So games of kernels alone are played in one call, and all others by
the same code.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pizzabox.bots.greedy import looks_best
from pizzabox.bots.tree import wipe
from pizzabox.engine.bits import wide
from pizzabox.engine.contract import (
    AT_THE_END,
    actors,
    over,
    play,
    random_move,
    returns,
    scores,
    show,
    subjects,
    value,
)
from pizzabox.engine.kernel import inlined, kernel
from pizzabox.engine.rng import advance, mix, scale
from pizzabox.engine.state import Floats, GameState, Grid, Ints, Memory, Numbers, States
from pizzabox.envs.stepping import fresh

NOBODY, ENDLESS = -1, -2
ASKED, RANDOM, APPRENTICE, GREEDY = 0, 1, 2, 3
"""How the bot of a seat chooses: it is asked from outside, or it is one of these kernels."""
OFTEN = 1 << 15
"""The apprentice's carelessness is counted in parts of this."""
CLOSE = 1e-9
"""Prospects that differ by less are equal."""
OPENING = 4
"""How many first moves are written down."""
ROW, BEGUN, LOGGED, LEADER, PLACES = 0, 1, 2, 3, 4
"""Where play stands: the row, whether its game has begun, how many moves are in the log, and who leads it."""
TABLE, VIEW, WORLDS = 0, 1, 2
"""Which of the four states is which: the game, what a seat sees of it, and two guessed worlds."""


class Work(NamedTuple):
    """What is to be played, and scratch to do it in."""

    states: States
    words: Memory
    """The same bytes as `states`."""
    options: Numbers
    seeds: Numbers
    """The generator each game begins with."""
    dice: Numbers
    """A counter for the choices of each game's kernels."""
    kinds: Grid
    """How each seat chooses, one row a seating."""
    seating: Numbers
    """Which of these rows each game has."""
    asked_first: Numbers
    """The seat that each game asks first where several may act."""
    sides: Numbers
    """The team of each seat."""
    opening: int
    """How many first moves are asked for from outside, whoever is to make them."""
    limit: int
    """No game is longer."""
    play_out: int
    """How far `greedy` plays games out before it judges them."""
    careless: int
    """How often, of `OFTEN`, the apprentice does not look."""
    keep_log: int
    """Whether the moves of all games are logged."""
    at: Numbers
    log: Numbers
    codes: Numbers
    replies: Numbers
    seeds_of_worlds: Ints
    marks_of_worlds: Numbers
    times_of_worlds: Numbers
    values: Floats
    totals: Floats
    prospects: Floats
    points: Numbers
    counted: Numbers


class Written(NamedTuple):
    """What is written down of each game."""

    length: Numbers
    first: Numbers
    opening: Grid
    changes: Numbers
    decided: Numbers
    logged: Numbers
    """Where its moves begin in the log."""
    returns: NDArray[np.float64]
    scores: NDArray[np.integer]
    subjects: NDArray[np.integer]
    """By seat and subject: how much that seat had to do with it."""


@kernel
def leading(prospects: Floats, sides: Numbers) -> int:
    """The side that is ahead of all others; nobody when two are level, or when one plays alone."""
    best = 0
    for p in range(len(sides)):
        if prospects[p] > prospects[best]:
            best = p
    for p in range(len(sides)):
        if sides[p] != sides[best] and prospects[p] > prospects[best] - CLOSE:
            return NOBODY
    return wide(sides[best]) if len(sides) > 1 else NOBODY


@inlined
def watch(s: GameState, i: int, work: Work, written: Written) -> None:
    """Notice who leads: by the game's own `value`, whenever no choice is sealed, and at the end by the result."""
    if over(s):
        returns(s, work.prospects)
    elif s.sealed == 0:
        value(s, work.prospects)
    else:
        return
    side = leading(work.prospects, work.sides)
    if side != NOBODY and side != work.at[LEADER]:
        if work.at[LEADER] != NOBODY:
            written.changes[i] += 1
        work.at[LEADER] = side
        written.decided[i] = written.length[i]
    if over(s) and side == NOBODY:
        written.decided[i] = NOBODY


@kernel
def note(s: GameState, player: int, code: int, work: Work, written: Written) -> None:
    """Add up what a move, or the end of the game, has to do with."""
    counted = work.counted
    for k in range(len(counted)):
        counted[k] = 0
    subjects(s, player, code, counted)
    for k in range(len(counted)):
        written.subjects[work.at[ROW], player, k] += counted[k]


@kernel
def take(s: GameState, player: int, code: int, work: Work, written: Written) -> None:
    """Play a move of the running game and write down what is kept of it."""
    i = work.at[ROW]
    length = written.length[i]
    if length == 0:
        written.first[i] = player
    if length < OPENING:
        written.opening[i, length] = code
    if work.keep_log != 0:
        work.log[work.at[LOGGED]] = code
        work.at[LOGGED] += 1
    note(s, player, code, work, written)
    play(s, player, code)
    written.length[i] = length + 1
    watch(s, i, work, written)


@inlined
def drawn(s: GameState, player: int, kind: int, dice: int, work: Work) -> int:
    """A random move."""
    return random_move(s, player, mix(dice), work.codes)


@inlined
def chosen(s: GameState, player: int, kind: int, dice: int, work: Work) -> int:
    """The move of a bot that is a kernel. Whoever looks ahead sees nothing but the view of that seat."""
    if kind == RANDOM or (kind == APPRENTICE and scale(dice, OFTEN) < work.careless):
        return drawn(s, player, kind, dice, work)
    view, words = work.states[VIEW], work.words[VIEW]
    wipe(words, len(words))
    show(s, player, view)
    return looks_best(
        view,
        player,
        mix(dice),
        work.states[WORLDS:],
        work.words[WORLDS:],
        len(words),
        work.seeds_of_worlds,
        work.marks_of_worlds,
        work.times_of_worlds,
        work.codes,
        work.play_out,
        work.replies,
        work.prospects,
        work.values,
        work.totals,
    )


@kernel
def to_move(acting: int, first: int, players: int) -> int:
    """Of the seats that may act, the one that is asked: the first from a seat on."""
    for k in range(players):
        player = (first + k) % players
        if acting >> player & 1:
            return player
    return NOBODY


@inlined
def play_row(work: Work, written: Written) -> int:
    """Play the running game on: the seat that must be asked from outside, nobody when it is over, or `ENDLESS`."""
    s = work.states[TABLE]
    at = work.at
    i = at[ROW]
    if at[BEGUN] == 0:
        fresh(s, work.words[TABLE], work.options, work.seeds[i])
        at[BEGUN] = 1
        at[LEADER] = NOBODY
        written.logged[i] = at[LOGGED]
    while not over(s) and written.length[i] < work.limit:
        player = to_move(actors(s), wide(work.asked_first[i]), len(work.sides))
        kind = work.kinds[work.seating[i], player]
        if kind == ASKED or written.length[i] < work.opening:
            return player
        work.dice[i] = advance(work.dice[i])
        take(s, player, chosen(s, player, kind, work.dice[i], work), work, written)
    if not over(s):
        return ENDLESS
    returns(s, work.prospects)
    scores(s, work.points)
    for p in range(len(work.sides)):
        written.returns[i, p] = work.prospects[p]
        written.scores[i, p] = work.points[p]
        note(s, p, wide(AT_THE_END), work, written)
    return NOBODY


@kernel
def play_on(work: Work, written: Written) -> int:
    """Play from where the games stand, until one cannot go on by itself: `play_row` says why. Nobody: all are over."""
    at = work.at
    while at[ROW] < len(work.seeds):
        found = play_row(work, written)
        if found != NOBODY:
            return found
        at[ROW] += 1
        at[BEGUN] = 0
    return NOBODY
