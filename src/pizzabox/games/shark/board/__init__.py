"""Components of Pizza Shark: trays, supply, cards and the numbers of all moves. Data, computed once at import."""

from bisect import bisect
from itertools import accumulate
from math import prod

from pizzabox.engine.lookup_table import lookup_table

from .deck import ACTIONS, MAIN, MOST_ICONS, TYPES, Deck, all_decks
from .pieces import PIECES

PLAYERS = 4
SLICES = int(PIECES["supply"]["slices"])
"""Slices of each type."""
ANCHOVIES = int(PIECES["supply"]["anchovies"])
LOOSE = int(PIECES["supply"]["loose"])
"""Loose pizza halves of each type."""

HALVES = 8
SPACES = 3
FULL = HALVES * SPACES
HALF_NAMES = tuple(f"{circle}{side}" for circle in "1234" for side in "ab")
"""A tray has four circles of two halves: 1a and 1b make the first pizza."""

PRINTED = lookup_table(TYPES.index(PIECES["printed"][h]) + 1 if h in PIECES["printed"] else 0 for h in HALF_NAMES)
"""For each half 1 + the type printed there, 0 where it is free."""
DRAWN_AT = lookup_table(HALF_NAMES.index(h) for h in PIECES["drawn"].values())
"""The halves that drawn halves lie on."""

START_SLICES = lookup_table(([*map(int, numbers.split()), 0, 0])[:PLAYERS] for numbers in PIECES["start"].values())
"""Slices to choose at the start, by place in the order of play: 2 and 3 players, 4 players."""
BAIT = int(PIECES["bait"]["anchovies"])
"""Anchovies that distract the shark for one player."""
GOAL_COST = int(PIECES["goal"]["cost"])
"""Cards up to this cost can be goals."""

RAIL = 4
OWN = 6
"""Cards of a personal deck."""
ALL_OWN = (1 << OWN) - 1
ALL_MAIN = (1 << MAIN) - 1

DECKS: tuple[Deck, ...] = all_decks()
COST = lookup_table([card.cost for card in deck.cards] for deck in DECKS)
TYPE = lookup_table([card.type for card in deck.cards] for deck in DECKS)
ICONS = lookup_table([[*card.icons, *[-1] * (MOST_ICONS - len(card.icons))] for card in deck.cards] for deck in DECKS)
"""For each deck and card its icons, filled up with -1."""
GOALS = lookup_table(
    [sum(1 << i for i, c in enumerate(deck.cards[:MAIN]) if c.type == t and c.cost <= GOAL_COST) for t in range(3)]
    for deck in DECKS
)
"""For each deck and type the cards that can be its goal, as bits."""

KIND_COUNT = len(ACTIONS)
_ICON_MOVES = {
    "take_cheese": "t",
    "take_any": "t",
    "anchovy": "",
    "place_cheese": "th",
    "place_any": "th",
    "steal_cheese": "tq",
    "steal_any": "tq",
    "steal_anchovy": "q",
    "feed_slice": "tq",
    "feed_anchovy": "q",
    "steal_and_plate": "tqh",
}
"""What a move names that uses an icon: a type, a seat (q), a half. Of icons with a type the first stands for all."""
_MANY = {"t": 3, "q": PLAYERS, "h": HALVES}
_ICONS = [ACTIONS.index(word) for word in _ICON_MOVES]
TAKE, TAKE_ANY, ANCHOVY, PLACE, PLACE_ANY, STEAL, STEAL_ANY, STEAL_ANCHOVY, FEED, FEED_ANCHOVY, HEIST = _ICONS
"""Numbers of the icons; those with a type are followed by the other two types."""

# Move codes: where each group begins. Inside a group the order is type, seat, half.
DONE = 0
PICK = 1
SET = PICK + 3
_STARTS = list(accumulate((prod(_MANY[x] for x in named) for named in _ICON_MOVES.values()), initial=SET + 3 * HALVES))
M_TAKE, M_TAKE_ANY, M_ANCHOVY, M_PLACE, M_PLACE_ANY, M_STEAL, M_STEAL_ANY, M_STEAL_ANCHOVY, *_LATER = _STARTS
M_FEED, M_FEED_ANCHOVY, M_HEIST, UPGRADE = _LATER
PASS = UPGRADE + 2 * RAIL
LURE = PASS + 3
LOSE = LURE + 4
CODES = LOSE + 3

# What icons can be used for, as one set of bits: types in the supply, anchovies there, halves that an own slice fits
# (by type), seats with slices to take (by type), seats with anchovies.
SUPPLY, CAN, ROOM = 0, 3, 4
PREY = ROOM + 3 * HALVES
RICH = PREY + 3 * PLAYERS


def _ways(part: int, first: int, n: int, split: int = 1) -> list[tuple[int, int, int]]:
    """Ways to use an icon, or several icons that share them: the part of that set, its mask, the first move code."""
    n //= split
    return [(part + t * n, (1 << n) - 1, first + t * n) for t in range(split)]


WAYS = lookup_table(
    [
        *_ways(SUPPLY, M_TAKE, 3, split=3),
        *_ways(SUPPLY, M_TAKE_ANY, 3),
        *_ways(CAN, M_ANCHOVY, 1),
        *_ways(ROOM, M_PLACE, 3 * HALVES, split=3),
        *_ways(ROOM, M_PLACE_ANY, 3 * HALVES),
        *_ways(PREY, M_STEAL, 3 * PLAYERS, split=3),
        *_ways(PREY, M_STEAL_ANY, 3 * PLAYERS),
        *_ways(RICH, M_STEAL_ANCHOVY, PLAYERS),
        *_ways(PREY, M_FEED, 3 * PLAYERS),
        *_ways(RICH, M_FEED_ANCHOVY, PLAYERS),
        *((PREY + t * PLAYERS, (1 << PLAYERS) - 1, M_HEIST + t * PLAYERS * HALVES) for t in range(3)),
    ]
)
"""For each icon its ways, in the order of their move codes. The last one has a row for each type, and each of its seats
stands for all halves that the slice fits."""
PLACERS = sum(1 << kind for kind in (PLACE, PLACE + 1, PLACE + 2, PLACE_ANY, HEIST))
"""Icons that lay slices on the tray."""
ROBBERS = sum(1 << kind for kind in (STEAL, STEAL + 1, STEAL + 2, STEAL_ANY, FEED, HEIST))
"""Icons against slices of others."""
ANGLERS = 1 << STEAL_ANCHOVY | 1 << FEED_ANCHOVY
"""Icons against their anchovies."""
EVERY_TYPE = 1 | 1 << HALVES | 1 << 2 * HALVES
"""A half for slices of every type."""

NONE = -1


def _parts(code: int) -> tuple[int, int, int, int]:
    """Of an icon's move: the icon, the type, the seat and the half, each -1 where it has none."""
    group = bisect(_STARTS, code) - 1
    if not 0 <= group < len(_ICONS):
        return NONE, NONE, NONE, NONE
    rest, found, kind = code - _STARTS[group], {"t": NONE, "q": NONE, "h": NONE}, _ICONS[group]
    for letter in reversed(list(_ICON_MOVES.values())[group]):
        rest, found[letter] = divmod(rest, _MANY[letter])
    return kind + (found["t"] if kind in (TAKE, PLACE, STEAL) else 0), found["t"], found["q"], found["h"]


PARTS = lookup_table(_parts(code) for code in range(CODES))
"""For each move code the icon it uses, and the type, seat and half it names (-1: none)."""
