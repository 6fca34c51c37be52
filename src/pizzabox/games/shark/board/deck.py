"""Decks of Pizza Shark as CSV files: read and checked.

The printed cards are not public, so the deck of the box (`deck.csv`) is a house deck. Another one is chosen by file:
name CSV files of the same form in the environment variable `PIZZABOX_SHARK_DECKS` (several with the path separator of
the system between them); each becomes a value of the option `deck`, called like its file. A file that is missing or
wrong is told in the log, and the game goes on without it.

A file has a line of column names, then one line a card face, with commas or semicolons between. Other columns
than these are passed over, and so are lines that begin with #.
"""

import csv
import io
import logging
import os
import re
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from pizzabox.engine.catalogue import Catalogue
from pizzabox.engine.errors import BadOption, did_you_mean, short

say = Catalogue(__package__.rpartition(".")[0])
log = logging.getLogger(__name__)
VARIABLE = "PIZZABOX_SHARK_DECKS"
TYPES = ("cheese", "pepperoni", "mushroom")
ACTIONS = (
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
"""The action icons; where they name a type, there is one for each of the three types."""

MAIN, STARTERS = 63, 6
CARDS = MAIN + STARTERS
"""Card numbers: 0 to 62 are the main deck, 63 to 68 the six starters everybody has a set of."""
MOST_ICONS, MOST_COST = 5, 9
COLUMNS = ("card_id", "deck", "name", "type", "cost", "copies", "actions")
MOST_BYTES = 200_000


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
        with path.open("rb") as file:
            raw = file.read(MOST_BYTES + 1)
        if len(raw) > MOST_BYTES:
            raise BadOption(say("deck.large", file=short(str(path), 300), most=MOST_BYTES))
        return read_deck(name, raw.decode("utf-8-sig"))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        reason = getattr(error, "strerror", None) or error
        raise BadOption(say("deck.unreadable", file=short(str(path), 300), problem=reason)) from error


def read_deck(name: str, text: str) -> Deck:
    """Read a deck from the text of such a file."""
    main: list[Card] = []
    starters: list[Card] = []
    for line, row in _rows(text):
        missing = [column for column in COLUMNS if row.get(column) is None]
        if missing:
            raise BadOption(say("deck.missing", line=line, name=name, column=missing[0]))
        card, copies = _card(row, say("deck.where", line=line, name=name))
        (starters if row["deck"] == "starter" else main).extend([card] * copies)
    if len(main) != MAIN or len(starters) != STARTERS:
        counts = {"main": len(main), "starters": len(starters), "need": MAIN, "need_starters": STARTERS}
        raise BadOption(say("deck.count", name=name, **counts))
    return Deck(name, (*main, *starters))


def _rows(text: str) -> list[tuple[int, dict[str, str]]]:
    """The rows by the names of the columns, each with the number of its line."""
    lines = ["" if line.lstrip().startswith("#") else line for line in text.splitlines()]
    head = next((line for line in lines if line.strip()), "")
    reader = csv.reader(io.StringIO("\n".join(lines)), delimiter=";" if head.count(";") > head.count(",") else ",")
    names: list[str] = []
    found = []
    for cells in reader:
        words = [" ".join(cell.split()) for cell in cells]
        if not any(words):
            continue
        if names:
            found.append((reader.line_num, dict(zip(names, words, strict=False))))
        else:
            names = [word.lower() for word in words]
    return found


def as_csv(deck: Deck) -> str:
    """The deck as text, the same for every file that holds the same cards in the same order."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for part, cards in (("starter", deck.cards[MAIN:]), ("main", deck.cards[:MAIN])):
        for card, same in groupby(cards):
            kind = TYPES[card.type] if card.type >= 0 else "none"
            actions = " + ".join(ACTIONS[icon] for icon in card.icons)
            writer.writerow((card.id, part, card.name, kind, card.cost, len(list(same)), actions))
    return out.getvalue()


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
        if word not in ACTIONS:
            raise BadOption(say("deck.action", where=where, name=short(word), hint=did_you_mean(word, ACTIONS)))
    name, card_id = row["name"], row["card_id"]
    if not name or len(name) > 24 or "|" in name:
        raise BadOption(say("deck.name", where=where, value=short(name)))
    if len(card_id) > 24 or "|" in card_id:
        raise BadOption(say("deck.id", where=where, value=short(card_id)))
    return Card(card_id, name, kind, cost, tuple(ACTIONS.index(word) for word in words)), copies


def _number(text: str, low: int, high: int, what: str) -> int:
    if not text.isdecimal() or len(text) > 9 or not low <= int(text) <= high:
        bounds = str(low) if low == high else say("deck.range", low=low, high=high)
        raise BadOption(say("deck.number", what=what, bounds=bounds, value=short(text)))
    return int(text)


def all_decks() -> tuple[Deck, ...]:
    """The house deck and those named in the environment, each name once; what is wrong there is told in the log."""
    house = load_deck(Path(__file__).with_name("deck.csv"))
    found = [Deck("house", house.cards)]
    for word in os.environ.get(VARIABLE, "").split(os.pathsep):
        if not word.strip():
            continue
        try:
            deck = load_deck(word.strip())
            if any(deck.name == other.name for other in found):
                raise BadOption(say("deck.twice", name=deck.name))
        except (BadOption, OSError) as error:
            log.warning("%s", say("deck.without", variable=VARIABLE, problem=error))
            continue
        found.append(deck)
    return tuple(found)
