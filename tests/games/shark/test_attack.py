"""The attack of the shark: victims, wants, bait, bonus."""

from __future__ import annotations

import pytest

from pizzabox.engine.position import Position
from tests.games.shark.table import (
    BLACK,
    GREEN,
    PURPLE,
    YELLOW,
    hand,
    held,
    next_cards,
    number,
    rail,
    sound,
    start,
    stock,
    tins,
)


def before_attack(players: int, *cards: tuple[str, str | None], **options: object) -> Position:
    """Green is to end a turn; just these cards come next. Nobody has slices, everybody 1 anchovy."""
    pos = start(players=players, **options)
    for p in range(players):
        stock(pos, p)
        tins(pos, p, 1)
    team = (GREEN, PURPLE) if players == 4 else (GREEN,)
    for p in team:
        hand(pos, p, number(pos, "Small Tin"), number(pos, "Plain Slice"))
    for p in team:
        pos.play("done", p)
    rail(pos, *(number(pos, name, "cheese") for name in ("Quick Plate", "Free Sample", "Wrong Order", "Long Reach")))
    next_cards(pos, *(number(pos, *card) for card in cards))
    return pos


def two_new(pos: Position) -> None:
    """Upgrade both cards, so that two tickets come."""
    tins(pos, GREEN, 12)
    pos.play("upgrade 1 to 1")
    pos.play("upgrade 2 to 2")
    tins(pos, GREEN, 1)


@pytest.mark.rule("S5.7", "S5.8")
@pytest.mark.parametrize(("players", "victims"), [(2, (0, 1)), (3, (1, 2)), (4, (1, 3))])
def test_who_is_under_attack(players: int, victims: tuple[int, ...]) -> None:
    pos = before_attack(players, ("Triple Slice", "mushroom"))
    for p in range(players):
        stock(pos, p, mushroom=5)
    sound(pos)
    pos.play("end")
    lost = [sum(pos.state.lost.tolist()[p]) for p in range(players)]
    assert lost == [4 if p in victims else 0 for p in range(players)]
    assert pos.state.maw[2] == 4 * len(victims)
    assert pos.state.prize == -1


@pytest.mark.rule("S5.8")
def test_costs_of_one_type_add_up_and_short_stock_loses_all() -> None:
    pos = before_attack(3, ("Double Slice", "cheese"), ("Chef's Whim", "cheese"))
    two_new(pos)
    stock(pos, BLACK, cheese=6, mushroom=2)
    stock(pos, PURPLE, cheese=3, pepperoni=1)
    sound(pos)
    pos.play("end")
    assert list(pos.state.want) == [4, 0, 0, 0]
    assert pos.state.lost.tolist()[:3] == [[0, 0, 0], [4, 0, 0], [3, 0, 0]]


@pytest.mark.rule("S5.8")
def test_typed_wants_come_first_then_the_victim_chooses() -> None:
    pos = before_attack(2, ("Mixed Basket", "mushroom"), ("Slippery Tin", None))
    two_new(pos)
    stock(pos, BLACK, cheese=1, mushroom=4)
    sound(pos)
    pos.play("end")
    assert pos.actors == (BLACK,)
    assert held(pos, BLACK) == [1, 0, 1], "three mushrooms are gone before the choice"
    assert {m.text for m in pos.legal()} == {"lose cheese", "lose mushroom"}
    assert pos.view(BLACK).prompt == "The shark wants 1 more. Choose a slice to lose."
    assert pos.why_not("lose pepperoni").rule == "S5.8"
    assert pos.why_not("end").rule == "S5.8"
    sound(pos)
    pos.play("lose cheese")
    assert pos.state.lost.tolist()[BLACK] == [1, 0, 3]
    assert pos.log()[-3:-1] != []


@pytest.mark.rule("S5.8")
def test_no_choice_is_asked_where_there_is_none() -> None:
    pos = before_attack(3, ("Bait Shop", None))
    stock(pos, BLACK, cheese=5)
    stock(pos, PURPLE, cheese=1, mushroom=2)
    pos.play("end")
    assert pos.state.lost.tolist()[:3] == [[0, 0, 0], [3, 0, 0], [1, 0, 2]]
    assert pos.state.phase == 1


@pytest.mark.rule("S5.9", "S5.10", "S5.11")
def test_bait_saves_everything_and_may_give_another_the_bonus() -> None:
    pos = before_attack(3, ("Triple Slice", "mushroom"))
    for p in (BLACK, PURPLE):
        stock(pos, p, mushroom=2, cheese=1)
        tins(pos, p, 3)
    sound(pos)
    pos.play("end")
    assert pos.actors == (BLACK,), "clockwise from the active player"
    assert pos.view(BLACK).prompt == (
        "The shark wants 4 mushroom. You'd lose 2 of 3. Feed it 3 anchovies, or let it bite."
    )
    assert pos.why_not("bait partner").rule == "S8.6"
    assert pos.why_not("lose cheese", PURPLE).rule == "S5.10"
    sound(pos)
    pos.play("bait self")
    assert pos.state.tins[BLACK] == 0 and pos.state.maw[3] == 3
    assert pos.actors == (PURPLE,)
    assert "You'd lose 2 of 3 and get the bonus." in pos.view(PURPLE).prompt
    assert pos.undo(BLACK) == "bait self"
    pos.play("bait self")
    pos.play("no bait")
    assert held(pos, BLACK) == [1, 0, 2]
    assert held(pos, PURPLE) == [1, 0, 0]
    assert pos.state.tins[PURPLE] == 4
    assert "Only Purple was bitten and takes an anchovy." in pos.log()


@pytest.mark.rule("S5.9")
def test_bait_is_not_offered_without_risk_or_anchovies() -> None:
    pos = before_attack(2, ("Triple Slice", "mushroom"))
    stock(pos, BLACK, cheese=4)
    tins(pos, BLACK, 5)
    stock(pos, GREEN, mushroom=1)
    tins(pos, GREEN, 2)
    pos.play("end")
    assert pos.state.phase not in (4, 5)
    assert pos.state.prize == GREEN, "the active player is a victim of two and gets the bonus"
    assert pos.state.tins[GREEN] == 3


@pytest.mark.rule("S5.10")
def test_of_two_players_the_active_one_answers_last() -> None:
    pos = before_attack(2, ("Triple Slice", "mushroom"))
    for p in (GREEN, BLACK):
        stock(pos, p, mushroom=1)
        tins(pos, p, 3)
    pos.play("end")
    assert pos.actors == (BLACK,)
    pos.play("no bait")
    assert pos.actors == (GREEN,)
    assert pos.why_not("end").rule == "S5.9"
    pos.play("bait self")
    assert pos.state.prize == BLACK


@pytest.mark.rule("S5.11")
def test_no_bonus_for_two_losers_for_nobody_or_from_an_empty_supply() -> None:
    pos = before_attack(3, ("Triple Slice", "mushroom"))
    stock(pos, BLACK, mushroom=1)
    stock(pos, PURPLE, mushroom=3)
    pos.play("end")
    assert pos.state.prize == -1
    assert list(pos.state.tins)[:3] == [1, 1, 1]
    pos = before_attack(3, ("Triple Slice", "mushroom"))
    pos.play("end")
    assert pos.state.prize == -1
    assert "The shark goes hungry." in pos.log()
    pos = before_attack(3, ("Triple Slice", "mushroom"))
    stock(pos, BLACK, mushroom=1)
    tins(pos, GREEN, 28)
    sound(pos)
    pos.play("end")
    assert pos.state.prize == -1
    assert "Only Black was bitten, but no anchovy is left." in pos.log()


@pytest.mark.rule("S5.10", "S5.8")
def test_two_victims_choose_in_turn() -> None:
    pos = before_attack(3, ("Slippery Tin", None))
    stock(pos, BLACK, cheese=1, mushroom=1)
    stock(pos, PURPLE, cheese=1, mushroom=1)
    pos.play("end")
    assert pos.actors == (BLACK,)
    pos.play("lose cheese")
    assert pos.actors == (PURPLE,)
    sound(pos)
    pos.play("lose mushroom")
    assert held(pos, BLACK) == [0, 0, 1] and held(pos, PURPLE) == [1, 0, 0]


def team_attack(black: int, yellow: int, slices: int = 2) -> Position:
    pos = before_attack(4, ("Triple Slice", "mushroom"))
    for p, coins in ((BLACK, black), (YELLOW, yellow)):
        stock(pos, p, mushroom=slices)
        tins(pos, p, coins)
    sound(pos)
    pos.play("end")
    return pos


@pytest.mark.rule("S8.6")
def test_one_partner_pays_for_both() -> None:
    pos = team_attack(6, 0)
    assert {m.text for m in pos.legal()} == {"no bait", "bait self", "bait partner", "bait both"}
    sound(pos)
    pos.play("bait both")
    assert pos.state.tins[BLACK] == 0
    assert held(pos, BLACK) == held(pos, YELLOW) == [0, 0, 2]
    assert pos.state.maw[3] == 6


@pytest.mark.rule("S8.6")
def test_one_partner_pays_for_the_other() -> None:
    pos = team_attack(3, 0)
    assert {m.text for m in pos.legal()} == {"no bait", "bait self", "bait partner"}
    refused = pos.why_not("bait both")
    assert refused.rule == "S8.6" and "6 anchovies" in str(refused)
    pos.play("bait partner")
    assert held(pos, BLACK) == [0, 0, 0] and held(pos, YELLOW) == [0, 0, 2]
    assert pos.state.prize == BLACK


@pytest.mark.rule("S8.6")
def test_three_anchovies_never_come_from_two_players() -> None:
    pos = team_attack(1, 2)
    assert pos.state.phase == 3
    assert held(pos, BLACK) == held(pos, YELLOW) == [0, 0, 0]


@pytest.mark.rule("S8.6", "S5.10")
def test_the_second_partner_may_still_protect_the_first() -> None:
    pos = team_attack(3, 3)
    pos.play("no bait")
    assert pos.actors == (YELLOW,)
    assert {m.text for m in pos.legal()} == {"no bait", "bait self", "bait partner"}
    pos.play("bait partner")
    assert held(pos, BLACK) == [0, 0, 2] and held(pos, YELLOW) == [0, 0, 0]
    pos = team_attack(3, 3)
    pos.play("bait partner")
    assert {m.text for m in pos.legal()} == {"no bait", "bait partner"}
    assert pos.why_not("bait self").rule == "S8.6"
