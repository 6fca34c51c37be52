"""How a training goes, while it goes: a bar and small curves on standard error."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from .output import console, say

if TYPE_CHECKING:
    from rich.console import RenderableType

    from pizzabox.learn.training import Training

BLOCKS = "▁▂▃▄▅▆▇█"
WIDTH = 40
CURVES = ("entropy", "known", "share")
"""What is drawn: fields of a report."""


def sparkline(values: Sequence[float], width: int = WIDTH) -> str:
    """A curve in one line, from its lowest to its highest value; where there are many, each sign is a mean of some."""
    n = min(width, len(values))
    cuts = [len(values) * i // n for i in range(n + 1)] if n else []
    means = [sum(values[a:b]) / (b - a) for a, b in pairwise(cuts)]
    low, high = min(means, default=0.0), max(means, default=0.0)
    steps = [(mean - low) / (high - low) if high > low else 0.5 for mean in means]
    return "".join(BLOCKS[min(len(BLOCKS) - 1, int(step * len(BLOCKS)))] for step in steps)


class Curves:
    """A bar of the whole training, and under it a curve for each thing that tells how it goes."""

    def __init__(self, training: Training) -> None:
        self._training = training

    def __enter__(self) -> Curves:
        from rich.live import Live
        from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

        columns = (TextColumn("{task.description}"), BarColumn(bar_width=30), TaskProgressColumn(), TimeElapsedColumn())
        out = console(stderr=True)
        self._bar = Progress(*columns, console=out)
        self._task = self._bar.add_task(say("learn.training"), total=1.0)
        self._live = Live(self._bar, console=out, transient=True, refresh_per_second=4)
        self._live.start()
        self.show()
        return self

    def __exit__(self, *_: object) -> None:
        self._live.stop()

    def show(self) -> None:
        """Draw what is known by now."""
        self._bar.update(self._task, completed=self._training.part)
        self._live.update(self._drawn())

    def _drawn(self) -> RenderableType:
        from rich.console import Group
        from rich.table import Table

        history = self._training.history
        if not history:
            return self._bar
        table = Table.grid(padding=(0, 2))
        for name in CURVES:
            values = [getattr(report, name) for report in history]
            table.add_row(say(f"learn.{name}"), sparkline(values), f"{values[-1]:.2f}")
        last = history[-1]
        facts = say("learn.facts", rounds=last.rounds, moves=f"{last.moves:,}", games=f"{last.games:,}")
        return Group(self._bar, table, facts)
