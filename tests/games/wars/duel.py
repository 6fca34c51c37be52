"""Games of the `value` kernel, one step ahead, against random play: whole games in compiled code."""

from __future__ import annotations

from typing import Any

import numpy as np

from pizzabox.engine.contract import actors, begin, moves, over, play, returns, value
from pizzabox.engine.game import Game
from pizzabox.engine.kernel import kernel


@kernel
def duel(room: Any, options: Any, seed: int, seat: int, codes: Any, out: Any) -> float:
    """One game in `room[0]`; the player of `seat` takes the move whose outcome in `room[1]` looks best."""
    np.random.seed(seed)
    s = room[0]
    s.rng = np.uint64(seed)
    begin(s, options)
    while not over(s):
        player = 0
        while not actors(s) >> player & 1:
            player += 1
        n = moves(s, player, codes)
        pick, best, ties = np.random.randint(n), -2.0, 0
        if player == seat:
            for i in range(n):
                room[1] = room[0]
                play(room[1], player, codes[i])
                value(room[1], out)
                if out[player] > best + 1e-9:
                    pick, best, ties = i, out[player], 1
                elif out[player] > best - 1e-9:
                    ties += 1
                    if np.random.randint(ties) == 0:
                        pick = i
        play(s, player, codes[pick])
    returns(s, out)
    return out[seat]


def wins(game: Game, games: int) -> float:
    """How many of these games `value` wins, taking turns on both seats; a draw counts half."""
    run = game.kernels.compiler.compiled(duel)
    room, codes, out = np.zeros(2, game.state.dtype), np.zeros(game.width, np.int32), np.zeros(3)
    return sum((run(room, game.encoded, i + 1, i % 2, codes, out) + 1) / 2 for i in range(games))
