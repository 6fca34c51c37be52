"""`GameState`: a fixed-size state whose fields declare what they hold.

    class State(GameState):
        phase: int = i8(names=("bid", "reveal", "over"))
        money: Ints = i8[3](0, 20)
        bid: Ints = i8[3](0, 20, choice=True)

Each field says how wide it is (`i8` … `u64`, with `[n]` or `[n, m]` for arrays), and what it means: bounds, names for
its numbers, the members of a bit set, whether it is secret or holds secret choices, in which phases it is used. Views,
JSON, short codes and checks of positions set up by hand follow from that.

The same bytes serve three readers: plain Python (attributes of the instance), NumPy (`State.dtype`) and compiled
code (the Numba record made from that dtype). Plain Python reads Python integers, never NumPy scalars, so an
expression means the same number in both worlds; a value that does not fit its field raises here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from struct import Struct
from struct import error as struct_error
from typing import Any, ClassVar, Generic, Protocol, Self, TypeAlias, TypeVar, cast, overload

import numpy as np
from numpy.typing import NDArray


class Numbers(Protocol):
    """Where a kernel reads or writes integers: a list, a NumPy array, a row of a state."""

    def __getitem__(self, index: int, /) -> int: ...
    def __setitem__(self, index: int, value: int, /) -> None: ...
    def __iter__(self) -> Iterator[int]: ...
    def __len__(self) -> int: ...


class Ints(Protocol):
    """An array field with one index."""

    @overload
    def __getitem__(self, index: int, /) -> int: ...
    @overload
    def __getitem__(self, index: slice, /) -> Ints: ...
    @overload
    def __setitem__(self, index: int, value: int, /) -> None: ...
    @overload
    def __setitem__(self, index: slice, value: Ints, /) -> None: ...
    def __iter__(self) -> Iterator[int]: ...
    def __len__(self) -> int: ...
    def tolist(self) -> list[int]: ...
    def tobytes(self) -> bytes: ...


class Grid(Protocol):
    """An array field with two indices."""

    def __getitem__(self, index: tuple[int, int], /) -> int: ...
    def __setitem__(self, index: tuple[int, int], value: int, /) -> None: ...
    def __len__(self) -> int: ...
    def tolist(self) -> list[list[int]]: ...
    def tobytes(self) -> bytes: ...


class Floats(Protocol):
    """Where a kernel reads or writes numbers with fractions."""

    def __getitem__(self, index: int, /) -> float: ...
    def __setitem__(self, index: int, value: float, /) -> None: ...
    def __iter__(self) -> Iterator[float]: ...
    def __len__(self) -> int: ...


NumberRows = Sequence[Numbers]
"""Rows of integers: a list of lists, or a NumPy array with two axes."""
FloatRows = Sequence[Floats]
Memory = Sequence[Ints]
"""The memory of several states, each as 64-bit words."""


Rest: TypeAlias = int | Mapping[str, Sequence[int]]
V = TypeVar("V")
"""What is read in a field."""
READ_AS = {0: "int", 1: "Ints", 2: "Grid"}
"""How a field is annotated, by the number of its indices."""


@dataclass(frozen=True)
class Field:
    """One field: its memory and its meaning."""

    kind: str
    """A NumPy type: `i1` … `u8`."""
    shape: tuple[int, ...]
    low: int
    high: int
    names: tuple[str, ...] = ()
    """Names of the numbers from `low` up."""
    members: tuple[str, ...] | None = None
    """What each bit stands for, where the number is a set."""
    secret: bool = False
    """Whether views leave it blank, except for what the game's `show_secrets` reveals."""
    choice: bool = False
    """Whether it holds secret choices, one per seat, which others see once they are no longer sealed."""
    memory: bool = False
    """Whether it only remembers (earlier positions, the last move): a short code leaves it out."""
    below: str = ""
    """Another field that is larger than this number, or than every member of this set."""
    by: str = ""
    """Another field that says how many entries are in use; the rest are blank."""
    during: tuple[str, ...] = ()
    """The phases in which it may be filled; none means all of them."""
    apart: str = ""
    """Fields sharing this word exclude each other: nothing may be in two of them. Negative numbers are nowhere."""
    sums: str = ""
    """Another field with one more axis, of which this one counts the rows."""
    counts: str = ""
    """Fields sharing this word have all things of a stock. A number with a name, or from -1, is the kind of one thing;
    any other is how many there are of the kind that its last index tells."""
    of: str = ""
    """Another field of the same shape, which tells the kinds of the things counted instead."""
    unless: str = ""
    """Another field: where that isn't blank, what is named here lies elsewhere."""
    rest: Rest = 0
    """How many there are of each kind: this field has those that are nowhere else. By the number in a field: how many
    there are then."""

    @property
    def one(self) -> bool:
        """Whether a number, where it isn't blank, is the kind of one thing."""
        return self.members is None and (bool(self.names) or self.low == -1)

    @property
    def seat(self) -> bool:
        """Whether its numbers or members are players, as those of a field below `players` are."""
        return self.below == "players"

    @property
    def blank(self) -> int:
        """The number for nothing: 0, or -1 where the bounds begin there."""
        return -1 if self.low == -1 else 0


@dataclass(frozen=True)
class IntKind(Generic[V]):
    """A width of integers, and for arrays a shape. Called with a meaning it makes a field, which a type checker takes
    for what is read there: a number, or an array of them."""

    kind: str
    shape: tuple[int, ...] = ()

    @overload
    def __getitem__(self, shape: int) -> IntKind[Ints]: ...
    @overload
    def __getitem__(self, shape: tuple[int, int]) -> IntKind[Grid]: ...
    @overload
    def __getitem__(self, shape: tuple[int, ...]) -> IntKind[Any]: ...
    def __getitem__(self, shape: int | tuple[int, ...]) -> IntKind[Any]:
        return IntKind(self.kind, shape if isinstance(shape, tuple) else (shape,))

    def __call__(
        self,
        low: int | None = None,
        high: int | None = None,
        *,
        names: Sequence[str] = (),
        members: Sequence[object] | None = None,
        secret: bool = False,
        choice: bool = False,
        memory: bool = False,
        below: str = "",
        by: str = "",
        during: Sequence[str] = (),
        apart: str = "",
        sums: str = "",
        counts: str = "",
        of: str = "",
        unless: str = "",
        rest: Rest = 0,
    ) -> V:
        """A field with these bounds; without bounds, those of its width."""
        info = np.iinfo(self.kind)
        least, most = int(info.min), int(info.max)
        if names:
            least = low or 0
            most = least + len(names) - 1
        elif members is not None:
            least, most = 0, (1 << len(members)) - 1
        else:
            least = least if low is None else low
            most = most if high is None else high
        if not info.min <= least <= most <= info.max:
            raise TypeError(f"a field from {least} to {most} doesn't fit {self.kind}, which goes up to {info.max}")
        if choice and not self.shape:
            raise TypeError(
                "a field of secret choices needs one entry per seat: give it a shape, as in `i8[3](choice=True)`"
            )
        bits = None if members is None else tuple(map(str, members))
        meaning = (tuple(names), bits, secret, choice, memory, below, by, tuple(during), apart, sums)
        return cast(V, Field(self.kind, self.shape, least, most, *meaning, counts, of, unless, rest))


i8, i16, i32, i64 = IntKind[int]("i1"), IntKind[int]("i2"), IntKind[int]("i4"), IntKind[int]("i8")
u8, u16, u32, u64 = IntKind[int]("u1"), IntKind[int]("u2"), IntKind[int]("u4"), IntKind[int]("u8")

_FORMATS: dict[str, Any] = {"i1": "b", "i2": "h", "i4": "i", "i8": "q", "u1": "B", "u2": "H", "u4": "I", "u8": "Q"}

# Plain NumPy records offer these as attributes; a field of that name would be hidden by the method.
_TAKEN = frozenset(name for name in dir(np.record) if not name.startswith("_"))

REQUIRED: dict[str, Any] = {"rng": u64(secret=True), "news": u16(), "sealed": u8()}
"""Fields that the engine itself reads (see `contract.py`); they come first where a state does not place them."""


class _StateType(type):
    """Turns the fields that a class declares into its memory layout."""

    def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> Any:
        declared = {key: value for key, value in body.items() if isinstance(value, Field)}
        if not bases:  # of `GameState` itself; a type checker that saw this there would refuse to set any field
            body["__slots__"] = ("_array", "_memory", "_parts")
        if not bases or not declared:
            return super().__new__(cls, name, bases, body)
        _refuse_bad_names(name, declared, body)
        fields = {key: field for key, field in REQUIRED.items() if key not in declared} | declared
        for key, field in REQUIRED.items():
            if (fields[key].kind, fields[key].shape) != (field.kind, ()):
                raise TypeError(f"{name}.{key} must be one {field.kind} (see engine/contract.py)")
        _refuse_bad_references(name, fields)
        layout = [(key, f.kind, f.shape) if f.shape else (key, f.kind) for key, f in fields.items()]
        dtype = np.dtype(layout, align=True)
        body |= {key: _window(key, field, dtype) for key, field in fields.items()}
        body |= {"__slots__": (), "fields": fields, "dtype": dtype, "size": dtype.itemsize}
        made: Any = super().__new__(cls, name, bases, body)
        made.reader = _reader(made)
        return made


def _refuse_bad_names(state: str, declared: dict[str, Field], body: dict[str, Any]) -> None:
    for name in declared:
        if name in _TAKEN or name.startswith("_"):
            raise TypeError(f"{state}.{name}: that name belongs to NumPy records or is private; choose another")
        if hasattr(GameState, name) and name not in REQUIRED:
            raise TypeError(f"{state}.{name}: every state has a method of that name; choose another")
    for name, value in body.items():
        if isinstance(value, IntKind):
            raise TypeError(f"{state}.{name}: call the width to declare a field, as in `{name}: int = i8()`")
    annotations = body.get("__annotations__", {})
    for name in annotations:
        if name not in body:
            raise TypeError(f"{state}.{name} isn't a field; declare it as in `{name}: int = i8()`")
    for name, field in declared.items():
        given = annotations.get(name)
        written = given if isinstance(given, str) else getattr(given, "__name__", "")
        right = READ_AS.get(len(field.shape), written)
        if written in READ_AS.values() and written != right:
            raise TypeError(f"{state}.{name}: a field of this shape is declared as `{name}: {right}`, not `{written}`")


def _refuse_bad_references(state: str, fields: dict[str, Field]) -> None:
    phases = fields["phase"].names if "phase" in fields else ()
    for name, field in fields.items():
        for other in filter(None, (field.below, field.by, field.sums, field.of, field.unless)):
            if other not in fields:
                raise TypeError(f"{state}.{name}: there's no field {other}")
        for other in filter(None, (field.below, field.by)):
            if fields[other].low < 0 or fields[other].shape:
                raise TypeError(f"{state}.{name}: {other} must be one number from 0 up")
        if field.sums and (not fields[field.sums].shape or fields[field.sums].shape[:-1] != field.shape):
            raise TypeError(f"{state}.{name}: {field.sums} must have one more axis, whose rows it counts")
        if field.rest and not (field.apart or field.counts):
            raise TypeError(f"{state}.{name}: only what's apart or counts can be a rest")
        if field.of and fields[field.of].shape != field.shape:
            raise TypeError(f"{state}.{name}: {field.of} must have the same shape, to tell the kinds of what it counts")
        if field.unless and fields[field.unless].shape != field.shape[: len(fields[field.unless].shape)]:
            raise TypeError(f"{state}.{name}: {field.unless} must have the same first axes, to say what lies elsewhere")
        if field.by and not field.shape:
            raise TypeError(f"{state}.{name}: only a field with a shape can have entries in use by {field.by}")
        if (field.by or field.during) and not field.low <= field.blank <= field.high:
            raise TypeError(f"{state}.{name} can be blank, but its bounds don't allow {field.blank}")
        for phase in field.during:
            if phase not in phases:
                raise TypeError(f"{state}.{name}: no field `phase` names the phase {phase}")
    for word in dict.fromkeys(field.apart for field in fields.values() if field.apart):
        _refuse_other_members(state, {name: field for name, field in fields.items() if field.apart == word})
    for word in dict.fromkeys(field.counts for field in fields.values() if field.counts):
        _refuse_other_kinds(state, {name: field for name, field in fields.items() if field.counts == word}, fields)


def _refuse_other_members(state: str, fields: dict[str, Field]) -> None:
    """Fields that are apart speak of the same members: sets name the same ones, and so do numbers that have names."""
    sets = {field.members for field in fields.values() if field.members is not None}
    for name, field in fields.items():
        first = next(iter(sets))[:1] if sets else ()
        if len(sets) > 1 or any(member not in (field.names or first) for member in first):
            raise TypeError(f"{state}.{name}: fields that are apart ({', '.join(fields)}) must have the same members")
        if field.kind == "u8":
            raise TypeError(f"{state}.{name}: a field that's apart from others must be narrower than u64")
        if field.rest and (field.rest != 1 or field.members is None or field.shape):
            raise TypeError(f"{state}.{name}: of what's apart there is one each, and the rest of it is one set")


def _refuse_other_kinds(state: str, fields: dict[str, Field], all_fields: dict[str, Field]) -> None:
    """Fields that share a stock: one has the rest, and its index is the last one of those that count by kind."""
    rests = [field for field in fields.values() if field.rest]
    if len(rests) != 1 or len(rests[0].shape) > 1:
        raise TypeError(f"{state}: one of {', '.join(fields)} must be the rest, as one number or a list of them")
    for name, field in fields.items():
        if field.members is not None or field.kind == "u8":
            raise TypeError(f"{state}.{name}: only numbers narrower than u64 can count")
        if rests[0].shape and not (field.one or field.of) and field.shape[-1:] < rests[0].shape:
            raise TypeError(f"{state}.{name} must count at least {rests[0].shape[0]} kinds by its last index")
        for other, numbers in field.rest.items() if isinstance(field.rest, Mapping) else ():
            if (all_fields[other].low, all_fields[other].high) != (0, len(numbers) - 1):
                raise TypeError(f"{state}.{name}: rest needs a number for each that {other} can be")


class GameState(metaclass=_StateType):
    """Base of every game's state. An instance is a window on `size` bytes; two instances may share them."""

    fields: ClassVar[dict[str, Field]] = {}
    dtype: ClassVar[np.dtype[np.void]]
    size: ClassVar[int] = 0
    reader: ClassVar[type[GameState]]
    """The class of `read_only`."""
    rng: int
    news: int
    sealed: int

    def __init__(self, memory: bytearray | memoryview | None = None) -> None:
        cls = type(self)
        if memory is None:
            memory = bytearray(cls.size)
        elif len(memory) != cls.size:
            raise ValueError(f"{cls.__name__} needs {cls.size} bytes, not {len(memory)}")
        self._memory = memory
        self._parts: dict[str, memoryview] = {}
        self._array: NDArray[np.void] | None = None

    @property
    def row(self) -> NDArray[np.void]:
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

    def copy(self) -> Self:
        """An independent copy."""
        return type(self)(bytearray(self._memory))

    def read_only(self) -> Self:
        """The same bytes, read-only: each field is read once and then remembered, which is quicker."""
        return type(self).reader(self._memory)  # type: ignore[return-value]

    def clear(self, *names: str) -> None:
        """Make these fields blank."""
        for name in names:
            self.row[name] = type(self).fields[name].blank

    def add_up(self, *names: str) -> None:
        """Set these fields to the sums they are declared to be."""
        for name in names:
            self.row[name] = self.row[type(self).fields[name].sums].sum(axis=-1)

    def items(self) -> Iterator[tuple[str, int | list[Any]]]:
        """Field names with their values (lists for arrays)."""
        for name, field in type(self).fields.items():
            value = getattr(self, name)
            yield name, (value.tolist() if field.shape else value)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (bytearray(self._memory),)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, GameState) and other.fields is self.fields and bytes(self) == bytes(other)

    def __hash__(self) -> int:
        return hash(bytes(self))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{k}={v}' for k, v in self.items())})"


States = Sequence[GameState]
"""Several states for a kernel to work on: a list of them, or a NumPy array of records in compiled code."""
S = TypeVar("S", bound=GameState)
OwnState = Any
"""A state of a game's own class, in the type of a function that a game hands over: it takes no other game's states, and
`Game` doesn't know the class."""


def _scalar(field: Field, offset: int) -> property:
    packed = Struct("=" + _FORMATS[field.kind])
    unpack, pack = packed.unpack_from, packed.pack_into

    def read(self: GameState) -> int:
        return unpack(self._memory, offset)[0]  # type: ignore[no-any-return]

    def write(self: GameState, value: int) -> None:
        try:
            pack(self._memory, offset, int(value))
        except struct_error as problem:
            raise OverflowError(f"{value} doesn't fit its field: {problem}") from None

    return property(read, write)


def _array(name: str, field: Field, offset: int, length: int) -> property:
    def read(self: GameState) -> memoryview:
        part = self._parts.get(name)
        if part is None:
            part = memoryview(self._memory)[offset : offset + length].cast(_FORMATS[field.kind], field.shape)
            self._parts[name] = part
        return part

    return property(read)


def _window(name: str, field: Field, dtype: np.dtype[np.void]) -> property:
    subtype, offset = dtype.fields[name][:2]  # type: ignore[index]
    return _array(name, field, offset, subtype.itemsize) if field.shape else _scalar(field, offset)


class _ReadOnce:
    """A field of a read-only state: its value is remembered in the instance."""

    def __init__(self, name: str, window: property) -> None:
        self.name, self.read = name, window.fget

    def __get__(self, of: GameState | None, kind: type[GameState] | None = None) -> object:
        if of is None:
            return self
        value = self.read(of)  # type: ignore[misc]
        if isinstance(value, memoryview):
            value = value.toreadonly()
        of.__dict__[self.name] = value
        return value


def _reader(cls: type[GameState]) -> type[GameState]:
    """A read-only class with the same fields."""

    def refuse(self: GameState, name: str, value: object) -> None:
        if name in self.fields:
            raise AttributeError(f"{cls.__name__}.{name} can't be changed here; make a `copy` first")
        object.__setattr__(self, name, value)

    def refuse_all(self: GameState, *_: object) -> None:
        raise AttributeError(f"this {cls.__name__} can't be changed; make a `copy` first")

    body: dict[str, Any] = {name: _ReadOnce(name, vars(cls)[name]) for name in cls.fields}
    body |= {
        "__doc__": f"{cls.__name__}, read-only.",
        "__module__": cls.__module__,
        "__qualname__": f"{cls.__qualname__}.reader",
        "__setattr__": refuse,
        "copy": lambda self: cls(bytearray(self._memory)),
        "clear": refuse_all,
        "load": refuse_all,
        "read_only": lambda self: self,
    }
    made: type[GameState] = _StateType(cls.__name__, (cls,), body)
    return made
