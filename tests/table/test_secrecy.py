"""Several people at one screen: when one of them needs it alone, and that nothing else is shown there too early."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator

import pytest

import pizzabox
from pizzabox.engine.game import Game
from pizzabox.engine.position import Position
from pizzabox.table import scene as scenes
from pizzabox.table.match import Match
from pizzabox.table.secrecy import chooses_alone, running_record, shared_viewer
from tests.helpers import every_game

HOST = "everybody-at-one-screen"


def hot_seat(game: Game, seed: int = 3) -> Match:
    """A table whose seats all belong to one device."""
    wish = {"game": game.name, "options": dict(game.options), "seats": [{"kind": "me"}] * game.players}
    return Match.new(wish, HOST, 0.0, seed=seed)


def turns(match: Match, most: int = 120) -> Iterator[tuple[Position, int]]:
    """A random game at that table: each position with a seat that is to act in it."""
    dice = random.Random(5)
    for _ in range(most):
        if match.over:
            return
        seat = dice.choice(match.acting)
        yield match.position, seat
        match.play(HOST, seat, dice.choice(match.position.legal(seat).codes), 1.0)


def alone(name: str, **options: object) -> list[bool]:
    return [chooses_alone(pos, seat) for pos, seat in turns(hot_seat(pizzabox.load(name, **options)))]


def test_who_chooses_in_secret_chooses_alone() -> None:
    for pos, seat in turns(hot_seat(pizzabox.load("theory"))):
        assert chooses_alone(pos, seat) == (pos.legal(seat)[0].text.startswith("cut "))


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("shark", {"players": 4, "cap": 8}),
        ("shark", {"players": 2}),
        ("pizzeria", {"players": 4}),
        ("pizzeria", {"players": 3, "variant": "advanced"}),
        ("hexentafl", {}),
        ("wars", {"setup": "short", "cards": "equal"}),
    ],
)
def test_who_plays_openly_does_not(name: str, options: dict[str, object]) -> None:
    assert not any(alone(name, **options))


def test_several_who_act_at_once_may_play_openly() -> None:
    """Partners at Pizza Shark act together, and Pizzeria's eaten slices are known to their eater: neither is a secret
    choice."""
    shark = hot_seat(pizzabox.load("shark", players=4, cap=8))
    assert any(len(pos.actors) > 1 for pos, _ in turns(shark))
    pizzeria = hot_seat(pizzabox.load("pizzeria", players=4))
    assert any(shared_viewer(pos, seat) != seat for pos, seat in turns(pizzeria))


def test_who_chooses_from_a_hidden_hand_chooses_alone() -> None:
    game = pizzabox.load("wars", players=3, setup="short", cards="three", hand=4, face_down=True, patience=3)
    found: dict[tuple[bool, bool], int] = {}
    for pos, seat in turns(hot_seat(game)):
        bare = pos.state.copy()
        for kind in range(6):
            bare.holds[seat, kind] = 0
        plays_cards = game.kernels.moves(bare, seat) != list(pos.codes(seat))
        key = (chooses_alone(pos, seat), plays_cards)
        found[key] = found.get(key, 0) + 1
    assert found[True, True] > 5 and found[False, False] > 5, "a card to play; only a rotation"
    assert found.get((True, False), 0), "that no card can be played is a secret too"
    assert (False, True) not in found


@every_game
def test_a_shared_screen_shows_nothing_that_one_of_them_alone_may_know(game: Game) -> None:
    """Where nobody chooses alone, everything hidden can be drawn anew without a change on the screen."""
    match = hot_seat(game)
    for n, (pos, seat) in enumerate(turns(match, 60)):
        if scenes.needs_screen_alone(match):
            continue
        shown = scenes.scene(match, HOST, None, 0.0)
        assert shown["you"]["look"] is not None and shown["handover"] is None
        for token in shown["tokens"]:
            assert f'"{token}"' in shown["pieces"] or token not in pos.view(seat).pick(seat, ()).next
        if n % 6:
            continue
        before, log = pos.state.copy(), json.dumps(scenes.Moment(match, 0.0).log(seat))
        touched = tuple(shown["tokens"])[:1]
        picked = scenes.move_in_progress(pos, seat, touched, True, scenes.board_viewer(match, seat))
        pos.state.load(bytes(pos.view().guess(n + 1).state))
        again = scenes.scene(match, HOST, None, 0.0)
        assert again == shown
        assert json.dumps(scenes.Moment(match, 0.0).log(seat)) == log
        assert scenes.move_in_progress(pos, seat, touched, True, scenes.board_viewer(match, seat)) == picked
        pos.state.load(before)


def test_a_record_of_a_running_game_has_no_seed_and_no_secret_of_others() -> None:
    match = hot_seat(pizzabox.load("theory"))
    pos = match.position
    while len(pos.actors) < 3:
        pos.play(pos.legal()[0])
    known = len(pos.steps)
    pos.play("cut 2", 1)
    pos.play("cut 5", 0)
    assert len(running_record(pos, -1).moves) == known
    assert len(running_record(pos, 0).moves) == known, "what came after the secret of another tells too"
    assert len(running_record(pos, 1).moves) == known + 1
    for viewer in (-1, 0, 1):
        made = running_record(pos, viewer)
        assert made.seed is None and made.position is None
