"""Who sits where."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

PERSON, BOT, OPEN = "person", "bot", "open"
KINDS = (PERSON, BOT, OPEN)
MOST_NAME = 24


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

    def data(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "name": self.name,
            "owner": self.owner,
            "bot": self.bot,
            "conceded": self.conceded,
        }


def clean_name(name: object, fallback: str) -> str:
    """A name as it may be shown: printable, one line, not too long."""
    if not isinstance(name, str):
        return fallback
    kept = "".join(c for c in name if c.isprintable())
    return " ".join(kept.split())[:MOST_NAME] or fallback
