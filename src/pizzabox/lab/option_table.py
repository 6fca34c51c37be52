"""The table that sets options side by side, in the report of a sweep and in that of a balance."""

from __future__ import annotations

from pizzabox.engine.catalogue import Catalogue

from .balance import Balance
from .findings import percent

say = Catalogue(__package__)
COLUMNS = ("options", "above", "first", "changes", "decided", "moves", "shared")


def head() -> tuple[str, ...]:
    """The headings of the table."""
    return tuple(say(f"sweep.column.{name}") for name in COLUMNS)


def row(name: str, found: Balance) -> tuple[str, ...]:
    """One set of options."""
    return (
        name,
        f"{percent(found.unfairness)} ± {percent(found.margin)}" if found.contested else "–",
        percent(found.first.share) if found.first else "–",
        f"{found.changes.mean:.1f}",
        percent(found.decided.median) if found.decided else "–",
        f"{found.length.median:.0f}",
        percent(found.shared),
    )
