"""The pizza of Pizza Theory: 37 spaces, three times six cut lines, the start layouts. Data, computed once at import.

Spaces have cube coordinates (x, y, z), x + y + z = 0, each from -3 to 3, seen with the label "1st" at the bottom:
x counts columns from left to right, and inside a column spaces count upwards. Names say just that: `c4` is the fourth
space from below in the third column. A cut line lies in the gap between two rows; label 1st cuts along x, 2nd along z,
3rd along y. From the corner in front of the label the numbers 1 to 6 go from left to right; layout K has its seats a
quarter turn anticlockwise from there, where they go from far to near (T1.3).
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from itertools import product
from operator import or_

from pizzabox.engine.lookup_table import lookup_table

SIDE = 3
Cube = tuple[int, int, int]

SPACES: tuple[Cube, ...] = tuple(
    (x, y, -x - y) for x in range(-SIDE, SIDE + 1) for y in range(max(-SIDE, -x - SIDE), min(SIDE, -x + SIDE) + 1)
)
INDEX: dict[Cube, int] = {cube: i for i, cube in enumerate(SPACES)}
N = len(SPACES)
ALL = (1 << N) - 1


def _name(cube: Cube) -> str:
    x, y, _ = cube
    return f"{'abcdefg'[x + SIDE]}{y - max(-SIDE, -x - SIDE) + 1}"


NAMES: tuple[str, ...] = tuple(_name(cube) for cube in SPACES)
BY_NAME: dict[str, int] = {name: i for i, name in enumerate(NAMES)}

LABELS = ("1st", "2nd", "3rd")
LINES = 6
AXIS = (0, 2, 1)
"""Which of x, y, z a label's lines cut: 1st x, 2nd z, 3rd y."""


def bits(spaces: Iterable[int]) -> int:
    """A set of spaces as one integer."""
    return sum(1 << i for i in set(spaces))


def _touching(a: Cube, b: Cube) -> bool:
    return max(abs(p - q) for p, q in zip(a, b, strict=True)) == 1


NEAR = lookup_table(bits(j for j in range(N) if _touching(SPACES[i], SPACES[j])) for i in range(N))
"""For each space the up to six spaces next to it."""


def _around() -> Iterator[list[int]]:
    """For each eight spaces in turn a row with an entry for each set of them: all spaces next to one of the set."""
    for first in range(0, N, 8):
        near = [int(NEAR[i]) if i < N else 0 for i in range(first, first + 8)]
        yield [reduce(or_, (near[i] for i in range(8) if chosen >> i & 1), 0) for chosen in range(256)]


AROUND = lookup_table(_around())
"""The spaces next to any of a set, by eight spaces and the set of those that are in it."""

TOUCH = lookup_table(
    [bits(i for i in range(N) if SPACES[i][AXIS[label]] in (k - 4, k - 3)) for k in range(1, LINES + 1)]
    for label in range(3)
)
"""For each label and line (0 to 5) the spaces in the two rows beside it."""


def _parts(cuts: Sequence[int]) -> list[int]:
    """The non-empty slices for the line numbers of 1st, 2nd and 3rd, in a fixed order, as bits."""
    found: dict[tuple[bool, ...], list[int]] = {}
    for i, cube in enumerate(SPACES):
        sides = tuple(cube[AXIS[label]] > cuts[label] - 3.5 for label in range(3))
        found.setdefault(sides, []).append(i)
    return [bits(spaces) for _, spaces in sorted(found.items())]


MOST_SLICES = 7
_ALL_PARTS = [_parts(cuts) for cuts in product(range(1, LINES + 1), repeat=3)]
SLICES = lookup_table(parts + [0] * (MOST_SLICES - len(parts)) for parts in _ALL_PARTS)
"""For each triple of cuts (36 * 1st + 6 * 2nd + 3rd, lines 0 to 5) its slices."""
SLICE_COUNT = lookup_table(len(parts) for parts in _ALL_PARTS)


# X spaces of the labels 1st, 2nd, 3rd. The printed board is not known: all four are house values (rules.md, T1.4).
LAYOUTS: dict[str, tuple[tuple[Cube, Cube], tuple[Cube, Cube], tuple[Cube, Cube]]] = {
    "S1": (((1, -2, 1), (-1, -1, 2)), ((-2, 1, 1), (-1, 2, -1)), ((1, 1, -2), (2, -1, -1))),
    "S2": (((1, -3, 2), (-1, -2, 3)), ((-3, 2, 1), (-2, 3, -1)), ((2, 1, -3), (3, -1, -2))),
    "S3": (((2, -3, 1), (-2, -1, 3)), ((-3, 1, 2), (-1, 3, -2)), ((1, 2, -3), (3, -2, -1))),
    "K": (((3, 0, -3), (3, -3, 0)), ((0, -3, 3), (-3, 0, 3)), ((-3, 3, 0), (0, 3, -3))),
}
LAYOUT_NAMES = tuple(LAYOUTS)
SIDE_LAYOUTS = ("K",)
"""Layouts whose players face sides of the hexagon, not corners, and cut along their side (T1.3)."""
START = lookup_table([bits(INDEX[c] for c in pair) for pair in layout] for layout in LAYOUTS.values())
"""For each layout and label its two X spaces."""


def at_sides(layout: int) -> bool:
    """Whether the players of a layout (by its number) face sides of the hexagon."""
    return LAYOUT_NAMES[layout] in SIDE_LAYOUTS
