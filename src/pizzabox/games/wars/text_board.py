"""The boards as text: one row a line, each hex with its name, its piece and its facing."""

from __future__ import annotations

from typing import Any

from .board import AREA, CELLS, KINDS, LETTERS, NAMES
from .rules import OVER

ARROWS = "↗→↘↙←↖"
"""Facing 0 to 5: where the first slice of the pattern points."""


def draw(s: Any, viewer: int) -> str:
    """White's pieces are capitals, Red's small letters, Green's in brackets; held hexes tell by whom; then a line for
    each side, and what the signs mean."""
    from .words import lands, say, standing

    held: dict[int, str] = {}
    for p in range(s.players):
        for board, part in enumerate(lands(s, p)):
            for cell in range(AREA * board, AREA * (board + 1)):
                if part >> cell - AREA * board & 1:
                    held[cell] = held.get(cell, "=") + say(f"side.{p}")[0]
    lines = []
    for r in range(-10, 4):
        row = sorted((q, i) for i, (q, rr) in enumerate(CELLS) if rr == r and i < AREA * (2 + s.boards3))
        if not row:
            continue
        first = row[0][0]
        indent = round((2 * first + r + 7) * 3.5)
        lines.append(" " * indent + "".join(f"{NAMES[i]:>3}{_sign(s, i, held):<4}" for _, i in row).rstrip())
    lines.append("")
    for each in standing(s, viewer):
        mark = ">" if s.phase != OVER and each.player == s.player else " "
        lines.append(f"{mark} {each.name}: {each.score}; {', '.join(each.notes)}".rstrip("; "))
    if s.neutral >= 0:
        lines.append(f"  {say('board.neutral', card=say(f'card.{s.neutral}'))}")
    kinds = ", ".join(f"{LETTERS[k]} {say(f'kind.{k}')}" for k in range(len(KINDS)))
    lines += [
        "",
        say("board.legend_kinds", kinds=kinds),
        say("board.legend_sides" if s.boards3 else "board.legend_two"),
    ]
    lines += [say("board.legend_arrow"), say("board.legend_held")]
    return "\n".join(lines)


def _sign(s: Any, cell: int, held: dict[int, str]) -> str:
    slot = s.at[cell] - 1
    if slot < 0:
        return held.get(cell, "·")
    letter = LETTERS[s.kind[slot]]
    side = slot >> 4
    return (letter if side == 0 else letter.lower() if side == 1 else f"({letter})") + ARROWS[s.face[slot]]
