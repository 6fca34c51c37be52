"""Checks that several games share."""

from __future__ import annotations

from typing import Any

from pizzabox.engine.game import Game


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
