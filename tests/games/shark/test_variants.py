"""Goal cards and the game of two teams."""

from __future__ import annotations

import random

import pytest

import pizzabox
from pizzabox.engine.position import Position
from pizzabox.games.shark.phrases import card_of
from tests.games.shark.table import (
    BLACK,
    GREEN,
    PURPLE,
    YELLOW,
    hand,
    held,
    number,
    sound,
    start,
    stock,
    texts,
    tins,
    tray,
)
from tests.games.shark.test_rules import FULL_BUT_ONE


@pytest.mark.rule("S7.1")
def test_goals_are_one_card_of_each_type_up_to_three() -> None:
    costs = set()
    for seed in range(60):
        s = pizzabox.load("shark", players=3, goals=True).start(seed=seed).state
        for t in range(3):
            card = card_of(s, s.goal[t])
            assert card.type == t and card.cost <= 3
            costs.add(card.cost)
            assert not s.draw >> s.goal[t] & 1
        assert s.can == 30 - 3 - 3
        assert s.draw.bit_count() == 56
    assert costs == {1, 2, 3}
    assert list(pizzabox.load("shark", players=3).start(seed=1).state.goal) == [-1, -1, -1]


def goal_game(name: str, kind: str, **options: object) -> Position:
    """A game with that card as goal of its type."""
    wanted = None
    for seed in range(2000):
        game = pizzabox.load("shark", first="green", goals=True, halves=False, **options)
        s = game.start(seed=seed).state
        t = ("cheese", "pepperoni", "mushroom").index(kind)
        if card_of(s, s.goal[t]).name == name:
            wanted = game.start(seed=seed)
            break
    assert wanted
    while wanted.state.phase == 0:
        wanted.play("pick cheese")
    return wanted


@pytest.mark.rule("S7.2", "S7.3")
def test_a_goal_of_two_halves_is_played_in_the_middle_of_placing() -> None:
    pos = goal_game("Double Slice", "cheese", players=2)
    stock(pos, GREEN, cheese=3)
    tray(pos, GREEN, h1a=("cheese", 2), h4a=("cheese", 2))
    sound(pos)
    pos.play("set cheese 1a")
    assert pos.state.claimed[0] == -1, "one finished half is not enough for a card of cost 2"
    before = pos.state.tins[GREEN]
    pos.play("set cheese 4a")
    assert pos.state.claimed[0] == GREEN
    assert pos.state.tins[GREEN] == before + 1
    assert texts(pos) == {"take cheese", "done"}
    assert pos.why_not("set cheese 4b").rule == "S7.3"
    assert "You've reached a goal" in pos.view(GREEN).prompt
    sound(pos)
    pos.play("take cheese")
    pos.play("take cheese")
    assert "set cheese 4b" in texts(pos), "placing goes on"
    assert pos.state.trash >> pos.state.goal[0] & 1
    assert "Green reaches the goal Double Slice (cost 2, cheese) and gets an anchovy and its actions." in pos.log()


@pytest.mark.rule("S7.3")
def test_goal_icons_come_before_those_of_the_cards_and_are_optional() -> None:
    pos = goal_game("Quick Plate", "mushroom", players=2)
    tray(pos, GREEN, h3a=("mushroom", 2))
    stock(pos, GREEN, mushroom=1)
    stock(pos, BLACK)
    hand(pos, GREEN, number(pos, "Small Tin"), number(pos, "Waiter's Nod"))
    sound(pos)
    pos.play("place any mushroom 3a")
    assert texts(pos) == {"take mushroom", "done"}
    assert pos.why_not("anchovy").rule == "S7.3"
    assert pos.why_not("steal cheese black").rule == "S4.2"
    pos.play("done")
    assert "anchovy" in texts(pos)
    assert pos.state.claimed[2] == GREEN


@pytest.mark.rule("S7.2", "S7.3")
def test_a_goal_can_reach_the_next_one() -> None:
    pos = goal_game("Chef's Whim", "cheese", players=2)
    need = card_of(pos.state, pos.state.goal[1]).cost
    halves = {1: {}, 2: {"h4a": ("pepperoni", 3)}, 3: {"h4a": ("pepperoni", 3), "h4b": ("pepperoni", 3)}}[need]
    tray(pos, GREEN, h1a=("cheese", 3), h1b=("cheese", 2), h2a=("pepperoni", 2), **halves)
    stock(pos, GREEN, cheese=1)
    stock(pos, BLACK)
    pos.play("set cheese 1b")
    pos.play("take any pepperoni")
    pos.play("place any pepperoni 2a")
    assert list(pos.state.claimed)[:2] == [GREEN, GREEN]


@pytest.mark.rule("S7.2")
def test_only_the_first_player_gets_it() -> None:
    pos = goal_game("Quick Plate", "mushroom", players=2)
    tray(pos, GREEN, h3a=("mushroom", 2))
    tray(pos, BLACK, h3a=("mushroom", 2))
    stock(pos, GREEN, mushroom=1)
    stock(pos, BLACK, mushroom=2)
    pos.play("set mushroom 3a")
    coins = pos.state.tins[BLACK]
    while pos.state.turn == GREEN:
        pos.play(pos.legal().codes[-1])
    if pos.state.stock[BLACK, 2]:
        pos.state.tins[BLACK], pos.state.can = coins, pos.state.can + pos.state.tins[BLACK] - coins
        pos.play("set mushroom 3a")
        assert pos.state.claimed[2] == GREEN
        assert pos.state.tins[BLACK] == coins


def teams(*picks: str, **options: object) -> Position:
    return start(*picks, players=4, **options)


@pytest.mark.rule("S8.1")
def test_a_team_wins_when_both_trays_are_full() -> None:
    pos = teams("mushroom", "cheese", "cheese", "mushroom")
    tray(pos, GREEN, **FULL_BUT_ONE)
    tray(pos, PURPLE, **FULL_BUT_ONE)
    sound(pos)
    pos.play("set mushroom 4b", GREEN)
    assert not pos.over
    pos.play("draw", GREEN)
    assert GREEN in pos.actors, "a full tray plays on"
    pos.play("set mushroom 4b", PURPLE)
    assert pos.over and pos.winners == (GREEN, PURPLE)
    assert pos.returns == (0.0, -1.0, 0.0, -1.0)
    assert pos.prompt == "Green and Purple win with both trays full."


@pytest.mark.rule("S8.2", "S8.3")
def test_partners_act_in_parallel() -> None:
    pos = teams("cheese", "cheese", "cheese", "mushroom", "pepperoni", "pepperoni")
    assert pos.actors == (GREEN, PURPLE)
    assert pos.state.sealed == 0
    pos.play("draw", PURPLE)
    assert pos.state.step[PURPLE] == 2 and pos.state.step[GREEN] == 1
    pos.play("set cheese 4b", GREEN)
    assert pos.why_no_undo(PURPLE) == "Green has played since then"
    assert pos.undo(GREEN) == "set cheese 4b"
    assert pos.why_not("draw", BLACK).rule == "S8.5"
    pos.play("done", PURPLE)
    assert pos.state.phase == 1
    assert pos.view(PURPLE).prompt == "You're ready. Waiting for Green."
    assert pos.why_not("done", PURPLE).rule == "S8.2"
    pos.play("draw", GREEN)
    pos.play("done", GREEN)
    assert pos.state.phase == 2


@pytest.mark.rule("S8.2", "S4.9")
def test_the_last_slice_goes_to_who_acts_first_and_cards_wait_for_the_partner() -> None:
    pos = teams()
    for p in range(4):
        stock(pos, p)
    stock(pos, BLACK, cheese=1)
    for p in (GREEN, PURPLE):
        hand(pos, p, number(pos, "Nimble Fin", ("cheese", "pepperoni")[p // 2]), number(pos, "Small Tin"))
    pos.state.left[PURPLE, 9] += 1
    pos.state.left[PURPLE, 10] -= 1
    pos.play("steal cheese black", PURPLE)
    assert pos.why_not("steal cheese black", GREEN).rule == "S4.5"
    assert held(pos, PURPLE) == [1, 0, 0]
    pos.play("take cheese", GREEN)
    pos.play("anchovy", GREEN)
    assert GREEN in pos.actors, "an icon is left, so Green may still wait"
    assert texts(pos, GREEN) == {"done"}


def passing(green: dict[str, int], purple: dict[str, int]) -> Position:
    pos = teams()
    for p, slices in ((GREEN, green), (PURPLE, purple)):
        hand(pos, p, number(pos, "Small Tin"), number(pos, "Plain Slice"))
        stock(pos, p, **slices)
    pos.play("done", GREEN)
    pos.play("done", PURPLE)
    return pos


@pytest.mark.rule("S8.3", "S8.4")
def test_each_may_pass_one_slice_and_both_change_hands_at_once() -> None:
    pos = passing({"cheese": 1}, {"mushroom": 1})
    assert pos.actors == (GREEN, PURPLE)
    assert texts(pos, GREEN) == {"pass cheese", "keep"}
    assert pos.why_not("pass mushroom", GREEN).rule == "S8.4"
    assert pos.why_not("upgrade 1 to 1", GREEN).rule == "S8.3"
    pos.play("pass cheese", GREEN)
    assert held(pos, PURPLE) == [0, 0, 1]
    assert texts(pos, PURPLE) == {"pass mushroom", "keep"}, "what is on its way cannot be passed back"
    sound(pos)
    pos.play("pass mushroom", PURPLE)
    assert held(pos, GREEN) == [0, 0, 1] and held(pos, PURPLE) == [1, 0, 0]
    assert pos.log()[-2:] == ["Green passes cheese to Purple.", "Purple passes mushroom to Green."]
    assert pos.state.phase == 3


@pytest.mark.rule("S8.4")
def test_who_has_nothing_passes_nothing() -> None:
    pos = passing({}, {"mushroom": 2})
    assert pos.actors == (PURPLE,)
    pos.play("keep", PURPLE)
    assert pos.state.phase == 3
    assert held(pos, PURPLE) == [0, 0, 2]
    assert passing({}, {}).state.phase == 3


@pytest.mark.rule("S8.5", "S8.7")
def test_priority_upgrades_first_and_the_token_goes_round() -> None:
    pos = passing({}, {})
    assert pos.actors == (GREEN,)
    assert pos.why_not("end", PURPLE).rule == "S8.5"
    rail = list(pos.state.rail)
    for p in range(4):
        stock(pos, p)
        tins(pos, p, 0)
    pos.play("end")
    assert pos.actors == (PURPLE,)
    assert list(pos.state.rail) != rail, "the partner sees the new rail"
    assert pos.state.attacker == GREEN
    pos.play("end")
    assert pos.state.attacker == PURPLE
    order = []
    dice = random.Random(1)
    while len(order) < 8:
        order.append(pos.state.turn)
        turns = pos.state.turns
        while pos.state.turns == turns:
            p = dice.choice(pos.actors)
            pos.play(dice.choice(pos.legal(p).codes), p)
    assert order == [1, 2, 3, 0, 1, 2, 3, 0]


@pytest.mark.rule("S8.5", "S5.11")
def test_the_bonus_is_judged_for_each_attack() -> None:
    pos = passing({}, {})
    for p in range(4):
        stock(pos, p)
        tins(pos, p, 0)
    stock(pos, YELLOW, cheese=6, pepperoni=6, mushroom=6)
    while pos.state.turn == GREEN:
        pos.play("end" if pos.state.phase == 3 else pos.legal().codes[0])
    assert sum("Only Yellow was bitten" in line for line in pos.log()) == 2


@pytest.mark.rule("S8.8")
def test_extra_anchovies_for_the_second_team() -> None:
    s = pizzabox.load("shark", players=4, extra=1, first="black").start(seed=1).state
    assert list(s.tins) == [2, 1, 2, 1]
    assert s.can == 24
    with pytest.raises(pizzabox.BadOption, match="players=4"):
        pizzabox.load("shark", players=3, extra=1)
