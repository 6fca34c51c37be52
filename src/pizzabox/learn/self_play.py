"""Games of a net against itself and its earlier selves, recorded for learning."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

from pizzabox.engine.game import Game
from pizzabox.envs import vector

from .inputs import Inputs
from .net_module import NetModule
from .settings import TrainingSettings

FORBIDDEN = -1e9
"""The logit of an illegal move."""
FLAT = 0.25
"""What is left of the net's preferences in an opening."""


@dataclass(frozen=True)
class Rollout:
    """What is learnt from at a time: some steps of all games. Each tensor has an axis of steps and one of games."""

    seen: Tensor
    legal: Tensor
    outlook: Tensor
    """What each move leads to by the game's own value; without columns where the net isn't told."""
    actor: Tensor
    move: Tensor
    log_prob: Tensor
    """The logarithm of how likely the move was."""
    values: Tensor
    """What the net expected for each player, by seat; one step more than all others."""
    returns: Tensor
    done: Tensor
    policy_mask: Tensor
    """Whether the policy learns from the move: the learner's own, not one of an earlier self or of an opening."""
    value_mask: Tensor
    """Whether the value learns from what follows: not from openings."""


class SelfPlay:
    """Many games side by side that go on from rollout to rollout."""

    def __init__(self, game: Game, inputs: Inputs, settings: TrainingSettings, device: str) -> None:
        n, seed = settings.games, settings.seed
        self.game, self.n, self.settings = game, n, settings
        self.device = torch.device(device)
        assert game.symmetries is not None
        columns, labels = game.symmetries(game.options)
        self.columns = torch.from_numpy(columns).to(self.device)
        """By way to look at the board: where each number that the net reads stands in the features."""
        self.codes = torch.from_numpy(labels[:, inputs.codes]).to(self.device)
        """By way: the code of each move that the net knows."""
        self.games = vector(game, n, device=device, outlook=settings.outlook, seed=seed)
        self.games_with_guests = int(n * settings.guests)
        """In so many games an earlier self plays all seats but one."""
        self.dice = torch.Generator(self.device)
        self.dice.manual_seed(seed)
        games = torch.arange(n, device=self.device)
        self.learners_seat = games % game.players
        self.with_guests = games < self.games_with_guests
        self.opening = torch.zeros(n, dtype=torch.int64, device=self.device)
        """How many first moves of each game are drawn nearly at random."""
        self._draw_openings(torch.ones(n, dtype=torch.bool, device=self.device))
        read = self._tensor
        self._seen, self._legal, self._actor = read("features"), read("mask"), read("actor")
        self._outlook = read("outlook") if settings.outlook else self._seen[:, :0]
        self._returns, self._done, self._length = read("returns"), read("done"), read("length")

    def _tensor(self, name: str) -> Tensor:
        """An array of the games, in the memory that they write to."""
        array = getattr(self.games, name)
        return torch.from_numpy(array) if self.device.type == "cpu" else torch.as_tensor(array, device=self.device)

    def _draw_openings(self, fresh: Tensor) -> None:
        """How games that begin now will open."""
        settings, shape = self.settings, (2, self.n)
        luck = torch.rand(shape, generator=self.dice, device=self.device)
        long = (luck[0] / settings.openings * settings.longest_opening).long() + 1
        self.opening = torch.where(fresh, torch.where(luck[0] < settings.openings, long, 0), self.opening)

    @torch.no_grad()  # type: ignore[untyped-decorator]
    def collect(self, net: NetModule, earlier: NetModule | None) -> Rollout:
        """Play on for some steps; in some of the games an earlier self has the other seats."""
        n, steps, players, device = self.n, self.settings.steps, self.game.players, self.device
        dtype = torch.float32 if device.type == "cpu" else torch.float16
        seen = torch.empty((steps, n, self.game.features), dtype=dtype, device=device)
        known = self.codes.shape[1]
        legal = torch.empty((steps, n, known), dtype=torch.bool, device=device)
        outlook = torch.empty((steps, n, known if self.settings.outlook else 0), dtype=dtype, device=device)
        actor = torch.empty((steps, n), dtype=torch.int64, device=device)
        move = torch.empty((steps, n), dtype=torch.int64, device=device)
        log_prob = torch.empty((steps, n), device=device)
        values = torch.empty((steps + 1, n, players), device=device)
        returns = torch.empty((steps, n, players), device=device)
        done = torch.empty((steps, n), dtype=torch.bool, device=device)
        own_move = torch.ones((steps, n), dtype=torch.bool, device=device)
        opening = torch.zeros((steps, n), dtype=torch.bool, device=device)
        for t in range(steps):
            way = torch.randint(len(self.columns), (n,), generator=self.dice, device=device)
            codes = self.codes[way]
            seen[t], legal[t], actor[t] = (
                self._seen.gather(1, self.columns[way]),
                self._legal.gather(1, codes),
                self._actor,
            )
            outlook[t] = self._outlook.gather(1, codes[:, : outlook.shape[2]])
            started = torch.where(self._done, 0, self._length)
            opening[t] = started < self.opening
            logits, expected = self._ask(net, seen[t], actor[t], outlook[t])
            values[t] = by_seat(expected, actor[t])
            if earlier is not None and self.games_with_guests:
                foreign = self.with_guests & (actor[t] != self.learners_seat)
                n_guests = self.games_with_guests
                theirs, _ = self._ask(earlier, seen[t, :n_guests], actor[t, :n_guests], outlook[t, :n_guests])
                logits[:n_guests] = torch.where(foreign[:n_guests, None], theirs, logits[:n_guests])
                own_move[t] = ~foreign
            logits = torch.where(opening[t, :, None], FLAT * logits, logits).masked_fill(~legal[t], FORBIDDEN)
            odds = torch.log_softmax(logits, dim=1)
            move[t] = drawn(odds, self.dice)
            log_prob[t] = odds.gather(1, move[t, :, None])[:, 0]
            self.games.step(self._moves(codes, move[t], legal[t]))
            returns[t], done[t] = self._returns, self._done
            self._draw_openings(self._done)
        last = self._outlook[:, self.codes[0, : outlook.shape[2]]]
        _, expected = self._ask(net, self._seen.to(dtype), self._actor.long(), last.to(dtype))
        values[steps] = by_seat(expected, self._actor.long())
        in_earnest = legal.any(dim=2) & ~opening
        return Rollout(
            seen, legal, outlook, actor, move, log_prob, values, returns, done, own_move & in_earnest, in_earnest
        )

    def _ask(self, net: NetModule, seen: Tensor, actor: Tensor, outlook: Tensor) -> tuple[Tensor, Tensor]:
        with torch.autocast(self.device.type, torch.bfloat16, enabled=self.device.type == "cuda"):
            logits, values = net(seen, actor, outlook)
        return logits.float(), values.float()

    def _moves(self, codes: Tensor, move: Tensor, legal: Tensor) -> object:
        """The codes of moves; where the net knows none that is legal, the first that is."""
        chosen = codes.gather(1, move[:, None])[:, 0]
        lost = ~legal.any(dim=1)
        if codes.shape[1] < self.game.codes and lost.any():
            chosen = torch.where(lost, self._legal.to(torch.uint8).argmax(dim=1), chosen)
        return chosen.numpy() if self.device.type == "cpu" else chosen


def drawn(odds: Tensor, dice: torch.Generator) -> Tensor:
    """A move a row, drawn by the logarithms of their odds."""
    uniform = torch.rand(odds.shape, generator=dice, device=odds.device).clamp_(1e-10, 1.0)
    return (odds - torch.log(-torch.log(uniform))).argmax(dim=1)


def by_seat(relative: Tensor, viewer: Tensor) -> Tensor:
    """Numbers of all players that begin with the viewer's own, in the order of the seats."""
    players = relative.shape[-1]
    seats = torch.arange(players, device=relative.device)
    return relative.gather(-1, (seats - viewer[..., None]) % players)


def from_viewer(seated: Tensor, viewer: Tensor) -> Tensor:
    """Numbers by seat in the order in which the viewer sees them: their own first."""
    players = seated.shape[-1]
    seats = torch.arange(players, device=seated.device)
    return seated.gather(-1, (seats + viewer[..., None]) % players)
