"""The components of Pizzeria: kinds, slices with their leaves, set-ups, offers, and every way to cut a ring. Data only.

A slice is known by its type: the kind (or the two kinds of a mixed slice) and its basil leaves. Slices of one type are
the same to everybody, so piles, hands and pizzas are written in types; 0 stands for no slice, or one that is not known.
"""

from dataclasses import dataclass
from itertools import combinations
from math import comb

from pizzabox.engine.lookup_table import lookup_table

PLAYERS = 6
RING = 11
"""Slices of a pizza, and of a pile."""
ASIDE = 3
KINDS = tuple(range(2, 12))
"""A kind is known by its value, which is also the number of its slices. The names of 6, 9, 10 and 11 are house values:
the rulebook text that is left does not name them (P1.1)."""
TOMATO = 2

MIXED_KINDS = ((4, 6), (5, 7), (8, 10), (9, 11))
"""8/10 is stated, 5/7 follows from the printed example, the other two continue the pattern (P1.2)."""

# House values (P1.3): the printed leaves are not known. By kind from 3 on: how many slices carry 1, 2 and 3 leaves.
_LEAVES = {
    "house": "3/0/0 4/0/0 5/0/0 0/6/0 0/7/0 0/8/0 0/9/0 0/10/0 0/0/11",
    "varied": "3/0/0 4/0/0 5/0/0 2/2/2 2/3/2 2/4/2 2/5/2 3/4/3 0/0/11",
}
LEAF_TABLES: dict[str, dict[int, tuple[int, ...]]] = {
    name: {kind: tuple(map(int, row.split("/"))) for kind, row in zip(KINDS[1:], rows.split(), strict=True)}
    for name, rows in _LEAVES.items()
}
LEAF_NAMES = tuple(LEAF_TABLES)


@dataclass(frozen=True)
class Type:
    """A kind of cardboard slice."""

    name: str
    kinds: tuple[int, ...]
    leaves: int


def _types() -> tuple[Type, ...]:
    found = [Type("none", (), 0), Type("2", (TOMATO,), 0)]
    for kind in KINDS[1:]:
        usual = next(n for n in (1, 2, 3) if LEAF_TABLES["house"][kind][n - 1])
        for leaves in (1, 2, 3):
            if any(rows[kind][leaves - 1] for rows in LEAF_TABLES.values()):
                name = str(kind) if leaves == usual else f"{kind}-{leaves}"
                found.append(Type(name, (kind,), leaves))
    return (*found, *(Type(f"{a}/{b}", (a, b), 0) for a, b in MIXED_KINDS))


SLICES: tuple[Type, ...] = _types()
TYPES = len(SLICES)
TYPE_NAMES = tuple(t.name for t in SLICES)
BY_NAME = {name: i for i, name in enumerate(TYPE_NAMES)}
TOMATO_TYPE = BY_NAME["2"]

LEAVES = lookup_table(t.leaves for t in SLICES)
KIND = lookup_table(t.kinds[0] if t.kinds else 0 for t in SLICES)
"""The (first) kind of a type."""
KIND_TOO = lookup_table(t.kinds[1] if len(t.kinds) == 2 else 0 for t in SLICES)
"""The second kind of a mixed slice, else 0."""


def _own_types(kind: int) -> list[int]:
    return [i for i, t in enumerate(SLICES) if t.kinds == (kind,)]


FIRST_TYPE = lookup_table(_own_types(k)[0] if k in KINDS else 0 for k in range(12))
TYPE_COUNT = lookup_table(len(_own_types(k)) if k in KINDS else 0 for k in range(12))
"""The whole slices of a kind have the types from FIRST_TYPE on, TYPE_COUNT of them."""
MIXED_TYPE = lookup_table(
    next((i for i, t in enumerate(SLICES) if len(t.kinds) == 2 and k in t.kinds), 0) for k in range(12)
)
"""The type of the one mixed slice that shows a kind, or 0."""

# Set-up by number of players (P1.4, P1.5, P2.5): what stays in the box, piles, portions of a pizza.
LEFT_OUT: dict[int, tuple[int, ...]] = {2: (3, 8, 10), 3: (), 4: (3, 8, 10), 5: (10,), 6: ()}
PILES = lookup_table((0, 0, 4, 6, 4, 5, 6))
PORTIONS = lookup_table((0, 0, 4, 3, 4, 5, 6))


def copies(leaf_table: str, heads: int) -> list[int]:
    """How many slices of each type are in play."""
    counts = []
    for t in SLICES:
        if heads not in LEFT_OUT or not t.kinds or set(t.kinds) & set(LEFT_OUT[heads]):
            counts.append(0)
        elif len(t.kinds) == 2:
            counts.append(1)
        else:
            counts.append(TOMATO if t.kinds == (TOMATO,) else LEAF_TABLES[leaf_table][t.kinds[0]][t.leaves - 1])
    return counts


COPIES = lookup_table([copies(name, heads) for heads in range(PLAYERS + 1)] for name in LEAF_NAMES)

ALL_SLICES = 69
DECKS = lookup_table(
    [
        [t for t in range(TYPES) for _ in range(row[t])] + [0] * (ALL_SLICES - sum(row))
        for row in (copies(name, heads) for heads in range(PLAYERS + 1))
    ]
    for name in LEAF_NAMES
)
"""The slices in play as a list, before shuffling."""
LEAFY = sum(t.leaves > 0 for t in SLICES)
LEAFY_FIRST = lookup_table([0, *sorted(range(1, TYPES), key=lambda t: SLICES[t].leaves == 0)])
"""All types, the LEAFY ones with leaves first."""

# Every way to choose k of the 10 or 11 cut lines, as bits; line i lies before slice i.
MOST_CUTS = 6
WAYS = lookup_table([comb(ring, k) for k in range(MOST_CUTS + 1)] for ring in (10, 11))


def _cut_sets(ring: int, k: int) -> list[int]:
    sets = [sum(1 << i for i in lines) for lines in combinations(range(ring), k)]
    return sets + [0] * (comb(RING, MOST_CUTS) - len(sets))


CUTS = lookup_table([_cut_sets(ring, k) for k in range(MOST_CUTS + 1)] for ring in (10, 11))
CUT_RANK: dict[tuple[int, int], int] = {
    (ring, cuts): rank
    for ring in (10, 11)
    for k in range(2, MOST_CUTS + 1)
    for rank, cuts in enumerate(_cut_sets(ring, k)[: comb(ring, k)])
}
MOST_DIVISIONS = comb(RING, MOST_CUTS) * MOST_CUTS + comb(RING, MOST_CUTS - 1)

JEFF_CUTS = 1 << 0 | 1 << 3 | 1 << 6 | 1 << 9
"""Jeff cuts 3-3-3-2 in drawing order (P9.2); a house value."""
JEFF_HARD_CUTS = 1 << 0 | 1 << 4 | 1 << 7 | 1 << 9
"""The hard Jeff cuts 4-3-2-2 (P9.7); a house value."""

OFFERS = "ABCDEFGHIJKL"
A, B, C, D, E, F, G, H, I, J, K, L = range(12)  # noqa: E741
EVERY_OFFER = (1 << 12) - 1
NOT_FIRST = 1 << A
NOT_LAST = 1 << D | 1 << E | 1 << F
NOT_TWO = 1 << D | 1 << F
"""Exclusions of offers (P6.2): the first round, the last round, two players."""
AT_ONCE = 1 << A | 1 << B | 1 << C
AT_END = 1 << G | 1 << H | 1 << I | 1 << J | 1 << K | 1 << L
