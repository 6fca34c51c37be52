"""A game as Gymnasium's environment: one learner against bots."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, ClassVar

import gymnasium
import numpy as np
from numpy.typing import NDArray

from pizzabox.bots import Bot, bot
from pizzabox.engine.errors import PizzaboxError
from pizzabox.engine.game import Game
from pizzabox.engine.position import View
from pizzabox.engine.registry import names

from .libraries import say
from .one_game import Observation, with_chosen
from .opponents import Opponent, answer, each_opponent, learners_seat
from .seats import ANSI, LOSE, LOSS, SeatedGame, refuse_options, whole, whole_seed

NAMESPACE = "pizzabox"
UNSTARTED = "unstarted"


class LearnerEnv(gymnasium.Env):  # type: ignore[misc]
    """One seat learns, bots have the others.

    A step is the learner's move and all that the others do until it may act again. Where others choose in secret at the
    same time, neither they nor the learner know what was chosen.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": [ANSI], "render_fps": 1}

    def __init__(
        self,
        game: Game | str,
        opponents: Opponent | Sequence[Opponent] = "random",
        seat: int = 0,
        illegal: str = LOSE,
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        chosen = with_chosen(game, options)
        self.seated = SeatedGame(chosen, chosen.codes, illegal, render_mode)
        self.seat = learners_seat(seat, chosen)
        self.opponents = each_opponent(opponents, chosen.players - 1)
        self.render_mode = render_mode
        self.observation_space, self.action_space = self.seated.spaces[self.seated.agents[self.seat]]
        self._players: dict[int, Bot | Callable[[View], object]] = {}
        self._ended: str | None = UNSTARTED
        chosen.warm()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a new game, with a seed the one that `game.start(seed)` begins. The seed also settles the bots and all
        games of later resets without one."""
        refuse_options(self.seated.game, options)
        settled = None if seed is None else whole_seed(seed)
        super().reset(seed=settled)
        draw = self.np_random.integers
        others = [number for number in range(self.seated.game.players) if number != self.seat]
        with self._unchanged_by_errors():
            self._players = {
                number: bot(one, int(draw(2**63))) if isinstance(one, str) else one
                for number, one in zip(others, self.opponents, strict=True)
            }
            self.seated.begin(int(draw(2**63)) if settled is None else settled)
            self._others_play()
        self._ended = None
        seen = self._observation()
        return seen, self._info(seen)

    def step(self, action: object) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play the learner's move, and let the others play until the learner may act again."""
        if self._ended:
            raise PizzaboxError(say(self._ended))
        one = self.seated.one
        move = whole(action, one.game.codes)
        with self._unchanged_by_errors():
            legal = one.play_for(self.seat, move)
            if legal:
                self._others_play()
        if not legal:
            reason = self.seated.refuse(self.seat, move)
            self._ended = "over"
            seen = self._observation()
            return seen, LOSS, True, False, {**self._info(seen), "illegal": reason}
        over = not one.actors
        self._ended = "over" if over else None
        seen = self._observation()
        return seen, one.returns[self.seat], over, False, self._info(seen)

    @contextmanager
    def _unchanged_by_errors(self) -> Iterator[None]:
        """Opponents may answer anything; if that is an error, the game and its players are what they were."""
        kept, players = bytes(self.seated.one.state), self._players
        try:
            yield
        except BaseException:  # also where somebody stops a bot that thinks
            self._players = players
            if self._ended != UNSTARTED:
                self.seated.one.load(kept)
            raise

    def _others_play(self) -> None:
        """The bots' moves until the learner may act or the game is over."""
        one = self.seated.one
        while (acting := one.actors) and self.seat not in acting:
            number = acting[0]
            one.play_for(number, answer(self._players[number], one.view(number), self.seated.agents[number]))

    def _observation(self) -> Observation:
        return self.seated.one.observation(self.seat)

    def _info(self, seen: Observation) -> dict[str, Any]:
        """The mask once more, where wrappers that flatten observations leave it alone."""
        return {"action_mask": seen["action_mask"].copy()}

    def action_masks(self) -> NDArray[np.bool_]:
        """The mask as `MaskablePPO` of sb3-contrib asks for it."""
        return self._observation()["action_mask"].astype(bool)

    def view(self) -> View:
        """What the learner knows, to read and draw."""
        return self.seated.one.view(self.seat)

    def render(self) -> str | None:
        """What the learner sees, as text."""
        return str(self.view()) if self.render_mode == ANSI else None


def env_id(name: str) -> str:
    """What Gymnasium calls a game."""
    return f"{NAMESPACE}/{name[:1].upper()}{name[1:]}-v0"


def register() -> None:
    """Tell Gymnasium of every game in the registry that it does not know yet."""
    for name in names():
        if env_id(name) not in gymnasium.registry:
            gymnasium.register(
                env_id(name),
                entry_point=f"{__name__}:LearnerEnv",
                vector_entry_point=f"{__package__}.learner_vector_env:LearnerVectorEnv",
                kwargs={"game": name},
            )
