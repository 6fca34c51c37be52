"""Guided first games: their scripts can be played, their words are there, and nothing but the lesson's move goes on."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import pizzabox
from pizzabox.engine import game_files
from pizzabox.engine.catalogue import languages, speaking
from pizzabox.engine.errors import IllegalMove, PizzaboxError
from pizzabox.engine.game import Game
from pizzabox.server.lessons import respond
from pizzabox.table.lesson import STEM, Lesson, has_lesson, lesson, passed, shown

GAMES = [pizzabox.load(name) for name in pizzabox.names()]
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def ask(game: Game, do: str, step: Any, **more: Any) -> dict[str, Any]:
    return respond(game.name, {"do": do, "step": step, **more})


def right(taught: Lesson, number: int) -> list[str]:
    wanted = taught.wanted(number)
    assert wanted
    return list(wanted.tokens)


@every_game
def test_a_lesson_is_a_whole_game_that_the_learner_wins(game: Game) -> None:
    assert has_lesson(game)
    taught = lesson(game)
    assert 10 <= len(taught.steps) <= 20
    assert len({step.id for step in taught.steps}) == len(taught.steps)
    moves = [step for step in taught.steps if step.move]
    assert len(moves) >= 5 and any(not step.glow for step in moves), "once the learner looks for it alone"
    assert taught.steps[-1].id == "end" and taught.at[-1].over
    assert taught.at[-1].winners == (taught.seat,)
    for number, step in enumerate(taught.steps):
        assert not step.move or taught.seat in taught.at[number].actors


@every_game
@pytest.mark.parametrize("lang", languages())
def test_every_step_has_its_words_in_every_language(game: Game, lang: str) -> None:
    taught, own = lesson(game), game_files.data(game, f"{STEM}.{lang}.toml")
    assert list(own) == [step.id for step in taught.steps], f"lesson.{lang}.toml of {game.name}"
    for number, step in enumerate(taught.steps):
        wanted = {"text", "other"} if step.move else {"text", "points"} if step.id == "end" else {"text"}
        assert set(own[step.id]) == wanted, step.id
        assert 30 < len(own[step.id]["text"]) < 420, step.id
        with speaking(lang):
            assert taught.words(number) == own[step.id]
    if lang != "en":
        english = game_files.data(game, f"{STEM}.en.toml")
        assert [id for id in own if own[id]["text"] == english[id]["text"]] == []


@every_game
def test_step_by_step_to_the_end(game: Game) -> None:
    taught = lesson(game)
    for number in range(len(taught.steps) - 1):
        table = ask(game, "step", number)
        msgspec.json.encode(table)
        assert table["lesson"]["step"] == number and table["lesson"]["steps"] == len(taught.steps)
        if taught.steps[number].move:
            tokens = right(taught, number)
            assert ask(game, "show", number)["tokens"] == tokens
            assert ask(game, "pick", number, tokens=tokens)["complete"]
            on = ask(game, "move", number, tokens=tokens)
        else:
            on = ask(game, "next", number)
        assert on["type"] == "on" and on["table"] == shown(taught, number + 1)
        assert len(on["stages"]) <= 6
        assert bool(on["said"]) == (len(taught.at[number + 1].steps) > len(taught.at[number].steps))
    with pytest.raises(PizzaboxError, match="the steps of this lesson are numbered 0 to"):
        ask(game, "next", len(taught.steps) - 1)


@every_game
def test_another_move_is_explained_and_changes_nothing(game: Game) -> None:
    taught = lesson(game)
    before = [bytes(pos) for pos in taught.at]
    for number, step in enumerate(taught.steps):
        if not step.move:
            continue
        wanted = taught.wanted(number)
        others = [m for m in taught.at[number].legal(taught.seat)[:40] if wanted and m.code != wanted.code]
        for move in others[:3]:
            answer = ask(game, "move", number, tokens=list(move.tokens))
            assert answer == {"type": "other", "what": taught.words(number)["other"]}
    assert [bytes(pos) for pos in taught.at] == before


def test_an_illegal_move_says_why_with_its_rule() -> None:
    theory = pizzabox.load("theory")
    assert ask(theory, "why", 1, tokens=["c1"]) == {
        "type": "why",
        "allowed": False,
        "what": "c1 is next to your topping on c2.",
        "rule": "T2.2",
    }
    with pytest.raises(IllegalMove) as refused:
        ask(theory, "move", 1, tokens=["c1"])
    assert refused.value.rule == "T2.2"


@pytest.mark.parametrize(
    ("do", "step", "what"),
    [
        ("dance", 0, "there is no 'dance'"),
        (None, 0, "there is no None"),
        ("step", 99, "numbered 0 to"),
        ("step", -1, "numbered 0 to"),
        ("step", True, "numbered 0 to"),
        ("step", None, "numbered 0 to"),
        ("next", 1, "goes on with your move"),
        ("show", 0, "nothing to play"),
        ("move", 1, "tokens are a list of texts"),
    ],
)
def test_bad_requests_say_what_is_wrong(do: Any, step: Any, what: str) -> None:
    more = {"tokens": "c4"} if do == "move" else {}
    with pytest.raises(PizzaboxError, match=what):
        respond("theory", {"do": do, "step": step, **more})


def test_what_others_choose_in_secret_is_not_told_before_the_reveal() -> None:
    """The others' cuts lie in the script before the learner cuts; nothing the page gets may depend on them."""
    taught = lesson(pizzabox.load("theory"))
    number = next(i for i, step in enumerate(taught.steps) if step.id == "second-cut")
    pos, seat = taught.at[number].copy(), taught.seat
    assert pos.state.sealed, "the others have chosen"
    told = passed(taught, number - 1), shown(taught, number)
    for player in range(3):
        if pos.state.sealed >> player & 1:
            pos.state.cut[player] = pos.state.cut[player] % 6 + 1
    at = (*taught.at[:number], pos, *taught.at[number + 1 :])
    other = Lesson(taught.game, seat, taught.names, taught.steps, at)
    assert (passed(other, number - 1)["stages"], shown(other, number)) == (told[0]["stages"], told[1])
