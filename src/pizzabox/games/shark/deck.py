"""Decks of Pizza Shark as CSV files: read, checked, and put on the shelf.

The printed cards are not public, so the deck of the box (`deck.csv`) is a house deck. Another one is chosen by file:
name CSV files of the same form in the environment variable `PIZZABOX_SHARK_DECKS` (several with the path separator of
the system between them); each becomes a value of the option `deck`, called like its file.
"""

from __future__ import annotations

import csv
import os
import re
from dataclasses import dataclass
from pathlib import Path

from pizzabox.engine.catalogue import Catalogue
from pizzabox.engine.errors import BadOption, did_you_mean, short
from pizzabox.engine.kernel import made_from

say = Catalogue(__package__)
VARIABLE = "PIZZABOX_SHARK_DECKS"
TYPES = ("cheese", "pepperoni", "mushroom")
KINDS = (
    *(f"take_{t}" for t in TYPES),
    "take_any",
    "anchovy",
    *(f"place_{t}" for t in TYPES),
    "place_any",
    *(f"steal_{t}" for t in TYPES),
    "steal_any",
    "steal_anchovy",
    "feed_slice",
    "feed_anchovy",
    "steal_and_plate",
)
"""The action icons; those with a type count three times."""

MAIN, STARTERS = 63, 6
CARDS = MAIN + STARTERS
"""Card numbers: 0 to 62 are the main deck, 63 to 68 the six starters everybody has a set of."""
MOST_ICONS, MOST_COST = 5, 9
_COLUMNS = ("card_id", "deck", "name", "type", "cost", "copies", "actions")


@dataclass(frozen=True)
class Card:
    """One card: its name, type (0 cheese, 1 pepperoni, 2 mushroom, -1 none), cost and icons."""

    id: str
    name: str
    type: int
    cost: int
    icons: tuple[int, ...]


@dataclass(frozen=True)
class Deck:
    """All card faces of a game: 63 main cards, then 6 starters."""

    name: str
    cards: tuple[Card, ...]


def load_deck(path: str | Path) -> Deck:
    """Read a deck from a CSV file; BadOption says what is wrong with it, and in which line."""
    path = Path(path)
    name = path.stem.lower()
    if not re.fullmatch(r"[a-z0-9_.-]{1,30}", name):
        raise BadOption(say("deck.called", name=short(path.stem)))
    try:
        with path.open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise BadOption(say("deck.unreadable", file=short(str(path)), problem=error)) from error
    main: list[Card] = []
    starters: list[Card] = []
    for line, row in enumerate(rows, start=2):
        missing = [column for column in _COLUMNS if row.get(column) is None]
        if missing:
            raise BadOption(say("deck.missing", line=line, name=name, column=missing[0]))
        card, copies = _card(row, say("deck.where", line=line, name=name))
        (starters if row["deck"] == "starter" else main).extend([card] * copies)
    if len(main) != MAIN or len(starters) != STARTERS:
        counts = {"main": len(main), "starters": len(starters), "need": MAIN, "need_starters": STARTERS}
        raise BadOption(say("deck.count", name=name, **counts))
    return Deck(name, (*main, *starters))


def _card(row: dict[str, str], where: str) -> tuple[Card, int]:
    starter = row["deck"] == "starter"
    if row["deck"] not in ("starter", "main"):
        raise BadOption(say("deck.kind", where=where, value=short(row["deck"])))
    if row["type"] not in ("none", *TYPES):
        raise BadOption(say("deck.type", where=where, types=", ".join(TYPES), value=short(row["type"])))
    kind = -1 if row["type"] == "none" else TYPES.index(row["type"])
    if starter and kind >= 0:
        raise BadOption(say("deck.starter", where=where))
    cost = _number(row["cost"], 0 if starter else 1, 0 if starter else MOST_COST, f"{where}: cost")
    copies = _number(row["copies"], 1, MAIN, f"{where}: copies")
    words = [word.strip() for word in row["actions"].split("+")]
    if not 1 <= len(words) <= MOST_ICONS:
        raise BadOption(say("deck.actions", where=where, most=MOST_ICONS, n=len(words)))
    for word in words:
        if word not in KINDS:
            raise BadOption(say("deck.action", where=where, name=short(word), hint=did_you_mean(word, KINDS)))
    name = row["name"].strip()
    if not name or len(name) > 24:
        raise BadOption(say("deck.name", where=where, value=short(name)))
    return Card(row["card_id"], name, kind, cost, tuple(KINDS.index(word) for word in words)), copies


def _number(text: str, low: int, high: int, what: str) -> int:
    if not text.strip().isdecimal() or len(text) > 9 or not low <= int(text) <= high:
        bounds = str(low) if low == high else say("deck.range", low=low, high=high)
        raise BadOption(say("deck.number", what=what, bounds=bounds, value=short(text)))
    return int(text)


def shelf() -> tuple[Deck, ...]:
    """The house deck and those named in the environment, each name once."""
    house = load_deck(Path(__file__).with_name("deck.csv"))
    found = [Deck("house", house.cards)]
    for word in os.environ.get(VARIABLE, "").split(os.pathsep):
        if word.strip():
            deck = load_deck(word.strip())
            if any(deck.name == other.name for other in found):
                raise BadOption(say("deck.twice", variable=VARIABLE, name=deck.name))
            made_from(Path(word.strip()))
            found.append(deck)
    return tuple(found)
