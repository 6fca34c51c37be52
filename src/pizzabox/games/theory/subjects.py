"""What the moves of Pizza Theory have to do with: how far out toppings and cuts are."""

from pizzabox.engine.kernel import kernel
from pizzabox.engine.lookup_table import lookup_table
from pizzabox.engine.state import Numbers

from .board import LINES, SPACES
from .rules import FIRST_CUT, PUT
from .state import State

_WORDS = "add_middle add_between add_rim cut_middle cut_between cut_edge"
SUBJECTS = tuple(f"subject.{word}" for word in _WORDS.split())
CUTS_FROM = 3
RINGS = lookup_table(max(0, max(map(abs, cube)) - 1) for cube in SPACES)
"""By space: 0 in the middle or next to it, 1 further out, 2 on the rim."""
FAR = lookup_table(max(LINES // 2 - 1 - line, line - LINES // 2) for line in range(LINES))
"""By cut line: 0 next to the middle, 1 further out, 2 at the edge."""


@kernel
def subjects(s: State, player: int, move: int, out: Numbers) -> None:
    """Own toppings that are added, and cuts (T2.1, T3.1)."""
    if 0 <= move < PUT:
        out[RINGS[move]] += 1
    elif move >= FIRST_CUT:
        out[CUTS_FROM + FAR[move - FIRST_CUT]] += 1
