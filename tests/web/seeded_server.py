"""Pizzabox with the same deals and the same dice of bots in every run, so that a test of the page plays the same game.

Only luck is replaced: keys, names of tables and invitations stay secret and new. Who is asked to think for a time, on
the analysis board or for a review, thinks for a part of it: the page is under test, not the thought.
`python -m tests.web.seeded_server serve …`
"""

from __future__ import annotations

import random
import secrets
from typing import Any

DEAL = 6_283_185_307_179_586_476
HASTE = 0.1
"""Seconds of thought for each second that is asked for."""


class Dice(random.Random):
    """Without a seed the dice fall the same."""

    def __init__(self, seed: Any = None) -> None:
        super().__init__(DEAL if seed is None else seed)


def same_luck() -> None:
    """From here on luck is no longer new."""
    secrets.randbits = lambda k: DEAL & ((1 << k) - 1)
    random.Random = Dice  # type: ignore[assignment, misc]


def short_thoughts() -> None:
    """From here on thoughts are quick; how long they were meant to be is still checked and told."""
    from pizzabox.server import analysis_board
    from pizzabox.study import review

    survey = analysis_board.survey
    analysis_board.survey = lambda view, seconds, seed: survey(view, seconds=HASTE * seconds, seed=seed)
    review.MOST_SECONDS *= HASTE


if __name__ == "__main__":
    same_luck()
    short_thoughts()
    from pizzabox.cli import main

    main()
