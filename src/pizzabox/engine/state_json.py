"""States as JSON a person can read and write: each field as numbers, names or lists of names."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Protocol

from .errors import BadPosition, did_you_mean, say, short
from .state import Field, GameState

Written = int | str | list[str]
"""One number as JSON has it."""


class Codec(Protocol):
    """How the numbers of one field are written."""

    def write(self, number: int) -> Written: ...

    def read(self, value: object, where: str) -> int: ...


class Plain:
    """The number itself, inside the bounds of its field."""

    def __init__(self, field: Field) -> None:
        self.low, self.high = field.low, field.high

    def write(self, number: int) -> int:
        return number

    def read(self, value: object, where: str) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not self.low <= value <= self.high:
            raise BadPosition(say("position.number", where=where, low=self.low, high=self.high, value=short(value)))
        return value


class Names:
    """One of a few names, for the numbers from `start` up."""

    def __init__(self, names: Sequence[str], start: int = 0) -> None:
        self.names = tuple(names)
        self.start = start

    def write(self, number: int) -> str:
        return self.names[number - self.start]

    def read(self, value: object, where: str) -> int:
        if not isinstance(value, str) or value not in self.names:
            hint = did_you_mean(value, self.names)
            raise BadPosition(say("position.name", where=where, value=short(value), hint=hint))
        return self.names.index(value) + self.start


class Bits:
    """A set of named things as a list of their names."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = tuple(names)
        self._index = {name: i for i, name in enumerate(self.names)}

    def write(self, number: int) -> list[str]:
        return [name for i, name in enumerate(self.names) if number >> i & 1]

    def read(self, value: object, where: str) -> int:
        if not isinstance(value, list):
            raise BadPosition(say("position.names", where=where, value=short(value)))
        number = 0
        for name in value:
            if not isinstance(name, str) or name not in self._index:
                hint = did_you_mean(name, self.names)
                raise BadPosition(say("position.no_name", where=where, name=short(name), hint=hint))
            bit = 1 << self._index[name]
            if number & bit:
                raise BadPosition(say("position.twice", where=where, name=name))
            number |= bit
        return number


class Hex:
    """A large number as hexadecimal text, which JSON readers of every language keep exact."""

    def write(self, number: int) -> str:
        return f"{number:016x}"

    def read(self, value: object, where: str) -> int:
        if isinstance(value, str) and len(value) == 16 and all(c in "0123456789abcdef" for c in value):
            return int(value, 16)
        raise BadPosition(say("position.digits", where=where, value=short(value)))


def codec_of(name: str, field: Field) -> Codec:
    """How a field is written, by what it declares."""
    if name == "rng":
        return Hex()
    if field.names:
        return Names(field.names, field.low)
    return Plain(field) if field.members is None else Bits(field.members)


@cache
def codecs(state: type[GameState]) -> dict[str, Codec]:
    """How each field of a state is written."""
    return {name: codec_of(name, field) for name, field in state.fields.items()}


def write_state(s: GameState) -> dict[str, Any]:
    """The state as a dictionary ready for JSON."""

    def written(codec: Codec, value: int | list[Any]) -> Written | list[Any]:
        return [written(codec, v) for v in value] if isinstance(value, list) else codec.write(value)

    known = codecs(type(s))
    return {name: written(known[name], value) for name, value in s.items()}


def read_state(data: object, s: GameState) -> None:
    """Fill `s` from such a dictionary; fields that are not named keep what `s` has. On an error `s` is half filled."""
    if not isinstance(data, dict):
        raise BadPosition(say("position.state", value=short(data)))
    for name, value in data.items():
        if name not in type(s).fields:
            hint = did_you_mean(name, type(s).fields)
            raise BadPosition(say("position.field", name=short(name), hint=hint))
        shape, codec = type(s).fields[name].shape, codecs(type(s))[name]
        if shape:
            _fill(getattr(s, name), shape, codec, value, name, ())
        else:
            setattr(s, name, codec.read(value, name))


def _fill(
    part: memoryview, shape: tuple[int, ...], codec: Codec, value: object, where: str, index: tuple[int, ...]
) -> None:
    if not isinstance(value, list) or len(value) != shape[0]:
        raise BadPosition(say("position.list", where=where, n=shape[0], value=short(value)))
    for i, entry in enumerate(value):
        spot = (*index, i)
        name = f"{where}[{i}]"
        if len(shape) > 1:
            _fill(part, shape[1:], codec, entry, name, spot)
        else:
            part[spot if len(spot) > 1 else i] = codec.read(entry, name)
