"""The drawn examples of the rules: true positions, true words, and pictures nobody changed unnoticed."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

import pizzabox
from pizzabox.engine import game_files
from pizzabox.engine.catalogue import languages, speaking
from pizzabox.engine.examples import FILE, STEM, Example, examples, words, wrong
from pizzabox.engine.game import Game
from tests.golden import PICTURES, drawings

GAMES = [pizzabox.load(name) for name in pizzabox.names()]
SHOWN = [(game, shown) for game in GAMES for shown in examples(game).values()]
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
every_example = pytest.mark.parametrize(("game", "shown"), SHOWN, ids=[f"{g.name}-{e.id}" for g, e in SHOWN])


@every_game
def test_a_game_has_at_least_five_examples_each_below_a_rule(game: Game) -> None:
    assert len(examples(game)) >= 5
    for shown in examples(game).values():
        assert shown.rule in game.rules, shown.id


@every_example
def test_positions_can_be_and_claims_hold(game: Game, shown: Example) -> None:
    for pos in (shown.before(game), shown.after(game)):
        assert pos.game.check(pos.state) is None
        assert pos.game.position(pos.data()) == pos
    assert shown.claims, "an example claims something that can be checked"
    assert wrong(game, shown) == []


def test_a_false_claim_is_noticed() -> None:
    theory = pizzabox.load("theory")
    tie = examples(theory)["tie"]
    for what, false in {
        "scores": [9, 9, 9],
        "before": [0, 0, 0],
        "says": ["Nobody ever said this."],
        "over": True,
        "winners": [1],
        "legal": ["cut 9"],
        "illegal": {"cut 3": "T2.2"},
        "state": {"turn": 9},
        "actors": [2, 1],
    }.items():
        assert len(wrong(theory, replace(tie, claims={what: false}))) == 1, what
    with pytest.raises(ValueError, match="there's no check for"):
        wrong(theory, replace(tie, claims={"taste": "good"}))


@every_game
@pytest.mark.parametrize("lang", languages())
def test_examples_have_their_words_in_every_language(game: Game, lang: str) -> None:
    own = game_files.data(game, f"{STEM}.{lang}.toml")
    assert list(own) == list(examples(game)), f"examples.{lang}.toml of {game.name}"
    with speaking(lang):
        for id in examples(game):
            said = words(game, id)
            assert set(said) == {"title", "text"}
            assert len(said["title"]) > 3
            assert 40 < len(said["text"]) < 520


@every_game
def test_another_language_is_another_text(game: Game) -> None:
    english = {id: words(game, id)["text"] for id in examples(game)}
    for lang in set(languages()) - {"en"}:
        with speaking(lang):
            assert [id for id in english if words(game, id)["text"] == english[id]] == []


@every_game
def test_pictures_are_those_that_somebody_looked_at(game: Game) -> None:
    for name, drawn in drawings(game).items():
        kept = PICTURES / name
        assert kept.exists(), f"{name} is new; draw it with `make golden` and look at it"
        assert kept.read_text(encoding="utf-8") == drawn, f"{name} changed; `make golden` draws it anew: look at it"


def test_no_picture_is_left_over() -> None:
    assert {path.name for path in PICTURES.iterdir()} == {name for game in GAMES for name in drawings(game)}


def sheet(game: Game, lang: str) -> dict[str, Any]:
    return game_files.data(game, f"quick.{lang}.toml")


@every_game
@pytest.mark.parametrize("lang", languages())
def test_the_quick_reference_names_rules_that_exist(game: Game, lang: str) -> None:
    english, own = sheet(game, "en"), sheet(game, lang)
    ids = [re.findall(r"[A-Z]+\d+\.\d+", line) for part in own["section"] for line in part["lines"]]
    assert sum(map(len, ids)) > 12
    assert [id for row in ids for id in row if id not in game.rules] == []
    assert ids == [re.findall(r"[A-Z]+\d+\.\d+", line) for part in english["section"] for line in part["lines"]]
    assert [len(part["lines"]) for part in own["section"]] == [len(part["lines"]) for part in english["section"]]
    assert own["goal"]


@every_game
def test_the_quick_reference_shows_pictures_that_exist(game: Game) -> None:
    named = game_files.data(game, FILE)["quick"]
    assert len(named) == 3
    for name in named:
        assert f"{game.name}-{name}.svg" in drawings(game)
