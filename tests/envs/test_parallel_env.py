"""Games as PettingZoo's Parallel environments."""

from __future__ import annotations

import random
from functools import partial

import numpy as np
import pytest
from pettingzoo.test import parallel_api_test, parallel_seed_test

from pizzabox.engine.catalogue import speaking
from pizzabox.engine.errors import IllegalMove, PizzaboxError
from pizzabox.engine.game import Game
from pizzabox.envs import parallel
from pizzabox.envs.one_game import Observation
from pizzabox.envs.parallel_env import JointEnv
from tests.envs.helpers import every_case
from tests.helpers import size

CYCLES = size(30, 500)


def choices(env: JointEnv, seen: dict[str, Observation], dice: random.Random) -> dict[str, int]:
    """A random legal action of everybody."""
    return {agent: dice.choice(np.flatnonzero(seen[agent]["action_mask"]).tolist()) for agent in env.agents}


@every_case
def test_pettingzoos_parallel_api_test_passes(game: Game) -> None:
    parallel_api_test(parallel(game), num_cycles=CYCLES)


@pytest.mark.filterwarnings("ignore:player_. chose an illegal action")  # it samples without the mask
@every_case
def test_pettingzoos_parallel_seed_test_passes(game: Game) -> None:
    parallel_seed_test(partial(parallel, game), num_cycles=CYCLES)


@every_case
def test_a_game_is_the_one_that_the_engine_plays(game: Game) -> None:
    env, dice = parallel(game), random.Random(3)
    seen, _ = env.reset(seed=5)
    pos = game.start(seed=5)
    for _ in range(size(60, 2000)):
        acting = pos.actors
        for seat, agent in enumerate(env.possible_agents):
            mask, view = seen[agent]["action_mask"], pos.view(seat)
            assert env.observation_space(agent).contains(seen[agent])
            assert np.flatnonzero(mask).tolist() == (sorted(view.legal().codes) if seat in acting else [env.wait])
            numbers = game.kernels.features(view.state, seat, game.features)
            assert np.array_equal(seen[agent]["observation"], numbers)
        actions = choices(env, seen, dice)
        seen, rewards, terminated, truncated, _ = env.step(actions)
        for seat in acting:
            pos.play(actions[f"player_{seat}"], seat)
        assert list(rewards.values()) == list(pos.returns)
        assert set(terminated.values()) == {pos.over} and not any(truncated.values())
        if pos.over:
            assert env.agents == []
            break


def at_the_cut() -> tuple[JointEnv, dict[str, Observation]]:
    """A position in which three choose in secret."""
    env, dice = parallel("theory", first="red", illegal="raise"), random.Random(2)
    seen, _ = env.reset(seed=2)
    while len(env.seated.one.actors) < 3:
        seen, *_ = env.step(choices(env, seen, dice))
    return env, seen


def test_secret_choices_are_made_at_once() -> None:
    env, seen = at_the_cut()
    assert all(seen[agent]["action_mask"][env.wait] == 0 for agent in env.agents)
    news = env.seated.one.state.news
    env.step(choices(env, seen, random.Random(1)))
    assert env.seated.one.state.news > news, "all cuts are in, so they were revealed"


def test_those_who_wait_may_be_left_out() -> None:
    env = parallel("theory", first="red", illegal="raise")
    seen, _ = env.reset(seed=1)
    assert [int(seen[agent]["action_mask"][env.wait]) for agent in env.agents] == [0, 1, 1]
    seen, *_ = env.step({"player_0": 0})
    actions = choices(env, seen, random.Random(1))
    assert [action == env.wait for action in actions.values()] == [True, False, True]
    env.step(actions)


def test_nothing_is_played_when_one_of_several_is_wrong() -> None:
    env, seen = at_the_cut()
    before = bytes(env.seated.one.state)
    actions = choices(env, seen, random.Random(1))
    with pytest.raises(IllegalMove, match=r"^player_2 can't choose action 80 now: it has to act; choose one whose"):
        env.step({**actions, "player_2": env.wait})
    with pytest.raises(PizzaboxError, match=r"^player_1, player_2 must act now, but actions has nothing for them$"):
        env.step({"player_0": actions["player_0"]})
    assert bytes(env.seated.one.state) == before
    env.step(actions)


def test_an_illegal_action_is_a_loss() -> None:
    env = parallel("theory", first="red")
    env.reset(seed=1)
    with pytest.warns(UserWarning, match=r"^player_1 chose an illegal action, so the game ended as its loss"):
        _, rewards, terminated, truncated, infos = env.step({"player_0": 0, "player_1": 3})
    assert rewards == {"player_0": 0.0, "player_1": -1.0, "player_2": 0.0}
    assert all(terminated.values()) and all(truncated.values()) and env.agents == []
    assert infos["player_1"]["illegal"].startswith("player_1 can't choose action 3 now: ") and infos["player_0"] == {}


def test_errors_say_what_to_do() -> None:
    env = parallel("theory", first="red")
    with pytest.raises(PizzaboxError, match=r"^no game has begun; call reset"):
        env.step({})
    env.reset(seed=1)
    with pytest.raises(PizzaboxError, match=r"^actions must be a dictionary with an action for each agent that acts"):
        env.step([0, 1])  # type: ignore[arg-type]
    with pytest.raises(PizzaboxError, match=r"^there's no agent 'red'; choose from: player_0, player_1, player_2$"):
        env.step({"red": 0})
    with pytest.raises(PizzaboxError, match=r"^an action must be one whole number from 0 to 80, not array"):
        env.step({"player_0": np.zeros(3)})
    with speaking("it"), pytest.raises(PizzaboxError, match=r"^ora devono agire player_0"):
        env.step({})


def test_the_end_of_a_game_is_said() -> None:
    env, dice = parallel("theory", cap=4), random.Random(1)
    seen, _ = env.reset(seed=1)
    while env.agents:
        seen, *_ = env.step(choices(env, seen, dice))
    with pytest.raises(PizzaboxError, match=r"^the game is over; call reset"):
        env.step({})
    assert parallel("theory", render_mode="ansi").metadata["name"] == "pizzabox_theory_v0"
