"""How a position is set up by hand: piece by piece on the picture, which is called painting, and number by number in a
form."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import fields as fields_of
from types import ModuleType
from typing import Any, NamedTuple, TypeAlias

from .errors import BadPosition, IllegalMove, say, short
from .state import GameState, OwnState

Entry: TypeAlias = int | str


class Brush(NamedTuple):
    """Something that can be laid on a place of the picture."""

    name: str
    text: str
    group: str = ""
    """Brushes of one group stand together under its title."""


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
        """What was entered, checked."""
        if self.choices:
            if isinstance(value, str) and value in dict(self.choices):
                return value
            known = ", ".join(name for name, _ in self.choices)
            raise BadPosition(say("editor.choice", field=self.text, value=short(value), known=known))
        if not isinstance(value, int) or isinstance(value, bool) or not self.low <= value <= self.high:
            known_bounds = {"low": self.low, "high": self.high}
            raise BadPosition(say("editor.number", field=self.text, value=short(value), **known_bounds))
        return value


class Form:
    """The entries of a form, made one after the other. One called `stock.0.2` has the value of `s.stock[0, 2]`, unless
    it is given another."""

    def __init__(self, s: GameState, group: str) -> None:
        self.group = group
        """The title over the entries that come next."""
        self.fields: list[Field] = []
        self._state = s

    def number(self, name: str, text: str, high: int | None = None, low: int = 0, value: int | None = None) -> None:
        """A whole number, up to what its field allows where no other bound is given."""
        if high is None:
            high = type(self._state).fields[_place(name)[0]].high
        self.fields.append(Field(name, text, self._value(name, value), low=low, high=high, group=self.group))

    def numbers(self, name: str, texts: Iterable[str], high: int | None = None) -> None:
        """A number for each entry of a list: `stock.0.0`, `stock.0.1` and so on."""
        for i, text in enumerate(texts):
            self.number(f"{name}.{i}", text, high)

    def choice(self, name: str, text: str, choices: Iterable[tuple[str, str]], value: Entry | None = None) -> None:
        """One of several values, each with its text."""
        self.fields.append(Field(name, text, str(self._value(name, value)), tuple(choices), group=self.group))

    def listing(self, name: str, text: str, texts: Sequence[str], start: int = 0, value: int | None = None) -> None:
        """One of the numbers from `start` on, each with its text."""
        self.choice(name, text, ((str(start + i), called) for i, called in enumerate(texts)), value)

    def switch(self, name: str, text: str, value: int | None = None) -> None:
        """0 for no and 1 for yes."""
        self.listing(name, text, (say("editor.no"), say("editor.yes")), value=int(bool(self._value(name, value))))

    def _value(self, name: str, value: Entry | None) -> Entry:
        if value is not None:
            return value
        field, index = _place(name)
        return int(self._state.row[field][index])


def _place(name: str) -> tuple[str, tuple[int, ...]]:
    """The field of a state that an entry stands for, and the index in the column of that field (`GameState.row`)."""
    field, *index = name.split(".")
    return field, (0, *map(int, index))


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

    def put(self, s: GameState, *fields: str) -> None:
        """Write the entries of these fields of a state into it: `stock.0.2` to `s.stock[0, 2]`."""
        for name, value in self.items():
            if name.partition(".")[0] in fields:
                field, index = _place(name)
                s.row[field][index] = int(value)


def _nothing(s: GameState) -> tuple[()]:
    return ()


def _paint_nothing(s: GameState, brush: str, token: str, seat: int) -> None:
    raise IllegalMove(say("editor.form_only"))


def _fill_nothing(s: GameState, draft: Draft) -> None:
    return None


def no_note(s: GameState) -> str:
    return ""


@dataclass(frozen=True)
class Editor:
    """How a position of a game is set up by hand. Every change is checked as a whole before it counts."""

    names: Callable[[OwnState], Sequence[Brush]] = _nothing
    """`names(s)`: what can be laid."""
    places: Callable[[OwnState], Sequence[str]] = _nothing
    """`places(s)`: the tokens of the picture where something can be laid."""
    paint: Callable[[OwnState, str, str, int], None] = _paint_nothing
    """`paint(s, brush, token, seat)` changes the state as `seat` sees it; IllegalMove says why that is impossible."""
    fields: Callable[[OwnState], Sequence[Field]] = _nothing
    """`fields(s)`: what is not on the picture, or easier as a number."""
    fill: Callable[[OwnState, Draft], None] = _fill_nothing
    """`fill(s, draft)` changes the state to what the form says; BadPosition says why that is impossible."""
    note: Callable[[OwnState], str] = no_note
    """`note(s)`: what happens to everything that can't be painted; otherwise `editor.note` of the game's catalogue."""
    NO_PLACE: tuple[str, str] = ("editor.no_place", "")
    """What is said of a token that is no such place, by its key in the game's catalogue, and the rule behind it."""

    @classmethod
    def of_module(cls, module: ModuleType) -> Editor:
        """The editor made of a module's own functions that are named like these."""
        parts: dict[str, Any] = {field.name: vars(module).get(field.name) for field in fields_of(cls)}
        own = {name for name, part in parts.items() if getattr(part, "__module__", module.__name__) == module.__name__}
        return cls(**{name: parts[name] for name in own if parts[name] is not None})
