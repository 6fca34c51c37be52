"""What the moves of Pizza Wars have to do with: which pieces move, pranks, and the cards."""

from pizzabox.engine.kernel import kernel
from pizzabox.engine.state import Numbers

from .board import CARDS, KINDS, PER_SIDE
from .rules import MOVE
from .rules.steps import FIRST_PRANK, FIRST_SPIN, RIGHT, STEPS, need
from .state import State

SUBJECTS = (
    *(f"subject.{kind}" for kind in KINDS),
    "subject.pranks",
    *(f"card.{number}" for number in range(len(CARDS))),
)
PRANKS = len(KINDS)
FIRST_CARD = PRANKS + 1
SPUN = FIRST_CARD + len(CARDS) - 1


@kernel
def subjects(s: State, player: int, move: int, out: Numbers) -> None:
    """Moves of a player's own pieces by kind, pranks, and cards played (W1.4, W4.1, W7.1)."""
    if move < 0 or s.side != player:
        return
    slot = PER_SIDE * s.side + move // STEPS
    step = move % STEPS
    if step >= FIRST_SPIN:
        out[SPUN] += 1
    elif step < RIGHT:
        out[s.kind[slot]] += 1
        if step >= FIRST_PRANK:
            out[PRANKS] += 1
        if s.cards and s.phase == MOVE:
            card = need(s, slot, s.face[slot], step)
            if card > 0:
                out[FIRST_CARD + card - 1] += 1
