"""The games of the box by name. `games/__init__.py` puts ours here, entry points `pizzabox.games` bring others.

A game of another package that cannot be used is named once, with the reason, and left out; all others stay.
"""

from __future__ import annotations

import copyreg
import logging
import os
import threading
from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pickle import PicklingError
from typing import TypeVar

from .catalogue import languages, speaking
from .errors import BadPosition, UnknownGame, cause, did_you_mean, say, short
from .external_tables import TABLES, mark
from .game import Game, read_object
from .options import parse_pairs
from .position import Position

T = TypeVar("T")
GROUP = "pizzabox.games"
SWITCH = "PIZZABOX_PLUGINS"
"""The environment variable that leaves games of other packages out when it is `off`."""
_log = logging.getLogger("pizzabox")
_games: dict[str, str | Game] = {}
_left_out: dict[str, str] = {}
_not_listed: set[str] = set()
_loading = threading.RLock()
_loaded = False


def register(name: str, game: str | Game) -> None:
    """Register a game: the game itself or where to import it from (`package.module:attribute`)."""
    _games[name] = game


def load_plugins() -> None:
    """Register the games of other packages, once; ours win over one of the same name."""
    global _loaded  # noqa: PLW0603
    with _loading:
        if _loaded or os.environ.get(SWITCH) == "off":
            return
        _loaded = True  # a plug-in may ask for the names while it is imported
        for point in entry_points(group=GROUP):
            try:
                _games[point.name] = _usable(point)
            except (Exception, SystemExit) as problem:  # whatever a stranger's module does, the others are still there
                _left_out.setdefault(point.name, cause(problem))
                _log.warning(say("error.left_out", name=point.name, source=point.value, reason=cause(problem)))


def _usable(point: EntryPoint) -> Game:
    """The game of an entry point, once it has begun, was drawn and told with all its option sets."""
    if point.name in _games:
        raise UnknownGame(say("error.name_taken", name=point.name))
    game = _imported(point.value)
    if game.name != point.name:
        raise UnknownGame(say("error.other_name", name=point.name, other=game.name))
    for chosen in game.sets:
        game.with_options(**chosen).start(seed=0).view().svg()
    for lang in languages():
        with speaking(lang):
            _ = game.rules, game.about, [(game.label(option), game.help(option)) for option in game.declared]
    return game


def _imported(source: str) -> Game:
    module, _, attribute = source.partition(":")
    found = getattr(import_module(module.strip()), attribute.strip() or "game")
    if not isinstance(found, Game):
        raise UnknownGame(say("error.not_game", name=source))
    return found


def names() -> tuple[str, ...]:
    """The names of all games.

    >>> names()[:2]
    ('theory', 'pizzeria')
    """
    load_plugins()
    return tuple(_games)


def each(make: Callable[[Game], T]) -> list[T]:
    """What `make` makes of every game, for lists; a game that fails is named once and is not in the list."""
    made = []
    for name in names():
        try:
            made.append(make(find(name)))
        except Exception as problem:
            if name not in _not_listed:
                _not_listed.add(name)
                _log.warning(say("error.not_listed", name=name, reason=cause(problem)))
    return made


def find(name: object) -> Game:
    """The game of that name with its options at their defaults."""
    if not isinstance(name, str) or name not in _games:
        load_plugins()
    if not isinstance(name, str) or name not in _games:
        if isinstance(name, str) and name in _left_out:
            raise UnknownGame(say("error.game_broken", name=name, reason=_left_out[name]))
        raise UnknownGame(say("error.game", name=short(name), hint=did_you_mean(name, _games)))
    found = _games[name]
    if isinstance(found, str):
        found = _games[name] = _imported(found)
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
        raise PicklingError(say("error.not_registered", name=game.name))
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
    data = read_object(described)
    if "game" not in data:
        raise BadPosition(say("position.object", value=short(data)))
    return find(data["game"]).position(data)
