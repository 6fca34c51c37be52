"""Who sits where."""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass
from itertools import count
from typing import TypedDict
from unicodedata import category

PERSON, BOT, OPEN = "person", "bot", "open"
JOINERS = "\u200c\u200d"
MARKS = ("Mn", "Me")
"""The categories of marks that are drawn over, under or around a letter."""
MOST_MARKS = 3
"""Marks and joiners after one letter."""
BLANK = "\u115f\u1160\u2800\u3164\uffa0\U00013441\U00013442\U0001d159"
"""What counts as a letter or sign and is drawn as nothing."""
KINDS = (PERSON, BOT, OPEN)
MOST_NAME = 24
BOT_NAMES = ("Basilio", "Origana", "Taleggio", "Fontina", "Fornarina", "Capperino")
"""What bots are called, in every language; none is also a piece, a card or a colour of a game."""


class StoredSeat(TypedDict):
    """A seat as the store keeps it."""

    kind: str
    name: str
    owner: str | None
    bot: str | None
    conceded: bool


@dataclass
class Seat:
    """One seat of a table: a person's, a bot's, or still open."""

    kind: str
    name: str = ""
    owner: str | None = None
    """The identity that took the seat; it stays theirs while a bot stands in."""
    bot: str | None = None
    """The bot that plays here: for a bot's seat always, for a person's while they are away."""
    conceded: bool = False

    @property
    def plays_itself(self) -> bool:
        """Whether a bot moves for this seat now."""
        return self.bot is not None

    @property
    def away(self) -> bool:
        """A person's seat that a bot keeps warm."""
        return self.kind == PERSON and self.bot is not None

    def data(self) -> StoredSeat:
        return {
            "kind": self.kind,
            "name": self.name,
            "owner": self.owner,
            "bot": self.bot,
            "conceded": self.conceded,
        }


def other_name(wanted: str, taken: Container[str]) -> str:
    """A name that nobody at the table has: the one wanted, or the same with a number."""
    more = (f"{wanted[: MOST_NAME - 3].rstrip()} {n}" for n in count(2))
    return wanted if wanted not in taken else next(name for name in more if name not in taken)


def clean_name(name: object, fallback: str) -> str:
    """A name as it may be shown: something to see, on one line, not too long."""
    return one_line(name, MOST_NAME) or fallback


def one_line(text: object, most: int) -> str:
    """A text as it may be shown: line breaks become spaces, and what cannot be seen goes; no text gives none.

    What joins two letters or signs stays between them (emoji, Persian, Hindi), and so do a few marks on a letter.
    """
    if not isinstance(text, str):
        return ""
    words = ("".join(_seen(word)).strip(JOINERS) for word in text.split())
    return " ".join(word for word in words if word)[:most].rstrip(" " + JOINERS)


def _seen(word: str) -> Iterator[str]:
    """The letters and signs of a word that can be seen, with their marks and joiners."""
    room = 0
    """For so many more marks and joiners after the last letter."""
    for letter in word:
        if category(letter) in MARKS or letter in JOINERS:
            room -= 1
            if room >= 0:
                yield letter
        elif letter.isprintable() and letter not in BLANK:
            room = MOST_MARKS
            yield letter
