"""Moves of Pizza Shark as text and as tokens, written and read.

Notation has no language; the words of prompts and buttons count too when typed, in the language in force.
"""

import difflib
from collections.abc import Sequence
from functools import cache

from pizzabox.engine.errors import IllegalMove, did_you_mean
from pizzabox.engine.move_table import MoveTable

from . import board, rules
from .board import CODES, DONE, HALF_NAMES, LURE, PARTS
from .board.deck import ACTIONS, TYPES
from .phrases import icon, say
from .rules import actions
from .rules.actions import ACTING, LURING, PASSING, PLACING, UPGRADING
from .state import SEATS, State

BAITS = ("no bait", "bait self", "bait partner", "bait both")
MOVES = MoveTable(
    {"type": TYPES, "seat": SEATS, "half": HALF_NAMES, "card": "12", "rail": "1234", "bait": BAITS},
    (DONE, "done"),
    (board.PICK, "pick {type}", "supply {type}"),
    (board.SET, "set {type} {half}", "{type} of {own}", "half {half}"),
    (board.M_TAKE, "take {type}", "take_{type}"),
    (board.M_TAKE_ANY, "take any {type}", "take_any", "supply {type}"),
    (board.M_ANCHOVY, "anchovy"),
    (board.M_PLACE, "place {type} {half}", "place_{type}", "half {half}"),
    (board.M_PLACE_ANY, "place any {type} {half}", "place_any", "{type} of {own}", "half {half}"),
    (board.M_STEAL, "steal {type} {seat}", "steal_{type}", "{type} of {seat}"),
    (board.M_STEAL_ANY, "steal any {type} {seat}", "steal_any", "{type} of {seat}"),
    (board.M_STEAL_ANCHOVY, "steal anchovy {seat}", "steal_anchovy", "anchovies of {seat}"),
    (board.M_FEED, "feed {type} {seat}", "feed_slice", "{type} of {seat}"),
    (board.M_FEED_ANCHOVY, "feed anchovy {seat}", "feed_anchovy", "anchovies of {seat}"),
    (board.M_HEIST, "heist {type} {seat} {half}", "steal_and_plate", "{type} of {seat}", "half {half}"),
    (board.UPGRADE, "upgrade {card} to {rail}", "card {card}", "rail {rail}"),
    (board.PASS, "pass {type}", "{type} of {own}"),
    (LURE, "{bait}"),
    (board.LOSE, "lose {type}", "{type} of {own}"),
)
TEXTS = tuple(map(MOVES.text, range(CODES)))
"""For each move its text; that of `done` depends on the phase."""
FINISH_GOAL = "finish goal"
DONE_TOKENS = {
    **{"draw": "done_place", "done": "done_play", "keep": "done_pass", "end": "done_upgrade"},
    FINISH_GOAL: "done_goal",
}
"""What is touched to be done, and what that means: another thing in each phase, so no touch counts for the next too."""
_READ = MOVES.texts | dict.fromkeys(("done", "draw", "keep", "end"), DONE)


def done_word(s: State, player: int) -> str:
    """The text of being done."""
    placing = s.phase == ACTING and s.step[player] == PLACING and not actions.owes_goal(s, player)
    return {UPGRADING: "end", PASSING: "keep"}.get(s.phase, "draw" if placing else "done")


def text(s: State, player: int, code: int) -> str:
    return TEXTS[code] if code != DONE else done_word(s, player)


def stock_token(t: int, seat: int) -> str:
    return f"{TYPES[t]} of {SEATS[seat]}"


def done_token(s: State, player: int) -> str:
    """What is touched to be done now."""
    return FINISH_GOAL if s.phase == ACTING and actions.owes_goal(s, player) else done_word(s, player)


def tokens(s: State, player: int, code: int) -> tuple[str, ...]:
    return (done_token(s, player),) if code == DONE else _tokens(player, code)


@cache
def _tokens(player: int, code: int) -> tuple[str, ...]:
    return MOVES.tokens(code, own=SEATS[player])


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
    kind = next((kind for kind in range(len(ACTIONS)) if words == icon(kind).lower()), None)
    if kind is None:
        return None
    return _only_legal(s, player, words, [code for code in range(CODES) if PARTS[code, 0] == kind])


def _other_words(word: str) -> list[str]:
    """Other words for a move of that notation."""
    return say(f"read.{word.replace(' ', '_')}").lower().split("; ")


def _only_legal(s: State, player: int, words: str, codes: Sequence[int]) -> int:
    """The only legal move among some; of several it is asked which, and of none the first is not legal either."""
    out = [0] * CODES
    found = [code for code in out[: rules.moves(s, player, out)] if code in codes]
    if len(found) > 1:
        raise IllegalMove(say("why.which", text=words, moves=", ".join(TEXTS[code] for code in found[:3])))
    return found[0] if found else codes[0]


def to_choose(s: State, following: tuple[str, ...]) -> str:
    word = following[0].split()[0]
    return say(f"pick.{word if word in ('half', 'rail', 'supply') else 'tins' if word == 'anchovies' else 'stock'}")
