"""The pizza as text: seven columns in their hexagon, one sign a space."""

from __future__ import annotations

from typing import Any

from .board import LINES, NAMES, SIDE, SPACES, START
from .rules import COLOURS, OVER, TOPPINGS

SIGNS = ("●", "○", "▲")
"""Red, green, white: three shapes, so that colour is not needed to read the board."""
EMPTY, START_SPACE = "·", "×"
LINE_SIGNS = "①②③④⑤⑥"
_WIDE, _LEFT, _HEIGHT = 5, 2, 14


def _line_ends() -> list[tuple[int, int, str]]:
    """Where the numbers of the cut lines stand, at the end that faces their label: row, column, sign.

    1st sits below the pizza, 2nd at its upper left, 3rd at its upper right; each sees 1 to 6 from left to right (T1.3).
    A line of 2nd passes column x on row 7 + x + 2a, where a = k - 4 is z on its upper side; 3rd mirrors 2nd.
    """
    found = []
    for k in range(1, LINES + 1):
        sign, a = LINE_SIGNS[k - 1], k - 4
        found.append((11 + min(k - 1, LINES - k), _LEFT + _WIDE * k - 1, sign))
        x = max(-SIDE, -SIDE - a) - 1
        row, column = 7 + x + 2 * a, _LEFT + _WIDE * (x + SIDE) + 1
        found.append((row, max(0, column), sign))
        x = min(SIDE, 2 - a) + 1
        found.append((5 - 2 * a - x, _LEFT + _WIDE * (x + SIDE) + (1 if x <= SIDE else 0), sign))
    return found


def draw(s: Any, viewer: int) -> str:
    """The board with space names, then a line for each colour."""
    from .words import cut_state, say

    rows = [[" "] * (_LEFT + 7 * _WIDE + 1) for _ in range(_HEIGHT)]
    for row, column, sign in _line_ends():
        rows[row][column] = sign
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
    lines.append(say("board.lines", first=LINE_SIGNS[0], last=LINE_SIGNS[-1]))
    lines.append(say("board.round", round=s.rounds if s.phase == OVER else s.rounds + 1))
    for c in sorted(range(COLOURS), key=lambda c: s.label[c]):
        n = s.spaces[c].bit_count()
        count = f"{n}/{TOPPINGS}"
        parts = [say(f"label.{s.label[c]}"), SIGNS[c], f"{say(f'colour.{c}'):<6}", f"{count:>5}", cut_state(s.cut[c])]
        lines.append("  ".join(parts).rstrip())
    return "\n".join(lines)
