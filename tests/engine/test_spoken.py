"""The position in sentences: of every game, without signs, and from the view alone; so is all else that is heard."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from html import unescape

import pytest

import pizzabox
from pizzabox.engine.catalogue import Catalogue, calling, languages, speaking
from pizzabox.engine.game import Game
from pizzabox.engine.picture_parts import things
from pizzabox.engine.position import Position, View
from pizzabox.engine.svg import palette
from pizzabox.table.lesson import lesson
from tests.helpers import OURS, every_game, size

SIGNS = re.compile(r"[*_|→●○▲?]|\d:\d")
PAGE = palette("page")
LABEL = re.compile(r'aria-label="([^"]*)"')
BAD = re.compile(
    r"""[*_|→←↑↓×±·•●○▲△=<>{}\[\]^~\#+&½¼¾°/\\] | [−–—] | \d[-:x]\d
    | \b[A-Z]?[a-n]\d{1,2}[-x:][a-n]?\d | (?<![Hh]alf\ )(?<![Mm]età\ )\b\d[ab]\b | \b\d+\ \d""",
    re.VERBOSE,
)
"""Signs, notation of moves, the name of a half that is not called so, two numbers in a row."""


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("name", OURS)
def test_a_game_is_told_without_signs(name: str, language: str) -> None:
    dice, pos = random.Random(7), pizzabox.load(name).start(seed=7)
    with speaking(language):
        first = pos.view(0).spoken()
        for _ in range(size(15, 25)):
            if pos.over:
                break
            player = pos.actors[0]
            pos.play(dice.choice(list(pos.legal(player))), player)
            for viewer in (-1, 0, 1):
                told = pos.view(viewer).spoken()
                assert len(told) > 3
                assert not [line for line in told if SIGNS.search(line) or not line.strip()]
                assert told[0] in unescape(pos.view(viewer).svg()), "the picture carries it"
                assert told[-1] == pos.view(-1).prompt, "whose turn it is or who won comes last"
                assert pos.view(viewer).spoken("Ada gave up.") == [*told[:-1], "Ada gave up."]
        assert pos.view(0).spoken() != first


OWN = {
    "theory": ("You play Green.", r"Green.* holds \w+ and has", r"(Red|White).* holds \w+ and has"),
    "pizzeria": ("You play Green.", r"Green.* has(n't)? saved", r"(Red|White).* has(n't)? saved"),
    "wars": (
        "You play Red (Bob) and have 10 pieces on the boards:",
        r"[h-n]\d, \w+.*, slices",
        r"White.* has 10 pieces",
    ),
    "hexentafl": ("You attack the King.", r"6 attackers: ", r"The King is on"),
    "shark": ("You play Black.", r"Black.*'s tray: ", r"(Ticket 1|Green \(Ada\)'s tray): "),
}
"""Seats, the player's own part and the sentence after it, as the second player hears them."""


@pytest.mark.parametrize("name", OURS)
def test_own_things_are_told_first_and_names_go_with_colours(name: str) -> None:
    pos = pizzabox.load(name).start(seed=7)
    you, own, others = OWN[name]
    with calling(("Ada", "Bob")):
        told = pos.view(1).spoken()
    assert told.index(you) < _where(told, own) < _where(told, others)
    if name != "hexentafl":
        assert any("(Ada)" in line for line in told)
    watched = pos.view(-1).spoken()
    assert not [line for line in watched if line.startswith("You ")], "a spectator has nothing"
    assert {line for line in watched if re.match(own, line)}, "and is told of everybody all the same"


def _where(lines: list[str], wanted: str) -> int:
    return next(i for i, line in enumerate(lines) if re.match(wanted, line))


def test_the_last_move_of_pizza_wars_is_told() -> None:
    pos = pizzabox.load("wars").start(seed=1)
    assert not [line for line in pos.view(0).spoken() if "last" in line]
    pos.play("Kf2-g1")
    assert pos.view(-1).spoken()[0].startswith("The last move: "), "who has nothing of one's own hears that first"
    assert "The last move: White's Cook went from f2 to g1." in pos.view(1).spoken()
    pos.play("g1>")
    assert "Turned last: White's Cook on g1." in pos.view(1).spoken()


def test_what_another_ate_in_secret_is_not_told() -> None:
    dice, pos = random.Random(3), pizzabox.load("pizzeria", players=2).start(seed=3)
    while not pos.over and not (pos.state.bites[0] and pos.state.bites[1]):
        player = pos.actors[0]
        pos.play(dice.choice(list(pos.legal(player))), player)
    told = ([line for line in pos.view(viewer).spoken() if line.startswith("Red has")] for viewer in (0, 1))
    mine, theirs = map(" ".join, told)
    assert "in secret" not in mine and "in secret" in theirs


def heard(view: View) -> Iterator[str]:
    """What this viewer hears without a touch: the position, its labels, explanations and standings."""
    words, s, viewer = view.game.words, view.state, view.viewer
    drawn = f"{view.game.picture.board(s, PAGE)}{view.game.picture.pieces(s, viewer, PAGE)}"
    yield from view.spoken()
    yield view.prompt
    yield from (unescape(label) for label in LABEL.findall(drawn))
    yield from (view.explain(thing) for thing in things(drawn))
    for standing in words.standing(s, viewer):
        yield from (standing.name, standing.said or standing.score, *standing.notes)


def heard_of_a_move(pos: Position, player: int, code: int) -> Iterator[str]:
    """What this viewer hears while a move is put together and, once it is played, about what it did."""
    words, view = pos.game.words, pos.view(player)
    tokens = words.tokens(view.state, player, code)
    for n in range(len(tokens) + 1):
        picked, preview = view.pick(player, tokens[:n]), words.preview(view.state, player, tokens[:n])
        yield from (words.spell(view.state, token) for token in picked.next)
        yield from (picked.sentence, *preview.lines, preview.loses)
    pos.play(code, player)
    for viewer in (player, -1):
        yield from pos.story(pos.steps[-1], bytes(pos.state), viewer)


@every_game
def test_nothing_that_is_heard_has_signs(game: Game) -> None:
    """In a random game of every option set, looked at from all sides in turn."""
    for lang in languages():
        dice, pos = random.Random(5), game.start(seed=5)
        with speaking(lang):
            for n in range(size(14, 300)):
                if pos.over:
                    break
                player = dice.choice(pos.actors)
                told = list(heard(pos.view((-1, player)[n // 10 % 2]))) if n % 10 == 0 else []
                told += heard_of_a_move(pos, player, dice.choice(pos.legal(player).codes))
                assert [text for text in told if BAD.search(text)] == []
            assert [text for text in pos.view(-1).spoken() if BAD.search(text)] == []


def test_what_the_page_itself_says_has_no_signs() -> None:
    for lang in languages():
        said = {key: re.sub(r"{[^{}]*}", "x", text) for key, text in Catalogue("pizzabox.web").raw(lang).items()}
        assert [key for key, text in said.items() if key.startswith("js.") and BAD.search(text)] == []


@pytest.mark.parametrize("name", OURS)
def test_lessons_are_read_without_signs(name: str) -> None:
    taught = lesson(pizzabox.load(name))
    for lang in languages():
        with speaking(lang):
            steps = [taught.words(n) for n in range(len(taught.steps))]
            texts = [text for step in steps for text in (step["text"], *step.get("points", []))]
            assert [text for text in texts if BAD.search(text)] == []


@pytest.mark.parametrize("text", ["mixed 5/7", "Kf4-g3", "8**", "take (×3)", "1 4 formaggi", "e5 · e6", "on 1a", "±3"])
def test_a_sign_is_found(text: str) -> None:
    assert BAD.search(text)


@pytest.mark.parametrize("text", ["half 1a, cheese, 0 of 3", "e5, e6 and f7", "nord-est", "mushroom 7 (2 leaves)"])
def test_words_are_no_signs(text: str) -> None:
    assert not BAD.search(text)
