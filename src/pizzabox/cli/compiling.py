"""Compiling kernels in a thread of its own; a command that must wait for them shows why."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable

from pizzabox.engine.game_kernels import Progress

from .output import console, say

PATIENCE = 0.4
"""Seconds before anything is shown: from the cache it takes less, and a flicker says nothing."""
_jobs: list[CompileJob] = []


class _Cancelled(Exception):
    """Raised between two kernels when nobody waits for them any more."""


class CompileJob:
    """One piece of compiling in the background. `compile_kernels` is given a progress callback."""

    def __init__(self, compile_kernels: Callable[[Progress], object]) -> None:
        self._compile = compile_kernels
        self._done, self._total = 0, 0
        self._stop = False
        self._failure: Exception | None = None
        self._thread: threading.Thread | None = None

    def start(self) -> CompileJob:
        """Begin, if that has not happened yet."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, daemon=True)
            _jobs.append(self)
            self._thread.start()
        return self

    def cancel(self) -> None:
        """Stop at the next kernel; nobody waits any more."""
        self._stop = True

    @property
    def running(self) -> bool:
        return self._thread is not None and self._thread.is_alive()

    def wait(self) -> None:
        """Return when all is compiled; show a bar on standard error when that takes a while."""
        thread = self.start()._thread
        assert thread is not None
        thread.join(PATIENCE)
        if thread.is_alive():
            self._show(thread)
        if self._failure is not None:
            raise self._failure

    def _run(self) -> None:
        try:
            self._compile(self._progress)
        except _Cancelled:
            pass
        except Exception as failure:  # handed to the thread that waits
            self._failure = failure

    def _progress(self, what: str, done: int, total: int) -> None:
        if self._stop:
            raise _Cancelled
        self._done, self._total = done, total

    def _show(self, thread: threading.Thread) -> None:
        if not sys.stderr.isatty():
            print(say("oven.line"), file=sys.stderr, flush=True)
            thread.join()
            return
        from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

        words = TextColumn("{task.description}")
        columns = (words, BarColumn(bar_width=20), TaskProgressColumn(), TimeElapsedColumn())
        with Progress(*columns, console=console(stderr=True), transient=True) as bar:
            task = bar.add_task(say("oven.line"), total=None)
            while thread.is_alive():
                # More may be compiled after the last kernel, so the bar never stands at its end.
                bar.update(task, total=self._total + 1 if self._total else None, completed=self._done)
                thread.join(0.1)


def running(patience: float = 0.3) -> bool:
    """Whether something is still being compiled when the program ends, after a short grace."""
    until = time.monotonic() + patience
    for job in _jobs:
        job.cancel()
    while any(job.running for job in _jobs):
        if time.monotonic() > until:
            return True
        time.sleep(0.01)
    return False
