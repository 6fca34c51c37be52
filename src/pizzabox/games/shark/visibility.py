"""What is hidden in Pizza Shark, and the laws of its components. Rule ids are those of rules.md."""

from pizzabox.engine.bits import count, wide
from pizzabox.engine.kernel import inlined

from .board import ALL_MAIN, ANCHOVIES, HALVES, LOOSE, OWN, PRINTED, RAIL, SLICES
from .board.deck import MAIN
from .rules.actions import TINS
from .rules.setup import halves_out, marked
from .state import State


@inlined
def audit_laws(s: State) -> int:
    """The laws: slices (1), anchovies (2), main cards (3), starters (4), trays (5) and loose halves (6)."""
    for t in range(3):
        n = s.supply[t] + s.maw[t]
        for p in range(wide(s.players)):
            n += s.stock[p, t]
            for h in range(HALVES):
                if s.half[p, h] == t + 1:
                    n += s.filled[p, h]
        if n != SLICES:
            return 1
    n = s.can + s.maw[TINS]
    for t in range(3):
        if s.goal[t] >= 0 and s.claimed[t] < 0:
            n += 1
    for p in range(wide(s.players)):
        n += s.tins[p]
    if n != ANCHOVIES:
        return 2
    law = audit_cards(s)
    return law if law != 0 else audit_trays(s)


@inlined
def audit_cards(s: State) -> int:
    """Every main card lies in one place (3); a starter is its player's or out of the game (4)."""
    seen = s.draw | s.trash
    n = count(s.draw) + count(s.trash)
    for j in range(RAIL):
        if s.rail[j] >= 0:
            seen |= 1 << s.rail[j]
            n += 1
    for t in range(3):
        if s.goal[t] >= 0 and s.claimed[t] < 0:
            seen |= 1 << s.goal[t]
            n += 1
    for p in range(wide(s.players)):
        starters = 0
        for i in range(OWN):
            card = s.own[p, i]
            if card < 0:
                return 4
            if card < MAIN:
                seen |= 1 << card
                n += 1
            else:
                if starters >> (card - MAIN) & 1:
                    return 4
                starters |= 1 << (card - MAIN)
    return 3 if seen != ALL_MAIN or n != MAIN else 0


@inlined
def audit_trays(s: State) -> int:
    """Printed halves keep their type and free ones have no slices (5); at most four loose halves of a type (6)."""
    for p in range(wide(s.players)):
        for h in range(HALVES):
            if PRINTED[h] != 0 and s.half[p, h] != PRINTED[h]:
                return 5
            if s.half[p, h] == 0 and s.filled[p, h] > 0:
                return 5
            if s.half[p, h] != 0 and s.filled[p, h] == 0 and not marked(s, h):
                return 5
    if s.halves == 1:
        for t in range(3):
            if halves_out(s, t) > LOOSE:
                return 6
    return 0
