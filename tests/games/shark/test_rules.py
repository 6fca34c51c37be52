"""Placing, icons, upgrades and the end of Pizza Shark, rule by rule."""

from __future__ import annotations

import random

import pytest

import pizzabox
from pizzabox.games.shark.board.deck import MAIN
from pizzabox.games.shark.phrases import card_of
from tests.games.shark.table import (
    BLACK,
    GREEN,
    PURPLE,
    end,
    hand,
    held,
    next_cards,
    number,
    plain_tray,
    rail,
    sound,
    start,
    stock,
    texts,
    tins,
    tray,
)
from tests.games.shark.test_attack import before_attack


@pytest.mark.rule("S3.1", "S3.2")
def test_placing_is_one_type_on_any_halves() -> None:
    pos = start("mushroom", players=2)
    plain_tray(pos, GREEN)
    stock(pos, GREEN, cheese=3, mushroom=1)
    sound(pos)
    assert "set cheese 1a" in texts(pos) and "set mushroom 3a" in texts(pos)
    pos.play("set cheese 1a")
    pos.play("set cheese 4b")
    assert texts(pos) == {"set cheese 1a", "set cheese 1b", "set cheese 3b", "set cheese 4a", "set cheese 4b", "draw"}
    refused = pos.why_not("set mushroom 3a")
    assert refused.rule == "S3.1" and "one type a turn" in str(refused)
    refused = pos.why_not("set cheese 3a")
    assert refused.rule == "S3.2" and "takes only mushroom" in str(refused)
    assert pos.undo() == "set cheese 4b"
    assert pos.state.half[GREEN, 7] == 0
    pos.play("draw")
    assert pos.why_no_undo()


@pytest.mark.rule("S3.1")
def test_without_a_slice_that_fits_the_cards_are_drawn_at_once() -> None:
    pos = start("cheese", "mushroom", "mushroom", players=2)
    plain_tray(pos, BLACK)
    tray(pos, BLACK, h3a=("mushroom", 3), h3b=("cheese", 1), h4a=("cheese", 1), h4b=("cheese", 1))
    sound(pos)
    while pos.state.turn == GREEN:
        pos.play(0)
    assert pos.state.step[BLACK] == 2
    assert "turns up" in pos.log()[-1]


@pytest.mark.rule("S3.2", "S3.3", "S3.4")
def test_a_half_takes_the_type_of_its_first_slice_for_good() -> None:
    pos = start("cheese", players=2)
    plain_tray(pos, GREEN)
    stock(pos, GREEN, cheese=4)
    pos.play("set cheese 4a")
    assert pos.state.half[GREEN, 6] == 1
    pos.play("set cheese 4a")
    pos.play("set cheese 4a")
    assert pos.why_not("set cheese 4a").rule == "S3.2"
    assert "is full" in str(pos.why_not("set cheese 4a"))
    pos.play("set cheese 4b")
    assert pos.state.placed[GREEN] == 4
    stock(pos, GREEN, pepperoni=1)
    pos.state.placing[GREEN] = -1
    assert "set pepperoni 4b" not in texts(pos)
    assert "set pepperoni 3b" in texts(pos)
    assert "set pepperoni 2a" in texts(pos)


@pytest.mark.rule("S3.4")
def test_placed_slices_cannot_be_stolen_or_fed() -> None:
    pos = start("cheese", players=2)
    tray(pos, BLACK, h4a=("cheese", 3))
    stock(pos, BLACK)
    tins(pos, BLACK, 0)
    hand(pos, GREEN, number(pos, "Pie Heist", "cheese"), number(pos, "Under the Table", "cheese"))
    against = {"steal", "feed", "heist"}
    assert not {text.split()[0] for text in texts(pos)} & against
    stock(pos, BLACK, cheese=1)
    assert {text.split()[0] for text in texts(pos)} & against == {"feed", "heist"}, "one that is not placed can be had"


@pytest.mark.rule("S3.4", "S5.8")
def test_the_shark_eats_nothing_off_a_tray() -> None:
    for placed, collected, eaten in ((3, 0, 0), (3, 1, 1)):
        pos = before_attack(2, ("Triple Slice", "cheese"))
        tray(pos, BLACK, h4a=("cheese", placed))
        stock(pos, BLACK, cheese=collected)
        pos.play("end")
        assert pos.state.filled[BLACK, 6] == placed
        assert sum(pos.state.lost.tolist()[BLACK]) == eaten


@pytest.mark.rule("S3.4", "S3.2")
def test_there_is_no_fifth_pizza() -> None:
    pos = start("cheese", players=2, halves=False)
    stock(pos, GREEN, cheese=6)
    halves = {text.split()[-1] for text in texts(pos) if text.startswith("set cheese")}
    assert halves == {"1a", "1b", "2b", "3b", "4a", "4b"}, "all that are free or for cheese, and no others"
    team = start("cheese", players=4)
    tray(team, GREEN, **{**FULL_BUT_ONE, "h4b": ("mushroom", 3)})
    stock(team, GREEN, cheese=2, mushroom=2)
    hand(team, GREEN, number(team, "Chef's Whim", "cheese"), number(team, "Quick Plate", "mushroom"))
    assert {text.split()[0] for text in texts(team, GREEN)} == {"take", "done"}, "a full tray takes no slice"
    tray(team, GREEN, h4b=("mushroom", 2))
    assert {text for text in texts(team, GREEN) if text.startswith("place")} == {
        "place any mushroom 4b",
        "place mushroom 4b",
    }


@pytest.mark.rule("S3.4", "S3.3")
def test_nothing_ever_leaves_a_tray_or_moves_on_it() -> None:
    for options in ({"players": 2}, {"players": 4, "goals": True, "cap": 12}):
        dice, pos = random.Random(3), pizzabox.load("shark", **options).start(seed=3)
        lain = 0
        while not pos.over:
            before = pos.state.half.tolist(), pos.state.filled.tolist()
            p = dice.choice(pos.actors)
            pos.play(dice.choice(pos.legal(p).codes), p)
            for kinds, counts, kinds_now, counts_now in zip(
                *before, pos.state.half.tolist(), pos.state.filled.tolist(), strict=True
            ):
                assert all(now >= then for then, now in zip(counts, counts_now, strict=True))
                assert all(now == then for then, now in zip(kinds, kinds_now, strict=True) if then)
                lain += sum(counts_now) - sum(counts)
        assert lain > 10, "slices were placed"


@pytest.mark.rule("S3.5")
def test_placing_is_over_once_the_cards_are_up() -> None:
    pos = start("cheese", players=2)
    pos.play("draw")
    stock(pos, GREEN, cheese=2)
    if pos.state.phase == 1:
        assert pos.why_not("set cheese 1a").rule == "S3.5"
    else:
        assert pos.why_not("set cheese 1a").rule == "S5.1"


@pytest.mark.rule("S4.1", "S1.5")
def test_every_card_comes_once_in_three_turns() -> None:
    pos = start(players=2)
    dice, seen = random.Random(2), list[frozenset[int]]()
    while not pos.over and len(seen) < 30:
        news = pos.state.spent[GREEN]
        p = dice.choice(pos.actors)
        pos.play(dice.choice(pos.legal(p).codes), p)
        if pos.state.spent[GREEN] != news:
            seen.append(frozenset(pos.state.hand.tolist()[GREEN]))
    for k in range(0, 27, 3):
        if k == 0 and len(seen) % 3:
            continue
        assert frozenset().union(*seen[k : k + 3]) == set(range(6))


@pytest.mark.rule("S4.2", "S4.3", "S4.9")
def test_icons_of_both_cards_in_any_order_each_optional() -> None:
    pos = start("cheese", players=2)
    plain_tray(pos, GREEN)
    stock(pos, GREEN)
    stock(pos, BLACK)
    hand(pos, GREEN, number(pos, "Quick Plate", "cheese"), number(pos, "Grand Buffet"))
    sound(pos)
    assert texts(pos) == {"take cheese", "take any cheese", "take any pepperoni", "take any mushroom", "done"}
    pos.play("take any mushroom")
    pos.play("take cheese")
    assert held(pos, GREEN) == [1, 0, 1]
    pos.play("place any mushroom 3a")
    assert "place any cheese 1a" not in texts(pos)
    assert pos.why_not("place any cheese 1a").rule == "S4.2"
    pos.play("place cheese 4a")
    pos.play("done")
    assert pos.state.phase == 3
    assert held(pos, GREEN) == [0, 0, 0]


@pytest.mark.rule("S4.9")
def test_cards_end_by_themselves_when_no_icon_can_be_used() -> None:
    pos = start("cheese", players=2)
    stock(pos, GREEN)
    stock(pos, BLACK)
    tins(pos, BLACK, 0)
    hand(pos, GREEN, number(pos, "Sticky Fingers"), number(pos, "Slippery Tin"))
    sound(pos)
    pos.play("anchovy")
    assert pos.state.phase == 1
    pos.play("anchovy")
    assert pos.state.phase == 3, "the anchovies of Black are gone, so the other icons are dead"
    assert pos.undo() == "anchovy"


@pytest.mark.rule("S4.4", "S4.9")
def test_place_icons_are_free_of_the_type_placed_before() -> None:
    pos = start("cheese", players=2)
    plain_tray(pos, GREEN)
    stock(pos, GREEN, cheese=1, mushroom=1)
    hand(pos, GREEN, number(pos, "Hot from the Oven", "mushroom"), number(pos, "Tip and Serve", "cheese"))
    pos.play("place cheese 1a")
    pos.play("place mushroom 3a")
    assert pos.state.placed[GREEN] == 2
    assert pos.why_not("place mushroom 3a").rule == "S4.2"
    stock(pos, GREEN)
    hand(pos, GREEN, number(pos, "Quick Plate", "cheese"), number(pos, "Quick Plate", "pepperoni"))
    assert pos.why_not("place cheese 1a").rule == "S4.4"


@pytest.mark.rule("S4.5", "S4.7")
def test_steal_and_feed_icons_with_three_players() -> None:
    pos = start("cheese", players=3)
    stock(pos, GREEN)
    stock(pos, BLACK, cheese=1)
    stock(pos, PURPLE, cheese=1, mushroom=2)
    hand(pos, GREEN, number(pos, "Long Reach", "cheese"), number(pos, "Under the Table", "cheese"))
    sound(pos)
    assert {"steal cheese black", "steal cheese purple", "steal anchovy black", "feed mushroom purple"} <= texts(pos)
    assert "steal mushroom purple" not in texts(pos)
    assert pos.why_not("steal cheese green").rule == "S4.7"
    assert pos.why_not("feed mushroom black").rule == "S4.5"
    assert pos.why_not("steal cheese yellow").rule == "S4.7"
    pos.play("steal cheese black")
    pos.play("feed mushroom purple")
    pos.play("steal anchovy purple")
    assert held(pos, GREEN) == [1, 0, 0] and held(pos, PURPLE) == [1, 0, 1]
    assert pos.state.maw[2] == 1
    assert list(pos.state.tins)[:3] == [2, 1, 0]


@pytest.mark.rule("S4.5")
def test_steal_any_and_feed_anchovy() -> None:
    pos = start("cheese", players=2)
    stock(pos, GREEN)
    stock(pos, BLACK, pepperoni=1, mushroom=1)
    hand(pos, GREEN, number(pos, "Bold Grab", "cheese"), number(pos, "Free Sample", "cheese"))
    assert {"steal any pepperoni black", "steal any mushroom black", "feed anchovy black"} <= texts(pos)
    pos.play("steal any mushroom black")
    pos.play("feed anchovy black")
    assert held(pos, GREEN) == [0, 0, 1]
    assert pos.state.tins[BLACK] == 0
    assert pos.state.maw[3] == 1


@pytest.mark.rule("S4.6")
def test_the_maw_fills_an_empty_supply() -> None:
    pos = start("cheese", players=2)
    s = pos.state
    stock(pos, GREEN)
    stock(pos, BLACK)
    hand(pos, GREEN, number(pos, "Double Slice", "cheese"), number(pos, "Two Tins"))
    s.maw[0], s.supply[0] = 2, 0
    stock(pos, BLACK, cheese=0)
    s.stock[BLACK, 0] = 58
    s.maw[3], s.can = 1, 0
    s.tins[BLACK] = 30 - 1 - s.tins[GREEN]
    sound(pos)
    pos.play("take cheese")
    assert (s.supply[0], s.maw[0]) == (1, 0)
    pos.play("take cheese")
    assert s.supply[0] == 0
    pos.play("anchovy")
    assert (s.can, s.maw[3]) == (0, 0)
    assert s.phase == 3, "no second anchovy is left, so the last icon is dead"
    hand(pos, GREEN, number(pos, "Chum Toss", "cheese"), number(pos, "Salted Slice", "cheese"))
    assert pos.why_not("take cheese").rule == "S4.6"
    assert pos.why_not("anchovy").rule == "S4.6"


@pytest.mark.rule("S4.8")
def test_steal_and_plate_takes_only_what_fits() -> None:
    pos = start("cheese", players=2)
    plain_tray(pos, GREEN)
    tray(pos, GREEN, h3a=("mushroom", 3), h3b=("cheese", 1), h4a=("cheese", 1), h4b=("cheese", 1))
    stock(pos, GREEN)
    stock(pos, BLACK, mushroom=1, pepperoni=1)
    hand(pos, GREEN, number(pos, "Snatch and Serve"), number(pos, "Two Tins"))
    sound(pos)
    assert {t for t in texts(pos) if "heist" in t} == {"heist pepperoni black 2a", "heist pepperoni black 2b"}
    assert pos.why_not("heist mushroom black 3a").rule == "S4.8"
    assert pos.why_not("heist cheese black 1a").rule == "S4.5"
    pos.play("heist pepperoni black 2b")
    assert held(pos, GREEN) == [0, 0, 0] and held(pos, BLACK) == [0, 0, 1]
    assert pos.state.filled[GREEN, 3] == 1


def upgrading(**options: object) -> pizzabox.Position:
    """Green has played Waiter's Nod and Two Tins, and may upgrade with 3 anchovies."""
    pos = start("cheese", players=2, **options)
    stock(pos, GREEN)
    stock(pos, BLACK)
    hand(pos, GREEN, number(pos, "Waiter's Nod"), number(pos, "Two Tins"))
    tins(pos, GREEN, 3)
    cards = [("Banquet Tray", "cheese"), ("Slippery Tin", None), ("Mixed Basket", "cheese"), ("Double Slice", "cheese")]
    rail(pos, *(number(pos, *card) for card in cards))
    pos.play("done")
    return sound(pos)


@pytest.mark.rule("S5.1", "S5.2")
def test_the_price_is_the_difference_and_at_least_one() -> None:
    pos = upgrading()
    assert texts(pos) == {
        *(f"upgrade 1 to {j}" for j in (2, 3, 4)),
        *(f"upgrade 2 to {j}" for j in (1, 2, 3, 4)),
        "end",
    }
    refused = pos.why_not("upgrade 1 to 1")
    assert refused.rule == "S5.2" and "costs 5 anchovies, and you have 3" in str(refused)
    for move, paid in (("upgrade 2 to 1", 3), ("upgrade 2 to 2", 1), ("upgrade 2 to 4", 1), ("upgrade 1 to 3", 3)):
        trial = pos.copy()
        can = trial.state.can
        trial.play(move)
        assert trial.state.tins[GREEN] == 3 - paid
        assert trial.state.can == can + paid


@pytest.mark.rule("S5.3", "S5.4")
def test_two_upgrades_from_the_same_rail() -> None:
    pos = upgrading()
    two_tins = number(pos, "Two Tins")
    pos.play("upgrade 1 to 2")
    assert pos.why_not("upgrade 1 to 4").rule == "S5.3"
    assert pos.why_not("upgrade 2 to 2").rule == "S5.3"
    pos.play("upgrade 2 to 3")
    assert texts(pos) == {"end"}
    s = pos.state
    assert s.trash >> two_tins & 1, "the old main card is in the trash"
    own = set(s.own.tolist()[GREEN])
    assert {number(pos, "Slippery Tin"), number(pos, "Mixed Basket", "cheese")} <= own
    assert number(pos, "Waiter's Nod") not in own
    assert pos.undo() == "upgrade 2 to 3"
    pos.play("upgrade 2 to 3")
    pos.play("end")
    assert s.hand[GREEN, 0] == -1
    assert s.spent[GREEN].bit_count() == 2
    assert s.fresh == 2


@pytest.mark.rule("S5.4", "S5.6")
def test_trashed_starters_never_come_back() -> None:
    dice = random.Random(3)
    for seed in range(5):
        pos = pizzabox.load("shark", players=4, cap=30).start(seed=seed)
        gone: list[set[int]] = [set() for _ in range(4)]
        while not pos.over:
            p = dice.choice(pos.actors)
            pos.play(dice.choice(pos.legal(p).codes), p)
            for q in range(4):
                now = {c for c in pos.state.own.tolist()[q] if c >= MAIN}
                assert not now & gone[q]
                gone[q] = set(range(MAIN, MAIN + 6)) - now


@pytest.mark.rule("S5.5")
def test_without_an_upgrade_the_oldest_ticket_goes_and_the_rest_slides() -> None:
    pos = upgrading()
    before = list(pos.state.rail)
    news = pos.state.news
    pos.play("end")
    assert list(pos.state.rail)[:3] == before[1:]
    assert pos.state.trash >> before[0] & 1
    assert pos.state.fresh == 1
    assert pos.state.news > news
    pos = upgrading()
    pos.play("upgrade 1 to 2")
    before = [card for card in pos.state.rail if card >= 0]
    pos.play("end")
    assert list(pos.state.rail)[:3] == before
    assert pos.state.fresh == 1


@pytest.mark.rule("S5.6")
def test_the_trash_becomes_the_deck() -> None:
    pos = upgrading()
    last = next(c for c in range(MAIN) if pos.state.draw >> c & 1)
    next_cards(pos, last)
    sound(pos)
    pos.play("upgrade 1 to 2")
    pos.play("upgrade 2 to 3")
    pos.play("end")
    assert list(pos.state.rail)[2] == last
    assert pos.state.trash == 0
    assert pos.state.draw.bit_count() > 30
    assert "The trash is shuffled to make a new deck." in pos.log()


@pytest.mark.rule("S5.12")
def test_play_goes_clockwise() -> None:
    pos = start(players=3)
    order = []
    while len(order) < 7:
        order.append(pos.state.turn)
        turn = pos.state.turns
        while pos.state.turns == turn:
            pos.play(pos.legal().codes[-1])
    assert order == [0, 1, 2, 0, 1, 2, 0]


FULL_BUT_ONE = {
    "h1a": ("cheese", 3),
    "h1b": ("cheese", 3),
    "h2a": ("pepperoni", 3),
    "h2b": ("pepperoni", 3),
    "h3a": ("mushroom", 3),
    "h3b": ("cheese", 3),
    "h4a": ("cheese", 3),
    "h4b": ("mushroom", 2),
}


@pytest.mark.rule("S6.1")
@pytest.mark.parametrize("how", ["set", "place", "heist"])
def test_the_last_slice_wins_at_once(how: str) -> None:
    pos = start("mushroom", "mushroom", players=2)
    tray(pos, GREEN, **FULL_BUT_ONE)
    if how == "set":
        move = "set mushroom 4b"
    else:
        hand(pos, GREEN, number(pos, "Chef's Whim", "cheese"), number(pos, "Snatch and Serve"))
        move = "place any mushroom 4b" if how == "place" else "heist mushroom black 4b"
    sound(pos)
    pos.play(move)
    assert pos.over and pos.winners == (GREEN,)
    assert pos.returns == (1.0, -1.0)
    assert pos.state.attacker == -1, "the shark does not come"
    assert pos.prompt == "Green wins with all four pizzas full."
    assert pos.why_not("end").rule == "S6.1"
    sound(pos)


@pytest.mark.rule("S6.2")
def test_the_cap_counts_slices_then_anchovies() -> None:
    for placed, coins, winners in (((2, 1), (0, 5), (0,)), ((1, 1), (2, 5), (1,)), ((1, 1), (2, 2), (0, 1))):
        pos = start("mushroom", players=2, cap=1)
        for p in range(2):
            tray(pos, p, h4a=("cheese", placed[p]))
            stock(pos, p)
        hand(pos, GREEN, number(pos, "Small Tin"), number(pos, "Waiter's Nod"))
        end(pos)
        while pos.state.turn == GREEN:
            pos.play(pos.legal().codes[0])
        while pos.state.phase != 3:
            pos.play(0)
        for p in range(2):
            tins(pos, p, coins[p])
            stock(pos, p)
        pos.play("end")
        assert pos.over
        assert pos.winners == winners
        assert "Everyone has had 1 turn, so the game ends" in pos.prompt
        assert sum((r + 1) / 2 for r in pos.returns) == 1
        sound(pos)


def test_cards_know_their_faces() -> None:
    pos = start(players=2)
    assert card_of(pos.state, 0).name == "Quick Plate"


def test_what_is_ours_is_not_called_the_rulebooks() -> None:
    rulebook = pizzabox.load("shark").rules
    assert {rule: rulebook[rule].source for rule in ("S7.3", "S8.1", "S8.2")} == {
        "S7.3": "reading",
        "S8.1": "reading",
        "S8.2": "house",
    }
