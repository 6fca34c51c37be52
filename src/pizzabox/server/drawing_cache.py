"""The lines of drawings that one subscriber was sent: one that comes again is sent as its number.

A picture is made of few different lines (a space that is empty, lit, or holds a topping), so that after some moves an
update is little more than numbers. Each subscriber has a cache of its own, filled only from what it was sent:
its numbers tell nothing about anybody else.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

Edits = list[tuple[int, int, list[str]]]
MOST = 4000
"""Lines that get a number; later ones are sent as they are each time."""


class DrawingCache:
    """What one subscriber was sent since the last whole picture."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def lines(self, drawn: Iterable[str]) -> list[str | int]:
        """Lines as they are to be sent: new ones themselves, and the numbers of the others in the order they came."""
        numbers = self._numbers
        sent: list[str | int] = []
        for line in drawn:
            known = numbers.get(line)
            if known is None:
                if len(numbers) < MOST:
                    numbers[_interned(line)] = len(numbers)
                sent.append(line)
            else:
                sent.append(known)
        return sent

    def edits(self, changed: Edits) -> list[tuple[int, int, list[str | int]]]:
        return [(at, gone, self.lines(fresh)) for at, gone, fresh in changed]


@lru_cache(maxsize=20_000)
def _interned(line: str) -> str:
    """A line of a drawing, held in memory once however many caches hold it."""
    return line
