"""Words of prompts and buttons of Pizza Shark, typed: each means a move where it means just one."""

from __future__ import annotations

from typing import Any

from pizzabox.engine.errors import IllegalMove

from . import rules
from .board import CODES, DONE, LURE, PARTS
from .board.deck import KINDS
from .notation import BAITS, TEXTS, done_word
from .phrases import icon, say
from .rules.actions import ACTING, LURING, PASSING, UPGRADING


def meant(s: Any, player: int, words: str) -> int | None:
    """The move that words of the prompt mean now, in the language in force; None when they mean none."""
    if s.phase == LURING:
        for i, bait in enumerate(BAITS):
            if words == say(f"board.bait_{i}").lower():
                return LURE + i
            if words in _told(bait):
                return _one_of(s, player, words, range(LURE + 1, LURE + 3)) if i == 1 else LURE + i
    elif s.phase in (ACTING, PASSING, UPGRADING) and words in _told(done_word(s, player)):
        return DONE
    for kind in range(len(KINDS)):
        if words == icon(kind).lower():
            return _one_of(s, player, words, [code for code in range(CODES) if PARTS[code, 0] == kind])
    return None


def _told(word: str) -> list[str]:
    """Other words for a move of that notation."""
    return say(f"read.{word.replace(' ', '_')}").lower().split("; ")


def _one_of(s: Any, player: int, words: str, codes: Any) -> int:
    """The only legal move among some; of several it is asked which, and of none the first is not legal either."""
    out = [0] * CODES
    found = [code for code in out[: rules.moves(s, player, out)] if code in codes]
    if len(found) > 1:
        raise IllegalMove(say("why.which", text=words, moves=", ".join(TEXTS[code] for code in found[:3])))
    return found[0] if found else int(codes[0])
