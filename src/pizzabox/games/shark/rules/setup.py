"""The set-up of Pizza Shark. Rule ids are those of rules.md."""

from __future__ import annotations

from pizzabox.engine.bits import count, nth, wide
from pizzabox.engine.kernel import kernel
from pizzabox.engine.rng import below
from pizzabox.engine.state import Numbers

from .. import board
from ..board.deck import MAIN
from ..state import State
from .actions import IDLE, SETUP, TINS
from .attacks import deal


@kernel
def begin(s: State, options: Numbers) -> None:
    """Set-up (S2.1 to S2.7, S7.1, S8.8)."""
    s.players = options[0]
    s.halves = options[1]
    s.goals = options[2]
    s.extra = options[3]
    s.cap = options[4]
    s.deck = options[6]
    blank(s)
    s.first = below(s, s.players) if options[5] < 0 else options[5] % s.players
    if s.halves == 1:
        draw_halves(s)
    for j in range(board.RAIL):
        s.rail[j] = deal(s)
    if s.goals == 1:
        for t in range(3):
            choices = s.draw & board.GOALS[s.deck, t]
            if choices != 0:
                s.goal[t] = nth(choices, below(s, count(choices)))
                s.draw &= ~(1 << s.goal[t])
                s.can -= 1
    for k in range(wide(s.players)):
        p = (s.first + k) % s.players
        s.tins[p] = 1 + (s.extra if k % 2 == 1 else 0)
        s.can -= s.tins[p]
        s.owed[p] = board.START_SLICES[1 if s.players == board.PLAYERS else 0, k]


@kernel
def blank(s: State) -> None:
    """All fields before the first card is dealt (S1.1 to S1.6)."""
    s.draw = board.ALL_MAIN
    s.trash = 0
    s.news = 0
    s.turns = 0
    s.sealed = 0
    s.won = 0
    s.turn = 0
    s.mover = 0
    s.phase = SETUP
    s.can = board.ANCHOVIES
    s.fresh = 0
    s.swapped = 0
    s.attacker = board.NONE
    s.asked = 0
    s.lured = 0
    s.prize = board.NONE
    s.maw[TINS] = 0
    s.want[3] = 0
    for t in range(3):
        s.supply[t] = board.SLICES
        s.maw[t] = 0
        s.goal[t] = board.NONE
        s.claimed[t] = board.NONE
        s.want[t] = 0
    for p in range(board.PLAYERS):
        s.placed[p] = 0
        s.tins[p] = 0
        s.spent[p] = 0
        s.step[p] = IDLE
        s.placing[p] = board.NONE
        s.gift[p] = 0
        s.owed[p] = 0
        s.hand[p, 0] = board.NONE
        s.hand[p, 1] = board.NONE
        for t in range(3):
            s.stock[p, t] = 0
            s.lost[p, t] = 0
        for h in range(board.HALVES):
            s.half[p, h] = board.PRINTED[h] if p < s.players else 0
            s.filled[p, h] = 0
        for i in range(board.OWN):
            s.own[p, i] = MAIN + i if p < s.players else board.NONE
        for k in range(board.KIND_COUNT):
            s.left[p, k] = 0
            s.bonus[p, k] = 0


@kernel
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
            s.half[p, board.DRAWN_AT[i]] = t + 1
            loose -= 1


@kernel
def halves_out(s: State, t: int) -> int:
    """How many loose halves of that type lie on trays (S2.3)."""
    n = 0
    for p in range(wide(s.players)):
        for i in range(2):
            if s.half[p, board.DRAWN_AT[i]] == t + 1:
                n += 1
    return n


@kernel
def marked(s: State, h: int) -> bool:
    """Whether a half has a type before its first slice: printed, or drawn at the start (S2.2, S2.3)."""
    if board.PRINTED[h] != 0:
        return True
    return s.halves == 1 and (h == board.DRAWN_AT[0] or h == board.DRAWN_AT[1])
