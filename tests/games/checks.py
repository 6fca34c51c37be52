"""Checks that several games share."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

from pizzabox.engine.game import Game
from pizzabox.engine.position import Position
from pizzabox.engine.rng import scale


def set_up_anew(game: Game, seed: int = 7, but: tuple[str, ...] = ()) -> None:
    """A game is set up the same whatever the record held before, but for fields that are empty then anyhow: many
    games are played in one record."""
    made = []
    for rubbish in (b"\x00", b"\x01", b"\x7f"):
        s = game.state()
        s.load(rubbish * len(bytes(s)))
        for name in but:
            for i in range(len(getattr(s, name))):
                getattr(s, name)[i] = 0
        s.rng = seed
        game.kernels.begin(s, game.encoded)
        made.append(dict(s.items()))
    assert made[0] == made[1] == made[2]
    assert made[0]["sealed"] == 0


def shown_but(s: Any, view: Any, *hidden: str) -> None:
    """A view has every field of the position but these."""
    known = dict(view.items())
    for name, value in s.items():
        if name not in hidden:
            assert known[name] == value, name


@cache
def dice_for(place: int, n: int) -> int:
    """Dice that draw the entry at that place from a list of n."""
    return next(counter for counter in range(2**32) if scale(counter, n) == place)


def drawn_as_listed(game: Game, seed: int, moves: int = 30, pos: Position | None = None) -> int:
    """In a random game, moves drawn by dice are those at their places in the list, and every one can be drawn; return
    how many were tried."""
    dice, pos, tried = random.Random(seed), pos or game.start(seed), 0
    while not pos.over and len(pos.steps) < moves:
        player = dice.choice(pos.actors)
        codes = game.kernels.moves(pos.state, player)
        for _ in range(min(2 * len(codes), 24)):
            counter = dice.getrandbits(64)
            drawn = game.kernels.random_move(pos.state, player, counter)
            assert drawn == codes[scale(counter, len(codes))]
            tried += 1
        if len(pos.steps) % 3 == 0:
            every = [dice_for(place, len(codes)) for place in range(len(codes))]
            assert [game.kernels.random_move(pos.state, player, counter) for counter in every] == codes
        drawn = game.kernels.plain["random_move"](pos.state, player, dice_for(0, len(codes)), [-1] * game.width)
        assert drawn == codes[0], "whatever the room for the list held before"
        pos.play(dice.choice(codes), player=player)
    return tried
