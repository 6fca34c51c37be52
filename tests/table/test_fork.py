"""Tables that begin from a chosen position."""

from __future__ import annotations

import msgspec
import pytest

import pizzabox
from pizzabox.engine.errors import BadOption
from pizzabox.engine.game import Game
from pizzabox.table.match import Match
from pizzabox.table.stored_match import meta_of, restored, step_data
from tests.helpers import every_game, stations

SEATS = [{"kind": "me"}, {"kind": "me"}]


def begun(**more: object) -> pizzabox.Position:
    pos = pizzabox.load("hexentafl").start(seed=5)
    for _ in range(2):
        pos.play(pos.legal()[0])
    return pos


def test_a_table_begins_from_a_position_with_chance_drawn_anew() -> None:
    pos = begun()
    for described in (pos.code, pos.data()):
        match = Match.new({"position": described, "seats": SEATS}, "ada", 0.0)
        assert match.game.name == "hexentafl" and match.acting == pos.actors
        assert match.position.state.foes == pos.state.foes
        assert match.position.state.rng != pos.state.rng, "who knows the position does not know what chance brings"
        assert match.commitment == ""


@every_game
def test_everything_hidden_is_drawn_anew(game: Game) -> None:
    """Whoever set the position up, or played from it before, knows only what lies open to everybody."""
    hidden = 0
    for pos in stations(game, 3, most=6):
        if pos.over or pos.state.sealed:
            continue
        wish = {"position": pos.code, "seats": [{"kind": "me"}] * game.players}
        match = Match.new(wish, "ada", 0.0)
        tables = [match, match.next_match(1.0), match.next_match(2.0)]
        for table in tables:
            assert table.position.view().data()["state"] == pizzabox.position(pos.code).view().data()["state"]
            assert table.acting == pos.actors
            assert not game.check(table.position.state)
        others = {bytes(table.position.view().guess(1).state) for table in tables}
        assert len(others) == 1, "all that can be known of them is the same"
        plain = []
        for table in tables:
            bare = table.position.state.copy()
            bare.rng = 0
            plain.append(bytes(bare))
        hidden += len(set(plain)) > 1
    assert bool(hidden) == (game.name == "pizzeria" or bool(game.options.get("face_down", False)))


def test_its_record_is_sealed_while_it_runs_and_verifies_afterwards() -> None:
    match = Match.new({"position": begun().code, "seats": SEATS}, "ada", 0.0)
    running = match.record(0).dumps()
    assert "[Position" not in running and "[Seed" not in running
    while not match.over:
        seat = match.acting[0]
        match.play("ada", seat, match.position.legal(seat)[0], 0.0)
    record = pizzabox.loads(match.record().dumps())
    assert record.position and record.seed is None
    record.verify()


def test_it_comes_back_from_the_store_and_is_played_again_from_the_same_position() -> None:
    match = Match.new({"position": begun().code, "seats": SEATS}, "ada", 0.0)
    first = match.position.state.copy()
    match.play("ada", match.acting[0], match.position.legal()[0], 0.0)
    step = msgspec.json.decode(msgspec.json.encode(step_data(match)))
    back = restored("x", "hexentafl", meta_of(match), bytes(match.position), [step], 1)
    assert back.position.seed is None and back.position.origin == bytes(first)
    again = back.next_match(1.0)
    assert again.position.state.men == first.men and again.position.state.king == first.king
    assert again.position.state.rng != first.rng


def test_positions_nobody_can_play_on_from_are_refused() -> None:
    pos = pizzabox.load("theory").start(seed=1)
    while len(pos.actors) < 2:
        pos.play(pos.legal()[0])
    pos.play(pos.legal()[0])
    with pytest.raises(BadOption, match="secret"):
        Match.new({"position": pos.code, "seats": [{"kind": "me"}] * 3}, "ada", 0.0)
    tafl = pizzabox.load("hexentafl").start(seed=1)
    while not tafl.over:
        tafl.play(tafl.legal()[-1])
    with pytest.raises(BadOption, match="over"):
        Match.new({"position": tafl.code, "seats": SEATS}, "ada", 0.0)
