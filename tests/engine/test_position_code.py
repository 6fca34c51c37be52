"""Short codes: short, exact but for history, and refused when something is wrong with them."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

import pizzabox
from pizzabox.engine.game import Game
from pizzabox.engine.game_record import GameRecord
from pizzabox.engine.position import Position
from pizzabox.testing import advance
from tests.helpers import every_game, size, stations

MOST = {"theory": 200, "hexentafl": 200, "wars": 200, "pizzeria": 600, "shark": 600}
OLD = (
    "theory players=3 layout=S1 cap=60 first=red unselected=white X"
    "ah4p0dqbnMABIQAAAAAAEAiAAAAAAAAAAAARAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAPAAAAAAD_"
    "wAAAgAAAQIAAAAAAAAAAAAAAAAAAA"
)
"""A code of an earlier version."""


@every_game
def test_codes_are_short_and_mean_the_same_position(game: Game) -> None:
    for seed in range(size(1, 2)):
        for pos in stations(game, seed, most=size(8, 20)):
            code = pos.code
            assert len(code) < MOST[game.name]
            assert code.split()[0] == game.name and len(code.split()) == (3 if game.tables else 2)
            other = pizzabox.position(code)
            assert other.game.options == game.options
            kept = dict(other.state.items())
            for name, value in pos.state.items():
                if not game.state.fields[name].memory:
                    assert kept[name] == value, name
            assert other.code == code
            assert [other.legal(p).codes for p in other.actors] == [pos.legal(p).codes for p in pos.actors]


FULL: list[dict[str, object]] = [
    {"players": 3, "setup": "long14", "draw": "own", "cards": "three", "hand": 6, "goal": 37, "goal_green": 36},
    {"agent": True, "setup": "long14", "draw": "own", "cards": "three", "hand": 6, "face_down": True, "goal": 37},
    {"players": 3, "setup": "customers", "draw": "shared", "cards": "onitama", "first": "random", "patience": 59},
]


@pytest.mark.parametrize("options", FULL, ids=str)
def test_boards_full_of_pieces_have_short_codes_too(options: dict[str, object]) -> None:
    """As many pieces, cards and goals as there can be, far from where they began."""
    game, counted = pizzabox.load("wars", **options), 0
    for seed in range(3):
        pos, dice = game.start(seed=seed), random.Random(seed)
        for n in range(120):
            if pos.over:
                break
            if n % 8 == 0:
                code = pos.code
                assert len(code) < MOST["wars"]
                assert pizzabox.position(code).code == code
                counted += code.startswith("wars 2.")
            advance(pos, dice)
    assert counted > 5 or options["draw"] == "shared", "the second form is needed where all is drawn"


def test_both_forms_are_read_and_what_is_wrong_with_them_is_said() -> None:
    pos = pizzabox.load("wars", **FULL[0]).start(seed=1)
    dice = random.Random(1)
    for _ in range(60):
        advance(pos, dice)
    code = pos.code
    assert code.startswith("wars 2.")
    for wrong in (code[:-4], code + "AAAA", code[:30] + code[31:], code.replace("2.", "1.")):
        with pytest.raises(pizzabox.BadPosition):
            pizzabox.position(wrong)
    for i in range(7, len(code) - 1, 5):
        other = code[:i] + ("x" if code[i] != "x" else "y") + code[i + 1 :]
        with pytest.raises(pizzabox.PizzaboxError):
            pizzabox.position(other)


@every_game
def test_different_positions_have_different_codes(game: Game) -> None:
    seen: dict[str, Position] = {}
    for pos in stations(game, 5, most=size(12, 30)):
        code = pos.code
        if code in seen:
            assert seen[code] == pos
        seen[code] = pos
    assert len(seen) > 3


def old_code(pos: Position) -> str:
    """The form of earlier versions: every option in words, and all bytes."""
    return f"{pos.game.name} {pos.game.options} {pos.packed}"


@every_game
def test_old_codes_stay_readable(game: Game) -> None:
    for pos in stations(game, 1, most=4):
        assert pizzabox.position(old_code(pos)) == pos


def test_an_old_code_that_was_written_down() -> None:
    assert pizzabox.position(OLD) == walked(pizzabox.load("theory", first="red").start(7), "d4", "c1")


def walked(pos: Position, *texts: str) -> Position:
    for text in texts:
        pos.play(text)
    return pos


def test_repetition_is_counted_anew_from_a_code_and_goes_on_from_data() -> None:
    pos = pizzabox.load("hexentafl").start(1)
    first, second = _shuffle(pos)
    walked(pos, *first, *second)
    kept, anew = pizzabox.position(pos.data()), pizzabox.position(pos.code)
    assert kept == pos and anew != pos
    for other in (pos, kept, anew):
        walked(other, *first, *second)
    assert pos.over and kept.over, "the start position stands for the third time"
    assert not anew.over


def _shuffle(pos: Position) -> tuple[list[str], list[str]]:
    """Moves there and back again for both sides, which leave the position as it was."""
    for mine in pos.legal():
        trial = pos.copy()
        trial.play(mine)
        for theirs in trial.legal():
            after = trial.copy()
            after.play(theirs)
            back = ["-".join(reversed(move.text.split("-"))) for move in (mine, theirs)]
            if any("-" not in move.text or "x" in move.text for move in (mine, theirs)) or after.over:
                continue
            if after.why_not(back[0]) is None:
                after.play(back[0])
                if not after.over and after.why_not(back[1]) is None:
                    after.play(back[1])
                    if (after.state.men, after.state.foes, after.state.king) == (
                        pos.state.men,
                        pos.state.foes,
                        pos.state.king,
                    ):
                        return [mine.text, theirs.text], back
    raise AssertionError("there is always a way to lose time")


def test_a_record_that_began_from_a_position_keeps_its_history() -> None:
    pos = pizzabox.load("hexentafl").start(1)
    first, second = _shuffle(pos)
    begun = pizzabox.position(walked(pos, *first, *second).data())
    assert walked(begun, *first, *second).over
    assert pizzabox.loads(GameRecord.of(begun).dumps()).problems() == []


def swapped(code: str) -> str:
    i = len(code) // 2
    return code[:i] + ("A" if code[i] != "A" else "B") + code[i + 1 :]


@pytest.mark.parametrize(
    "spoil",
    [
        swapped,
        lambda code: code[:-2],
        lambda code: code + "AAAA",
        lambda code: code.replace("wars", "shark"),
        lambda code: code.replace(" ", " players=3 "),
        lambda code: code + "é",
        lambda code: "wars 1.",
        lambda code: "wars 1." + "_" * 50,
    ],
)
def test_a_code_with_something_wrong_is_refused(spoil: Callable[[str], str]) -> None:
    pos, dice = pizzabox.load("wars").start(3), random.Random(3)
    for _ in range(9):
        advance(pos, dice)
    assert pizzabox.position(pos.code).legal().codes == pos.legal().codes
    with pytest.raises(pizzabox.PizzaboxError):
        pizzabox.position(spoil(pos.code))


def test_every_slip_of_one_letter_is_noticed() -> None:
    code = pizzabox.load("theory").start(3).code
    noticed = total = 0
    for i in range(len("theory 1."), len(code)):
        for letter in "AZaz09-_":
            if letter != code[i]:
                total += 1
                try:
                    noticed += pizzabox.position(code[:i] + letter + code[i + 1 :]) == pizzabox.position(code)
                except pizzabox.PizzaboxError:
                    noticed += 1
    assert noticed == total
