"""Checkpoints: a training in one file, from which it goes on as if it had never stopped.

The file is written beside the old one and then takes its place, so a program that is killed leaves the one or the
other. It holds tensors and one text of JSON; reading it runs no code of the file's.
"""

from __future__ import annotations

import json
import os
import pickle
import zipfile
from collections.abc import Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from pizzabox.bots.net_inputs import columns
from pizzabox.engine.errors import PizzaboxError
from pizzabox.engine.game import Game
from pizzabox.engine.registry import load as load_game
from pizzabox.envs import Vector
from pizzabox.envs.vector_games import Array

from .inputs import Inputs
from .settings import TrainingSettings
from .trainer import Report, Trainer
from .training import Length, Training, refuse_missing
from .words import say

FORMAT = 1
INPUTS = ("starts", "thresholds", "linear", "codes")
DAMAGED = (RuntimeError, pickle.UnpicklingError, EOFError, LookupError, ValueError, TypeError, AttributeError)
"""The errors that come of reading a file that is no checkpoint."""


def save(training: Training, path: Path) -> None:
    """Write a training; at any moment the file is the old one or the new one."""
    fresh = path.with_name(f"{path.name}.new")
    with fresh.open("wb") as file:
        torch.save(_content(training), file)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)


def load(path: Path, device: str | None = None) -> Training:
    """A training as it was saved, on the same kind of device or on another one."""
    content, about = _read(path)
    try:
        game = load_game(about["game"], **about["options"])
        device = device or about["device"]
        refuse_missing(device)
        inputs = Inputs(**{name: content["inputs"][name].numpy() for name in INPUTS})
        if columns(game) != len(inputs.linear) or game.labels != about["codes"]:
            raise PizzaboxError(say("changed", path=path.name, game=game.title))
        trainer = Trainer(game, TrainingSettings(**about["plan"]), device, inputs)
        if list(trainer.shape) != about["shape"]:
            raise PizzaboxError(say("changed", path=path.name, game=game.title))
        _restore(trainer, content, about)
        history = [Report(**report) for report in about["history"]]
        length = Length(**about["length"])
        return Training(trainer, length, about["command"], history, about["devices"], about["date"])
    except PizzaboxError:
        raise
    except DAMAGED as error:
        raise PizzaboxError(say("damaged", path=path.name)) from error


def refuse_other(path: Path, game: Game, settings: TrainingSettings, length: Length) -> None:
    """Say what differs if the file is not a checkpoint of this training."""
    _, about = _read(path)
    mine = {"game": game.name, "options": dict(game.options), "plan": asdict(settings), "length": asdict(length)}
    for what, value in mine.items():
        if about.get(what) != value:
            raise PizzaboxError(say("other", path=path.name, what=say(f"what.{what}")))


def _content(training: Training) -> dict[str, Any]:
    trainer = training.trainer
    play, game = trainer.self_play, trainer.game
    about = {
        "format": FORMAT,
        "game": game.name,
        "options": dict(game.options),
        "codes": game.labels,
        "shape": list(trainer.shape),
        "plan": asdict(trainer.settings),
        "device": trainer.device.type,
        "length": asdict(training.length),
        "command": training.command,
        "devices": training.devices,
        "date": training.date,
        "rounds_done": trainer.rounds_done,
        "games_ended": trainer.games_ended,
        "seconds": trainer.seconds,
        "history": [report.data() for report in training.history],
    }
    return {
        "about": json.dumps(about),
        "inputs": {name: torch.from_numpy(getattr(trainer.inputs, name)) for name in INPUTS},
        "net": trainer.net.state_dict(),
        "average": trainer.average.state_dict(),
        "past": trainer.past,
        "optimiser": trainer.optimiser.state_dict(),
        "dice": trainer.dice.get_state(),
        "dice_of_play": play.dice.get_state(),
        "opening": play.opening,
        "games": _packed(play.games),
    }


def _read(path: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """The content of a file, and the facts in it."""
    try:
        with path.open("rb") as file:
            if not zipfile.is_zipfile(file):
                raise ValueError("no archive of tensors")
        content = torch.load(path, map_location="cpu", weights_only=True)
        about = json.loads(content["about"])
        if about["format"] != FORMAT:
            raise ValueError(about["format"])
    except DAMAGED as error:
        raise PizzaboxError(say("damaged", path=path.name)) from error
    return content, about


def _restore(trainer: Trainer, content: Mapping[str, Any], about: Mapping[str, Any]) -> None:
    device, play = trainer.device, trainer.self_play
    trainer.net.load_state_dict(content["net"])
    trainer.average.load_state_dict(content["average"])
    trainer.past = [{name: value.to(device) for name, value in past.items()} for past in content["past"]]
    trainer.optimiser.load_state_dict(content["optimiser"])
    trainer.dice.set_state(content["dice"])
    if device.type == about["device"]:  # a card's dice are not a processor's
        play.dice.set_state(content["dice_of_play"])
    play.opening = content["opening"].to(device)
    _unpack(play.games, content["games"])
    trainer.rounds_done, trainer.games_ended = about["rounds_done"], about["games_ended"]
    trainer.seconds = about["seconds"]


def _packed(games: Vector) -> dict[str, Tensor]:
    """Where all games stand, as bytes."""
    snapshot = games.snapshot()
    return {name: _bytes(array) for name, array in {**snapshot.numbers, "states": snapshot.states}.items()}


def _bytes(array: Array) -> Tensor:
    """The bytes of an array, of the processor or of a card."""
    here = array.copy_to_host() if hasattr(array, "copy_to_host") else array
    return torch.from_numpy(np.frombuffer(here.tobytes(), np.uint8).copy())


def _unpack(games: Vector, packed: Mapping[str, Tensor]) -> None:
    """Put games where they stood."""
    now = games.snapshot()

    def array(name: str, like: Array) -> NDArray[np.generic]:
        return np.frombuffer(packed[name].numpy().tobytes(), like.dtype).reshape(like.shape)

    numbers = {name: array(name, like) for name, like in now.numbers.items()}
    games.restore(replace(now, states=array("states", now.states), numbers=numbers))
