"""Heating the oven: kernels compile in a thread of their own, and whoever must wait for them sees why."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable

from pizzabox.engine.game_kernels import Progress

from .output import console, say

PATIENCE = 0.4
"""Seconds before anything is shown: from the cache it takes less, and a flicker says nothing."""
_lit: list[CompileJob] = []


class _PutOut(Exception):
    """Raised between two kernels when nobody waits for the oven any more."""


class CompileJob:
    """One piece of compiling in the background. `heat` is given a progress callback."""

    def __init__(self, heat: Callable[[Progress], object]) -> None:
        self._heat = heat
        self._done, self._total = 0, 0
        self._stop = False
        self._failure: Exception | None = None
        self._thread: threading.Thread | None = None

    def light(self) -> CompileJob:
        """Begin, if that has not happened yet."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, daemon=True)
            _lit.append(self)
            self._thread.start()
        return self

    def put_out(self) -> None:
        """Stop at the next kernel; nobody waits any more."""
        self._stop = True

    @property
    def burning(self) -> bool:
        return self._thread is not None and self._thread.is_alive()

    def wait(self) -> None:
        """Return when the oven is hot; show a bar on standard error when that takes a while."""
        thread = self.light()._thread
        assert thread is not None
        thread.join(PATIENCE)
        if thread.is_alive():
            self._show(thread)
        if self._failure is not None:
            raise self._failure

    def _run(self) -> None:
        try:
            self._heat(self._progress)
        except _PutOut:
            pass
        except Exception as failure:  # handed to the thread that waits
            self._failure = failure

    def _progress(self, what: str, done: int, total: int) -> None:
        if self._stop:
            raise _PutOut
        self._done, self._total = done, total

    def _show(self, thread: threading.Thread) -> None:
        if not sys.stderr.isatty():
            print(say("oven.line"), file=sys.stderr, flush=True)
            thread.join()
            return
        from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

        columns = (TextColumn("{task.description}"), BarColumn(bar_width=20), TimeElapsedColumn())
        with Progress(*columns, console=console(stderr=True), transient=True) as bar:
            task = bar.add_task(say("oven.line"), total=None)
            while thread.is_alive():
                # The last kernel is followed by whatever else the caller heats, so the bar never stands at its end.
                bar.update(task, total=self._total + 1 if self._total else None, completed=self._done)
                thread.join(0.1)


def burning(patience: float = 0.3) -> bool:
    """Whether some oven still burns when the program ends, after a short grace."""
    until = time.monotonic() + patience
    for oven in _lit:
        oven.put_out()
    while any(oven.burning for oven in _lit):
        if time.monotonic() > until:
            return True
        time.sleep(0.01)
    return False
