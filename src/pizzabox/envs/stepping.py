"""What happens to one game of many in a step: kernels for every game, on the processor and on a card alike.

A game has one row where one player acts in a step, and one for each player where all who may act do so at once.
"""

from __future__ import annotations

from math import floor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pizzabox.bots.tree import try_move, wipe
from pizzabox.engine.bits import lowest, wide
from pizzabox.engine.contract import (
    actors,
    begin,
    features,
    guess,
    moves,
    over,
    play,
    random_move,
    returns,
    show,
)
from pizzabox.engine.kernel import inlined, kernel
from pizzabox.engine.rng import advance, mix
from pizzabox.engine.state import Floats, GameState, Memory, Numbers, States

NOBODY = -1
Whole = NDArray[np.integer[Any]]
Fractions = NDArray[np.floating[Any]]
Flags = NDArray[np.bool_]
"""Arrays over all games, as kernels take them."""
OWN_DICE, GUESSES = 0xD6E8FEB86659FD93, 0xA3B195354A39B70D
"""Set apart from the luck of the games the dice of random moves and bots, and the worlds that are guessed in a look
ahead: drawn from one stream, they would foresee the luck. So large, compiled code keeps them unsigned."""

GRAIN = 1 << 20
"""What a move leads to is told in so many parts of a win: a card and a processor calculate the last bits differently,
but both come to the same part."""


@inlined
def fresh(s: GameState, words: Numbers, options: Numbers, seed: int) -> None:
    """A new game, with nothing left of the one before. `words` are the bytes of `s`."""
    wipe(words, len(words))
    s.rng = seed
    begin(s, options)


@kernel
def begin_games(
    low: int, high: int, states: States, memory: Memory, options: Numbers, seeds: Numbers, dice: Numbers, which: Flags
) -> None:
    """A new game in each of these that `which` marks."""
    for i in range(low, high):
        if which[i]:
            begin_game(i, states, memory, options, seeds, dice)


@inlined
def begin_game(i: int, states: States, memory: Memory, options: Numbers, seeds: Numbers, dice: Numbers) -> None:
    """A new game, and dice for its random moves and bots."""
    fresh(states[i], memory[i], options, seeds[i])
    dice[i] = mix(seeds[i] ^ OWN_DICE)


@inlined
def observe(
    s: GameState, player: int, view: GameState, words: Numbers, codes: Numbers, seen: Floats, mask: Numbers
) -> int:
    """Write what a player sees of a game as numbers, and mark the legal moves in a blank mask; return how many.

    Both come from the player's view, whose bytes are `words`.
    """
    wipe(words, len(words))
    show(s, player, view)
    features(view, player, seen)
    n = 0
    if actors(s) >> player & 1:
        n = moves(view, player, codes)
        for k in range(n):
            mask[wide(codes[k])] = 1
    return n


@kernel
def see_games(
    low: int,
    high: int,
    states: States,
    actor: Whole,
    seen: Fractions,
    mask: Flags,
    views: States,
    words: Memory,
    codes: Numbers,
) -> None:
    """Who acts in each of these games, and what each row sees."""
    for i in range(low, high):
        for r in range(mask.shape[1]):
            wipe(mask[i, r], mask.shape[2])
        see_game(i, states, actor, seen, mask, views, words, codes)


@inlined
def see_game(
    i: int, states: States, actor: Whole, seen: Fractions, mask: Flags, views: States, words: Memory, codes: Numbers
) -> None:
    """The same for one game, whose mask is blank."""
    rows = actor.shape[1]
    acting = actors(states[i])
    for r in range(rows):
        p = r if rows > 1 else lowest(acting)
        actor[i, r] = p if acting >> p & 1 else NOBODY
        observe(states[i], p, views[0], words[0], codes, seen[i, r], mask[i, r])


@kernel
def foresee_games(
    low: int,
    high: int,
    states: States,
    actor: Whole,
    mask: Flags,
    seeds: Numbers,
    lengths: Numbers,
    players: int,
    judging: Floats,
    outlook: Fractions,
    scratch: States,
    words: Memory,
    out: Floats,
) -> None:
    """What each legal move of whoever acts leads to, one step ahead."""
    for i in range(low, high):
        foresee_game(i, 0, 1, states, actor, mask, seeds, lengths, players, judging, outlook, scratch, words, out)


@inlined
def foresee_game(
    i: int,
    first: int,
    step: int,
    states: States,
    actor: Whole,
    mask: Flags,
    seeds: Numbers,
    lengths: Numbers,
    players: int,
    judging: Floats,
    outlook: Fractions,
    scratch: States,
    words: Memory,
    out: Floats,
) -> None:
    """The actor's expected return after each legal move of one game, and 0 for all others: every `step`-th code.

    It's found as a search finds it (`tree.try_all`): by the game's own value, in a world that fits what the actor sees,
    without what others have sealed. Each step guesses another world. `scratch` are three states and `words` the same
    bytes.
    """
    size = len(words[0])
    guesses = mix(seeds[i] ^ GUESSES)
    for _ in range(lengths[i]):
        guesses = advance(guesses)
    for r in range(actor.shape[1]):
        p = wide(actor[i, r])
        if p >= 0:
            wipe(words[0], size)
            show(states[i], p, scratch[0])
            wipe(words[1], size)
            scratch[1].rng = mix(guesses)
            guess(scratch[0], p, scratch[1])
        for code in range(first, mask.shape[2], step):
            outlook[i, r, code] = 0.0
            if p >= 0 and mask[i, r, code]:
                try_move(words[1], scratch[2], words[2], size, p, code, players, judging, out)
                outlook[i, r, code] = floor(out[p] * GRAIN + 0.5) / GRAIN


@kernel
def draw_games(low: int, high: int, states: States, actor: Whole, dice: Numbers, chosen: Whole, codes: Numbers) -> None:
    """A random legal move of everybody who acts in each of these games."""
    for i in range(low, high):
        for r in range(actor.shape[1]):
            chosen[i, r] = NOBODY
            if actor[i, r] >= 0:
                dice[i] = advance(dice[i])
                chosen[i, r] = random_move(states[i], wide(actor[i, r]), dice[i], codes)


@kernel
def first_illegal(low: int, high: int, chosen: Whole, mask: Flags, actor: Whole) -> int:
    """The first row of these games with an illegal choice, counting those of all games; -1 when there is none."""
    rows: int = actor.shape[1]
    for i in range(low, high):
        for r in range(rows):
            move = chosen[i, r]
            if actor[i, r] >= 0 and not (0 <= move < mask.shape[2] and mask[i, r, wide(move)]):
                return i * rows + r
    return NOBODY


@inlined
def is_legal(s: GameState, player: int, move: int, codes: Numbers) -> bool:
    """Whether a player may play a move now."""
    for k in range(moves(s, player, codes)):
        if codes[k] == move:
            return True
    return False


@kernel
def play_games(
    low: int,
    high: int,
    states: States,
    memory: Memory,
    options: Numbers,
    chosen: Whole,
    actor: Whole,
    seeds: Numbers,
    lengths: Numbers,
    results: Fractions,
    done: Flags,
    codes: Numbers,
) -> None:
    """The legal moves of all who act in each of these games, as if at once: nobody knows another's choice.

    Where partners act side by side and one's move leaves no room for the other's, that one chooses again. A game that
    is over tells its results, and the next begins.
    """
    for i in range(low, high):
        first = True
        for r in range(actor.shape[1]):
            if actor[i, r] >= 0 and (first or is_legal(states[i], wide(actor[i, r]), wide(chosen[i, r]), codes)):
                play(states[i], wide(actor[i, r]), wide(chosen[i, r]))
                first = False
        lengths[i] = 1 if done[i] else lengths[i] + 1
        for p in range(results.shape[1]):
            results[i, p] = 0.0
        done[i] = over(states[i])
        if done[i]:
            returns(states[i], results[i])
            seeds[i] = mix(advance(seeds[i]))
            fresh(states[i], memory[i], options, seeds[i])
