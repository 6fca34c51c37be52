"""What is hidden in Pizza Shark, and the laws of its components. Rule ids are those of rules.md."""

from pizzabox.engine.bits import wide
from pizzabox.engine.kernel import inlined

from .board import ANCHOVIES, HALVES, LOOSE, OWN, PRINTED
from .board.deck import MAIN
from .rules.actions import TINS
from .rules.setup import halves_out, marked
from .state import State


@inlined
def audit_laws(s: State) -> int:
    """The laws: anchovies (1), starters (2), trays (3) and loose halves (4)."""
    n = s.can + s.maw[TINS]
    for t in range(3):
        if s.goal[t] >= 0 and s.claimed[t] < 0:
            n += 1
    for p in range(wide(s.players)):
        n += s.tins[p]
    if n != ANCHOVIES:
        return 1
    law = audit_cards(s)
    return law if law != 0 else audit_trays(s)


@inlined
def audit_cards(s: State) -> int:
    """Everybody has six cards, and a starter is its player's or out of the game (2)."""
    for p in range(wide(s.players)):
        starters = 0
        for i in range(OWN):
            card = s.own[p, i]
            if card < 0:
                return 2
            if card >= MAIN:
                if starters >> (card - MAIN) & 1:
                    return 2
                starters |= 1 << (card - MAIN)
    return 0


@inlined
def audit_trays(s: State) -> int:
    """Printed halves keep their type and free ones have no slices (3); at most four loose halves of a type (4)."""
    for p in range(wide(s.players)):
        for h in range(HALVES):
            if PRINTED[h] != 0 and s.half[p, h] != PRINTED[h]:
                return 3
            if s.half[p, h] == 0 and s.filled[p, h] > 0:
                return 3
            if s.half[p, h] != 0 and s.filled[p, h] == 0 and not marked(s, h):
                return 3
    if s.halves == 1:
        for t in range(3):
            if halves_out(s, t) > LOOSE:
                return 4
    return 0
