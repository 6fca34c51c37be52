"""What study counts out of a position of Pizza Shark, against counting by brute force."""

from __future__ import annotations

import random
from functools import cache
from itertools import combinations
from typing import Any

import pytest

import pizzabox
from pizzabox.engine.position import Position
from pizzabox.games.shark import analysis
from pizzabox.games.shark.board import NONE
from pizzabox.games.shark.rules import attacks
from tests.games.shark.referee import CARDS
from tests.games.shark.table import BLACK, GREEN, PURPLE, hand, next_cards, number, start, stock, tins, tray
from tests.games.shark.test_referee import eager

NO_SLICE = ("steal_anchovy", "feed_slice", "feed_anchovy", "anchovy")


def brings(card: int) -> int:
    return sum(icon.startswith(("take", "steal")) and icon not in NO_SLICE for icon in CARDS[card]["icons"])


@cache
def draws(deck: frozenset[int], everything: frozenset[int], turns: int) -> dict[tuple[frozenset[int], int], float]:
    """Draw two cards a turn from a shuffled deck, card by card as a person would: what is left of the deck and what was
    brought, with its odds."""
    if not turns:
        return {(deck, 0): 1.0}
    after: dict[tuple[frozenset[int], int], float] = {}
    for (rest, have), share in draws(deck, everything, turns - 1).items():
        left = rest or everything
        pairs = list(combinations(sorted(left), 2))
        for pair in pairs:
            key = left - set(pair), have + sum(map(brings, pair))
            after[key] = after.get(key, 0.0) + share / len(pairs)
    return after


def by_hand(deck: frozenset[int], everything: frozenset[int], turns: int) -> dict[int, float]:
    """How much the cards of this many turns bring, with its odds."""
    found: dict[int, float] = {}
    for (_, have), share in draws(deck, everything, turns).items():
        found[have] = found.get(have, 0.0) + share
    return found


def positions(games: int = 3, **options: Any) -> list[Position]:
    """Positions of games under way, every few moves."""
    found = []
    for seed in range(games):
        dice, pos = random.Random(seed), pizzabox.load("shark", **options).start(seed=seed)
        while not pos.over:
            if dice.random() < (0.05 if pos.state.phase in (1, 2, 3) else 0.8):
                found.append(pos.copy())
            player = dice.choice(pos.actors)
            pos.play(eager(dice, [m.text for m in pos.legal(player)]), player)
    return found


def own_cards(s: Any, p: int) -> tuple[frozenset[int], frozenset[int]]:
    """The cards in the deck of p, and all six."""
    own = s.own.tolist()[p]
    return frozenset(card for i, card in enumerate(own) if not s.spent[p] >> i & 1), frozenset(own)


@pytest.mark.rule("S4.1")
@pytest.mark.parametrize("options", [{"players": 2}, {"players": 4, "goals": True, "cap": 15}], ids=str)
def test_the_cycle_of_six_cards_is_counted_out(options: dict[str, Any]) -> None:
    spent = set()
    for pos in positions(**options):
        for p in range(pos.game.players):
            deck, everything = own_cards(pos.state, p)
            spent.add(len(deck))
            for turns in (1, 2, 3, 4, 5, 6, 7, 20):
                counted, drawn = analysis.gains(pos.state, p, turns), by_hand(deck, everything, turns)
                assert set(counted) == set(drawn)
                assert counted == pytest.approx(drawn)
    assert spent == {0, 2, 4, 6}, "every place in the cycle was looked at"


def test_what_cannot_be_has_no_odds() -> None:
    """Four turns with starters bring 5 slices at most: in three of them all six cards come once."""
    pos = start("cheese", players=2)
    stock(pos, GREEN)
    halves = dict.fromkeys(("h4a", "h4b"), ("cheese", 3))
    tray(pos, GREEN, h1a=("cheese", 3), h2a=("pepperoni", 3), h3a=("mushroom", 3), h1b=("cheese", 3), **halves)
    assert pos.state.placed[GREEN] == 18, "six slices are missing"
    odds = dict(zip(analysis.TURNS, analysis.finish_odds(pos.state, GREEN), strict=True))
    assert odds[1] == odds[2] == odds[4] == 0
    assert odds[6] == 1
    tray(pos, GREEN, h2b=("pepperoni", 1))
    four = dict(zip(analysis.TURNS, analysis.finish_odds(pos.state, GREEN), strict=True))[4]
    assert four == pytest.approx(3 / 15), "two of the three slices in the fourth turn"


def test_open_icons_are_counted_in_and_anchovies_are_not() -> None:
    pos = start("cheese", players=2)
    hand(pos, GREEN, number(pos, "Triple Slice", "cheese"), number(pos, "Under the Table", "cheese"))
    assert analysis.open_slices(pos.state, GREEN) == 4
    pos.play("take cheese")
    assert analysis.open_slices(pos.state, GREEN) == 3


@pytest.mark.rule("S4.1")
def test_the_game_draws_as_the_analysis_counts() -> None:
    pos = start(players=2)
    many, seen = 1500, 0
    for seed in range(many):
        twin = pos.view(BLACK).guess(seed).state
        first = sum(brings(c) for c in own_cards(twin, BLACK)[1])
        for _ in range(4):
            attacks.draw_cards(twin, BLACK)
        last = sum(brings(twin.own[BLACK, twin.hand[BLACK, i]]) for i in range(2))
        seen += first + last >= 5
    odds = sum(share for n, share in analysis.gains(pos.state, BLACK, 4).items() if n >= 5)
    assert abs(seen / many - odds) < 5 * (odds * (1 - odds) / many) ** 0.5


def bitten(pos: Position, card: int) -> list[int]:
    """What each player loses when that card is the next ticket."""
    trial = pos.copy()
    next_cards(trial, card)
    trial.play("end")
    attacker = trial.state.attacker
    while trial.state.phase == 5 and trial.state.attacker == attacker:
        trial.play(trial.legal().codes[0])
    log = trial.state
    return [sum(row) for row in log.lost.tolist()[: trial.game.players]]


@pytest.mark.rule("S5.7", "S5.8")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_next_ticket_is_counted_over_every_card(players: int) -> None:
    pos = start(players=players)
    for p in range(players):
        stock(pos, p, cheese=p, pepperoni=2, mushroom=4 - p)
        tins(pos, p, 0)
    for p in (GREEN, PURPLE) if players == 4 else (GREEN,):
        hand(pos, p, number(pos, "Small Tin"), number(pos, "Waiter's Nod"))
    while pos.state.phase in (1, 2):
        pos.play(0)
    for p in range(players):
        tins(pos, p, 0)
    cards = [c for c in range(63) if pos.state.draw >> c & 1]
    outcomes = [bitten(pos, card) for card in cards]
    for p in range(players):
        drawn: dict[int, float] = {}
        for lost in outcomes:
            drawn[lost[p]] = drawn.get(lost[p], 0.0) + 1 / len(cards)
        assert analysis.losses(pos.state, p) == pytest.approx(drawn)
        assert (set(drawn) == {0}) == (p not in {2: (0, 1), 3: (1, 2), 4: (1, 3)}[players]), "who is not attacked"


@pytest.mark.rule("S5.6")
def test_an_empty_deck_is_made_from_the_trash_and_the_oldest_ticket() -> None:
    pos = start(players=2)
    pos.play("draw")
    while pos.state.phase == 1:
        pos.play("done")
    s = pos.state
    s.draw, s.trash = 0, 0b1011 << 20
    came = set()
    for seed in range(200):
        twin = pos.view().guess(seed)
        twin.play("end")
        came.add(twin.state.rail[3])
    assert came == set(analysis.coming(s)) == {20, 21, 23, s.rail[0]}


def next_ticket(pos: Position) -> int:
    """Play on until a new ticket comes: whose it is; -1 if the limit of turns comes first, -2 if the game is won."""
    trial, dice = pos.copy(), random.Random(1)
    while not trial.over:
        old, player = trial.state.phase, dice.choice(trial.actors)
        trial.play("end" if old == 3 else dice.choice(trial.legal(player).codes), player)
        if old == 3:
            return int(trial.state.attacker)
    return -2 if max(trial.state.placed) == 24 else NONE


@pytest.mark.rule("S8.5", "S6.2")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_whose_ticket_comes_next(players: int) -> None:
    asked, last = set(), 0
    for pos in positions(games=8, players=players, cap=12):
        asked.add(pos.state.phase)
        came = next_ticket(pos)
        assert came in (-2, analysis.next_attacker(pos.state))
        if pos.state.phase in (4, 5):
            pos.state.turns = 12 * (2 if players == 4 else players) - 1
            came = next_ticket(pos)
            assert analysis.next_attacker(pos.state) == came
            if came == NONE:
                assert analysis.losses(pos.state, BLACK) == {0: 1.0}
                last += 1
    assert asked >= {0, 1, 3, 5}
    assert last, "the last attack of a game was looked at"
