"""What a bot is, and the bots by name."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Protocol

from pizzabox.engine.catalogue import Catalogue
from pizzabox.engine.errors import PizzaboxError, did_you_mean, short
from pizzabox.engine.game import Game
from pizzabox.engine.kernel import numba_version
from pizzabox.engine.position import Move, View
from pizzabox.engine.registry import find, names

say = Catalogue(__package__)


class Bot(Protocol):
    """Chooses a move from what its seat knows."""

    name: str

    def choose(self, view: View, seconds: float | None = None) -> Move:
        """A legal move of the viewer; `seconds` is how long it may think."""


class OneQuestion:
    """A bot that remembers something between moves: it refuses a question while it thinks about another."""

    name: str

    def __init__(self) -> None:
        self._asked = threading.Lock()

    def __getstate__(self) -> dict[str, Any]:
        """A copy has all but the lock: nobody has asked it anything."""
        return {name: value for name, value in self.__dict__.items() if name != "_asked"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._asked = threading.Lock()

    @contextmanager
    def answering(self) -> Iterator[None]:
        """Refuse a second thread while the first is in here."""
        if not self._asked.acquire(blocking=False):
            raise PizzaboxError(say("busy", name=self.name))
        try:
            yield
        finally:
            self._asked.release()


_makers: dict[str, Callable[[int | None], Bot]] = {}
_strength: dict[str, int] = {}


def level(name: str, make: Callable[[int | None], Bot], strength: int) -> None:
    """Register a bot by name; `make` takes its seed, and `strength` orders the list."""
    _makers[name] = make
    _strength[name] = strength


def levels(game: Game | None = None) -> tuple[str, ...]:
    """The names of all bots, weakest first; with a game those of its own too, where its options suit them."""
    own = game.characters.items() if game else ()
    common = sorted(_makers, key=_strength.__getitem__)
    return (*common, *(name for name, one in own if one.suits(game.options)))  # type: ignore[union-attr]


def called(name: str) -> str:
    """A bot as people call it, in the language in force."""
    return say(f"level.{name}") if say.has(f"level.{name}") else name


def bot(name: str, seed: int | None = None) -> Bot:
    """The bot of that name; with a seed it plays the same moves again."""
    if isinstance(name, str) and name in _makers:
        return _makers[name](seed)
    own = [game for game in map(find, names()) if isinstance(name, str) and name in game.characters]
    if not own:
        raise PizzaboxError(say("unknown", name=short(name), hint=did_you_mean(name, _makers)))
    return CharacterBot(name)


class CharacterBot:
    """A character of one game (`Game.characters`), which moves by its habits."""

    def __init__(self, name: str) -> None:
        self.name = name

    def choose(self, view: View, seconds: float | None = None) -> Move:
        codes = moves_of(view)
        one = view.game.characters.get(self.name)
        if one is None or not one.suits(view.game.options):
            raise PizzaboxError(say("not_here", name=self.name, game=view.game.title, options=view.game.options))
        run = view.game.kernels.specialised(one.habit)
        code = int(run(view.state.raw if numba_version() else view.state, view.viewer))
        return view.move(view.viewer, code if code in codes else codes[0])


def seals_choices(game: Game) -> bool:
    """Whether several players can choose in secret: a game that seals choices declares them, or brings `recall`."""
    fields = game.state.fields
    declared = any(field.choice for field in fields.values()) or "recall" not in game.kernels.stand_ins
    return declared and fields["sealed"].high != 0


def moves_of(view: View) -> Sequence[int]:
    """The codes of the viewer's legal moves; asking a bot that cannot move is an error."""
    codes = view.legal().codes
    if not codes:
        raise PizzaboxError(say("idle", seat=view.viewer))
    return codes
