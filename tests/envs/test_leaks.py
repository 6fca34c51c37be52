"""Nothing leaks between seats: a seat sees the same whatever is hidden from it, in every environment."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import pizzabox
from pizzabox.engine.game import Game
from pizzabox.engine.position import Position
from pizzabox.envs import Vector, aec, learner, learners, openspiel, parallel
from pizzabox.envs.openspiel_game import BoxState, SettledPosition
from pizzabox.testing.random_games import case_id, cases
from tests.envs.helpers import options
from tests.helpers import OURS, size

STATIONS, EVERY = size(3, 12), 7
WORLDS = 2
Sight = Callable[[int], list[Any]]
"""What a seat is shown, as arrays."""
ALL_CASES = [case for name in OURS for case in cases(pizzabox.load(name))]


def stations(game: Game) -> Iterator[Position]:
    """Positions of random games, one every few moves."""
    dice = random.Random(1)
    pos = game.start(1)
    for _ in range(STATIONS):
        for _ in range(EVERY):
            if pos.over:
                pos = game.start(dice.getrandbits(32))
            seat = dice.choice(pos.actors)
            pos.play(dice.choice(pos.legal(seat).codes), player=seat)
        if not pos.over:
            yield pos


class Shown:
    """All environments of a game, brought to any position."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.vectors = Vector(game, 1, seed=1, outlook=True), Vector(game, 1, seed=1, joint=True, outlook=True)
        self.learners = [learners(game, 1, seat=seat) for seat in range(game.players)]
        self.singles = [learner(game, seat=seat) for seat in range(game.players)]
        self.turns, self.joint = aec(game), parallel(game)
        self.spiel = openspiel(game.name, **options(game)).new_initial_state()
        for env in (*self.learners, *self.singles, self.turns, self.joint):
            env.reset(seed=1)
        while self.spiel.is_chance_node():
            self.spiel.apply_action(0)

    def at(self, state: bytes) -> dict[str, Sight]:
        """What each environment shows in a position."""
        for games in (*self.vectors, *(env.games for env in self.learners)):
            kept = games.snapshot()
            kept.states[0] = np.frombuffer(state, self.game.state.dtype)[0]
            games.restore(kept)
        for env in (*self.singles, self.turns, self.joint):
            env.seated.one.load(state)
        one, joint = self.vectors
        spiel: BoxState = self.spiel.clone()
        spiel._settled = SettledPosition(self.game, self.game.state(bytearray(state)))
        acting = int(one.actor[0])
        found: dict[str, Sight] = {
            "vector": lambda seat: [one.features[0], one.mask[0], one.outlook[0]] if seat == acting else [],
            "vector, all at once": lambda seat: [joint.features[0, seat], joint.mask[0, seat], joint.outlook[0, seat]],
            "gymnasium, many": lambda seat: list(self.learners[seat]._observation().values()),
            "gymnasium": lambda seat: list(self.singles[seat]._observation().values()),
            "pettingzoo, turns": lambda seat: list(self.turns.observe(f"player_{seat}").values()),
            "pettingzoo, all at once": lambda seat: list(self.joint._observations()[f"player_{seat}"].values()),
            "openspiel": lambda seat: [np.array(spiel.observation_tensor(seat)), np.array(spiel._legal_actions(seat))],
        }
        return found


def shown(environments: Shown, state: bytes, seat: int) -> dict[str, list[Any]]:
    return {name: [array.copy() for array in sight(seat)] for name, sight in environments.at(state).items()}


def differing(one: dict[str, list[Any]], other: dict[str, list[Any]]) -> list[str]:
    """The environments that show something else."""
    return [
        name
        for name in one
        if len(one[name]) != len(other[name]) or not all(map(np.array_equal, one[name], other[name]))
    ]


@pytest.mark.parametrize("game", ALL_CASES, ids=case_id)
def test_what_is_seen_is_the_same_whatever_is_hidden(game: Game) -> None:
    environments, dice = Shown(game), random.Random(2)
    for pos in stations(game):
        for seat in range(game.players):
            here = shown(environments, bytes(pos), seat)
            for _ in range(WORLDS):
                world = bytes(pos.view(seat).guess(dice.getrandbits(64)))
                assert differing(here, shown(environments, world, seat)) == []


def test_what_is_not_hidden_is_seen() -> None:
    """The test above would pass if nothing were seen at all."""
    game = pizzabox.load("theory", first="red")
    environments, pos = Shown(game), game.start(1)
    before = shown(environments, bytes(pos), 1)
    pos.play(pos.legal(0).codes[0], player=0)
    assert set(differing(before, shown(environments, bytes(pos), 1))) == set(before)


def test_features_of_a_position_would_leak() -> None:
    """The test above would find them: hidden cards are in the features of a position, not in those of a view."""
    game = pizzabox.load("wars", players=3, setup="customers", cards="three", hand=4, face_down=True, patience=3)
    pos, dice = game.start(1), random.Random(1)
    worlds = [pos.view(0).guess(dice.getrandbits(64)) for _ in range(5)]
    leaky = {game.kernels.features(world.state, 0, game.features).tobytes() for world in worlds}
    sound = {game.kernels.features(world.view(0).state, 0, game.features).tobytes() for world in worlds}
    assert len(leaky) > 1 == len(sound)


def test_a_sealed_choice_is_not_seen_by_those_who_choose_after_it() -> None:
    game = pizzabox.load("theory", first="red")
    pos, dice = game.start(1), random.Random(1)
    while len(pos.actors) < 3:
        pos.play(dice.choice(pos.legal(pos.actors[0]).codes), player=pos.actors[0])
    environments, after = Shown(game), []
    for code in pos.legal(0).codes:
        sealed = game.start(1)
        sealed.state.load(bytes(pos))
        sealed.play(code, player=0)
        after.append([shown(environments, bytes(sealed), seat) for seat in range(3)])
    for one in after[1:]:
        assert differing(one[1], after[0][1]) == differing(one[2], after[0][2]) == []
        assert "vector, all at once" in differing(one[0], after[0][0]), "who chose knows it"
