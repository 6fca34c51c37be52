"""What is kept by the fields of a state: looked up again, made again when one changes, and made of nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from pkgutil import walk_packages
from typing import Any

import pytest

import pizzabox
from pizzabox import games
from pizzabox.engine.catalogue import calling, known_as, language, speaking
from pizzabox.engine.field_cache import kept_by
from pizzabox.games.theory.state import State
from tests.helpers import CASES, case_id, walk


def test_it_is_made_once_for_the_same_fields() -> None:
    made: list[int] = []

    @kept_by("rounds", "spaces")
    def counted(s: State, more: int = 0) -> int:
        made.append(more)
        return s.spaces[1] + 10 * s.rounds + more

    s = State()
    s.spaces[1] = 3
    other = s.copy()
    other.first = 1
    assert [counted(s), counted(other), counted(s.read_only())] == [3, 3, 3] and made == [0]
    assert counted(s, 5) == 8 and made == [0, 5]
    assert counted(s, more=6) == 9 and counted(s, more=6) == 9 and made == [0, 5, 6]
    other.rounds = 2
    s.spaces[1] = 4
    assert counted(other) == 23 and counted(s) == 4 and made == [0, 5, 6, 0, 0]


def test_words_are_kept_by_language_and_names() -> None:
    @kept_by("rounds")
    def told(s: State) -> str:
        return f"{language()} {known_as(0, 'Red')}"

    s = State()
    assert told(s) == "en Red"
    with speaking("it"), calling(("Ada", "")):
        assert told(s) == "it Ada"
    with calling(["Bob"]):
        assert told(s) == "en Bob"
    assert told(s) == "en Red"


def test_what_holds_no_words_serves_all_languages_and_names() -> None:
    made: list[str] = []

    @kept_by("rounds", wordless=True)
    def counted(s: State) -> int:
        made.append(language())
        return s.rounds

    s = State()
    with speaking("it"), calling(("Ada", "")):
        assert counted(s) == 0
    assert counted(s) == 0 and made == ["it"]


def test_all_are_forgotten_once_there_are_too_many() -> None:
    made: list[int] = []

    @kept_by("rounds", most=2)
    def counted(s: State) -> int:
        made.append(s.rounds)
        return s.rounds

    s = State()
    for n in (1, 2, 1, 3, 3, 1):
        s.rounds = n
        assert counted(s) == n
    assert made == [1, 2, 3, 1]


class Watched:
    """A state that remembers which of its fields were read."""

    def __init__(self, state: Any) -> None:
        self._state, self.seen = state, set[str]()

    def __getattr__(self, name: str) -> Any:
        self.seen.add(name)
        return getattr(self._state, name)


def kept(game: str) -> Iterator[Callable[..., Any]]:
    """All functions of a game that are kept by fields."""
    home = import_module(f"{games.__name__}.{game}")
    for module in walk_packages(home.__path__, f"{home.__name__}."):
        for found in vars(import_module(module.name)).values():
            if hasattr(found, "fields") and hasattr(found, "__wrapped__") and found.__module__ == module.name:
                yield found


@pytest.mark.parametrize("game", pizzabox.names())
def test_there_are_some(game: str) -> None:
    assert list(kept(game))


@pytest.mark.parametrize("game", CASES, ids=case_id)
def test_nothing_reads_other_fields_than_it_is_kept_by(game: Any) -> None:
    for i, pos in enumerate(walk(game, 3)):
        for function in kept(game.name) if i % 10 == 0 or pos.over else ():
            watched = Watched(pos.view().state)
            more = [0] * (function.__wrapped__.__code__.co_argcount - 1)
            function.__wrapped__(watched, *more)
            assert watched.seen <= set(function.fields), function.__qualname__
        if i > 60:
            break


@pytest.mark.parametrize("game", CASES, ids=case_id)
def test_what_is_called_wordless_says_nothing(game: Any) -> None:
    names = [f"Player {seat}" for seat in game.seats]
    for function in kept(game.name):
        for pos in list(walk(game, 3))[:60:10] if function.wordless else ():
            s, more = pos.view().state, [0] * (function.__wrapped__.__code__.co_argcount - 1)
            plain = function.__wrapped__(s, *more)
            with speaking("it"), calling(names):
                assert function.__wrapped__(s, *more) == plain, function.__qualname__
