"""Data and texts that lie beside a game's rules.md, by the names in this file; a game needs none of them.

- `examples.toml`, `lesson.toml`, and their words by language (`lesson.en.toml`);
- `quick.en.toml`, the rules on one sheet;
- `puzzles.json`, as `pizzabox puzzles mine` writes it, and `recipes.toml`, what it looks for;
- `ratings.json`, the strength of bots by options, as `pizzabox lab ladder GAME --publish` writes it;
- `front.svg`, the picture of the game in lists, or `front.toml`, a position (`code`) that is drawn for it and which
  part of it (`crop`); without them a position some moves into a game is drawn.

A file that cannot be read, or has something else in it than it should, is named once, with the reason; from then on it
is as if it were not there.
"""

from __future__ import annotations

import json
import logging
import tomllib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from .catalogue import FALLBACK, language
from .errors import cause, say
from .game import Game

T = TypeVar("T")
_log = logging.getLogger("pizzabox")
_left_out: set[Path] = set()


def attempt(game: Game, name: str, make: Callable[[], T], otherwise: T) -> T:
    """What `make` makes of a file; `otherwise` where it fails, which is said once of each file."""
    try:
        return make()
    except Exception as problem:  # whatever is in a stranger's file, the other games are still there
        path = game.rules_path.parent / name
        if path not in _left_out:
            _left_out.add(path)
            _log.warning(say("error.file_left_out", file=name, name=game.name, reason=cause(problem)))
        return otherwise


def has(game: Game, name: str) -> bool:
    """Whether the game brings such a file."""
    return (game.rules_path.parent / name).is_file()


def data(game: Game, name: str) -> dict[str, Any]:
    """The contents of a TOML file; empty where the game brings none."""
    return attempt(game, name, lambda: _read(game.rules_path.parent / name), {})


def rows(game: Game, name: str) -> Any:
    """The contents of a JSON file; None where the game brings none."""
    return attempt(game, name, lambda: _read_json(game.rules_path.parent / name), None)


def text(game: Game, name: str) -> str:
    """The contents of a text file; empty where the game brings none."""
    path = game.rules_path.parent / name
    return attempt(game, name, lambda: path.read_text(encoding="utf-8") if path.is_file() else "", "")


def texts(game: Game, stem: str) -> dict[str, Any]:
    """The words of `stem.LANGUAGE.toml`; what a language lacks is given in English."""
    return _over(data(game, f"{stem}.{FALLBACK}.toml"), data(game, f"{stem}.{language()}.toml"))


@cache
def _read(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


@cache
def _read_json(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8")) if path.is_file() else None


def _over(base: dict[str, Any], top: dict[str, Any]) -> dict[str, Any]:
    """`base` with everything that `top` has in its place."""
    made = dict(base)
    for key, value in top.items():
        old = made.get(key)
        made[key] = _over(old, value) if isinstance(old, dict) and isinstance(value, dict) else value
    return made
