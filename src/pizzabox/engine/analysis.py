"""Analysis: what a game can count out of a position for somebody who studies it, as tables and marks on the picture."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from .state import OwnState


@dataclass(frozen=True)
class Panel:
    """One table of findings. `marks` are short texts to lay over tokens of the picture."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""
    marks: Mapping[str, str] = field(default_factory=dict)


Analysis = Callable[[OwnState], Sequence[Panel]]
"""Panels for a running game; everything in them may be shown to whoever asks."""


def percent(share: float) -> str:
    """A share as whole hundredths."""
    return f"{round(100 * share)}%"
