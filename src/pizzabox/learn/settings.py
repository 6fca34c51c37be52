"""The settings of a training (hyperparameters). Checkpoints and nets keep them as their `plan`."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class TrainingSettings:
    """How a net is trained."""

    games: int = 8192
    steps: int = 32
    batches: int = 8
    passes: int = 2
    rate: float = 1e-3
    last_rate: float = 5e-5
    clip: float = 0.2
    mixing: float = 0.05
    """The bonus for mixed moves at the beginning, a unit of entropy, where advantages have the spread 1."""
    last_mixing: float = 0.01
    trace: float = 0.95
    """How far a result reaches back beyond what the net expects by itself (GAE's lambda)."""
    openings: float = 0.3
    """In this part of the games some first moves are drawn nearly at random: the net should know odd positions."""
    longest_opening: int = 30
    guests: float = 0.2
    """In this part of the games an earlier self plays the other seats."""
    kept: int = 12
    """How many earlier selves are kept."""
    outlook: bool = False
    """Whether a net reads what each move leads to by the game's own value, one step ahead."""
    seed: int = 1
