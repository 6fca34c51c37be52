"""Why a move of heXentafl is not allowed now, with the rule that says so."""

from pizzabox.engine.words import Laws, Reason, first_broken

from .board import BY_NAME, JUMP, LONGEST, NAMES
from .notation import WAYS, ends, own_pieces, targets
from .phrases import say, what_stands_on
from .state import State


def not_your_turn(s: State, player: int) -> Reason:
    return say("why.turn", side=say(f"side.{s.turn}").lower()), "X2.1"


@first_broken
def broken_rule(s: State, player: int, code: int) -> Laws:
    cell, to = ends(s, code)
    yield cell < 0 and (say("why.number"), "X2.1")
    yield to < 0 and (say("why.rim", hex=NAMES[cell]), "X2.2")
    yield cell == s.king and s.size_ == 0 and code % LONGEST and (say("why.step"), "X2.3")
    for c in JUMP[s.size_, cell, code // LONGEST % 6, : code % LONGEST + 1].tolist():
        what = what_stands_on(s, c)
        yield what in ("king", "man", "foe") and (say("why.blocked", hex=NAMES[c], what=say(f"board.{what}")), "X2.2")
    yield say("why.throne"), "X2.4"


@first_broken
def bad_touch(s: State, player: int, chosen: tuple[str, ...]) -> Laws:
    cells, own = [BY_NAME.get(token, -1) for token in chosen], own_pieces(s)
    if -1 in cells or len(cells) > 2:
        return
    mine = cells[0] in own
    if len(cells) == 1:
        yield mine and (say("touch.stuck", hex=chosen[0]), "X2.2")
        yield what_stands_on(s, cells[0]) in ("king", "man", "foe") and (say("touch.rival"), "X2.1")
    elif mine:
        ways = targets(s.size_, cells[0])
        yield cells[1] not in ways and (say("why.line", a=chosen[0], b=chosen[1]), "X2.2")
        yield broken_rule(s, player, own.index(cells[0]) * WAYS + ways.index(cells[1]))
