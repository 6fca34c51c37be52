"""What a net reads of a game: its `features`, and how its hand-made `value` judges the same view.

A net that reads what the hand-made value says need not find that out, and learns where it errs.
"""

from __future__ import annotations

from math import exp, tanh

from pizzabox.engine.contract import features, value
from pizzabox.engine.game import Game
from pizzabox.engine.kernel import kernel
from pizzabox.engine.state import Floats, GameState


def columns(game: Game) -> int:
    """How many numbers a net reads of a game."""
    return game.features + game.players


@kernel
def read(view: GameState, viewer: int, players: int, keen: float, judged: Floats, out: Floats) -> None:
    """The features of a view, then each player's chances by the game's value, the viewer's own first.

    `keen` is that of the game's search: chances come from values by weights exp(2 keen value), as in `tree.judge`.
    `judged` has room for everybody's value; it may be the beginning of `out`.
    """
    first = len(out) - players
    value(view, judged)
    total = 0.0
    for d in range(players):
        x = judged[(viewer + d) % players] + 0.0
        if keen == 0.0:
            x = 0.5 + 0.5 * x
        elif players == 1:
            x = 0.5 + 0.5 * tanh(keen * x)
        else:
            x = exp(2.0 * keen * x)
            total += x
        out[first + d] = x
    if total > 0.0:
        for d in range(players):
            out[first + d] /= total
    features(view, viewer, out)
