"""One engine under all of the lab: a plan is played by workers, and its results are kept."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from .plan import Plan
from .results import Results
from .workers import ThisProcess, Workers

Progress = Callable[[int, int], None]
"""Called with how many games are finished and how many there are."""


def run(plan: Plan, path: Path, workers: Workers | None = None, progress: Progress | None = None) -> None:
    """Play what is missing of a plan's results at a path. What was played stays, also when this is stopped."""
    results = Results(plan, path)
    missing = results.missing()
    done = plan.rows - sum(chunk.high - chunk.low for chunk in missing)
    tell = progress or (lambda finished, total: None)
    tell(done, plan.rows)
    if missing:
        with closing((workers or ThisProcess()).play(plan, missing)) as played:  # type: ignore[type-var]
            for chunk, part in played:
                results.keep(chunk, part)
                done += chunk.high - chunk.low
                tell(done, plan.rows)
    results.finish()
