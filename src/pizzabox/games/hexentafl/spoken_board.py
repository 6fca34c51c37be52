"""The board of heXentafl in sentences, for those who cannot see it."""

from __future__ import annotations

from pizzabox.engine.bits import members

from .board import CORNERS, NAMES, THRONE
from .phrases import hexes, name, say
from .rules import OVER
from .state import State
from .story import result
from .words import dangers


def spoken(s: State, viewer: int) -> list[str]:
    corners = int(CORNERS[s.size_])
    told = [say("spoken.king_throne" if s.king == THRONE else "spoken.king", hex=NAMES[s.king])]
    for key, side in (("men", s.men), ("foes", s.foes)):
        told.append(say(f"spoken.{key}", n=side.bit_count(), hexes=hexes(members(side))))
    told.append(say("spoken.corners", hexes=hexes(members(corners)), throne=NAMES[THRONE]))
    if s.last_from >= 0:
        told.append(say("spoken.last", a=NAMES[s.last_from], b=NAMES[s.last_to]))
    if s.taken:
        told.append(say("spoken.taken", hexes=hexes(members(s.taken))))
    if s.phase == OVER:
        return [*told, result(s)]
    capture, escape = dangers(s)
    told += [say("spoken.check")] if capture else []
    told += [say("spoken.exit")] if escape else []
    if s.games == 2:
        told.append(say("spoken.match", first=name(s, 0), a=s.wins[0], second=name(s, 1), b=s.wins[1]))
    return [*told, say("prompt.wait", name=name(s, s.turn ^ s.game))]
