"""Why a move of heXentafl is not allowed now, with the rule that says so."""

from __future__ import annotations

from pizzabox.engine.words import Reason

from .board import BY_NAME, JUMP, LONGEST, NAMES
from .notation import WAYS, ends, own_pieces, targets
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


def bad_touch(s: State, player: int, chosen: tuple[str, ...]) -> Reason | None:
    cells, own = [BY_NAME.get(token, -1) for token in chosen], own_pieces(s)
    if -1 in cells or len(cells) > 2:
        return None
    if len(cells) == 1:
        if cells[0] in own:
            return say("touch.stuck", hex=chosen[0]), "X2.2"
        return (say("touch.rival"), "X2.1") if (s.men | s.foes | 1 << s.king) >> cells[0] & 1 else None
    here, there = cells
    if here not in own:
        return None
    if there not in targets(s.size_, here):
        return say("why.line", a=chosen[0], b=chosen[1]), "X2.2"
    return broken_rule(s, player, own.index(here) * WAYS + targets(s.size_, here).index(there))
