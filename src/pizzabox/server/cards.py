"""Tables in lists. What a table's card says to those who have no seat there is made once, in each language."""

from __future__ import annotations

from collections import OrderedDict

from pizzabox.engine.catalogue import language
from pizzabox.table.match import Match
from pizzabox.table.messages import Message
from pizzabox.table.scene import table_card
from pizzabox.table.stored_match import restored_without_moves

from .store import ListedTable

MOST_KEPT = 500
"""Cards that are kept, those that were asked for last."""


class Cards:
    """Cards of tables as they are now."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, str], tuple[object, set[str | None], Message]] = OrderedDict()
        """By table and language: of which version, who has a seat there, and what all others see."""

    def card(self, row: ListedTable, match: Match | None, identity: str | None) -> Message:
        """The card of a table as an identity sees it, from its match where that is at hand; PizzaboxError where it
        can't be read."""
        key, version = (row["id"], language()), (match.version if match else row["version"], row["moved"], row["moves"])
        known = self._kept.get(key)
        if known is None or known[0] != version or identity in known[1]:
            match = match or restored_without_moves(row)
            owners: set[str | None] = {seat.owner for seat in match.seats if seat.owner}
            if identity in owners:
                return table_card(match, identity, row["moved"], row["moves"])
            known = version, owners, table_card(match, None, row["moved"], row["moves"])
        self._kept[key] = known
        self._kept.move_to_end(key)
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return dict(known[2])
