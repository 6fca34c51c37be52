"""Kernels that follow from what a state declares: `show`, `guess` and `recall`.

- `show` copies every field that is not secret; then the game's own `show_secrets(s, viewer, view)`, if it has one, adds
  what that viewer may know of the secret ones.
- `guess` copies everything a view holds; then the game's own `guess_secrets(view, viewer, s)` draws the rest. A game
  with secret fields must have one: nobody else knows what is likely.
- `recall` blanks the secret entries of every player who has sealed a choice; it serves games whose secret fields have
  one entry a player.

Each is generated as plain source over this state's fields, so that it compiles to the same straight copies a person
would write. The source is put into the cache folder when it is compiled, since Numba keeps compiled code by file.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from typing import Any

from .kernel import SOURCE, kernel
from .kernel_compiler import cache_folder
from .state import Field, GameState

Kernel = Callable[..., Any]


def derived(state: type[GameState], own: Mapping[str, Kernel]) -> dict[str, Kernel]:
    """The kernels that follow from the declaration, for those that the game has not written itself."""
    secret = [name for name, field in state.fields.items() if field.secret and name != "rng"]
    made: dict[str, Kernel] = {}
    if "show" not in own:
        lines = _copies(state, lambda field: not field.secret, "s", "view")
        made["show"] = _kernel(state, "show", "s, viewer, view", lines, own.get("show_secrets"), "s, viewer, view")
    if "guess" not in own:
        if secret and "guess_secrets" not in own:
            raise TypeError(
                f"{state.__module__}: {', '.join(secret)} {'is' if len(secret) == 1 else 'are'} secret, so the game "
                "needs a kernel `guess_secrets(view, viewer, s)` that draws what a view does not show"
            )
        lines = _copies(state, lambda field: field is not state.fields["rng"], "view", "s")
        made["guess"] = _kernel(state, "guess", "view, viewer, s", lines, own.get("guess_secrets"), "view, viewer, s")
    if "recall" not in own:
        made["recall"] = _kernel(state, "recall", "s", _blanks(state, secret))
    return made


def _copies(state: type[GameState], wanted: Callable[[Field], bool], source: str, target: str) -> list[str]:
    """Statements that copy the wanted fields, arrays of one shape in one loop."""
    by_shape: dict[tuple[int, ...], list[str]] = {}
    for name, field in state.fields.items():
        if wanted(field):
            by_shape.setdefault(field.shape, []).append(name)
    lines: list[str] = []
    for shape, names in by_shape.items():
        index = ", ".join(f"i{k}" for k in range(len(shape)))
        lines += [f"{'    ' * k}for i{k} in range({n}):" for k, n in enumerate(shape)]
        at = f"[{index}]" if index else ""
        lines += [f"{'    ' * len(shape)}{target}.{name}{at} = {source}.{name}{at}" for name in names]
    return lines


def _blanks(state: type[GameState], secret: list[str]) -> list[str]:
    """Statements that take back what players have sealed."""
    lines = ["for player in range(8):", "    if not s.sealed >> player & 1:", "        continue"]
    rows = [(name, state.fields[name].shape) for name in secret if state.fields[name].shape]
    for name, shape in rows:
        lines.append(f"    if player < {shape[0]}:")
        if len(shape) == 1:
            lines.append(f"        s.{name}[player] = 0")
        else:
            lines += [f"        for i in range({shape[1]}):", f"            s.{name}[player, i] = 0"]
    return [*lines, "s.sealed = 0"] if rows else ["s.sealed = 0"]


def _kernel(
    state: type[GameState], name: str, parameters: str, lines: list[str], more: Kernel | None = None, passed: str = ""
) -> Kernel:
    """The kernel of that name with these statements, and a last call of `more`."""
    body = [*lines, *([f"{more.__name__}({passed})"] if more else [])]
    source = "\n".join(
        [
            f'"""Derived from the fields of {state.__module__}.{state.__qualname__}."""',
            "",
            f"def {name}({parameters}):",
            *(f"    {line}" for line in body),
            "",
        ]
    )
    digest = hashlib.sha256(source.encode()).hexdigest()[:16]
    path = cache_folder() / "derived" / f"{state.__module__}.{name}.{digest}.py"
    world: dict[str, Any] = {"__name__": f"{state.__module__}.derived_{name}"}
    if more:
        world[more.__name__] = more
    exec(compile(source, str(path), "exec"), world)
    made: Kernel = kernel(world[name])
    setattr(made, SOURCE, source)
    return made
