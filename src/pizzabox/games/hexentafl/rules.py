"""heXentafl: the rules as kernels. Rule ids are those of rules.md.

Side 0 defends the King, side 1 attacks. A side's pieces are numbered by their hexes, lowest first, the King before his
men; a move code is that number, a direction and a distance. Player p has side p in the first game of a match and the
other one in the second.
"""

from pizzabox.engine.bits import lowest, wide
from pizzabox.engine.kernel import inlined, kernel
from pizzabox.engine.rng import scale
from pizzabox.engine.state import Floats, Numbers

from .board import (
    ALL,
    ALONG,
    CLAMP,
    CORNERS,
    JUMP,
    LONGEST,
    MARK_FOE,
    MARK_KING,
    MARK_MAN,
    MARK_TURN,
    NEAR,
    QUERY,
    ROW,
    START,
    START_OF_ROW,
    STOP_BITS,
    STOPS,
    THRONE,
)
from .state import PAST, State

DEFEND, ATTACK = 0, 1
PLAY, OVER = 0, 1
MOST = 12
"""No side has more pieces."""
CODES = MOST * 6 * LONGEST
USUAL = 6
"""Most rows of a piece have no more stops."""
KINGS = ROW << ROW
"""QUERY below this is for rows without the throne: the King may stop there."""
ROWS, PLACE_BITS = 6, 14
"""Where `random_move` notes rows, after six steps of a King, and the bits of a place in STOPS."""
QUIET = 100
"""A game without a capture for that many moves is drawn (X4.6)."""
ESCAPED, TAKEN, STUCK, REPEATED, LONG = 1, 2, 3, 4, 5
"""How a game ended."""


@kernel
def side_of(s: State, player: int) -> int:
    """The side of a player: sides are exchanged for the second game (X5.1)."""
    return player ^ s.game


@inlined
def begin(s: State, options: Numbers) -> None:
    """Set-up from the options players, size, first, games (X1.1 to X1.4, X5.1)."""
    s.players = options[0]
    s.size_ = options[1] - 4
    s.first_ = options[2]
    s.games = options[3]
    lay_out(s)


@kernel
def lay_out(s: State) -> None:
    """King on the throne, men around him, attackers on the corners (X1.2, X1.3)."""
    s.men = START[s.size_, 0]
    s.foes = START[s.size_, 1]
    s.king = THRONE
    s.turn = s.first_
    s.taken = 0
    s.last_from = -1
    s.last_to = -1
    forget(s)
    times(s)


@kernel
def forget(s: State) -> None:
    """No earlier position can come back (X4.5)."""
    s.quiet = 0
    for i in range(PAST):
        s.past[i] = 0


@kernel
def mark(s: State) -> int:
    """A number that tells this position from others: King, men, attackers, side to move (X4.5).

    A random number of 64 bits stands for each piece on each hex, so that every hex weighs on every bit.
    """
    total = MARK_KING[s.king] ^ MARK_TURN[s.turn]
    left = s.men
    while left:
        total ^= MARK_MAN[lowest(left)]
        left &= left - 1
    left = s.foes
    while left:
        total ^= MARK_FOE[lowest(left)]
        left &= left - 1
    return int(total)


@kernel
def times(s: State) -> int:
    """Keep the position and tell how often it has stood on the board, with the same side to move (X4.5).

    The sides take turns, so that was an even number of moves ago.
    """
    here = mark(s)
    n = 1
    for i in range(s.quiet & 1, s.quiet, 2):
        n += s.past[i] == here
    s.past[s.quiet] = here
    return n


@kernel
def actors(s: State) -> int:
    """The player of the side to move (X2.1)."""
    if s.phase == OVER:
        return 0
    return 1 << (s.turn ^ s.game)


@kernel
def piece_at(s: State, number: int) -> int:
    """The hex of a piece of the side to move by its number, or -1."""
    left = s.foes
    if s.turn == DEFEND:
        if number == 0:
            return s.king
        number -= 1
        left = s.men
    for _ in range(number):
        left &= left - 1
    if left == 0:
        return -1
    return lowest(left)


@kernel
def numberings(s: State) -> tuple[int, int, int]:
    """All pieces, in the numberings of the three directions."""
    taken = s.men | s.foes | 1 << s.king
    first = 0
    second = 0
    left = taken
    while left:
        cell = lowest(left)
        left &= left - 1
        first |= ALONG[cell, 0]
        second |= ALONG[cell, 1]
    return first, second, taken


@kernel
def moves(s: State, player: int, out: Numbers) -> int:
    """Every slide of every piece; the small board's King goes one step; only he stops on the throne (X2.2 to X2.5)."""
    if s.phase == OVER or side_of(s, player) != s.turn:
        return 0
    size = s.size_
    first, second, taken = numberings(s)
    n = 0
    code = 0
    left = s.foes
    if s.turn == DEFEND:
        left = s.men
        if size == 0:
            n = king_steps(s.king, taken, out)
        else:
            row = 3 * s.king
            n = stops(first, row, QUERY[size, row] % KINGS, wide(0), wide(0), out)
            n = stops(second, row + 1, QUERY[size, row + 1] % KINGS, wide(LONGEST), wide(n), out)
            n = stops(taken, row + 2, QUERY[size, row + 2] % KINGS, wide(2 * LONGEST), wide(n), out)
        code = 6 * LONGEST
    while left:
        row = 3 * lowest(left)
        left &= left - 1
        n = stops(first, row, QUERY[size, row], wide(code), wide(n), out)
        n = stops(second, row + 1, QUERY[size, row + 1], code + LONGEST, n, out)
        n = stops(taken, row + 2, QUERY[size, row + 2], code + 2 * LONGEST, n, out)
        code += 6 * LONGEST
    return n


@kernel
def random_move(s: State, player: int, dice: int, codes: Numbers) -> int:
    """A legal move drawn without the list (X2.2 to X2.5).

    `codes` gets the steps of the small board's King, and then for each row of each piece how many moves come before
    those of that row and, in the lowest bits, where STOPS has them.
    """
    size = s.size_
    first, second, taken = numberings(s)
    left = s.foes
    steps = 0
    n = 0
    r = ROWS
    if s.turn == DEFEND:
        left = s.men
        if size == 0:
            steps = king_steps(s.king, taken, codes)
            n = steps
        else:
            row = 3 * s.king
            n = keep(first, row, QUERY[size, row] % KINGS, n, r, codes)
            n = keep(second, row + 1, QUERY[size, row + 1] % KINGS, n, r + 1, codes)
            n = keep(taken, row + 2, QUERY[size, row + 2] % KINGS, n, r + 2, codes)
            r += 3
    while left:
        row = 3 * lowest(left)
        left &= left - 1
        n = keep(first, row, QUERY[size, row], n, r, codes)
        n = keep(second, row + 1, QUERY[size, row + 1], n, r + 1, codes)
        n = keep(taken, row + 2, QUERY[size, row + 2], n, r + 2, codes)
        r += 3
    k = scale(dice, n)
    if k < steps:
        return wide(codes[k])
    r -= 1
    while codes[r] >> PLACE_BITS > k:
        r -= 1
    found = STOPS[codes[r] & 0x3FFF] >> STOP_BITS * (k - (codes[r] >> PLACE_BITS)) & 31
    r -= ROWS
    if s.turn == DEFEND and size == 0:
        r += 3
    return int(LONGEST * (r + r // 3 * 3) + found)


@kernel
def keep(taken: int, row: int, query: int, n: int, r: int, out: Numbers) -> int:
    """Note a row of a piece and add its moves to the n before it; `taken` as for `stops`."""
    place = (query | taken >> START_OF_ROW[row] & (1 << ROW) - 1) & 0x3FFF
    out[r] = n << PLACE_BITS | place
    return int(n + (STOPS[place] >> STOP_BITS * LONGEST))


@kernel
def king_steps(king: int, taken: int, out: Numbers) -> int:
    """List the King's moves on the small board (X2.3)."""
    n = 0
    for d in range(6):
        to = JUMP[0, king, d, 0]
        out[n] = LONGEST * d
        n += to >= 0 and not taken >> to & 1
    return n


@kernel
def stops(taken: int, row: int, query: int, code: int, n: int, out: Numbers) -> int:
    """List the moves of a piece along its row (X2.2, X2.4); `taken` are all pieces in the numbering of that direction.

    Places beyond the last move are written too: that is quicker than to ask. The masks change nothing, they tell the
    compiler that no index is negative.
    """
    found = STOPS[(query | taken >> START_OF_ROW[row] & (1 << ROW) - 1) & 0x3FFF]
    total = found >> STOP_BITS * LONGEST
    for k in range(USUAL):
        out[(n & 0x1FF) + k] = code + (found >> STOP_BITS * k & 31)
    if total > USUAL:
        for k in range(USUAL, LONGEST):
            out[(n & 0x1FF) + k] = code + (found >> STOP_BITS * k & 31)
    return int(n + total)


@kernel
def can_move(s: State) -> bool:
    """Whether the side to move has any move (X4.4)."""
    free = ALL[s.size_] & ~(s.men | s.foes | 1 << s.king)
    own = s.foes
    if s.turn == DEFEND:
        own = s.men
        if NEAR[s.size_, s.king] & free:
            return True
    while own:
        cell = lowest(own)
        own &= own - 1
        beside = NEAR[s.size_, cell] & free
        if beside & ~(1 << THRONE):
            return True
        if beside:
            for d in range(6):
                to = JUMP[s.size_, cell, d, 1]
                if JUMP[s.size_, cell, d, 0] == THRONE and free >> to & 1:
                    return True
    return False


@kernel
def play(s: State, player: int, move: int) -> None:
    """Move, capture, and look whether the game is decided (X2.1 to X4.6)."""
    way = move // LONGEST
    cell = piece_at(s, way // 6)
    to = JUMP[s.size_, cell, way % 6, move % LONGEST]
    if s.turn == ATTACK:
        s.foes ^= 1 << cell | 1 << to
    elif cell == s.king:
        s.king = to
    else:
        s.men ^= 1 << cell | 1 << to
    s.last_from = cell
    s.last_to = to
    s.taken = caught(s, to)
    if s.turn == ATTACK:
        s.men &= ~s.taken
    else:
        s.foes &= ~s.taken
    if s.taken:
        forget(s)
    else:
        s.quiet += 1
    settle(s)


@kernel
def caught(s: State, to: int) -> int:
    """The enemies that the piece just arrived on `to` captures (X3.1 to X3.6)."""
    own = s.foes
    enemies = s.men | 1 << s.king
    if s.turn == DEFEND:
        own, enemies = enemies, own
    return clamped(s.size_, own, to) & enemies


@kernel
def clamped(size: int, own: int, to: int) -> int:
    """The neighbours of `to` that a side with these pieces, one of them just arrived there, would capture."""
    found = 0
    for d in range(6):
        holders = CLAMP[size, to, 2 * d + 1]
        if own & holders == holders:
            found |= CLAMP[size, to, 2 * d]
    return found


@kernel
def settle(s: State) -> None:
    """Is the game decided (X4.1 to X4.6)? Else the other side is to move."""
    if s.turn == DEFEND and CORNERS[s.size_] >> s.king & 1:
        finish(s, wide(ESCAPED), wide(DEFEND))
        return
    if s.taken >> s.king & 1:
        finish(s, wide(TAKEN), wide(ATTACK))
        return
    s.turn ^= 1
    if not can_move(s):
        finish(s, wide(STUCK), wide(s.turn ^ 1))
        return
    if s.quiet == QUIET:
        finish(s, wide(LONG), wide(-1))
        return
    if times(s) == 3:
        finish(s, wide(REPEATED), wide(-1))


@kernel
def finish(s: State, how: int, victor: int) -> None:
    """Note the result; in a match the second game begins with exchanged sides (X5.1, X5.2)."""
    s.ended[s.game] = how
    s.victor[s.game] = victor
    if victor >= 0:
        s.wins[victor ^ s.game] += 1
    if s.game + 1 < s.games:
        s.game += 1
        lay_out(s)
    else:
        s.phase = OVER


@kernel
def returns(s: State, out: Floats) -> None:
    """More games won is 1, fewer is -1, a draw is 0 for both (X4.5, X5.2)."""
    for player in range(2):
        out[player] = 0.0
        if s.phase == OVER and s.wins[0] != s.wins[1]:
            out[player] = 1.0 if s.wins[player] > s.wins[1 - player] else -1.0


@kernel
def scores(s: State, out: Numbers) -> None:
    """Games won (X5.2)."""
    out[0] = s.wins[0]
    out[1] = s.wins[1]
