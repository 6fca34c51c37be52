"""The kernels that plain Python calls most, taking each state as an array of one.

Numba takes a record of NumPy apart attribute by attribute, which costs several times what the kernel itself does; an
array of one record costs next to nothing.
"""

from __future__ import annotations

from .contract import actors, moves, over, play, scores, show
from .kernel import Kernel, kernel
from .state import Numbers, States


@kernel
def actors_of(a: States) -> int:
    return actors(a[0])


@kernel
def moves_of(a: States, player: int, out: Numbers) -> int:
    return moves(a[0], player, out)


@kernel
def play_on(a: States, player: int, move: int) -> None:
    play(a[0], player, move)


@kernel
def over_in(a: States) -> bool:
    return over(a[0])


@kernel
def scores_of(a: States, out: Numbers) -> None:
    scores(a[0], out)


@kernel
def show_to(a: States, viewer: int, view: States) -> None:
    show(a[0], viewer, view[0])


ARRAY_CALLS: dict[str, Kernel] = {
    "actors": actors_of,
    "moves": moves_of,
    "play": play_on,
    "over": over_in,
    "scores": scores_of,
    "show": show_to,
}
