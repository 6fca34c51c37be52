"""A cache for what is made of a state, by the fields that it depends on."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from .catalogue import spoken_to

P = ParamSpec("P")
S = TypeVar("S")
T = TypeVar("T")


def kept_by(
    *names: str, most: int = 1024, wordless: bool = False
) -> Callable[[Callable[Concatenate[S, P], T]], Callable[Concatenate[S, P], T]]:
    """Cache a function of a state by the fields it reads, its arguments, the language and the names. `wordless` results
    ignore the last two. Cleared when full (`most`). A list is copied, so whoever gets it may change it.
    """

    def decorate(make: Callable[Concatenate[S, P], T]) -> Callable[Concatenate[S, P], T]:
        found: dict[object, T] = {}

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
