"""A game as PettingZoo's AEC environment: one agent after the other."""

from __future__ import annotations

from typing import Any

from pettingzoo import AECEnv

from pizzabox.engine.errors import PizzaboxError
from pizzabox.engine.game import Game
from pizzabox.engine.position import View

from .libraries import say
from .one_game import ILLEGAL, OVER, Observation
from .seats import ANSI, LOSS, RAISE, SeatedGame, refuse_options, whole


class TurnEnv(AECEnv):  # type: ignore[misc]
    """One game, one agent after the other.

    Where several choose in secret, they are asked in the order of their seats, and none sees what the others have
    chosen. Where several may act openly in any order, the lowest seat is asked first.
    """

    def __init__(self, game: Game, illegal: str = RAISE, render_mode: str | None = None) -> None:
        super().__init__()
        self.seated = SeatedGame(game, game.codes, illegal, render_mode)
        self.metadata = {
            "name": f"pizzabox_{game.name}_v0",
            "render_modes": [ANSI],
            "render_fps": 1,
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.possible_agents = list(self.seated.agents)
        self.agents: list[str] = []
        self.observation_spaces = {agent: each[0] for agent, each in self.seated.spaces.items()}
        self.action_spaces = {agent: each[1] for agent, each in self.seated.spaces.items()}

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game."""
        refuse_options(self.seated.game, options)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._go_on(self.seated.begin(seed))

    def step(self, action: object) -> None:
        """Let the selected agent act; once its game is over, its only action is None."""
        if not self.agents:
            raise PizzaboxError(say("over" if hasattr(self, "rewards") else "unstarted"))
        agent = self.agent_selection
        if self.terminations[agent]:
            if action is not None:
                raise PizzaboxError(say("dead", agent=agent))
            self._was_dead_step(None)
            return
        one = self.seated.one
        move = whole(action, one.game.codes)
        seat = one.play(move)
        if seat == ILLEGAL:
            self.infos[agent] = {"illegal": self.seated.refuse(one.seat, move)}
            self._end({**dict.fromkeys(self.agents, 0.0), agent: LOSS}, truncated=True)
        else:
            self._go_on(seat)

    def _go_on(self, seat: int) -> None:
        if seat == OVER:
            self._end(dict(zip(self.agents, self.seated.one.returns, strict=True)))
        else:
            self.agent_selection = self.possible_agents[seat]

    def _end(self, rewards: dict[str, float], truncated: bool = False) -> None:
        self.rewards = rewards
        self._accumulate_rewards()
        self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, truncated)
        self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> Observation:
        """What an agent sees now."""
        one = self.seated.one
        seat = self.seated.seat(agent)
        return one.next_observation() if seat == one.seat else one.observation(seat)

    def view(self, agent: str | None = None) -> View:
        """What an agent knows, to read and draw; a spectator when none is named."""
        return self.seated.view(agent)

    def render(self) -> str | None:
        """What a spectator sees, as text."""
        return self.seated.render()

    def close(self) -> None:
        """Nothing is held open."""
