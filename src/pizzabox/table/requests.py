"""What a viewer may ask for at a table, and the requests that wait for answers."""

from __future__ import annotations

from .match import Match
from .messages import Allowed, DrawOffer, RematchAsked, UndoAsked
from .new_table import ON


def allowed(match: Match, own: list[int], viewer: int, acting: tuple[int, ...]) -> Allowed:
    """What the seat may do that is looked from, or the first of several at one device."""
    running = match.full and not match.over
    chair = match.seats[viewer if viewer in own else own[0]] if own else None
    in_play = running and chair is not None and not chair.conceded
    playing = in_play and viewer in own and not match.seats[viewer].plays_itself
    reason = match.position.why_no_undo(viewer) if playing else ""
    return {
        "undo": playing and reason is None,
        "undo_asks": playing and reason is None and bool(match.undo_asks(viewer)),
        "why_no_undo": reason or "",
        "hint": playing and viewer in acting and match.help == ON,
        "concede": in_play,
        "draw": in_play and len(match.people) > 1,
        "rematch": _can_ask_rematch(match, own),
    }


def draw_offer(match: Match) -> DrawOffer | None:
    if not match.draw or match.over:
        return None
    first = next(iter(match.draw))
    return {"seat": first, "waiting": [p for p in match.people if not match.draw.get(p)]}


def undo_request(match: Match) -> UndoAsked | None:
    asked = match.undo_request
    if asked is None or match.over:
        return None
    return {"seat": asked.seat, "waiting": match.undo_waits_for(), "refused": asked.refused}


def _can_ask_rematch(match: Match, own: list[int]) -> bool:
    """Who has asked already asks again where the next table couldn't be opened then."""
    if not match.over or match.next_table:
        return False
    return bool(own) if match.wants_rematch else any(seat in own for seat in match.rematch_waits_for())


def rematch_request(match: Match) -> RematchAsked | None:
    if not match.rematch or match.next_table or match.wants_rematch:
        return None
    return {"seats": sorted(match.rematch), "waiting": match.rematch_waits_for()}


def must_answer(match: Match) -> list[int]:
    """The seats whose answer somebody waits for: to a draw, an undo or another game."""
    open_ones = (draw_offer(match), undo_request(match), rematch_request(match))
    return [seat for one in open_ones if one for seat in one["waiting"]]
