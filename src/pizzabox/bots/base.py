"""What a bot is, and the bots by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from pizzabox.engine.catalogue import Catalogue
from pizzabox.engine.errors import PizzaboxError, did_you_mean, short
from pizzabox.engine.position import Move, View

say = Catalogue(__package__)


class Bot(Protocol):
    """Chooses a move from what its seat knows."""

    name: str

    def choose(self, view: View, seconds: float | None = None) -> Move:
        """A legal move of the viewer; `seconds` is how long it may think."""


_makers: dict[str, Callable[[int | None], Bot]] = {}
_strength: dict[str, int] = {}


def level(name: str, make: Callable[[int | None], Bot], strength: int) -> None:
    """Register a bot by name; `make` takes its seed, and `strength` orders the list."""
    _makers[name] = make
    _strength[name] = strength


def levels() -> tuple[str, ...]:
    """The names of all bots, weakest first."""
    return tuple(sorted(_makers, key=_strength.__getitem__))


def called(name: str) -> str:
    """A bot as people call it, in the language in force."""
    return say(f"level.{name}") if say.has(f"level.{name}") else name


def bot(name: str, seed: int | None = None) -> Bot:
    """The bot of that name; with a seed it plays the same moves again."""
    if not isinstance(name, str) or name not in _makers:
        raise PizzaboxError(say("unknown", name=short(name), hint=did_you_mean(name, _makers)))
    return _makers[name](seed)


def moves_of(view: View) -> list[int]:
    """The codes of the viewer's legal moves; asking a bot that cannot move is an error."""
    codes = view.legal().codes
    if not codes:
        raise PizzaboxError(say("idle", seat=view.viewer))
    return codes
