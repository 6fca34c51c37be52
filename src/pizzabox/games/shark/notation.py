"""The notation of the moves of Pizza Shark, which has no language."""

from __future__ import annotations

from typing import Any

from .board import (
    CODES,
    DONE,
    HALF_NAMES,
    HALVES,
    LOSE,
    LURE,
    M_FEED_ANCHOVY,
    M_HEIST,
    M_STEAL_ANCHOVY,
    PARTS,
    PASS,
    PICK,
    PLAYERS,
    RAIL,
    SET,
    UPGRADE,
)
from .board.deck import KINDS, TYPES
from .phrases import SEATS
from .rules import actions
from .rules.actions import ACTING, PASSING, PLACING, UPGRADING

BAITS = ("no bait", "bait self", "bait partner", "bait both")


def _static(code: int) -> str:
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
    verb, _, what = KINDS[kind].partition("_")
    words = [verb]
    if code >= M_HEIST:
        words = ["heist"]
    elif what == "any":
        words.append("any")
    if t >= 0:
        words.append(TYPES[t])
    elif M_STEAL_ANCHOVY <= code < M_STEAL_ANCHOVY + PLAYERS or code >= M_FEED_ANCHOVY:
        words.append("anchovy")
    if q >= 0:
        words.append(SEATS[q])
    if h >= 0:
        words.append(HALF_NAMES[h])
    return " ".join(words)


TEXTS = tuple(_static(code) for code in range(CODES))
"""For each move its text; that of `done` depends on the phase."""


def done_word(s: Any, player: int) -> str:
    """The text of being done."""
    if s.phase == UPGRADING:
        return "end"
    if s.phase == PASSING:
        return "keep"
    placing = s.phase == ACTING and s.step[player] == PLACING and not actions.owes_goal(s, player)
    return "draw" if placing else "done"
