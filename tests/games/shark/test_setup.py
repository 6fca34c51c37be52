"""Components and set-up of Pizza Shark."""

from __future__ import annotations

import csv
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

import pizzabox
from pizzabox.games.shark import board
from pizzabox.games.shark.board.deck import ACTIONS, MAIN, TYPES, load_deck
from tests.games.shark.table import BLACK, GREEN, PURPLE, held, start, texts

HOUSE = Path(board.__file__).with_name("deck.csv")
POINTS = {
    "take_any": 5,
    "anchovy": 4,
    "place_any": 3,
    "steal_any": 4,
    "steal_anchovy": 5,
    "feed_slice": 1,
    "feed_anchovy": 1,
    "steal_and_plate": 5,
    **{f"take_{t}": 4 for t in TYPES},
    **{f"place_{t}": 2 for t in TYPES},
    **{f"steal_{t}": 2 for t in TYPES},
}


@pytest.mark.rule("S1.1", "S1.2", "S1.3", "S1.6")
def test_the_box_holds_the_components_of_the_rules() -> None:
    assert (board.HALVES, board.SPACES, board.FULL) == (8, 3, 24)
    assert board.HALF_NAMES == ("1a", "1b", "2a", "2b", "3a", "3b", "4a", "4b")
    pos = pizzabox.load("shark", players=4, halves=False).start(seed=1)
    assert list(pos.state.supply) == [60, 60, 60]
    assert pos.state.can + sum(pos.state.tins) == 30
    assert board.LOOSE * 3 == 12


@pytest.mark.rule("S1.4")
def test_the_house_deck_is_the_table_of_the_facts() -> None:
    """87 cards, 18 of each type and 9 without; costs and icons as the facts give them."""
    cards = board.DECKS[0].cards
    main, starters = cards[:MAIN], cards[MAIN:]
    assert len(main) + 4 * len(starters) == 87
    assert Counter(card.type for card in main) == {0: 18, 1: 18, 2: 18, -1: 9}
    assert Counter(card.cost for card in main) == {1: 17, 2: 20, 3: 12, 4: 7, 5: 4, 6: 3}
    assert all(card.cost == 0 and card.type == -1 for card in starters)
    icons = Counter(ACTIONS[kind].replace(t, "TYPE") for card in main for kind in card.icons for t in [_type_in(kind)])
    assert icons == {
        "take_TYPE": 66,
        "take_any": 18,
        "anchovy": 16,
        "place_TYPE": 18,
        "place_any": 4,
        "steal_TYPE": 6,
        "steal_any": 3,
        "steal_anchovy": 4,
        "feed_slice": 10,
        "feed_anchovy": 9,
        "steal_and_plate": 5,
    }
    for t in range(3):
        assert int(board.GOALS[0, t]).bit_count() == 14


def _type_in(kind: int) -> str:
    return next((t for t in TYPES if ACTIONS[kind].endswith(t)), "no type")


@pytest.mark.rule("S1.4")
def test_every_main_card_is_priced_by_its_points() -> None:
    with HOUSE.open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            points = sum(POINTS[word] for word in row["actions"].split(" + "))
            assert points == int(row["points"])
            if row["deck"] == "main":
                assert int(row["cost"]) == (points - 4 + 1) // 2


@pytest.mark.rule("S1.5", "S1.7")
def test_everything_is_open_but_the_generator() -> None:
    pos = start(players=3)
    for viewer in range(-1, 3):
        view = pos.view(viewer).state
        assert view.rng == 0
        twin = pos.state.copy()
        twin.rng = 0
        assert bytes(view) == bytes(twin)
    assert all(len(set(own)) == 6 for own in pos.state.own.tolist()[:3])


@pytest.mark.rule("S2.1")
def test_the_first_player_is_drawn_or_chosen() -> None:
    game = pizzabox.load("shark", players=3)
    assert {game.start(seed=k).state.first for k in range(40)} == {0, 1, 2}
    assert pizzabox.load("shark", players=3, first="purple").start(seed=1).actors == (PURPLE,)
    with pytest.raises(pizzabox.BadOption, match="nobody sits there"):
        pizzabox.load("shark", players=2, first="purple")


@pytest.mark.rule("S2.2", "S2.3", "S2.4")
def test_printed_and_drawn_halves() -> None:
    seen: Counter[int] = Counter()
    for seed in range(300):
        s = pizzabox.load("shark", players=4).start(seed=seed).state
        drawn = Counter()
        for p in range(4):
            half = s.half.tolist()[p]
            assert (half[0], half[2], half[4]) == (1, 2, 3)
            assert half[5:] == [0, 0, 0]
            assert not any(s.filled.tolist()[p])
            drawn.update((half[1], half[3]))
        assert set(drawn) <= {1, 2, 3}
        assert max(drawn.values()) <= 4
        seen.update(drawn)
    assert all(abs(seen[t] - 800) < 80 for t in (1, 2, 3))
    beginners = pizzabox.load("shark", players=4, halves=False).start(seed=1).state
    assert all(half == [1, 0, 2, 0, 3, 0, 0, 0] for half in beginners.half.tolist())


@pytest.mark.rule("S2.5")
def test_the_first_rail_does_not_attack() -> None:
    s = pizzabox.load("shark", players=2).start(seed=3).state
    assert all(card >= 0 for card in s.rail)
    assert len(set(s.rail)) == 4
    assert s.draw.bit_count() == 59
    assert s.attacker == -1
    assert sum(s.maw) == 0


@pytest.mark.rule("S2.6", "S2.7")
@pytest.mark.parametrize(("players", "numbers"), [(2, [1, 2]), (3, [1, 2, 3]), (4, [1, 2, 1, 2])])
def test_starting_slices_by_seat(players: int, numbers: list[int]) -> None:
    pos = pizzabox.load("shark", players=players, first="black").start(seed=2)
    assert list(pos.state.tins)[:players] == [1] * players
    order = []
    while pos.state.phase == 0:
        assert texts(pos) == {"pick cheese", "pick pepperoni", "pick mushroom"}
        order.append(pos.actors[0])
        pos.play("pick mushroom")
    seats = [(BLACK + k) % players for k in range(players)]
    assert order == [seat for seat, n in zip(seats, numbers, strict=True) for _ in range(n)]
    assert pos.why_not("pick cheese").rule == "S2.7"


def test_a_slice_can_be_taken_back_before_the_cards() -> None:
    pos = pizzabox.load("shark", players=2, first="green").start(seed=2)
    pos.play("pick mushroom")
    assert pos.undo() == "pick mushroom"
    assert held(pos, GREEN) == [0, 0, 0]


def test_other_decks_are_read_and_checked(tmp_path: Path) -> None:
    text = HOUSE.read_text(encoding="utf-8")
    good = tmp_path / "Mine.csv"
    good.write_text(text.replace("Small Tin", "Big Tin"), encoding="utf-8")
    deck = load_deck(good)
    assert deck.name == "mine"
    assert deck.cards[MAIN].name == "Big Tin"
    for old, new, message in (
        ("take_cheese + place_cheese", "take_chese", "did you mean 'take_cheese'"),
        ("cheese,1,1,", "cheese,12,1,", "cost must be 1 to 9"),
        ("cheese,1,1,", "fish,1,1,", "type must be none"),
        ("Slippery Tin,none,1,2", "Slippery Tin,none,1,3", "64 main cards"),
        ("starter,Small Tin,none,0,2", "starter,Small Tin,none,1,2", "cost must be 0"),
        ("starter,Small Tin,none,0,2", "starter,Small Tin,cheese,0,2", "a starter can't have a type"),
        ("S01,starter", "S01,extra", "starter or main"),
        ("Small Tin", "", "a name needs 1 to 24"),
        ("card_id,deck,name", "card_id,deck,title", "has no name"),
        ("anchovy + place_any", " + ".join(["anchovy"] * 6), "1 to 5 actions"),
        ("none,0,2", "none,0,x", "copies must be"),
    ):
        bad = tmp_path / "bad.csv"
        bad.write_text(text.replace(old, new, 1), encoding="utf-8")
        with pytest.raises(pizzabox.BadOption, match=message):
            load_deck(bad)
    with pytest.raises(pizzabox.BadOption, match="can't be read"):
        load_deck(tmp_path / "none.csv")
    with pytest.raises(pizzabox.BadOption, match="named after its file"):
        load_deck(tmp_path / "a deck!.csv")


@pytest.mark.rule("S1.4")
def test_another_deck_is_chosen_by_file(tmp_path: Path) -> None:
    """A fresh interpreter with the variable set: the option, the cards, and a whole game."""
    other = tmp_path / "rich.csv"
    other.write_text(
        HOUSE.read_text(encoding="utf-8").replace("0,2,anchovy,4", "0,2,anchovy + anchovy,8"), encoding="utf-8"
    )
    script = """
import random, pizzabox
from pizzabox.games.shark.phrases import card_of
game = pizzabox.load("shark", deck="rich", cap=5)
pos = game.start(seed=1)
assert str(game.options).endswith("deck=rich")
assert len(card_of(pos.state, 63).icons) == 2
dice = random.Random(1)
while not pos.over:
    p = dice.choice(pos.actors)
    pos.play(dice.choice(pos.legal(p).codes), p)
    assert game.kernels.audit(pos.state) == 0
assert pizzabox.position(pos.json()) == pos
assert game.picture.svg(pos.state)
"""
    env = {**os.environ, "PIZZABOX_SHARK_DECKS": str(other), "PIZZABOX_BACKEND": "python"}
    subprocess.run([sys.executable, "-c", script], env=env, check=True, timeout=120)
