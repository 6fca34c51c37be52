"""What a game's end is worth to each player, where winners are a set; and how far players are ahead before that."""

from __future__ import annotations

from typing import Any

from .bits import count
from .kernel import kernel


@kernel
def share_wins(won: int, players: int, over: bool, out: Any) -> None:
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
def lead(out: Any, players: int, other: float) -> None:
    """Make what each player has how far that is ahead of the best of all others; `other` is what somebody besides the
    players has."""
    best, second = other, other
    for player in range(players):
        if out[player] > best:
            second = best
            best = out[player]
        elif out[player] > second:
            second = out[player]
    for player in range(players):
        out[player] -= second if out[player] == best else best
