"""Tables that a game is played with but that its sources do not fix: a deck from a file, the pieces in the box.

Options, seed and moves do not give the same game when such a table has changed. So a game declares its tables
(`Game.outside`), records carry them, and records, codes, JSON and commitments hold their fingerprints. A table is plain
text, one row a line; what it means is the game's business.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from itertools import zip_longest

Tables = Mapping[str, str]
"""The text of each table, or its fingerprint, by name."""
ROWS = " | "
"""Between the rows of a table that stands on one line."""
TABLES = "tables"
"""The word of a code that holds the mark of all tables."""
_MARK_DIGITS = 16


def fingerprint(text: str) -> str:
    """The SHA-256 hash of a table."""
    return hashlib.sha256(text.encode()).hexdigest()


def fingerprints(tables: Tables) -> dict[str, str]:
    """The fingerprint of each table."""
    return {name: fingerprint(text) for name, text in tables.items()}


def mark(tables: Tables) -> str:
    """A short fingerprint of all tables together; empty when there are none."""
    if not tables:
        return ""
    given = "\n".join(f"{name} {value}" for name, value in sorted(fingerprints(tables).items()))
    return hashlib.sha256(given.encode()).hexdigest()[:_MARK_DIGITS]


def on_one_line(text: str) -> str:
    """A table as a tag of a record holds it. Rows must have no `|` and no white space but single spaces."""
    return ROWS.join(text.splitlines())


def in_lines(text: str) -> str:
    """The opposite."""
    return "\n".join(text.split(ROWS)) + "\n"


def first_difference(one: str, other: str) -> tuple[str, str]:
    """The first row in which two tables differ; empty where one has no such row."""
    for mine, theirs in zip_longest(one.splitlines(), other.splitlines(), fillvalue=""):
        if mine != theirs:
            return mine, theirs
    return "", ""
