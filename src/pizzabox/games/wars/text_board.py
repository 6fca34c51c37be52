"""The boards as text: one row a line, each hex with its name, its piece and its facing."""

from .board import AREA, CELLS, KINDS, LETTERS, NAMES, SIDE_BITS
from .phrases import holders, name, say
from .rules import OVER
from .state import State
from .words import standing

ARROWS = "↗→↘↙←↖"
"""Facing 0 to 5: where the first slice of the pattern points."""


def board(s: State, viewer: int) -> str:
    """The boards, then a line for each side, the card in the middle, and what the signs mean."""
    lines = [*_rows(s), ""]
    for each in standing(s, viewer):
        mark = ">" if s.phase != OVER and each.player == s.player else " "
        lines.append(f"{mark} {each.name}: {each.score}; {', '.join(each.notes)}".rstrip("; "))
    if s.neutral >= 0:
        lines.append(f"  {say('board.neutral', card=say(f'card.{s.neutral}'))}")
    return "\n".join([*lines, "", *_legend(s)])


def _rows(s: State) -> list[str]:
    """An empty hex that is held has `=` and the first letter of each holder."""
    held = {c: "=" + "".join(name(s, p)[0] for p in who) for c, who in holders(s).items()}
    lines = []
    for r in range(-10, 4):
        row = sorted((q, i) for i, (q, rr) in enumerate(CELLS) if rr == r and i < AREA * (2 + s.boards3))
        indent = round((2 * row[0][0] + r + 7) * 3.5)
        lines.append(" " * indent + "".join(f"{NAMES[i]:>3}{_sign(s, i, held):<4}" for _, i in row).rstrip())
    return lines


def _legend(s: State) -> list[str]:
    kinds = ", ".join(f"{LETTERS[k]} {say(f'kind.{k}')}" for k in range(len(KINDS)))
    sides = say("board.legend_sides" if s.boards3 else "board.legend_two")
    return [say("board.legend_kinds", kinds=kinds), sides, say("board.legend_arrow"), say("board.legend_held")]


def _sign(s: State, cell: int, held: dict[int, str]) -> str:
    """White's pieces are capitals, Red's small letters, Green's in brackets; an empty hex says who holds it."""
    slot = s.at[cell] - 1
    if slot < 0:
        return held.get(cell, "·")
    letter = LETTERS[s.kind[slot]]
    side = slot >> SIDE_BITS
    return (letter if side == 0 else letter.lower() if side == 1 else f"({letter})") + ARROWS[s.face[slot]]
