"""Kernels that stand in where a game brings none of its own, and the refusal where none would be right.

A game needs `begin`, `actors`, `moves`, `play`, and one of: a field `points` with an entry for each seat, `scores`, or
`returns`. What is derived from that:

- `over`: nobody may act;
- `scores`: the field `points`, or 1 for who won; `returns`: the most points win, ties share;
- `show`: everything but the generator and the sealed entries of `secret` fields. This is right only if nothing else is
  hidden: a game with cards in hand or face-down needs its own `show` and `guess`;
- `guess`: a sealed choice is any legal move of its player, each as likely;
- `recall`: sealed entries are empty again;
- `value`: who is ahead in `scores`, by how much of all that was scored. That says little, so bots play such a game out
  at random before they ask; a `value` of the game's own makes them stronger and quicker;
- `features`: the viewer and every field as it is, not scaled and not turned to the viewer;
- `audit`: no law; `prior`: every move weighs the same.
"""

from __future__ import annotations

import dis
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from . import contract
from .contract import actors, moves, over, play, returns, scores
from .kernel import SOURCE, kernel
from .kernel_sources import sources
from .rng import below
from .state import GameState, Spec

Kernels = Mapping[str, Callable[..., Any]]
NEEDED = ("begin", "actors", "moves", "play")
POINTS = "points"
"""The field whose entries are the scores, where a game has no `scores` of its own."""


@kernel
def nobody_acts(s: Any) -> bool:
    """The game is over when nobody may act."""
    return actors(s) == 0


@kernel
def most_points_win(s: Any, out: Any) -> None:
    """The highest score wins; who shares it shares the win; 0 for all while the game goes on."""
    if not over(s):
        for p in range(len(out)):
            out[p] = 0.0
        return
    scores(s, out)
    best = out[0]
    for p in range(len(out)):
        best = max(best, out[p])
    winners = 0
    for p in range(len(out)):
        winners += out[p] == best
    for p in range(len(out)):
        out[p] = 2.0 / winners - 1.0 if out[p] == best else -1.0


@kernel
def one_for_a_win(s: Any, out: Any) -> None:
    """1 for everybody who won or shares the win."""
    returns(s, out)
    ended = over(s)
    for p in range(len(out)):
        out[p] = 1 if ended and out[p] > -1 else 0


@kernel
def ahead(s: Any, out: Any) -> None:
    """By how much of all that was scored somebody is ahead of the best of the others; the result once it is known."""
    if over(s):
        returns(s, out)
        return
    scores(s, out)
    best, second, total = -1e18, -1e18, 1.0
    for p in range(len(out)):
        total += abs(out[p])
        if out[p] > best:
            second = best
            best = out[p]
        elif out[p] > second:
            second = out[p]
    for p in range(len(out)):
        other = second if out[p] == best else best
        out[p] = (out[p] - other) / total if len(out) > 1 else out[p] / total


@kernel
def no_laws(s: Any) -> int:
    """Nothing is checked."""
    return 0


def completed(
    name: str, state: type[GameState], functions: Kernels, width: int, secret: Sequence[str] = ()
) -> dict[str, Callable[..., Any]]:
    """The kernels of a game by role: its own, and what stands in for those it does not bring."""
    roles = [stub.__name__ for stub in contract.STUBS]
    own = {role: functions[role] for role in roles if role in functions}
    missing = [role for role in NEEDED if role not in own]
    if missing:
        raise TypeError(f"the game {name} lacks the kernels {', '.join(missing)}")
    _refuse(name, state, own, secret)
    made: dict[str, Callable[..., Any]] = {
        **contract.USUAL,
        "over": nobody_acts,
        "returns": most_points_win,
        "scores": one_for_a_win,
        "value": ahead,
        "audit": no_laws,
    }
    wanted = (
        {"show", "guess", "features"}
        | ({"recall"} if secret else set())
        | ({"scores"} if _has_points(state) else set())
    )
    if wanted - own.keys():
        made |= _written(state, width, secret)
    return {role: own.get(role) or made[role] for role in roles}


def _refuse(name: str, state: type[GameState], own: Kernels, secret: Sequence[str]) -> None:
    """Say what only the game itself can know."""
    for field in secret:
        spec = state.fields.get(field)
        if spec is None or not spec.shape:
            raise TypeError(f"the game {name} says that `{field}` is secret, but no field of that name has a list")
    if not {"returns", "scores"} & own.keys() and not _has_points(state):
        raise TypeError(
            f"the game {name} does not say who wins: it needs a field `{POINTS}` with an entry for each seat, or a "
            "kernel `scores` or `returns`"
        )
    if "show" in own and "guess" not in own:
        raise TypeError(f"the game {name} has its own `show`, so only it can `guess` what that hides")
    if secret or not _seals(own):
        return
    lacking = [role for role in ("show", "guess", "recall") if role not in own]
    if lacking:
        raise TypeError(
            f"the game {name} seals choices (`s.sealed`), so it must say which fields hold them, "
            f'`Game(secret=("bid",))`, or bring its own {", ".join(lacking)}'
        )


def _has_points(state: type[GameState]) -> bool:
    spec = state.fields.get(POINTS)
    return spec is not None and len(spec.shape) == 1


def _seals(own: Kernels) -> bool:
    """Whether a move can put a seal on a choice: somewhere `s.sealed` is set, and not just emptied."""
    for func in sources([own["begin"], own["play"]], {}).functions:
        steps = list(dis.get_instructions(func.__code__))
        for value, _, store in zip(steps, steps[1:], steps[2:], strict=False):
            emptied = value.opname in {"LOAD_CONST", "LOAD_SMALL_INT"} and value.argval == 0
            if store.opname == "STORE_ATTR" and store.argval == "sealed" and not emptied:
                return True
    return False


def _written(state: type[GameState], width: int, secret: Sequence[str]) -> dict[str, Callable[..., Any]]:
    """The kernels that name every field: their text is made from the record's layout."""
    text = _text(state, width, secret)
    world: dict[str, Any] = {
        "__name__": __name__,  # Numba's cache imports it again
        "np": np,
        "below": below,
        "moves": moves,
        "play": play,
    }
    exec(compile(text, __file__, "exec"), world)
    found: dict[str, Callable[..., Any]] = {
        role: world[role] for role in ("show", "guess", "recall", "features", "scores") if role in world
    }
    for func in (*found.values(), world["lay_open"]):
        setattr(kernel(func), SOURCE, text)
    return found


def _text(state: type[GameState], width: int, secret: Sequence[str]) -> str:
    shown = [field for field in state.fields if field != "rng"]
    seats = max((state.fields[field].shape[0] for field in secret), default=0)
    open_ = [
        line for field in shown if field not in secret for line in _each(field, state.fields[field], "to.{0} = s.{0}")
    ]
    lines = [
        "def lay_open(s, to):",
        *open_,
        "def show(s, viewer, view):",
        "    lay_open(s, view)",
        f"    for p in range({seats}):",
        "        if p == viewer or not s.sealed >> p & 1:",
        *_entries(state, secret, "view.{0} = s.{0}"),
        "            pass",
        "def guess(view, viewer, s):",
        "    show(view, viewer, s)",
        "    hidden = view.sealed",
        "    if viewer >= 0:",
        "        hidden = hidden & ~(1 << viewer)",
        f"    if hidden == 0 or {seats} == 0:",
        "        return",
        "    s.sealed = view.sealed & ~hidden",
        f"    codes = np.zeros({width}, np.int32)",
        f"    for p in range({seats}):",
        "        if hidden >> p & 1:",
        "            n = moves(s, p, codes)",
        "            if n > 0:",
        "                play(s, p, int(codes[below(s, n)]))",
        "    lay_open(view, s)  # whatever else those choices changed is as it was",
        "def recall(s):",
        f"    for p in range({seats}):",
        "        if s.sealed >> p & 1:",
        *_entries(state, secret, "s.{0} = 0"),
        "            pass",
        "    s.sealed = 0",
        "def features(view, viewer, out):",
        "    out[0] = viewer",
        "    k = 1",
    ]
    for field in shown:
        lines += _each(field, state.fields[field], "out[k] = view.{0}", "k += 1")
    if _has_points(state):
        lines += ["def scores(s, out):", "    for p in range(len(out)):", f"        out[p] = s.{POINTS}[p]"]
    return "\n".join(lines) + "\n"


def _each(field: str, spec: Spec, *statements: str, depth: int = 1, first: str = "") -> list[str]:
    """Statements for every number of a field, inside as many loops as it has dimensions."""
    made, index = [], [first] if first else []
    for axis in range(len(index), len(spec.shape)):
        made.append(f"{'    ' * depth}for i{axis} in range({spec.shape[axis]}):")
        index.append(f"i{axis}")
        depth += 1
    place = f"{field}[{', '.join(index)}]" if index else field
    return made + [f"{'    ' * depth}{statement.format(place)}" for statement in statements]


def _entries(state: type[GameState], secret: Sequence[str], statement: str) -> list[str]:
    """The same for what player `p` has in the secret fields."""
    return [line for field in secret for line in _each(field, state.fields[field], statement, depth=3, first="p")]


def feature_count(state: type[GameState]) -> int:
    """How many numbers the `features` that stand in write."""
    sizes = (int(np.prod(spec.shape)) for field, spec in state.fields.items() if field != "rng")
    return 1 + sum(sizes)
