"""What the moves of Pizza Shark have to do with: icons, upgrades, bait, gifts and goals."""

from __future__ import annotations

from pizzabox.engine.kernel import kernel
from pizzabox.engine.state import Numbers

from .board import COST, LOSE, LURE, M_ANCHOVY, M_FEED, M_HEIST, M_PLACE, M_STEAL, M_TAKE, PASS, RAIL, UPGRADE
from .state import State

SUBJECTS = (
    "subject.takes",
    "subject.anchovies",
    "subject.places",
    "subject.steals",
    "subject.feeds",
    "subject.heists",
    "subject.cheap",
    "subject.middling",
    "subject.dear",
    "subject.gifts",
    "subject.bait",
    "subject.goals",
)
TAKES, ANCHOVIES, PLACES, STEALS, FEEDS, HEISTS, CHEAP, MIDDLING, DEAR, GIFTS, BAITS, GOALS = range(12)
MOST_CHEAP, MOST_MIDDLING = 2, 4
"""What a card may cost at most to be cheap, or middling."""


@kernel
def subjects(s: State, player: int, move: int, out: Numbers) -> None:
    """Icons used (S4.3 to S4.8), upgrades by cost (S5.1), gifts (S8.4), bait (S5.9) and goals (S7.2)."""
    if move < 0:
        for t in range(3):
            if s.claimed[t] == player:
                out[GOALS] += 1
    elif move >= LURE:
        if LURE < move < LOSE:
            out[BAITS] += 1
    elif move >= PASS:
        out[GIFTS] += 1
    elif move >= UPGRADE:
        cost = COST[s.deck, s.rail[(move - UPGRADE) % RAIL]]
        if cost <= MOST_CHEAP:
            out[CHEAP] += 1
        elif cost <= MOST_MIDDLING:
            out[MIDDLING] += 1
        else:
            out[DEAR] += 1
    elif move >= M_HEIST:
        out[HEISTS] += 1
    elif move >= M_FEED:
        out[FEEDS] += 1
    elif move >= M_STEAL:
        out[STEALS] += 1
    elif move >= M_PLACE:
        out[PLACES] += 1
    elif move >= M_ANCHOVY:
        out[ANCHOVIES] += 1
    elif move >= M_TAKE:
        out[TAKES] += 1
