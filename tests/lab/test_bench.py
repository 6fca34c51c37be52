"""The lab's bench and its peers: shapes and promises, never speed."""

from __future__ import annotations

import sys
import types

import pytest

import pizzabox
from pizzabox.cli.benchmark import _ratios
from pizzabox.envs import aec
from pizzabox.lab import environment_bench, peer_bench
from pizzabox.lab.bench import bench, machine, runner
from pizzabox.lab.timing import median_rate
from tests.helpers import OURS


@pytest.mark.parametrize("name", pizzabox.names())
def test_every_game_is_measured(name: str) -> None:
    game = pizzabox.load(name)
    found = bench(game, 0.02)
    assert len(found) == len(game.sets[:2])
    for measured in found:
        assert measured.steps_per_second > 0
        assert measured.games_per_second > 0
        assert 1 <= measured.steps_per_game <= game.longest
        assert measured.games > 0
        assert set(measured.data()) >= {"options", "steps_per_second", "games_per_second"}


def test_chosen_option_sets() -> None:
    (found,) = bench(pizzabox.load("theory"), 0.02, [{"players": 2, "cap": 1}])
    assert found.options == {"players": 2, "cap": 1}
    assert found.steps_per_game <= 5


@pytest.mark.parametrize("seconds", [0, -1, float("nan"), float("inf"), True, "2"])
def test_seconds_are_checked(seconds: object) -> None:
    with pytest.raises(pizzabox.BadOption):
        bench(pizzabox.load("theory"), seconds)  # type: ignore[arg-type]


def test_the_same_seed_plays_the_same_games_either_way(monkeypatch: pytest.MonkeyPatch) -> None:
    game = pizzabox.load("theory")
    compiled = runner(game)(7, 20)
    monkeypatch.setattr(sys.modules["pizzabox.lab.bench"], "numba_version", lambda: None)
    monkeypatch.setattr("pizzabox.engine.game_kernels.numba_version", lambda: None)
    assert runner(game)(7, 20) == compiled


def test_machine_is_described() -> None:
    assert {"processor", "cores", "python", "numpy"} <= set(machine())


def test_peers_that_are_missing_say_how_to_get_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peer_bench, "find_spec", lambda module: None)
    found = peer_bench.measure_peers(0.01)
    assert set(found) == {peer.name for peer in peer_bench.PEERS}
    assert all("pizzabox[peers]" in peer["missing"] for peer in found.values())


def test_peers_are_measured_and_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[str] = []
    others = [peer_bench.Peer(kind, "json", lambda seconds: 200.4, kind) for kind in peer_bench.KINDS]
    monkeypatch.setattr(peer_bench, "PEERS", others)
    found = peer_bench.measure_peers(0.01, heard.append)
    assert found["turns"] == {"kind": "turns", "all_cores": False, "steps_per_second": 200}
    assert heard == list(found) == list(peer_bench.KINDS)
    found["vector"]["all_cores"] = True
    both = {"one_thread": {"theory": 1000}, "all_cores": {"theory": 2000}}
    compared = _ratios(found, {"play": both, "vector": both, "turns": {"one_thread": {}}})
    assert [peer.get("ratios") for peer in compared.values()] == [{"theory": 5.0}, {"theory": 10.0}, None]


def test_a_peer_that_cannot_be_imported_is_a_clear_error() -> None:
    with pytest.raises(pizzabox.PizzaboxError, match="peers"):
        peer_bench.imported("no_such_module_of_anybody")


@pytest.mark.parametrize("name", OURS)
def test_learners_speed_is_measured_on_every_game(name: str) -> None:
    game = pizzabox.load(name)
    assert environment_bench.play_steps(game, 2, 0.01) > 0
    assert environment_bench.vector_steps(game, 1, 0.01) > 0
    assert environment_bench.turn_steps(game, 0.01) > 0


def test_a_game_played_in_turns_is_counted_by_its_actions() -> None:
    """Steps of agents whose game is over are none."""
    env, actions = aec("theory", first="red", cap=1), []
    step = env.step

    def counted(action: object) -> None:
        actions.append(action)
        step(action)

    env.step = counted  # type: ignore[method-assign]
    steps = environment_bench.random_turns(env)()
    assert steps == sum(action is not None for action in actions) < len(actions)


def test_the_first_time_is_not_measured() -> None:
    took = iter([10**9, *[1] * 10**6])
    assert 0 < median_rate(lambda: next(took), 0.01) < 10**8


@pytest.mark.parametrize("peer", [peer for peer in peer_bench.PEERS if peer.installed], ids=lambda peer: peer.name)
def test_others_that_are_installed_are_measured(peer: peer_bench.Peer) -> None:
    """OpenSpiel is installed wherever tests run, the others only for comparisons."""
    assert peer.measure(0.01) > 0


class ThreeMoves:
    """A game with OpenSpiel's face that ends after three moves, each one of two."""

    def __init__(self) -> None:
        self.left = 3

    def is_terminal(self) -> bool:
        return self.left == 0

    def legal_actions(self) -> list[int]:
        return [0, 1]

    def apply_action(self, action: int) -> None:
        assert action in (0, 1)
        assert self.left
        self.left -= 1


def test_open_spiel_is_driven_as_its_users_drive_it(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded: list[str] = []

    def load_game(name: str) -> types.SimpleNamespace:
        loaded.append(name)
        return types.SimpleNamespace(new_initial_state=ThreeMoves)

    monkeypatch.setitem(sys.modules, "pyspiel", types.SimpleNamespace(load_game=load_game))
    assert peer_bench.PEERS[0].measure(0.02) > 0
    assert loaded == ["hex(board_size=7)"]
