"""Who plays against a learner: kernels in which bots answer in many games at once, and those who are asked one by one.

`random` and `greedy` choose inside the compiled call. Every other opponent is asked in Python, with a view of its seat.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import cast

from pizzabox.bots import Bot, bot
from pizzabox.bots.greedy import looks_best
from pizzabox.bots.tree import wipe
from pizzabox.engine.bits import lowest, wide
from pizzabox.engine.contract import actors, over, play, random_move, returns, show
from pizzabox.engine.errors import PizzaboxError, short
from pizzabox.engine.game import Game
from pizzabox.engine.kernel import kernel
from pizzabox.engine.position import View
from pizzabox.engine.rng import advance
from pizzabox.engine.state import Floats, GameState, Ints, Memory, Numbers, States

from .libraries import say
from .stepping import NOBODY, Flags, Fractions, Whole, observe

Opponent = str | Bot | Callable[[View], object]
"""A bot by name, a bot, or a function from a view to a move: its code, text, tokens or `Move`."""
ASKED, RANDOM, GREEDY = 0, 1, 2
"""How an opponent chooses: asked in Python, or in a compiled call."""


def each_opponent(opponents: Opponent | Sequence[Opponent], seats: int) -> list[Opponent]:
    """Who has each of the other seats."""
    several = [*opponents] if isinstance(opponents, (list, tuple)) else [opponents] * seats
    given = cast("list[Opponent]", several)
    for one in given:
        if not (isinstance(one, str) or callable(one) or hasattr(one, "choose")):
            raise PizzaboxError(say("learner.opponents", value=short(one)))
        if isinstance(one, str):
            bot(one)  # an unknown name is an error now, not at the first reset
    if len(given) != seats:
        raise PizzaboxError(say("learner.count", seats=seats, n=len(given)))
    return given


def learners_seat(seat: object, game: Game) -> int:
    """The learner's seat, if the game has it: a whole number of Python or of NumPy."""
    try:
        number = -1 if isinstance(seat, bool) else operator.index(seat)  # type: ignore[arg-type]
    except TypeError:
        number = -1
    if not 0 <= number < game.players:
        raise PizzaboxError(say("learner.seat", most=game.players - 1, value=short(seat)))
    return number


def way_of(opponent: Opponent) -> int:
    """How an opponent chooses its moves."""
    if opponent == "random":
        return RANDOM
    return GREEDY if opponent == "greedy" else ASKED


def answer(opponent: Bot | Callable[[View], object], view: View, agent: str) -> int:
    """The move of an opponent that is asked; one that is not legal is an error."""
    chosen = opponent.choose(view) if hasattr(opponent, "choose") else opponent(view)
    code = view.code_of(chosen, view.viewer)
    if code not in view.legal().codes:
        reason = view.game.words.why(view.state, view.viewer, code)[0]
        raise PizzaboxError(say("illegal", agent=agent, action=code, reason=reason))
    return code


@kernel
def who_is_next(s: GameState, learner: int) -> int:
    """The learner where it may act, else the lowest seat that may; NOBODY when the game is over."""
    if over(s):
        return NOBODY
    acting = actors(s)
    return learner if acting >> learner & 1 else lowest(acting)


@kernel
def go_on(
    low: int,
    high: int,
    states: States,
    learner: int,
    ways: Numbers,
    play_out: int,
    mover: Numbers,
    chosen: Whole,
    next_seat: Numbers,
    dice: Numbers,
    views: States,
    words: Memory,
    codes: Numbers,
    scratch: States,
    scratch_words: Memory,
    seeds: Ints,
    marks: Numbers,
    times: Numbers,
    replies: Numbers,
    out: Floats,
    scores: Floats,
    totals: Floats,
) -> None:
    """Play the chosen move of each game's `mover`, and let bots answer until the learner or one who is asked may act.

    `next_seat` says who that is. Where the mover is NOBODY, no move is played first. `play_out` and all that follows
    `codes` is for `looks_best`.
    """
    for i in range(low, high):
        if mover[i] >= 0:
            play(states[i], wide(mover[i]), wide(chosen[i, 0]))
        p = who_is_next(states[i], learner)
        while p >= 0 and p != learner and ways[p] != ASKED:
            dice[i] = advance(dice[i])
            if ways[p] == RANDOM:
                move = random_move(states[i], p, dice[i], codes)
            else:
                wipe(words[0], len(words[0]))
                show(states[i], p, views[0])
                move = looks_best(
                    views[0],
                    p,
                    dice[i],
                    scratch,
                    scratch_words,
                    len(words[0]),
                    seeds,
                    marks,
                    times,
                    codes,
                    play_out,
                    replies,
                    out,
                    scores,
                    totals,
                )
            play(states[i], p, wide(move))
            p = who_is_next(states[i], learner)
        next_seat[i] = p


@kernel
def look_for_learner(
    low: int,
    high: int,
    states: States,
    learner: int,
    which: Flags,
    actor: Whole,
    seen: Fractions,
    mask: Flags,
    results: Fractions,
    done: Flags,
    views: States,
    words: Memory,
    codes: Numbers,
) -> None:
    """What the learner sees in each of these games that `which` marks, and what became of those that are over."""
    for i in range(low, high):
        if which[i]:
            done[i] = over(states[i])
            for p in range(results.shape[1]):
                results[i, p] = 0.0
            wipe(mask[i, 0], mask.shape[2])
            observe(states[i], learner, views[0], words[0], codes, seen[i, 0], mask[i, 0])
            actor[i, 0] = learner
            if done[i]:
                actor[i, 0] = NOBODY
                wipe(mask[i, 0], mask.shape[2])
                returns(states[i], results[i])
