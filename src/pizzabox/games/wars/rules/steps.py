"""What the pieces of Pizza Wars can do: moves, pranks, card moves, and which of them the territory rules allow.

A move code is 38 times the piece's number in its team plus a step: 0 to 23 a move (4 * direction + distance - 1), 24 to
29 a prank over the corner after that direction, 30 and 31 a turn to the right or left, 32 to 37 a spin to that facing.
A step tells by itself which card it needs, because a card is played only for what it alone allows (W7.3).
"""

from pizzabox.engine.bits import count, highest, lowest, nth, wide
from pizzabox.engine.kernel import inlined, kernel
from pizzabox.engine.state import Numbers

from ..board import (
    BOARD,
    CORNER,
    CUSTOMER,
    CUTS,
    DIRECTION,
    DISTANCE,
    HOP,
    IN_PLAY,
    IN_SIDE,
    LEAP,
    LEAPS,
    MOVES,
    NEXT,
    NONE,
    PASS,
    PER_SIDE,
    PERIOD,
    PRANKS,
    REACH,
    SIDE_BITS,
    SIDE_COUNT,
    SPAN,
    SPIN,
    SPOT,
    STEP_OF,
    TARGET,
    TEAM,
    WALKS,
    N,
)
from ..state import State
from .territory import delicate, delicate_among, gives_win, stand_now

STEPS = 38
FIRST_PRANK, RIGHT, LEFT, FIRST_SPIN = 24, 30, 31, 32
NO, PLAIN = -1, 0
SETS = 6 * SPAN * TEAM
"""Where `step_sets` begins to write: behind the longest list of moves."""
FARTHEST = 0b1111
"""The bits of the hexes in one direction that a step may name."""


@kernel
def target(s: State, cell: int, step: int) -> int:
    """The hex a move or prank leads to, or NONE."""
    return int(TARGET[s.boards3 * N + cell, step])


@kernel
def need(s: State, slot: int, face: int, step: int) -> int:
    """The card a move or prank needs when the piece faces that way: PLAIN for none, NO when it is impossible (W2.4 to
    W4.4, W7.2)."""
    cell = s.where[slot]
    kind = s.kind[slot]
    to = target(s, cell, step)
    if to < 0:
        return NO
    if step >= FIRST_PRANK:
        return need_of_prank(s, slot, cell, 6 * kind + face, step - FIRST_PRANK, to)
    if s.at[to]:
        return NO
    d = step >> 2
    far = (step & 3) + 1
    passed = 0
    for k in range(step & ~3, step):
        if s.at[TARGET[s.boards3 * N + cell, k]]:
            passed += 1
    slices = MOVES[6 * kind + face] >> d & 1
    if passed == 0 and slices and far <= REACH[kind]:
        return PLAIN
    if passed == 0 and slices and far == REACH[kind] + 1:
        return DISTANCE
    if passed == 0 and not slices and far <= REACH[kind]:
        return DIRECTION
    if passed == 1 and slices and far <= REACH[kind]:
        return HOP
    return NO


@inlined
def need_of_prank(s: State, slot: int, cell: int, look: int, corner: int, to: int) -> int:
    """The same for a prank: a rival that is no Customer, and no rival beside the jump (W4.1 to W4.4, W7.2)."""
    victim = s.at[to] - 1
    if victim < 0 or victim >> SIDE_BITS == slot >> SIDE_BITS or s.kind[victim] == CUSTOMER or s.kind[slot] == CUSTOMER:
        return NO
    between = blockers(s, slot >> SIDE_BITS, cell, corner, wide(NONE), wide(NONE))
    if CUTS[look] >> corner & 1:
        if between == 0:
            return PLAIN
        return PASS if between == 1 else NO
    return CORNER if between == 0 else NO


@kernel
def blockers(s: State, side: int, cell: int, corner: int, gone: int, come: int) -> int:
    """How many rivals of `side` stand in the two hexes beside a jump, once the piece on `gone` is on `come` (W4.3)."""
    n = 0
    for turn in range(2):
        c = NEXT[(s.boards3 * N + cell) * 6 + (corner + turn) % 6]
        if c < 0 or c == gone:
            continue
        if c == come:
            n += s.side != side
        elif s.at[c] and (s.at[c] - 1) >> SIDE_BITS != side:
            n += 1
    return n


@kernel
def lawful(s: State, slot: int, to: int, care: int, threatened: int) -> bool:
    """Whether a possible move hands nobody the win, and endangers no Agent piece (W6.2, W9.4).

    `care` are the pieces that `delicate` names, `threatened` the Agent pieces in danger before the move.
    """
    if care >> (slot & IN_SIDE) & 1 and gives_win(s, s.where[slot], to):
        return False
    if s.side == s.player:
        return True
    return in_danger(s, wide(s.where[slot]), wide(to)) & (~threatened | 1 << (slot & IN_SIDE)) == 0


@kernel
def threats(s: State) -> int:
    """The Agent pieces in danger now, on the Agent's turn (W9.4)."""
    return 0 if s.side == s.player else in_danger(s, wide(NONE), wide(NONE))


@kernel
def in_danger(s: State, gone: int, come: int) -> int:
    """The pieces of the side to move that either player could prank once the piece on `gone` is on `come` (W9.4)."""
    found = 0
    for p in range(wide(s.players)):
        found |= prankable(s, wide(p), wide(s.side), gone, come)
    return found


@kernel
def prankable(s: State, rival: int, side: int, gone: int, come: int) -> int:
    """The pieces of a side that a rival could prank once the piece on `gone` is on `come` (W9.4)."""
    found = 0
    for i in range(PER_SIDE * rival, PER_SIDE * rival + s.team[rival]):
        c = s.where[i]
        if c < 0 or c == come:
            continue
        cuts = CUTS[6 * s.kind[i] + s.face[i]]
        for corner in range(6):
            to = LEAP[(s.boards3 * N + c) * 6 + corner]
            if not cuts >> corner & 1 or to < 0 or to == gone:
                continue
            victim = s.at[gone] - 1 if to == come else s.at[to] - 1
            if victim < 0 or victim >> SIDE_BITS != side or s.kind[victim] == CUSTOMER:
                continue
            if blockers(s, rival, c, corner, gone, come) == 0:
                found |= 1 << (victim & IN_SIDE)
    return found


@kernel
def walls_among(s: State, own: tuple[int, ...], one: tuple[int, ...], two: tuple[int, ...]) -> tuple[int, ...]:
    """What stops a move along the lines, where the three sides stand like that: pieces, and the edge of the boards."""
    return (
        own[0] | one[0] | two[0] | ~IN_PLAY[s.boards3, 0],
        own[1] | one[1] | two[1] | ~IN_PLAY[s.boards3, 1],
        own[2] | one[2] | two[2] | ~IN_PLAY[s.boards3, 2],
        own[3] | one[3] | two[3] | ~IN_PLAY[s.boards3, 3],
        own[4] | one[4] | two[4] | ~IN_PLAY[s.boards3, 4],
        own[5] | one[5] | two[5] | ~IN_PLAY[s.boards3, 5],
    )


@kernel
def room(low: int, high: int, spot: int) -> tuple[int, int]:
    """How many free hexes lie before a wall, up and down the line of a hex, as bits."""
    word = high if spot >= 64 else low
    k = spot & 63
    up = lowest(word >> (k + 1))
    down = k - 1 - highest(word & ((1 << k) - 1))
    return (1 << up) - 1 & FARTHEST, (1 << down) - 1 & FARTHEST


@inlined
def plain_pranks(s: State, cell: int, cuts: int, low: int, high: int) -> int:
    """The pranks over these cuts that need no card, as bits, where rivals stand like that (W4.1 to W4.4)."""
    found = 0
    while cuts:
        d = lowest(cuts)
        k = (s.boards3 * N + cell) * 6 + d
        rival = LEAPS[k, 0] & low | LEAPS[k, 1] & high
        beside = LEAPS[k, 2] & low | LEAPS[k, 3] & high
        if rival and not beside and s.kind[s.at[LEAP[k]] - 1] != CUSTOMER:
            found |= 1 << (SPAN * d + SPAN - 1)
        cuts &= cuts - 1
    return found


@kernel
def plain_steps(s: State, slot: int, face: int, walls: tuple[int, ...], low: int, high: int) -> int:
    """The moves and pranks of a piece that need no card when it faces that way, as bits (W2.4, W4.1 to W4.4).

    `low` and `high` are where rivals stand on the lines of the first axis.
    """
    cell = wide(s.where[slot])
    if cell < 0:
        return 0
    look = 6 * s.kind[slot] + face
    e, w = room(walls[0], walls[1], SPOT[3 * cell])
    se, nw = room(walls[2], walls[3], SPOT[3 * cell + 1])
    sw, ne = room(walls[4], walls[5], SPOT[3 * cell + 2])
    steps: int = (ne | e << SPAN | se << 2 * SPAN | sw << 3 * SPAN | w << 4 * SPAN | nw << 5 * SPAN) & WALKS[look]
    k = (s.boards3 * N + cell) * 36 + look
    if PRANKS[k, 0] & low | PRANKS[k, 1] & high:
        steps |= plain_pranks(s, cell, CUTS[look], low, high)
    return steps


@kernel
def lawful_steps(s: State, slot: int, steps: int, care: int, threatened: int) -> int:
    """Those of the steps that the territory rules allow (W6.2, W9.4)."""
    left = steps
    while left:
        bit = lowest(left)
        if not lawful(s, slot, target(s, wide(s.where[slot]), STEP_OF[bit]), care, threatened):
            steps ^= 1 << bit
        left &= left - 1
    return steps


@kernel
def step_sets(s: State, out: Numbers) -> int:
    """Every move and prank without a card, as bits for each piece, from SETS on (W2.4, W4.1 to W4.4, W6.2, W9.4).

    Returns how many there are.
    """
    n = 0
    side = wide(s.side)
    own = stand_now(s, side)
    one = stand_now(s, (side + 1) % SIDE_COUNT)
    two = stand_now(s, (side + 2) % SIDE_COUNT)
    care = delicate_among(s, own, one, two)
    threatened = threats(s)
    agent = s.side != s.player
    walls = walls_among(s, own, one, two)
    for i in range(s.team[side]):
        slot = PER_SIDE * side + i
        steps = plain_steps(s, slot, wide(s.face[slot]), walls, one[0] | two[0], one[1] | two[1])
        if agent or care >> i & 1:
            steps = lawful_steps(s, slot, steps, care, threatened)
        out[SETS + i] = steps
        n += count(steps)
    return n


@kernel
def listed(s: State, out: Numbers) -> int:
    """The list of the moves that `step_sets` has written as bits."""
    n = 0
    for i in range(s.team[s.side]):
        steps = wide(out[SETS + i])
        while steps:
            out[n] = STEPS * i + STEP_OF[lowest(steps)]
            n += 1
            steps &= steps - 1
    return n


@kernel
def kth(codes: Numbers, k: int) -> int:
    """The move at place k of that list, without it."""
    i = 0
    while count(wide(codes[SETS + i])) <= k:
        k -= count(wide(codes[SETS + i]))
        i += 1
    return int(STEPS * i + STEP_OF[nth(wide(codes[SETS + i]), k)])


@kernel
def can_step(s: State, slot: int, face: int, care: int, threatened: int) -> bool:
    """Whether that piece, facing that way, has a lawful move or prank (W6.4, W7.2)."""
    side = wide(s.side)
    one = stand_now(s, (side + 1) % SIDE_COUNT)
    two = stand_now(s, (side + 2) % SIDE_COUNT)
    walls = walls_among(s, stand_now(s, side), one, two)
    steps = plain_steps(s, slot, face, walls, one[0] | two[0], one[1] | two[1])
    return lawful_steps(s, slot, steps, care, threatened) != 0


@inlined
def covered(s: State, cell: int) -> bool:
    """Whether every line through a piece ends, on one side, at a piece of its own or at the edge before rival land.

    Then it stands in no line of a rival, and leaving gives nobody a hex.
    """
    board = s.boards3 * N
    for d in range(3):
        open_ends = 0
        for way in range(d, 6, 3):
            to = NEXT[(board + cell) * 6 + way]
            while to >= 0 and BOARD[to] == s.side and not s.at[to]:
                to = NEXT[(board + to) * 6 + way]
            open_ends += to >= 0 and (BOARD[to] != s.side or (s.at[to] - 1) >> SIDE_BITS != s.side)
        if open_ends == 2:
            return False
    return True


@kernel
def can_move(s: State) -> bool:
    """Whether the side to move has any move or prank without a card (W6.4)."""
    board = s.boards3 * N
    if s.side == s.player:
        for i in range(s.team[s.side]):
            slot = PER_SIDE * s.side + i
            cell = wide(s.where[slot])
            if cell < 0:
                continue
            slices = MOVES[6 * s.kind[slot] + s.face[slot]]
            for d in range(6):
                to = NEXT[(board + cell) * 6 + d]
                if slices >> d & 1 and to >= 0 and not s.at[to]:
                    if covered(s, cell):
                        return True
                    break
    care = delicate(s)
    threatened = threats(s)
    for i in range(s.team[s.side]):
        slot = PER_SIDE * s.side + i
        if s.where[slot] >= 0 and can_step(s, slot, wide(s.face[slot]), care, threatened):
            return True
    return False


@kernel
def card_allows(s: State, slot: int, step: int, care: int) -> bool:
    """Whether a card in the hand of the player to act allows that step (W7.2 to W7.5)."""
    if step >= FIRST_SPIN:
        face = step - FIRST_SPIN
        if s.holds[s.player, SPIN - 1] == 0 or face >= PERIOD[s.kind[slot]] or face == s.face[slot]:
            return False
        return can_step(s, slot, face, care, wide(0))
    if step >= RIGHT or not any_card_for(s, step):
        return False
    card = need(s, slot, wide(s.face[slot]), step)
    if card <= 0 or s.holds[s.player, card - 1] == 0:
        return False
    return lawful(s, slot, target(s, s.where[slot], step), care, wide(0))


@kernel
def any_card_for(s: State, step: int) -> bool:
    """Whether the player to act holds a card that moves can need, or one that pranks can need (W7.2)."""
    p = wide(s.player)
    if step >= FIRST_PRANK:
        return s.holds[p, CORNER - 1] + s.holds[p, PASS - 1] > 0
    return s.holds[p, DISTANCE - 1] + s.holds[p, DIRECTION - 1] + s.holds[p, HOP - 1] > 0


@kernel
def has_cards(s: State) -> bool:
    """Whether the player to act may play a card: an own turn, and a card left (W7.1)."""
    return s.cards != 0 and s.side == s.player and s.held[s.player] > 0


@kernel
def can_play_card(s: State) -> bool:
    """Whether any card move is there (W7.6)."""
    if not has_cards(s):
        return False
    care = delicate(s)
    for i in range(s.team[s.side]):
        slot = PER_SIDE * s.side + i
        if s.where[slot] < 0:
            continue
        for step in range(STEPS):
            if card_allows(s, slot, step, care):
                return True
    return False
