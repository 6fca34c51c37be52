"""What a person types for a move: its notation, or what its button is called."""

from __future__ import annotations

import re

from pizzabox.engine.errors import IllegalMove
from pizzabox.engine.position import Move, View

MOST_LISTED = 200
"""No more moves than that are listed, lit or looked through for a name."""


def judged(view: View, text: str) -> int:
    """The code of a legal move. Judged on the view alone, so that no reason can tell a secret."""
    try:
        code = view.code_of(text, view.viewer)
        if code not in view.legal().codes:
            raise IllegalMove(*view.game.words.why(view.state, view.viewer, code))
    except IllegalMove:
        named = [move for move in view.legal()[:MOST_LISTED] if text.casefold() in _called(view, move)]
        if len(named) != 1:
            raise
        code = named[0].code
    return code


def legal(view: View, text: str) -> bool:
    """Whether that is a legal move."""
    try:
        return judged(view, text) >= 0
    except IllegalMove:
        return False


def _called(view: View, move: Move) -> set[str]:
    """What a move of one touch is called: `action: take an anchovy`, or what stands before or after the colon;
    `space d4, empty`, or only what stands before the details."""
    if len(move.tokens) != 1:
        return set()
    name = view.game.words.spell(view.state, move.tokens[0]).casefold()
    return {name, re.split("[:,(]", name)[0].strip(), name.partition(": ")[2]} - {""}
