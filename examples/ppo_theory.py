"""A small agent learns to beat `greedy` at Pizza Theory, with MaskablePPO from sb3-contrib.

Three players share a short game: the agent has the first seat, and `greedy` the other two, so a third of the wins would
be as good as `greedy`. The agent is told nothing but the numbers that it sees, its legal moves and, at the end, the
result. Run it with `python examples/ppo_theory.py --picture curve.svg`; it takes some minutes of one core.
"""

from __future__ import annotations

import argparse
import math
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import altair as alt
import gymnasium
import numpy as np
import torch
from gymnasium.wrappers import TransformObservation
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.env_util import make_vec_env

PLAYERS = 3
FAIR = 1 / PLAYERS


@dataclass(frozen=True)
class Stretch:
    """The games of a part of the training."""

    steps: int
    """How many moves the agent had made by the end of it."""
    games: int
    share: float
    """The agent's share of the wins."""


def table(rounds: int) -> gymnasium.Env[Any, Any]:
    """The agent's seat at a table with `greedy`. Masks are asked for apart, so the numbers are all that it sees."""
    name = "pizzabox.envs:pizzabox/Theory-v0"
    env = gymnasium.make(name, players=PLAYERS, cap=rounds, opponents="greedy", illegal="raise")
    return TransformObservation(env, lambda seen: seen["observation"], env.observation_space["observation"])


class Curve(BaseCallback):
    """Keeps how the games went between one update of the agent and the next, and says so."""

    def __init__(self) -> None:
        super().__init__()
        self.stretches: list[Stretch] = []
        self._shares: list[float] = []

    def _on_step(self) -> bool:
        self._shares += [share(one["episode"]["r"]) for one in self.locals["infos"] if "episode" in one]
        return True

    def _on_rollout_end(self) -> None:
        won = float(np.mean(self._shares)) if self._shares else math.nan
        self.stretches.append(Stretch(self.num_timesteps, len(self._shares), won))
        print(f"{self.num_timesteps:>9,} moves: {won:.0%} of {len(self._shares)} games", flush=True)
        self._shares = []


def share(result: float) -> float:
    """The share of a win, from 0 to 1, in a result from -1 to 1."""
    return (1 + result) / 2


def learn(rounds: int, steps: int, envs: int, seed: int) -> tuple[MaskablePPO, list[Stretch]]:
    """Train an agent; return it and how it went."""
    torch.set_num_threads(1)  # the network is small: more threads would only wait for each other
    games = make_vec_env(lambda: table(rounds), envs, seed=seed)
    agent = MaskablePPO(
        "MlpPolicy",
        games,
        n_steps=2048 // envs,
        batch_size=256,
        n_epochs=4,
        learning_rate=lambda left: 1e-3 * max(left, 0.1),
        gamma=1.0,  # a game is short, and only its result counts
        ent_coef=0.01,
        policy_kwargs={"net_arch": [256, 256], "activation_fn": torch.nn.ReLU},
        seed=seed,
        device="cpu",
    )
    curve = Curve()
    agent.learn(steps, callback=curve)
    games.close()
    return agent, curve.stretches


def evaluate(agent: MaskablePPO | None, rounds: int, games: int, seed: int) -> float:
    """The share of the wins in new games, by the moves that the agent likes best; without an agent, by random moves."""
    env = table(rounds)
    dice = np.random.default_rng(seed)
    total = 0.0
    for number in range(games):
        seen, info = env.reset(seed=seed + number)
        over = False
        while not over:
            mask = info["action_mask"].astype(bool)
            if agent is None:
                move = dice.choice(np.flatnonzero(mask))
            else:
                move = agent.predict(seen, action_masks=mask, deterministic=True)[0]
            seen, result, over, _, info = env.step(move)
        total += share(float(result))
    return total / games


def margin(won: float, games: int) -> float:
    """Half of the 95% interval of a share."""
    return 1.96 * math.sqrt(max(won * (1 - won), 0.25 / games) / games)


def draw(stretches: list[Stretch], random_share: float, rounds: int) -> alt.LayerChart:
    """The learning curve, with what random moves and equals would win."""
    rows = [{"moves": one.steps, "share": one.share} for one in stretches]
    marks = [{"share": FAIR, "name": "greedy itself"}, {"share": random_share, "name": "random moves"}]
    shares = alt.Y("share:Q", title="share of the wins", axis=alt.Axis(format="%"), scale=alt.Scale(domainMin=0))
    moves = alt.X("moves:Q", title="moves of the agent", axis=alt.Axis(format="~s"), scale=alt.Scale(domainMin=0))
    curve = alt.Chart(alt.Data(values=rows)).mark_line(color="#b5382a", strokeWidth=2).encode(moves, shares)
    levels = alt.Chart(alt.Data(values=marks))
    lines = levels.mark_rule(strokeDash=[4, 4], color="#555").encode(y="share:Q")
    names = levels.mark_text(align="right", dy=-7, color="#555").encode(
        x=alt.value("width"), y="share:Q", text="name:N"
    )
    title = f"Pizza Theory for three, at most {rounds} round{'s' * (rounds > 1)}: PPO against two greedy bots"
    return alt.layer(lines, names, curve).properties(width=520, height=280, title=title, background="white")


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--rounds", type=int, default=4, help="rounds of a game (the whole game has up to 60)")
    parser.add_argument("--steps", type=int, default=120_000, help="moves of the agent in training")
    parser.add_argument("--envs", type=int, default=16, help="games side by side")
    parser.add_argument("--games", type=int, default=1000, help="new games to judge the agent by")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--picture", type=Path, help="where to draw the learning curve (.svg or .png)")
    parser.add_argument("--agent", type=Path, help="where to keep the agent (.zip)")
    chosen = parser.parse_args(arguments)
    began = time.process_time()
    agent, stretches = learn(chosen.rounds, chosen.steps, chosen.envs, chosen.seed)
    minutes = (time.process_time() - began) / 60
    fresh = 10**6 + chosen.seed
    won = evaluate(agent, chosen.rounds, chosen.games, fresh)
    by_chance = evaluate(None, chosen.rounds, chosen.games, fresh)
    print(f"Trained for {minutes:.1f} minutes of one core.")
    print(
        f"Against greedy in {chosen.games} new games: {won:.1%} ± {margin(won, chosen.games):.1%} of the wins; "
        f"random moves {by_chance:.1%}, fair {FAIR:.1%}"
    )
    if chosen.picture:
        draw(stretches, by_chance, chosen.rounds).save(chosen.picture)
    if chosen.agent:
        agent.save(chosen.agent)


if __name__ == "__main__":
    main()
