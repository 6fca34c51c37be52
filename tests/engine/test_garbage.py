"""Garbage in, a clear error out: never a traceback of another kind, never a changed position.

900 drawn cases in all, in the long run 12,000, and every odd value in every place of a few positions.
"""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import pizzabox
from pizzabox.engine.game_record import GameRecord
from pizzabox.engine.position import Position
from pizzabox.testing import advance, games, junk, mutated, option_values
from tests.helpers import CASES, size, walk
from tests.odd_values import ODD, with_odd_values

many = settings(max_examples=size(150, 2000), deadline=None, suppress_health_check=list(HealthCheck))
JUNK = junk()


@cache
def positions() -> list[Position]:
    """Some of every game with each of its option sets."""
    return [pos.copy() for case in CASES for i, pos in enumerate(walk(case, 4)) if i % 7 == 0]


some_position = st.deferred(lambda: st.sampled_from(positions()))
a_record = st.deferred(lambda: st.sampled_from([GameRecord.of(pos).dumps() for pos in positions()]))
saved_one = st.deferred(lambda: st.sampled_from([pos.json() for pos in positions()]))
a_code = st.deferred(lambda: st.sampled_from([pos.code for pos in positions()]))


@cache
def tried(name: str) -> st.SearchStrategy[dict[str, Any]]:
    """Values for options of a game, good ones and rubbish."""
    known = [option.name for option in pizzabox.load(name).declared]
    return option_values(name) | st.dictionaries(st.sampled_from(known), JUNK, max_size=3)


def clear(error: pizzabox.PizzaboxError) -> None:
    assert 5 < len(str(error)) < 500


@many
@given(st.sampled_from(pizzabox.names()), st.dictionaries(st.text(max_size=12), JUNK, max_size=3), st.data())
def test_any_options_make_a_game_or_a_clear_error(name: str, noise: dict[str, Any], data: st.DataObject) -> None:
    chosen = data.draw(tried(name))
    try:
        game = pizzabox.load(name, **{**chosen, **noise})
    except pizzabox.BadOption as error:
        clear(error)
    else:
        assert game.start(seed=0).actors


@many
@given(some_position, st.one_of(JUNK, st.text(), st.integers(-5, 200)), st.none() | st.integers(-3, 5))
def test_any_move_is_played_or_refused_without_a_trace(pos: Position, move: Any, player: int | None) -> None:
    trial, before = pos.copy(), bytes(pos)
    try:
        trial.play(move, player)
    except pizzabox.PizzaboxError as error:
        clear(error)
        assert bytes(trial) == before
        assert len(trial.steps) == len(pos.steps)
    else:
        assert bytes(trial) != before


@many
@given(some_position, st.data())
def test_mistyped_moves_are_played_or_refused(pos: Position, data: st.DataObject) -> None:
    """Moves as text with a few letters changed: another move that is legal, or a clear refusal."""
    player = data.draw(st.sampled_from(pos.actors or (0,)))
    legal = pos.legal(player)
    text = legal[data.draw(st.integers(0, len(legal) - 1))].text if legal.codes else "pass"
    typed = data.draw(mutated(text))
    trial = pos.copy()
    try:
        played = trial.play(typed, player)
    except pizzabox.PizzaboxError as error:
        clear(error)
        assert bytes(trial) == bytes(pos)
    else:
        assert played.code in legal.codes
    for viewer in range(-1, pos.game.players):
        assert isinstance(pos.view(viewer).explain(typed), str)


@many
@given(saved_one, st.data())
def test_broken_json_makes_a_sound_position_or_a_clear_error(saved: str, data: st.DataObject) -> None:
    """Whole documents broken as text, and single fields replaced by something else."""
    described = json.loads(saved)
    how = data.draw(st.sampled_from(("text", "field", "number", "junk")))
    if how == "text":
        attempt: Any = data.draw(mutated(saved))
    elif how == "junk":
        attempt = data.draw(JUNK)
    else:
        field = data.draw(st.sampled_from(sorted(described["state"])))
        old = described["state"][field]
        if how == "field":
            described["state"][field] = data.draw(JUNK)
        elif isinstance(old, list) and old:
            old[data.draw(st.integers(0, len(old) - 1))] = data.draw(st.integers(-10, 70000) | st.just([]))
        else:
            described["state"][field] = data.draw(st.integers(-10, 70000))
        attempt = described
    try:
        pos = pizzabox.position(attempt)
    except pizzabox.PizzaboxError as error:
        clear(error)
    else:
        plays_on(pos)


def test_any_value_in_any_field_of_a_position_makes_a_sound_one_or_a_clear_error() -> None:
    for pos in (CASES[0].start(seed=1), pizzabox.load("shark", players=2).start(seed=1)):
        for place, attempt in with_odd_values(pos.data()):
            try:
                found = pizzabox.position(attempt)
            except pizzabox.PizzaboxError as error:
                clear(error)
            except Exception as error:
                raise AssertionError(place) from error
            else:
                assert found.game.kernels.audit(found.state) == 0


def test_any_value_of_an_option_makes_a_game_or_a_clear_error() -> None:
    for name in pizzabox.names():
        for place, chosen in with_odd_values(dict(pizzabox.load(name).options) | {"self": 1}):
            try:
                assert pizzabox.load(name, **chosen).start(seed=0).actors
            except pizzabox.BadOption as error:
                clear(error)
            except Exception as error:
                raise AssertionError(f"{name} {place}") from error
    for odd in ODD:
        with pytest.raises(pizzabox.UnknownGame):
            pizzabox.load(odd)


def plays_on(pos: Position) -> None:
    """A position that was let in can be played, shown and drawn like any other."""
    import random

    dice = random.Random(1)
    assert pos.game.kernels.audit(pos.state) == 0
    for viewer in range(-1, pos.game.players):
        assert str(pos.view(viewer))
        assert pos.view(viewer).prompt
    for _ in range(12):
        if pos.over:
            break
        advance(pos, dice)
    pos.log(-1)


@many
@given(a_record, st.data())
def test_broken_records_say_what_is_wrong(text: str, data: st.DataObject) -> None:
    broken = data.draw(mutated(text) | st.text(max_size=200))
    try:
        record = pizzabox.loads(broken)
        problems = record.problems()
    except pizzabox.PizzaboxError as error:
        clear(error)
    else:
        assert all(5 < len(p) < 500 for p in problems)


@many
@given(st.one_of(st.text(), a_code.flatmap(mutated), st.binary(max_size=200)))
def test_broken_codes_and_bytes_make_a_sound_position_or_a_clear_error(code: str | bytes) -> None:
    try:
        pos = pizzabox.position(code) if isinstance(code, str) else CASES[0].position(code)
    except pizzabox.PizzaboxError as error:
        clear(error)
    else:
        plays_on(pos)


@settings(max_examples=size(50, 500), deadline=None)
@given(games(), st.one_of(JUNK, st.integers(-(2**200), 2**200)))
def test_any_seed_starts_a_game_or_is_refused_clearly(game: pizzabox.Game, seed: Any) -> None:
    try:
        pos = game.start(seed)
    except pizzabox.BadOption as error:
        clear(error)
    else:
        assert pos.actors
