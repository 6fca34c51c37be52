"""Who may know what in heXentafl (everything), and the laws every position keeps."""

from __future__ import annotations

from pizzabox.engine.bits import count
from pizzabox.engine.kernel import kernel

from .board import ALL, START, THRONE
from .rules import OVER
from .state import State


@kernel
def audit(s: State) -> int:
    """The laws: pieces lie on the board (1), one a hex (2), no man on the throne (3), never more than at the start (4),
    games won add up (5)."""
    mark = 1 << s.king
    if (s.men | s.foes | mark) & ~ALL[s.size_]:
        return 1
    if s.men & s.foes or (s.phase != OVER and (s.men | s.foes) & mark):
        return 2
    if (s.men | s.foes) >> THRONE & 1:
        return 3
    if count(s.men) > count(START[s.size_, 0]) or count(s.foes) > count(START[s.size_, 1]):
        return 4
    if s.wins[0] + s.wins[1] != (s.victor[0] >= 0) + (s.victor[1] >= 0):
        return 5
    return 0
