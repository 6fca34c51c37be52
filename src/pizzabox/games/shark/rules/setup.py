"""The set-up of Pizza Shark. Rule ids are those of rules.md."""

from pizzabox.engine.bits import count, nth, wide
from pizzabox.engine.kernel import inlined, kernel
from pizzabox.engine.rng import below
from pizzabox.engine.state import Numbers

from .. import board
from ..board import DRAWN_AT, GOALS, PRINTED, START_SLICES
from ..board.deck import MAIN
from ..state import State
from .attacks import deal


@inlined
def begin(s: State, options: Numbers) -> None:
    """Set-up (S1.1 to S1.6, S2.1 to S2.7, S7.1, S8.8)."""
    s.players = options[0]
    s.halves = options[1]
    s.goals = options[2]
    s.extra = options[3]
    s.cap = options[4]
    s.deck = options[6]
    s.draw = board.ALL_MAIN
    s.can = board.ANCHOVIES
    for t in range(3):
        s.supply[t] = board.SLICES
    for p in range(wide(s.players)):
        for h in range(board.HALVES):
            s.half[p, h] = PRINTED[h]
        for i in range(board.OWN):
            s.own[p, i] = MAIN + i
    s.first = below(s, s.players) if options[5] < 0 else options[5] % s.players
    if s.halves == 1:
        draw_halves(s)
    for j in range(board.RAIL):
        s.rail[j] = deal(s)
    if s.goals == 1:
        for t in range(3):
            choices = s.draw & GOALS[s.deck, t]
            if choices != 0:
                s.goal[t] = nth(choices, below(s, count(choices)))
                s.draw &= ~(1 << s.goal[t])
                s.can -= 1
    for k in range(wide(s.players)):
        p = (s.first + k) % s.players
        s.tins[p] = 1 + (s.extra if k % 2 == 1 else 0)
        s.can -= s.tins[p]
        s.owed[p] = START_SLICES[1 if s.players == board.PLAYERS else 0, k]


@inlined
def draw_halves(s: State) -> None:
    """Two random halves for everybody, out of twelve (S2.3)."""
    loose = 3 * board.LOOSE
    for p in range(wide(s.players)):
        for i in range(2):
            k = below(s, loose)
            t = wide(0)
            while True:
                n = board.LOOSE - halves_out(s, t)
                if k < n:
                    break
                k -= n
                t += 1
            s.half[p, DRAWN_AT[i]] = t + 1
            loose -= 1


@kernel
def halves_out(s: State, t: int) -> int:
    """How many loose halves of that type lie on trays (S2.3)."""
    n = 0
    for p in range(wide(s.players)):
        for i in range(2):
            if s.half[p, DRAWN_AT[i]] == t + 1:
                n += 1
    return n


@kernel
def marked(s: State, h: int) -> bool:
    """Whether a half has a type before its first slice: printed, or drawn at the start (S2.2, S2.3)."""
    if PRINTED[h] != 0:
        return True
    return s.halves == 1 and (h == DRAWN_AT[0] or h == DRAWN_AT[1])
