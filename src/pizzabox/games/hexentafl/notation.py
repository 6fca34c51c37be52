"""Moves of heXentafl as text: from where to where, with a K for the King."""

import re
from functools import lru_cache

from pizzabox.engine.bits import members
from pizzabox.engine.errors import IllegalMove
from pizzabox.engine.field_cache import kept_by

from .board import ALL, BY_NAME, JUMP, LONGEST, NAMES
from .phrases import say
from .rules import DEFEND
from .state import State

_MOVE = re.compile(r"k?\s*([a-z]\d)\s*[-–x:>\s]?\s*([a-z]\d)")
WAYS = 6 * LONGEST
"""A move code is the number of a piece times this, plus its way: a direction and a distance."""


def text(s: State, player: int, code: int) -> str:
    cell, to = ends(s, code)
    king = "K" if cell == s.king else ""
    return f"{king}{NAMES[cell]}-{NAMES[to]}"


def tokens(s: State, player: int, code: int) -> tuple[str, ...]:
    cell, to = ends(s, code)
    return NAMES[cell], NAMES[to]


def to_choose(s: State, following: tuple[str, ...]) -> str:
    return say("prompt.where_to")


def ends(s: State, code: int) -> tuple[int, int]:
    """From and to of a move code; -1 where there is no such piece or hex."""
    own = own_pieces(s)
    number, way = divmod(code, WAYS)
    return (own[number], targets(s.size_, own[number])[way]) if number < len(own) else (-1, -1)


@kept_by("turn", "king", "men", "foes", wordless=True)
def own_pieces(s: State) -> tuple[int, ...]:
    """The hexes of the pieces of the side to move, in the order of their numbers."""
    return (s.king, *members(s.men)) if s.turn == DEFEND else tuple(members(s.foes))


@lru_cache(maxsize=256)
def targets(size: int, cell: int) -> list[int]:
    """Where each way from a hex leads, -1 beyond the rim."""
    return [int(to) for to in JUMP[size, cell].ravel()]


def parse(s: State, player: int, typed: str) -> int | None:
    """Read `e5-e7` or `Ke5-e6`."""
    match = _MOVE.fullmatch(typed)
    if not match:
        return None
    for word in match.groups():
        if word not in BY_NAME or not int(ALL[s.size_]) >> BY_NAME[word] & 1:
            raise IllegalMove(say("why.hex", text=word), "X1.1")
    (a, b), own = match.groups(), own_pieces(s)
    if BY_NAME[a] not in own:
        raise IllegalMove(say("why.piece", hex=a), "X2.1")
    cell, to, ways = BY_NAME[a], BY_NAME[b], targets(s.size_, BY_NAME[a])
    if to not in ways:
        raise IllegalMove(say("why.line", a=a, b=b), "X2.2")
    return own.index(cell) * WAYS + ways.index(to)
