"""Why a move of heXentafl is not allowed now, with the rule that says so."""

from __future__ import annotations

from .board import JUMP, LONGEST, NAMES
from .notation import ends
from .phrases import say, what_stands_on
from .state import State


def not_your_turn(s: State, player: int) -> tuple[str, str]:
    return say("why.turn", side=say(f"side.{s.turn}").lower()), "X2.1"


def broken_rule(s: State, player: int, code: int) -> tuple[str, str]:
    cell, to = ends(s, code)
    if cell < 0:
        return say("why.number"), "X2.1"
    if to < 0:
        return say("why.rim", hex=NAMES[cell]), "X2.2"
    if cell == s.king and s.size_ == 0 and code % LONGEST:
        return say("why.step"), "X2.3"
    taken = s.men | s.foes | 1 << s.king
    for n in range(code % LONGEST + 1):
        c = int(JUMP[s.size_, cell, code // LONGEST % 6, n])
        if taken >> c & 1:
            return say("why.blocked", hex=NAMES[c], what=say(f"board.{what_stands_on(s, c)}")), "X2.2"
    return say("why.throne"), "X2.4"
