"""What everything on the board of heXentafl is and does, in a sentence."""

from pizzabox.engine.presentation import sentence

from .board import ALL, BY_NAME, CORNERS
from .phrases import say, what_stands_on
from .state import State
from .words import hex_spelled

_MEANT = {"king": "pieces.king", "man": "pieces.man", "foe": "pieces.foe", "throne": "board.throne"}


def explain(s: State, viewer: int, thing: str) -> str:
    c = BY_NAME.get(thing, -1)
    if c < 0 or not int(ALL[s.size_]) >> c & 1:
        return ""
    what, corner = what_stands_on(s, c), bool(int(CORNERS[s.size_]) >> c & 1)
    key = _MEANT.get(what, "board.corner" if corner else "board.hex")
    told = f"{sentence(hex_spelled(thing, what, s.size_))} {say(f'legend.{key}.text')}"
    return f"{told} {say('legend.board.corner.text')}" if corner and what in ("man", "foe") else told
