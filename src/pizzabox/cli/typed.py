"""What a person types: a move in notation or by what its button is called, or the name of a thing."""

from __future__ import annotations

import re

from pizzabox.engine.errors import IllegalMove
from pizzabox.engine.legend import legend
from pizzabox.engine.picture_parts import things
from pizzabox.engine.position import Move, View
from pizzabox.engine.svg import palette

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


def explained(view: View, name: str) -> str:
    """What a thing is: one of the legend, one that need not lie on the table, or one on the board by what it is called
    there; empty where nothing is called so."""
    wanted = " ".join(name.casefold().split())
    for chapter in legend(view.game):
        for sign in chapter.signs:
            if sign.name.casefold() == wanted:
                return f"{sign.name}: {sign.text}"
    found = view.game.words.named(view.state, view.viewer, wanted)
    if found:
        return found
    drawn = view.game.picture.pieces(view.state, view.viewer, palette("light"))
    texts = ((thing, view.explain(thing)) for thing in things(drawn))
    return next((text for thing, text in texts if wanted in (thing.casefold(), text.partition(".")[0].casefold())), "")


def _called(view: View, move: Move) -> set[str]:
    """Names for a one-tap move: the full text (`action: take an anchovy`, `space d4, empty`), either side of its colon,
    or what stands before the details."""
    if len(move.tokens) != 1:
        return set()
    name = view.game.words.spell(view.state, move.tokens[0]).casefold()
    return {name, re.split("[:,(]", name)[0].strip(), name.partition(": ")[2]} - {""}
