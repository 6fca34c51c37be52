"""Who may know what in heXentafl (everything), and the laws every position keeps."""

from pizzabox.engine.bits import count
from pizzabox.engine.kernel import inlined

from .board import ALL, START, THRONE
from .state import State


@inlined
def audit_laws(s: State) -> int:
    """The laws: pieces lie on the board (1), no man on the throne (2), never more than at the start (3), and each
    player's wins are the games won (4), with the sides exchanged in the second."""
    if (s.men | s.foes | 1 << s.king) & ~ALL[s.size_]:
        return 1
    if (s.men | s.foes) >> THRONE & 1:
        return 2
    if count(s.men) > count(START[s.size_, 0]) or count(s.foes) > count(START[s.size_, 1]):
        return 3
    for player in range(2):
        if s.wins[player] != (s.victor[0] == player) + (s.victor[1] == 1 - player):
            return 4
    return 0
