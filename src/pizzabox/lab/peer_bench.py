"""The same measurements on other libraries, for orientation: random games as their users drive them.

OpenSpiel's games are C++ called from Python, one state at a time. Pgx's are JAX programs over a whole batch; it may
use all cores, so ours does too in that comparison. None of them is a dependency of ours; each is imported only when
asked for.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

from pizzabox.engine.catalogue import Catalogue
from pizzabox.engine.errors import PizzaboxError

from .environment_bench import VECTOR_GAMES, random_turns
from .timing import median_rate

__all__ = ["CARD_PEERS", "KINDS", "PEERS", "PLAY", "TURNS", "VECTOR", "Peer", "imported", "measure_peers"]
say = Catalogue(__package__)
INSTALL = 'pip install "pizzabox[peers]"'
KINDS = PLAY, VECTOR, TURNS = "play", "vector", "turns"
"""Random play alone; many games with what the actors see and may do; PettingZoo's loop over one game."""
_STEPS = 64
_ENVIRONMENTS = 64


@dataclass(frozen=True)
class Peer:
    """One game of another library."""

    name: str
    module: str
    measure: Callable[[float], float]
    """Steps a second, measured for about that many seconds."""
    kind: str = PLAY
    all_cores: bool = False
    """Whether it may use them all; it is compared with ours on as many."""

    @property
    def installed(self) -> bool:
        return find_spec(self.module) is not None


def measure_peers(
    seconds: float = 2.0, note: Callable[[str], None] | None = None, peers: Sequence[Peer] | None = None
) -> dict[str, dict[str, Any]]:
    """Measure every peer that is installed; the others say how to install them. `note` hears what is measured now."""
    found: dict[str, dict[str, Any]] = {}
    for peer in PEERS if peers is None else peers:
        found[peer.name] = {"kind": peer.kind, "all_cores": peer.all_cores, "steps_per_second": None}
        if not peer.installed:
            found[peer.name]["missing"] = say("not_installed", module=peer.module, install=INSTALL)
            continue
        if note:
            note(peer.name)
        found[peer.name]["steps_per_second"] = round(peer.measure(seconds))
    return found


def _open_spiel(game: str) -> Callable[[float], float]:
    """The loop of OpenSpiel's own examples."""

    def measure(seconds: float) -> float:
        loaded = imported("pyspiel").load_game(game)
        dice = random.Random(1)

        def one_game() -> int:
            state, steps = loaded.new_initial_state(), 0
            while not state.is_terminal():
                state.apply_action(dice.choice(state.legal_actions()))
                steps += 1
            return steps

        return median_rate(one_game, seconds)

    return measure


def _open_spiel_learning(game: str) -> Callable[[float], float]:
    """Its environment for learners: observations and legal actions of one game after each step."""

    def measure(seconds: float) -> float:
        env = imported("open_spiel.python.rl_environment").Environment(game)
        dice = random.Random(1)

        def one_game() -> int:
            now, steps = env.reset(), 0
            while not now.last():
                legal = now.observations["legal_actions"][now.observations["current_player"]]
                now = env.step([dice.choice(legal)])
                steps += 1
            return steps

        return median_rate(one_game, seconds)

    return measure


def _open_spiel_vector(game: str) -> Callable[[float], float]:
    """Many of those side by side."""

    def measure(seconds: float) -> float:
        environment = imported("open_spiel.python.rl_environment").Environment
        chosen = imported("open_spiel.python.rl_agent").StepOutput
        envs = imported("open_spiel.python.vector_env").SyncVectorEnv([environment(game) for _ in range(_ENVIRONMENTS)])
        dice, now = random.Random(1), envs.reset()

        def step() -> int:
            nonlocal now
            legal = [one.observations["legal_actions"][one.observations["current_player"]] for one in now]
            now, *_ = envs.step([chosen(dice.choice(each), None) for each in legal], reset_if_done=True)
            return _ENVIRONMENTS

        return median_rate(step, seconds)

    return measure


def _pgx(game: str, observed: bool, games: int = VECTOR_GAMES, device: str = "cpu") -> Callable[[float], float]:
    """A batch of games that begin again when they are over.

    Observed, a call is one step and ends with the observations and masks of all games, as a learner reads them. Else a
    call is many steps, and observations, which nobody reads, are not kept from one to the next.
    """

    def measure(seconds: float) -> float:
        # Decided before JAX looks for devices; and it leaves the memory of a card to others.
        os.environ.setdefault("JAX_PLATFORMS", device)
        os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
        jax, pgx = imported("jax"), imported("pgx")
        auto_reset = imported("pgx.experimental").auto_reset
        np = jax.numpy
        env = pgx.make(game)
        step = jax.vmap(auto_reset(env.step, env.init))
        state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.key(1), games))
        unseen = None if observed else state.observation

        def one(state: Any, key: Any) -> tuple[Any, None]:
            choose, reset = jax.random.split(key)
            action = jax.random.categorical(choose, np.where(state.legal_action_mask, 0.0, -np.inf))
            state = step(state, action, jax.random.split(reset, games))
            return (state if observed else state.replace(observation=unseen)), None

        steps = 1 if observed else _STEPS
        run = jax.jit(lambda state, key: jax.lax.scan(one, state, jax.random.split(key, steps))[0])
        number = 2

        def one_batch() -> int:
            nonlocal state, number
            state, number = jax.block_until_ready(run(state, jax.random.key(number))), number + 1
            return games * steps

        return median_rate(one_batch, seconds)

    return measure


def _pettingzoo(game: str) -> Callable[[float], float]:
    def measure(seconds: float) -> float:
        return median_rate(random_turns(imported(f"pettingzoo.classic.{game}").env()), seconds)

    return measure


def _rlcard(game: str) -> Callable[[float], float]:
    def measure(seconds: float) -> float:
        env = imported("rlcard").make(game)
        dice = random.Random(1)

        def one_game() -> int:
            state, _ = env.reset()
            steps = 0
            while not env.is_over():
                state, _ = env.step(dice.choice(list(state["legal_actions"])))
                steps += 1
            return steps

        return median_rate(one_game, seconds)

    return measure


def imported(module: str) -> Any:
    """A peer's module, or how to get it."""
    from importlib import import_module

    try:
        return import_module(module)
    except ImportError as error:
        raise PizzaboxError(say("not_imported", module=module, problem=error, install=INSTALL)) from error


PEERS = (
    Peer("open_spiel hex(board_size=7)", "pyspiel", _open_spiel("hex(board_size=7)")),
    Peer("open_spiel connect_four", "pyspiel", _open_spiel("connect_four")),
    Peer("pgx hex", "pgx", _pgx("hex", observed=False), all_cores=True),
    Peer("pgx connect_four", "pgx", _pgx("connect_four", observed=False), all_cores=True),
    Peer("pgx tic_tac_toe", "pgx", _pgx("tic_tac_toe", observed=False), all_cores=True),
    Peer("rlcard leduc-holdem", "rlcard", _rlcard("leduc-holdem")),
    Peer("rlcard uno", "rlcard", _rlcard("uno")),
    Peer("open_spiel rl_environment, hex", "pyspiel", _open_spiel_learning("hex(board_size=7)"), VECTOR),
    Peer("open_spiel SyncVectorEnv, hex", "pyspiel", _open_spiel_vector("hex(board_size=7)"), VECTOR),
    Peer("pgx hex, observed", "pgx", _pgx("hex", observed=True), VECTOR, all_cores=True),
    Peer("pgx connect_four, observed", "pgx", _pgx("connect_four", observed=True), VECTOR, all_cores=True),
    Peer("pgx tic_tac_toe, observed", "pgx", _pgx("tic_tac_toe", observed=True), VECTOR, all_cores=True),
    Peer("pettingzoo tictactoe", "pygame", _pettingzoo("tictactoe_v3"), TURNS),
    Peer("pettingzoo connect_four", "pygame", _pettingzoo("connect_four_v3"), TURNS),
)
"""Hex is nearest to our games in size; tic-tac-toe is the fastest game Pgx has. PettingZoo's games import pygame."""
CARD_GAMES = 1 << 20
CARD_PEERS = tuple(
    Peer(f"pgx {game}", "pgx", _pgx(game, observed=False, games=CARD_GAMES, device="cuda"))
    for game in ("hex", "connect_four", "kuhn_poker", "tic_tac_toe")
)
"""The same on a graphics card, in batches that are large enough for one."""
