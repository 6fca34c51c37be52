"""The games of the box by name. `games/__init__.py` puts ours here, entry points `pizzabox.games` bring others."""

from __future__ import annotations

import copyreg
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pickle import PicklingError

from .errors import BadPosition, UnknownGame, did_you_mean, say, short
from .external_tables import TABLES, mark
from .game import Game
from .options import parse_pairs
from .position import Position

GROUP = "pizzabox.games"
_shelf: dict[str, str | Game] = {}


def register(name: str, game: str | Game) -> None:
    """Put a game on the shelf: the game itself or where to import it from (`package.module:attribute`)."""
    _shelf[name] = game


@cache
def _look_outside() -> None:
    """Games of other packages; ours win over one of the same name."""
    for point in entry_points(group=GROUP):
        _shelf.setdefault(point.name, point.value)


def names() -> tuple[str, ...]:
    """The names of all games.

    >>> names()[:2]
    ('theory', 'pizzeria')
    """
    _look_outside()
    return tuple(_shelf)


def find(name: object) -> Game:
    """The game of that name with its options at their defaults."""
    _look_outside()
    if not isinstance(name, str) or name not in _shelf:
        raise UnknownGame(say("error.game", name=short(name), hint=did_you_mean(name, _shelf)))
    found = _shelf[name]
    if isinstance(found, str):
        module, _, attribute = found.partition(":")
        found = getattr(import_module(module), attribute or "game")
        if not isinstance(found, Game):
            raise UnknownGame(say("error.not_game", name=_shelf[name]))
        _shelf[name] = found
    return found


def load(name: str, /, **options: object) -> Game:
    """A game with its options chosen; those that are not named have their defaults.

    >>> load("theory", players=2)
    pizzabox.load('theory', players=2)
    """
    game = find(name)
    return game.with_options(**options) if options else game


def restored(name: str, options: Mapping[str, object]) -> Game:
    """A game that comes out of a pickle."""
    return load(name, **options)


def _pickled(game: Game) -> tuple[Callable[..., Game], tuple[str, dict[str, object]]]:
    """A game travels as its name and options, so it must be registered where it arrives."""
    if game.name not in names() or find(game.name).functions is not game.functions:
        raise PicklingError(say("error.not_shelved", name=game.name))
    return restored, (game.name, dict(game.options))


copyreg.pickle(Game, _pickled)


def position(described: object) -> Position:
    """A position from its `data()`, its JSON text or its `code`, whichever game it is of.

    >>> pos = load("wars").start(seed=1)
    >>> position(pos.code) == position(pos.data()) == position(pos.json()) == pos
    True
    """
    if isinstance(described, str) and not described.lstrip().startswith("{"):
        words = described.split()
        if len(words) < 2:
            raise BadPosition(say("position.neither", text=short(described)))
        pairs = parse_pairs(words[1:-1])
        given = pairs.pop(TABLES, "")
        game = load(words[0], **pairs)
        found = game.unpack(words[-1])
        if pairs and found.game.options != game.options:
            raise BadPosition(say("position.other_options", options=found.game.options))
        if given and given != mark(found.game.tables):
            raise BadPosition(say("position.table", name=", ".join(found.game.tables) or TABLES, game=game.name))
        return found
    if isinstance(described, str):
        import json

        try:
            described = json.loads(described)
        except (ValueError, RecursionError) as error:
            raise BadPosition(say("error.json", problem=error)) from error
    if not isinstance(described, dict) or "game" not in described:
        raise BadPosition(say("position.object", value=short(described)))
    return find(described["game"]).position(described)
