"""Who may know what in heXentafl (everything), and the laws every position keeps."""

from pizzabox.engine.bits import count
from pizzabox.engine.kernel import inlined

from .board import ALL, START, THRONE
from .state import State


@inlined
def audit_laws(s: State) -> int:
    """The laws: pieces lie on the board (1), no man on the throne (2), never more than at the start (3), games won add
    up (4)."""
    if (s.men | s.foes | 1 << s.king) & ~ALL[s.size_]:
        return 1
    if (s.men | s.foes) >> THRONE & 1:
        return 2
    if count(s.men) > count(START[s.size_, 0]) or count(s.foes) > count(START[s.size_, 1]):
        return 3
    if s.wins[0] + s.wins[1] != (s.victor[0] >= 0) + (s.victor[1] >= 0):
        return 4
    return 0
