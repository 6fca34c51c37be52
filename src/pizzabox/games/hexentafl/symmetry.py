"""The board can be turned and mirrored: positions and moves that are the same, looked at another way."""

from collections import Counter
from collections.abc import Sequence

import numpy as np

from pizzabox.engine.bits import lowest, members, wide
from pizzabox.engine.kernel import kernel
from pizzabox.engine.lookup_table import lookup_table
from pizzabox.engine.options import Options
from pizzabox.engine.state import Numbers
from pizzabox.engine.symmetries import Symmetries

from .board import ALL, CELLS, DIRECTIONS, INDEX, LONGEST, MARK_FOE, MARK_KING, MARK_MAN, MARK_TURN, Axial
from .evaluation import FEATURES, LABELS
from .rules import DEFEND, QUIET, forget, mark, piece_at, times
from .state import State

WAYS = 12
"""Six turns, each also mirrored; the first leaves the board as it is."""
ESSENCE = 3
KINDS = 3
"""King, men and attackers: the features begin with the hexes of each."""
PATIENCE = QUIET - 1
"""No game is drawn for want of a capture in fewer moves (X4.6)."""


def _image(cell: Axial, way: int) -> Axial:
    """Where a hex, or a direction, goes: mirrored or not, then turned by sixths about the throne."""
    mirrored, turns = divmod(way, 6)
    q, r = cell[::-1] if mirrored else cell
    for _ in range(turns):
        q, r = -r, q + r
    return q, r


HEX = lookup_table([INDEX[_image(cell, way)] for cell in CELLS] for way in range(WAYS))
"""Where each hex goes, by way."""
HEADING = lookup_table([DIRECTIONS.index(_image(d, way)) for d in DIRECTIONS] for way in range(WAYS))
"""Where each direction goes, by way."""


def symmetries(options: Options) -> Symmetries:
    """The ways a learner may look at the board: as the hexes and directions go, so do the features and the labels."""
    columns, labels = (np.tile(np.arange(size), (WAYS, 1)) for size in (FEATURES, LABELS))
    hexes, steps = len(CELLS), np.arange(LABELS) % LONGEST
    cell, heading = np.divmod(np.arange(LABELS) // LONGEST, 6)
    for way in range(WAYS):
        for block in range(0, KINDS * hexes, hexes):
            columns[way, block + HEX[way]] = block + np.arange(hexes)
        labels[way, (HEX[way, cell] * 6 + HEADING[way, heading]) * LONGEST + steps] = np.arange(LABELS)
    return Symmetries(columns, labels)


@kernel
def image(cells: int, way: int) -> int:
    """A set of hexes, looked at that way."""
    found = 0
    while cells:
        found |= 1 << HEX[way, lowest(cells)]
        cells &= cells - 1
    return int(found)


@kernel
def essence(s: State, way: int, out: Numbers) -> None:
    """Men, attackers, and in one number the King, the side to move and how the match stands."""
    out[0] = image(s.men, way)
    out[1] = image(s.foes, way)
    out[2] = wide(HEX[way, s.king]) + 64 * (s.turn + 2 * (s.game + 2 * (s.wins[0] + 4 * s.wins[1])))


@kernel
def embody(s: State, known: Numbers) -> None:
    """The position of an essence, with no earlier one that could come back."""
    s.men = wide(known[0])
    s.foes = wide(known[1])
    rest = wide(known[2])
    s.king = rest & 63
    s.turn = rest >> 6 & 1
    s.game = rest >> 7 & 1
    s.wins[0] = rest >> 8 & 3
    s.wins[1] = rest >> 10
    s.taken = 0
    s.last_from = -1
    s.last_to = -1
    forget(s)
    times(s)


def counterpart(s: State, way: int, code: int) -> int:
    """The move that a move of the side to move is when the board is looked at that way."""
    heading, steps = divmod(code, LONGEST)
    cell = int(HEX[way, piece_at(s, heading // 6)])
    men = sorted(int(HEX[way, c]) for c in members(s.men if s.turn == DEFEND else s.foes))
    numbers = [int(HEX[way, s.king]), *men] if s.turn == DEFEND else men
    return (numbers.index(cell) * 6 + int(HEADING[way, heading % 6])) * LONGEST + steps


def equal_moves(s: State, codes: Sequence[int]) -> list[tuple[int, ...]]:
    """The moves of the side to move, those together that a symmetry of the position carries into each other.

    Earlier positions can come back and count (X4.5), so they must be symmetric too, all of them together.
    """
    ways = _symmetries(s)
    groups: dict[int, list[int]] = {}
    for code in codes:
        groups.setdefault(min(counterpart(s, way, code) for way in ways), []).append(code)
    return [tuple(group) for group in groups.values()]


Pieces = tuple[int, int, int]
"""Men, attackers and the King, each as a set of hexes."""


def _symmetries(s: State) -> list[int]:
    """The ways to look at a position and at those before it that make no difference."""
    here: Pieces = (s.men, s.foes, 1 << s.king)
    ways = [way for way in range(WAYS) if _seen(here, way) == here]
    if len(ways) == 1:
        return ways
    known = _earlier(s)
    if known is None:
        return ways[:1]
    earlier = Counter(known)
    return [way for way in ways if Counter((_seen(p, way), turn) for p, turn in known) == earlier]


def _seen(pieces: Pieces, way: int) -> Pieces:
    men, foes, king = (image(cells, way) for cells in pieces)
    return men, foes, king


def _earlier(s: State) -> list[tuple[Pieces, int]] | None:
    """The positions that are remembered, each with its side to move; None where somebody wrote down a past that no
    moves lead to.

    Each is found from the one after it: of all pieces that can have moved, one from one hex, only one gives the mark.
    """
    found = []
    pieces: Pieces = (s.men, s.foes, 1 << s.king)
    turn, there = s.turn, mark(s)
    for i in reversed(range(s.quiet)):
        if not s.past[i]:
            break  # a position set up by hand: nothing is known from here on
        turn ^= 1
        gap = there ^ s.past[i] ^ int(MARK_TURN[0]) ^ int(MARK_TURN[1])
        before = _before(pieces, turn, gap, int(ALL[s.size_]))
        if before is None:
            return None
        pieces, there = before, s.past[i]
        found.append((pieces, turn))
    return found


def _before(pieces: Pieces, side: int, gap: int, board: int) -> Pieces | None:
    """The position before a move of a side, by how the marks of the two differ; None where there is none."""
    men, foes, king = pieces
    for kind, marks in ((0, MARK_MAN), (2, MARK_KING)) if side == DEFEND else ((1, MARK_FOE),):
        for to in members(pieces[kind]):
            for cell in members(board & ~(men | foes | king)):
                if int(marks[to]) ^ int(marks[cell]) == gap:
                    moved = [men, foes, king]
                    moved[kind] ^= 1 << to | 1 << cell
                    return moved[0], moved[1], moved[2]
    return None
