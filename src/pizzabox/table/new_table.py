"""`NewTable`: what somebody asked for when they opened a table (docs/api.md), checked and ready to begin."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pizzabox.bots import LEVELS, USUAL, levels
from pizzabox.engine.catalogue import Catalogue
from pizzabox.engine.contract import SPECTATOR
from pizzabox.engine.errors import BadOption, did_you_mean, short
from pizzabox.engine.game import Game
from pizzabox.engine.position import Position
from pizzabox.engine.registry import load
from pizzabox.engine.registry import position as position_of
from pizzabox.engine.rng import seed_state

from .clock import Clock
from .seats import BOT, BOT_NAMES, OPEN, PERSON, Seat, clean_name, other_name

ABSENT = ("wait", "bot")
CALM = "calm"
PACES = {CALM: 1.2, "quick": 0.4, "none": 0.0}
"""How many seconds a bot's move takes at least, so that people see what happened."""
ON, OFF = "on", "off"
HELP = (ON, OFF)
STAND_IN = USUAL
say = Catalogue(__package__)


@dataclass
class NewTable:
    """All that is settled before the first move."""

    game: Game
    position: Position
    seats: list[Seat]
    host: str
    public: bool
    absent: str
    pace: str
    help: str
    clock: Clock | None

    @classmethod
    def read(cls, wish: Mapping[str, Any], host: str, seed: int | None = None) -> NewTable:
        """Everything is checked; what is wrong is a BadOption or a BadPosition that says so."""
        begun = _starting_position(wish.get("position"))
        game = begun.game if begun else load(wish.get("game"), **_wished_options(wish.get("options", {})))  # type: ignore[arg-type]
        seats = _wished_seats(wish.get("seats"), game, host)
        absent = wish.get("absent", "wait")
        if absent not in ABSENT:
            raise BadOption(say("wish.absent", value=short(absent)))
        pace = wish.get("pace", CALM)
        if pace not in tuple(PACES):
            raise BadOption(say("wish.pace", value=short(pace), known=", ".join(PACES)))
        given = wish.get("help", usual_help(seats))
        if given not in HELP:
            raise BadOption(say("wish.help", value=short(given)))
        clock = Clock.read(wish.get("clock"), game.players)
        public = wish.get("public", False)
        if not isinstance(public, bool):
            raise BadOption(say("wish.public", value=short(public)))
        position = begun or game.start(secrets.randbits(64) if seed is None else seed)
        return cls(game, position, seats, host, public, absent, pace, given, clock)


def usual_help(seats: Sequence[Seat]) -> str:
    """Help is for games against bots."""
    return OFF if sum(seat.kind != BOT for seat in seats) > 1 else ON


def _starting_position(described: object) -> Position | None:
    """The position a table is to begin from, where one is named by JSON or code, with all that is hidden drawn anew."""
    if described is None:
        return None
    found = position_of(described)
    if found.over:
        raise BadOption(say("refusal.position_over"))
    if found.state.sealed:
        raise BadOption(say("refusal.position_sealed"))
    return dealt_anew(found.game, bytes(found.state))


def dealt_anew(game: Game, state: bytes) -> Position:
    """A position with all that is hidden in it drawn anew, piles, hands and what chance will bring.

    Who set it up, or played from it before, knows nothing of it but what lies open to everybody.
    """
    s = game.state()
    s.load(state)
    return Position(game, s).view(SPECTATOR).guess(seed_state(secrets.randbits(64)))


def _wished_options(given: object) -> dict[str, Any]:
    if not isinstance(given, Mapping):
        raise BadOption(say("wish.options", value=short(given)))
    return {str(name): value for name, value in given.items()}


def _wished_seats(given: object, game: Game, host: str) -> list[Seat]:
    if not isinstance(given, list) or len(given) != game.players:
        count = len(given) if isinstance(given, list) else short(given)
        raise BadOption(say("wish.seats", n=game.players, seats=", ".join(game.seats), count=count))
    made = []
    for key, wish in zip(game.seats, given, strict=True):
        kind = wish.get("kind") if isinstance(wish, Mapping) else None
        if kind not in ("me", BOT, OPEN):
            raise BadOption(say("wish.kind", value=short(kind)))
        if kind == "me":
            made.append(Seat(PERSON, clean_name(wish.get("name"), key.capitalize()), owner=host))
        elif kind == OPEN:
            made.append(Seat(OPEN, ""))
        else:
            level = wish.get("bot", STAND_IN)
            if level not in levels(game):
                raise BadOption(say("wish.bot", name=short(level), hint=did_you_mean(level, levels(game))))
            made.append(Seat(BOT, clean_name(wish.get("name"), ""), bot=str(level)))
    _name_bots(made)
    return made


def _name_bots(seats: list[Seat]) -> None:
    """Give every bot without a name one of its own; programs and characters of a game keep theirs."""
    taken = {seat.name for seat in seats}
    for seat in seats:
        if seat.kind == BOT and not seat.name:
            assert seat.bot
            free = [name for name in BOT_NAMES if name not in taken]
            seat.name = free[0] if seat.bot in LEVELS and free else other_name(seat.bot.capitalize(), taken)
            taken.add(seat.name)
