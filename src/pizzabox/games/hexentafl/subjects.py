"""What the moves of heXentafl have to do with: the King, captures, the rim."""

from pizzabox.engine.bits import count
from pizzabox.engine.kernel import kernel
from pizzabox.engine.state import Numbers

from .board import CORNERS, JUMP, LONGEST, NEAR
from .rules import DEFEND, clamped, piece_at
from .state import State

SUBJECTS = ("subject.king", "subject.captures", "subject.rim", "subject.corner")
KING, CAPTURES, RIM, CORNER = range(4)
INSIDE = 6
"""A hex with fewer neighbours lies on the rim."""


@kernel
def subjects(s: State, player: int, move: int, out: Numbers) -> None:
    """Steps of the King, pieces captured, men that go to the rim or to a corner."""
    if move < 0:
        return
    way = move // LONGEST
    cell = piece_at(s, way // 6)
    to = JUMP[s.size_, cell, way % 6, move % LONGEST]
    own, enemies = s.foes, s.men | 1 << s.king
    if s.turn == DEFEND:
        own, enemies = enemies, own
    out[CAPTURES] += count(clamped(s.size_, own ^ (1 << cell | 1 << to), to) & enemies)
    if cell == s.king:
        out[KING] += 1
    elif CORNERS[s.size_] >> to & 1:
        out[CORNER] += 1
    elif count(NEAR[s.size_, to]) < INSIDE:
        out[RIM] += 1
