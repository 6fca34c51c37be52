"""Hypothesis strategies for positions, views, moves and records of every game, and for garbage."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import strategies as st

from pizzabox.engine.game import Game
from pizzabox.engine.game_record import GameRecord
from pizzabox.engine.options import Choice, Number, Value
from pizzabox.engine.position import Position, View
from pizzabox.engine.registry import load, names

from .random_games import advance

Strategy = st.SearchStrategy


def games() -> Strategy[Game]:
    """Any game of the box with one of the option sets it names."""
    return st.sampled_from(names()).flatmap(lambda name: st.sampled_from([load(name, **o) for o in load(name).sets]))


@st.composite
def option_values(draw: st.DrawFn, name: str) -> dict[str, Value]:
    """Values for some options of a game, each inside its own bounds (together they may still clash)."""
    chosen: dict[str, Value] = {}
    for option in load(name).declared:
        if draw(st.booleans()):
            if isinstance(option, Number):
                chosen[option.name] = draw(st.integers(option.low, option.high))
            elif isinstance(option, Choice):
                chosen[option.name] = draw(st.sampled_from(list(option.codes)))
            else:
                chosen[option.name] = draw(st.booleans())
    return chosen


@st.composite
def positions(draw: st.DrawFn, game: str | Game | None = None, *, finished: bool | None = None) -> Position:
    """A position reached by random play, with its history; `finished` asks for an ended or a running game."""
    chosen = draw(games()) if game is None else load(game) if isinstance(game, str) else game
    dice = random.Random(draw(st.integers(0, 2**32 - 1)))
    pos = chosen.start(seed=draw(st.integers(0, 2**64 - 1)))
    steps = chosen.longest if finished else draw(st.integers(0, 60))
    running = pos.copy()
    for _ in range(steps):
        advance(pos, dice)
        if pos.over:
            return running if finished is False else pos
        running = pos.copy()
    return pos


@st.composite
def views(draw: st.DrawFn, game: str | Game | None = None) -> View:
    """What a player or a spectator knows of such a position."""
    pos = draw(positions(game))
    return pos.view(draw(st.integers(-1, pos.game.players - 1)))


@st.composite
def records(draw: st.DrawFn, game: str | Game | None = None) -> GameRecord:
    """The record of such a position's game."""
    return GameRecord.of(draw(positions(game)))


def junk() -> Strategy[Any]:
    """Values of any kind a program might pass by mistake."""
    leaves = st.one_of(
        st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=30), st.binary(max_size=30)
    )
    return st.recursive(
        leaves, lambda deeper: st.lists(deeper, max_size=4) | st.dictionaries(st.text(max_size=8), deeper, max_size=4)
    )


@st.composite
def mutated(draw: st.DrawFn, text: str) -> str:
    """A text with a few characters changed, taken out, doubled or put in."""
    made = list(text)
    for _ in range(draw(st.integers(1, 6))):
        i = draw(st.integers(0, max(0, len(made) - 1)))
        how = draw(st.sampled_from(("drop", "put", "swap", "double", "cut")))
        if how == "put" or not made:
            made.insert(i, draw(st.characters()))
        elif how == "drop":
            del made[i]
        elif how == "swap":
            made[i] = draw(st.sampled_from('0123456789abcxyz"[]{}.;: \\\n-,') | st.characters())
        elif how == "double":
            made[i:i] = made[i : i + 20]
        else:
            del made[i:]
    return "".join(made)
