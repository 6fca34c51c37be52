"""Setting up heXentafl by hand: the King, his men and the attackers on hexes, and which side moves."""

from pizzabox.engine.bits import members
from pizzabox.engine.editor import Brush, Draft, Field, Form
from pizzabox.engine.errors import IllegalMove

from . import rules
from .board import ALL, BY_NAME, NAMES, THRONE
from .phrases import say
from .rules import PLAY, QUIET
from .state import State

NO_PLACE = "why.hex", "X1.1"


def names(s: State) -> list[Brush]:
    return [Brush(brush, say(f"editor.brush.{brush}")) for brush in ("king", "man", "foe", "empty")]


def places(s: State) -> list[str]:
    return [NAMES[cell] for cell in members(int(ALL[s.size_]))]


def paint(s: State, brush: str, token: str, seat: int) -> None:
    """Put a piece on a hex, or take it away. The history of the position begins anew."""
    cell = BY_NAME[token]
    if cell == s.king and brush != "king":
        raise IllegalMove(say("editor.king_stays"), "X1.2")
    if cell == THRONE and brush in ("man", "foe"):
        raise IllegalMove(say("editor.throne"), "X2.4")
    bit = 1 << cell
    s.men = s.men & ~bit | (bit if brush == "man" else 0)
    s.foes = s.foes & ~bit | (bit if brush == "foe" else 0)
    s.king = cell if brush == "king" else s.king
    _begin_anew(s)


def _begin_anew(s: State) -> None:
    """A game that runs, without a last move. A finished game of the match is open again."""
    if s.phase != PLAY:
        s.phase = PLAY
        if s.victor[s.game] >= 0:
            s.wins[s.victor[s.game] ^ s.game] -= 1
        s.ended[s.game], s.victor[s.game] = 0, -1
    s.clear("taken", "last_from", "last_to")
    rules.forget(s)
    rules.times(s)


def fields(s: State) -> list[Field]:
    form = Form(s, say("editor.turn"))
    form.listing("turn", say("editor.who"), (say("side.0"), say("side.1")))
    form.number("quiet", say("editor.quiet"), QUIET - 1, value=min(s.quiet, QUIET - 1))
    return form.fields


def fill(s: State, draft: Draft) -> None:
    draft.put(s, "turn")
    _begin_anew(s)
    draft.put(s, "quiet")
