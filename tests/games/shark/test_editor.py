"""Pizza Shark set up by hand."""

from __future__ import annotations

import random

import pytest

import pizzabox
from pizzabox.engine.errors import BadPosition, IllegalMove
from pizzabox.engine.position import Position
from pizzabox.games.shark.board import ANCHOVIES, DECKS, HALF_NAMES, SLICES
from pizzabox.games.shark.board.deck import ACTIONS, MAIN
from pizzabox.games.shark.rules.actions import ACTING, EATING, LURING, PASSING, PLACING, PLAYING, SETUP, UPGRADING
from pizzabox.study.analysis_board import painted
from pizzabox.testing import advance
from tests.helpers import entered, laid


def running(**options: object) -> Position:
    """The first turn of a game that Green begins by chance, with a slice to place."""
    game = pizzabox.load("shark", **options)
    pos = next(pos for pos in map(game.start, range(3, 99)) if pos.state.first == 0)
    while pos.state.phase == SETUP:
        pos.play("pick cheese")
    return pos


def card(name: str) -> int:
    return next(i for i, one in enumerate(DECKS[0].cards) if one.name == name)


def test_slices_and_anchovies_come_from_the_supply_and_go_back() -> None:
    pos = running()
    s = pos.state
    made = laid(pos, "cheese", "half 1a", "half 1a")
    assert made.state.filled[0, 0] == 2 and made.state.placed[0] == 2 and made.state.supply[0] == s.supply[0] - 2
    made = laid(made, "pepperoni", "half 4b")
    assert made.state.half[0, 7] == 2 and made.state.supply[1] == SLICES - 1
    made = laid(made, "take", "half 4b")
    assert made.state.half[0, 7] == 0 and made.state.supply[1] == SLICES
    made = laid(made, "mushroom", "cheese of black")
    assert made.state.stock[1, 2] == 1
    made = laid(made, "anchovy", "anchovies of black", "half 1a")
    assert list(made.state.tins[:2]) == [2, 2] and made.state.can == ANCHOVIES - 4
    made = laid(made, "take", "anchovies of black", "mushroom of black")
    assert made.state.tins[1] == 1 and made.state.stock[1, 2] == 0


def test_what_does_not_fit_is_refused() -> None:
    pos = running()
    with pytest.raises(IllegalMove, match="Half 1a is for cheese"):
        laid(pos, "pepperoni", "half 1a")
    with pytest.raises(IllegalMove, match=r"Half 1a is full\. It holds 3"):
        laid(pos, "cheese", *["half 1a"] * 4)
    with pytest.raises(IllegalMove, match="There are no slices on half 4b"):
        laid(pos, "take", "half 4b")
    with pytest.raises(IllegalMove, match="Black has none of these"):
        laid(pos, "take", "mushroom of black")
    with pytest.raises(IllegalMove, match="large tray"):
        laid(pos, "cheese", "rail 1")
    with pytest.raises(BadPosition, match=r"There are 60 slices of cheese, but 6[0-9] on trays.*Take [0-9] away"):
        entered(pos, {"maw.0": 60})
    with pytest.raises(BadPosition, match="There are 30 anchovies, but 31"):
        entered(pos, {"tins.0": 30})
    empty = entered(pos, {"maw.1": 60})
    with pytest.raises(IllegalMove, match="There are no pepperoni slices left in the supply"):
        laid(empty, "pepperoni", "pepperoni of black")
    start = pizzabox.load("shark", first="green").start(seed=3)
    with pytest.raises(IllegalMove, match="the trays are empty"):
        laid(start, "cheese", "half 1a")
    with pytest.raises(IllegalMove, match="Green takes 1 slice at the start"):
        laid(start, "cheese", "cheese of green", "cheese of green")


def test_trays_turns_and_stages() -> None:
    pos = running(players=3)
    made = entered(pos, {"turn": "2", "turns": 7, "stock.2.0": 2, "half.2.0": "7", "half.0.6": "13"})
    s = made.state
    assert made.actors == (2,) and s.turns == 7 and s.first == 1 and s.step[2] == PLACING
    assert s.filled[2, 0] == 3 and s.half[0, 6] == 3 and s.filled[0, 6] == 1 and s.placed[2] == 3
    with pytest.raises(BadPosition, match="Purple has no slice that fits"):
        entered(made, {"stock.2.0": 0, "stock.2.1": 0, "stock.2.2": 0})
    playing = entered(made, {"step.2": "2"})
    assert (
        playing.state.step[2] == PLAYING
        and playing.state.hand[2, 0] >= 0
        and sum(playing.state.left[2, k] for k in range(17))
    )
    upgrade = entered(playing, {"stage": "upgrade"})
    assert upgrade.state.phase == UPGRADING and [upgrade.state.hand[2, i] for i in range(2)] == [
        playing.state.hand[2, i] for i in range(2)
    ]
    begun = entered(made, {"stage": "act", "turn": "0", "stock.0.0": 1})
    assert begun.actors == (0,)
    loose: dict[str, int | str] = {f"half.{p}.{HALF_NAMES.index(h)}": "4" for p in range(3) for h in ("1b", "2b")}
    with pytest.raises(BadPosition, match="only 4 loose halves of cheese, but 6"):
        entered(pos, loose)


def test_cards_lie_in_one_place() -> None:
    pos = running()
    grand = card("Grand Buffet")
    own = entered(pos, {"own.1.0": str(grand), "place.1.0": "2", "place.1.1": "2"})
    assert own.state.own[1, 0] == grand and own.state.spent[1] == 3
    assert not own.state.draw >> grand & 1 and not own.state.trash >> grand & 1
    with pytest.raises(BadPosition, match=r"Grand Buffet .*two places"):
        entered(own, {"rail.0": str(grand)})
    with pytest.raises(BadPosition, match="Black has 3 in the discard pile"):
        entered(own, {"place.1.2": "2"})
    with pytest.raises(BadPosition, match="Black has 1 card face up"):
        entered(own, {"place.1.2": "1"})
    trashed = next(c for c in range(MAIN) if own.state.draw >> c & 1)
    assert entered(own, {f"trash.{trashed}": "1"}).state.trash == 1 << trashed


def test_the_shark_is_asked_about() -> None:
    pos = running()
    rail: dict[str, int | str] = {"rail.3": str(card("Grand Buffet"))}
    swap = next((j for j in range(3) if pos.state.rail[j] == card("Grand Buffet")), None)
    if swap is not None:
        rail[f"rail.{swap}"] = str(pos.state.rail[3])
    things: dict[str, int | str] = {"stock.0.0": 4, "stock.0.1": 4, "stock.1.0": 1, "tins.0": 3}
    lure = entered(pos, rail | things | {"stage": "lure"})
    assert lure.state.phase == LURING and lure.actors == (0,) and lure.state.want[3] == 5
    eat = entered(pos, rail | things | {"stage": "eat", "tins.0": 0})
    assert eat.state.phase == EATING and eat.actors == (0,) and eat.state.owed[0] == 5
    fewer = entered(eat, {"owed.0": 2, "lost.0.0": 3})
    assert fewer.state.owed[0] == 2 and fewer.state.lost[0, 0] == 3
    with pytest.raises(BadPosition, match="there's nobody to ask"):
        entered(pos, {"stage": "lure"})
    with pytest.raises(BadPosition, match="Nobody has a choice"):
        entered(pos, {"stage": "eat"})
    dice = random.Random(1)
    while not fewer.over:
        advance(fewer, dice)


def test_teams_pass_slices_and_both_have_trays_of_their_own() -> None:
    pos = running(players=4, cap=8)
    passing = entered(pos, {"stage": "pass", "stock.0.0": 1, "stock.2.1": 1})
    assert passing.state.phase == PASSING and passing.actors == (0, 2)
    made = pizzabox.position(painted(passing, "mushroom", "half 3a", 2)["code"])
    assert made.state.filled[2, HALF_NAMES.index("3a")] == 1 and made.state.placed[0] == 0
    second = entered(entered(pos, {"stage": "upgrade"}), {"mover": "1"})
    assert second.state.mover == 2 and second.actors == (2,)
    with pytest.raises(BadPosition, match="choose from"):
        entered(running(), {"stage": "pass"})


def test_goals_upgrades_and_the_end() -> None:
    pos = running(goals=True)
    goal = pos.state.goal[0]
    full: dict[str, int | str] = {"half.0.0": "7", "half.0.6": "7", "half.0.7": "7"}
    with pytest.raises(BadPosition, match="a goal was reached"):
        entered(pos, full)
    claimed = entered(pos, full | {"claimed.0": "0"})
    assert claimed.state.claimed[0] == 0 and claimed.state.trash >> goal & 1
    upgrade = entered(pos, {"stage": "upgrade"})
    with pytest.raises(BadPosition, match=r"1 card was upgraded .*here it's 0"):
        entered(upgrade, {"swapped": "1"})
    s, bought = upgrade.state, next(c for c in range(MAIN) if upgrade.state.draw >> c & 1)
    hole = entered(upgrade, {"swapped": "1", "rail.0": "-1", f"own.{s.mover}.{s.hand[s.mover, 0]}": str(bought)})
    assert hole.state.rail[0] == -1 and hole.state.swapped == 1
    with pytest.raises(BadPosition, match=r"0 cards were upgraded .*here it's 1"):
        entered(hole, {"stage": "act"})
    over = entered(pos, {"stage": "over"})
    assert over.over and over.winners
    assert over.game.editor is not None and over.game.editor.names(over.state) == []


def test_actions_left_on_the_cards_can_be_fewer() -> None:
    nod, tin = card("Waiter's Nod"), card("Small Tin")
    slots = [slot for slot in range(6) if running().state.own[0, slot] in (nod, tin)][:2]
    drawn = entered(running(), {f"place.0.{slot}": "1" for slot in slots} | {"step.0": "2"})
    assert drawn.state.phase == ACTING and [drawn.state.hand[0, i] for i in range(2)] == slots
    anchovy, before = ACTIONS.index("anchovy"), drawn.state.left[0, ACTIONS.index("anchovy")]
    fewer = entered(drawn, {f"left.0.{anchovy}": before - 1})
    assert before == 2 and fewer.state.left[0, anchovy] == 1


def test_the_form_cannot_contradict_the_options() -> None:
    pos = pizzabox.load("shark", players=3, first="green", goals=True).start(seed=3)
    while pos.state.phase == SETUP:
        pos.play("pick cheese")
    assert entered(pos, {"turn": "1", "turns": 7, "stock.1.0": 1}).state.first == 0
    with pytest.raises(BadPosition, match="first doesn't fit the options"):
        entered(pos, {"turn": "2", "turns": 7, "stock.2.0": 1})
    fields = {field.name: field for field in pos.game.editor.fields(pos.state)}
    assert all("-1" not in dict(fields[f"goal.{t}"].choices) for t in range(3)), "a goal lies there in such a game"
