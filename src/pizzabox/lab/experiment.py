"""Playing a whole plan on workers, for all of the lab: its results are kept in a file, or handed back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

from .plan import Chunk, Plan
from .workers import Make, Part, Progress, ThisProcess, Workers


def run(plan: Plan, path: Path, workers: Workers | None = None, progress: Progress | None = None) -> None:
    """Play what is missing of a plan's results at a path. What was played stays, also when this is stopped."""
    from .results import Results  # only results on disk need Polars
    from .row_table import encoded

    results = Results(plan, path)
    with results.held():
        _play_chunks(plan, results.missing(), encoded, results.keep, workers, progress)
        results.finish()


def parts(plan: Plan, make: Make[Part], workers: Workers | None = None, progress: Progress | None = None) -> list[Part]:
    """Play a plan, and hand back what is made of its chunks, in their order; nothing is written to disk."""
    found: dict[int, Part] = {}
    _play_chunks(plan, plan.chunks, make, lambda chunk, part: found.update({chunk.number: part}), workers, progress)
    return [found[chunk.number] for chunk in plan.chunks]


def _play_chunks(
    plan: Plan,
    chunks: Sequence[Chunk],
    make: Make[Part],
    keep: Callable[[Chunk, Part], None],
    workers: Workers | None,
    progress: Progress | None,
) -> None:
    done = plan.rows - sum(chunk.high - chunk.low for chunk in chunks)
    report = progress or (lambda finished, total: None)
    report(done, plan.rows)
    if not chunks:
        return
    with closing((workers or ThisProcess()).run(plan, chunks, make)) as played:  # type: ignore[type-var]
        for chunk, part in played:
            keep(chunk, part)
            done += chunk.high - chunk.low
            report(done, plan.rows)
