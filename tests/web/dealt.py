"""Pizzabox with the same deals and the same dice of bots in every run, so that a test of the page plays the same game.

Only luck is replaced: keys, names of tables and invitations stay secret and new. `python -m tests.web.dealt serve …`
"""

from __future__ import annotations

import random
import secrets
from typing import Any

DEAL = 6_283_185_307_179_586_476


class Dice(random.Random):
    """Without a seed the dice fall the same."""

    def __init__(self, seed: Any = None) -> None:
        super().__init__(DEAL if seed is None else seed)


def same_luck() -> None:
    """From here on luck is no longer new."""
    secrets.randbits = lambda k: DEAL & ((1 << k) - 1)
    random.Random = Dice  # type: ignore[assignment, misc]


if __name__ == "__main__":
    same_luck()
    from pizzabox.cli import main

    main()
