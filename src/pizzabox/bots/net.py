"""Nets as data: what a trained net reads, its weights, how it was trained; and which net plays which game."""

from __future__ import annotations

import io
import json
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pizzabox.engine.errors import PizzaboxError
from pizzabox.engine.game import Game

from . import net_kernels as k
from .base import say
from .net_inputs import columns

Array = NDArray[np.generic]
Whole = NDArray[np.integer]
Fractions = NDArray[np.float32]
LARGEST = 127
ABOUT = "about"
SUFFIX = ".npz"
PLAIN = (
    *("starts", "thresholds", "linear", "codes", "first_bias", "inner_bias", "policy_bias", "value", "value_bias"),
    *("outlook", "outlook_bias"),
)
"""The parts of a net's file that are kept as they are."""
ROUNDED = ("first", "inner", "policy")
"""Its large tables of weights: whole numbers of 8 bits, with a scale for each row."""

DAMAGED = (OSError, EOFError, LookupError, ValueError, TypeError, AttributeError, zipfile.BadZipFile, zlib.error)
"""The errors that come of reading a file that is no net."""


@dataclass(frozen=True, eq=False)
class Net:
    """A net of two hidden layers for one game and number of players.

    It reads the game's `features`. A column counts as it is (`linear`), or by which of its `thresholds` it exceeds, or
    both; `starts` says where the thresholds of each column begin. `first` has a row of weights for each column, then
    for each threshold, then for each seat that the viewer may have. `codes` are the labels of the moves that the rows
    of `policy` are for. If `outlook` has a row, a move's logit also counts what it leads to by the game's own value,
    one step ahead.
    """

    about: Mapping[str, Any]
    starts: Whole
    thresholds: Fractions
    linear: Whole
    codes: Whole
    first: Fractions
    first_bias: Fractions
    inner: Fractions
    inner_bias: Fractions
    policy: Fractions
    policy_bias: Fractions
    value: Fractions
    value_bias: Fractions
    outlook: Fractions
    outlook_bias: Fractions
    arrays: tuple[Array, ...] = field(init=False, repr=False)
    """What the kernels take."""

    def __post_init__(self) -> None:
        columns, steps = len(self.linear), len(self.thresholds)
        passed = self.first[columns : columns + steps].astype(np.float64)
        for low, high in zip(self.starts[:-1], self.starts[1:], strict=True):
            passed[low:high] = np.cumsum(passed[low:high], axis=0)  # above the third is above the first two
        rows = np.full(self.about["codes"], -1)
        rows[self.codes] = np.arange(len(self.codes))
        arrays: dict[int, Array] = {
            k.STARTS: self.starts.astype(np.int64),
            k.THRESHOLDS: self.thresholds,
            k.LINEAR: self.linear.astype(np.uint8),
            k.DIRECT: self.first[:columns],
            k.STEPS: passed,
            k.SEATS: self.first[columns + steps :] + self.first_bias,
            k.INNER: self.inner,
            k.INNER_BIAS: self.inner_bias,
            k.ROWS: rows,
            k.POLICY: self.policy,
            k.POLICY_BIAS: self.policy_bias,
            k.VALUE: self.value,
            k.VALUE_BIAS: self.value_bias,
            k.OUTLOOK: self.outlook,
            k.OUTLOOK_BIAS: self.outlook_bias,
        }
        whole = (k.STARTS, k.LINEAR, k.ROWS)
        made = [a if i in whole else np.ascontiguousarray(a, np.float32) for i, a in sorted(arrays.items())]
        object.__setattr__(self, "arrays", tuple(made))

    @property
    def widths(self) -> tuple[int, int]:
        """How many units the two hidden layers have."""
        return self.inner.shape[0], self.inner.shape[1]

    @property
    def looks_ahead(self) -> bool:
        """Whether it must be told what each move leads to."""
        return len(self.outlook) > 0

    def suits(self, game: Game) -> bool:
        """Whether it was trained for this game with these options, but for those that all go with the same net."""
        about = self.about
        same = {name: game.options[name] for name in game.same_net if name in about["options"]}
        return bool(
            about["game"] == game.name
            and {**about["options"], **same} == dict(game.options)
            and len(self.linear) == columns(game)
            and about["codes"] == game.labels
        )

    def refuse_other(self, game: Game) -> None:
        """Say what it was trained for if that is something else."""
        if not self.suits(game):
            trained = " ".join(
                [self.about["game"], *(f"{name}={value}" for name, value in self.about["options"].items())]
            )
            raise PizzaboxError(say("net_other", game=game.title, trained=trained))

    def save(self, path: Path) -> None:
        """Write it as a file that does not change if it is written again."""
        parts: dict[str, Array] = {name: getattr(self, name) for name in PLAIN}
        for name in ROUNDED:
            parts[name], parts[f"{name}_scale"] = rounded(getattr(self, name))
        parts[ABOUT] = np.frombuffer(json.dumps(dict(self.about), sort_keys=True).encode(), np.uint8)
        with zipfile.ZipFile(path, "w") as archive:
            for name, array in sorted(parts.items()):
                memory = io.BytesIO()
                np.save(memory, array, allow_pickle=False)
                member = zipfile.ZipInfo(f"{name}.npy", (1980, 1, 1, 0, 0, 0))
                member.compress_type = zipfile.ZIP_DEFLATED
                archive.writestr(member, memory.getvalue(), compresslevel=9)

    @classmethod
    def load(cls, path: Path) -> Net:
        """Read a file that `save` wrote."""
        try:
            with path.open("rb") as opened, np.load(opened, allow_pickle=False) as file:
                parts = {name: file[name] for name in PLAIN}
                for name in ROUNDED:
                    parts[name] = file[name].astype(np.float32) * file[f"{name}_scale"][:, None]
                net = cls(about=json.loads(file[ABOUT].tobytes()), **parts)
                net._refuse_unsound()
                return net
        except DAMAGED as error:
            raise PizzaboxError(say("net_file", path=path.name)) from error

    def _refuse_unsound(self) -> None:
        """Compiled code trusts the shapes of a net, so a file with others must not come so far."""
        columns, cuts, players = len(self.linear), len(self.thresholds), len(self.value_bias)
        outer, inner = self.widths
        moves = len(self.codes)
        shapes = {
            "starts": (columns + 1,),
            "thresholds": (cuts,),
            "linear": (columns,),
            "codes": (moves,),
            "first": (columns + cuts + players, outer),
            "first_bias": (outer,),
            "inner_bias": (inner,),
            "policy": (moves, inner),
            "policy_bias": (moves,),
            "value": (players, inner),
            "value_bias": (players,),
            "outlook": (min(len(self.outlook), 1), inner),
            "outlook_bias": (len(self.outlook),),
        }
        sound = all(getattr(self, name).shape == shape for name, shape in shapes.items())
        ordered = self.starts[0] == 0 and self.starts[-1] == cuts and (np.diff(self.starts) >= 0).all()
        known = moves > 0 and self.codes.min() >= 0 and players == self.about["options"]["players"]
        finite = all(np.isfinite(array).all() for array in self.arrays)
        if not (sound and ordered and known and finite):
            raise ValueError("the parts of the net do not fit together")


def rounded(weights: Fractions) -> tuple[NDArray[np.int8], NDArray[np.floating]]:
    """A table of weights in 8 bits, and the scale of each row."""
    largest = np.abs(weights).max(axis=1)
    scale = np.where(largest > 0, largest, 1.0).astype(np.float32) / LARGEST
    return np.rint(weights / scale[:, None]).astype(np.int8), scale


def nets_of(game: Game) -> Path:
    """The folder with the nets of a game."""
    return game.rules_path.parent / "nets"


def net_for(game: Game) -> Net | None:
    """The net that was trained for this game with these options, if there is one."""
    return next((net for net in _nets(game, str(game.players)) if net.suits(game)), None)


def net_games(game: Game) -> list[Game]:
    """A game with the options of each net that there is for it."""
    return [game.with_options(**net.about["options"]) for net in _nets(game, "")]


def _nets(game: Game, beginning: str) -> Iterator[Net]:
    """The nets in a game's folder, whose names begin with the number of players."""
    for path in sorted(nets_of(game).glob(f"{beginning}*{SUFFIX}")):
        yield net_file(path)


def net_file(path: Path) -> Net:
    """The net in a file; it is read once, unless the file has changed since."""
    try:
        return _kept(path, path.stat().st_mtime_ns)
    except OSError as error:
        raise PizzaboxError(say("net_file", path=path.name)) from error


@cache
def _kept(path: Path, written: int) -> Net:
    return Net.load(path)
