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

from pizzabox.engine.errors import BadOption, did_you_mean, short
from pizzabox.engine.kernel import made_from

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
        raise BadOption(f"a deck is called like its file, in letters, digits, '-', '_' and '.', not {short(path.stem)}")
    try:
        with path.open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise BadOption(f"the deck {short(str(path))} cannot be read: {error}") from error
    main: list[Card] = []
    starters: list[Card] = []
    for line, row in enumerate(rows, start=2):
        missing = [column for column in _COLUMNS if row.get(column) is None]
        if missing:
            raise BadOption(f"line {line} of the deck {name} has no {missing[0]}")
        card, copies = _card(row, f"line {line} of the deck {name}")
        (starters if row["deck"] == "starter" else main).extend([card] * copies)
    if len(main) != MAIN or len(starters) != STARTERS:
        raise BadOption(
            f"the deck {name} has {len(main)} main cards and {len(starters)} starters; {MAIN} and {STARTERS} are needed"
        )
    return Deck(name, (*main, *starters))


def _card(row: dict[str, str], where: str) -> tuple[Card, int]:
    starter = row["deck"] == "starter"
    if row["deck"] not in ("starter", "main"):
        raise BadOption(f"{where}: deck is starter or main, not {short(row['deck'])}")
    if row["type"] not in ("none", *TYPES):
        raise BadOption(f"{where}: type is none, {', '.join(TYPES)}, not {short(row['type'])}")
    kind = -1 if row["type"] == "none" else TYPES.index(row["type"])
    if starter and kind >= 0:
        raise BadOption(f"{where}: a starter has no type")
    cost = _number(row["cost"], 0 if starter else 1, 0 if starter else MOST_COST, f"{where}: cost")
    copies = _number(row["copies"], 1, MAIN, f"{where}: copies")
    words = [word.strip() for word in row["actions"].split("+")]
    if not 1 <= len(words) <= MOST_ICONS:
        raise BadOption(f"{where}: a card has 1 to {MOST_ICONS} actions, not {len(words)}")
    for word in words:
        if word not in KINDS:
            raise BadOption(f"{where}: there is no action {short(word)}; {did_you_mean(word, KINDS)}")
    name = row["name"].strip()
    if not name or len(name) > 24:
        raise BadOption(f"{where}: a name has 1 to 24 characters, not {short(name)}")
    return Card(row["card_id"], name, kind, cost, tuple(KINDS.index(word) for word in words)), copies


def _number(text: str, low: int, high: int, what: str) -> int:
    if not text.strip().isdecimal() or len(text) > 9 or not low <= int(text) <= high:
        bounds = str(low) if low == high else f"{low} to {high}"
        raise BadOption(f"{what} must be {bounds}, not {short(text)}")
    return int(text)


def shelf() -> tuple[Deck, ...]:
    """The house deck and those named in the environment, each name once."""
    house = load_deck(Path(__file__).with_name("deck.csv"))
    found = [Deck("house", house.cards)]
    for word in os.environ.get(VARIABLE, "").split(os.pathsep):
        if word.strip():
            deck = load_deck(word.strip())
            if any(deck.name == other.name for other in found):
                raise BadOption(f"{VARIABLE} names the deck {deck.name} twice")
            made_from(Path(word.strip()))
            found.append(deck)
    return tuple(found)
