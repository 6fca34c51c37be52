"""Whether a position that somebody set up keeps the laws of its game, and can be played where that has no `check`.

The position is rehearsed: played to the end a few times at random by the interpreted kernels, where an index out of
place or a number that does not fit its field is an error instead of a crash. That finds what goes wrong often, not what
goes wrong rarely; a game on a server that is open to strangers should say what is wrong with a position itself.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from .bits import members
from .contract import SPECTATOR
from .errors import say, short
from .field_laws import FIRST_LAW
from .position_check import undeclared

if TYPE_CHECKING:
    from .game import Game
    from .state import GameState

REHEARSALS, MOST_MOVES = 4, 2000
"""How often a position is played on, and how many moves that may take in all."""


def broken_law(game: Game, s: GameState) -> str | None:
    """The first law of the game's `audit` that the position breaks, in words; None when it keeps all of them."""
    law = game.kernels.plain["audit"](s)
    if law >= FIRST_LAW:
        return undeclared(s)
    return game.text(f"law.{law}", say("position.audit", law=law)) if law else None


def rehearsed(game: Game, s: GameState) -> str | None:
    """What goes wrong when the position is played on, or None."""
    try:
        if problem := broken_law(game, s):
            return problem
        moves = 0
        for seed in range(REHEARSALS):
            moves += _played(game, s.copy(), random.Random(seed))
            if moves >= MOST_MOVES:
                break
    except Exception as error:  # whatever it is, nobody can play this position
        return say("position.unplayable", problem=short(str(error) or type(error).__name__))
    return None


def _played(game: Game, s: GameState, dice: random.Random) -> int:
    """Play one game to its end and look at every position as the engine would; how many moves it took."""
    plain, players = game.kernels.plain, game.players
    codes, numbers = [0] * game.width, [0.0] * players
    for step in range(min(game.longest, MOST_MOVES) + 1):
        for role in ("scores", "returns", "value"):
            plain[role](s, numbers)
        for viewer in range(SPECTATOR, players):
            plain["show"](s, viewer, game.state())
        able = members(plain["actors"](s))
        if plain["over"](s) or not able:
            if able or not plain["over"](s):
                raise ValueError(say("position.stuck"))
            return step
        if able[-1] >= players:
            raise ValueError(say("error.player", most=players - 1, value=able[-1]))
        choices = {p: codes[: plain["moves"](s, p, codes)] for p in able}
        if not all(choices.values()):
            raise ValueError(say("position.stuck"))
        player = dice.choice(able)
        plain["play"](s, player, dice.choice(choices[player]))
    if game.longest < MOST_MOVES:
        raise ValueError(say("record.long", n=game.longest))
    return MOST_MOVES
