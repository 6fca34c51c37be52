"""Keeping what was counted out of a state for as long as the fields that it depends on are the same."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

P = ParamSpec("P")
S = TypeVar("S")
T = TypeVar("T")


class _Known:
    """A state as far as some of its fields say; alike where these are."""

    __slots__ = ("state", "values")

    def __init__(self, state: Any, names: tuple[str, ...]) -> None:
        self.state = state
        found = (getattr(state, name) for name in names)
        self.values = tuple(value if isinstance(value, int) else value.tobytes() for value in found)

    def __hash__(self) -> int:
        return hash(self.values)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Known) and self.values == other.values


def kept_by(
    *names: str, maxsize: int = 512
) -> Callable[[Callable[Concatenate[S, P], T]], Callable[Concatenate[S, P], T]]:
    """`lru_cache` for a function of a state that reads these fields alone. What it makes holds no words: those are
    `kept` by language."""

    def decorate(make: Callable[Concatenate[S, P], T]) -> Callable[Concatenate[S, P], T]:
        @lru_cache(maxsize)
        def made(known: _Known, *args: P.args, **options: P.kwargs) -> T:
            state, known.state = known.state, None
            return make(state, *args, **options)

        @wraps(make)
        def look(s: S, /, *args: P.args, **options: P.kwargs) -> T:
            return made(_Known(s, names), *args, **options)  # type: ignore[arg-type]

        look.fields = names  # type: ignore[attr-defined]
        return look

    return decorate
