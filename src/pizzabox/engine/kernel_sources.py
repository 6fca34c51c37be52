"""What a kernel is made of: every module and every table that it reaches, near or far, as one fingerprint.

Numba looks only at the file of the compiled function itself, yet what that function calls and the tables it reads are
compiled into it. So compiled code is kept in a folder named after all of them: a change anywhere below a kernel leads
to another folder, a change beside it to the same one.
"""

from __future__ import annotations

import hashlib
import marshal
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from enum import Enum
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import TypeGuard

import numpy as np

from .kernel import SOURCE, Kernel


@dataclass(frozen=True)
class Sources:
    """All that some kernels reach."""

    functions: frozenset[FunctionType]
    found: frozenset[str]
    """The modules of those functions and the tables they read, each with the digest of its contents."""

    @property
    def name(self) -> str:
        """One name for all of it."""
        return hashlib.sha256("\n".join(sorted(self.found)).encode()).hexdigest()

    def __or__(self, other: Sources) -> Sources:
        return Sources(self.functions | other.functions, self.found | other.found)


def sources(kernels: Iterable[Kernel], bindings: Mapping[Kernel, Kernel], always: Iterable[Path] = ()) -> Sources:
    """What these kernels are made of, and the files in `always`; `bindings` says which kernel stands for a stub."""
    found = {_file(path) for path in always}
    met: set[FunctionType] = set()
    for func, known in _walk(kernels, bindings):
        met.add(func)
        found.add(_source(func))
        found |= {f"{func.__module__}.{name}={_table(value)}" for name, value in known if not _is_function(value)}
    return Sources(frozenset(met), frozenset(found))


def reaches(kernel: Kernel, wanted: Set[Kernel], bindings: Mapping[Kernel, Kernel]) -> bool:
    """Whether a kernel is one of these, or calls one, near or far."""
    return any(func in wanted for func, _ in _walk([kernel], bindings))


def _walk(
    kernels: Iterable[Kernel], bindings: Mapping[Kernel, Kernel]
) -> Iterator[tuple[FunctionType, list[tuple[str, object]]]]:
    """Every function that these kernels reach, once, with the globals that it names."""
    met: set[FunctionType] = set()
    waiting = list(kernels)
    while waiting:
        func = waiting.pop()
        func = bindings.get(func, func)
        func = getattr(func, "py_func", func)  # a function that Numba has compiled already
        if not isinstance(func, FunctionType) or func in met:
            continue
        met.add(func)
        known = list(_reached(func))
        waiting += [value for _, value in known if _is_function(value)]
        yield func, known


def _is_function(value: object) -> TypeGuard[Kernel]:
    return isinstance(value, FunctionType) or hasattr(value, "py_func")


def _reached(func: FunctionType) -> Iterator[tuple[str, object]]:
    """Every global that a function names, with its value; of a module, what the function may take from it."""
    names = set(names_in(func.__code__))
    cells = zip(func.__code__.co_freevars, func.__closure__ or (), strict=True)
    known = {**func.__globals__, **{name: cell.cell_contents for name, cell in cells}}
    for name in sorted(names & known.keys()):
        if isinstance(known[name], ModuleType):
            module = vars(known[name])
            yield from ((f"{name}.{inner}", module[inner]) for inner in sorted(names & module.keys()))
        else:
            yield name, known[name]


@cache
def names_in(code: CodeType) -> tuple[str, ...]:
    """Every name in a function that is not its own: globals, attributes, variables around it."""
    inner = [name for part in code.co_consts if isinstance(part, CodeType) for name in names_in(part)]
    return (*code.co_names, *code.co_freevars, *inner)


def _source(func: FunctionType) -> str:
    """The file of a function; its text where it was derived, its code where it was written in a notebook."""
    text = getattr(func, SOURCE, None)
    if text is not None:
        return hashlib.sha256(text.encode()).hexdigest()
    path = Path(func.__code__.co_filename)
    return _file(path) if path.is_file() else hashlib.sha256(marshal.dumps(func.__code__)).hexdigest()


@cache
def _file(path: Path) -> str:
    return f"{path.name} {hashlib.sha256(path.read_bytes()).hexdigest()}"


def _table(value: object) -> str:
    """A value that is compiled into a kernel; of others, only the type."""
    if isinstance(value, np.ndarray):
        return f"{value.dtype}{value.shape}{hashlib.sha256(value.tobytes()).hexdigest()}"
    if isinstance(value, tuple):
        return f"({','.join(map(_table, value))})"
    if value is None or isinstance(value, (bool, int, float, complex, str, bytes, Enum, np.generic)):
        return repr(value)
    return type(value).__name__ if not isinstance(value, type) else f"{value.__module__}.{value.__qualname__}"
