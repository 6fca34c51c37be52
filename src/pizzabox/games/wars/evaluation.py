"""What bots and learners see of Pizza Wars."""

from pizzabox.engine.bits import count, wide
from pizzabox.engine.kernel import inlined, kernel
from pizzabox.engine.state import Floats, Numbers
from pizzabox.engine.win_returns import share_wins

from .board import BOARD, FRONT, MOVES, PER_SIDE, SIDE_BITS, SIDE_COUNT, SLOTS, N
from .rules import OVER, ROTATE
from .rules.setup import KINDS_OF_CARD
from .rules.steps import FIRST_PRANK, RIGHT, STEPS, prankable, target
from .rules.territory import hexes_held
from .state import State

NOBODY = -9.0
"""Weaker than any player who is still in."""
PER_HEX = SIDE_COUNT + 6 + 6
FEATURES = N * PER_HEX + SIDE_COUNT * (6 + KINDS_OF_CARD) + 8


@kernel
def hanging(s: State, side: int) -> int:
    """How many pieces of a side some rival could prank."""
    found = 0
    for other in range(SIDE_COUNT):
        if other != side:
            found |= prankable(s, wide(other), wide(side), wide(-1), wide(-1))
    return count(found)


@inlined
def way(s: State, p: int) -> float:
    """How far a player has come: territory against the goal, with three boards no more from one rival than helps."""
    white, red, green = hexes_held(s, wide(p), wide(-1), wide(-1), wide(-1))
    total = count(white) + count(red) + count(green)
    share = total / s.goal[p]
    if s.boards3:
        third = (s.goal[p] + 2) // 3
        least = third
        for board in range(SIDE_COUNT):
            if board != p:
                held = count(white) if board == 0 else count(red) if board == 1 else count(green)
                least = min(least, held)
        share = 0.5 * share + 0.5 * least / third
    return share


@inlined
def might(s: State, side: int) -> float:
    """Pieces left; a bonus near or in rival land, a penalty if about to be pranked (less on your own turn)."""
    n = 0.0
    for i in range(PER_SIDE * side, PER_SIDE * side + s.team[side]):
        c = s.where[i]
        if c >= 0:
            n += 1.0
            if BOARD[c] != side:
                n += 0.3
            else:
                n += 0.1 * FRONT[s.boards3 * N + c]
    fear = 0.3 if s.side == side and s.phase != ROTATE else 0.6
    return n - fear * hanging(s, side)


@kernel
def strength(s: State, p: int) -> float:
    """How a player stands, apart from the others."""
    return 0.5 * way(s, p) + 0.03 * might(s, p)


@kernel
def value(s: State, out: Floats) -> None:
    """Own way and might less the best rival's."""
    if s.phase == OVER:
        share_wins(s.won, s.players, True, out)
        return
    white = strength(s, wide(0))
    red = strength(s, wide(1))
    green = strength(s, wide(2)) if s.players == 3 else NOBODY
    if s.out & 1:
        white = NOBODY
    if s.out >> 1 & 1:
        red = NOBODY
    if s.out >> 2 & 1:
        green = NOBODY
    out[0] = max(-0.95, min(0.95, white - max(red, green)))
    out[1] = max(-0.95, min(0.95, red - max(white, green)))
    if s.players == 3:
        out[2] = max(-0.95, min(0.95, green - max(white, red)))


@kernel
def prior(s: State, player: int, codes: Numbers, n: int, out: Floats) -> None:
    """Pranks most, then moves into rival land, then all others."""
    for i in range(n):
        step = codes[i] % STEPS
        out[i] = 1.0
        if FIRST_PRANK <= step < RIGHT:
            out[i] = 8.0
        elif step < FIRST_PRANK:
            to = target(s, s.where[PER_SIDE * s.side + codes[i] // STEPS], step)
            if BOARD[to] != s.side:
                out[i] = 3.0


@kernel
def features(view: State, viewer: int, out: Floats) -> None:
    """Every hex with owner (the viewer's side first), kind and slices; then each side's counts; then the turn."""
    own = max(viewer, 0)
    for k in range(FEATURES):
        out[k] = 0.0
    for c in range(N):
        slot = view.at[c] - 1
        if slot < 0:
            continue
        k = c * PER_HEX
        out[k + ((slot >> SIDE_BITS) - own + SIDE_COUNT) % SIDE_COUNT] = 1.0
        out[k + SIDE_COUNT + view.kind[slot]] = 1.0
        slices = MOVES[6 * view.kind[slot] + view.face[slot]]
        for d in range(6):
            out[k + SIDE_COUNT + 6 + d] = slices >> d & 1
    k = N * PER_HEX
    for i in range(SIDE_COUNT):
        side = (own + i) % SIDE_COUNT
        if side < view.players:
            white, red, green = hexes_held(view, wide(side), wide(-1), wide(-1), wide(-1))
            out[k] = count(white) / 37.0
            out[k + 1] = count(red) / 37.0
            out[k + 2] = count(green) / 37.0
            out[k + 3] = view.goal[side] / 37.0
            out[k + 4] = view.out >> side & 1
        out[k + 5] = view.held[side] / 6.0
        for j in range(KINDS_OF_CARD):
            out[k + 6 + j] = view.holds[side, j] / 3.0
        k += 6 + KINDS_OF_CARD
    out[k] = 1.0 if view.phase == ROTATE else 0.0
    out[k + 1] = (view.player - own + SIDE_COUNT) % SIDE_COUNT / 2.0
    out[k + 2] = (view.side - own + SIDE_COUNT) % SIDE_COUNT / 2.0
    out[k + 3] = view.quiet / 180.0
    out[k + 4] = view.boards3
    out[k + 5] = view.cards / 3.0
    out[k + 6] = (view.neutral + 1) / 6.0
    out[k + 7] = (view.spun + 1) / SLOTS
