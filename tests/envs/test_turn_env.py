"""Games as PettingZoo's AEC environments."""

from __future__ import annotations

import copy
import pickle
import random
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test
from pettingzoo.test import test_save_obs as save_obs_test
from pettingzoo.utils.wrappers import TerminateIllegalWrapper

import pizzabox
from pizzabox.engine.catalogue import speaking
from pizzabox.engine.errors import BadOption, IllegalMove, PizzaboxError
from pizzabox.engine.game import Game
from pizzabox.envs import aec
from pizzabox.envs.turn_env import TurnEnv
from tests.envs.helpers import every_case
from tests.helpers import every_game, size

CYCLES = size(20, 500)
# PettingZoo warns of what its own board games do too: observations with a mask are dictionaries, and nobody can act
# when a game is over.
known_warnings = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably should be",
    "ignore:Action mask numpy array is all zeros",
)


def choose(env: TurnEnv, dice: random.Random) -> int | None:
    """A random legal action of the selected agent; None once its game is over."""
    seen, _, terminated, truncated, _ = env.last()
    assert seen is not None
    return None if terminated or truncated else dice.choice(np.flatnonzero(seen["action_mask"]).tolist())


@known_warnings
@every_case
def test_pettingzoos_api_test_passes(game: Game) -> None:
    api_test(aec(game), num_cycles=CYCLES)


@every_case
def test_pettingzoos_seed_test_passes(game: Game) -> None:
    seed_test(partial(aec, game), num_cycles=CYCLES)


@every_case
def test_pettingzoo_can_save_the_observations(game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    save_obs_test(aec(game))


@every_case
def test_a_game_is_the_one_that_the_engine_plays(game: Game) -> None:
    """Agents, masks, features, rewards and the end, beside a `Position` of the same seed."""
    env, dice = aec(game), random.Random(3)
    env.reset(seed=5)
    pos = game.start(seed=5)
    for _ in range(size(60, 2000)):
        if pos.over:
            break
        seat = pos.actors[0]
        assert env.agent_selection == f"player_{seat}"
        for agent, viewer in zip(env.agents, range(game.players), strict=True):
            seen, view = env.observe(agent), pos.view(viewer)
            assert sorted(view.legal().codes) == np.flatnonzero(seen["action_mask"]).tolist()
            assert np.array_equal(seen["observation"], game.kernels.features(view.state, viewer, game.features))
        action = choose(env, dice)
        assert action is not None
        env.step(action)
        pos.play(action, seat)
        assert env.rewards == dict(zip(env.agents, pos.returns, strict=True))
        assert set(env.terminations.values()) == {pos.over}


@every_game
def test_what_an_agent_sees_is_the_same_whatever_is_hidden(game: Game) -> None:
    env, dice = aec(game), random.Random(1)
    env.reset(seed=1)
    one = env.seated.one
    for step in range(size(24, 400)):
        if not env.agents or env.terminations[env.agent_selection]:
            break
        if step % 3 == 0:
            for seat, agent in enumerate(env.agents):
                other = copy.deepcopy(one)
                other.load(bytes(one.view(seat).guess(dice.getrandbits(64))))
                mine, theirs = env.observe(agent), other.observation(seat)
                assert all(np.array_equal(mine[key], theirs[key]) for key in mine)
        env.step(choose(env, dice))


def test_what_is_not_hidden_is_seen() -> None:
    """The test above would pass if nothing were seen at all."""
    env = aec("theory", first="red")
    env.reset(seed=1)
    before = env.observe("player_1")
    env.step(0)
    after = env.observe("player_1")
    assert not np.array_equal(before["observation"], after["observation"])
    assert before["action_mask"].sum() == 0 < after["action_mask"].sum()


def test_secret_choices_are_made_one_after_the_other_and_unseen() -> None:
    def at_the_cut() -> TurnEnv:
        env, dice = aec("theory", first="red", players=3), random.Random(2)
        env.reset(seed=2)
        while len(env.seated.one.actors) < 3:
            env.step(choose(env, dice))
        return env

    one, other = at_the_cut(), at_the_cut()
    first, second = np.flatnonzero(one.observe("player_0")["action_mask"])[:2]
    one.step(first)
    other.step(second)
    assert one.agent_selection == other.agent_selection == "player_1"
    for agent in ("player_1", "player_2"):
        assert np.array_equal(one.observe(agent)["observation"], other.observe(agent)["observation"])
    mine = [env.observe("player_0")["observation"] for env in (one, other)]
    assert not np.array_equal(*mine), "who chose knows it"


def test_seeds_settle_all_games_that_follow() -> None:
    def starts(seed: int) -> list[bytes]:
        env = aec("pizzeria")
        made = []
        for given in (seed, None, None):
            env.reset(seed=given)
            made.append(bytes(env.seated.one.state))
        return made

    assert starts(3) == starts(3) != starts(4)
    assert len(set(starts(3))) == 3
    assert starts(3)[0] == bytes(pizzabox.load("pizzeria").start(seed=3).state)


def test_an_observation_is_not_written_to_again() -> None:
    env = aec("theory")
    env.reset(seed=1)
    seen = env.last()[0]
    assert seen is not None
    kept = {key: array.copy() for key, array in seen.items()}
    env.step(int(np.flatnonzero(seen["action_mask"])[0]))
    env.reset(seed=2)
    assert all(np.array_equal(seen[key], kept[key]) for key in kept)


def test_what_is_written_to_an_observation_is_not_seen_again() -> None:
    env = aec("theory")
    env.reset(seed=1)
    for agent in env.agents:
        seen = env.observe(agent)
        kept = {key: array.copy() for key, array in seen.items()}
        for array in seen.values():
            array += 5
        again = env.observe(agent)
        assert all(np.array_equal(again[key], kept[key]) for key in kept)


def test_a_game_can_be_copied_and_sent_on() -> None:
    env, dice = aec("wars"), random.Random(1)
    env.reset(seed=1)
    for _ in range(5):
        env.step(choose(env, dice))
    for twin in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        assert twin.agent_selection == env.agent_selection
        seen, same = env.last()[0], twin.last()[0]
        assert seen is not None and same is not None
        assert all(np.array_equal(seen[key], same[key]) for key in seen)
        before = bytes(env.seated.one.state)
        twin.step(int(np.flatnonzero(same["action_mask"])[0]))
        assert bytes(env.seated.one.state) == before != bytes(twin.seated.one.state)


def test_render_and_view() -> None:
    env = aec("theory", render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == str(env.view())
    assert env.view("player_1").viewer == 1
    env.close()
    assert aec("theory").render_mode is None


def illegal_action(env: TurnEnv) -> int:
    return int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"] == 0)[0])


def test_an_illegal_action_is_an_error_that_changes_nothing() -> None:
    env = aec("theory", first="red")
    env.reset(seed=1)
    before, wrong = bytes(env.seated.one.state), illegal_action(env)
    with pytest.raises(IllegalMove, match=rf"^player_0 can't choose action {wrong} now: .*; choose one whose entry"):
        env.step(wrong)
    with speaking("it"), pytest.raises(IllegalMove, match=rf"^player_0 ora non può scegliere l'azione {wrong}: "):
        env.step(wrong)
    assert bytes(env.seated.one.state) == before
    env.step(choose(env, random.Random(1)))


def test_an_illegal_action_can_be_a_loss() -> None:
    env = aec("theory", first="red", illegal="lose")
    env.reset(seed=1)
    with pytest.warns(UserWarning, match=r"illegal action"):
        env.step(illegal_action(env))
    assert env.rewards == {"player_0": -1.0, "player_1": 0.0, "player_2": 0.0}
    assert all(env.terminations.values()) and "can't choose" in env.infos["player_0"]["illegal"]
    for _ in range(3):
        env.step(None)
    assert env.agents == []
    env.reset(seed=1)
    env.step(illegal_action(env))  # reported once


@pytest.mark.filterwarnings("ignore")
def test_the_librarys_own_wrapper_for_illegal_actions_fits() -> None:
    env = TerminateIllegalWrapper(aec("theory", first="red"), illegal_reward=-5)
    env.reset(seed=1)
    env.step(illegal_action(env.unwrapped))
    assert env.rewards["player_0"] == -5 and all(env.terminations.values())


@pytest.mark.parametrize("wrong", [-1, 80, 10**9, 1.5, "d4", None, True, np.array([1, 2]), np.array([1])])
def test_an_action_has_one_shape(wrong: object) -> None:
    env = aec("theory")
    env.reset(seed=1)
    with pytest.raises(PizzaboxError, match=r"^an action must be one whole number from 0 to 79, not "):
        env.step(wrong)


def test_errors_say_what_to_do() -> None:
    with pytest.raises(BadOption, match=r"there's no option 'colour'; choose from: players"):
        aec("theory", colour="red")
    with pytest.raises(BadOption, match=r"players must be a whole number from 2 to 3"):
        aec("theory", players=9)
    with pytest.raises(PizzaboxError, match=r"no game 'thery' in the box; did you mean 'theory'"):
        aec("thery")
    with pytest.raises(PizzaboxError, match=r"^illegal must be .raise. or .lose., not 'warn'$"):
        aec("theory", illegal="warn")
    with pytest.raises(PizzaboxError, match=r"^render_mode must be None or .ansi., not 'human'$"):
        aec("theory", render_mode="human")
    env = aec("theory")
    with pytest.raises(PizzaboxError, match=r"^no game has begun; call reset\(\) first$"):
        env.step(0)
    with pytest.raises(PizzaboxError, match=r"^the options of a game are chosen when the environment is made; reset"):
        env.reset(options={"players": 2})
    with pytest.raises(PizzaboxError, match=r"reset can't take 3$"):
        env.reset(options=3)  # type: ignore[arg-type]
    for wrong in (-1, 1.5, "seven", 1 << 128):
        with pytest.raises(BadOption, match=r"^a seed must be a whole number from 0 to"):
            env.reset(seed=wrong)  # type: ignore[arg-type]
    env.reset(seed=1)
    with pytest.raises(PizzaboxError, match=r"^there's no agent 'red'; choose from: player_0"):
        env.observe("red")
    dice = random.Random(1)
    while not env.terminations[env.agent_selection]:
        env.step(choose(env, dice))
    with pytest.raises(PizzaboxError, match=r"^the game is over for player_0, so its only action is None$"):
        env.step(0)
    while env.agents:
        env.step(None)
    with pytest.raises(PizzaboxError, match=r"^the game is over; call reset\(\) to begin another$"):
        env.step(None)
