"""Values of every kind that JSON knows, put in the place of each value of a document, one at a time."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

ODD: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 2, 1.0, 0.5, 1e308, 2**63, 10**400),
    *("", " ", "x", "1", "nan", "²", "\x00", "\ud800", "🍕" * 40, "a" * 3000),
    *([], [[]], ["x"], [10**400], {}, {"x": {"y": []}}),
)


def with_odd_values(document: Any) -> Iterator[tuple[str, Any]]:
    """The document with each of its values, the innermost too, replaced by each odd one; the text says which and by
    what."""
    for place in _places(document):
        for value in ODD:
            yield f"{place} = {repr(value)[:40]}", _with(document, place, value)


def _places(document: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    inner = document.items() if isinstance(document, dict) else enumerate(document)
    for key, value in inner:
        yield (*at, key)
        if isinstance(value, (dict, list)):
            yield from _places(value, (*at, key))


def _with(document: Any, place: tuple[Any, ...], value: Any) -> Any:
    made = inner = copy.deepcopy(document)
    for key in place[:-1]:
        inner = inner[key]
    inner[place[-1]] = value
    return made
