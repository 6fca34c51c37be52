"""A trainer small enough for tests: Pizza Theory for two."""

from __future__ import annotations

from functools import cache
from typing import Any

import torch

import pizzabox
from pizzabox.learn.game_for_nets import for_nets
from pizzabox.learn.inputs import Inputs, inputs_of
from pizzabox.learn.settings import TrainingSettings
from pizzabox.learn.trainer import Trainer

THEORY = pizzabox.load("theory", players=2)
torch.set_num_threads(1)  # the nets are small: more threads would only wait for each other


@cache
def inputs() -> Inputs:
    """What random play shows, looked at once."""
    return inputs_of(for_nets(THEORY), 1)


def small_settings(**changed: Any) -> TrainingSettings:
    return TrainingSettings(**{"games": 32, "steps": 8, "batches": 2, "seed": 3, **changed})


def small_trainer(**changed: Any) -> Trainer:
    return Trainer(THEORY, small_settings(**changed), "cpu", inputs())
