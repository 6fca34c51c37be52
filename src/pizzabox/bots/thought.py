"""What a bot thinks of a position, in plain data."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from pizzabox.engine.position import Move

FLOOR = 100
"""A move that was looked at fewer times has no percentage that anybody could be told."""


@dataclass(frozen=True)
class Idea:
    """One move of the thinking seat."""

    move: Move
    visits: int
    value: float
    """The seat's chance to win after it, from 0 to 1."""
    weight: float
    """Its share in the recommended mix: at a secret choice how often to play it, else 1 for the best move."""
    compared: bool = True
    """Whether `value` comes from as many visits as that of every other move compared; else it is a passing glance."""
    chances: tuple[float, ...] = ()
    """Every player's chance to win after it."""
    like: int = -1
    """The code of the move that stands for it and its equals by symmetry; -1 where it has none."""
    line: tuple[Move, ...] = field(default=(), compare=False)
    """How the game would probably go on, as far as no chance and no secret comes in between."""
    net_weight: float | None = None
    """How often the net alone would play it or an equal by symmetry, without looking ahead; None in a game without a
    net."""

    @property
    def known(self) -> bool:
        """Whether the value may be told."""
        return self.compared and self.visits >= FLOOR

    def data(self) -> dict[str, Any]:
        return {
            "move": self.move.text,
            "visits": self.visits,
            "value": round(self.value, 4) if self.known else None,
            "weight": round(self.weight, 4),
            "line": [move.text for move in self.line],
            **({} if self.net_weight is None else {"net_weight": round(self.net_weight, 4)}),
        }


@dataclass(frozen=True)
class Thought:
    """What a seat's search came to."""

    seat: int
    chances: tuple[float, ...]
    """Each player's chance to win, from 0 to 1; shared wins count in part."""
    ideas: tuple[Idea, ...]
    """The moves, best first."""
    simulations: int
    seconds: float
    secret: bool
    """Whether the choice is made in secret, so that the mix matters."""
    net_chances: tuple[float, ...] = ()
    """Each player's chance to win as the net alone sees it; empty in a game without a net."""

    @property
    def best(self) -> Idea:
        return self.ideas[0]

    def distinct(self, wanted: int = -1) -> list[Idea]:
        """One idea of each kind: of moves equal by symmetry the first, or the one of the code wanted."""
        found: dict[int, Idea] = {}
        for idea in self.ideas:
            key = idea.move.code if idea.like < 0 else idea.like
            if key not in found or idea.move.code == wanted:
                found[key] = idea
        return list(found.values())

    def equals(self, idea: Idea) -> list[Move]:
        """The other moves that are equal to one by symmetry."""
        return [one.move for one in self.ideas if one.like == idea.like >= 0 and one.move != idea.move]

    def data(self) -> dict[str, Any]:
        return {
            "seat": self.seat,
            "chances": [round(c, 4) for c in self.chances],
            "secret": self.secret,
            "simulations": self.simulations,
            "seconds": round(self.seconds, 3),
            "ideas": [idea.data() for idea in self.ideas],
            **({"net_chances": [round(c, 4) for c in self.net_chances]} if self.net_chances else {}),
        }


def chances(results: tuple[float, ...]) -> tuple[float, ...]:
    """Expected returns in [-1, 1] as chances to win: they add up to 1 wherever someone must win."""
    shares = [max(0.0, (1.0 + r) / 2.0) for r in results]
    total = sum(shares)
    if len(shares) == 1:
        return (min(1.0, shares[0]),)
    return tuple(s / total for s in shares) if total > 1e-9 else tuple(0.0 for _ in shares)
