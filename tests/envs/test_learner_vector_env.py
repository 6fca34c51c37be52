"""Many games as Gymnasium's vector environment: the same games as one by one, seen by the learner alone."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics

import pizzabox
from pizzabox.bots.greedy import FEW, WORLDS
from pizzabox.engine.catalogue import speaking
from pizzabox.engine.errors import BadOption, IllegalMove, PizzaboxError
from pizzabox.engine.game import Game
from pizzabox.engine.position import Position, View
from pizzabox.engine.rng import advance, mix, scale, seed_state
from pizzabox.envs import learners
from pizzabox.envs.learner_env import env_id
from pizzabox.envs.learner_vector_env import LearnerVectorEnv
from pizzabox.envs.stepping import OWN_DICE
from tests.envs.helpers import every_case, options
from tests.helpers import OURS, size

SEED = 5
MODES = [mode.value for mode in AutoresetMode]
Chooser = Callable[[Position, int, int], int]
"""From a position, a seat and its dice to a move."""


def random_move(pos: Position, seat: int, dice: int) -> int:
    return pos.game.kernels.random_move(pos.state, seat, dice)


def greedy_move(pos: Position, seat: int, dice: int) -> int:
    """What the kernel should choose, said with positions: of the moves with the best value in guessed worlds.

    Where no move throws dice, all worlds count; where one does, fewer do if they differ in nothing but luck.
    """
    view, counters = pos.view(seat), [dice]
    for _ in range(WORLDS):
        counters.append(advance(counters[-1]))
    worlds = [view.guess(mix(counter)).state for counter in counters[1:]]
    alike = len({bytes(world)[8:] for world in worlds}) == 1
    codes, kernels, values, thrown = view.legal().codes, pos.game.kernels, [], False
    for world in worlds:
        values.append([])
        for code in codes:
            after = pos.game.state(bytearray(bytes(world)))
            kernels.play(after, seat, code)
            thrown |= after.rng != world.rng
            values[-1].append(kernels.value(after, pos.game.players)[seat])
    if thrown:
        n = FEW if alike else WORLDS
        values, dice = values[:n], counters[n]
    totals = [sum(column) for column in zip(*values, strict=True)]
    good = [code for code, total in zip(codes, totals, strict=True) if total >= max(totals) - 1e-9 * WORLDS]
    return good[scale(mix(dice), len(good))]


def first_move(view: View) -> object:
    return view.legal()[0]


class OneByOne:
    """Game i of a vector as a position, with opponents that choose by its dice."""

    def __init__(self, game: Game, seed: int, seat: int, choose: Chooser) -> None:
        self.pos, self.seat, self.choose = game.start(seed), seat, choose
        self.dice = mix(seed_state(seed) ^ OWN_DICE)
        self.others_play()

    def others_play(self) -> None:
        while not self.pos.over and self.seat not in self.pos.actors:
            seat = self.pos.actors[0]
            self.dice = advance(self.dice)
            self.pos.play(self.choose(self.pos, seat, self.dice), player=seat)

    def observation(self) -> tuple[Any, list[int]]:
        view, game = self.pos.view(self.seat), self.pos.game
        return game.kernels.features(view.state, self.seat, game.features), sorted(view.legal().codes)


def compare(env: LearnerVectorEnv, steps: int, choose: Chooser) -> None:
    """Play at random, and the same beside it with positions, until each game has ended once."""
    n, game, seat = env.num_envs, env.games.game, env.games.seat
    seen, infos = env.reset(seed=SEED)
    beside: list[OneByOne | None] = [OneByOne(game, SEED + i, seat, choose) for i in range(n)]
    dice = np.random.default_rng(SEED)
    for _ in range(steps):
        for i, one in enumerate(beside):
            if one:
                numbers, codes = one.observation()
                assert np.array_equal(seen["observation"][i], numbers)
                assert np.flatnonzero(seen["action_mask"][i]).tolist() == codes
        actions = chosen(seen, dice)
        seen, rewards, ended, truncated, infos = env.step(actions)
        assert not truncated.any()
        for i, one in enumerate(beside):
            if one:
                one.pos.play(int(actions[i]), player=seat)
                one.others_play()
                assert ended[i] == one.pos.over
                assert rewards[i] == pytest.approx(one.pos.returns[seat] if one.pos.over else 0.0)
                if one.pos.over:
                    assert np.array_equal(infos["final_obs"][i]["observation"], one.observation()[0])
                    beside[i] = None
        if not any(beside):
            return


def chosen(seen: dict[str, Any], dice: Any) -> Any:
    """A random legal action in each game; 0 where there is none."""
    mask = seen["action_mask"]
    return np.argmax(dice.random(mask.shape) * mask, axis=1)


@every_case
def test_gymnasium_makes_it(game: Game) -> None:
    env = gymnasium.make_vec(env_id(game.name), num_envs=3, **options(game))
    assert isinstance(env, LearnerVectorEnv)
    assert env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    assert env.spec is not None and env.spec.id == env_id(game.name)
    single = gymnasium.make(env_id(game.name), **options(game))
    assert env.single_observation_space == single.observation_space
    assert env.single_action_space == single.action_space
    dice = np.random.default_rng(1)
    seen, infos = env.reset(seed=1)
    for _ in range(size(30, 500)):
        assert env.observation_space.contains(seen)
        assert seen["action_mask"].any(axis=1).all()
        assert np.array_equal(seen["action_mask"], infos["action_mask"]) and infos["_action_mask"].all()
        assert np.array_equal(env.action_masks(), seen["action_mask"].astype(bool))
        kept = seen, {name: array.copy() for name, array in seen.items()}
        seen, rewards, ended, truncated, infos = env.step(chosen(seen, dice))
        assert all(np.array_equal(*pair) for pair in zip(*(each.values() for each in kept), strict=True))
        assert [each.shape for each in (rewards, ended, truncated)] == [(3,)] * 3
        assert [each.dtype for each in (rewards, ended, truncated)] == [np.float64, np.bool_, np.bool_]
    env.close()


@every_case
def test_the_games_are_those_that_positions_play(game: Game) -> None:
    seat = game.players - 1
    compare(learners(game, 3, seat=seat), size(40, 2000), random_move)
    compare(learners(game, 2, seat=seat, opponents=first_move), size(10, 400), lambda pos, p, _: pos.legal(p).codes[0])


@pytest.mark.parametrize("name", OURS)
def test_greedy_opponents_choose_the_best_move_they_know(name: str) -> None:
    compare(learners(name, 2, opponents="greedy"), size(3, 60), greedy_move)


def test_a_game_for_one_needs_no_opponents() -> None:
    compare(learners("pizzeria", 2, players=1, variant="solo"), 10**4, random_move)


def same(one: Any, other: Any) -> bool:
    """Whether two observations, infos or arrays have the same kinds and values."""
    if isinstance(one, dict):
        return set(one) == set(other) and all(same(one[key], other[key]) for key in one)
    if isinstance(one, (list, tuple)) or (isinstance(one, np.ndarray) and one.dtype == object):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, np.ndarray):
        return one.dtype == other.dtype and np.allclose(
            one, other, rtol=1e-6, atol=0
        )  # a third of a win, kept as float32
    return bool(one == other)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", ["theory", "hexentafl"])
def test_it_is_what_gymnasium_makes_of_single_environments(name: str, mode: str) -> None:
    """Games without luck against opponents without dice are the same in Gymnasium's own vectors."""
    kind: dict[str, Any] = {"first": "red", "cap": 2} if name == "theory" else {}
    kind |= {"num_envs": 3, "opponents": first_move, "seat": 1}
    ours = gymnasium.make_vec(env_id(name), autoreset_mode=mode, **kind)
    theirs = gymnasium.make_vec(env_id(name), vectorization_mode="sync", vector_kwargs={"autoreset_mode": mode}, **kind)
    assert ours.metadata["autoreset_mode"] is theirs.metadata["autoreset_mode"]
    assert ours.observation_space == theirs.observation_space and ours.action_space == theirs.action_space
    seen = ours.reset(seed=1)
    assert same(seen, theirs.reset(seed=1))
    dice, finished = np.random.default_rng(2), 0
    for _ in range(size(60, 600)):
        actions = chosen(seen[0], dice)
        seen = ours.step(actions)
        assert same(seen, theirs.step(actions))
        finished += int(seen[2].sum())
        if mode == "Disabled" and seen[2].any():
            over = seen[2]
            seen = ours.reset(options={"reset_mask": over})
            again = theirs.reset(options={"reset_mask": over})
            assert same(seen[0], again[0])
    assert finished > 3


def test_seeds_and_masks_of_a_reset() -> None:
    env = learners("wars", 3, first="random")
    by_number, _ = env.reset(seed=7)
    by_list, _ = env.reset(seed=[7, 8, 9])
    assert same(by_number, by_list)
    assert not same(by_number, env.reset(seed=8)[0])
    first = [env.games.seeds[i] for i in range(3)]
    assert first == [seed_state(8), seed_state(9), seed_state(10)]
    follow = [env.reset()[0] for _ in range(2)]
    env.reset(seed=8)
    assert same(follow, [env.reset()[0] for _ in range(2)]), "a seed settles the games that follow"
    env.reset(seed=[1, None, 2])
    assert [int(env.games.seeds[i]) for i in (0, 2)] == [seed_state(1), seed_state(2)]
    seen, _ = env.reset(seed=7)
    for _ in range(5):
        seen, *_ = env.step(chosen(seen, np.random.default_rng(3)))
    given = {"reset_mask": np.array([False, True, False])}
    after, _ = env.reset(seed=7, options=given)
    assert set(given) == {"reset_mask"}, "the caller's options stay theirs"
    assert np.array_equal(after["observation"][[0, 2]], seen["observation"][[0, 2]])
    assert np.array_equal(after["observation"][1], by_number["observation"][1])
    assert not np.array_equal(after["observation"][1], seen["observation"][1])


def test_threads_and_plain_python_play_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    def walk(env: LearnerVectorEnv) -> list[Any]:
        dice = np.random.default_rng(1)
        found = [env.reset(seed=1)]
        for _ in range(12):
            found.append(env.step(chosen(found[-1][0], dice)))
        return found

    kind: dict[str, Any] = {"opponents": ["greedy", "random"], "cap": 2}
    assert same(*(walk(learners("theory", 130, threads=threads, **kind)) for threads in (1, 2)))
    few = walk(learners("theory", 2, **kind))
    for module in ("pizzabox.envs.vector_games", "pizzabox.engine.game_kernels", "pizzabox.engine.kernel_arguments"):
        monkeypatch.setattr(f"{module}.numba_version", lambda: None)
    assert same(few, walk(learners("theory", 2, **kind)))


def test_bots_that_are_asked_have_a_game_each_and_the_same_dice_again() -> None:
    def walk() -> list[Any]:
        env, dice = learners("theory", 2, cap=2, opponents=["apprentice", first_move]), np.random.default_rng(1)
        seen, _ = env.reset(seed=1)
        found = [seen]
        for _ in range(8):
            seen, *_ = env.step(chosen(seen, dice))
            found.append(seen)
            made.update(map(id, env.games._bots.values()))
            assert {seat for _, seat in env.games._bots} <= {1}
        return found

    made: set[int] = set()
    assert same(walk(), walk())
    assert len(made) > 1


def test_wrappers_of_gymnasium_work() -> None:
    env = RecordEpisodeStatistics(gymnasium.make_vec("pizzabox/Theory-v0", num_envs=4, cap=2))
    dice = np.random.default_rng(1)
    seen, _ = env.reset(seed=1)
    counted = 0
    for _ in range(40):
        seen, rewards, ended, _, infos = env.step(chosen(seen, dice))
        if ended.any():
            assert np.array_equal(infos["episode"]["r"][ended], rewards[ended])
            counted += int(ended.sum())
    assert counted > 4
    listed = DictInfoToList(gymnasium.make_vec("pizzabox/Theory-v0", num_envs=2))
    _, infos = listed.reset(seed=1)
    assert [info["action_mask"].any() for info in infos] == [True, True]


def everything(env: LearnerVectorEnv) -> list[bytes]:
    games = env.games
    kept = (games.features, games.mask, games.returns, games.done, games.length, games.seeds, env._ended)
    return [bytes(games.position(i).state) for i in range(games.n)] + [array.tobytes() for array in kept]


def wrong_action(seen: dict[str, Any], i: int) -> Any:
    actions = chosen(seen, np.random.default_rng(1))
    actions[i] = np.flatnonzero(seen["action_mask"][i] == 0)[0]
    return actions


@pytest.mark.parametrize("again", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
@pytest.mark.parametrize("opponents", ["greedy", "apprentice"])
def test_a_copy_goes_on_alike(again: Callable[[LearnerVectorEnv], LearnerVectorEnv], opponents: str) -> None:
    env, dice = learners("theory", 2, cap=1, opponents=opponents, autoreset_mode="NextStep"), np.random.default_rng(1)
    seen, _ = env.reset(seed=1)
    for _ in range(size(20, 200)):
        before, twin, actions = everything(env), again(env), chosen(seen, dice)
        there = twin.step(actions)
        assert everything(env) == before != everything(twin)
        here = env.step(actions)
        assert same(here, there) and everything(env) == everything(twin)
        seen = here[0]


def test_an_illegal_action_is_an_error_and_changes_nothing() -> None:
    env = learners("theory", 3, first="red", illegal="raise")
    seen, _ = env.reset(seed=1)
    actions, before = wrong_action(seen, 1), everything(env)
    with pytest.raises(IllegalMove, match=rf"^game 1: {actions[1]} isn't a legal move of player 0; the legal ones"):
        env.step(actions)
    assert everything(env) == before
    for bad, said in (
        (np.array([0, 1]), r"^moves must be whole numbers of shape \(3,\), not int64 of shape \(2,\)$"),
        (np.array([0.0, 1.0, 2.0]), r"not float64 of shape \(3,\)$"),
        (np.array([0, 80, 0]), r"^an action must be one whole number from 0 to 79, not 80$"),
        (np.array([0, 0, -1]), r"not -1$"),
    ):
        with pytest.raises(PizzaboxError, match=said):
            env.step(bad)
        assert everything(env) == before


def test_an_illegal_action_loses_that_game_alone() -> None:
    env = learners("theory", 3, first="red", autoreset_mode="NextStep")
    seen, _ = env.reset(seed=1)
    actions = wrong_action(seen, 1)
    with pytest.warns(UserWarning, match="illegal action"):
        after, rewards, ended, truncated, infos = env.step(actions)
    assert rewards.tolist() == [0.0, -1.0, 0.0] and ended.tolist() == [False, True, False] and not truncated.any()
    assert infos["_illegal"].tolist() == ended.tolist() and infos["illegal"][1].startswith("game 1: ")
    assert np.array_equal(after["observation"][1], seen["observation"][1])
    assert not np.array_equal(after["observation"][0], seen["observation"][0])
    _, rewards, ended, _, infos = env.step(chosen(after, np.random.default_rng(1)))
    assert not rewards.any() and not ended.any() and "illegal" not in infos


def test_an_opponent_that_answers_nonsense_changes_nothing() -> None:
    said: list[object] = []

    def fickle(view: View) -> object:
        return said[0] if said else view.legal()[0]

    env = learners("theory", 2, first="red", opponents=["random", fickle])
    seen, _ = env.reset(seed=1)
    before = everything(env)
    said.append(79)
    with pytest.raises(PizzaboxError, match=r"^player_2 can't choose action 79 now: "):
        env.step(chosen(seen, np.random.default_rng(1)))
    assert everything(env) == before
    said.clear()
    env.step(chosen(seen, np.random.default_rng(1)))
    assert everything(env) != before


@pytest.mark.parametrize("problem", [PizzaboxError("no idea"), KeyboardInterrupt()])
@pytest.mark.parametrize("mode", ["SameStep", "NextStep"])
def test_an_opponent_that_fails_in_the_next_game_changes_nothing(mode: str, problem: BaseException) -> None:
    def fickle(view: View) -> object:
        if failing and view.state == first.state:
            failing.clear()
            raise problem
        return view.legal()[0]

    failing: list[bool] = []
    first = pizzabox.load("hexentafl").start(seed=0).view(0)
    env, dice, failed = learners("hexentafl", 1, seat=1, opponents=fickle, autoreset_mode=mode), random.Random(1), 0
    seen, _ = env.reset(seed=1)
    while failed < 2:
        legal, before = np.flatnonzero(seen["action_mask"][0]), everything(env)
        actions = np.array([dice.choice(legal) if len(legal) else 0])
        failing.append(True)
        try:
            seen = env.step(actions)[0]
        except type(problem):
            failed += 1
            assert everything(env) == before
            seen, _, ended, _, infos = env.step(actions)
            assert ended[0] == (mode == "SameStep") and "illegal" not in infos


def test_a_reset_that_an_opponent_spoils_changes_nothing() -> None:
    said: list[object] = []

    def fickle(view: View) -> object:
        asked.append(view.viewer)
        return said[0] if said else view.legal()[0]

    asked: list[int] = []
    env = learners("theory", 2, first="red", seat=1, opponents=[fickle, "random"])
    assert not asked, "nobody thinks before the first reset"
    env.reset(seed=1)
    before = everything(env)
    said.append("nonsense")
    with pytest.raises(PizzaboxError, match="nonsense"):
        env.reset(seed=2)
    assert asked and everything(env) == before


def test_render_and_view() -> None:
    env = learners("theory", 2, render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == (str(env.view(0)), str(env.view(1))) and env.view(1).viewer == 0
    assert learners("theory", 2).render() is None


def test_errors_say_what_to_do() -> None:
    for kind, said in (
        ({"seat": 3}, r"^seat must be a whole number from 0 to 2, not 3$"),
        ({"opponents": ["random"]}, r"^opponents must name 2 bots, one for each other seat, not 1$"),
        ({"opponents": 3}, r"^opponents must be the name of a bot, a function from a view to a move"),
        ({"opponents": "gredy"}, r"'gredy'.*did you mean 'greedy'"),
        (
            {"autoreset_mode": "never"},
            r'^autoreset_mode must be one of "NextStep", "SameStep", "Disabled", not .never.$',
        ),
        ({"illegal": "maybe"}, r"^illegal must be"),
        ({"render_mode": "human"}, r"^render_mode must be"),
        ({"colour": 1}, r"there's no option 'colour'"),
    ):
        with pytest.raises(PizzaboxError, match=said):
            gymnasium.make_vec("pizzabox/Theory-v0", num_envs=2, **kind)
    with pytest.raises(BadOption, match=r"^a vector holds from 1 to .* games, not 0$"):
        gymnasium.make_vec("pizzabox/Theory-v0", num_envs=0)
    env = learners("theory", 2, cap=1, autoreset_mode=AutoresetMode.DISABLED)
    with pytest.raises(PizzaboxError, match=r"^no game has begun; call reset"):
        env.step(np.zeros(2, int))
    for bad, said in (
        ({"seed": [1]}, r"or 2 of them in an array"),
        ({"seed": -1}, r"-1"),
        ({"seed": [1, "x"]}, r"'x'"),
        ({"options": {"players": 2}}, r"^the options of a game are chosen when the environment is made"),
        ({"options": {"reset_mask": [True, False]}}, r"^reset_mask must be an array of 2 booleans"),
        ({"options": {"reset_mask": np.array([1, 0])}}, r"^reset_mask must be an array of 2 booleans"),
    ):
        with pytest.raises(PizzaboxError, match=said):
            env.reset(**bad)
    seen, _ = env.reset(seed=1)
    ended = np.zeros(2, bool)
    while not ended.any():
        seen, _, ended, _, _ = env.step(chosen(seen, np.random.default_rng(1)))
    number = int(np.flatnonzero(ended)[0])
    with pytest.raises(PizzaboxError, match=rf"^game {number} is over; begin it again by reset"):
        env.step(chosen(seen, np.random.default_rng(1)))
    with speaking("it"), pytest.raises(PizzaboxError, match=rf"^la partita {number} è finita"):
        env.step(chosen(seen, np.random.default_rng(1)))
