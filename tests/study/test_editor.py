"""Painting in every game: brushes and forms do what they say, and whatever they let through can be played on."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

import pizzabox
from pizzabox.engine.editor import Draft, Editor, Field, Form
from pizzabox.engine.errors import PizzaboxError
from pizzabox.engine.game import Game
from pizzabox.engine.position import Position
from pizzabox.engine.state import GameState, Grid, Ints, i8
from pizzabox.study.analysis_board import board, filled, form, painted
from pizzabox.testing import advance
from tests.helpers import every_game, size, stations

SEEDS = range(0, 50, size(7, 1))
"""Games that are played on, of each option set; every game of the box has at least four sets."""


def brushes_of(game: Game) -> Editor:
    assert game.editor is not None
    return game.editor


def entry(field: Field, dice: random.Random) -> int | str:
    """Something else for a field, often close to what it has."""
    if field.choices:
        return dice.choice(field.choices)[0]
    near = min(field.high, max(field.low, int(field.value) + dice.choice((-1, 1))))
    return dice.choice((near, near, field.low, field.high))


def scribbled(pos: Position, dice: random.Random) -> Position | None:
    """The position after one random stroke of a brush or a few random entries; None when that cannot be."""
    brushes, before = brushes_of(pos.game), bytes(pos.state)
    names, places, fields = brushes.names(pos.state), brushes.places(pos.state), brushes.fields(pos.state)
    try:
        if names and dice.random() < 0.5:
            made = painted(pos, dice.choice(names).name, dice.choice(places))
        else:
            chosen = dice.sample(fields, min(len(fields), dice.choice((1, 1, 2, 4))))
            made = filled(pos, {field.name: entry(field, dice) for field in chosen})
    except PizzaboxError:
        return None
    finally:
        assert bytes(pos.state) == before, "painting changes nothing but what it gives back"
    return pizzabox.position(made["code"])


@every_game
def test_brushes_and_fields_are_what_the_picture_and_the_position_have(game: Game) -> None:
    brushes = brushes_of(game)
    for pos in stations(game, 5, size(4, 8)):
        shown = board(pos, painting=True)
        tokens = set(re.findall(r'data-token="([^"]+)"', shown["picture"]["pieces"]))
        assert set(brushes.places(pos.state)) <= tokens
        assert set(shown["tokens"]) == set(brushes.places(pos.state)) and shown["painting"]
        assert len({brush[0] for brush in shown["brushes"]}) == len(shown["brushes"])
        fields = brushes.fields(pos.state)
        assert len({field.name for field in fields}) == len(fields) > 0
        for field in fields:
            assert field.text and field.group and field.read(field.value) == field.value
        assert filled(pos, {field.name: field.value for field in fields})["code"] == pos.code
        told = form(pos)
        assert all(one["choices"] is None or told["lists"][one["choices"]] for one in told["fields"])


@every_game
def test_games_go_on_from_whatever_was_painted(game: Game) -> None:
    game.warm()
    kept = refused = played = 0
    for seed in SEEDS:
        dice, pos = random.Random(seed), game.start(seed=seed)
        for _ in range(dice.randrange(60)):
            if not pos.over:
                advance(pos, dice)
        for _ in range(6):
            made = scribbled(pos, dice)
            kept, refused = kept + (made is not None), refused + (made is None)
            pos = made or pos
            assert game.kernels.audit(pos.state) == 0
        assert game.position(pos.data()) == pos
        view = pos.view(-1)
        assert view.svg() and view.prompt and str(view)
        while not pos.over:
            advance(pos, dice)
            assert game.kernels.audit(pos.state) == 0
        played += 1
        assert len(pos.returns) == game.players
    assert played == len(SEEDS) and kept > len(SEEDS) and refused


@every_game
def test_what_makes_no_sense_is_refused_in_words(game: Game) -> None:
    pos = game.start(seed=3)
    field = brushes_of(game).fields(pos.state)[0]
    wrong: tuple[tuple[Any, str], ...] = (
        ({"nonsense": 1}, "no field 'nonsense'"),
        ([], "a form must be"),
        ({field.name: "nonsense"}, re.escape(field.text)),
        ({field.name: None}, re.escape(field.text)),
        ({field.name: True}, re.escape(field.text)),
        ({field.name: -99}, re.escape(field.text)),
    )
    for entries, sentence in wrong:
        with pytest.raises(PizzaboxError, match=sentence):
            filled(pos, entries)
    with pytest.raises(PizzaboxError, match="no brush"):
        painted(pos, "nonsense", "a1")
    for brush in brushes_of(game).names(pos.state)[:1]:
        for token in ("nonsense", "", 7):
            with pytest.raises(PizzaboxError):
                painted(pos, brush.name, token)


def test_a_draft_knows_what_was_changed() -> None:
    fields = [Field("a.0", "A", 1, high=3), Field("b", "B", "x", (("x", "X"), ("y", "Y")))]
    draft = Draft(fields, {"a.0": 1, "b": "y"})
    assert draft == {"a.0": 1, "b": "y"} and draft.changed == {"b"}
    assert draft.touched("b") and not draft.touched("a")


class Larder(GameState):
    """A state of every shape that a form writes into."""

    left: int = i8(0, 9)
    open_: int = i8(0, 1)
    tins: Ints = i8[2](0, 9)
    stock: Grid = i8[2, 3](0, 9)


def test_a_form_reads_its_values_from_the_state_and_a_draft_writes_them_back() -> None:
    s = Larder()
    s.left, s.open_, s.tins[1], s.stock[1, 2] = 4, 1, 5, 6
    form = Form(s, "Things")
    form.number("left", "Left", 9)
    form.switch("open_", "Open")
    form.listing("tins.1", "Tins", [str(n) for n in range(10)])
    form.group = "Stock"
    form.number("stock.1.2", "Cheese", 9, 1)
    form.choice("mood", "Mood", (("good", "Good"), ("bad", "Bad")), "bad")
    assert [(field.name, field.value) for field in form.fields] == [
        ("left", 4),
        ("open_", "1"),
        ("tins.1", "5"),
        ("stock.1.2", 6),
        ("mood", "bad"),
    ]
    assert [field.group for field in form.fields] == ["Things"] * 3 + ["Stock"] * 2
    draft = Draft(form.fields, {"left": 7, "open_": "0", "tins.1": "2", "stock.1.2": 3, "mood": "good"})
    draft.put(s, "open_", "tins", "stock", "nothing")
    assert (s.left, s.open_, list(s.tins), s.stock.tolist()) == (4, 0, [0, 2], [[0, 0, 0], [0, 0, 3]])
    draft.put(s, "left")
    assert s.left == 7
