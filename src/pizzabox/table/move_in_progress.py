"""A move in progress: what can be touched next, what the move would do, and why a touch leads nowhere."""

from __future__ import annotations

from pizzabox.engine.errors import IllegalMove
from pizzabox.engine.position import Position
from pizzabox.engine.presentation import Preview

from .messages import PickData, WhyNot
from .page_picture import in_progress
from .secrecy import would_be_sealed


def move_in_progress(
    pos: Position, seat: int, tokens: tuple[str, ...], acts: bool, drawn_for: int | None = None, help: bool = True
) -> PickData:
    """A move in progress of a seat, which may act now or not: what can come next, and what the move would do.

    The picture shows what `drawn_for` may know, or the seat where that is None. Without `help` the preview says what
    the move is, not what it leads to.
    """
    view = pos.view(seat)
    found = view.pick(seat, tokens)
    shown = view.preview(seat, tokens)
    if not help:
        shown = shown.plain or Preview()
    spell = pos.game.words.spell
    made: PickData = {
        "chosen": list(found.chosen),
        "next": {token: spell(view.state, token) for token in found.next},
        "complete": found.code is not None,
        "secret": acts and would_be_sealed(pos, seat),
        "ask": shown.ask,
        "loses": shown.loses,
        "sentence": found.sentence,
        "lines": list(shown.lines),
    }
    if shown.after is not None or found.next or (found.code is not None and not help):
        lit = found.next if found.code is None else view.pick(seat, tokens[:-1]).next
        s = view.state if shown.after is None else shown.after
        if drawn_for is not None and drawn_for != seat:
            s, seat = pos.game.kernels.show(s, drawn_for), drawn_for
        made["pieces"] = in_progress(pos.game, s, seat, lit, tokens)
    if found.code is not None:
        made["text"] = pos.game.words.text(view.state, view.viewer, found.code)
    return made


def why_not(pos: Position, seat: int, move: object) -> WhyNot:
    """Why a move is not allowed: of tokens in words without notation, of one that was typed with help to write it."""
    if not isinstance(move, tuple):
        return _reply(pos.why_not(move, seat))
    return _reply(pos.view(seat).touched(seat, move) if move else None)


def _reply(refused: IllegalMove | None) -> WhyNot:
    return {
        "allowed": refused is None,
        "what": refused.reason if refused else "",
        "rule": refused.rule if refused else "",
    }
