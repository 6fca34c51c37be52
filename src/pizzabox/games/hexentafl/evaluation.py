"""What bots and learners see of heXentafl."""

from pizzabox.engine.bits import count, lowest
from pizzabox.engine.kernel import kernel
from pizzabox.engine.state import Floats, Numbers

from .board import ALL, CORNERS, JUMP, LONGEST, NEAR, RING, START, THRONE, N
from .rules import ATTACK, DEFEND, OVER, QUIET, clamped, piece_at, returns, side_of
from .state import State

FEATURES = 3 * N + 8
LABELS = N * 6 * LONGEST
FARTHEST = 8
"""No King walks farther in thought."""


@kernel
def ways_out(s: State) -> int:
    """How many corners the King can reach in one move."""
    taken = s.men | s.foes | 1 << s.king
    n = 0
    most = LONGEST if s.size_ else 1
    for d in range(6):
        for k in range(most):
            c = JUMP[s.size_, s.king, d, k]
            if c < 0 or taken >> c & 1:
                break
            if CORNERS[s.size_] >> c & 1:
                n += 1
    return n


@kernel
def lands(s: State, cell: int) -> bool:
    """Whether an attacker can move to that empty hex."""
    for d in range(6):
        for k in range(LONGEST):
            c = JUMP[s.size_, cell, d, k]
            if c < 0 or s.men >> c & 1 or c == s.king:
                break
            if s.foes >> c & 1:
                return True
    return False


@kernel
def in_check(s: State) -> bool:
    """Whether one move of an attacker would take the King."""
    if s.king == THRONE:
        for ring in range(2):
            gap = RING[ring] & ~s.foes
            if count(gap) == 1 and not gap & s.men and lands(s, lowest(gap)):
                return True
        return False
    for d in range(6):
        a = JUMP[s.size_, s.king, d, 0]
        b = JUMP[s.size_, s.king, (d + 3) % 6, 0]
        if a >= 0 and b >= 0 and s.foes >> a & 1 and not (s.foes | s.men) >> b & 1 and b != THRONE and lands(s, b):
            return True
    return False


@kernel
def walk(s: State) -> int:
    """Steps of the King to the nearest corner over empty hexes; `FARTHEST` where he cannot walk to any."""
    free = ALL[s.size_] & ~(s.men | s.foes)
    seen = 1 << s.king
    edge = seen
    goal = CORNERS[s.size_] & free
    for steps in range(FARTHEST):
        if edge & goal:
            return steps
        further = 0
        while edge:
            further |= NEAR[s.size_, lowest(edge)]
            edge &= edge - 1
        edge = further & free & ~seen
        seen |= edge
    return FARTHEST


@kernel
def value(s: State, out: Floats) -> None:
    """What the side to move can do at once; else material, the King's way to a corner and the room around him. Games
    won count most."""
    if s.phase == OVER:
        returns(s, out)
        return
    exits = ways_out(s)
    threat = in_check(s)
    sight = 0.0
    if s.turn == DEFEND and exits:
        sight = 0.9
    elif s.turn == ATTACK and threat:
        sight = -0.9
    elif exits > 1:
        sight = 0.7
    else:
        men = count(s.men) / count(START[s.size_, 0])
        foes = count(s.foes) / count(START[s.size_, 1])
        room = count(NEAR[s.size_, s.king] & ~s.foes) / 6.0
        near = 1.0 - walk(s) / FARTHEST
        sight = 0.3 * (men - foes) + 0.3 * near + 0.15 * exits + 0.2 * (room - 0.8) - (0.35 if threat else 0.0)
    sight = max(-0.95, min(0.95, sight))
    lead = sight if s.game == 0 else -sight
    for player in range(2):
        whole = lead if player == 0 else -lead
        if s.games == 2:
            whole = 0.5 * whole + 0.5 * (s.wins[player] - s.wins[1 - player])
        out[player] = max(-1.0, min(1.0, whole))


@kernel
def prior(s: State, player: int, codes: Numbers, n: int, out: Floats) -> None:
    """The King to a corner most, then captures, then all others."""
    own = s.foes
    enemies = s.men | 1 << s.king
    if s.turn == DEFEND:
        own, enemies = enemies, own
    for i in range(n):
        way = codes[i] // LONGEST
        cell = piece_at(s, way // 6)
        to = JUMP[s.size_, cell, way % 6, codes[i] % LONGEST]
        out[i] = 1.0
        if cell == s.king and CORNERS[s.size_] >> to & 1:
            out[i] = 100.0
        elif clamped(s.size_, own ^ (1 << cell | 1 << to), to) & enemies:
            out[i] = 6.0


@kernel
def features(view: State, viewer: int, out: Floats) -> None:
    """King, men and attackers on the grid of the larger board; then side, turn, size, match and quiet moves."""
    side = side_of(view, viewer) if viewer >= 0 else 0
    for i in range(N):
        out[i] = 1.0 if view.king == i else 0.0
        out[N + i] = view.men >> i & 1
        out[2 * N + i] = view.foes >> i & 1
    k = 3 * N
    out[k] = side
    out[k + 1] = 1.0 if side == view.turn else 0.0
    out[k + 2] = view.size_
    out[k + 3] = view.game
    out[k + 4] = view.games - 1
    out[k + 5] = view.wins[max(viewer, 0)]
    out[k + 6] = view.wins[1 - max(viewer, 0)]
    out[k + 7] = view.quiet / QUIET


@kernel
def label(s: State, player: int, code: int) -> int:
    """The hex that the piece comes from, in place of its number, which changes with every capture; then as the code."""
    return piece_at(s, code // LONGEST // 6) * 6 * LONGEST + code % (6 * LONGEST)


@kernel
def labelled(s: State, player: int, name: int) -> int:
    """A side's pieces are numbered by their hexes, the King first."""
    cell = name // (6 * LONGEST)
    number = 0
    if s.turn == ATTACK:
        number += count(s.foes & (1 << cell) - 1)
    elif cell != s.king:
        number += 1 + count(s.men & (1 << cell) - 1)
    return number * 6 * LONGEST + name % (6 * LONGEST)
