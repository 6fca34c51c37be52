"""`@kernel`: one source for plain Python and for compiled code.

A kernel stays an ordinary Python function; nothing happens to it at import. `kernel_compiler.py` compiles it on demand.

Kernels allocate nothing, raise nothing and use integers, bits, loops and table look-ups only. They call other kernels
by plain name (`from .rng import below`), never through a module attribute; tables too, since other compilers keep them
elsewhere. Numbers may come from a module.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from functools import cache
from inspect import isfunction
from pathlib import Path
from types import FunctionType
from typing import Any, TypeVar

Kernel = Callable[..., Any]
"""A kernel, whatever its arguments."""
OfNumba = Any
"""Something of Numba's, which has no types: a signature, a type, a compiled function."""
F = TypeVar("F", bound=Kernel)

_MARK = "__pizzabox_kernel__"
NATIVE = "__pizzabox_native__"
"""The attribute that holds the hand-made compiled form of a kernel."""

INLINED = "__pizzabox_inlined__"
"""The attribute of kernels that are compiled as part of others."""

IN_ANY_ORDER = "__pizzabox_in_any_order__"
"""The attribute of kernels that add up fractions in any order."""

SOURCE = "__pizzabox_source__"
"""The attribute that holds the text of a kernel that a program has written."""


def kernel(func: F) -> F:
    """Mark a function as a kernel: plain Python as it stands, compilable by a `KernelCompiler`."""
    setattr(func, _MARK, True)
    return func


def inlined(func: F) -> F:
    """A kernel that is compiled as part of those that call it: for a large one that is called in one or two places.

    Numba would compile it by itself, with all that it calls, and then all of that once more in each caller.
    """
    setattr(func, INLINED, True)
    return kernel(func)


def in_any_order(func: F) -> F:
    """A kernel that adds up fractions in whatever order is quickest: several at once, rounded differently."""
    setattr(func, IN_ANY_ORDER, True)
    return kernel(func)


def native(make: Callable[[], OfNumba]) -> Callable[[F], F]:
    """A kernel with a hand-made compiled form (one machine instruction); `make` builds it when first needed."""

    def mark(func: F) -> F:
        setattr(func, NATIVE, cache(make))
        return func

    return mark


def from_source(text: str, module: str, file: str, names: Mapping[str, object]) -> dict[str, FunctionType]:
    """The functions of a source text that a program wrote, which may use these names.

    For Numba's cache, which imports it again, they are of this module; their lines lie below the last one of its file,
    so that none there is taken for theirs.
    """
    world = {"__name__": module, **names}
    lines = Path(file).read_text(encoding="utf-8").count("\n")
    exec(compile("\n" * lines + text, file, "exec"), world)
    found = {name: value for name, value in world.items() if isfunction(value) and names.get(name) is not value}
    for func in found.values():
        setattr(func, SOURCE, text)
    return found


def is_kernel(value: object) -> bool:
    """Whether a value is a function marked as a kernel."""
    return isinstance(value, FunctionType) and (hasattr(value, _MARK) or hasattr(value, NATIVE))


@cache
def numba_version() -> str | None:
    """The version of Numba, or None where kernels can only be interpreted."""
    if os.environ.get("PIZZABOX_BACKEND") == "python":
        return None
    try:
        import numba
    except ImportError:
        return None
    return str(numba.__version__)
