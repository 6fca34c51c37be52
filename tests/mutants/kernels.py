"""The kernels that carry a game's rules, and the rules each of them names.

A kernel's docstring names its rules (`T3.2`, `T3.2 to T3.7`). A helper that names none answers for those of the kernels
that call it. What sums up a position for bots (`evaluation.py`), for the lab (`subjects.py`) or for solvers
(`symmetry.py`), and the laws that tests ask for (`audit`), are no rules.
"""

from __future__ import annotations

import ast
import importlib
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any

import pizzabox
from pizzabox.engine.game import Game
from pizzabox.engine.kernel import is_kernel
from tests.mutants.mutate import Mutant, mutants

GAMES = ("hexentafl", "theory", "wars", "pizzeria", "shark")
NO_RULES = {"evaluation", "subjects", "symmetry"}
LAWS = "audit"
RULE = re.compile(r"\b([A-Z]\d+\.\d+)\b(?:\s+to\s+([A-Z]\d+\.\d+)\b)?")


@dataclass(frozen=True)
class Kernel:
    """A kernel of a game with the rules it answers for."""

    name: str
    function: FunctionType
    source: ast.FunctionDef
    rules: frozenset[str]

    def mutants(self) -> list[Mutant]:
        return mutants(self.name, self.source, self.function.__code__.co_filename)


@cache
def kernels(name: str) -> tuple[Kernel, ...]:
    """The kernels of a game's rules, in the order of its files."""
    game = pizzabox.load(name)
    found: dict[FunctionType, tuple[str, ast.FunctionDef]] = {}
    home = game.rules_path.parent
    for path in sorted(home.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if path.stem in NO_RULES or ("@kernel" not in text and "@inlined" not in text):
            continue
        inside = ".".join(path.relative_to(home).with_suffix("").parts).removesuffix(".__init__")
        module = importlib.import_module(f"pizzabox.games.{name}.{inside}")
        for node in ast.parse(text).body:
            if isinstance(node, ast.FunctionDef) and is_kernel(made := getattr(module, node.name)):
                found[made] = (f"{name}.{inside}.{node.name}", node)
    own = {f: named(ast.get_docstring(node) or "", game) for f, (_, node) in found.items()}
    callers: dict[FunctionType, set[FunctionType]] = {f: set() for f in found}
    for f in found:
        for word in f.__code__.co_names:
            called: Any = f.__globals__.get(word)
            if isinstance(called, FunctionType) and called in callers:
                callers[called].add(f)
    return tuple(
        Kernel(full, f, node, inherited(f, own, callers))
        for f, (full, node) in found.items()
        if not node.name.startswith(LAWS)
    )


def named(text: str, game: Game) -> frozenset[str]:
    """The rules that a docstring names; `T3.2 to T3.7` are all from one to the other."""
    order = list(game.rules.rules)
    found: set[str] = set()
    for first, last in RULE.findall(text):
        found |= set(order[order.index(first) : order.index(last or first) + 1])
    return frozenset(found)


def inherited(
    f: FunctionType, own: dict[FunctionType, frozenset[str]], callers: dict[FunctionType, set[FunctionType]]
) -> frozenset[str]:
    """The rules of a kernel, or of the nearest kernels that call it."""
    seen, layer = {f}, {f}
    while layer:
        if rules := frozenset().union(*(own[g] for g in layer)):
            return rules
        layer = {c for g in layer for c in callers[g]} - seen
        seen |= layer
    return frozenset()


def sources(name: str) -> Path:
    return pizzabox.load(name).rules_path.parent
