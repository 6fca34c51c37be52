"""Positions as short texts: `wars 1.qYHs…`, the game and a payload that fits into a link.

The payload holds a check, the options, and the fields of the record, deflated with the start position of those options
as the dictionary. Left out is what the game declares as `implied`: fields that follow from others, and history that a
position does not need, so that repetition is counted anew from there. Codes without a `1.` are those of `packed`: the
bytes of the whole record, which are read as well.
"""

from __future__ import annotations

import base64
import hashlib
import zlib
from typing import TYPE_CHECKING

import numpy as np

from .errors import BadPosition, say, short
from .options import Choice, Number, Option, Value
from .record import Record

if TYPE_CHECKING:
    from .game import Game

MARK = "1."
_CHECK = 2
_RAW = -15
"""Deflate without a header of its own."""


def encode(game: Game, s: Record) -> str:
    """The payload of a position's code."""
    told = _told(game, s)
    deflate = zlib.compressobj(9, zlib.DEFLATED, _RAW, 9, zlib.Z_DEFAULT_STRATEGY, _dictionary(game))
    packed = deflate.compress(told) + deflate.flush()
    data = _check(game, told) + _options(game) + packed
    return MARK + base64.urlsafe_b64encode(data).decode().rstrip("=")


def decode(game: Game, payload: str) -> tuple[Game, Record]:
    """The game with its options and the record that such a payload holds; BadPosition where it holds none."""
    try:
        text = payload.removeprefix(MARK)
        data = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
        chosen, packed = _game(game, data[_CHECK:])
        size = sum(dtype.itemsize * count for _, dtype, count in _layout(chosen))
        inflate = zlib.decompressobj(_RAW, _dictionary(chosen))
        told = inflate.decompress(packed, size + 1)
    except (ValueError, IndexError, zlib.error) as error:
        raise BadPosition(say("position.code", text=short(payload))) from error
    whole = inflate.eof and not inflate.unused_data
    if len(told) != size or not whole or _check(chosen, told) != data[:_CHECK]:
        raise BadPosition(say("position.garbled", text=short(payload)))
    s = chosen.start(seed=0).state
    at = 0
    for name, dtype, count in _layout(chosen):
        part = np.frombuffer(told, dtype, count, at)
        s.raw[name] = part.reshape(type(s).fields[name].shape) if type(s).fields[name].shape else part[0]
        at += part.nbytes
    if chosen.tidy:
        chosen.tidy(s, frozenset(type(s).fields) - set(chosen.implied))
    return chosen, s


def _layout(game: Game) -> list[tuple[str, np.dtype[np.generic], int]]:
    """The fields that are told, with the type and the number of their entries."""
    fields = game.state.fields
    return [
        (name, np.dtype(f"<{spec.kind}"), int(np.prod(spec.shape, dtype=int)))
        for name, spec in fields.items()
        if name not in game.implied
    ]


def _told(game: Game, s: Record) -> bytes:
    return b"".join(np.asarray(s.raw[name]).astype(dtype).tobytes() for name, dtype, _ in _layout(game))


def _dictionary(game: Game) -> bytes:
    return _told(game, game.start(seed=0).state)


def _check(game: Game, told: bytes) -> bytes:
    """Tells a slip of the pen, or a code of another version, from a position."""
    layout = ",".join(f"{name}{dtype.str}{count}" for name, dtype, count in _layout(game))
    return hashlib.sha256(f"{game.name} {game.options} {layout} ".encode() + told).digest()[:_CHECK]


def _options(game: Game) -> bytes:
    """All options as one number, an option a digit; seven bits a byte, the last byte without the eighth."""
    number = 0
    for option in game.declared:
        number = number * _base(option) + _digit(option, game.options[option.name])
    made = bytearray()
    while number > 127:
        made.append(number & 127 | 128)
        number >>= 7
    return bytes([*made, number])


def _game(game: Game, data: bytes) -> tuple[Game, bytes]:
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
    return game.having(**chosen), data[length:]


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
