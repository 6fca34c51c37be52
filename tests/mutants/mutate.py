"""Small changes to a kernel's source, one at a time: each makes a mutant that a test should notice.

A mutant is named after its kernel and the line it changes, before and after; the name stays the same as long as that
line and its like in the kernel do.
"""

from __future__ import annotations

import ast
import copy
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from types import CodeType
from typing import Any

Path = tuple[tuple[str, int | None], ...]
Change = Callable[[Any], ast.AST]

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
}
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}


@dataclass(frozen=True)
class Mutant:
    """A kernel with one change."""

    kernel: str
    """`game.module.function`."""
    before: str
    after: str
    number: int
    """From 1: mutants of a kernel that change equal lines alike are counted."""
    make: Callable[[], CodeType]
    """Compiles it."""

    @property
    def name(self) -> str:
        again = f" ({self.number})" if self.number > 1 else ""
        return f"{self.kernel}: {self.before} → {self.after}{again}"


def mutants(kernel: str, function: ast.FunctionDef, filename: str) -> list[Mutant]:
    """Every mutant of a kernel, in the order of its source."""
    function = bare(function)
    made: list[Mutant] = []
    seen: Counter[tuple[str, str]] = Counter()
    known: set[tuple[Path, str]] = set()
    for path, change in list(changes(function)):
        here = statement_of(function, path)
        before = line_at(function, here)
        with changed(function, path, change):
            after = line_at(function, here)
        if after == before or (here, after) in known:
            continue
        known.add((here, after))
        seen[before, after] += 1
        made.append(
            Mutant(kernel, before, after, seen[before, after], partial(_code, function, path, change, filename))
        )
    return made


@contextmanager
def changed(function: ast.FunctionDef, path: Path, change: Change) -> Iterator[None]:
    """The function with one node replaced, until the end of the block."""
    parent, (field, i) = at(function, path[:-1]), path[-1]
    node = at(parent, path[-1:])
    _put(parent, field, i, change(copy.copy(node)))
    try:
        yield
    finally:
        _put(parent, field, i, node)


def _put(parent: Any, field: str, i: int | None, node: ast.AST) -> None:
    if i is None:
        setattr(parent, field, node)
    else:
        getattr(parent, field)[i] = node


def _code(function: ast.FunctionDef, path: Path, change: Change, filename: str) -> CodeType:
    with changed(function, path, change):
        return compiled(function, filename)


def bare(function: ast.FunctionDef) -> ast.FunctionDef:
    """The function without decorators, annotations and docstring: nothing of them runs."""
    function = copy.deepcopy(function)
    function.decorator_list = []
    function.returns = None
    for argument in function.args.args:
        argument.annotation = None
    if ast.get_docstring(function) is not None:
        function.body = function.body[1:] or [ast.Pass()]
    return ast.fix_missing_locations(function)


def compiled(function: ast.FunctionDef, filename: str) -> CodeType:
    """The code of a function that stands alone."""
    module = compile(ast.fix_missing_locations(ast.Module([function], [])), filename, "exec")
    return next(c for c in module.co_consts if isinstance(c, CodeType))


def changes(function: ast.FunctionDef) -> Iterator[tuple[Path, Change]]:
    """Where something can be changed, and how."""
    assigned = {a.arg for a in function.args.args}
    for path, node in nodes(function):
        yield from ((path, change) for change in changes_of(node, path, assigned))
        if isinstance(node, ast.Assign | ast.For):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            assigned |= {n.id for t in targets for n in ast.walk(t) if isinstance(n, ast.Name)}


def changes_of(node: ast.AST, path: Path, assigned: set[str]) -> Iterator[Change]:
    match node:
        case ast.Compare():
            for i, op in enumerate(node.ops):
                if to := COMPARISONS.get(type(op)):
                    yield lambda n, i=i, to=to: _with(n, ops=[*n.ops[:i], to(), *n.ops[i + 1 :]])
        case ast.BoolOp():
            yield lambda n: _with(n, op=ast.Or() if isinstance(n.op, ast.And) else ast.And())
        case ast.UnaryOp(op=ast.Not()):
            yield lambda n: n.operand
        case ast.UnaryOp(op=ast.Invert()):
            yield lambda n: n.operand
        case ast.UnaryOp(op=ast.USub()):
            yield lambda n: n.operand
        case ast.BinOp() if type(node.op) in OPERATORS:
            yield lambda n: _with(n, op=OPERATORS[type(n.op)]())
        case ast.Constant(value=bool()):
            yield lambda n: ast.Constant(not n.value)
        case ast.Constant(value=int() | float()):
            yield lambda n: ast.Constant(n.value + 1)
        case ast.IfExp():
            yield lambda n: _with(n, test=_not(n.test))
        case ast.Call(func=ast.Name(id="range"), args=args):
            yield lambda n: _with(n, args=[*n.args[:-1], _plus(n.args[-1], -1)])
            if len(args) > 1:
                yield lambda n: _with(n, args=[_plus(n.args[0], 1), *n.args[1:]])
        case ast.Call(func=ast.Name(id="max")):
            yield lambda n: _with(n, func=ast.Name("min", ast.Load()))
        case ast.Call(func=ast.Name(id="min")):
            yield lambda n: _with(n, func=ast.Name("max", ast.Load()))
        case ast.If() | ast.While():
            yield lambda n: _with(n, test=_not(n.test))
        case ast.AugAssign():
            if type(node.op) in OPERATORS:
                yield lambda n: _with(n, op=OPERATORS[type(n.op)]())
            yield lambda n: ast.Pass()
        case ast.Expr(value=ast.Call()) | ast.Continue() | ast.Break():
            yield lambda n: ast.Pass()
        case ast.Return(value=None):
            yield lambda n: ast.Pass()
        # A local's first value cannot be left out: that every caller notices proves nothing.
        case ast.Assign(targets=[ast.Name(id=name)]):
            if name in assigned:
                yield lambda n: ast.Pass()
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield lambda n: ast.Pass()
        case _:
            pass


def nodes(root: ast.AST, path: Path = ()) -> Iterator[tuple[Path, ast.AST]]:
    """Every node below with the way to it, in the order of the source."""
    for field, value in ast.iter_fields(root):
        for i, child in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if isinstance(child, ast.AST) and not isinstance(child, ast.arguments | ast.expr_context):
                way = (*path, (field, i))
                yield way, child
                yield from nodes(child, way)


def at(root: Any, path: Path) -> Any:
    for field, i in path:
        root = getattr(root, field) if i is None else getattr(root, field)[i]
    return root


def statement_of(root: ast.AST, path: Path) -> Path:
    """The way to the innermost statement that holds a node."""
    last = max(i for i in range(len(path)) if isinstance(at(root, path[: i + 1]), ast.stmt))
    return path[: last + 1]


def line_at(root: ast.AST, path: Path) -> str:
    """A statement as a line of source: the head of one with a body."""
    statement = at(root, path)
    if isinstance(statement, ast.If | ast.For | ast.While):
        statement = copy.copy(statement)
        statement.body, statement.orelse = [ast.Pass()], []
    return ast.unparse(statement).split("\n")[0]


def _with(node: Any, **fields: Any) -> Any:
    for field, value in fields.items():
        setattr(node, field, value)
    return node


def _not(test: ast.expr) -> ast.expr:
    if isinstance(test, ast.Compare) and len(test.ops) == 1 and type(test.ops[0]) in {ast.Eq, ast.NotEq}:
        return _with(copy.copy(test), ops=[COMPARISONS[type(test.ops[0])]()])  # what the comparison's own change gives
    return (
        test.operand if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not) else ast.UnaryOp(ast.Not(), test)
    )


def _plus(value: ast.expr, n: int) -> ast.expr:
    return ast.BinOp(value, ast.Add() if n > 0 else ast.Sub(), ast.Constant(abs(n)))
