"""Who may know what in Pizza Theory: views, guesses, and the laws every position keeps."""

from pizzabox.engine.bits import count
from pizzabox.engine.kernel import inlined, kernel
from pizzabox.engine.rng import below

from .board import LINES
from .rules import ADD, COLOUR_COUNT, HIDDEN, OVER, TOPPINGS, colour
from .state import State


@inlined
def show_secrets(s: State, viewer: int, view: State) -> None:
    """The own cut and the die of the unselected colour; of the others' cuts only that they are chosen (T3.1, T5.3)."""
    if s.spare >= 0:
        view.cut[s.spare] = s.cut[s.spare]
    for player in range(s.players):
        c = colour(s, player)
        if player == viewer:
            view.cut[c] = s.cut[c]
        elif s.sealed >> player & 1:
            view.cut[c] = HIDDEN


@inlined
def guess_secrets(view: State, viewer: int, s: State) -> None:
    """Draw every hidden cut uniformly (T3.1)."""
    for c in range(COLOUR_COUNT):
        if s.cut[c] == HIDDEN:
            s.cut[c] = 1 + below(s, LINES)


@kernel
def recall(s: State) -> None:
    """Nobody has cut yet; the die of the unselected colour stays (T3.1, T5.3)."""
    for player in range(s.players):
        s.cut[colour(s, player)] = 0
    s.sealed = 0


@inlined
def audit_laws(s: State) -> int:
    """The laws: replacing fills no empty space (1); nobody has more than 16 toppings while the game runs (2)."""
    r, g, w = s.spaces[0], s.spaces[1], s.spaces[2]
    fresh = s.last_cut[0] != 0 and (s.phase == OVER or (s.phase == ADD and s.turn == 0))
    if fresh and (r | g | w) & ~(s.before[0] | s.before[1] | s.before[2]):
        return 1
    if s.phase != OVER and max(count(r), count(g), count(w)) > TOPPINGS:
        return 2
    return 0
