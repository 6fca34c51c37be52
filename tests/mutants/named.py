"""Rules broken on purpose, by hand: each of these once passed every test. None may survive.

A broken kernel is written against `original`, the kernel as it stands, so that it stays broken in the same way however
the kernel is rewritten. It runs with the globals of the kernel's module and must not need any others.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from types import FunctionType
from typing import Any

from tests.mutants.runner import Case

original: Any
"""In a broken kernel: the kernel it takes the place of."""


@dataclass(frozen=True)
class Named:
    """A broken kernel and the rules whose tests must notice."""

    kernel: str
    rules: tuple[str, ...]
    broken: Callable[..., Any]

    @property
    def game(self) -> str:
        return self.kernel.split(".", 1)[0]

    @property
    def name(self) -> str:
        return f"named: {self.kernel}: {self.broken.__doc__}"

    def function(self) -> FunctionType:
        module, name = self.kernel.rsplit(".", 1)
        found = getattr(importlib.import_module(f"pizzabox.games.{module}"), name)
        assert isinstance(found, FunctionType)
        return found

    def case(self) -> Case:
        function = self.function()

        def change() -> None:
            kept = FunctionType(function.__code__, function.__globals__, function.__name__, function.__defaults__)
            function.__globals__["original"] = kept
            function.__code__ = self.broken.__code__

        return Case(self.name, function, frozenset(self.rules), change)


NAMED: list[Named] = []


def breaks(kernel: str, *rules: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    def mark(broken: Callable[..., Any]) -> Callable[..., Any]:
        NAMED.append(Named(kernel, rules, broken))
        return broken

    return mark
