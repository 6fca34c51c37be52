"""Territory of Pizza Wars: who holds which hexes, and what a move would change (W5.1 to W5.6).

A move that is only thought of is given by three numbers: the hex it leaves (`gone`), the hex it takes (`come`) and the
side that moves; NONE where there is none. Sets of hexes come as one integer for each board.
"""

from __future__ import annotations

from typing import Any

from pizzabox.engine.bits import count, wide
from pizzabox.engine.kernel import kernel

from ..board import AREA, BIT, BOARD, IN_SIDE, NEXT, NONE, PER_SIDE, SIDE_BITS, SIDES, N
from ..state import State


@kernel
def hexes_held(s: State, p: int, gone: int, come: int, mover: int) -> Any:
    """All hexes that player p holds: occupied, on lines home, on lines between two pieces (W5.1 to W5.4)."""
    white = 0
    red = 0
    green = 0
    table = s.boards3 * N
    for i in range(PER_SIDE * p, PER_SIDE * p + s.team[p]):
        c = s.where[i]
        if p == mover:
            if c == gone:
                c = come
        elif c == come:
            c = NONE
        if c < 0 or BOARD[c] == p:
            continue
        if c < AREA:
            white |= BIT[c]
        elif c < 2 * AREA:
            red |= BIT[c]
        else:
            green |= BIT[c]
        for d in range(6):
            on_white = 0
            on_red = 0
            on_green = 0
            t = NEXT[(table + c) * 6 + d]
            while t >= 0 and BOARD[t] != p:
                if t == come:
                    if mover != p:
                        t = NONE
                    break
                held = s.at[t]
                if held and t != gone:
                    if (held - 1) >> SIDE_BITS != p:
                        t = NONE
                    break
                if t < AREA:
                    on_white |= BIT[t]
                elif t < 2 * AREA:
                    on_red |= BIT[t]
                else:
                    on_green |= BIT[t]
                t = NEXT[(table + t) * 6 + d]
            if t >= 0:
                white |= on_white
                red |= on_red
                green |= on_green
    return white, red, green


@kernel
def held_by(s: State, p: int) -> int:
    """How many rival hexes player p holds (W5.4)."""
    white, red, green = hexes_held(s, wide(p), wide(NONE), wide(NONE), wide(NONE))
    return count(white) + count(red) + count(green)


@kernel
def enough(s: State, p: int, white: int, red: int, green: int) -> bool:
    """Whether that territory wins: the goal, and with three boards a third of it from each rival (W6.1, W8.2)."""
    return count(white) + count(red) + count(green) >= s.goal[p] and thirds(s, p, white, red, green)


@kernel
def thirds(s: State, p: int, white: int, red: int, green: int) -> bool:
    """Whether that territory has, with three boards, a third of the own goal from each rival (W8.2)."""
    if not s.boards3:
        return True
    least = (s.goal[p] + 2) // 3
    return (p == 0 or count(white) >= least) and (p == 1 or count(red) >= least) and (p == 2 or count(green) >= least)


@kernel
def pivots(s: State, p: int, side: int) -> int:
    """The pieces of `side` that alone stand in a line of player p: moving one of these may give p hexes (W6.2).

    Nothing else a move does can: where it lands it only breaks lines, and what it pranks held none open.
    """
    found = 0
    table = s.boards3 * N
    for i in range(PER_SIDE * p, PER_SIDE * p + s.team[p]):
        c = s.where[i]
        if c < 0 or BOARD[c] == p:
            continue
        for d in range(6):
            passed = NONE
            t = NEXT[(table + c) * 6 + d]
            while t >= 0 and BOARD[t] != p:
                held = s.at[t]
                if held:
                    held -= 1
                    if held >> SIDE_BITS == p:
                        break
                    if held >> SIDE_BITS != side or passed >= 0:
                        t = NONE
                        break
                    passed = held & IN_SIDE
                t = NEXT[(table + t) * 6 + d]
            if t >= 0 and passed >= 0:
                found |= 1 << passed
    return found


@kernel
def gives_win(s: State, gone: int, come: int) -> bool:
    """Whether that move hands a rival of the player to act the win: W6.2, and not a close call, W6.3."""
    me = s.player
    own = 0
    counted = False
    for p in range(SIDES):
        if p >= s.players or p == me or s.out >> p & 1:
            continue
        white, red, green = hexes_held(s, wide(p), wide(gone), wide(come), wide(s.side))
        if not enough(s, p, white, red, green):
            continue
        if not counted:
            my_white, my_red, my_green = hexes_held(s, wide(me), wide(gone), wide(come), wide(s.side))
            if thirds(s, me, my_white, my_red, my_green):
                own = count(my_white) + count(my_red) + count(my_green)
            counted = True
        if own <= count(white) + count(red) + count(green):
            return True
    return False


@kernel
def delicate(s: State) -> int:
    """The pieces of the side to move whose leaving could hand a rival the win: their moves need a look (W6.2)."""
    found = 0
    for p in range(wide(s.players)):
        if p == s.player or s.out >> p & 1:
            continue
        left = pivots(s, p, s.side)
        i = 0
        while left:
            if left & 1 and not found >> i & 1:
                white, red, green = hexes_held(
                    s, wide(p), wide(s.where[PER_SIDE * s.side + i]), wide(NONE), wide(s.side)
                )
                if enough(s, p, white, red, green):
                    found |= 1 << i
            left >>= 1
            i += 1
    return found
