"""Painting: how a position is set up by hand, piece by piece on the picture and number by number in a form."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from .errors import BadPosition, say, short

Entry: TypeAlias = int | str


class Brush(NamedTuple):
    """Something that can be laid on a place of the picture."""

    name: str
    text: str
    group: str = ""
    """Editor of one group stand together under its title."""


@dataclass(frozen=True)
class Field:
    """One entry of the form: a choice, or without choices a whole number between two bounds."""

    name: str
    text: str
    value: Entry
    choices: tuple[tuple[str, str], ...] = ()
    low: int = 0
    high: int = 0
    group: str = ""

    def read(self, value: object) -> Entry:
        """What somebody entered, checked."""
        if self.choices:
            if isinstance(value, str) and value in dict(self.choices):
                return value
            known = ", ".join(name for name, _ in self.choices)
            raise BadPosition(say("editor.choice", field=self.text, value=short(value), known=known))
        if not isinstance(value, int) or isinstance(value, bool) or not self.low <= value <= self.high:
            known_bounds = {"low": self.low, "high": self.high}
            raise BadPosition(say("editor.number", field=self.text, value=short(value), **known_bounds))
        return value


class Draft(dict[str, Entry]):
    """All entries of a form; `changed` are those that differ from the position."""

    def __init__(self, fields: Sequence[Field], entered: Mapping[str, Entry]) -> None:
        super().__init__({field.name: entered.get(field.name, field.value) for field in fields})
        self.changed = frozenset(field.name for field in fields if self[field.name] != field.value)

    def number(self, name: str) -> int:
        return int(self[name])

    def touched(self, *starts: str) -> bool:
        """Whether an entry that begins like one of these was changed."""
        return any(name.startswith(starts) for name in self.changed)


def _no_fields(s: Any) -> Sequence[Field]:
    return ()


def _fill_nothing(s: Any, draft: Draft) -> None:
    return None


def _no_note(s: Any) -> str:
    return ""


@dataclass(frozen=True)
class Editor:
    """How a position of a game is painted. Every change is checked as a whole before it counts."""

    names: Callable[[Any], Sequence[Brush]]
    """`names(s)`: what can be laid."""
    places: Callable[[Any], Sequence[str]]
    """`places(s)`: the tokens of the picture where something can be laid."""
    paint: Callable[[Any, str, str, int], None]
    """`paint(s, brush, token, seat)` changes the record as `seat` sees it; IllegalMove says why that cannot be."""
    fields: Callable[[Any], Sequence[Field]] = _no_fields
    """`fields(s)`: what is not on the picture, or easier as a number."""
    fill: Callable[[Any, Draft], None] = _fill_nothing
    """`fill(s, draft)` changes the record to what the form says; BadPosition says why that cannot be."""
    note: Callable[[Any], str] = _no_note
    """`note(s)`: what happens to all that cannot be painted."""


def listing(name: str, text: str, value: int, texts: Sequence[str], group: str = "", start: int = 0) -> Field:
    """A field that chooses one of the numbers from `start` on, each with its text."""
    choices = tuple((str(start + i), called) for i, called in enumerate(texts))
    return Field(name, text, str(value), choices, group=group)


def switch(name: str, text: str, value: object, group: str = "") -> Field:
    """A field that is 0 for no and 1 for yes."""
    return listing(name, text, int(bool(value)), (say("editor.no"), say("editor.yes")), group)
