"""One bot against another: fair pairings, and what part of the wins each takes, with intervals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Outcome:
    """One finished game: who sat where (by number of the bot), and what each seat got."""

    seating: tuple[int, ...]
    returns: tuple[float, ...]
    moves: int


def pairing(teams: Sequence[int]) -> list[tuple[int, ...]]:
    """Seatings of bot 0 against bot 1: bot 0 at the seats of every team in turn, bot 1 everywhere else.

    `teams` names the team of each seat (`Game.teams`): where nobody has a partner, one bot 0 meets others at every
    seat. With one player each bot plays the deal alone, and the results are compared.
    """
    if len(teams) == 1:
        return [(0,), (1,)]
    return [tuple(int(one != team) for one in teams) for team in dict.fromkeys(teams)]


@dataclass(frozen=True)
class WinShare:
    """What part of the wins bot 0 took, against its fair part, with a 95% interval."""

    share: float
    low: float
    high: float
    fair: float
    games: int

    @property
    def ratio(self) -> float:
        return self.share / self.fair if self.fair else 0.0


def wins(returns: Sequence[float]) -> list[float]:
    """Each seat's part of the win: 1 for a sole winner, split when shared, nothing when all lose."""
    return [(1.0 + r) / 2.0 for r in returns]


def share(outcomes: Sequence[Outcome]) -> WinShare:
    """The share of bot 0, which sat at one seat or at those of one team, whose partners share a win."""
    mine: list[float] = []
    fair: list[float] = []
    for outcome in outcomes:
        won = wins(outcome.returns)
        seats = [i for i, number in enumerate(outcome.seating) if number == 0]
        if len(outcome.seating) == 1:
            if seats:
                mine.append(won[0])
            else:
                fair.append(won[0])
            continue
        mine.append(sum(won[i] for i in seats))
        fair.append(len(seats) / len(won))
    if not mine:
        return WinShare(0.0, 0.0, 0.0, 0.0, 0)
    mean = sum(mine) / len(mine)
    low, high = wilson(mean, len(mine))
    return WinShare(mean, low, high, sum(fair) / max(1, len(fair)), len(outcomes))


def wilson(share: float, n: int, z: float = 1.96) -> tuple[float, float]:
    """Wilson's interval for a share of n games; it is sound for few games and for shares near 0 and 1 too."""
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half))
