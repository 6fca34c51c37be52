"""Many games as Gymnasium's vector environment: one learner against bots in all of them."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from pizzabox.engine.errors import BadOption, PizzaboxError, short
from pizzabox.engine.game import Game
from pizzabox.engine.position import View

from .learner_games import LearnerGames
from .libraries import say
from .one_game import Observation, with_chosen
from .opponents import Opponent
from .seats import ANSI, LOSE, LOSS, agent_names, refuse_forms, refuse_options, spaces_of, whole_seed
from .stepping import Flags

RESET_MASK = "reset_mask"
Infos = dict[str, Any]
Rewards = NDArray[np.float64]


class LearnerVectorEnv(VectorEnv):  # type: ignore[misc]
    """`num_envs` games stepped in one compiled call. In each of them one seat learns, and bots have the others.

    By default a game that is over begins again in the same step, so there is always something to choose and no mask is
    empty; the last observation of the old game is in `infos["final_obs"]`. With `copy=False` observations are the
    arrays that the next step writes to.
    """

    def __init__(
        self,
        game: Game | str,
        num_envs: int = 1,
        opponents: Opponent | Sequence[Opponent] = "random",
        seat: int = 0,
        illegal: str = LOSE,
        render_mode: str | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        copy: bool = True,
        threads: int | None = None,
        **options: object,
    ) -> None:
        chosen = with_chosen(game, options)
        refuse_forms(illegal, render_mode)
        try:
            self.autoreset_mode = AutoresetMode(autoreset_mode)
        except ValueError:
            known = ", ".join(f'"{mode.value}"' for mode in AutoresetMode)
            raise BadOption(say("learner.autoreset", known=known, value=short(autoreset_mode))) from None
        self.games = LearnerGames(chosen, num_envs, opponents, seat, threads=threads)
        self.num_envs = num_envs
        self.illegal = illegal
        self.copy = copy
        self.render_mode = render_mode
        self.metadata = {"render_modes": [ANSI], "render_fps": 1, "autoreset_mode": self.autoreset_mode}
        self.single_observation_space, self.single_action_space = spaces_of(chosen, chosen.codes)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._ended: Flags = np.zeros(num_envs, np.bool_)
        """Games that are over, or lost by an illegal action, and have not begun again."""
        self._begun: Flags = np.zeros(num_envs, np.bool_)
        self._warned = False

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, Infos]:
        """Begin new games: all, or those that `options["reset_mask"]` marks.

        Game i begins as `game.start(seed + i)` does, or with its own of a list of seeds, and that settles the bots and
        all games that follow.
        """
        given = dict(options) if isinstance(options, dict) else options
        which = self._marked(given.pop(RESET_MASK)) if given and RESET_MASK in given else np.ones_like(self._begun)
        refuse_options(self.games.game, given)
        self.games.begin(which, self._seeds(seed))
        self._ended[which] = False
        self._begun |= which
        return self._observation(), self._infos()

    def step(self, actions: object) -> tuple[Observation, Rewards, Flags, Flags, Infos]:
        """Play the learner's moves, and let the others play until the learner may act again."""
        games, before = self.games, self._ended
        if not self._begun.all():
            raise PizzaboxError(say("unstarted"))
        if self.autoreset_mode == AutoresetMode.DISABLED and before.any():
            raise PizzaboxError(say("learner.ended", game=int(np.flatnonzero(before)[0])))
        moves = self._moves(actions)
        illegal = ~games.mask[np.arange(self.num_envs), moves] & ~before
        reasons = {i: games.refusal(i, moves[i]) for i in np.flatnonzero(illegal).tolist()}
        if reasons and self.illegal == LOSE:
            self._warn()
        with games.unchanged_by_errors():  # an opponent is asked in the next game, too
            games.step(moves, where=~before & ~illegal if self.illegal == LOSE else ~before)
            ended = (games.done | illegal) & ~before
            won = games.returns[:, games.seat].astype(np.float64)
            rewards = np.where(illegal, LOSS, np.where(before, 0.0, won))
            infos = {"illegal": _some(self.num_envs, reasons), "_illegal": illegal} if reasons else {}
            if self.autoreset_mode == AutoresetMode.NEXT_STEP and before.any():
                games.begin(before)
            if self.autoreset_mode == AutoresetMode.SAME_STEP and ended.any():
                infos = {**self._finals(ended, infos), "_final_obs": ended, "_final_info": ended}
                games.begin(ended)
        self._ended = ended & (self.autoreset_mode != AutoresetMode.SAME_STEP)
        return self._observation(), rewards, ended, np.zeros_like(ended), {**self._infos(), **infos}

    def _finals(self, ended: Flags, infos: Infos) -> Infos:
        """What the learner saw last of the games that are over, before the next ones begin."""
        last = {}
        for i in np.flatnonzero(ended).tolist():
            last[i] = {"observation": self.games.features[i].copy(), "action_mask": self._mask()[i].copy()}
        masks = np.where(ended[:, None], self._mask(), np.int8(0))
        info = {"action_mask": masks, "_action_mask": ended.copy(), **infos}
        return {"final_obs": _some(self.num_envs, last), "final_info": info}

    def _observation(self) -> Observation:
        seen = {"observation": self.games.features, "action_mask": self._mask()}
        return {name: array.copy() for name, array in seen.items()} if self.copy else seen

    def _infos(self) -> Infos:
        """The masks once more, where wrappers that flatten observations leave them alone."""
        return {"action_mask": self._mask().copy(), "_action_mask": np.ones(self.num_envs, np.bool_)}

    def _mask(self) -> NDArray[np.int8]:
        return self.games.mask.view(np.int8)  # type: ignore[no-any-return]

    def _moves(self, actions: object) -> NDArray[np.int64]:
        """Actions as numbers that the action space has."""
        moves: NDArray[np.int64] = self.games.checked_moves(actions)
        bad = np.flatnonzero((moves < 0) | (moves >= self.games.game.codes))
        if bad.size:
            most = self.games.game.codes - 1
            raise PizzaboxError(say("action", most=most, value=short(int(moves[bad[0]]))))
        return moves

    def _seeds(self, seed: object) -> list[int | None] | None:
        if seed is None:
            return None
        if isinstance(seed, (list, tuple, np.ndarray)):
            if len(seed) != self.num_envs:
                raise BadOption(say("vector.seed", n=self.num_envs, value=short(seed)))
            return [None if one is None else whole_seed(one) for one in seed]
        first = whole_seed(seed)
        return [whole_seed(first + i) for i in range(self.num_envs)]

    def _marked(self, mask: object) -> Flags:
        if not isinstance(mask, np.ndarray) or mask.shape != (self.num_envs,) or mask.dtype != np.bool_:
            raise BadOption(say("learner.reset_mask", n=self.num_envs, value=short(mask)))
        return mask

    def _warn(self) -> None:
        if not self._warned:
            self._warned = True
            warnings.warn(say("ended", agent=agent_names(self.games.game)[self.games.seat]), stacklevel=3)

    def action_masks(self) -> Flags:
        """The masks as `MaskablePPO` of sb3-contrib asks for them."""
        return self.games.mask.copy()  # type: ignore[no-any-return]

    def view(self, i: int) -> View:
        """What the learner knows of one game, to read and draw."""
        return self.games.view(i)

    def render(self) -> tuple[str, ...] | None:
        """What the learner sees of each game, as text."""
        return tuple(str(self.view(i)) for i in range(self.num_envs)) if self.render_mode == ANSI else None


def _some(n: int, values: Mapping[int, object]) -> NDArray[np.object_]:
    """An array of objects that has None where there is no value."""
    made = np.full(n, None, dtype=object)
    for i, value in values.items():
        made[i] = value
    return made
