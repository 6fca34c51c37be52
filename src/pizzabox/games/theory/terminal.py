"""The pizza as text: seven columns in their hexagon, one sign a space."""

from __future__ import annotations

from typing import Any

from .board import LABELS, NAMES, SPACES, START
from .rules import COLOURS, OVER, TOPPINGS

SIGNS = ("●", "○", "▲")
"""Red, green, white: three shapes, so that colour is not needed to read the board."""
EMPTY, START_SPACE = "·", "×"
_WIDE, _LEFT = 5, 2


def draw(s: Any, viewer: int) -> str:
    """The board with space names, then a line for each colour."""
    from .words import cut_state, say

    height = 13
    rows = [[" "] * (_LEFT + 7 * _WIDE) for _ in range(height)]
    starts = int(START[s.layout][0] | START[s.layout][1] | START[s.layout][2])
    for i, (x, y, z) in enumerate(SPACES):
        sign = START_SPACE if starts >> i & 1 else EMPTY
        for c in range(COLOURS):
            if s.spaces[c] >> i & 1:
                sign = SIGNS[c]
        row, column = 6 - (y - z), _LEFT + (x + 3) * _WIDE
        for k, character in enumerate(f"{NAMES[i]} {sign}"):
            rows[row][column + k] = character
    lines = ["".join(row).rstrip() for row in rows]
    lines.append("")
    lines.append(say("board.round", round=s.rounds if s.phase == OVER else s.rounds + 1))
    for c in sorted(range(COLOURS), key=lambda c: s.label[c]):
        n = s.spaces[c].bit_count()
        count = f"{n}/{TOPPINGS}"
        parts = [f"{LABELS[s.label[c]]}", SIGNS[c], f"{say(f'colour.{c}'):<6}", f"{count:>5}", cut_state(s, c)]
        lines.append("  ".join(parts).rstrip())
    return "\n".join(lines)
