"""Keeping what is made of a state for as long as the fields that it depends on are the same."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from .catalogue import spoken_to

P = ParamSpec("P")
S = TypeVar("S")
T = TypeVar("T")


def kept_by(
    *names: str, most: int = 1024, wordless: bool = False
) -> Callable[[Callable[Concatenate[S, P], T]], Callable[Concatenate[S, P], T]]:
    """Keep what a function makes of a state that reads these fields alone: by their values, by its other arguments, and
    by the language and the players' names, so it may hold words. What is `wordless` is the same in all of them.
    Once there are as many as `most`, all are forgotten. A list is copied, so whoever gets it may change it.
    """

    def decorate(make: Callable[Concatenate[S, P], T]) -> Callable[Concatenate[S, P], T]:
        found: dict[Any, T] = {}

        @wraps(make)
        def look(s: S, /, *args: P.args, **options: P.kwargs) -> T:
            values = [getattr(s, name) for name in names]
            spoken = () if wordless else spoken_to()
            key = (spoken, args, *options.items(), *[v if type(v) is int else v.tobytes() for v in values])
            made = found.get(key)
            if made is None:
                if len(found) >= most:
                    found.clear()
                made = found[key] = make(s, *args, **options)
            return made.copy() if isinstance(made, list) else made  # type: ignore[return-value]

        look.fields, look.wordless = names, wordless  # type: ignore[attr-defined]
        return look

    return decorate
