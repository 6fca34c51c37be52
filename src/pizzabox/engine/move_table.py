"""Notation from a table: each row says how the moves of a group are numbered, written, touched and read."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Mapping, Sequence
from functools import cached_property
from math import prod
from string import Formatter
from typing import NamedTuple


class Group(NamedTuple):
    """Moves that are written alike: `steal {type} {seat}`."""

    base: int
    """The code of the first of them."""
    text: str
    tokens: tuple[str, ...]
    names: tuple[str, ...]
    """What the text leaves open. Codes count it up like digits, the last one fastest."""


class MoveTable:
    """Moves in groups: a base code, the text, and the tokens where these are not the text itself. A group without a
    text is written and read by the game.

    >>> table = MoveTable(
    ...     {"type": ("cheese", "ham"), "seat": ("red", "blue")},
    ...     (0, "done"),
    ...     (1, "steal {type} {seat}", "steal", "{type} of {seat}"),
    ... )
    >>> table.text(2), table.tokens(2), table.read("steal ham red"), table.read("steal")
    ('steal cheese blue', ('steal', 'cheese of blue'), 3, None)
    >>> table.parts(4), table.split(4)
    ((1, {'type': 1, 'seat': 1}), (1, 3))
    """

    def __init__(self, words: Mapping[str, Sequence[str]], *rows: tuple[int | str, ...]) -> None:
        self._words = words
        self._groups = []
        for base, *texts in rows:
            text, *tokens = texts or ("",)
            names = tuple(name for _, name, _, _ in Formatter().parse(str(text)) if name)
            self._groups.append(Group(int(base), str(text), tuple(map(str, tokens or (text,))), names))
        self._bases = [group.base for group in self._groups]

    def _group(self, code: int) -> Group:
        return self._groups[bisect(self._bases, code) - 1]

    def split(self, code: int) -> tuple[int, int]:
        """The base of the group that a move belongs to, and its number there."""
        base = self._group(code).base
        return base, code - base

    def parts(self, code: int) -> tuple[int, dict[str, int]]:
        """A code taken apart: the base of its group, and the number of each thing that its text names."""
        base, _, _, names = self._group(code)
        rest, found = code - base, dict.fromkeys(names, 0)
        for name in reversed(names):
            rest, found[name] = divmod(rest, len(self._words[name]))
        return base, found

    def _named(self, code: int) -> dict[str, str]:
        return {name: self._words[name][number] for name, number in self.parts(code)[1].items()}

    def text(self, code: int) -> str:
        """A move in notation."""
        return self._group(code).text.format(**self._named(code))

    def tokens(self, code: int, **more: str) -> tuple[str, ...]:
        """What is touched for a move; `more` is what tokens name and the text does not."""
        return tuple(token.format(**self._named(code), **more) for token in self._group(code).tokens)

    def read(self, text: str) -> int | None:
        """The code of a move written so."""
        return self.texts.get(text)

    @cached_property
    def texts(self) -> dict[str, int]:
        """Every move of the table by its text."""
        sizes = {g.base: prod(len(self._words[name]) for name in g.names) for g in self._groups if g.text}
        return {self.text(code): code for base, size in sizes.items() for code in range(base, base + size)}
