"""The boards and pieces of Pizza Wars: three times 37 hexes, six kinds, the layouts, the cards. Data, made at import.

Hexes have axial coordinates (q, r), r growing downwards, on one grid for all boards. A hex is named by its row, `a` to
`n` from below (White's back row is `a`), and its place in that row counted from the left. Hex numbers are 37 * board
plus a place, so a set of hexes is one 37-bit integer for each board.
"""

import random
from collections.abc import Iterable

from pizzabox.engine.lookup_table import lookup_table

Axial = tuple[int, int]
SIDE_COUNT = 3
AREA = 37
N = SIDE_COUNT * AREA
DIRECTIONS: tuple[Axial, ...] = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))
"""Clockwise: NE, E, SE, SW, W, NW. A cut line lies between a direction and the next."""
COMPASS = ("NE", "E", "SE", "SW", "W", "NW")

# By board: where its middle lies, and by how many sixths of a turn it is rotated with two and with three boards.
MIDDLES: tuple[Axial, ...] = ((0, 0), (3, -7), (7, -4))
ROTATIONS = ((0, 3, 4), (0, 2, 4))


def plus(a: Axial, b: Axial) -> Axial:
    return a[0] + b[0], a[1] + b[1]


def rotated(cell: Axial, times: int) -> Axial:
    """A hex rotated clockwise around the middle by sixths of a circle."""
    q, r = cell
    for _ in range(times % 6):
        q, r = -r, q + r
    return q, r


_LOCAL = [(q, r) for r in range(-3, 4) for q in range(-3, 4) if abs(q + r) <= 3]
CELLS: tuple[Axial, ...] = tuple(plus(c, middle) for middle in MIDDLES for c in _LOCAL)
INDEX: dict[Axial, int] = {cell: i for i, cell in enumerate(CELLS)}


def _name(cell: Axial) -> str:
    row = sorted(q for q, r in CELLS if r == cell[1])
    return f"{'abcdefghijklmn'[3 - cell[1]]}{row.index(cell[0]) + 1}"


NAMES: tuple[str, ...] = tuple(_name(cell) for cell in CELLS)
BY_NAME: dict[str, int] = {name: i for i, name in enumerate(NAMES)}


def _in_play(cell: Axial, mode: int) -> int:
    i = INDEX.get(cell, -1)
    return -1 if i >= AREA * (2 + mode) else i


NEXT = lookup_table(
    _in_play(plus(c, step), mode) if _in_play(c, mode) >= 0 else -1
    for mode in range(2)
    for c in CELLS
    for step in DIRECTIONS
)
"""The hex one step on, or -1, at (mode * N + hex) * 6 + direction; mode 0 has two boards, mode 1 three."""
LEAP = lookup_table(
    _in_play(plus(plus(c, DIRECTIONS[d]), DIRECTIONS[(d + 1) % 6]), mode) if _in_play(c, mode) >= 0 else -1
    for mode in range(2)
    for c in CELLS
    for d in range(6)
)
"""The hex a prank over the cut after that direction leads to, or -1, at the same place."""


def _targets(k: int) -> list[int]:
    """Where the steps of a move code lead from one hex: up to four hexes in each direction, then over each cut."""
    found = []
    for d in range(6):
        to = k % N
        for _ in range(4):
            to = int(NEXT[(k // N * N + to) * 6 + d]) if to >= 0 else -1
            found.append(to)
    found.extend(LEAP[6 * k : 6 * k + 6].tolist())
    return found


TARGET = lookup_table(_targets(k) for k in range(2 * N))
"""The hex a move or prank leads to, or -1, at mode * N + hex and step."""
BOARD = lookup_table(i // AREA for i in range(N))
BIT = lookup_table(1 << i % AREA for i in range(N))
"""A hex in the set of its board."""

FRONT = lookup_table(
    any(to >= 0 and to // AREA != c // AREA for to in NEXT[(mode * N + c) * 6 : (mode * N + c) * 6 + 6].tolist())
    for mode in range(2)
    for c in range(N)
)
"""Whether a hex touches another board, at mode * N + hex."""

# The straight lines through the hexes, as bits. A line along one of three axes is a run of bits in one of two words,
# with an unused bit above it, so that nothing runs on into the next line. A word has 62 bits: twice that has no sign.
AXES = (1, 2, 3)
"""The directions in which the bits of a line go up: E, SE and SW; the opposite ones are three further on."""
WORDS = 2 * len(AXES)
"""Two words for each axis."""
_WORD_BITS = 62


def _lines(up: int) -> list[list[int]]:
    """All lines of three boards along an axis, each from its lower end."""
    found = []
    for first in range(N):
        if NEXT[(N + first) * 6 + (up + 3) % 6] < 0:
            line = [first]
            while (c := int(NEXT[(N + line[-1]) * 6 + up])) >= 0:
                line.append(c)
            found.append(line)
    return found


def _spots(up: int) -> dict[int, int]:
    """The bit of every hex along an axis, 64 and more for the second word: whole lines that fill the first word."""
    lines = _lines(up)
    fillings: dict[int, frozenset[int]] = {0: frozenset()}
    for i, line in enumerate(lines):
        for total, chosen in list(fillings.items()):
            fillings.setdefault(total + len(line) + 1, chosen | {i})
    first = fillings[max(total for total in fillings if total <= _WORD_BITS + 1)]
    ends = [0, 64]
    spots = {}
    for i, line in enumerate(lines):
        word = int(i not in first)
        spots.update({c: ends[word] + k for k, c in enumerate(line)})
        ends[word] += len(line) + 1
    assert ends[1] - 1 <= 64 + _WORD_BITS
    return spots


_SPOTS = [_spots(up) for up in AXES]
SPOT = lookup_table(spots[c] for c in range(N) for spots in _SPOTS)
"""The bit of a hex on its line, at 3 * hex + axis; 64 and more in the second word."""
HEX_AT = lookup_table({spot: c for c, spot in spots.items()}.get(k, -1) for spots in _SPOTS for k in range(128))
"""The hex of a bit, at 64 * word + bit."""
BOARD_BITS = lookup_table(
    [int(BIT[c]) if c >= 0 and c // AREA == board else 0 for board in range(SIDE_COUNT)] for c in HEX_AT.tolist()
)
"""The hex of a bit in the set of each board."""


def _words(cells: Iterable[int]) -> list[int]:
    """A set of hexes, in the words of all axes."""
    made = [0] * WORDS
    for c in cells:
        for axis, spots in enumerate(_SPOTS):
            made[2 * axis + spots[c] // 64] |= 1 << spots[c] % 64
    return made


ON_LINES = lookup_table(_words([c] if c >= 0 else []) for c in range(-1, N))
"""A hex in the words of all axes, at hex + 1; nothing for no hex."""
IN_PLAY = lookup_table(_words(range(AREA * (2 + mode))) for mode in range(2))
HOME = lookup_table(_words(range(AREA * side, AREA * side + AREA)) for side in range(SIDE_COUNT))

# Kinds, by their types 5-4, 4-3, 4-2, 4-2s, 3-2 and 3-0: slices clockwise from NE at facing 0. That 4-2 is three and
# one, and 4-2s two and two, is a house value (W2.3).
MANAGER, COOK, DOUGH, SAUCE, DRIVER, CUSTOMER = range(6)
KINDS = ("manager", "cook", "dough", "sauce", "driver", "customer")
LETTERS = "MKGSDC"
SLICES = ("111110", "111100", "111010", "110110", "111000", "101010")
NONE = -1
"""No hex, no piece, no side."""
COUNTS = (2, 2, 2, 2, 3, 3)
"""How many of each kind a player has."""
TEAM = sum(COUNTS)
SIDE_BITS = 4
PER_SIDE = 1 << SIDE_BITS
"""Piece i of a side has slot PER_SIDE * side + i for the whole game, so `slot >> SIDE_BITS` is its side."""
IN_SIDE = PER_SIDE - 1
"""`slot & IN_SIDE` is the number of a piece on its side."""
SLOTS = PER_SIDE * SIDE_COUNT


def pattern(kind: int, face: int) -> str:
    """The six sides of a piece clockwise from NE, 1 for a slice."""
    return "".join(SLICES[kind][(d - face) % 6] for d in range(6))


MOVES = lookup_table(
    sum(1 << d for d in range(6) if pattern(kind, face)[d] == "1") for kind in range(6) for face in range(6)
)
"""For each kind and facing (6 * kind + face) its slices as bits."""
CUTS = lookup_table(
    sum(1 << d for d in range(6) if pattern(kind, face)[d] + pattern(kind, face)[(d + 1) % 6] == "11")
    for kind in range(6)
    for face in range(6)
)
PRANKS = lookup_table(
    _words(int(LEAP[(mode * N + c) * 6 + d]) for d in range(6) if cuts >> d & 1 and LEAP[(mode * N + c) * 6 + d] >= 0)[
        :2
    ]
    for mode in range(2)
    for c in range(N)
    for cuts in CUTS.tolist()
)
"""The hexes that a piece can prank, in the words of the first axis, at (mode * N + hex) * 36 + 6 * kind + face."""
LEAPS = lookup_table(
    _words([c for c in (int(LEAP[k + d]),) if c >= 0])[:2]
    + _words(c for c in (int(NEXT[k + d]), int(NEXT[k + (d + 1) % 6])) if c >= 0)[:2]
    for k in range(0, len(LEAP), 6)
    for d in range(6)
)
"""Where a prank leads, and the hexes beside it, in the words of the first axis, at the same place as in LEAP."""
REACH = lookup_table(SLICES[kind].count("0") for kind in range(6))
"""The longest move of a kind: its empty spots."""
SPAN = 5
"""Bits for a direction in the steps of a piece: up to four hexes, then the prank over the cut after it."""
WALKS = lookup_table(
    sum(((1 << REACH[kind]) - 1) << SPAN * d for d in range(6) if pattern(kind, face)[d] == "1")
    for kind in range(6)
    for face in range(6)
)
"""For each kind and facing the moves of a piece that nothing stops, as such bits."""
STEP_OF = lookup_table(24 + d if k == SPAN - 1 else 4 * d + k for d in range(6) for k in range(SPAN))
"""The step of a move code that such a bit means."""
PERIOD = lookup_table(len({pattern(kind, f) for f in range(6)}) for kind in range(6))
"""How many facings of a kind differ."""

# Standard facings in the owner's view: left-hand and right-hand form. House values (W3.3).
_FACING = {
    MANAGER: ("NW NE E SE W", "W NW NE E SW"),
    COOK: ("W NW NE E", "W NW NE E"),
    DOUGH: ("NW NE E SW", "W NW NE SE"),
    SAUCE: ("NW NE SE SW", "NW NE SE SW"),
    DRIVER: ("NW NE E", "W NW NE"),
    CUSTOMER: ("NE SE W", "NW SW E"),
}


def _face(kind: int, form: int) -> int:
    sides = _FACING[kind][form].split()
    wanted = "".join("1" if name in sides else "0" for name in COMPASS)
    return next(f for f in range(6) if pattern(kind, f) == wanted)


FACES = lookup_table([_face(kind, 0), _face(kind, 1)] for kind in range(6))

# Layouts: row, place, kind. Only the numbers of pieces are known; cells are house values (W3.2).
_ROW2 = ((2, 2, COOK), (2, 3, MANAGER), (2, 4, COOK))
_ROW3 = ((3, 2, DRIVER), (3, 3, DOUGH), (3, 4, DOUGH), (3, 5, DRIVER))
_LONG = (
    ((2, 2, MANAGER), (2, 3, DRIVER), (2, 4, MANAGER)),
    ((3, 2, DRIVER), (3, 3, COOK), (3, 4, COOK), (3, 5, DRIVER)),
    ((4, 2, DOUGH), (4, 3, SAUCE), (4, 4, CUSTOMER), (4, 5, SAUCE), (4, 6, DOUGH)),
)
_BACK = ((5, 3, CUSTOMER), (5, 4, CUSTOMER))
LAYOUTS: dict[str, tuple[tuple[int, int, int], ...]] = {
    "short": ((2, 2, COOK), (2, 3, CUSTOMER), (2, 4, COOK), *_ROW3),
    "medium": (*_ROW2, *_ROW3, (4, 3, SAUCE), (4, 4, CUSTOMER), (4, 5, SAUCE)),
    "long12": (*_LONG[0], *_LONG[1], *_LONG[2]),
    "long13": (*_LONG[0], *_LONG[1], *(spot for spot in _LONG[2] if spot[1] != 4), *_BACK),
    "customers": (*_ROW2, *_ROW3, (4, 3, CUSTOMER), (4, 4, CUSTOMER), (4, 5, CUSTOMER)),
    "long14": (*_LONG[0], *_LONG[1], *_LONG[2], *_BACK),
}
LAYOUT_NAMES = tuple(LAYOUTS)
LONG = len(LAYOUTS)
"""The number of the set-up `long`, which means another layout with two boards and with three."""
LONGEST = lookup_table((LAYOUT_NAMES.index("long13"), LAYOUT_NAMES.index("long14")))
SIZES = lookup_table(len(layout) for layout in LAYOUTS.values())


def spot(row: int, place: int) -> Axial:
    """A hex of a board in its owner's view: rows from the front, places from the left."""
    r = row - 4
    return max(-3, -r - 3) + place - 1, r


def home(mode: int, side: int, row: int, place: int) -> int:
    """The hex where a player finds that row and place."""
    return INDEX[plus(rotated(spot(row, place), ROTATIONS[mode][side]), MIDDLES[side])]


def _form(row: int, place: int) -> int:
    q, r = spot(row, place)
    return int(2 * q + r > 0)


def _padded(values: list[int]) -> list[int]:
    return values + [-1] * (TEAM - len(values))


START = lookup_table(
    [
        [_padded([home(mode, side, row, place) for row, place, _ in layout]) for layout in LAYOUTS.values()]
        for side in range(SIDE_COUNT)
    ]
    for mode in range(2)
)
"""For each mode, side and layout the hexes, front row first, left to right."""
STAFF = lookup_table(_padded([kind for _, _, kind in layout]) for layout in LAYOUTS.values())
FORMS = lookup_table(_padded([_form(row, place) for row, place, _ in layout]) for layout in LAYOUTS.values())
"""Which form stands there: 0 left of or on the centre-line, 1 right of it."""
LEADERS = lookup_table(
    _padded([int(kind == MANAGER or (name == "short" and (row, place) == (2, 3))) for row, place, kind in layout])
    for name, layout in LAYOUTS.items()
)
"""Where a random set-up puts its Managers."""
TURN = lookup_table(ROTATIONS)

# Cards: six kinds, three of each. Only the first is known; the others are house values (W7.2).
CARDS = ("distance", "direction", "corner", "hop", "reach", "spin")
DISTANCE, DIRECTION, CORNER, HOP, PASS, SPIN = range(1, 7)
COPIES = 3

_dice = random.Random(20210901)
MARK = lookup_table([_dice.getrandbits(62) for _ in range(SIDE_COUNT * 36)] for _ in range(N))
"""A random number for each hex and piece (36 * owner + 6 * kind + face), to tell positions apart by their sum."""
MARK_TURN = lookup_table([_dice.getrandbits(62) for _ in range(SIDE_COUNT)] for _ in range(SIDE_COUNT))
MARK_CARD = lookup_table(
    [[_dice.getrandbits(62) for _ in range(COPIES + 1)] for _ in range(len(CARDS))] for _ in range(SIDE_COUNT)
)
MARK_OPENING = lookup_table([_dice.getrandbits(62)])
