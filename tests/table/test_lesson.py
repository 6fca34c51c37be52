"""Guided first games: their scripts can be played, their words are there, and nothing but the lesson's move goes on."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
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
    assert sum(bool(step.move) for step in taught.steps) >= 5
    assert taught.steps[-1].id == "end" and taught.at[-1].over
    assert taught.at[-1].winners == (taught.seat,)
    for number, step in enumerate(taught.steps):
        assert not step.move or taught.seat in taught.at[number].actors


@every_game
def test_every_step_can_be_read_in_words(game: Game) -> None:
    taught = lesson(game)
    for number, pos in enumerate(taught.at):
        assert ask(game, "spoken", number)["spoken"] == pos.view(taught.seat).spoken()


@every_game
def test_the_learner_decides_at_a_third_of_the_steps(game: Game) -> None:
    taught = lesson(game)
    choices = [number for number, step in enumerate(taught.steps) if step.choice]
    assert 3 * len(choices) >= len(taught.steps)
    for number in choices:
        wanted, legal = taught.wanted(number), {move.code for move in taught.at[number].legal(taught.seat)}
        assert wanted and taught.named[number].keys() <= legal - {wanted.code}
        assert {name for kind, name in taught.named[number].values() if kind == "wrong"} == set(
            taught.steps[number].wrong
        )
        assert shown(taught, number)["lesson"]["glow"] == [], "nothing gives the answer away"


@every_game
@pytest.mark.parametrize("lang", languages())
def test_words_never_name_a_space_for_names_are_not_drawn_on_every_board(game: Game, lang: str) -> None:
    """Nor a half of a tray: what is meant glows, or is described as it is seen."""
    text = json.dumps(game_files.data(game, f"{STEM}.{lang}.toml"))
    assert re.findall(r"\b(?:[a-n][1-9]|[1-4][ab])\b", text) == []


def test_stealing_feeding_and_bait_of_pizza_shark_are_played_by_the_learner() -> None:
    played = [step.move.split()[0] for step in lesson(pizzabox.load("shark")).steps if step.choice]
    assert {"set", "upgrade", "take", "place", "steal", "bait", "feed"} <= set(played)


@every_game
@pytest.mark.parametrize("lang", languages())
def test_every_step_has_its_words_in_every_language(game: Game, lang: str) -> None:
    taught, own = lesson(game), game_files.data(game, f"{STEM}.{lang}.toml")
    assert list(own) == [step.id for step in taught.steps], f"lesson.{lang}.toml of {game.name}"
    for number, step in enumerate(taught.steps):
        assert own[step.id].keys() == wanted_words(taught, number), step.id
        assert 30 < len(own[step.id]["text"]) < 470, step.id
        for kind in ("wrong", "also"):
            assert own[step.id].get(kind, {}).keys() == getattr(step, kind).keys(), step.id
        with speaking(lang):
            assert taught.words(number) == own[step.id]
    if lang != "en":
        english = game_files.data(game, f"{STEM}.en.toml")
        assert [id for id in own if own[id]["text"] == english[id]["text"]] == []


def wanted_words(taught: Lesson, number: int) -> set[str]:
    """What a step has to say; `other` where a legal move has no answer of its own."""
    step, legal = taught.steps[number], taught.at[number].legal(taught.seat) if taught.steps[number].move else []
    other = {"other"} if len(legal) > len(taught.named[number]) + 1 or (step.move and not step.choice) else set()
    end = {"points"} if step.id == "end" else set()
    return {"text"} | other | end | {kind for kind in ("wrong", "also") if getattr(step, kind)}


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
    with pytest.raises(PizzaboxError, match="the steps of this lesson are numbered from 0 to"):
        ask(game, "next", len(taught.steps) - 1)


@every_game
def test_another_move_gets_its_answer_and_changes_nothing(game: Game) -> None:
    taught = lesson(game)
    before = [bytes(pos) for pos in taught.at]
    for number, step in enumerate(taught.steps):
        if not step.move:
            continue
        words, tokens = taught.words(number), right(taught, number)
        others = [move for move in taught.at[number].legal(taught.seat) if list(move.tokens) != tokens]
        tried = {taught.named[number].get(move.code): move for move in others[:60]}
        assert tried.keys() >= set(taught.named[number].values())
        for found, move in tried.items():
            answer = ask(game, "move", number, tokens=list(move.tokens))
            kind, name = found or ("", "")
            said = words[kind][name] if kind else words["other"]
            alike = kind == "also"
            assert answer == {"type": "other", "what": said, "right": alike, "glow": tokens if alike else []}
    assert [bytes(pos) for pos in taught.at] == before


STEP = """
options = {first = "red", cap = 3}
seed = 1
seat = "red"

[[step]]
id = "add"
"""
WORDS = """
[add]
text = "Add a topping."
wrong = {near = "Too near.", side = "At the side.", rest = "No."}
also = {far = "Far enough."}
"""


@pytest.mark.parametrize(
    ("script", "what"),
    [
        ('move = "a1"\nwrong = {near = ["c1"]}', "step add, answer near: c1 isn't legal there"),
        ('move = "a1"\nwrong = {near = ["a1"]}', "step add, answer near: a1 isn't legal there, is the right move"),
        ('move = "a1"\nalso = {far = ["g1"]}\nwrong = {near = ["g1"]}', "answer near: g1 .* already has an answer"),
        ('wrong = {near = ["g1"]}', "step add: a choice needs its right move"),
        ('move = "a1"\nalso = {far = ["g1"]}', "step add: only a choice has other right moves"),
        ('move = "a1"\nglow = false', "step add: a step has no glow"),
    ],
)
def test_a_script_that_is_wrong_says_what(tmp_path: Path, script: str, what: str) -> None:
    with pytest.raises(ValueError, match=what):
        written(tmp_path, script)


def test_a_star_stands_for_anything_but_the_right_move(tmp_path: Path) -> None:
    taught = written(tmp_path, 'move = "a1"\nwrong = {side = ["a*"], rest = ["*"]}')
    pos = taught.at[0]
    names = {pos.move(0, code).text: name for code, (_, name) in taught.named[0].items()}
    assert "a1" not in names and names["a2"] == "side" and names["d4"] == "rest"


def written(folder: Path, script: str) -> Lesson:
    """A lesson of Pizza Theory with this one step."""
    (folder / "lesson.toml").write_text(STEP + script)
    (folder / "lesson.en.toml").write_text(WORDS)
    return lesson(replace(pizzabox.load("theory"), rules_path=folder / "rules.md"))


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
        ("dance", 0, "there's no 'dance'"),
        (None, 0, "there's no None"),
        ("step", 99, "numbered from 0 to"),
        ("step", -1, "numbered from 0 to"),
        ("step", True, "numbered from 0 to"),
        ("step", None, "numbered from 0 to"),
        ("next", 1, "make your move"),
        ("show", 0, "nothing to play"),
        ("move", 1, "tokens must be a list of texts"),
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
    other = Lesson(taught.game, seat, taught.names, taught.steps, at, taught.named)
    assert (passed(other, number - 1)["stages"], shown(other, number)) == (told[0]["stages"], told[1])
