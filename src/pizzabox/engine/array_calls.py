"""The kernels that plain Python calls most, behind an argument it hands over quickly.

Numba takes a record of NumPy apart attribute by attribute, which costs several times what the kernel itself does; an
array of one record costs next to nothing. So each of these takes such arrays.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .contract import actors, moves, over, play, scores, show
from .kernel import kernel


@kernel
def actors_of(a: Any) -> int:
    return actors(a[0])


@kernel
def moves_of(a: Any, player: int, out: Any) -> int:
    return moves(a[0], player, out)


@kernel
def play_on(a: Any, player: int, move: int) -> None:
    play(a[0], player, move)


@kernel
def over_in(a: Any) -> bool:
    return over(a[0])


@kernel
def scores_of(a: Any, out: Any) -> None:
    scores(a[0], out)


@kernel
def show_to(a: Any, viewer: int, view: Any) -> None:
    show(a[0], viewer, view[0])


ARRAY_CALLS: dict[str, Callable[..., Any]] = {
    "actors": actors_of,
    "moves": moves_of,
    "play": play_on,
    "over": over_in,
    "scores": scores_of,
    "show": show_to,
}
