"""`learn`: nets that learn by playing themselves."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated

import typer

from .games import GameName
from .lab import AsJson, Games, Options, Processes, Seconds, Seed, print_rungs
from .lab_runs import run_matches
from .learn_curves import Curves
from .output import INTERRUPTED, print_json, say

if TYPE_CHECKING:
    from pizzabox.learn.training import Training

MINUTES = 20.0
"""How long a training lasts if nobody says otherwise."""
SAVE_EVERY = 60.0
"""Seconds of training that a kill can cost."""

learn = typer.Typer(help=say("usage.learn"), no_args_is_help=True)


class Device(StrEnum):
    cpu = "cpu"
    cuda = "cuda"


Minutes = Annotated[float | None, typer.Option("--minutes", min=0.01, max=100_000, help=say("usage.learn_minutes"))]
Rounds = Annotated[int | None, typer.Option("--rounds", min=1, max=10_000_000, help=say("usage.learn_rounds"))]
Checkpoint = Annotated[Path, typer.Argument(metavar="FILE", help=say("usage.learn_file"))]


def add_to(app: typer.Typer) -> None:
    app.add_typer(learn, name="learn")


@learn.command("train", help=say("usage.cmd_train"))
def train(
    game: GameName,
    options: Options = None,
    *,
    minutes: Minutes = None,
    rounds: Rounds = None,
    device: Annotated[Device, typer.Option("--device", help=say("usage.learn_device"))] = Device.cpu,
    out: Annotated[Path | None, typer.Option("--out", metavar="FILE", help=say("usage.learn_out"))] = None,
    seed: Annotated[int, typer.Option("--seed", min=0, max=2**31, help=say("usage.learn_seed"))] = 1,
    games: Annotated[int | None, typer.Option("--games", min=8, max=1 << 20, help=say("usage.learn_games"))] = None,
) -> None:
    """Train a net by self-play; the same command goes on where it stopped."""
    _needs_torch()
    from pizzabox.learn import checkpoint
    from pizzabox.learn.settings import TrainingSettings
    from pizzabox.learn.training import GAMES, Length, begun

    from .files import chosen_game, writable

    chosen = chosen_game(game, options or [])
    path = out or Path(f"{game}-{chosen.players}.pt")
    writable(path)
    settings = TrainingSettings(**{**chosen.training, "games": games or GAMES[device.value], "seed": seed})
    length = Length(rounds, MINUTES if minutes is None and rounds is None else minutes)
    if path.exists():
        checkpoint.refuse_other(path, chosen, settings, length)
        training = checkpoint.load(path, device.value)
    else:
        lasting = f"--rounds {rounds}" if rounds else f"--minutes {length.minutes:g}"
        size = [f"--games {games}"] if games else []
        words = [f"pizzabox learn train {game}", *(options or []), lasting, *size]
        command = " ".join([*words, f"--device {device.value}", f"--seed {seed}"])
        training = begun(chosen, settings, device.value, length, command)
    _go(training, path)


@learn.command("continue", help=say("usage.cmd_continue"))
def go_on(
    file: Checkpoint,
    *,
    minutes: Minutes = None,
    rounds: Rounds = None,
    device: Annotated[Device | None, typer.Option("--device", help=say("usage.learn_other_device"))] = None,
) -> None:
    """Go on with a training that was stopped, or make it longer."""
    _needs_torch()
    from pizzabox.learn import checkpoint
    from pizzabox.learn.training import Length

    from .files import writable

    writable(file)
    training = checkpoint.load(file, device and device.value)
    if minutes is not None or rounds is not None:
        training.length = Length(rounds, minutes)
    _go(training, file)


@learn.command("export", help=say("usage.cmd_export"))
def export(
    file: Checkpoint,
    net: Annotated[Path, typer.Argument(metavar="NET.npz", help=say("usage.learn_net"))],
) -> None:
    """Write the average net of a training as data that bots play with."""
    _needs_torch()
    from pizzabox.bots.net import SUFFIX
    from pizzabox.engine.errors import PizzaboxError
    from pizzabox.learn import checkpoint

    from .files import writable

    if net.suffix != SUFFIX:
        raise PizzaboxError(say("learn.suffix", file=net, suffix=SUFFIX))
    writable(net)
    training = checkpoint.load(file, Device.cpu.value)
    training.net().save(net)
    size = f"{net.stat().st_size / 1000:.0f}"
    typer.echo(say("learn.exported", file=net, size=size, rounds=training.trainer.rounds_done))


@learn.command("duel", help=say("usage.cmd_duel"))
def duel(
    game: GameName,
    first: Annotated[str, typer.Argument(metavar="A", help=say("usage.learn_who"))],
    second: Annotated[str, typer.Argument(metavar="B", help=say("usage.learn_whom"))],
    options: Options = None,
    *,
    games: Games = 100,
    seconds: Seconds = None,
    processes: Processes = 1,
    seed: Seed = 1,
    as_json: AsJson = False,
) -> None:
    """A net or a bot against another: every deal is played with the first at each seat."""
    from pizzabox.lab.ladder import match_data
    from pizzabox.lab.tournament import match_plan, measured

    from .files import chosen_game

    plan = match_plan(chosen_game(game, options or []), first, second, games, seed, seconds)
    (rung,), _ = measured(plan, run_matches(plan, None, processes, None, "cpu"))
    if as_json:
        print_json(match_data(rung))
        return
    print_rungs([rung], {})


def _needs_torch() -> None:
    from pizzabox.envs.libraries import needed

    needed("torch", "learn")


def _go(training: Training, path: Path) -> None:
    """Train to the end, with curves; Ctrl-C keeps what is done."""
    from pizzabox.learn import checkpoint

    if training.part >= 1.0:
        typer.echo(say("learn.finished", file=path, rounds=training.trainer.rounds_done))
        return
    saved = monotonic()
    with _asked_to_stop() as stop, Curves(training) as curves:
        for _ in training.go():
            curves.show()
            if stop:
                break
            if monotonic() - saved > SAVE_EVERY:
                checkpoint.save(training, path)
                saved = monotonic()
        checkpoint.save(training, path)
    if stop and training.part < 1.0:
        percent = round(100 * training.part)
        typer.echo(say("learn.stopped", file=path, percent=percent), err=True)
        raise typer.Exit(INTERRUPTED)
    last = training.history[-1]
    facts: dict[str, object] = {"rounds": last.rounds, "moves": f"{last.moves:,}", "games": f"{last.games:,}"}
    typer.echo(say("learn.done", file=path, **facts, seconds=f"{last.seconds:.0f}"))


@contextmanager
def _asked_to_stop() -> Iterator[list[int]]:
    """A list that is empty until somebody asks to stop: the round is finished first. Asked twice, it stops at once."""
    asked: list[int] = []

    def note(number: int, _: object) -> None:
        if asked:
            raise KeyboardInterrupt
        asked.append(number)
        print(say("learn.stopping"), file=sys.stderr, flush=True)

    former = {number: signal.signal(number, note) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield asked
    finally:
        for number, handler in former.items():
            signal.signal(number, handler)
