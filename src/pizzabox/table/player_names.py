"""What players of a table are called, in the language in force."""

from __future__ import annotations

from functools import cache

from pizzabox.bots import called
from pizzabox.engine.catalogue import Catalogue
from pizzabox.engine.contract import SPECTATOR

from .match import Match

say = Catalogue(__package__)


def seat_name(match: Match, i: int) -> str:
    """The name of a seat; one that nobody chose is said in the viewer's language."""
    seat = match.seats[i]
    if seat.name == _capitalized(match.game.seats)[i]:
        return match.game.words.name(match.position.state, i)
    if seat.bot and seat.name == seat.bot.capitalize():
        known = called(seat.bot)
        return known[:1].upper() + known[1:]
    return seat.name


def names_of(match: Match) -> tuple[str, ...]:
    """What sentences call the players of a table; empty where nobody chose a name. Pictures go by colours, so that what
    is drawn can be kept for all tables."""
    chosen = zip(match.seats, _capitalized(match.game.seats), strict=True)
    return tuple(["" if seat.name == usual else seat_name(match, i) for i, (seat, usual) in enumerate(chosen)])


@cache
def _capitalized(seats: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(seat.capitalize() for seat in seats)


def addressed(match: Match, seat: int, text: str) -> str:
    """What is said to a seat to act, with the name of its player where several people share the device."""
    if not text or seat == SPECTATOR or len(match.owned(match.seats[seat].owner)) < 2:
        return text
    names = [seat_name(match, i) for i in range(len(match.seats))]
    if names[seat] in text:
        return text
    begins = any(text.startswith(name) for name in names)
    return say("addressed", name=names[seat], text=text if begins else text[:1].lower() + text[1:])
