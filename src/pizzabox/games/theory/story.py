"""What the last cut did, slice by slice: read off the record, with the kernel of the rules doing the replacing."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from pizzabox.engine.bits import count

from .board import LINES, SLICE_COUNT, SLICES
from .rules import COLOURS, TOPPINGS, State, colour, replace, triple

LETTERS = "ABCDEFG"


@dataclass(frozen=True)
class Slice:
    """One slice of the last cut, in the order of `board.SLICES`."""

    letter: str
    spaces: int
    leaders: tuple[int, ...]
    """The colours with most toppings in it before the replacement; none when it was empty."""
    replaced: int
    removed: int


def last_slices(s: Any) -> tuple[Slice, ...]:
    """The slices of the last cut; none before the first."""
    return slices(tuple(s.last_label), tuple(s.last_cut), tuple(s.before))


def slices(labels: tuple[int, ...], cuts: tuple[int, ...], before: tuple[int, ...]) -> tuple[Slice, ...]:
    """The slices these cuts made of a pizza; none where nothing was cut."""
    if set(labels) != set(range(COLOURS)) or not all(1 <= cut <= LINES for cut in cuts):
        return ()
    return _slices(triple(labels, cuts), before)


@lru_cache(maxsize=256)
def _slices(row: int, before: tuple[int, ...]) -> tuple[Slice, ...]:
    scratch: Any = State()
    for c in range(COLOURS):
        scratch.spaces[c] = before[c]
    replace(scratch, row)
    after: tuple[int, ...] = tuple(scratch.spaces)
    changed = sum(before[c] & ~after[c] for c in range(COLOURS))
    kept = after[0] | after[1] | after[2]
    made = []
    for i in range(SLICE_COUNT[row]):
        part = int(SLICES[row, i])
        held = [count(before[c] & part) for c in range(COLOURS)]
        leaders = tuple(c for c in range(COLOURS) if held[c] == max(held) > 0)
        made.append(Slice(LETTERS[i], part, leaders, changed & kept & part, changed & ~kept & part))
    return tuple(made)


def ended_by(s: Any) -> str:
    """The id of the rule by which a finished game ended as it did."""
    counts = [count(s.spaces[c]) for c in range(COLOURS)]
    own = [counts[colour(s, player)] for player in range(s.players)]
    if s.spare >= 0 and (counts[s.spare] >= TOPPINGS or counts[s.spare] > max(own)):
        return "T5.6"
    if max(own) < TOPPINGS:
        return "T4.5"
    finished = sorted((n for n in own if n >= TOPPINGS), reverse=True)
    if len(finished) == 1:
        return "T4.2"
    return "T4.4" if finished[0] == finished[1] else "T4.3"
