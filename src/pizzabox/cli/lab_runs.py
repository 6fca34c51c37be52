"""What the commands of the lab share: running a plan on workers, with a bar."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated

import typer

from pizzabox.engine.errors import PizzaboxError, short

from .output import console, say

if TYPE_CHECKING:
    from pizzabox.lab.plan import Plan
    from pizzabox.lab.win_shares import Outcome
    from pizzabox.lab.workers import Progress, Workers

Ray = Annotated[str | None, typer.Option("--ray", metavar="ADDRESS", help=say("usage.lab_ray"))]
Device = Annotated[str, typer.Option("--device", metavar="cpu|cuda", help=say("usage.lab_device"))]
Out = Annotated[Path | None, typer.Option("--out", metavar="FILE.parquet", help=say("usage.lab_out"))]
Keep = Annotated[Path | None, typer.Option("--out", "--keep", metavar="FILE.parquet", help=say("usage.lab_keep"))]
NEEDED = ("altair", "filelock", "jinja2", "polars", "vl_convert")


def needs_lab() -> None:
    """Say at once what is not installed."""
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        raise PizzaboxError(say("lab.missing", name=missing[0]))


def run_plan(plan: Plan, results: Path, processes: int, ray: str | None, device: str) -> None:
    """Play what is missing of a plan, with a bar."""
    from pizzabox.lab.experiment import run

    from .files import writable

    writable(results)
    try:
        with Bar() as progress:
            run(plan, results, _workers(processes, ray, device), progress)
    except KeyboardInterrupt:
        raise KeyboardInterrupt(say("lab.stopped")) from None


def run_matches(plan: Plan, results: Path | None, processes: int, ray: str | None, device: str) -> list[Outcome]:
    """Play a plan of matches: what is missing at the path where results are kept, or all of it where none is named."""
    from pizzabox.lab.tournament import outcomes_of, play_outcomes

    if results is not None:
        needs_lab()
        run_plan(plan, results, processes, ray, device)
        return outcomes_of(results)
    try:
        with Bar() as progress:
            return play_outcomes(plan, _workers(processes, ray, device), progress)
    except KeyboardInterrupt:
        raise KeyboardInterrupt(say("lab.results_lost")) from None


def _workers(processes: int, ray: str | None, device: str) -> Workers:
    from pizzabox.lab.ray_workers import RayCluster
    from pizzabox.lab.workers import Processes as SeveralProcesses
    from pizzabox.lab.workers import ThisProcess

    workers: Workers
    if ray is not None:
        workers = RayCluster(ray)
    else:
        workers = ThisProcess() if processes == 1 else SeveralProcesses(processes)
    if device == "cpu":
        return workers
    if device != "cuda":
        raise PizzaboxError(say("lab.device", value=short(device)))
    from pizzabox.lab.cuda_workers import CudaWorkers

    return CudaWorkers(workers)


class Bar:
    """A bar on standard error while games are played, with how many a second and how long it will take."""

    def __init__(self, doing: str = "playing") -> None:
        self._doing = doing

    def __enter__(self) -> Progress:
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        columns = (
            TextColumn("{task.description}"),
            BarColumn(bar_width=30),
            MofNCompleteColumn(),
            TextColumn("{task.fields[rate]}"),
            TimeRemainingColumn(),
        )
        self._progress = Progress(*columns, console=console(stderr=True), transient=True)
        self._progress.start()
        task = self._progress.add_task(say(f"lab.{self._doing}"), total=None, rate="")
        begun: list[tuple[float, int]] = []

        def show(done: int, total: int) -> None:
            if not begun:  # what was there before took no time now
                begun.append((monotonic(), done))
                self._progress.reset(task, completed=done, total=total, rate="")
                return
            since, before = begun[0]
            rate = (done - before) / max(monotonic() - since, 1e-3)
            said = say("lab.rate", n=f"{rate:.0f}" if rate >= 10 else f"{rate:.1f}")
            self._progress.update(task, completed=done, total=total, rate=said)

        return show

    def __exit__(self, *_: object) -> None:
        self._progress.stop()
