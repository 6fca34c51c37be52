"""Moves of Pizza Theory as text: `c4` adds, `white c4` places the unselected colour's topping, `cut 5` cuts."""

import re

from pizzabox.engine.errors import IllegalMove

from .board import BY_NAME, LINES, NAMES
from .phrases import say
from .rules import CUT, FIRST_CUT, PUT, SPARE, colour
from .state import SEATS, State

_SPACE = re.compile(r"([a-z]) ?([0-9]+)")
_LINE = re.compile(r"(?:cut ?)?([0-9]+)")
_PUT = re.compile(r"(red|green|white) ([a-z] ?[0-9]+)")


def text(s: State, player: int, code: int) -> str:
    (token,) = tokens(s, player, code)
    return f"{SEATS[s.spare]} {token}" if PUT <= code < FIRST_CUT else token


def tokens(s: State, player: int, code: int) -> tuple[str, ...]:
    return (f"cut {code - FIRST_CUT + 1}" if code >= FIRST_CUT else NAMES[code % PUT],)


def parse(s: State, player: int, typed: str) -> int | None:
    """Read `c4`, `cut 5`, `5`, or `white c4` for the unselected colour."""
    if match := _LINE.fullmatch(typed):
        if not 1 <= int(match[1]) <= LINES:
            raise IllegalMove(say("why.line", text=match[1][:20]), "T1.3")
        return FIRST_CUT + int(match[1]) - 1
    base = PUT if s.phase == SPARE else 0
    if match := _PUT.fullmatch(typed):
        base = PUT if s.spare >= 0 and match[1] == SEATS[s.spare] else 0
        other = not base and s.phase != CUT and match[1] != SEATS[colour(s, player)]
        if other:
            raise IllegalMove(say("why.other_colour", text=match[1]), "T5.4" if s.phase == SPARE else "T2.1")
        typed = match[2]
    if match := _SPACE.fullmatch(typed):
        space = f"{match[1]}{int(match[2])}"
        if space in BY_NAME:
            return base + BY_NAME[space]
        size = sum(known[0] == match[1] for known in NAMES)
        key = "why.space" if size else "why.column"
        raise IllegalMove(say(key, text=space[:20], column=match[1], n=size), "T1.2")
    return None
