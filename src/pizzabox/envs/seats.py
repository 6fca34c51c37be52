"""What the environments have in common: agents by name, spaces, seeds, and what becomes of an illegal action."""

from __future__ import annotations

import operator
import random
import secrets
import warnings
from typing import Any

import numpy as np
from gymnasium import spaces

from pizzabox.engine.contract import SPECTATOR
from pizzabox.engine.errors import BadOption, IllegalMove, PizzaboxError, did_you_mean, short
from pizzabox.engine.errors import say as engine_say
from pizzabox.engine.game import MAX_SEED, Game
from pizzabox.engine.position import View

from .libraries import say
from .one_game import OneGame

RAISE, LOSE = "raise", "lose"
"""What an illegal action is: an error, or the end of the game as a loss for the agent that chose it."""
ANSI = "ansi"
LOSS = -1.0


def agent_names(game: Game) -> list[str]:
    """Seats as the libraries name agents."""
    return [f"player_{seat}" for seat in range(game.players)]


def spaces_of(game: Game, actions: int) -> tuple[Any, Any]:
    """What an agent sees and what it may do. How large a feature can be is up to the game."""
    seen = spaces.Dict(
        {
            "observation": spaces.Box(-np.inf, np.inf, (game.features,), np.float32),
            "action_mask": spaces.Box(0, 1, (actions,), np.int8),
        }
    )
    return seen, spaces.Discrete(actions)


def whole(action: object, actions: int) -> int:
    """An action as a number that the action space has."""
    try:
        number = action.__index__()  # type: ignore[attr-defined]
    except (AttributeError, TypeError):
        number = -1
    if not 0 <= number < actions or isinstance(action, bool):
        raise PizzaboxError(say("action", most=actions - 1, value=short(action)))
    return int(number)


def refuse_options(game: Game, options: object) -> None:
    """Options of a reset may hold what others understand, but not what is settled when an environment is made."""
    settled = isinstance(options, dict) and any(name in game.options for name in options)
    if settled or not isinstance(options, (dict, type(None))):
        raise PizzaboxError(say("options", value=short(options)))


def refuse_forms(illegal: str, render_mode: str | None) -> None:
    """What becomes of an illegal action and how a game is drawn: anything but what there is is an error."""
    if illegal not in (RAISE, LOSE):
        raise PizzaboxError(say("illegal_form", value=short(illegal)))
    if render_mode not in (None, ANSI):
        raise PizzaboxError(say("render", value=short(render_mode)))


def whole_seed(seed: object) -> int:
    """A seed as the engine takes it."""
    try:
        number = operator.index(seed)  # type: ignore[arg-type]
    except TypeError:
        number = -1
    if not 0 <= number < MAX_SEED:
        raise BadOption(engine_say("error.seed", value=short(seed)))
    return number


class SeatedGame:
    """One game with named agents."""

    def __init__(self, game: Game, actions: int, illegal: str, render_mode: str | None) -> None:
        refuse_forms(illegal, render_mode)
        self.game = game
        self.one = OneGame(game)
        self.agents = agent_names(game)
        self.seats = {agent: seat for seat, agent in enumerate(self.agents)}
        self.illegal = illegal
        self.render_mode = render_mode
        self.spaces = {agent: spaces_of(game, actions) for agent in self.agents}
        self._dice = random.Random(secrets.randbits(64))
        self._warned = False

    def begin(self, seed: int | None) -> int:
        """Begin a game, and return who acts first. A seed gives the game that `game.start(seed)` begins, and settles
        the games of all resets without a seed after it."""
        if seed is None:
            return self.one.begin(self._dice.getrandbits(64))
        settled = whole_seed(seed)
        self._dice = random.Random(settled)
        return self.one.begin(settled)

    def seat(self, agent: object) -> int:
        if agent not in self.seats:
            raise PizzaboxError(say("agent", name=short(agent), hint=did_you_mean(agent, self.agents)))
        return self.seats[agent]

    def refuse(self, seat: int, move: int) -> str:
        """Why an action is illegal: raised, or returned where it only loses the game."""
        agent = self.agents[seat]
        why = self.one.why_not(seat, move) if move < self.game.codes else say("must_act")
        reason = say("illegal", agent=agent, action=move, reason=why)
        if self.illegal == RAISE:
            raise IllegalMove(reason)
        if not self._warned:
            self._warned = True
            warnings.warn(say("ended", agent=agent), stacklevel=4)
        return reason

    def view(self, agent: object = None) -> View:
        """What an agent knows, or a spectator when none is named."""
        return self.one.view(SPECTATOR if agent is None else self.seat(agent))

    def render(self) -> str | None:
        """What a spectator sees, as text."""
        return str(self.view()) if self.render_mode == ANSI else None
