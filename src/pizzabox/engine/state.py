"""`@record`: a fixed-size game state whose annotations are its memory layout.

The same bytes serve three readers: plain Python (attributes of the instance), NumPy (`State.dtype`) and compiled
code (the Numba record made from that dtype). Plain Python reads Python integers, never NumPy scalars, so an
expression means the same number in both worlds; a value that does not fit its field raises here.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from dataclasses import dataclass
from struct import Struct
from struct import error as struct_error
from typing import Any, ClassVar, TypeVar

import numpy as np


@dataclass(frozen=True)
class Spec:
    """The type of one field: an integer kind and, for arrays, a shape (`i8`, `i8[3]`, `i8[2, 3]`)."""

    kind: str
    shape: tuple[int, ...] = ()

    def __getitem__(self, shape: int | tuple[int, ...]) -> Spec:
        return Spec(self.kind, shape if isinstance(shape, tuple) else (shape,))

    @property
    def bounds(self) -> tuple[int, int]:
        info = np.iinfo(self.kind)
        return int(info.min), int(info.max)


i8, i16, i32, i64 = Spec("i1"), Spec("i2"), Spec("i4"), Spec("i8")
u8, u16, u32, u64 = Spec("u1"), Spec("u2"), Spec("u4"), Spec("u8")

_FORMATS: dict[str, Any] = {"i1": "b", "i2": "h", "i4": "i", "i8": "q", "u1": "B", "u2": "H", "u4": "I", "u8": "Q"}

# Plain NumPy records offer these as attributes; a field of that name would be hidden by the method.
_TAKEN = frozenset(name for name in dir(np.record) if not name.startswith("_"))

# Fields that the engine itself reads; see `contract.py`.
REQUIRED = {"rng": u64, "news": u16, "sealed": u8}


class GameState:
    """Base of every `@record` class. An instance is a window on `size` bytes; two instances may share them."""

    __slots__ = ("_array", "_memory", "_parts")

    fields: ClassVar[dict[str, Spec]] = {}
    dtype: ClassVar[np.dtype[Any]]
    size: ClassVar[int] = 0
    quick: ClassVar[type[GameState]]
    """The class of `read_only`."""

    def __init__(self, memory: bytearray | None = None) -> None:
        cls = type(self)
        if memory is None:
            memory = bytearray(cls.size)
        elif len(memory) != cls.size:
            raise ValueError(f"{cls.__name__} needs {cls.size} bytes, not {len(memory)}")
        self._memory = memory
        self._parts: dict[str, memoryview] = {}
        self._array: Any = None

    @property
    def row(self) -> Any:
        """The same bytes as a NumPy array of one record."""
        if self._array is None:
            self._array = np.frombuffer(self._memory, dtype=type(self).dtype)
        return self._array

    @property
    def raw(self) -> Any:
        """The same bytes as a NumPy record, which is what compiled kernels take."""
        return self.row[0]

    def __bytes__(self) -> bytes:
        return bytes(self._memory)

    def load(self, data: bytes | GameState) -> None:
        """Become an exact copy of `data`."""
        data = bytes(data)
        if len(data) != len(self._memory):
            raise ValueError(f"{type(self).__name__} needs {len(self._memory)} bytes, not {len(data)}")
        self._memory[:] = data

    def copy(self) -> Any:
        """A copy with bytes of its own."""
        return type(self)(bytearray(self._memory))

    def read_only(self) -> Any:
        """The same bytes for reading alone, which is quicker: each field is read once and then known."""
        return type(self).quick(self._memory)

    def items(self) -> Iterator[tuple[str, Any]]:
        """Field names with their values (lists for arrays)."""
        for name, spec in type(self).fields.items():
            value = getattr(self, name)
            yield name, (value.tolist() if spec.shape else value)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (bytearray(self._memory),)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, GameState) and other.fields is self.fields and bytes(self) == bytes(other)

    def __hash__(self) -> int:
        return hash(bytes(self))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{k}={v}' for k, v in self.items())})"


def _scalar(spec: Spec, offset: int) -> property:
    packed = Struct("=" + _FORMATS[spec.kind])
    unpack, pack = packed.unpack_from, packed.pack_into

    def read(self: GameState) -> int:
        return unpack(self._memory, offset)[0]  # type: ignore[no-any-return]

    def write(self: GameState, value: int) -> None:
        try:
            pack(self._memory, offset, int(value))
        except struct_error as problem:
            raise OverflowError(f"{value} does not fit its field: {problem}") from None

    return property(read, write)


def _array(name: str, spec: Spec, offset: int, length: int) -> property:
    def read(self: GameState) -> memoryview:
        part = self._parts.get(name)
        if part is None:
            part = memoryview(self._memory)[offset : offset + length].cast(_FORMATS[spec.kind], spec.shape)
            self._parts[name] = part
        return part

    return property(read)


def _window(name: str, spec: Spec, dtype: np.dtype[Any]) -> property:
    subtype, offset = dtype.fields[name][:2]  # type: ignore[index]
    return _array(name, spec, offset, subtype.itemsize) if spec.shape else _scalar(spec, offset)


class _Once:
    """A field of a record that nobody changes: what was read is remembered in the instance."""

    def __init__(self, name: str, window: property) -> None:
        self.name, self.read = name, window.fget

    def __get__(self, of: Any, kind: type[Any] | None = None) -> Any:
        if of is None:
            return self
        value = self.read(of)  # type: ignore[misc]
        if isinstance(value, memoryview):
            value = value.toreadonly()
        of.__dict__[self.name] = value
        return value


def _quick(cls: type[GameState]) -> type[GameState]:
    """A class of the same fields for reading alone."""

    def refuse(self: GameState, name: str, value: Any) -> None:
        if name in self.fields:
            raise AttributeError(f"{cls.__name__}.{name} cannot be changed here; make a `copy` first")
        object.__setattr__(self, name, value)

    def load(self: GameState, data: bytes | GameState) -> None:
        raise AttributeError(f"this {cls.__name__} cannot be changed; make a `copy` first")

    body: dict[str, Any] = {name: _Once(name, vars(cls)[name]) for name in cls.fields}
    body |= {
        "__doc__": f"{cls.__name__}, for reading alone.",
        "__module__": cls.__module__,
        "__qualname__": f"{cls.__qualname__}.quick",
        "__setattr__": refuse,
        "copy": lambda self: cls(bytearray(self._memory)),
        "load": load,
        "read_only": lambda self: self,
    }
    return type(cls.__name__, (cls,), body)


T = TypeVar("T")


def record(cls: type[T]) -> Any:
    """Turn a class whose annotations are field types into a `GameState`."""
    fields: dict[str, Spec] = {}
    for name, spec in inspect.get_annotations(cls, eval_str=True).items():
        if not isinstance(spec, Spec):
            raise TypeError(f"{cls.__name__}.{name}: {spec!r} is no field type; use i8 … u64, with [n] for arrays")
        if name in _TAKEN or name.startswith("_"):
            raise TypeError(f"{cls.__name__}.{name}: that name belongs to NumPy records or is private; choose another")
        if hasattr(GameState, name):
            raise TypeError(f"{cls.__name__}.{name}: every record has a method of that name; choose another")
        fields[name] = spec
    for name, spec in REQUIRED.items():
        if fields.get(name) != spec:
            raise TypeError(f"{cls.__name__} needs the field `{name}: {spec.kind}` (see engine/contract.py)")
    dtype = np.dtype([(n, s.kind, s.shape) if s.shape else (n, s.kind) for n, s in fields.items()], align=True)
    body: dict[str, Any] = {n: _window(n, s, dtype) for n, s in fields.items()}
    body |= {
        "__slots__": (),
        "__doc__": cls.__doc__,
        "__module__": cls.__module__,
        "__qualname__": cls.__qualname__,
        "fields": fields,
        "dtype": dtype,
        "size": dtype.itemsize,
    }
    made: Any = type(cls.__name__, (GameState,), body)
    made.quick = _quick(made)
    return made
