"""The pizza as text: seven columns in their hexagon, one sign a space, cuts drawn as lines and slices lettered."""

from functools import cache

from pizzabox.engine.bits import members

from .board import LINES, NAMES, SIDE, SLICE_COUNT, SLICES, SPACES, START, at_sides
from .phrases import by_label, cut_state, holder, say
from .rules import ADD, COLOUR_COUNT, OVER, TOPPINGS, triple
from .state import SEATS, State
from .story import last_slices

SIGNS = ("●", "○", "▲")
"""Red, green, white: three shapes, so that colour is not needed to read the board."""
EMPTY, START_SPACE = "·", "×"
LINE_SIGNS = "①②③④⑤⑥"
UPRIGHT, LEVEL, DOWN, UP = "│", "─", "╲", "╱"
_WIDE, _LEFT, _HEIGHT = 6, 2, 14
_CELL = _WIDE - 1
"""A column is one sign narrower than its step: upright lines stand in what is left."""
Spot = tuple[int, int]


def signs(s: State) -> dict[str, str]:
    """The signs that stand for a colour."""
    return dict(zip(SIGNS, SEATS, strict=True))


def _column_start(x: int) -> int:
    """Where the column x of the hexagon begins."""
    return _LEFT + _WIDE * (x + SIDE)


def _line_ends() -> list[tuple[int, int, str]]:
    """Where the numbers of the cut lines stand, at the end that faces their label: row, column, sign.

    1st has its numbers below the pizza, 2nd at its upper left, 3rd at its upper right; seen from there 1 to 6 go from
    left to right (T1.3). A line of 2nd passes column x on row 7 + x + 2a, where a = k - 4 is z on its upper side; 3rd
    mirrors 2nd.
    """
    found = []
    for k in range(1, LINES + 1):
        sign, a = LINE_SIGNS[k - 1], k - 4
        found.append((11 + min(k - 1, LINES - k), _LEFT + _WIDE * k - 1, sign))
        x = max(-SIDE, -SIDE - a) - 1
        found.append((7 + x + 2 * a, max(0, _column_start(x) + 3), sign))
        x = min(SIDE, 2 - a) + 1
        found.append((5 - 2 * a - x, _column_start(x), sign))
    return found


@cache
def line_signs(label: int, cut: int) -> dict[Spot, str]:
    """The signs of a label's line: a stroke upright between two columns, or a stair through the columns it crosses."""
    if label == 0:
        top = min(abs(cut - 4), abs(cut - 3))
        return {(row, _column_start(cut - 3) - 1): UPRIGHT for row in range(top, 13 - top)}
    found: dict[Spot, str] = {}
    a = cut - 4 if label == 1 else 3 - cut
    columns = range(max(-SIDE, -SIDE - a), min(SIDE, 2 - a) + 1)
    for x in columns:
        row = 7 + x + 2 * a
        # 3rd mirrors 2nd: the same stair, read from the right.
        left = _column_start(x) if label == 1 else _column_start(-x)
        found |= {(row, left + i): LEVEL for i in range(_CELL)}
        if x != columns[-1]:
            found[row, left + _CELL if label == 1 else left - 1] = DOWN if label == 1 else UP
    return found


@cache
def letter_spots(division: int) -> tuple[Spot, ...]:
    """Where the letters of the slices stand: between two spaces of the slice, one above the other, near its middle.

    In a slice without such a pair the letter stands beside one of its spaces.
    """
    found = []
    for i in range(SLICE_COUNT[division]):
        spaces = [SPACES[space] for space in members(int(SLICES[division, i]))]
        places = {(6 - (y - z), _column_start(x)) for x, y, z in spaces}
        middle = [sum(place[axis] for place in places) / len(places) for axis in (0, 1)]
        gaps = [(row + 1, column) for row, column in places if (row + 2, column) in places]
        row, column = min(gaps or places, key=lambda spot: (_distance(spot, middle), spot))
        found.append((row, column + (1 if gaps else _CELL - 1)))
    return tuple(found)


def _distance(spot: Spot, middle: list[float]) -> float:
    """How far apart two places are; a sign is about twice as high as wide."""
    return 4 * (spot[0] - middle[0]) ** 2 + (spot[1] - middle[1]) ** 2


def board(s: State, viewer: int) -> str:
    """The board with space names and cuts, then a line for each colour.

    From a reveal until the next cuts it shows what the picture shows: the lines that were cut and the slices they made.
    """
    rows = [[" "] * (_column_start(SIDE + 1) + 1) for _ in range(_HEIGHT)]
    for row, column, sign in _line_ends():
        rows[row][column] = sign
    slices = last_slices(s) if s.phase in (ADD, OVER) else ()
    labels, cuts = (s.last_label, s.last_cut) if slices else (s.label, s.cut)
    # Upright lines last: where lines cross, they are the ones without a second sign to be known by.
    for label, cut in sorted(((labels[c], cuts[c]) for c in range(COLOUR_COUNT)), reverse=True):
        if 1 <= cut <= LINES:
            for (row, column), sign in line_signs(label, cut).items():
                rows[row][column] = sign
    starts = int(START[s.layout][0] | START[s.layout][1] | START[s.layout][2])
    for i, (x, y, z) in enumerate(SPACES):
        c = holder(s, i)
        sign = SIGNS[c] if c >= 0 else START_SPACE if starts >> i & 1 else EMPTY
        for k, character in enumerate(f"{NAMES[i]} {sign}"):
            rows[6 - (y - z)][_column_start(x) + k] = character
    if slices:
        for part, (row, column) in zip(slices, letter_spots(triple(labels, cuts)), strict=True):
            rows[row][column] = part.letter
    lines = ["".join(row).rstrip() for row in rows]
    key = "board.lines_sides" if at_sides(s.layout) else "board.lines"
    lines += ["", say(key, first=LINE_SIGNS[0], last=LINE_SIGNS[-1])]
    if slices:
        made = ", ".join(
            say("board.last_cut", label=say(f"label.{labels[c]}"), cut=cuts[c], colour=say(f"seat.{c}"))
            for c in by_label(labels)
        )
        lines.append(say("board.last", round=s.rounds, cuts=made, last=slices[-1].letter))
    lines.append(say("board.round", round=s.rounds if s.phase == OVER else s.rounds + 1))
    for c in by_label(s.label):
        count = f"{s.spaces[c].bit_count()}/{TOPPINGS}"
        parts = [say(f"label.{s.label[c]}"), SIGNS[c], f"{say(f'colour.{c}'):<6}", f"{count:>5}", cut_state(s.cut[c])]
        lines.append("  ".join(parts).rstrip())
    return "\n".join(lines)
