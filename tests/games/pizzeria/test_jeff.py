"""Jeff's habits at their exact limits, his three strengths, and how the solo game can end."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import pizzabox
from pizzabox.games.pizzeria import notation, rules, words
from pizzabox.games.pizzeria.board import BY_NAME
from pizzabox.games.pizzeria.move_codes import CHEW, OVER, PICK, VARIANTS
from pizzabox.games.pizzeria.rules.jeff import jeff_move, to_come
from pizzabox.games.pizzeria.rules.scoring import winners
from tests.games.pizzeria.helpers import eaten, finish_round, load, saved, serve

YOU, JEFF = 0, 1


def chewing(plate: list[str], yours: list[str], his: list[str], variant: str = "solo") -> Any:
    """Jeff is to eat or save these slices."""
    s = rules.State()
    s.players, s.variant, s.phase, s.ring = 1, VARIANTS.index(variant), CHEW, 11
    for i, name in enumerate(plate):
        s.pizza[i] = BY_NAME[name]
        s.plate |= 1 << i
    s.share[0], s.chosen = s.plate, 1
    for player, hand in ((YOU, yours), (JEFF, his)):
        for name in hand:
            s.saved[player, BY_NAME[name]] += 1
    return s


def eats(s: Any) -> str:
    """What Jeff does, in notation."""
    return notation.text(s, JEFF, jeff_move(s, JEFF))


@pytest.mark.rule("P9.4")
@pytest.mark.parametrize(
    ("plate", "yours", "his", "told"),
    [
        # Behind even with them: by two slices or more they are eaten.
        (["7"], ["7"] * 3, [], "eat 1"),
        (["7"], ["7"] * 4, [], "eat 1"),
        (["7"], ["7", "7", "5/7"], [], "save all"),
        (["7"], ["7"] * 2, [], "save all"),
        (["7", "7"], ["7"] * 4, [], "eat 1 2"),
        (["7", "7"], ["7"] * 3, [], "save all"),
        (["7", "7"], ["7"] * 4, ["5/7"], "save all"),
        # Ahead without them: by one slice or more they are eaten.
        (["7"], [], ["7"], "eat 1"),
        (["7"], ["7"], ["7", "7"], "eat 1"),
        (["7"], [], ["5/7"], "save all"),
        (["7"], ["5/7"], ["7"], "save all"),
        (["7"], ["7"], ["7"], "save all"),
        (["7", "7"], [], ["7"], "eat 1 2"),
        (["7"], [], [], "save all"),
        # Every kind by itself.
        (["7", "9", "4", "9"], ["7"] * 3, ["9"], "eat 1 2 4"),
    ],
)
def test_jeff_gives_up_two_slices_behind_and_has_enough_one_slice_ahead(
    plate: list[str], yours: list[str], his: list[str], told: str
) -> None:
    assert eats(chewing(plate, yours, his)) == told


def ended(yours: list[str], his: list[str], you_ate: list[str], he_ate: list[str]) -> Any:
    """A solo game that is over with these slices."""
    s = chewing([], yours, his)
    s.phase, s.ring, s.chosen = OVER, 0, 0
    for player, hand in ((YOU, you_ate), (JEFF, he_ate)):
        for name in hand:
            s.ate[player, BY_NAME[name]] += 1
            s.bites[player] += 1
    s.won = winners(s)
    return s


@pytest.mark.rule("P9.5", "P5.7")
@pytest.mark.parametrize(
    ("yours", "his", "you_ate", "he_ate", "value", "told"),
    [
        (["9"], ["7"], [], [], 1.0, "You beat Jeff, 9 to 7."),
        (["7"], ["9"], [], [], -1.0, "Jeff wins, 9 to 7."),
        (["9"], ["7"], [], ["9"], -1.0, "Jeff wins: 9 points each, but he ate more slices."),
        (["7"], ["9"], ["9"], [], 1.0, "You beat Jeff: 9 points each, but you ate more slices."),
        (["9"], ["9"], [], [], 0.0, "You and Jeff are tied on 9 points and share the win."),
        (["9"], ["9"], ["6"], ["7"], 0.0, "You and Jeff are tied on 11 points and share the win."),
        (["9"], ["9"], ["4", "4"], ["7"], 1.0, "You beat Jeff: 11 points each, but you ate more slices."),
    ],
)
def test_the_solo_game_is_won_lost_or_shared(
    yours: list[str], his: list[str], you_ate: list[str], he_ate: list[str], value: float, told: str
) -> None:
    s, out = ended(yours, his, you_ate, he_ate), [9.0]
    pizzabox.load("pizzeria", players=1, variant="solo").kernels.plain["returns"](s, out)
    assert out == [value]
    assert words.result(s) == told
    assert (s.won == 0b11) == (value == 0.0)
    assert (s.won & 1 == 1) == (value >= 0)


@pytest.mark.rule("P9.6")
def test_the_easy_jeff_takes_the_largest_portion_and_saves_it() -> None:
    pizza = ["11", "11", "11", "4", "4", "4", "4", "2", "9", "9", "9"]
    pos = serve(load(variant="solo-easy").start(seed=1), pizza)
    usual = serve(load(variant="solo").start(seed=1), pizza)
    for table in (pos, usual):
        table.play("cut 1 4 8 9")
    assert (pos.state.taker[1], pos.state.taker[0]) == (2, 0), "four slices are most"
    assert (usual.state.taker[1], usual.state.taker[0]) == (0, 2), "but the cheese has nine leaves"
    pos.play("portion 4")
    pos.play("save all")
    assert saved(pos, JEFF) == Counter({"4": 4, "11": 3}), "of equal ones the first clockwise"
    finish_round(pos)
    while not pos.over:
        finish_round(pos)
    assert not eaten(pos, JEFF)


@pytest.mark.rule("P9.7")
def test_the_hard_jeff_picks_first_from_every_pizza() -> None:
    pos = load(variant="solo-hard", first="jeff").start(seed=3)
    assert (pos.state.phase, pos.state.turn, pos.actors) == (PICK, 1, (YOU,))
    assert [mask.bit_count() for mask in pos.state.share] == [4, 3, 2, 2, 0, 0]
    assert pos.state.share[0] == 0b1111
    assert sorted(pos.state.taker[:4]) == [0, 0, 0, 2]
    assert pos.game.words.chapter(pos.state, YOU) == "P9.7"
    usual = load(variant="solo", first="jeff").start(seed=3)
    assert (usual.state.turn, usual.actors) == (0, (YOU,))
    mine = serve(load(variant="solo-hard").start(seed=3), ["7"] * 7)
    mine.play("cut 1 4 7 10")
    assert (mine.state.turn, mine.actors) == (1, (YOU,)), "as when you slice in any game"


@pytest.mark.rule("P9.7")
def test_the_last_portion_of_jeffs_own_pizza_is_yours() -> None:
    pos = load(variant="solo-hard", first="jeff").start(seed=3)
    while pos.state.rounds == 0:
        before = pos.copy()
        pos.play("save all" if pos.state.phase == CHEW else pos.legal()[0])
    assert before.state.turn == 3
    assert before.actors == (YOU,)
    assert sorted(before.state.taker[:4]) == [1, 1, 2, 2]


@pytest.mark.rule("P9.8")
@pytest.mark.parametrize(
    ("plate", "yours", "his", "told"),
    [
        # Nobody has any: half of 9 points and more for one slice, against two leaves.
        (["9"], [], [], "save all"),
        # A second one adds 9 * 2 / 16, with seven to come, and you have none to lose: less than two leaves.
        (["9", "9"], [], [], "eat 2"),
        # If you have one, as much leaves you: 9 * 2 / 14 twice, with six to come, is more than two.
        (["9", "9"], ["9"], [], "save all"),
        # Of eleven, with eight to come, 11 * 2 / 18 twice: less than three leaves.
        (["11", "11"], ["11"], [], "eat 2"),
        # You have six of seven: nothing to be had.
        (["7"], ["7"] * 6, [], "eat 1"),
        # Level with the last slice: 7 points move from you to you both.
        (["7"], ["7"] * 4, ["7"] * 2, "eat 1"),
        (["7"], ["7"] * 3, ["7"] * 3, "save all"),
        (["7"], ["7"] * 2, ["7"] * 4, "eat 1"),
        # You have half a slice more than he could have with all that come.
        (["4"], ["4", "4", "4/6"], [], "eat 1"),
        (["4"], ["4"], [], "save all"),
    ],
)
def test_the_hard_jeff_saves_what_is_worth_its_leaves(
    plate: list[str], yours: list[str], his: list[str], told: str
) -> None:
    assert eats(chewing(plate, yours, his, "solo-hard")) == told


@pytest.mark.rule("P9.8")
def test_what_is_still_to_come() -> None:
    s = chewing(["7", "9", "7"], ["7", "5/7"], ["7", "7"], "solo-hard")
    s.ate[YOU, BY_NAME["7"]] += 1
    assert to_come(s, 7) == 7 - 1 - 2 - 1 - 2
    assert to_come(s, 9) == 9 - 1
    assert to_come(s, 11) == 11


@pytest.mark.rule("P9.8")
def test_as_much_as_its_leaves_is_enough() -> None:
    """He has half a slice of six, you have eaten three, two are to come: one more slice adds 6 * 2 / 6 points."""
    s = chewing(["6"], [], ["4/6"], "solo-hard")
    s.ate[YOU, BY_NAME["6"]] = 3
    assert to_come(s, 6) == 2
    assert eats(s) == "save all"
    s.ate[YOU, BY_NAME["6"]] = 2
    assert eats(s) == "eat 1", "with three to come it adds less than two"
