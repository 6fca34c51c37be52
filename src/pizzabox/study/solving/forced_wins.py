"""Kernels of the prover: whether a seat can force a win within so many of its own turns, by trying every defence.

A turn of the seat is a run of its own decisions until someone else decides. Whoever else decides is taken to know and
to spoil everything, also at a secret choice, and a move that draws from the generator proves nothing: what is found
here holds whatever the others do and without any luck.

Earlier positions of a game count only where a rule looks back at them (a third repetition). A win that is nearer by
one turn after each turn never comes to a position twice, so no repetition can stand in its way.
"""

from __future__ import annotations

from pizzabox.bots.tree import copy
from pizzabox.engine.bits import lowest, wide
from pizzabox.engine.contract import actors, moves, over, play, returns
from pizzabox.engine.kernel import kernel
from pizzabox.engine.state import Floats, GameState, Memory, NumberRows, Numbers, States

WHO, LEFT, COUNT, NEXT, KILLER, SECOND, COLUMNS = 0, 1, 2, 3, 4, 5, 6
"""What is kept at each level: who decides, turns left, how many moves, the next to try, and what settled it before."""
NO, YES, OPEN = 0, 1, -1
SURE = 0.999


@kernel
def decides(s: GameState, seat: int) -> int:
    """The seat decides first wherever it may, so opponents can react even to secrets (worst case)."""
    bits = actors(s)
    if bits >> seat & 1:
        return seat
    return lowest(bits)


@kernel
def hasten(codes: Numbers, n: int, first: int, second: int) -> None:
    """Two moves to the front, if they are legal."""
    place = 0
    for wanted in (first, second):
        for i in range(place, n):
            if codes[i] == wanted:
                codes[i] = codes[place]
                codes[place] = wanted
                place += 1
                break


@kernel
def forced(
    scratch: States,
    words: Memory,
    size: int,
    codes: NumberRows,
    levels: NumberRows,
    seat: int,
    turns: int,
    out: Floats,
    budget: int,
) -> int:
    """YES when `seat` wins from scratch[0] by force, NO when not, OPEN when that takes more than `budget` moves.

    When someone else decides at scratch[0], `turns` are those the seat has after that.
    """
    deepest = len(levels) - 1
    for d in range(deepest + 1):
        levels[d][KILLER] = -1
        levels[d][SECOND] = -1
    if over(scratch[0]):
        returns(scratch[0], out)
        return YES if out[seat] > SURE else NO
    if turns <= 0:
        return NO
    d = 0
    levels[0][WHO] = decides(scratch[0], seat)
    levels[0][LEFT] = turns
    levels[0][COUNT] = moves(scratch[0], levels[0][WHO], codes[0])
    levels[0][NEXT] = 0
    tried = 0
    found = OPEN
    while True:
        here = levels[d]
        own = here[WHO] == seat
        if found == OPEN:
            if here[NEXT] == here[COUNT]:
                found = NO if own else YES
        elif own != (found == YES):
            found = OPEN  # that was no way for whoever decides here: the next one
            continue
        else:
            code = codes[d][here[NEXT] - 1]
            if here[KILLER] != code:
                here[SECOND] = here[KILLER]
                here[KILLER] = code
        if found != OPEN:
            if d == 0:
                return found
            d -= 1
            continue
        if d == deepest or tried >= budget:
            return OPEN
        tried += 1
        code = wide(codes[d][here[NEXT]])
        here[NEXT] += 1
        copy(words[d], words[d + 1], size)
        s = scratch[d + 1]
        play(s, here[WHO], code)
        if s.rng != scratch[d].rng:
            found = NO
        elif over(s):
            returns(s, out)
            found = YES if out[seat] > SURE else NO
        else:
            then = decides(s, seat)
            left = here[LEFT]
            if own and then != seat:
                left -= 1
            if left == 0:
                found = NO
            else:
                d += 1
                levels[d][WHO] = then
                levels[d][LEFT] = left
                levels[d][COUNT] = moves(s, then, codes[d])
                levels[d][NEXT] = 0
                hasten(codes[d], levels[d][COUNT], levels[d][KILLER], levels[d][SECOND])
