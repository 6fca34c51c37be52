"""What the moves of Pizza Shark have to do with: icons, upgrades, bait, gifts and goals."""

from pizzabox.engine.kernel import kernel
from pizzabox.engine.lookup_table import lookup_table
from pizzabox.engine.state import Numbers

from .board import COST, LOSE, LURE, M_TAKE, PARTS, PASS, RAIL, UPGRADE
from .state import State

_WORDS = "takes anchovies places steals feeds heists cheap middling dear gifts bait goals"
SUBJECTS = tuple(f"subject.{word}" for word in _WORDS.split())
TAKES, ANCHOVIES, PLACES, STEALS, FEEDS, HEISTS, CHEAP, MIDDLING, DEAR, GIFTS, BAITS, GOALS = range(12)
OF_ICON = lookup_table([TAKES] * 4 + [ANCHOVIES] + [PLACES] * 4 + [STEALS] * 5 + [FEEDS] * 2 + [HEISTS])
"""What using each icon counts as."""
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
    elif move >= M_TAKE:
        out[OF_ICON[PARTS[move, 0]]] += 1
