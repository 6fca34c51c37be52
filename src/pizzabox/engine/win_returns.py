"""Helpers of `returns` and `value`: what a won game is worth to each player, and how far players are ahead."""

from __future__ import annotations

from .bits import count
from .kernel import kernel
from .state import Floats


@kernel
def share_wins(won: int, players: int, over: bool, out: Floats) -> None:
    """A sole win is 1, a shared one splits, everything else loses; 0 for all while the game goes on."""
    winners = count(won)
    for player in range(players):
        if not over:
            out[player] = 0.0
        elif won >> player & 1:
            out[player] = 2.0 / winners - 1.0
        else:
            out[player] = -1.0


@kernel
def lead(out: Floats, players: int, other: float) -> None:
    """Replace each player's number by their lead over the best other one (`other`: a non-player's number)."""
    best, second = other, other
    for player in range(players):
        if out[player] > best:
            second = best
            best = out[player]
        elif out[player] > second:
            second = out[player]
    for player in range(players):
        out[player] -= second if out[player] == best else best
