"""Games between bots: fair pairings, duplicate deals, shares of wins with intervals."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from pizzabox.bots import Bot
from pizzabox.engine.game import Game

Maker = Callable[[int], Bot]
"""Makes a bot from a seed."""


@dataclass(frozen=True)
class Outcome:
    """One finished game: who sat where (by number of the bot), and what each seat got."""

    seating: tuple[int, ...]
    returns: tuple[float, ...]
    moves: int


def play_game(game: Game, makers: Sequence[Maker], seating: tuple[int, ...], seed: int) -> Outcome:
    """Let bots play one game; a bot gets nothing but its seat's view."""
    position = game.start(seed)
    dice = random.Random(f"{seed} {seating}")
    bots = [makers[number](dice.getrandbits(63)) for number in seating]
    while not position.over:
        seat = position.actors[0]
        position.play(bots[seat].choose(position.view(seat)), seat)
    return Outcome(seating, position.returns, len(position.steps))


def pairing(teams: Sequence[int]) -> list[tuple[int, ...]]:
    """Seatings of bot 0 against bot 1: bot 0 at the seats of every team in turn, bot 1 everywhere else.

    `teams` names the team of each seat (`Game.teams`): where nobody has a partner, one bot 0 meets others at every
    seat. With one player each bot plays the deal alone, and the results are compared.
    """
    if len(teams) == 1:
        return [(0,), (1,)]
    return [tuple(int(one != team) for one in teams) for team in dict.fromkeys(teams)]


def schedule(teams: Sequence[int], games: int, seed: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Seatings with the seeds of their deals: every deal is played in all seatings before the next one begins."""
    seatings = pairing(teams)
    dice = random.Random(seed)
    for number in range(games):
        if number % len(seatings) == 0:
            deal = dice.getrandbits(63)
        yield seatings[number % len(seatings)], deal


@dataclass(frozen=True)
class Share:
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


def share(outcomes: Sequence[Outcome]) -> Share:
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
        return Share(0.0, 0.0, 0.0, 0.0, 0)
    mean = sum(mine) / len(mine)
    low, high = wilson(mean, len(mine))
    return Share(mean, low, high, sum(fair) / max(1, len(fair)), len(outcomes))


def wilson(share: float, n: int, z: float = 1.96) -> tuple[float, float]:
    """Wilson's interval for a share of n games; it is sound for few games and for shares near 0 and 1 too."""
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half))
