"""The board of heXentafl as text: K the King, o his men, x the attackers."""

from .board import ALL, CELLS, NAMES
from .phrases import what_stands_on
from .rules import OVER
from .state import State
from .words import standing

SIGNS = {"king": "K", "man": "o", "foe": "x", "throne": "+", "empty": "·"}


def board(s: State, viewer: int) -> str:
    """The hexes row by row, then a line for each player."""
    lines = []
    size = s.size_ + 4
    for r in range(-size + 1, size):
        row = sorted((q, i) for i, (q, rr) in enumerate(CELLS) if rr == r and int(ALL[s.size_]) >> i & 1)
        lines.append(" " * (3 * abs(r)) + "  ".join(f"{NAMES[i]} {SIGNS[what_stands_on(s, i)]}" for _, i in row))
    lines.append("")
    for each in standing(s, viewer):
        mark = ">" if s.phase != OVER and each.player == s.turn ^ s.game else " "
        lines.append(f"{mark} {each.name}: {each.score} {' '.join(each.notes)}".rstrip())
    return "\n".join(lines)
