"""Every game is played to its end by the accessibility tree and the keyboard alone."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

import pizzabox
from pizzabox.engine.catalogue import speaking
from pizzabox.engine.game_record import GameRecord
from pizzabox.engine.position import View
from pizzabox.study.puzzle import puzzle
from pizzabox.study.replay import Replay
from pizzabox.table.lesson import lesson
from pizzabox.testing.random_games import LONG
from tests.helpers import OURS, size
from tests.web.page_actions import about, last_third, new_table
from tests.web.screen_reader import Ear, Heard, choices, dialog, focused, on_board, position, prompt, say

BOT = {"kind": "bot", "bot": "random"}
SHORT: dict[str, dict[str, Any]] = {
    "theory": {"players": 2, "cap": 2},
    "pizzeria": {"players": 2},
    "wars": {"setup": "short", "goal": 1, "patience": 2},
    "hexentafl": {},
    "shark": {"cap": size(1, 2)},
}
SHORTENED = () if LONG else ("pizzeria",)
"""Only the last third is played, unless the run is long."""
READ = {
    "theory": [r"[a-g]\d, red pepperoni", r"[a-g]\d, empty", r"cut line 3, parts off [a-g]\d", r"holds 1st"],
    "pizzeria": [
        r"portion \d, \d slices?, .*: .*\d \(\d lea(f|ves)\)",
        r"portion \d, .*, taken by (Red|Green)",
        r"Red has saved (\d|half a)",
        r"slice \d, .*\(\d lea(f|ves)\)",
    ],
    "wars": [r"[a-n]\d, White, \w+.*, slices (north|south|east|west)", r"[a-n]\d, Red, Customer, slices ", r"turn \w+"],
    "hexentafl": [r"[b-h]\d, King$", r"[b-h]\d, attacker, on a corner", r"King.s man", r"empty corner"],
    "shark": [
        r"ticket 1: .*\(cost \d.*\): (take|steal|feed|place) ",
        r"(Green|Black)'s tray: \d+ of 24 slices placed, .*half 1a, .* of 3",
        r"the shark wants \d ",
        r"played card 1: .*\): ",
    ],
}
"""What must be heard of the position at one moment or another."""
POSITION = {
    "theory": r"Red.* holds (1st|2nd|3rd) and has \d+ of 16 toppings on the pizza: [a-g]\d",
    "pizzeria": r"Portion 1, .*",
    "wars": r"[a-n]\d, [A-Z].*, slices ",
    "hexentafl": r"The King is on [b-h]\d",
    "shark": r"(Green|Black).*'s tray: \d+ of 24",
}
NOTATION = re.compile(r"\*|_|\b[A-Z]?[a-n]\d{1,2}-[a-n]\d|\bset [a-z]+ \d[ab]|^(rail|half|cut) \S+$")


def pick(game: str, names: list[str], dice: random.Random) -> str:
    """Something to choose. Who has eaten enough is done, and a King who knows where the corners are does not wander."""
    if game != "hexentafl":
        done = [name for name in names if name.startswith("finish: ")]
        return done[0] if done and dice.random() < 0.7 else dice.choice(names)
    kings = [name for name in names if name.endswith(", King")]
    corners = [name for name in names if name.endswith("empty corner")]
    return (corners or kings or [min(names, key=_far)])[0]


def _far(name: str) -> int:
    """How far a hex is from the corner h5, by its name alone."""
    row, place = ord(name[0]) - ord("h"), int(name[1]) - 5
    return max(abs(row), abs(place), abs(place - row))


@pytest.mark.parametrize("game", OURS)
def test_a_game_is_played_by_ear(visit: Callable[..., Any], game: str) -> None:
    page, dice = visit(reduced_motion="reduce", fresh=True), random.Random(5)
    chosen = pizzabox.load(game, **SHORT[game])
    seats = [{"kind": "me"}, *[BOT] * (chosen.players - 1)]
    begins = {"position": last_third(chosen).code} if game in SHORTENED else {"options": SHORT[game]}
    page.goto(new_table(page, seats, game, **begins)["url"])
    ear = Ear(page)
    heard, read, asked = set[str](), list[list[str]](), set[str]()

    def listen(tree: list[Heard]) -> list[Heard]:
        """What can be chosen; all that is heard meanwhile is fit for ears."""
        names = [one.name for one in tree if one.name and one.role != "RootWebArea"]
        heard.update(names)
        assert not [name for name in names if NOTATION.search(name)]
        twice = Counter(one.name for one in tree if one.role == "button")
        assert not [name for name, n in twice.items() if n > 1], twice
        asked.add(prompt(tree))
        return choices(tree)

    found = ear.wait(listen, "something to choose")
    assert len(found) == len(about(page)["tokens"]), "everything that can be touched has a button"
    names = [one.name for one in ear.tree() if on_board(one)]
    assert [name for name in ear.explored() if name in names] == names, "all that lies there is reached, in order"
    _open_position(ear)

    before: Any = None
    for _ in range(400):
        tree = ear.wait(lambda tree, was=before: _now(tree) != was and (listen(tree) or dialog(tree)) and tree, "more")  # type: ignore[misc]
        if dialog(tree):
            break
        if position(tree) and position(tree) not in read[-1:]:
            read.append(position(tree))
        before = _now(tree)
        if ear.last == say("js.confirm_keys") and any(one.pressed and on_board(one) for one in tree):
            ear.press("Enter")
        elif not choose(ear, pick(game, [one.name for one in choices(tree)], dice), tree):
            before = None  # something happened meanwhile: listen again
    _reads_the_end(ear, page)
    for wanted in READ[game]:
        assert any(re.search(wanted, name) for name in heard), wanted
    assert any(re.match(POSITION[game], line) for line in read[0])
    assert len(read) > 2 and read[0] != read[-1], "the position in words goes along with the game"
    assert not [line for line in ear.said if NOTATION.search(line)]
    assert asked & set(ear.said), "what to do is announced, not only written"


def test_the_position_is_read_wherever_a_board_is(visit: Callable[..., Any]) -> None:
    """In a lesson, a puzzle, on the analysis board and in a review: by the same button, and it goes along."""
    page = visit(reduced_motion="reduce", fresh=True)
    ear, taught, found = Ear(page), lesson(pizzabox.load("hexentafl")), puzzle("hexentafl", 1)

    def reads(view: View, where: str) -> None:
        ear.wait(lambda tree: position(tree) == view.spoken(), f"the position in words: {where}")

    page.goto("/learn/hexentafl")
    _open_position(ear)
    reads(taught.at[0].view(taught.seat), "lesson")
    page.goto("/puzzles/hexentafl/1")  # it stays open from now on
    pos = found.position(pizzabox.load("hexentafl"))
    reads(pos.view(found.seat), "puzzle")
    page.goto("/analysis?game=hexentafl")
    pos = pizzabox.load("hexentafl").start(seed=1)
    reads(pos.view(0), "analysis")
    move = pos.legal(0)[0]
    page.fill("#typed-text", move.text)
    page.press("#typed-text", "Enter")
    pos.play(move)
    reads(pos.view(1), "analysis, after a move")
    buttons = [one.name for one in ear.tree() if one.within("group", say("analysis.line"))]
    assert " ".join(pos.log(None)) in buttons and move.text not in buttons, "moves are named in words"
    _explores(ear)
    page.goto("/review")
    page.fill("#upload-text", GameRecord.of(pos).dumps())
    page.click("#upload button.primary")
    reads(Replay(pos, pos.game.seats).fork(0).view(), "review")
    page.keyboard.press("ArrowRight")
    reads(pos.view(), "review, after a move")
    labels = [one.name for one in ear.tree() if one.within("group", say("js.rv_board"))]
    assert any(re.match(READ["hexentafl"][0], name) for name in labels), "what lies there can be read one by one"
    with speaking("it"):
        ear = Ear(page := visit(locale="it-IT", fresh=True))
        page.goto("/analysis?game=hexentafl")
        _open_position(ear)
        reads(pizzabox.load("hexentafl").start(seed=1).view(0), "in Italian")
        assert any(name.endswith(", Re") for name in ear.explored())


def _explores(ear: Ear) -> None:
    """The arrows go from choice to choice; with Shift they go over everything, and none of it is touched."""
    ear.tab_to(on_board, "the board")
    plain, wide = list[Heard](), list[Heard]()
    for keys, found in (("Arrow", plain), ("Shift+Arrow", wide)):
        for way in ("Left", "Up", "Right", "Right", "Down", "Down", "Left", "Left", "Up"):
            ear.press(keys + way)
            found.append(ear.here())
    assert all(on_board(one) for one in plain + wide)
    assert {one.role for one in plain} == {"button"} and "image" in {one.role for one in wide}
    assert not any(one.pressed for one in ear.tree())


def choose(ear: Ear, name: str, tree: list[Heard]) -> bool:
    """Go to something that can be chosen and press it; False where it is gone."""
    if not any(one.name == name and on_board(one) for one in tree):
        ear.tab_to(lambda here: here.name == name and here.role == "button", name)
    elif not ear.go_to(name, tree):
        return False
    ear.press("Enter")
    return True


def _now(tree: list[Heard]) -> tuple[Any, ...]:
    """What changes as soon as a choice has come through."""
    pressed = [one.name for one in tree if one.pressed]
    return dialog(tree), prompt(tree), [one.name for one in choices(tree)], pressed


def _open_position(ear: Ear) -> None:
    name = say("table.spoken")
    ear.tab_to(lambda here: here.role == "button" and here.name == name, name)
    ear.press("Enter")
    ear.wait(position, "the position in words")


def _reads_the_end(ear: Ear, page: Any) -> None:
    """The dialog says who won and why, and has the focus."""
    told = ear.wait(dialog, "the result")
    result = about(page)["result"]
    assert result["text"] in told
    here = focused(ear.tree())
    assert here is not None and here.within("dialog")
