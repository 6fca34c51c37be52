"""A training from its beginning to its end: a trainer, how long it goes on, and what it reported on the way."""

from __future__ import annotations

import platform
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from typing import Any

import torch

from pizzabox import __version__
from pizzabox.bots.net import Net
from pizzabox.engine.errors import PizzaboxError, short
from pizzabox.engine.game import Game

from .settings import TrainingSettings
from .trainer import Report, Trainer
from .words import say

DEVICES = ("cpu", "cuda")
GAMES = {"cpu": 512, "cuda": 8192}
"""How many games are played side by side if nobody says otherwise."""


@dataclass(frozen=True)
class Length:
    """How long a training is: so many rounds, which repeat exactly on the processor, or so many minutes."""

    rounds: int | None = None
    minutes: float | None = None

    def __post_init__(self) -> None:
        if (self.rounds is None) == (self.minutes is None):
            raise PizzaboxError(say("length"))

    def part(self, trainer: Trainer) -> float:
        """Which part of it is over, from 0 to 1."""
        if self.rounds is not None:
            return min(1.0, trainer.rounds_done / self.rounds)
        assert self.minutes is not None
        return min(1.0, trainer.seconds / (60.0 * self.minutes))


@dataclass
class Training:
    """A trainer with its task, and how it went. `command` is what was typed to begin it."""

    trainer: Trainer
    length: Length
    command: str
    history: list[Report] = field(default_factory=list)
    devices: list[str] = field(default_factory=list)
    """What it ran on, by name."""
    date: str = ""
    """The day it was last gone on with."""

    @property
    def part(self) -> float:
        """Which part of it is over, from 0 to 1."""
        return self.length.part(self.trainer)

    def go(self) -> Iterator[Report]:
        """Train to the end, a report a round; the training stops between two rounds when nothing asks for the next."""
        self.date = f"{datetime.now(UTC):%Y-%m-%d}"
        name = device_name(self.trainer.device)
        if name not in self.devices:
            self.devices.append(name)
        for report in self.trainer.rounds(lambda: self.part):
            self.history.append(report)
            yield report

    def net(self) -> Net:
        """The mean of the last nets, as bots play it, with how it was trained."""
        return self.trainer.average.as_net(self.about())

    def about(self) -> dict[str, Any]:
        """What the net is for, and what it takes to train it again."""
        trainer = self.trainer
        game, settings = trainer.game, trainer.settings
        return {
            "game": game.name,
            "options": dict(game.options),
            "codes": game.labels,
            "date": self.date,
            "rounds": trainer.rounds_done,
            "moves": trainer.rounds_done * settings.games * settings.steps,
            "games": trainer.games_ended,
            "seconds": round(trainer.seconds, 1),
            "device": ", ".join(self.devices),
            "seed": settings.seed,
            "plan": asdict(settings),
            "version": __version__,
            "command": self.command,
        }


def begun(game: Game, settings: TrainingSettings, device: str, length: Length, command: str) -> Training:
    """A training that has not had a round yet."""
    refuse_missing(device)
    if game.players < 2:
        raise PizzaboxError(say("alone", game=game.title))
    return Training(Trainer(game, settings, device), length, command)


def refuse_missing(device: str) -> None:
    """Say at once that there is no such device, or no card here."""
    if device not in DEVICES:
        raise PizzaboxError(say("device", value=short(device)))
    if device == "cuda" and not torch.cuda.is_available():
        raise PizzaboxError(say("no_card"))


def device_name(device: torch.device) -> str:
    """The name that the device has from its maker."""
    if device.type == "cuda":
        return str(torch.cuda.get_device_name(device))
    return f"{platform.machine()} processor"
