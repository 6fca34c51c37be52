"""The legend of a game: what is what, in chapters of signs with a small drawing and a sentence each.

A game writes it in its catalogue, `legend.CHAPTER.title` and `legend.CHAPTER.SIGN.name` and `.text`; the function
`sample(name, p)` of its picture draws the sign `CHAPTER.SIGN` within a square from -50 to 50. The table, the rules, the
quick sheet, the lesson and the terminal all show this one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from .catalogue import Catalogue
from .game import Game
from .svg import Markup, Palette, palette, tag

SECTION = "legend."
INLINE = Palette("inline", palette("page").colours)
"""The colours of a page for drawings that stand by themselves, without the shapes a table's picture refers to."""


@dataclass(frozen=True)
class Sign:
    """One thing of a game."""

    key: str
    name: str
    text: str
    drawn: Callable[[Palette], Markup]
    """Its small drawing, empty where the game has none."""


@dataclass(frozen=True)
class Chapter:
    """Signs that go together."""

    title: str
    signs: tuple[Sign, ...]


def legend(game: Game) -> list[Chapter]:
    """What is what in a game; empty where it does not say."""
    if not game.package:
        return []
    say, made = Catalogue(game.package), []
    keys = [key for key in say.raw() if key.startswith(SECTION)]
    for key in keys:
        if not key.endswith(".title"):
            continue
        within = key.removesuffix("title")
        names = [sign.removesuffix(".name") for sign in keys if sign.startswith(within) and sign.endswith(".name")]
        signs = [
            Sign(sign.removeprefix(SECTION), say(f"{sign}.name"), say(f"{sign}.text"), _drawn(game, sign))
            for sign in names
        ]
        made.append(Chapter(say(key), tuple(signs)))
    return made


def _drawn(game: Game, key: str) -> Callable[[Palette], Markup]:
    return partial(_svg, game, key.removeprefix(SECTION))


def _svg(game: Game, name: str, p: Palette) -> Markup:
    if game.picture.sample is None:
        return Markup("")
    return tag("svg", game.picture.sample(name, p), viewBox="-50 -50 100 100", class_="sign", aria_hidden="true")
