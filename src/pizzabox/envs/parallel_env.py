"""A game as PettingZoo's Parallel environment: all who may act choose at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from pettingzoo import ParallelEnv

from pizzabox.engine.errors import PizzaboxError, did_you_mean, short
from pizzabox.engine.game import Game
from pizzabox.engine.position import View

from .libraries import say
from .one_game import Observation
from .seats import ANSI, LOSE, LOSS, SeatedGame, refuse_options, whole

Rewards = dict[str, float]
Endings = dict[str, bool]
Infos = dict[str, dict[str, Any]]
Stepped = tuple[dict[str, Observation], Rewards, Endings, Endings, Infos]


class JointEnv(ParallelEnv):  # type: ignore[misc]
    """One game in which all who may act choose at the same time.

    There is one action more than the game has moves: `wait`, the only one of an agent that cannot act now. So every
    agent always has something to choose, and nobody's mask is ever empty; those who wait may be left out of `actions`.
    """

    def __init__(self, game: Game, illegal: str = LOSE, render_mode: str | None = None) -> None:
        self.wait = game.codes
        """The action of those who cannot act."""
        self.seated = SeatedGame(game, game.codes + 1, illegal, render_mode)
        self.metadata = {"name": f"pizzabox_{game.name}_v0", "render_modes": [ANSI], "render_fps": 1}
        self.render_mode = render_mode
        self.possible_agents = list(self.seated.agents)
        self.agents: list[str] = []
        self.observation_spaces = {agent: each[0] for agent, each in self.seated.spaces.items()}
        self.action_spaces = {agent: each[1] for agent, each in self.seated.spaces.items()}
        self._begun = False

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], Infos]:
        """Begin a new game."""
        refuse_options(self.seated.game, options)
        self.seated.begin(seed)
        self._begun = True
        self.agents = list(self.possible_agents)
        return self._observations(), {agent: {} for agent in self.agents}

    def step(self, actions: Mapping[str, object]) -> Stepped:
        """Let all act that may."""
        if not self.agents:
            raise PizzaboxError(say("over" if self._begun else "unstarted"))
        one, chosen = self.seated.one, self._chosen(actions)
        acting = one.actors
        missing = [self.agents[seat] for seat in acting if seat not in chosen]
        if missing:
            raise PizzaboxError(say("missing", agents=", ".join(missing)))
        wrong = {
            self.agents[seat]: self.seated.refuse(seat, move)
            for seat, move in chosen.items()
            if not (one.legal(seat, move) if seat in acting else move == self.wait)
        }
        if wrong:
            rewards = {agent: LOSS if agent in wrong else 0.0 for agent in self.agents}
            infos = {agent: {"illegal": wrong[agent]} if agent in wrong else {} for agent in self.agents}
            return self._stepped(rewards, ended=True, truncated=True, infos=infos)
        for seat in acting:
            one.play_for(seat, chosen[seat])  # one that an open move of another has made illegal is asked for again
        rewards = dict(zip(self.agents, one.returns, strict=True))
        return self._stepped(rewards, not one.actors, False, {agent: {} for agent in self.agents})

    def _chosen(self, actions: Mapping[str, object]) -> dict[int, int]:
        """The actions by seat, in the order of the seats."""
        if not isinstance(actions, Mapping):
            raise PizzaboxError(say("actions", value=short(actions)))
        for name in actions:
            if name not in self.agents:
                raise PizzaboxError(say("agent", name=short(name), hint=did_you_mean(name, self.agents)))
        seats = enumerate(self.agents)
        return {seat: whole(actions[agent], self.wait + 1) for seat, agent in seats if agent in actions}

    def _stepped(self, rewards: Rewards, ended: bool, truncated: bool, infos: Infos) -> Stepped:
        agents = self.agents
        seen = self._observations()
        if ended:
            self.agents = []
        return seen, rewards, dict.fromkeys(agents, ended), dict.fromkeys(agents, truncated), infos

    def _observations(self) -> dict[str, Observation]:
        return {agent: self._observation(seat) for seat, agent in enumerate(self.possible_agents)}

    def _observation(self, seat: int) -> Observation:
        seen = self.seated.one.observation(seat)
        waits = not seen["action_mask"].any()
        return {**seen, "action_mask": np.append(seen["action_mask"], np.int8(waits))}

    def view(self, agent: str | None = None) -> View:
        """What an agent knows, to read and draw; a spectator when none is named."""
        return self.seated.view(agent)

    def render(self) -> str | None:
        """What a spectator sees, as text."""
        return self.seated.render()

    def close(self) -> None:
        """Nothing is held open."""
