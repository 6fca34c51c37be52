"""The pieces in the box as data: `pieces.csv`, one row a value, each with its source. Read once at import."""

import csv
from pathlib import Path

TABLE = Path(__file__).with_name("pieces.csv")


def read_pieces(text: str) -> dict[str, dict[str, str]]:
    """The values by piece and key."""
    found: dict[str, dict[str, str]] = {}
    for row in csv.DictReader(text.splitlines()):
        found.setdefault(row["piece"], {})[row["key"]] = row["value"]
    return found


def plain(pieces: dict[str, dict[str, str]]) -> str:
    """The values alone, without sources and notes: what a game is played with."""
    rows = [f"{piece},{key},{value}" for piece, values in pieces.items() for key, value in values.items()]
    return "\n".join(["piece,key,value", *rows]) + "\n"


PIECES = read_pieces(TABLE.read_text(encoding="utf-8"))
