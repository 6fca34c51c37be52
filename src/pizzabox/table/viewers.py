"""Which viewer an identity is at a table, and which viewer a screen is drawn for that several people share."""

from __future__ import annotations

from pizzabox.engine.contract import SPECTATOR
from pizzabox.engine.position import View

from .match import Match
from .secrecy import chooses_alone, shared_viewer


def viewer_of(match: Match, identity: str | None, asked: int | None) -> tuple[int, int | None]:
    """The viewer that an identity is (-1: a spectator), and the seat the device must be handed to first.

    With one seat it is simply that seat. With several (a hot-seat table) the view follows whoever acts; of several who
    act at once it is the one that was asked for. Where somebody chooses alone it is the view of nobody until one asks.
    """
    own = match.owned(identity)
    if len(own) <= 1:
        return (own[0] if own else SPECTATOR), None
    acting, alone = _acting_here(match, own), needs_screen_alone(match)
    if asked in acting:
        return asked, None
    if not acting:
        playing = [seat for seat in own if not match.seats[seat].conceded]
        return (SPECTATOR if alone else (playing or own)[0]), None
    return (SPECTATOR, acting[0]) if alone else (acting[0], None)


def _acting_here(match: Match, own: list[int]) -> list[int]:
    """Those of these seats that are to act and are played by a person."""
    return [seat for seat in match.acting if seat in own and not match.seats[seat].plays_itself]


def may_act(match: Match, own: list[int]) -> list[int]:
    """Of several people at one device those who may act now, in the order they like; empty where there is no choice."""
    acting = _acting_here(match, own) if len(own) > 1 else []
    return acting if len(acting) > 1 and not needs_screen_alone(match) else []


def needs_screen_alone(match: Match) -> bool:
    """Whether somebody needs the screen alone now: a choice is secret, or made from what only one seat may see."""
    pos = match.position
    return not match.over and (bool(pos.state.sealed) or any(chooses_alone(pos, seat) for seat in pos.actors))


def board_viewer(match: Match, viewer: int) -> int:
    """The viewer that the board is drawn for, so that everyone at a shared screen may see it."""
    if (
        viewer == SPECTATOR
        or match.over
        or len(match.owned(match.seats[viewer].owner)) < 2
        or needs_screen_alone(match)
    ):
        return viewer
    return shared_viewer(match.position, viewer)


def touchable(match: Match, view: View, acting: tuple[int, ...]) -> tuple[str, ...]:
    """What the viewer can touch first."""
    if view.viewer not in acting or match.seats[view.viewer].plays_itself:
        return ()
    return view.pick(view.viewer, ()).next
