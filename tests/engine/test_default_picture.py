"""What a game's own picture may have, and slips in its names."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pizzabox
from pizzabox.engine.default_picture import misspelt
from pizzabox.engine.svg import Layer
from pizzabox.table.page_picture import static_layer


class Slips:
    """A picture with two slips, and with helpers that are none."""

    def wdie(self, s: Any) -> None: ...
    def stages(self, s: Any, viewer: int, p: Any) -> list[Layer]:
        return []

    def spaces(self) -> None: ...
    def pieces(self, s: Any, viewer: int, p: Any, *, legal: Any = (), choosen: Any = (), outcome: bool = True) -> Layer:
        return Layer([])


def test_a_misspelt_part_is_named() -> None:
    game = replace(pizzabox.load("hexentafl"), picture=Slips())
    assert misspelt(game.picture) == ["wdie", "choosen"]
    assert all(misspelt(pizzabox.load(name).picture) == [] for name in pizzabox.names())


def test_what_a_picture_does_not_have_is_left_out() -> None:
    game = replace(pizzabox.load("hexentafl"), picture=Slips())
    shown = static_layer(game, game.start(seed=1).view().state)
    assert (shown["wide"], shown["names"], game.picture.sample) == (None, "", None)
