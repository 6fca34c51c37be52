"""Who sits where: `--seat red=me`, `--seat all=greedy`, `--seat green=program:"python3 bot.py"`."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from pizzabox.bots import USUAL, Bot, Program, bot, levels
from pizzabox.bots.external import PREFIX, command_words
from pizzabox.engine.errors import PizzaboxError, did_you_mean, short
from pizzabox.engine.game import Game

from .output import say

PERSON, EVERYBODY = "me", "all"
AT_ONCE = "random"
"""The bot that needs nothing compiled."""


@dataclass(frozen=True)
class TerminalSeat:
    """One place at the table: a person at this keyboard, or a bot."""

    name: str
    bot: Bot | None = None

    @property
    def person(self) -> bool:
        return self.bot is None

    @property
    def who(self) -> str:
        return PERSON if self.bot is None else self.bot.name


def assign(game: Game, words: Iterable[str], watch: bool) -> dict[str, str]:
    """Who sits on each seat. One person and the usual bots unless said otherwise; nobody but bots when watching."""
    chosen: dict[str, str] = {}
    everybody: str | None = None
    for word in words:
        name, equals, who = word.partition("=")
        if not equals:
            raise PizzaboxError(say("seats.form", text=short(word)))
        if name != EVERYBODY and name not in game.seats:
            hint = did_you_mean(name, (*game.seats, EVERYBODY))
            raise PizzaboxError(say("seats.unknown", name=short(name), hint=hint))
        if who.startswith(PREFIX):
            command_words(who.removeprefix(PREFIX))
        elif who not in (PERSON, *levels(game)):
            raise PizzaboxError(say("seats.nobody", name=short(who), hint=did_you_mean(who, (PERSON, *levels(game)))))
        if name in chosen or (name == EVERYBODY and everybody is not None):
            raise PizzaboxError(say("seats.twice", name=name))
        if name == EVERYBODY:
            everybody = who
        else:
            chosen[name] = who
    if watch and PERSON in (*chosen.values(), everybody):
        raise PizzaboxError(say("seats.watching"))
    empty = [seat for seat in game.seats if seat not in chosen]
    if everybody is None and empty and not watch and PERSON not in chosen.values():
        chosen[empty[0]] = PERSON
    return {seat: chosen.get(seat, everybody or USUAL) for seat in game.seats}


def thinks(who: str) -> bool:
    """Whether that is a bot which looks ahead."""
    return who not in (PERSON, AT_ONCE) and not who.startswith(PREFIX)


def seated(game: Game, who: dict[str, str], seed: int) -> tuple[TerminalSeat, ...]:
    """The seats with their bots, whose dice follow from the game's seed so that a game can be played again."""
    return tuple(TerminalSeat(s, None if who[s] == PERSON else _bot(who[s], _dice(seed, s))) for s in game.seats)


def _bot(who: str, seed: int) -> Bot:
    if who.startswith(PREFIX):
        words = command_words(who.removeprefix(PREFIX))
        return Program(Path(words[-1]).stem, words)
    return bot(who, seed)


def _dice(seed: int, seat: str) -> int:
    """A bot's own seed: it must not tell anything about the generator of the game itself."""
    return int.from_bytes(hashlib.sha256(f"pizzabox bot {seed} {seat}".encode()).digest()[:8], "little")
