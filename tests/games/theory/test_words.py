"""Notation, prompts and reasons."""

from __future__ import annotations

import re
from typing import Any

import pytest

import pizzabox
from pizzabox.engine.catalogue import Catalogue
from pizzabox.games.theory import words
from pizzabox.games.theory.board import NAMES
from tests.helpers import SAID_BY_THE_ENGINE, walk


def start(**options: Any) -> pizzabox.Position:
    return pizzabox.load("theory", first="red", **options).start(seed=1)


@pytest.mark.parametrize("text", ["d4", "D4", " d 4 ", "d04", "red d4"])
def test_a_space_can_be_typed_in_many_ways(text: str) -> None:
    assert start().play(text).text == "d4"


@pytest.mark.parametrize("text", ["cut 5", "CUT5", "5", " cut  5 "])
def test_a_cut_can_be_typed_in_many_ways(text: str) -> None:
    pos = start()
    while pos.state.phase != 2:
        pos.play(pos.legal()[0])
    assert pos.play(text).text == "cut 5"


@pytest.mark.parametrize(
    ("text", "reason", "rule"),
    [
        ("h3", "columns run from a to g", "T1.2"),
        ("a9", "column a has spaces 1 to 4", "T1.2"),
        ("a0", "there's no space a0: column a has spaces 1 to 4, and the columns run from a to g", "T1.2"),
        ("h00", "there's no space h0: the columns run from a to g", "T1.2"),
        ("cut 7", "the lines are numbered 1 to 6", "T1.3"),
        ("0", "the lines are numbered 1 to 6", "T1.3"),
        ("white d4", "isn't the colour to place now", "T2.1"),
        ("blargh", "write a space such as c4, or cut and a number from 1 to 6", ""),
        ("", "write a space such as c4", ""),
        ("cut 3", "first you add a topping, then you cut", "T2.4"),
        ("c2", "c2 already has a red topping", "T2.2"),
        ("d2", "d2 is next to your topping on c2", "T2.2"),
    ],
)
def test_a_bad_move_says_what_is_wrong_and_which_rule(text: str, reason: str, rule: str) -> None:
    pos = start()
    before = bytes(pos)
    with pytest.raises(pizzabox.IllegalMove) as caught:
        pos.play(text)
    assert reason in caught.value.reason
    assert caught.value.rule == rule
    assert bytes(pos) == before
    assert pos.steps == []


@pytest.mark.parametrize(
    "text",
    ["d" + "0" * 98 + "4 and more", "0" * 99 + "5x", "d\u0664", "d\uff14", "\u0665", "cut 5.", "d4!", "red  d4 d4"],
)
def test_what_is_not_a_move_as_a_whole_is_none(text: str) -> None:
    pos = start()
    with pytest.raises(pizzabox.IllegalMove, match="isn't a move"):
        pos.play(text)
    while pos.state.phase != 2:
        pos.play(pos.legal()[0])
    with pytest.raises(pizzabox.IllegalMove, match="isn't a move"):
        pos.play(text)


def test_reasons_of_the_wrong_time() -> None:
    pos = start()
    assert "it's Red's turn to add" in str(pos.why_not("d4", 1))
    while pos.state.phase != 2:
        pos.play(pos.legal()[0])
    assert "no more toppings this round; choose a cut from 1 to 6 (T3.1)" in str(pos.why_not("d4"))
    pos.play("cut 1", 0)
    assert "you've already chosen your cut" in str(pos.why_not("cut 2", 0))
    assert "with three players" in str(start().why_not(37))
    two = start(players=2)
    assert "now you add a red topping (T2.1)" in str(two.why_not("white d4"))
    two.play("d4")
    two.play(two.legal()[0])
    assert "now you place a white topping (T5.4)" in str(two.why_not("red a1"))
    done = list(walk(pizzabox.load("theory"), 3))[-1]
    assert "the game is over (T4.2)" in str(done.why_not("d4", 0))


def test_every_refusal_has_a_sentence_and_a_known_rule() -> None:
    pos = start()
    for code in range(pos.game.codes):
        refused = pos.why_not(code)
        if refused:
            assert refused.rule in pos.game.rules
            assert re.match(r"[a-z].*[^.]$", refused.reason)


def test_prompts_say_what_to_do_and_for_whom_to_wait() -> None:
    pos = start()
    assert pos.view(0).prompt == "Add one of your toppings. You're 1st this round."
    assert pos.view(1).prompt == pos.view(-1).prompt == "Red adds a topping."
    while pos.state.phase != 2:
        pos.play(pos.legal()[0])
    assert pos.view(1).prompt.startswith("Choose your cut in secret")
    assert pos.view(-1).prompt == "Red, Green and White choose a cut in secret."
    pos.play("cut 4", 1)
    assert pos.view(1).prompt == "You've chosen cut 4. Waiting for Red and White. You can still change it."
    pos.play("cut 4", 0)
    assert pos.view(0).prompt.startswith("You've chosen cut 4. Waiting for White.")
    assert pos.view(-1).prompt == "White chooses a cut in secret."


def test_two_player_prompts() -> None:
    pos = start(players=2)
    assert pos.view(0).prompt == "Add one of your toppings. You're first this round."
    pos.play("d4")
    assert pos.view(1).prompt == "Add one of your toppings. You're second this round."
    pos.play(pos.legal()[0])
    cut = pos.state.cut[2]
    assert pos.view(0).prompt == f"You're first, and the die shows {cut}: place a white topping next to its cutter."
    assert pos.view(1).prompt == f"Red places a white topping next to its cutter. The die shows {cut}."


def test_text_board_shows_every_space_and_every_topping() -> None:
    for pos in walk(pizzabox.load("theory"), 2):
        text = str(pos)
        assert len(re.findall(r"\b[a-g]\d\b", text)) == 37
        board = text.split("Round", maxsplit=1)[0]
        for sign, count in zip("●○▲", pos.scores, strict=True):
            assert board.count(sign) == count
        assert max(len(line) for line in text.splitlines()) <= 80


def test_a_view_prints_chosen_for_a_hidden_cut_and_the_number_for_its_owner() -> None:
    pos = start()
    while pos.state.phase != 2:
        pos.play(pos.legal()[0])
    pos.play("cut 6", 0)
    assert "cut 6" in str(pos.view(0))
    assert "cut 6" not in str(pos.view(1))
    assert "chosen" in str(pos.view(1))


def test_every_text_in_the_catalogue_is_used() -> None:
    from pathlib import Path

    source = "".join(p.read_text(encoding="utf-8") for p in Path(words.__file__).parent.rglob("*.py"))
    for key in Catalogue("pizzabox.games.theory").keys():
        if key.startswith(SAID_BY_THE_ENGINE):
            continue
        stem = re.sub(r"\.\d$", ".", key)
        assert stem in source, f"{key} is never said"


def test_the_preview_of_a_cut_averages_over_what_is_not_known() -> None:
    from tests.games.theory.test_rules import EXAMPLE, cutting

    pos = cutting(**EXAMPLE)
    pos.play("cut 6", 1)
    shown = pos.view(0).preview(0, ("cut 5",))
    assert shown.after.cut[0] == 5
    counts = []
    for green in range(1, 7):
        for white in range(1, 7):
            trial = cutting(**EXAMPLE)
            for player, number in enumerate((5, green, white)):
                trial.play(f"cut {number}", player)
            counts.append(trial.scores[0])
    mean = round(sum(counts) / 36, 1)
    assert shown.lines[0].startswith(f"Cut 5: you'd have {mean} toppings on average")
    assert shown.plain and shown.plain.lines == () and shown.plain.after.cut[0] == 5, "where the cut goes is no help"
    assert f"at worst {min(counts)}, at best {max(counts)}" in shown.lines[0]


def test_the_tally_adds_up() -> None:
    for seed in range(10):
        done = list(walk(pizzabox.load("theory", players=2 + seed % 2), seed))[-1]
        for row in done.game.words.tally(done.state).rows:
            before, won, lost, total = (int(cell) for cell in row[1:])
            assert before + won + lost == total


def finished(spaces: list[list[str]], **more: Any) -> pizzabox.Position:
    options = more.pop("options", {})
    game = pizzabox.load("theory", **options)
    state = {"spaces": spaces, "phase": "over", "rounds": 1, **more}
    return game.position({"options": dict(game.options), "state": state})


SIXTEEN = [*(name for name in NAMES if name[0] in "abc"), "d1"]
REST = [name for name in NAMES if name[0] in "efg"]


@pytest.mark.parametrize(
    ("spaces", "more", "rule", "told"),
    [
        ([SIXTEEN, ["f1"], ["g1"]], {"won": ["0"]}, "T4.2", "Red wins with 16 toppings on the pizza."),
        (
            [SIXTEEN, [*REST, "d4", "d5", "d6", "d7"], ["d2"]],
            {"won": ["1"]},
            "T4.3",
            "Green wins with 19 toppings on the pizza.",
        ),
        (
            [SIXTEEN, [*REST, "d7"], ["d2"]],
            {"won": ["0", "1"]},
            "T4.4",
            "Red and Green share the win with 16 toppings each.",
        ),
        (
            [["a1"], ["f1"], []],
            {"won": ["0", "1"], "options": {"cap": 1}},
            "T4.5",
            "That was round 1, the last one. Red and Green share the win with 1 topping each.",
        ),
        (
            [["a1", "a3"], ["f1"], []],
            {"won": ["0"], "rounds": 2, "options": {"cap": 2}},
            "T4.5",
            "That was round 2, the last one. Red wins with 2 toppings on the pizza.",
        ),
        (
            [["f1"], ["f3"], SIXTEEN],
            {"won": [], "options": {"players": 2}},
            "T5.6",
            "Both players lose: White has 16 toppings on the pizza.",
        ),
        (
            [[*REST, "d7"], ["d2"], SIXTEEN],
            {"won": ["0"], "options": {"players": 2}},
            "T5.6",
            "Red wins with 16 toppings on the pizza.",
        ),
        (
            [["a1"], [], ["g1", "g3"]],
            {"won": [], "options": {"players": 2, "cap": 1}},
            "T5.6",
            "That was round 1, the last one. Both players lose: White has 2 toppings on the pizza.",
        ),
        (
            [["a1"], [], ["g1"]],
            {"won": ["0"], "options": {"players": 2, "cap": 1}},
            "T4.5",
            "That was round 1, the last one. Red wins with 1 topping on the pizza.",
        ),
    ],
)
def test_a_finished_game_says_how_and_by_which_rule_it_ended(
    spaces: list[list[str]], more: dict[str, Any], rule: str, told: str
) -> None:
    pos = finished(spaces, **more)
    assert pos.over and pos.prompt == told
    refused = pos.why_not("d4", 0)
    assert refused is not None
    assert (refused.reason, refused.rule) == ("the game is over", rule)
    assert words.chapter(pos.state, 0) == rule
