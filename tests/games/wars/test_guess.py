"""Worlds drawn for a player of Pizza Wars who does not see the others' cards (W7.4)."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product
from math import comb

import pytest

import pizzabox
from pizzabox.engine.position import Position
from pizzabox.games.wars.board import COPIES, NAMES, NEXT
from tests.games.wars.helpers import setup, texts, turn
from tests.games.wars.test_rules import FAR, STUCK_DRIVER

audit = pizzabox.load("wars").kernels.plain["audit"]

WHITE, RED = 0, 1
Hand = tuple[int, ...]
GAMES = 60


def only_a_card_helps() -> Position:
    """White's Driver has no slice that leads anywhere: the card direction, distance or spin must be in hand."""
    state = {"player": 1, "side": "red", "holds": [[0, 1, 0, 1, 0, 0], [1, 0, 1, 0, 0, 0]]}
    pos = setup(STUCK_DRIVER, FAR, cards="three", hand=3, face_down=True, state=state)
    turn(pos, "Dm3-m4", "m4>")
    return pos


def hand_of(pos: Position, player: int) -> Hand:
    return tuple(pos.state.holds[player, k] for k in range(6))


def deals(pos: Position, viewer: int, player: int) -> dict[Hand, float]:
    """Every hand that player may have as the viewer knows the cards, and how likely it is."""
    seen = [sum(pos.state.spent[p, k] for p in range(3)) + pos.state.holds[viewer, k] for k in range(6)]
    left = [COPIES - n for n in seen]
    found: dict[Hand, float] = {}
    for hand in product(*(range(n + 1) for n in left)):
        if sum(hand) == pos.state.held[player]:
            found[hand] = 1.0
            for n, k in zip(left, hand, strict=True):
                found[hand] *= comb(n, k)
    total = sum(found.values())
    return {hand: odds / total for hand, odds in found.items()}


@pytest.mark.rule("W7.4", "W7.6")
def test_a_rival_who_needs_a_card_to_move_has_one_and_all_such_hands_are_as_likely_as_they_should_be() -> None:
    pos = only_a_card_helps()
    assert pos.actors == (WHITE,) and texts(pos) and all("+" in t for t in texts(pos))
    odds = deals(pos, RED, WHITE)
    able = {hand: p for hand, p in odds.items() if moves_with(pos, hand)}
    assert 0 < len(able) < len(odds), "some hands would leave White stuck, and White is not"
    total = sum(able.values())
    view, n = pos.view(RED), 4000
    drawn = Counter(hand_of(view.guess(seed), WHITE) for seed in range(n))
    assert set(drawn) <= set(able), "a world in which White is stuck"
    assert set(drawn) == set(able), "every other world is drawn"
    assert all(audit(view.guess(seed).state) == 0 for seed in range(300)), "however often it is dealt anew"
    for hand, p in able.items():
        expected = n * p / total
        assert abs(drawn[hand] - expected) < 5 * (expected**0.5) + 5, hand


def moves_with(pos: Position, hand: Hand) -> bool:
    world = pos.copy()
    for k in range(6):
        world.state.holds[WHITE, k] = hand[k]
    return bool(pos.game.kernels.moves(world.state, WHITE))


@pytest.mark.rule("W7.4")
def test_who_can_move_without_a_card_may_hold_anything() -> None:
    state = {"player": 1, "side": "red", "holds": [[0, 1, 0, 1, 0, 0], [1, 0, 1, 0, 0, 0]]}
    pos = setup("Dd4/0", FAR, cards="three", hand=3, face_down=True, state=state)
    turn(pos, "Dm3-m4", "m4>")
    drawn = {hand_of(pos.view(RED).guess(seed), WHITE) for seed in range(2000)}
    assert drawn == set(deals(pos, RED, WHITE))


@pytest.mark.rule("W7.4", "W7.6")
def test_in_every_guessed_world_of_many_games_somebody_can_move() -> None:
    """Few pieces near the rims, so that players are often saved by a card alone."""
    pizzabox.load("wars").warm()
    dice, saved = random.Random(1), 0
    rims = {WHITE: ["d1/3", "c1/3", "b1/3", "a1/2", "e1/4"], RED: ["m1/4", "n1/4", "n4/0", "m5/0", "l6/0"]}
    for game in range(GAMES):
        armies = [" ".join(f"D{spot}" for spot in dice.sample(rims[p], 2)) for p in (WHITE, RED)]
        cards = [k for k in range(6) for _ in range(COPIES)]
        dice.shuffle(cards)
        holds = [[cards[6 * p : 6 * p + 4].count(k) for k in range(6)] for p in (WHITE, RED)]
        options = {"cards": "three", "hand": 4, "face_down": True, "goal": 20, "patience": 6}
        try:
            pos = setup(*armies, state={"holds": holds}, **options)
        except pizzabox.BadPosition:
            continue
        while not pos.over:
            mover = pos.actors[0]
            saved += all("+" in m.text for m in pos.legal())
            for viewer in (-1, 1 - mover):
                world = pos.view(viewer).guess(game)
                assert world.legal(), f"{armies} {pos.view(viewer)}"
                assert world.actors == (mover,) and world.view(viewer).state == pos.view(viewer).state
            pos.play(dice.choice(list(pos.legal())))
    assert saved >= 15


@pytest.mark.rule("W7.4", "W7.6")
def test_hands_that_do_not_help_leave_nothing_behind_when_they_are_dealt_anew() -> None:
    """White's Driver is shut in: a Hop helps, a Spin does not, so that hands with a Spin alone are thrown away."""
    home = NAMES.index("d4")
    ring = [NAMES[int(NEXT[6 * home + d])] for d in range(6)]
    red = " ".join(f"{piece}{spot}/0" for piece, spot in zip("KCGSDD", ring, strict=False)) + " " + FAR
    state = {"player": 1, "side": "red", "holds": [[0, 0, 0, 1, 0, 1], [1, 0, 1, 0, 0, 0]]}
    pos = setup("Dd4/0", red, cards="three", hand=3, face_down=True, goal=37, state=state)
    turn(pos, "Dm3-m4", "m4>")
    view, odds = pos.view(RED), deals(pos, RED, WHITE)
    able = {hand for hand in odds if moves_with(pos, hand)}
    spin = {hand for hand in odds if hand[5] and hand not in able}
    assert able and spin
    for seed in range(400):
        world = view.guess(seed)
        assert audit(world.state) == 0 and hand_of(world, WHITE) in able
