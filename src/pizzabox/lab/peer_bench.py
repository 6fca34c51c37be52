"""The same measurement on other libraries, for orientation: random play as their users drive them.

OpenSpiel's games are C++ called from Python, one state at a time. Pgx's are JAX programs over a whole batch; it may
use all cores, which favours it. Neither is a dependency of ours; each is imported only when asked for.
"""

from __future__ import annotations

import os
import random
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

from pizzabox.engine.catalogue import Catalogue
from pizzabox.engine.errors import PizzaboxError

say = Catalogue(__package__)
INSTALL = 'pip install "pizzabox[peers]"'
REPEATS = 3
_BATCH = 4096
_STEPS = 64


@dataclass(frozen=True)
class Peer:
    """One game of another library."""

    name: str
    module: str
    measure: Callable[[float], float]
    """Steps a second, measured for about that many seconds."""

    @property
    def installed(self) -> bool:
        return find_spec(self.module) is not None


def measure_peers(
    seconds: float = 2.0, note: Callable[[str], None] | None = None, peers: Sequence[Peer] | None = None
) -> dict[str, dict[str, Any]]:
    """Measure every peer that is installed; the others say how to install them. `note` hears what is measured now."""
    found: dict[str, dict[str, Any]] = {}
    for peer in PEERS if peers is None else peers:
        if not peer.installed:
            found[peer.name] = {
                "steps_per_second": None,
                "missing": say("not_installed", module=peer.module, install=INSTALL),
            }
            continue
        if note:
            note(peer.name)
        found[peer.name] = {"steps_per_second": round(peer.measure(seconds))}
    return found


def _open_spiel(game: str) -> Callable[[float], float]:
    def measure(seconds: float) -> float:
        pyspiel = imported("pyspiel")
        loaded = pyspiel.load_game(game)
        dice = random.Random(1)
        rates = []
        for _ in range(REPEATS):
            steps, began = 0, time.perf_counter()
            while (took := time.perf_counter() - began) < seconds / REPEATS:
                state = loaded.new_initial_state()
                while not state.is_terminal():
                    state.apply_action(dice.choice(state.legal_actions()))
                    steps += 1
            rates.append(steps / took)
        return statistics.median(rates)

    return measure


def _pgx(game: str) -> Callable[[float], float]:
    def measure(seconds: float) -> float:
        # Decided before JAX looks for devices: the comparison is on the processor.
        os.environ.setdefault("JAX_PLATFORMS", "cpu")
        jax, pgx = imported("jax"), imported("pgx")
        auto_reset = imported("pgx.experimental").auto_reset
        np = jax.numpy
        env = pgx.make(game)
        step = jax.vmap(auto_reset(env.step, env.init))

        def one(state: Any, key: Any) -> tuple[Any, None]:
            choose, reset = jax.random.split(key)
            action = jax.random.categorical(choose, np.where(state.legal_action_mask, 0.0, -np.inf))
            return step(state, action, jax.random.split(reset, _BATCH)), None

        run = jax.jit(lambda state, key: jax.lax.scan(one, state, jax.random.split(key, _STEPS))[0])
        state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.key(1), _BATCH))
        state = jax.block_until_ready(run(state, jax.random.key(2)))
        rates: list[float] = []
        spent, key = 0.0, 3
        while spent < seconds or len(rates) < REPEATS:
            began = time.perf_counter()
            state = jax.block_until_ready(run(state, jax.random.key(key)))
            took = time.perf_counter() - began
            rates.append(_BATCH * _STEPS / took)
            spent, key = spent + took, key + 1
        return statistics.median(rates)

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
    Peer("pgx hex", "pgx", _pgx("hex")),
    Peer("pgx connect_four", "pgx", _pgx("connect_four")),
    Peer("pgx tic_tac_toe", "pgx", _pgx("tic_tac_toe")),
)
"""Hex is nearest to our games in size; tic-tac-toe is the fastest game Pgx has."""
