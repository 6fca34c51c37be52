"""Moves of Pizza Shark as text and as tokens, written and read.

Notation has no language; the words of prompts and buttons count too when typed, in the language in force.
"""

from __future__ import annotations

import difflib
from functools import cache
from typing import Any

from pizzabox.engine.errors import IllegalMove, did_you_mean

from . import rules
from .board import (
    CODES,
    DONE,
    FEED,
    HALF_NAMES,
    HALVES,
    HEIST,
    LOSE,
    LURE,
    PARTS,
    PASS,
    PICK,
    PLACE_ANY,
    RAIL,
    SET,
    STEAL_ANY,
    TAKE_ANY,
    UPGRADE,
)
from .board.deck import KINDS, TYPES
from .phrases import SEATS, icon, say
from .rules import actions
from .rules.actions import ACTING, LURING, PASSING, PLACING, UPGRADING
from .state import State

BAITS = ("no bait", "bait self", "bait partner", "bait both")


def _written(code: int) -> str:
    """The notation of every move but `done`, whose word depends on the phase."""
    if code == DONE:
        return "done"
    if code < SET:
        return f"pick {TYPES[code - PICK]}"
    if code >= LOSE:
        return f"lose {TYPES[code - LOSE]}"
    if code >= LURE:
        return BAITS[code - LURE]
    if code >= PASS:
        return f"pass {TYPES[code - PASS]}"
    if code >= UPGRADE:
        return f"upgrade {(code - UPGRADE) // RAIL + 1} to {(code - UPGRADE) % RAIL + 1}"
    kind, t, q, h = (int(x) for x in PARTS[code])
    if kind < 0:
        return f"set {TYPES[(code - SET) // HALVES]} {HALF_NAMES[(code - SET) % HALVES]}"
    words = ["heist"] if kind == HEIST else KINDS[kind].split("_")
    if kind in (TAKE_ANY, PLACE_ANY, STEAL_ANY, HEIST):
        words.append(TYPES[t])
    elif kind == FEED:
        words[1] = TYPES[t]
    if q >= 0:
        words.append(SEATS[q])
    if h >= 0:
        words.append(HALF_NAMES[h])
    return " ".join(words)


TEXTS = tuple(_written(code) for code in range(CODES))
"""For each move its text; that of `done` depends on the phase."""
DONE_WORDS = ("done", "draw", "keep", "end")
FINISH_GOAL = "finish goal"
DONE_TOKENS = {
    "draw": "done_place",
    "done": "done_play",
    FINISH_GOAL: "done_goal",
    "keep": "done_pass",
    "end": "done_upgrade",
}
"""What is touched to be done, and what that means: another thing in each phase, so no touch counts for the next too."""
_READ = {text: code for code, text in enumerate(TEXTS)} | dict.fromkeys(DONE_WORDS, DONE)


def done_word(s: State, player: int) -> str:
    """The text of being done."""
    if s.phase == UPGRADING:
        return "end"
    if s.phase == PASSING:
        return "keep"
    placing = s.phase == ACTING and s.step[player] == PLACING and not actions.owes_goal(s, player)
    return "draw" if placing else "done"


def done_token(s: State, player: int) -> str:
    """What is touched to be done now."""
    return FINISH_GOAL if s.phase == ACTING and actions.owes_goal(s, player) else done_word(s, player)


def text(s: State, player: int, code: int) -> str:
    return TEXTS[code] if code != DONE else done_word(s, player)


def stock_token(t: int, seat: int) -> str:
    return f"{TYPES[t]} of {SEATS[seat]}"


def tokens(s: State, player: int, code: int) -> tuple[str, ...]:
    return (done_token(s, player),) if code == DONE else _tokens(player, code)


@cache
def _tokens(player: int, code: int) -> tuple[str, ...]:
    if LURE <= code < LOSE:
        return (TEXTS[code],)
    if code < SET:
        return (f"supply {TYPES[code - PICK]}",)
    if code >= PASS:
        return (stock_token(code - (LOSE if code >= LOSE else PASS), player),)
    if code >= UPGRADE:
        return (f"card {(code - UPGRADE) // RAIL + 1}", f"rail {(code - UPGRADE) % RAIL + 1}")
    kind, t, q, h = (int(x) for x in PARTS[code])
    if kind < 0:
        return (stock_token((code - SET) // HALVES, player), f"half {HALF_NAMES[(code - SET) % HALVES]}")
    touched = [KINDS[kind]]
    if q >= 0:
        touched.append(stock_token(t, q) if t >= 0 else f"anchovies of {SEATS[q]}")
    elif kind == TAKE_ANY:
        touched.append(f"supply {TYPES[t]}")
    elif kind == PLACE_ANY:
        touched.append(stock_token(t, player))
    if h >= 0:
        touched.append(f"half {HALF_NAMES[h]}")
    return tuple(touched)


def parse(s: State, player: int, typed: str) -> int | None:
    """Read a move as `text` writes it, or in the words of the prompt.

    Draw, done, keep and end are one move. Words of the prompt count in the language in force, and only where they mean
    one legal move: a choice that is still open is asked for.
    """
    return _READ[typed] if typed in _READ else _spoken(s, player, typed)


def hint(s: State, player: int, typed: str) -> str:
    near = difflib.get_close_matches(typed, _READ, n=1)
    return did_you_mean(typed, near) if near else say("why.hint")


def _spoken(s: State, player: int, words: str) -> int | None:
    """The move that words of the prompt mean now, in the language in force; None when they mean none."""
    if s.phase == LURING:
        for i, bait in enumerate(BAITS):
            if words == say(f"board.bait_{i}").lower():
                return LURE + i
            if words in _other_words(bait):
                return _only_legal(s, player, words, range(LURE + 1, LURE + 3)) if i == 1 else LURE + i
    elif s.phase in (ACTING, PASSING, UPGRADING) and words in _other_words(done_word(s, player)):
        return DONE
    for kind in range(len(KINDS)):
        if words == icon(kind).lower():
            return _only_legal(s, player, words, [code for code in range(CODES) if PARTS[code, 0] == kind])
    return None


def _other_words(word: str) -> list[str]:
    """Other words for a move of that notation."""
    return say(f"read.{word.replace(' ', '_')}").lower().split("; ")


def _only_legal(s: State, player: int, words: str, codes: Any) -> int:
    """The only legal move among some; of several it is asked which, and of none the first is not legal either."""
    out = [0] * CODES
    found = [code for code in out[: rules.moves(s, player, out)] if code in codes]
    if len(found) > 1:
        raise IllegalMove(say("why.which", text=words, moves=", ".join(TEXTS[code] for code in found[:3])))
    return found[0] if found else int(codes[0])


def to_choose(s: State, following: tuple[str, ...]) -> str:
    word = following[0].split()[0]
    return say(f"pick.{word if word in ('half', 'rail', 'supply') else 'tins' if word == 'anchovies' else 'stock'}")
