"""Options of a game: data with defaults, bounds and help, validated in one place for the CLI, the page and the API."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from .errors import BadOption, did_you_mean, say, short

Value: TypeAlias = int | str | bool
YES, NO = ("yes", "true", "on", "1"), ("no", "false", "off", "0")
"""What a switch can be set to."""


@dataclass(frozen=True)
class Number:
    """A whole number between two bounds."""

    name: str
    default: int
    low: int
    high: int
    help: str = ""
    """What the option does, unless the game's catalogue has `option.NAME`."""
    when: Mapping[str, tuple[Value, ...]] = field(default_factory=dict)
    rare: bool = False
    """Whether few people change it: forms fold it away."""

    @property
    def domain(self) -> str:
        return say("option.range", low=self.low, high=self.high)

    def check(self, value: object) -> int:
        number = value
        if isinstance(value, str) and value.strip().lstrip("+-").isdecimal() and len(value) < 20:
            number = int(value)
        if isinstance(number, np.integer):
            number = int(number)
        if not isinstance(number, int) or isinstance(number, bool) or not self.low <= number <= self.high:
            raise BadOption(say("option.number", name=self.name, low=self.low, high=self.high, value=short(value)))
        return number

    def encode(self, value: Value) -> int:
        return int(value)

    def describe(self) -> dict[str, object]:
        return {"kind": "number", "low": self.low, "high": self.high}


@dataclass(frozen=True)
class Choice:
    """One of a few words; `codes` are the numbers the kernels see."""

    name: str
    default: str
    codes: Mapping[str, int]
    help: str = ""
    """What the option does, unless the game's catalogue has `option.NAME`."""
    when: Mapping[str, tuple[Value, ...]] = field(default_factory=dict)
    rare: bool = False

    @property
    def domain(self) -> str:
        return " | ".join(self.codes)

    def check(self, value: object) -> str:
        if isinstance(value, str):
            for word in self.codes:
                if value.strip().casefold() == word.casefold():
                    return word
        hint = did_you_mean(value, self.codes)
        raise BadOption(say("option.choice", name=self.name, value=short(value), hint=hint))

    def encode(self, value: Value) -> int:
        return self.codes[str(value)]

    def describe(self) -> dict[str, object]:
        return {"kind": "choice", "choices": list(self.codes)}


@dataclass(frozen=True)
class Switch:
    """Yes or no."""

    name: str
    default: bool
    help: str = ""
    """What the option does, unless the game's catalogue has `option.NAME`."""
    when: Mapping[str, tuple[Value, ...]] = field(default_factory=dict)
    rare: bool = False

    domain = "yes | no"

    def check(self, value: object) -> bool:
        if isinstance(value, bool):
            return value
        word = value.strip().casefold() if isinstance(value, str) else ""
        if word in YES or word in NO:
            return word in YES
        raise BadOption(say("option.switch", name=self.name, value=short(value)))

    def encode(self, value: Value) -> int:
        return int(bool(value))

    def describe(self) -> dict[str, object]:
        return {"kind": "switch"}


Option: TypeAlias = Number | Choice | Switch


class Options(Mapping[str, Value]):
    """The chosen options of a game: every option has a value, and all of them were checked."""

    def __init__(
        self,
        declared: Iterable[Option],
        given: Mapping[str, object] | None = None,
        together: Callable[[Mapping[str, Value]], str | None] | None = None,
    ) -> None:
        self.declared = tuple(declared)
        given = dict(given or {})
        names = [option.name for option in self.declared]
        for name in given:
            if name not in names:
                raise BadOption(say("option.unknown", name=short(name), hint=did_you_mean(name, names)))
        self._values: dict[str, Value] = {
            o.name: o.check(given[o.name]) if o.name in given else o.default for o in self.declared
        }
        for option in self.declared:
            if self._values[option.name] != option.default and not self.applies(option):
                needs = ", ".join(f"{k}={say('option.or').join(map(str, v))}" for k, v in option.when.items())
                raise BadOption(say("option.needs", name=option.name, needs=needs))
        problem = together(self._values) if together else None
        if problem:
            raise BadOption(problem)

    def applies(self, option: Option) -> bool:
        """Whether the option means anything with the others as they are."""
        return all(self._values[name] in values for name, values in option.when.items())

    def encode(self) -> NDArray[np.int64]:
        """The numbers the kernels see, in declared order."""
        return np.array([o.encode(self._values[o.name]) for o in self.declared], dtype=np.int64)

    def __getitem__(self, name: str) -> Value:
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __str__(self) -> str:
        return " ".join(f"{k}={_word(v)}" for k, v in self._values.items())

    def __repr__(self) -> str:
        return f"Options({self})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Options) and self._values == other._values and self.declared == other.declared

    def __hash__(self) -> int:
        return hash(tuple(self._values.items()))


def parse_pairs(words: Iterable[str]) -> dict[str, str]:
    """Read `name=value` words, as they stand on a command line and in record files."""
    found: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or not name or not value:
            raise BadOption(say("option.form", text=short(word)))
        if name in found:
            raise BadOption(say("option.twice", name=short(name)))
        found[name] = value
    return found


def _word(value: Value) -> str:
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)
