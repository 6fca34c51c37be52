"""Components of Pizza Shark: trays, supply, cards and the numbers of all moves. Data, computed once at import."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pizzabox.engine.lookup_table import lookup_table

from .deck import KINDS, MAIN, MOST_ICONS, TYPES, Card, Deck, all_decks
from .pieces import PIECES

PLAYERS = 4
CHEESE, PEPPERONI, MUSHROOM = 0, 1, 2
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

PRINTED: NDArray[np.int64] = lookup_table(
    TYPES.index(PIECES["printed"][h]) + 1 if h in PIECES["printed"] else 0 for h in HALF_NAMES
)
"""For each half 1 + the type printed there, 0 where it is free."""
DRAWN_AT: NDArray[np.int64] = lookup_table(HALF_NAMES.index(h) for h in PIECES["drawn"].values())
"""The halves that drawn halves lie on."""

START_SLICES: NDArray[np.int64] = lookup_table(
    ([*map(int, numbers.split()), 0, 0])[:PLAYERS] for numbers in PIECES["start"].values()
)
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
COST: NDArray[np.int64] = lookup_table([card.cost for card in deck.cards] for deck in DECKS)
TYPE: NDArray[np.int64] = lookup_table([card.type for card in deck.cards] for deck in DECKS)
ICONS: NDArray[np.int64] = lookup_table(
    [[*card.icons, *[-1] * (MOST_ICONS - len(card.icons))] for card in deck.cards] for deck in DECKS
)
"""For each deck and card its icons, filled up with -1."""
GOALS: NDArray[np.int64] = lookup_table(
    [sum(1 << i for i, c in enumerate(deck.cards[:MAIN]) if c.type == t and c.cost <= GOAL_COST) for t in range(3)]
    for deck in DECKS
)
"""For each deck and type the cards that can be its goal, as bits."""

KIND_COUNT = len(KINDS)
TAKE, TAKE_ANY, ANCHOVY, PLACE, PLACE_ANY, STEAL, STEAL_ANY, STEAL_ANCHOVY, FEED, FEED_ANCHOVY, HEIST = (
    KINDS.index(word)
    for word in (
        "take_cheese",
        "take_any",
        "anchovy",
        "place_cheese",
        "place_any",
        "steal_cheese",
        "steal_any",
        "steal_anchovy",
        "feed_slice",
        "feed_anchovy",
        "steal_and_plate",
    )
)
"""Numbers of the icons; those with a type are followed by the other two types."""

# Move codes: where each group begins. Inside a group the order is type, seat, half.
DONE = 0
PICK = 1
SET = PICK + 3
M_TAKE = SET + 3 * HALVES
M_TAKE_ANY = M_TAKE + 3
M_ANCHOVY = M_TAKE_ANY + 3
M_PLACE = M_ANCHOVY + 1
M_PLACE_ANY = M_PLACE + 3 * HALVES
M_STEAL = M_PLACE_ANY + 3 * HALVES
M_STEAL_ANY = M_STEAL + 3 * PLAYERS
M_STEAL_ANCHOVY = M_STEAL_ANY + 3 * PLAYERS
M_FEED = M_STEAL_ANCHOVY + PLAYERS
M_FEED_ANCHOVY = M_FEED + 3 * PLAYERS
M_HEIST = M_FEED_ANCHOVY + PLAYERS
UPGRADE = M_HEIST + 3 * PLAYERS * HALVES
PASS = UPGRADE + 2 * RAIL
LURE = PASS + 3
LOSE = LURE + 4
CODES = LOSE + 3

NONE = -1


def _parts(code: int) -> tuple[int, int, int, int]:
    """Of an icon's move: the icon, the type, the seat and the half, each -1 where it has none."""
    groups = (
        (M_TAKE, M_TAKE_ANY, TAKE, "t"),
        (M_TAKE_ANY, M_ANCHOVY, TAKE_ANY, "t"),
        (M_ANCHOVY, M_PLACE, ANCHOVY, ""),
        (M_PLACE, M_PLACE_ANY, PLACE, "th"),
        (M_PLACE_ANY, M_STEAL, PLACE_ANY, "th"),
        (M_STEAL, M_STEAL_ANY, STEAL, "tq"),
        (M_STEAL_ANY, M_STEAL_ANCHOVY, STEAL_ANY, "tq"),
        (M_STEAL_ANCHOVY, M_FEED, STEAL_ANCHOVY, "q"),
        (M_FEED, M_FEED_ANCHOVY, FEED, "tq"),
        (M_FEED_ANCHOVY, M_HEIST, FEED_ANCHOVY, "q"),
        (M_HEIST, UPGRADE, HEIST, "tqh"),
    )
    for low, high, kind, shape in groups:
        if low <= code < high:
            rest, found = code - low, {"t": NONE, "q": NONE, "h": NONE}
            for letter in reversed(shape):
                rest, found[letter] = divmod(rest, {"t": 3, "q": PLAYERS, "h": HALVES}[letter])
            typed = kind in (TAKE, PLACE, STEAL)
            return kind + (found["t"] if typed else 0), found["t"], found["q"], found["h"]
    return NONE, NONE, NONE, NONE


PARTS: NDArray[np.int64] = lookup_table(_parts(code) for code in range(CODES))
"""For each move code the icon it uses, and the type, seat and half it names (-1: none)."""


def card_of(s: object, number: int) -> Card:
    """The card of that number in the deck this game is played with."""
    return DECKS[s.deck].cards[number]  # type: ignore[attr-defined]
