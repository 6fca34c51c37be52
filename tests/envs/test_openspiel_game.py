"""Games as OpenSpiel knows them."""

from __future__ import annotations

import math
import pickle
import random
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import observation, rl_environment
from open_spiel.python.algorithms import get_all_states, ismcts, mcts, sample_some_states

import pizzabox
from pizzabox.engine.catalogue import speaking
from pizzabox.engine.errors import BadOption, BadPosition, IllegalMove, PizzaboxError
from pizzabox.engine.game import Game
from pizzabox.engine.position import Position
from pizzabox.envs import openspiel
from pizzabox.envs.openspiel_game import BoxState
from tests.envs.helpers import every_case
from tests.helpers import OURS, size

SOME_STATES = size(12, 100)


@pytest.fixture(scope="module")
def api_test() -> Any:
    """The library's tests of its API. They bring much of SciPy, which not every worker of a test run has to read."""
    return import_module("open_spiel.integration_tests.api_test")


@pytest.fixture(scope="module")
def simulation() -> Any:
    """The library's tests that play games through, which bring as much."""
    return import_module("open_spiel.python.tests.games_sim_test").GamesSimTest("test_pig")


def of(game: Game) -> Any:
    return openspiel(game)


def moved(state: Any, dice: random.Random) -> None:
    """Play one random node on."""
    if state.is_simultaneous_node():
        seats = range(state.num_players())
        state.apply_actions([dice.choice(state.legal_actions(seat) or [0]) for seat in seats])
    else:
        state.apply_action(dice.choice(state.legal_actions()))


def walk(game: Any, seed: int, most: int) -> Iterator[Any]:
    """The states of a random game, at most that many besides draws."""
    dice, state = random.Random(seed), game.new_initial_state()
    while most:
        yield state
        if state.is_terminal():
            return
        most -= not state.is_chance_node()
        moved(state, dice)


def last_cut(players: int = 2, seed: int = 3) -> Position:
    """A position of Pizza Theory in which the secret choice of everybody ends the game."""
    dice = random.Random(seed)
    while True:
        pos = pizzabox.load("theory", players=players, layout="K", cap=4).start(dice.getrandbits(32))
        while not pos.over:
            if len(pos.actors) == players:
                trial = pos.copy()
                for seat in trial.actors:
                    trial.play(trial.legal(seat).codes[0], seat)
                if trial.over:
                    return pos
            pos.play(dice.choice(pos.legal().codes), pos.actors[0])


def code(pos: Position) -> str:
    return pos.code.split()[-1]


def test_secret_choices_are_simultaneous_nodes() -> None:
    game = openspiel("theory", layout="K", cap=4)
    kind = game.get_type()
    assert kind.dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS
    assert any(state.is_simultaneous_node() for state in walk(game, 1, 100))


@every_case
def test_openspiels_random_games_pass(game: Game) -> None:
    pyspiel.random_sim_test(of(game), size(1, 3), True, False)


@every_case
def test_the_librarys_own_python_tests(game: Game, api_test: Any) -> None:
    """Those for parts of the tree, on fewer states than it takes."""
    suite = type("Partial", (api_test.EnforceAPIOnPartialTreeBase,), {})
    suite.game = of(game)
    suite.game_name, suite.game_type = str(suite.game), suite.game.get_type()
    random.seed(1)
    suite.some_states = sample_some_states.sample_some_states(suite.game, max_states=SOME_STATES)
    if suite.game_type.dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS:  # it takes only the first state of these
        suite.some_states = [state.clone() for state in walk(suite.game, 1, SOME_STATES)]
    tests = [name for name in dir(suite) if name.startswith("test_")]
    assert len(tests) >= 5
    for name in tests:
        getattr(suite(name), name)()


@pytest.mark.parametrize("name", ["theory", "pizzeria"])
def test_the_librarys_simulation_with_pickles(name: str, simulation: Any) -> None:
    small = {"theory": {"cap": 4}, "pizzeria": {"players": 2}}[name]
    np.random.seed(1)
    simulation.sim_game(openspiel(name, **small))


def test_simultaneous_choices_in_turns(simulation: Any) -> None:
    np.random.seed(1)
    simulation.sim_game(pyspiel.convert_to_turn_based(openspiel("theory", cap=4)))


@every_case
def test_a_game_is_the_one_that_the_engine_plays(game: Game) -> None:
    """The same players, moves, views and results, from a position without luck on."""
    dice = random.Random(1)
    for state in walk(of(game), 1, size(40, 1000)):
        if state.is_chance_node():
            continue
        pos = Position(game, state.settled.state.copy())
        assert state.is_terminal() == pos.over and list(state.returns()) == list(pos.returns)
        if state.is_simultaneous_node():
            assert len(pos.actors) > 1
            assert all(state.legal_actions(seat) == sorted(pos.legal(seat).codes) for seat in pos.actors)
        elif not state.is_terminal():
            seat = state.current_player()
            assert seat == pos.actors[0] and state.legal_actions() == sorted(pos.legal(seat).codes)
            action = dice.choice(state.legal_actions())
            assert state.action_to_string(seat, action) == pos.move(seat, action).text
        for seat in range(game.players):
            numbers = game.kernels.features(pos.view(seat).state, seat, game.features)
            assert np.array_equal(np.float32(state.observation_tensor(seat)), numbers)
            assert state.observation_string(seat).startswith(f"{pos.view(seat)}\n")


@every_case
def test_another_world_of_the_same_information(game: Game) -> None:
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    for number, state in enumerate(walk(of(game), 2, size(40, 400))):
        if number % 4 or state.is_chance_node() or state.is_terminal():
            continue
        for seat in range(game.players):
            other = state.resample_from_infostate(seat, sampler)
            assert isinstance(other, BoxState) and other.current_player() == state.current_player()
            assert other.information_state_string(seat) == state.information_state_string(seat)
            assert other.observation_tensor(seat) == state.observation_tensor(seat)
            if state.current_player() == seat:
                assert other.legal_actions() == state.legal_actions()


def test_another_world_is_another() -> None:
    """Hands are face down here, so in another world others hold other cards, and see them."""
    cards = {"setup": "customers", "cards": "three", "hand": 4, "face_down": True, "patience": 3}
    state = next(one for one in walk(openspiel("wars", players=3, **cards), 1, 5) if not one.is_chance_node())
    worlds = [state.resample_from_infostate(0, random.Random(seed).random) for seed in range(5)]
    assert len({bytes(world.settled.state) for world in worlds}) == 5
    for seat in range(3):
        numbers = {tuple(world.observation_tensor(seat)) for world in worlds}
        texts = {world.information_state_string(seat) for world in worlds}
        assert len(numbers) == len(texts) and (len(texts) > 1) == (seat != 0)


def test_a_chance_node_is_not_resampled() -> None:
    """Neither the first one nor one in the middle of a move, where the real world's move is still pending."""
    first = openspiel("theory", cap=4).new_initial_state()
    later = next(
        state for state in walk(openspiel("theory", players=2), 1, 50) if state.is_chance_node() and state.settled
    )
    for state in (first, later):
        before = str(state)
        with pytest.raises(PizzaboxError, match="at a chance node of Pizza Theory"):
            state.resample_from_infostate(0, random.Random(1).random)
        assert str(state) == before


def test_odds_are_those_of_the_rules() -> None:
    """The colour that nobody plays is cut by a die of six sides, each as likely, and each leads elsewhere."""
    states = walk(openspiel("theory", players=2), 1, 50)
    state = next(one for one in states if one.is_chance_node() and one.settled)
    outcomes = state.chance_outcomes()
    assert [side for side, _ in outcomes] == [0, 1, 2, 3, 4, 5]
    assert all(math.isclose(odds, 1 / 6) for _, odds in outcomes)
    spare = state.settled.state.spare
    assert [state.child(side).settled.state.cut[spare] for side, _ in outcomes] == [1, 2, 3, 4, 5, 6]


def test_chance_nodes_agree_with_the_generator() -> None:
    """Drawn side by side often enough, first moves of a game come as often either way."""
    game = pizzabox.load("theory", players=3)
    drawn = Counter(state.settled.state.first for state in first_positions(openspiel("theory")))
    assert set(drawn) == {0, 1, 2} and max(drawn.values()) == 1
    engine = Counter(game.start(seed).state.first for seed in range(300))
    assert all(70 < n < 130 for n in engine.values())


def first_positions(game: Any) -> list[Any]:
    """Every position after the draws of the beginning."""
    waiting, found = [game.new_initial_state()], []
    while waiting:
        state = waiting.pop()
        if state.is_chance_node():
            waiting += [state.child(side) for side, _ in state.chance_outcomes()]
        else:
            found.append(state)
    return found


def test_information_states_remember_everything(api_test: Any) -> None:
    """On the whole tree of an end game, taken in turns."""
    game = pyspiel.convert_to_turn_based(openspiel("theory", position=code(last_cut())))
    known = api_test._assert_is_perfect_recall(game)
    assert len(known) == 2  # each player chooses once, and the second knows nothing of the first
    states = get_all_states.get_all_states(game, include_terminals=True, include_chance_states=True)
    assert len(states) == 1 + 6 + 36


def test_an_information_state_tells_histories_apart() -> None:
    game = openspiel("hexentafl")
    one, other = game.new_initial_state(), game.new_initial_state()
    first = one.legal_actions()
    for action in (first[0], first[1]):
        (one if action == first[0] else other).apply_action(action)
    assert one.information_state_string(1) != other.information_state_string(1)
    assert one.information_state_tensor(1) != other.information_state_tensor(1)
    assert one.information_state_string(0) != one.information_state_string(1)


def test_what_is_hidden_is_not_in_an_information_state() -> None:
    game = openspiel("theory", position=code(last_cut(3)))
    start = game.new_initial_state()
    turns = pyspiel.convert_to_turn_based(game).new_initial_state()
    actions = start.legal_actions(0)
    seen = {turns.child(action).information_state_string(1) for action in actions}
    assert len(actions) > 1 and len(seen) == 1


def test_observers_see_what_they_are_entitled_to() -> None:
    game = openspiel("theory", cap=4)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(0)
    public = observation.make_observation(
        game, pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE)
    )
    assert public.tensor is None and public.string_from(state, 0) == public.string_from(state, 1)
    single = observation.make_observation(game)
    single.set_from(state, 1)
    assert single.dict["observation"].tolist() == state.observation_tensor(1)
    everyone = pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS)
    assert observation.make_observation(game, everyone) is None
    with pytest.raises(PizzaboxError, match=r"^observers take no parameters, not {'a': 1}$"):
        game.make_py_observer(None, {"a": 1})


def test_what_is_seen_as_text_says_as_much_as_the_numbers() -> None:
    """Partners act side by side, and the board as text does not say who has done so already."""
    known: dict[tuple[int, str], tuple[list[int], list[float]]] = {}
    for seed in range(3):
        for state in walk(openspiel("shark", players=4, goals=True, extra=1, cap=10), seed, 150):
            for seat in range(0 if state.is_chance_node() else 4):
                says = state.legal_actions(seat), state.observation_tensor(seat)
                key = seat, state.observation_string(seat)
                assert known.setdefault(key, says) == says
    assert known


@pytest.mark.parametrize("wrong", [37, 80, 10**6, -7])
def test_an_illegal_action_is_an_error_and_changes_nothing(wrong: int) -> None:
    state = openspiel("theory", players=2, cap=4).new_initial_state()
    for kind in ("draw", "turn", "secret choice"):
        while kind == "secret choice" and not state.is_simultaneous_node():
            state.apply_action(state.legal_actions()[0])
        before = str(state), state.history_str()
        together = [state.legal_actions(0)[0], wrong]
        said = rf"^action {wrong} isn't legal here; legal_actions\(\) says which are$"
        with pytest.raises(IllegalMove, match=said):
            state.apply_actions(together) if kind == "secret choice" else state.apply_action(wrong)
        assert (str(state), state.history_str()) == before
        if kind == "draw":
            state.apply_action(0)


def test_large_information_states_have_a_string_only() -> None:
    for name, provided in (("theory", True), ("hexentafl", True), ("wars", False)):
        kind = openspiel(name).get_type()
        assert kind.provides_information_state_string
        assert kind.provides_information_state_tensor == provided


def test_options_are_parameters() -> None:
    game = pyspiel.load_game("pizzabox_theory(players=2,cap=4)")
    assert (game.num_players(), game.max_game_length()) == (2, pizzabox.load("theory", players=2, cap=4).longest)
    assert pickle.loads(pickle.dumps(game)).num_players() == 2
    assert {f"pizzabox_{name}" for name in OURS} <= set(pyspiel.registered_names())


def test_a_game_can_start_anywhere() -> None:
    pos = last_cut(3)
    game = openspiel("theory", position=code(pos))
    assert game.num_players() == 3
    assert game.new_initial_state().observation_string(0).startswith(f"{pos.view(0)}\n")
    again = pyspiel.load_game(str(game))
    assert str(again.new_initial_state()) == str(game.new_initial_state())


def test_errors_say_what_to_do() -> None:
    with pytest.raises(BadOption, match=r"there's no option 'caps'; did you mean 'cap'"):
        openspiel("theory", caps=3)
    with pytest.raises(BadOption, match=r"players must be a whole number from 2 to 3, not 5"):
        openspiel("theory", players=5)
    with pytest.raises(PizzaboxError, match=r"no game 'thery'"):
        openspiel("thery")
    with pytest.raises(BadPosition, match=r"isn't a position"):
        openspiel("theory", position="1.abc")
    with pytest.raises(BadPosition, match=r"this code comes with its own options"):
        openspiel("theory", position=code(last_cut(3)), players=2)
    with speaking("it"), pytest.raises(PizzaboxError, match=r"^gli osservatori non accettano parametri: "):
        openspiel("theory").make_py_observer(None, {"a": 1})


def test_its_bots_play() -> None:
    dice = np.random.RandomState(1)
    game = openspiel("hexentafl")
    bot = mcts.MCTSBot(game, 2.0, 5, mcts.RandomRolloutEvaluator(1, dice), random_state=dice)
    state = game.new_initial_state()
    assert bot.step(state) in state.legal_actions()
    game = openspiel("pizzeria", players=2)
    states = [state.clone() for state in walk(game, 1, 40) if state.is_player_node()]
    ismcts_bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, dice), 2.0, 5, random_state=dice)
    assert ismcts_bot.step(states[1]) in states[1].legal_actions()


def test_its_environment_for_learners() -> None:
    env = rl_environment.Environment(openspiel("theory", cap=4))
    step = env.reset()
    for _ in range(60):
        if step.last():
            break
        legal = step.observations["legal_actions"]
        now = step.observations["current_player"]
        actions = [legal[p][0] if legal[p] else 0 for p in range(3)] if env.is_turn_based is False else [legal[now][0]]
        step = env.step(actions)
    assert step.last()
