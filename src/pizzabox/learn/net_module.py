"""The net as PyTorch trains it, and as a bot plays it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from pizzabox.bots.net import Net
from pizzabox.engine.game import Game

from .inputs import Inputs

OUTER = 256
INNER = (128, 64)
"""The second layer: the first of these widths that keeps a net in its bounds."""
MOST_WEIGHTS = 1_000_000
"""A net has a byte a weight on disk, and at most a megabyte."""


def widths(inputs: Inputs, game: Game) -> tuple[int, int]:
    """As wide as a net may be."""
    rows = len(inputs.linear) + len(inputs.thresholds) + game.players
    for inner in INNER:
        if (rows + inner) * OUTER + len(inputs.codes) * inner <= MOST_WEIGHTS:
            return OUTER, inner
    return OUTER // 2, INNER[-1]


class NetModule(nn.Module):  # type: ignore[misc]
    """Two hidden layers; a value for every player, the viewer's own first, and logits of the moves.

    With `clear`, the net reads what each move leads to by the game's own value (`outlook`), and begins by playing
    what looks better by x exp(clear * x) times as often. How much that counts where is for the net to find out.
    """

    def __init__(self, inputs: Inputs, players: int, outer: int, inner: int, clear: float | None) -> None:
        super().__init__()
        self.inputs, self.players, self.clear = inputs, players, clear
        self.columns: Tensor
        self.thresholds: Tensor
        self.linear: Tensor
        self.register_buffer("columns", torch.from_numpy(inputs.columns), persistent=False)
        self.register_buffer("thresholds", torch.from_numpy(inputs.thresholds), persistent=False)
        self.register_buffer("linear", torch.from_numpy(inputs.linear.astype(np.float32)), persistent=False)
        rows = len(inputs.linear) + len(inputs.thresholds) + players
        self.first = nn.Linear(rows, outer)
        self.inner = nn.Linear(outer, inner)
        self.policy = nn.Linear(inner, len(inputs.codes))
        self.value = nn.Linear(inner, players)
        self.outlook = None if clear is None else nn.Linear(inner, 1)
        nn.init.normal_(self.first.weight, std=0.15)
        nn.init.orthogonal_(self.inner.weight, gain=1.4)
        heads = [head for head in (self.policy, self.value, self.outlook) if head is not None]
        for head in heads:
            nn.init.normal_(head.weight, std=0.01)
        for layer in (self.first, self.inner, *heads):
            nn.init.zeros_(layer.bias)

    def hidden(self, seen: Tensor, viewer: Tensor) -> Tensor:
        """The inner layer, from what the viewer of each row sees."""
        passed = (seen[:, self.columns] > self.thresholds).to(seen.dtype)
        seat = nn.functional.one_hot(viewer.long(), self.players).to(seen.dtype)
        read = torch.cat([seen * self.linear.to(seen.dtype), passed, seat], dim=1)
        return torch.relu(self.inner(torch.relu(self.first(read))))

    def forward(self, seen: Tensor, viewer: Tensor, outlook: Tensor) -> tuple[Tensor, Tensor]:
        """Logits of the moves (`Inputs.codes`), and everybody's expected return, the viewer's own first."""
        inner = self.hidden(seen, viewer)
        logits = self.policy(inner)
        if self.outlook is not None:
            logits = logits + self.clear * (1.0 + self.outlook(inner)) * outlook
        return logits, torch.tanh(self.value(inner))

    def as_net(self, about: Mapping[str, Any]) -> Net:
        """The same as data."""

        def array(tensor: Tensor) -> NDArray[np.float32]:
            found: NDArray[np.float32] = tensor.detach().float().cpu().numpy()
            return found

        eager, least = torch.zeros((0, self.inner.out_features)), torch.zeros(0)
        if self.outlook is not None:
            eager, least = self.clear * self.outlook.weight, self.clear * (1.0 + self.outlook.bias)
        return Net(
            about=about,
            starts=self.inputs.starts,
            thresholds=self.inputs.thresholds,
            linear=self.inputs.linear,
            codes=self.inputs.codes,
            first=array(self.first.weight.T),
            first_bias=array(self.first.bias),
            inner=array(self.inner.weight.T),
            inner_bias=array(self.inner.bias),
            policy=array(self.policy.weight),
            policy_bias=array(self.policy.bias),
            value=array(self.value.weight),
            value_bias=array(self.value.bias),
            outlook=array(eager),
            outlook_bias=array(least),
        )
