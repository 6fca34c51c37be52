"""Positions as short texts: `wars 1.qYHs…`, the game and a payload that fits into a link.

The payload holds a check, the options, and the fields of the state, deflated with the start position of those options
as the dictionary. Fields declared `memory` are left out: those that follow from others, and history that a position
does not need, so repetition is counted anew from there.

A board full of pieces that stand anywhere does not deflate well. So there is a second form, `2.`, which is taken where
it is shorter: entries of long fields are the digits of one number, each with as many values as that field has here,
and only the other fields are deflated. Codes without such a mark are those of `packed`: the bytes of the whole state,
which are read as well.
"""

from __future__ import annotations

import base64
import hashlib
import zlib
from collections.abc import Sequence
from functools import cache
from math import prod
from typing import TypeVar

import numpy as np

from .errors import BadPosition, say, short
from .game_protocol import GameProtocol
from .options import Choice, Number, Option, Value
from .position_check import undeclared
from .state import GameState

DEFLATED, COUNTED = "1.", "2."
MARKS = (DEFLATED, COUNTED)
LONG = 24
"""Fields with this many entries are long."""
_CHECK = 2
_RAW = -15
"""Deflate without a header of its own."""
AnyGame = TypeVar("AnyGame", bound=GameProtocol)
Field = tuple[str, np.dtype[np.generic], int]


def encode(game: GameProtocol, s: GameState) -> str:
    """The payload of a position's code, in the shorter of its two forms."""
    head = _check(game, _packed(s, _layout(game.state))) + _options(game)
    forms = [(DEFLATED, _deflate(game.fresh, s, _layout(game.state)))]
    short_ones, long_ones = _parts(game.state)
    values = [np.asarray(s.raw[name]).ravel().tolist() for name, _, _ in long_ones]
    if long_ones and all(min(row) >= -128 and max(row) < 128 for row in values):
        forms.append((COUNTED, _counted(values) + _deflate(game.fresh, s, short_ones)))
    mark, body = min(forms, key=lambda form: len(form[1]))
    return mark + base64.urlsafe_b64encode(head + body).decode().rstrip("=")


def decode(game: AnyGame, payload: str) -> tuple[AnyGame, GameState]:
    """The game with its options and the state that such a payload holds; BadPosition if it holds none."""
    try:
        text = payload[len(DEFLATED) :]
        data = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
        chosen, body = _game(game, data[_CHECK:])
        s = chosen.fresh.copy()
        fields = _layout(chosen.state)
        if payload.startswith(COUNTED):
            fields, long_ones = _parts(chosen.state)
            rows, body = _uncounted(body, [count for _, _, count in long_ones])
            for (name, dtype, _), row in zip(long_ones, rows, strict=True):
                _write(s, name, np.array(row, dtype))
        whole = _inflate(s, fields, body)
    except (ValueError, IndexError, OverflowError, zlib.error) as error:
        raise BadPosition(say("position.code", text=short(payload))) from error
    if not whole or _check(chosen, _packed(s, _layout(chosen.state))) != data[:_CHECK]:
        raise BadPosition(say("position.garbled", text=short(payload)))
    if chosen.tidy and undeclared(s) is None:
        chosen.tidy(s, frozenset(name for name, field in type(s).fields.items() if not field.memory))
    return chosen, s


def _deflate(start: GameState, s: GameState, fields: Sequence[Field]) -> bytes:
    deflate = zlib.compressobj(9, zlib.DEFLATED, _RAW, 9, zlib.Z_DEFAULT_STRATEGY, _packed(start, fields))
    return deflate.compress(_packed(s, fields)) + deflate.flush()


def _inflate(s: GameState, fields: Sequence[Field], packed: bytes) -> bool:
    """Fill these fields of a start position; False where there is too little or too much."""
    size = sum(dtype.itemsize * count for _, dtype, count in fields)
    inflate = zlib.decompressobj(_RAW, _packed(s, fields))
    unpacked = inflate.decompress(packed, size + 1)
    if len(unpacked) != size or not inflate.eof or inflate.unused_data:
        return False
    at = 0
    for name, dtype, count in fields:
        part = np.frombuffer(unpacked, dtype, count, at)
        _write(s, name, part)
        at += part.nbytes
    return True


def _counted(rows: Sequence[Sequence[int]]) -> bytes:
    """The lowest and the highest number of each row, then all of them as the digits of one number."""
    number, total, heads = 0, 1, b""
    for row in rows:
        low, high = min(row), max(row)
        values = high - low + 1
        for entry in row:
            number = number * values + entry - low
        total *= values ** len(row)
        heads += bytes([low + 128, high + 128])
    return heads + number.to_bytes(_bytes(total), "big")


def _uncounted(data: bytes, counts: Sequence[int]) -> tuple[list[list[int]], bytes]:
    """The rows again, and what comes after them."""
    bounds = [(data[2 * i] - 128, data[2 * i + 1] - 128) for i in range(len(counts))]
    if any(low > high for low, high in bounds):
        raise ValueError("a row from high to low")
    total = 1
    for (low, high), count in zip(bounds, counts, strict=True):
        total *= (high - low + 1) ** count
    first, last = 2 * len(counts), 2 * len(counts) + _bytes(total)
    number = int.from_bytes(data[first:last], "big")
    rows: list[list[int]] = []
    for (low, high), count in zip(reversed(bounds), reversed(counts), strict=True):
        row = []
        for _ in range(count):
            number, digit = divmod(number, high - low + 1)
            row.append(low + digit)
        rows.append(row[::-1])
    return rows[::-1], data[last:]


def _bytes(total: int) -> int:
    """How many bytes hold every number below that."""
    return ((total - 1).bit_length() + 7) // 8


def _write(s: GameState, name: str, values: np.ndarray[tuple[int, ...], np.dtype[np.generic]]) -> None:
    shape = type(s).fields[name].shape
    s.raw[name] = values.reshape(shape) if shape else values[0]


@cache
def _parts(state: type[GameState]) -> tuple[list[Field], list[Field]]:
    """The fields that a code holds: the short ones and the long ones."""
    fields = _layout(state)
    return [f for f in fields if f[2] < LONG], [f for f in fields if f[2] >= LONG]


@cache
def _layout(state: type[GameState]) -> list[Field]:
    """The fields that a code holds, with the type and the number of their entries."""
    return [
        (name, np.dtype(f"<{spec.kind}"), prod(spec.shape)) for name, spec in state.fields.items() if not spec.memory
    ]


@cache
def _layout_text(state: type[GameState]) -> str:
    return ",".join(f"{name}{dtype.str}{count}" for name, dtype, count in _layout(state))


def _packed(s: GameState, fields: Sequence[Field]) -> bytes:
    """The entries of these fields without gaps, the lowest byte of each number first."""
    names, dtype = _without_gaps(type(s), tuple(name for name, _, _ in fields))
    packed: bytes = s.row[names].astype(dtype).tobytes()
    return packed


@cache
def _without_gaps(state: type[GameState], names: tuple[str, ...]) -> tuple[list[str], np.dtype[np.void]]:
    kept = {name: (name, dtype, state.fields[name].shape) for name, dtype, _ in _layout(state)}
    return list(names), np.dtype([kept[name] for name in names])


def _check(game: GameProtocol, unpacked: bytes) -> bytes:
    """Tells a slip of the pen, or a code of another version, from a position."""
    head = f"{game.name} {game.options} {_layout_text(game.state)} "
    return hashlib.sha256(head.encode() + unpacked).digest()[:_CHECK]


def _options(game: GameProtocol) -> bytes:
    """All options as one number, an option a digit; seven bits a byte, the last byte without the eighth."""
    number = 0
    for option in game.declared:
        number = number * _base(option) + _digit(option, game.options[option.name])
    made = bytearray()
    while number > 127:
        made.append(number & 127 | 128)
        number >>= 7
    return bytes([*made, number])


def _game(game: AnyGame, data: bytes) -> tuple[AnyGame, bytes]:
    """The game with the options that stand at the beginning of the data, and the rest of the data."""
    number = length = 0
    while True:
        number |= (data[length] & 127) << 7 * length
        length += 1
        if data[length - 1] < 128:
            break
    chosen: dict[str, Value] = {}
    for option in reversed(game.declared):
        number, digit = divmod(number, _base(option))
        chosen[option.name] = _value(option, digit)
    return game.with_options(**chosen), data[length:]


def _base(option: Option) -> int:
    if isinstance(option, Number):
        return option.high - option.low + 1
    return len(option.codes) if isinstance(option, Choice) else 2


def _digit(option: Option, value: Value) -> int:
    if isinstance(option, Number):
        return int(value) - option.low
    return list(option.codes).index(str(value)) if isinstance(option, Choice) else int(value)


def _value(option: Option, digit: int) -> Value:
    if isinstance(option, Number):
        return option.low + digit
    return list(option.codes)[digit] if isinstance(option, Choice) else bool(digit)
