"""The laws that follow from what a state declares, as a kernel: `audit` begins with it, and so does the check of a
position set up by hand (`position_check.py`), which says in words what is wrong.

- bounds: every number is within those of its field;
- below: it is smaller than the field it is declared to be below, and so is every member of a set;
- unused: entries that are not in use are blank;
- phase: a field is blank outside its phases;
- apart: nothing is in two places of those that are declared apart by the same word;
- sums: a number is the sum of the row that it is declared to count;
- rest: a field has what the others of its stock leave of all there is, and none of that is in two places.

The text is made of loops over fields of one length, so that it compiles in little time whatever a state holds. Later
laws rely on those before them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache

import numpy as np

from .kernel import Kernel, from_source, inlined
from .state import Field, GameState

FIRST_LAW = 1000
"""Laws that follow from fields have numbers from here on; those of a game are smaller."""
BOUNDS, BELOW, UNUSED, PHASE, APART, SUMS, REST = range(FIRST_LAW, FIRST_LAW + 7)
CHUNK = 63
"""How many places are checked together, as bits of one number."""


def field_laws(state: type[GameState]) -> Kernel:
    """A kernel that finds the first kind of law that fields break; 0 when they keep all of them."""
    return _made(state)["audit_fields"]


def left_over(s: GameState, name: str) -> list[int]:
    """How many of each kind the others of its stock leave to this field, less than 0 where they have too many; of what
    is apart, the set of what is nowhere else."""
    left = _made(type(s))[f"left_{name}"]
    return [left(s, kind) for kind in range((*type(s).fields[name].shape, 1)[0])]


def fill_up(s: GameState, *names: str) -> None:
    """Give these fields what the others of their stocks leave."""
    for name in names:
        left = [max(0, n) for n in left_over(s, name)]
        s.row[name] = left if type(s).fields[name].shape else left[0]


@cache
def _made(state: type[GameState]) -> dict[str, Kernel]:
    """The kernels `audit_fields(s)` and, for each field with a rest, `left_NAME(s, kind)`."""
    parts = _Text(state)
    text = "\n".join([*parts.left_over(), "def audit_fields(s):", *parts.lines(), "    return 0"]) + "\n"
    return {name: inlined(func) for name, func in from_source(text, __name__, __file__, {"np": np}).items()}


class _Text:
    """The source text of those kernels, statement by statement."""

    def __init__(self, state: type[GameState]) -> None:
        self.state, self.fields = state, state.fields

    def lines(self) -> list[str]:
        found = {BOUNDS: self._bounds(), BELOW: self._below(), UNUSED: self._unused(), PHASE: self._phases()}
        looked = [line for law, lines in found.items() for line in _found(law, lines)]
        return [*looked, *self._apart(False), *self._sums(), *self._apart(True), *self._rests()]

    def _each(self, tests: Mapping[str, str], start: str = "0", depth: int = 1, axis: int = 0) -> list[str]:
        """Look at every number of these fields, wrong where the test holds; those of one length in one loop."""
        lines, longer = [], dict[int, dict[str, str]]()
        for name, test in tests.items():
            shape = self.fields[name].shape
            if len(shape) == axis:
                lines.append(f"{'    ' * depth}wrong |= {test.format(_number(name, shape))}")
            else:
                longer.setdefault(shape[axis], {})[name] = test
        for length, named in longer.items():
            lines.append(f"{'    ' * depth}for i{axis} in range({'0' if axis else start}, {length}):")
            lines += self._each(named, start, depth + 1, axis + 1)
        return lines

    def _bounds(self) -> list[str]:
        tests = {}
        for name, field in self.fields.items():
            width = np.iinfo(field.kind)
            low = [f"({{0}} < {field.low})"] if field.low > width.min else []
            high = [f"({{0}} > {_wide(field, str(field.high))})"] if field.high < width.max else []
            if low or high:
                tests[name] = " | ".join(low + high)
        return self._each(tests)

    def _below(self) -> list[str]:
        tests = {}
        for name, field in self.fields.items():
            if field.below and field.members is None:
                tests[name] = f"({{0}} >= s.{field.below})"
            elif field.below:
                tests[name] = f"({{0}} >> {_wide(field, f's.{field.below}')} != 0)"
        return self._each(tests)

    def _unused(self) -> list[str]:
        lines = []
        for counter in dict.fromkeys(field.by for field in self.fields.values() if field.by):
            named = {name: field for name, field in self.fields.items() if field.by == counter}
            tests = {name: f"({{0}} != {field.blank})" for name, field in named.items()}
            lines += self._each(tests, start=f"s.{counter}")
        return lines

    def _phases(self) -> list[str]:
        lines = []
        for phases in dict.fromkeys(field.during for field in self.fields.values() if field.during):
            named = {name: field for name, field in self.fields.items() if field.during == phases}
            first, names = self.fields["phase"].low, self.fields["phase"].names
            used = sum(1 << names.index(phase) for phase in phases)
            lines.append(f"    if not {used} >> (s.phase - {first}) & 1:")
            tests = {name: f"({{0}} != {field.blank})" for name, field in named.items()}
            lines += self._each(tests, depth=2)
        return lines

    def _apart(self, with_rest: bool) -> list[str]:
        lines = []
        for word in dict.fromkeys(field.apart for field in self.fields.values() if field.apart):
            places = apart(self.state, word)
            if any(field.rest for _, field, _ in places) != with_rest:
                continue
            sets = [len(field.members) for _, field, _ in places if field.members is not None]
            most = max([*sets[:1], *(field.high - first + 1 for _, field, first in places if not sets)])
            seen, law = f"seen_{places[0][0]}", REST if with_rest else APART
            lines.append(f"    for base in range(0, {most}, {CHUNK}):")
            lines.append(f"        {seen} = 0")
            for name, field, first in places:
                loops, at = self._looked_at(name, 2)
                number = _number(name, field.shape)
                if field.members is None:
                    loops.append(f"{at}if {first} + base <= {number} < {first} + base + {min(most, CHUNK)}:")
                    at += "    "
                    number = f"(1 << ({number} - {first} - base))"
                lines += [*loops, f"{at}if {seen} & {number}:", f"{at}    return {law}", f"{at}{seen} |= {number}"]
        return lines

    def _looked_at(self, name: str, depth: int, by_kind: bool = False) -> tuple[list[str], str]:
        """Loops over the numbers of a field that count, and how far what is done there stands in."""
        field, lines = self.fields[name], []
        for axis, length in enumerate(field.shape[: len(field.shape) - by_kind]):
            used = f"s.{field.by}" if field.by and axis == 0 else length
            lines.append(f"{'    ' * depth}for i{axis} in range({used}):")
            depth += 1
        if by_kind:
            lines.append(f"{'    ' * depth}i{len(field.shape) - 1} = kind")
        if field.unless:
            other = self.fields[field.unless]
            lines.append(f"{'    ' * depth}if {_number(field.unless, other.shape)} == {other.blank}:")
            depth += 1
        return lines, "    " * depth

    def _sums(self) -> list[str]:
        lines = []
        for name, field in self.fields.items():
            if field.sums:
                at = "    "
                for axis, length in enumerate(field.shape):
                    lines.append(f"{at}for i{axis} in range({length}):")
                    at += "    "
                shape = self.fields[field.sums].shape
                lines += [
                    f"{at}total = 0",
                    f"{at}for i{len(shape) - 1} in range({shape[-1]}):",
                    f"{at}    total += {_number(field.sums, shape)}",
                    f"{at}if total != {_number(name, field.shape)}:",
                    f"{at}    return {SUMS}",
                ]
        return lines

    def _rests(self) -> list[str]:
        lines = []
        for name, field in self.fields.items():
            if field.rest and field.apart:
                seen = f"seen_{apart(self.state, field.apart)[0][0]}"
                lines += [f"    if {seen} != {field.high}:", f"        return {REST}"]
            elif field.rest:
                number = f"s.{name}[kind]" if field.shape else f"s.{name}"
                lines.append(f"    for kind in range({(*field.shape, 1)[0]}):")
                lines += [f"        if {number} != left_{name}(s, kind):", f"            return {REST}"]
        return lines

    def left_over(self) -> Iterator[str]:
        """For each field with a rest, a function that tells how many of a kind the others leave, or which members."""
        for name, field in self.fields.items():
            if field.rest:
                yield f"def left_{name}(s, kind):"
                yield f"    n = {_total(field)}"
                for other in stock(self.state, name):
                    yield from self._taken(other, field)
                yield "    return n"

    def _taken(self, name: str, rest: Field) -> list[str]:
        """What a field has is not left."""
        field = self.fields[name]
        named = bool(field.one or field.of or rest.members)
        lines, at = self._looked_at(name, 1, by_kind=bool(rest.shape) and not named)
        number = _number(name, field.shape)
        if field.members is not None:
            return [*lines, f"{at}n &= ~({number} | 0)"]
        if rest.members is not None:
            first = _first(field, rest.members)
            test = f"{first} <= {number} < {first + len(rest.members)}"
            return [*lines, f"{at}if {test}:", f"{at}    n &= ~(1 << ({number} - {first}))"]
        if not named:
            return [*lines, f"{at}n -= {number}"]
        told = self.fields[field.of or name]
        kind = f"{_number(field.of or name, field.shape)} - {told.blank + 1}"
        return [*lines, f"{at}if {kind} == kind:", f"{at}    n -= {number if field.of else 1}"]


def _total(field: Field) -> str:
    """How many there are of each kind, or all members there are."""
    if field.members is not None:
        return str(field.high)
    if isinstance(field.rest, int):
        return str(field.rest)
    return next(f"{tuple(numbers)}[s.{other}]" for other, numbers in field.rest.items())


def stock(state: type[GameState], name: str) -> list[str]:
    """The fields that share a stock with one that has its rest."""
    kind = "counts" if state.fields[name].counts else "apart"
    word = getattr(state.fields[name], kind)
    return [other for other, field in state.fields.items() if other != name and getattr(field, kind) == word]


def _found(law: int, lines: list[str]) -> list[str]:
    """A law that is broken where one of these lines finds something wrong. There is one way out for all of them, since
    each takes its time to compile."""
    return ["    wrong = False", *lines, "    if wrong:", f"        return {law}"] if lines else []


def apart(state: type[GameState], word: str) -> list[tuple[str, Field, int]]:
    """The fields that the word declares apart, each with the number that stands for the first member.

    That is 0; where sets name their members and a number has names too, it is the one of the same name.
    """
    fields = [(name, field) for name, field in state.fields.items() if field.apart == word]
    members = next((field.members for _, field in fields if field.members), None)
    return [(name, field, _first(field, members)) for name, field in fields]


def _first(field: Field, members: Iterable[str] | None) -> int:
    if field.members is not None or not field.names or members is None:
        return 0
    return field.low + field.names.index(next(iter(members)))


def _number(name: str, shape: tuple[int, ...]) -> str:
    """One number of a field, by the variables of the loops over it."""
    return f"s.{name}[{', '.join(f'i{axis}' for axis in range(len(shape)))}]" if shape else f"s.{name}"


def _wide(field: Field, number: str) -> str:
    """The widest unsigned numbers compare with their like only: Numba would make both floating."""
    return f"np.uint64({number})" if field.kind == "u8" else number
