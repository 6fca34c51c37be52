"""What Pizzeria is about: the kinds of slices that players save, what they eat, and the offers they hold."""

from pizzabox.engine.kernel import kernel
from pizzabox.engine.state import Numbers

from .board import KIND, KIND_TOO, KINDS, LEAVES, OFFERS, TOMATO, TYPES
from .state import State

SUBJECTS = (*(f"kind.{kind}" for kind in KINDS), "subject.leaves", *(f"subject.offer_{offer}" for offer in OFFERS))
EATEN = len(KINDS)
FIRST_OFFER = EATEN + 1


@kernel
def subjects(s: State, player: int, move: int, out: Numbers) -> None:
    """What lies in front of a player at the end (P4.2, P4.3, P6.3); the last portion comes without a move."""
    if move >= 0:
        return
    for t in range(1, TYPES):
        out[KIND[t] - TOMATO] += s.saved[player, t]
        if KIND_TOO[t]:
            out[KIND_TOO[t] - TOMATO] += s.saved[player, t]
        out[EATEN] += LEAVES[t] * s.ate[player, t]
    for offer in range(len(OFFERS)):
        if s.holder[offer] == player + 1:
            out[FIRST_OFFER + offer] += 1
