"""Games as Gymnasium's environments: one learner against bots."""

from __future__ import annotations

import copy
import pickle
import random
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import pizzabox
from pizzabox.bots import Greedy
from pizzabox.bots.search import Search
from pizzabox.engine import registry
from pizzabox.engine.catalogue import speaking
from pizzabox.engine.errors import BadOption, IllegalMove, PizzaboxError
from pizzabox.engine.game import Game
from pizzabox.engine.position import View
from pizzabox.envs import learner, learners, register
from pizzabox.envs.learner_env import LearnerEnv, env_id
from tests.envs.helpers import every_case, options
from tests.helpers import OURS, size

# The checker chooses actions without looking at the mask, and how large features can be is up to the game.
known_warnings = pytest.mark.filterwarnings(
    "ignore:player_. chose an illegal action", "ignore:.*A Box observation space m..imum value is"
)


def played(env: LearnerEnv, seed: int, most: int = size(40, 1000)) -> list[tuple[bytes, float, bool]]:
    """What a game of random actions looks like."""
    dice = random.Random(seed)
    seen, info = env.reset(seed=seed)
    found = [(seen["observation"].tobytes(), 0.0, False)]
    over = False
    while not over and len(found) < most:
        assert np.array_equal(info["action_mask"], seen["action_mask"])
        assert np.array_equal(env.action_masks(), info["action_mask"].astype(bool))
        action = dice.choice(np.flatnonzero(seen["action_mask"]).tolist())
        seen, reward, over, truncated, info = env.step(action)
        assert not truncated and env.observation_space.contains(seen)
        found.append((seen["observation"].tobytes(), reward, over))
    return found


@known_warnings
@every_case
def test_gymnasiums_own_check_passes(game: Game) -> None:
    check_env(gymnasium.make(env_id(game.name), **options(game)).unwrapped)


@every_case
def test_seeds_settle_the_game_and_the_bots(game: Game) -> None:
    env = learner(game, seat=game.players - 1)
    assert played(env, 3) == played(env, 3) == played(learner(game, seat=game.players - 1), 3)
    assert played(env, 3) != played(env, 4)


def test_a_seed_begins_the_game_that_it_begins_everywhere() -> None:
    env = learner("pizzeria", players=1, variant="solo-hard")
    starts = []
    for seed in (7, None, None, 7, None):
        env.reset(seed=seed)
        starts.append(bytes(env.seated.one.state))
    assert starts[0] == starts[3] == bytes(env.seated.game.start(seed=7).state)
    assert starts[1] == starts[4] and len(set(starts)) == 3
    dice, kept = env.np_random, env.np_random.bit_generator.state
    for bad in ({"seed": -1}, {"seed": 8, "options": {"players": 2}}):
        with pytest.raises(PizzaboxError):
            env.reset(**bad)
    assert env.np_random is dice and dice.bit_generator.state == kept


@pytest.mark.parametrize("name", OURS)
def test_every_game_is_registered(name: str) -> None:
    spec = gymnasium.spec(env_id(name))
    assert spec.id == f"pizzabox/{name.capitalize()}-v0" and spec.kwargs == {"game": name}


def test_a_game_that_is_registered_later(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_games", dict(registry._games))
    pizzabox.register("later", replace(pizzabox.load("theory"), name="later"))
    assert env_id("later") not in gymnasium.registry
    register()
    assert gymnasium.spec("pizzabox/Later-v0").kwargs == {"game": "later"}
    del gymnasium.registry[env_id("later")]


def test_gymnasium_finds_the_games_by_itself() -> None:
    """A fresh process that has imported nothing of ours."""
    text = "import gymnasium; print(gymnasium.make('pizzabox.envs:pizzabox/Theory-v0', cap=4).unwrapped.seated.game)"
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "pizzabox.load('theory', cap=4)"


def test_opponents_by_name_as_bots_and_as_functions() -> None:
    asked: list[int] = []

    def first_move(view: View) -> object:
        asked.append(view.viewer)
        return view.legal()[0]

    env = learner("theory", first="red", cap=4, seat=1, opponents=[first_move, "random"])
    played(env, 1)
    assert set(asked) == {0}
    played(learner("theory", cap=4, opponents=[Greedy(1), lambda view: view.legal().codes[-1]]), 1)
    played(learner("theory", cap=4, opponents="greedy"), 1)
    assert len(played(learner("pizzeria", players=1, variant="solo"), 1)) > 5


def test_options_are_chosen_by_name_or_before() -> None:
    game = pizzabox.load("theory", players=2)
    assert learner(game).seated.game.options == learner("theory", players=2).seated.game.options == game.options
    assert learner(game, players=3).seated.game.players == 3


def test_the_reward_is_the_result_of_the_learners_seat() -> None:
    ends = set()
    for seed in range(12):
        env = learner("theory", players=2, cap=4, seat=seed % 2)
        end = played(env, seed, most=10**6)[-1]
        assert end[2] and end[1] == env.seated.one.returns[env.seat]
        ends.add(end[1])
    assert {-1.0, 1.0} <= ends


def test_an_illegal_action_is_a_loss_or_an_error() -> None:
    env = learner("theory", first="red")
    seen, _ = env.reset(seed=1)
    wrong = int(np.flatnonzero(seen["action_mask"] == 0)[0])
    with pytest.warns(UserWarning, match=r"illegal action"):
        _, reward, terminated, truncated, info = env.step(wrong)
    assert (reward, terminated, truncated) == (-1.0, True, False)
    assert info["illegal"].startswith(f"player_0 can't choose action {wrong} now: ")
    with pytest.raises(PizzaboxError, match=r"^the game is over; call reset"):
        env.step(0)
    strict = learner("theory", first="red", illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(IllegalMove, match=r"choose one whose entry in action_mask is 1$"):
        strict.step(wrong)


def test_an_opponent_that_answers_nonsense_changes_nothing() -> None:
    """Neither in a step nor at a reset: the same action is legal again, and no move of the learner's was played."""
    said: list[object] = []

    def fickle(view: View) -> object:
        return said[0] if said else view.legal()[0]

    env = learner("theory", players=2, first="red", seat=1, opponents=fickle)
    said.append("nonsense")
    with pytest.raises(PizzaboxError, match="nonsense"):
        env.reset(seed=1)
    with pytest.raises(PizzaboxError, match="no game has begun"):
        env.step(0)
    said.clear()
    env.reset(seed=1)
    action = int(np.flatnonzero(env.action_masks())[0])
    before = bytes(env.seated.one.state)
    said.append("nonsense")
    for act in (lambda: env.step(action), lambda: env.reset(seed=2)):
        with pytest.raises(PizzaboxError, match="nonsense"):
            act()
        assert bytes(env.seated.one.state) == before and env.action_masks()[action]
    said.clear()
    *_, info = env.step(action)
    assert "illegal" not in info and bytes(env.seated.one.state) != before


def test_a_bot_that_is_stopped_while_it_thinks_changes_nothing() -> None:
    def stopped(view: View) -> object:
        asked.append(view.viewer)
        if len(asked) == 2:
            raise KeyboardInterrupt
        return view.legal()[0]

    asked: list[int] = []
    env = learner("theory", first="red", opponents=stopped)
    seen, _ = env.reset(seed=1)
    before, action = bytes(env.seated.one.state), int(np.flatnonzero(seen["action_mask"])[0])
    with pytest.raises(KeyboardInterrupt):
        env.step(action)
    assert bytes(env.seated.one.state) == before and asked == [1, 2]
    assert env.step(action)[1:3] == (0.0, False)


def test_render_and_view() -> None:
    env = gymnasium.make("pizzabox/Theory-v0", render_mode="ansi").unwrapped
    env.reset(seed=1)
    assert env.render() == str(env.view()) and env.view().viewer == 0


def test_a_seat_is_a_whole_number_of_python_or_numpy() -> None:
    for seat in np.arange(3):
        assert [learner("theory", seat=seat).seat, learners("theory", 1, seat=seat).games.seat] == [seat, seat]
    for wrong in (True, np.bool_(True), 1.0, np.int64(3), "1"):
        with pytest.raises(PizzaboxError, match=r"^seat must be a whole number from 0 to 2, not "):
            learner("theory", seat=wrong)


def test_errors_say_what_to_do() -> None:
    with pytest.raises(BadOption, match=r"there's no option 'oponents'"):
        gymnasium.make("pizzabox/Theory-v0", oponents="greedy")
    with pytest.raises(PizzaboxError, match=r"^seat must be a whole number from 0 to 2, not 3$"):
        learner("theory", seat=3)
    with pytest.raises(PizzaboxError, match=r"^opponents must name 2 bots, one for each other seat, not 1$"):
        learner("theory", opponents=["random"])
    with pytest.raises(PizzaboxError, match=r"^opponents must be the name of a bot, a function from a view to a move"):
        learner("theory", opponents=3)
    with pytest.raises(PizzaboxError, match=r"'gredy'.*did you mean 'greedy'"):
        learner("theory", opponents="gredy")
    env = learner("theory", first="green", opponents=lambda view: 79)
    with pytest.raises(PizzaboxError, match=r"^no game has begun; call reset"):
        env.step(0)
    with pytest.raises(PizzaboxError, match=r"^player_1 can't choose action 79 now: "):
        env.reset(seed=1)
    with pytest.raises(PizzaboxError, match=r"^an action must be one whole number from 0 to 79, not 80$"):
        learner_after_reset().step(80)
    with speaking("it"), pytest.raises(PizzaboxError, match=r"^seat dev'essere un numero intero da 0 a 2, non -1$"):
        learner("theory", seat=-1)


def learner_after_reset() -> LearnerEnv:
    env = learner("theory")
    env.reset(seed=1)
    return env


@pytest.mark.parametrize("again", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
@pytest.mark.parametrize("opponents", ["random", "greedy", "apprentice"])
def test_a_copy_goes_on_alike(again: Callable[[LearnerEnv], LearnerEnv], opponents: str) -> None:
    env, dice, over = learner("theory", opponents=opponents), random.Random(1), False
    seen, _ = env.reset(seed=1)
    while not over:
        twin, before = again(env), bytes(env.seated.one.state)
        action = dice.choice(np.flatnonzero(seen["action_mask"]))
        there = twin.step(action)
        assert bytes(env.seated.one.state) == before
        seen, reward, over, _, _ = env.step(action)
        assert np.array_equal(there[0]["observation"], seen["observation"]) and there[1:3] == (reward, over)


def test_a_copy_of_a_bot_that_looks_ahead_begins_with_an_empty_memory() -> None:
    env = learner("theory", opponents="cook")
    seen, _ = env.reset(seed=1)
    env.step(np.flatnonzero(seen["action_mask"])[0])
    assert any(one.remembers for one in env._players.values() if isinstance(one, Search))
    twin = copy.deepcopy(env)
    assert not any(one.remembers for one in twin._players.values() if isinstance(one, Search))
    twin.step(np.flatnonzero(twin.action_masks())[0])
