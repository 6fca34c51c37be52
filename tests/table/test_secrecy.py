"""Several people at one screen: when one of them needs it alone, and that nothing else is shown there too early."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator

import pytest

import pizzabox
from pizzabox.engine.catalogue import speaking
from pizzabox.engine.game import Game
from pizzabox.engine.position import Position
from pizzabox.server.subscriber import Subscriber
from pizzabox.table import scene as scenes
from pizzabox.table.match import Match
from pizzabox.table.move_in_progress import move_in_progress
from pizzabox.table.player_names import addressed
from pizzabox.table.secrecy import chooses_alone, running_record, shared_viewer
from pizzabox.table.viewers import board_viewer, needs_screen_alone
from tests.helpers import every_game, size

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


def test_partners_at_one_device_choose_who_acts() -> None:
    match = hot_seat(pizzabox.load("shark", players=4, cap=8))
    both = next(tuple(match.acting) for _ in turns(match) if len(match.acting) > 1)
    first, second = both
    shown = {asked: scenes.scene(match, HOST, asked, 0.0) for asked in (None, first, second)}
    assert [shown[asked]["you"]["look"] for asked in (None, first, second)] == [first, first, second]
    assert all(made["you"]["choice"] == [first, second] and made["handover"] is None for made in shown.values())
    assert any(token.endswith(match.game.seats[second]) for token in shown[second]["tokens"])
    match.play(HOST, second, "draw", 1.0)
    opponent = next(seat for seat in range(4) if seat not in both)
    assert scenes.scene(match, HOST, opponent, 0.0)["you"]["look"] == first, "whose turn it is not gets no say"
    match.play(HOST, first, "draw", 1.0)


def test_who_looks_openly_has_not_been_handed_the_device() -> None:
    """A seat chosen in open play is covered again as soon as a player chooses in secret."""
    match = hot_seat(pizzabox.load("theory"))
    subscriber = Subscriber(HOST, "")
    subscriber.look_from(0, match)
    assert subscriber.asked(match) == 0
    while not needs_screen_alone(match):
        match.play(HOST, match.acting[0], match.position.legal(match.acting[0])[0], 1.0)
    assert subscriber.asked(match) is None
    subscriber.look_from(0, match)
    assert subscriber.asked(match) == 0, "now it has"
    for seat in match.acting:
        match.play(HOST, seat, match.position.legal(seat)[0], 1.0)
    while not needs_screen_alone(match):
        match.play(HOST, match.acting[0], match.position.legal(match.acting[0])[0], 1.0)
    assert subscriber.asked(match) is None, "the cuts were revealed since"


@pytest.mark.parametrize("lang", ["en", "it"])
@every_game
def test_a_shared_device_says_whose_turn_it_is(game: Game, lang: str) -> None:
    shared = hot_seat(game)
    names = [f"Person {i}" for i in range(game.players)]
    for i, name in enumerate(names):
        shared.rename(HOST, i, name)
    several = game.players > 1
    with speaking(lang):
        for _, _ in turns(shared, 40):
            for seat in shared.acting:
                prompt = scenes.TableSnapshot(shared, 0.0).scene(HOST, seat)["prompt"]
                assert (names[seat] in prompt) == several, prompt


def test_a_name_comes_before_what_is_said_and_never_twice() -> None:
    match = hot_seat(pizzabox.load("theory"))
    match.rename(HOST, 0, "Ada")
    match.rename(HOST, 1, "Bob")
    assert addressed(match, 0, "Choose a half.") == "Ada: choose a half."
    assert addressed(match, 0, "Bob waits.") == "Ada: Bob waits."
    assert addressed(match, 0, "Now it is Ada's turn.") == "Now it is Ada's turn."
    assert addressed(match, 0, "") == ""
    assert addressed(match, -1, "Choose.") == "Choose."
    match.seats[0].owner = "somebody who sits elsewhere"
    assert addressed(match, 0, "Choose.") == "Choose.", "alone at a device nobody needs a name"


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
    for n, (pos, seat) in enumerate(turns(match, size(30, 60))):
        if needs_screen_alone(match):
            continue
        shown = scenes.scene(match, HOST, None, 0.0)
        assert shown["you"]["look"] is not None and shown["handover"] is None
        for token in shown["tokens"]:
            assert f'"{token}"' in shown["pieces"] or token not in pos.view(seat).pick(seat, ()).next
        if n % 6:
            continue
        before, log = pos.state.copy(), json.dumps(scenes.TableSnapshot(match, 0.0).log(seat))
        touched = tuple(shown["tokens"])[:1]
        picked = move_in_progress(pos, seat, touched, True, board_viewer(match, seat))
        pos.state.load(bytes(pos.view().guess(n + 1).state))
        again = scenes.scene(match, HOST, None, 0.0)
        assert again == shown
        assert json.dumps(scenes.TableSnapshot(match, 0.0).log(seat)) == log
        assert move_in_progress(pos, seat, touched, True, board_viewer(match, seat)) == picked
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
