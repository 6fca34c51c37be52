"""The board of heXentafl in sentences, for those who cannot see it: own pieces first, then what has happened."""

from .board import CORNERS, NAMES, THRONE
from .phrases import hexes, name, say
from .rules import OVER
from .state import State
from .words import dangers


def described(s: State, viewer: int) -> list[str]:
    king = say("spoken.king_throne" if s.king == THRONE else "spoken.king", hex=NAMES[s.king])
    defence, attack = [king, _men("men", s.men)], [_men("foes", s.foes)]
    if viewer < 0:
        told = _last(s) + defence + attack
    elif viewer ^ s.game:
        told = [say("spoken.you_attack"), *attack, *_last(s), *defence]
    else:
        told = [say("spoken.you_defend"), *defence, *_last(s), *attack]
    told.append(say("spoken.corners", hexes=hexes(int(CORNERS[s.size_])), throne=NAMES[THRONE]))
    if s.phase == OVER:
        return told
    capture, escape = dangers(s)
    told += [say("spoken.check")] if capture else []
    told += [say("spoken.exit")] if escape else []
    if s.games == 2:
        told.append(say("spoken.match", first=name(s, 0), a=s.wins[0], second=name(s, 1), b=s.wins[1]))
    return told


def _men(key: str, side: int) -> str:
    return say(f"spoken.{key}", n=side.bit_count(), hexes=hexes(side))


def _last(s: State) -> list[str]:
    """The last move and what it captured."""
    told = [say("spoken.last", a=NAMES[s.last_from], b=NAMES[s.last_to])] if s.last_from >= 0 else []
    return told + ([say("spoken.taken", hexes=hexes(s.taken))] if s.taken else [])
