"""The trainer: one for all games, any number of players, hidden information and secret choices.

A net plays itself and earlier selves, and learns by policy gradients with small steps (PPO) and a bonus for playing
mixed moves that fades: the regularised kind, which in games with secrets finds mixes instead of running in circles. The
value that it learns is that of every player at every step, so an advantage is known for every actor, with any
number of players.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

import torch
from torch import Tensor, nn

from pizzabox.bots.search import tuning_for
from pizzabox.engine.game import Game

from .game_for_nets import for_nets
from .inputs import Inputs, inputs_of
from .net_module import NetModule, widths
from .self_play import FORBIDDEN, Rollout, SelfPlay, from_viewer
from .settings import TrainingSettings


@dataclass(frozen=True)
class Report:
    """How far a training is."""

    rounds: int
    moves: int
    games: int
    seconds: float
    entropy: float
    """How mixed the moves are, in nats."""
    known: float
    """What part of the results' variance the value explains."""
    share: float
    """What the learner won of what it and one earlier self won: 0.5 is even, whatever the number of players."""

    def data(self) -> dict[str, Any]:
        return asdict(self)


PARTS = ("seen", "legal", "outlook", "actor", "move", "log_prob", "policy_mask", "value_mask")


class Trainer:
    """A net in training. `rounds` goes on until it has to stop; all of it can be put into a checkpoint."""

    def __init__(self, game: Game, settings: TrainingSettings, device: str, inputs: Inputs | None = None) -> None:
        game = for_nets(game)
        self.game, self.settings, self.device = game, settings, torch.device(device)
        torch.manual_seed(settings.seed)
        self.inputs = inputs or inputs_of(game, settings.seed)
        self.shape = (game.players, *widths(self.inputs, game))
        clear = tuning_for(game).clear if settings.outlook else None
        self.net = NetModule(self.inputs, *self.shape, clear=clear).to(self.device)
        self.average: NetModule = NetModule(self.inputs, *self.shape, clear=clear).to(self.device)
        """The mean of the last nets: steadier than any of them."""
        self.average.load_state_dict(self.net.state_dict())
        self.earlier: NetModule = NetModule(self.inputs, *self.shape, clear=clear).to(self.device)
        self.past: list[dict[str, Tensor]] = []
        self.optimiser = torch.optim.Adam(self.net.parameters(), lr=settings.rate, eps=1e-5)
        self.self_play = SelfPlay(game, self.inputs, settings, device)
        self.dice = torch.Generator().manual_seed(settings.seed)
        self.rounds_done, self.games_ended, self.seconds = 0, 0, 0.0

    def rounds(self, done: Callable[[], float]) -> Iterator[Report]:
        """Train until `done` says 1: which part of the training is over, from 0 on."""
        while (part := done()) < 1.0:
            started = time.perf_counter()
            guest = self._invite()
            rollout = self.self_play.collect(self.net, guest)
            entropy, known = self._learn(rollout, part)
            self.rounds_done += 1
            self.games_ended += int(rollout.done.sum())
            self.seconds += time.perf_counter() - started
            share = against_guests(rollout, self.self_play.with_guests, self.self_play.learners_seat)
            moves = self.rounds_done * self.settings.games * self.settings.steps
            yield Report(self.rounds_done, moves, self.games_ended, self.seconds, entropy, known, share)

    def _invite(self) -> NetModule | None:
        """An earlier self, if there is one; the present self is kept as one now and then."""
        spacing = max(1, 2 ** int(math.log2(1 + self.rounds_done / 32)))
        if self.rounds_done % (8 * spacing) == 0:
            self.past.append({k: v.detach().clone() for k, v in self.net.state_dict().items()})
            if len(self.past) > self.settings.kept:
                self.past.pop(int(torch.randint(len(self.past) - 1, (1,), generator=self.dice)))
        if not self.past:
            return None
        chosen = int(torch.randint(len(self.past), (1,), generator=self.dice))
        self.earlier.load_state_dict(self.past[chosen])
        return self.earlier

    def _learn(self, rollout: Rollout, part: float) -> tuple[float, float]:
        """Some passes over what was played."""
        settings = self.settings
        advantages, targets = advantages_and_targets(rollout, settings.trace)
        rate = settings.last_rate + (settings.rate - settings.last_rate) * 0.5 * (1.0 + math.cos(math.pi * part))
        mixing = settings.mixing * (settings.last_mixing / settings.mixing) ** part
        for group in self.optimiser.param_groups:
            group["lr"] = rate
        flat = {name: getattr(rollout, name).flatten(0, 1) for name in PARTS}
        advantage = advantages.flatten()
        own = flat["policy_mask"].float()
        mean = (advantage * own).sum() / own.sum()
        spread = (((advantage - mean) ** 2 * own).sum() / own.sum()).sqrt() + 1e-4
        advantage = (advantage - mean) / spread
        target = from_viewer(targets, rollout.actor).flatten(0, 1)
        total = len(advantage)
        entropy = torch.zeros((), device=self.device)
        unknown = torch.zeros((), device=self.device)
        for _ in range(settings.passes):
            order = torch.randperm(total, generator=self.dice).to(self.device)
            for rows in order.chunk(settings.batches):
                with torch.autocast(self.device.type, torch.bfloat16, enabled=self.device.type == "cuda"):
                    logits, value = self.net(flat["seen"][rows], flat["actor"][rows], flat["outlook"][rows])
                legal = flat["legal"][rows]
                odds = torch.log_softmax(logits.float().masked_fill(~legal, FORBIDDEN), dim=1)
                taken = odds.gather(1, flat["move"][rows, None])[:, 0]
                ratio = (taken - flat["log_prob"][rows]).exp()
                one = advantage[rows]
                limited = ratio.clamp(1.0 - settings.clip, 1.0 + settings.clip)
                mixed = -(odds.exp() * odds.masked_fill(~legal, 0.0)).sum(dim=1)
                policy_mask = flat["policy_mask"][rows].float()
                count = policy_mask.sum().clamp(min=1.0)
                policy_loss = -(torch.minimum(ratio * one, limited * one) * policy_mask).sum() / count
                variety = (mixed * policy_mask).sum() / count
                value_mask = flat["value_mask"][rows].float()[:, None]
                squared = (value.float() - target[rows]) ** 2
                value_loss = (squared * value_mask).sum() / (value_mask.sum() * self.game.players + 1.0)
                loss = policy_loss + 1.0 * value_loss - mixing * variety
                self.optimiser.zero_grad(set_to_none=True)
                loss.backward()
                nn.utils.clip_grad_norm_(self.net.parameters(), 0.5)
                self.optimiser.step()
                entropy += variety.detach() / (settings.passes * settings.batches)
                unknown += value_loss.detach() / (settings.passes * settings.batches)
        with torch.no_grad():
            weight = max(0.02, 1.0 / (1 + self.rounds_done))
            for kept, now in zip(self.average.parameters(), self.net.parameters(), strict=True):
                kept.lerp_(now, weight)
        spread_of_targets = target.var(dim=0, unbiased=False).mean()
        return float(entropy), float(1.0 - unknown / (spread_of_targets + 1e-6))


def against_guests(rollout: Rollout, with_guests: Tensor, learners_seat: Tensor) -> float:
    """What the learner won of what it and one earlier self won, in the games that ended; 0.5 where nothing was won."""
    steps, _, players = rollout.returns.shape
    won = (rollout.returns + 1.0) / 2.0 * (rollout.done & with_guests)[..., None]
    mine = float(won.gather(2, learners_seat.expand(steps, -1)[..., None]).sum())
    others = (float(won.sum()) - mine) / (players - 1)
    return mine / (mine + others) if mine + others > 0 else 0.5


def advantages_and_targets(rollout: Rollout, trace: float) -> tuple[Tensor, Tensor]:
    """What each move gained its player over what was expected, and what the value should have been (GAE)."""
    steps = len(rollout.done)
    targets = torch.empty_like(rollout.returns)
    after = torch.zeros_like(rollout.returns[0])
    for t in reversed(range(steps)):
        running = (~rollout.done[t]).float()[:, None]
        surprise = rollout.returns[t] + running * rollout.values[t + 1] - rollout.values[t]
        after = surprise + trace * running * after
        targets[t] = rollout.values[t] + after
    advantages = (targets - rollout.values[:-1]).gather(2, rollout.actor[..., None])[..., 0]
    return advantages, targets
