"""Compiling for the tables of this process, without making one of them wait.

One child process at low priority fills the cache on disk, first with the games that are played; then a thread loads
them here. Until a game is ready, `QuickBot` plays for its bots; if the compiler fails, that is logged once and stays
so.
"""

from __future__ import annotations

import logging
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable

from pizzabox.bots import kept, ready, warm
from pizzabox.bots.warming import PERCENT
from pizzabox.engine.game import Game
from pizzabox.engine.registry import find
from pizzabox.table.messages import WarmingState

log = logging.getLogger("pizzabox.server")
COMMAND = (sys.executable, "-m", "pizzabox.bots.warming")
"""Compiles the game named after it, and writes its progress."""
LOOK = 0.2
"""How often somebody who waits looks whether it is still worth it, in seconds."""


class Warming:
    """Makes games ready one after the other; `changed` hears, in a thread, of which game there is news."""

    def __init__(self, changed: Callable[[str], None]) -> None:
        self._changed = changed
        self._played: deque[str] = deque()
        self._other: deque[str] = deque()
        self._failed: set[str] = set()
        self._now: str | None = None
        self._percent = 0
        self._child: subprocess.Popen[str] | None = None
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()
        self._closed = False

    def want(self, game: Game) -> None:
        """That game is played now: it comes before all that are not."""
        name = game.name
        with self._lock:
            if ready(game) or name in self._failed or name in self._played:
                return
            self._played.append(name)
            if self._now is not None and self._now not in self._played:
                self._stop_child()  # what it has finished is kept
            self._begin()

    def prepare(self, names: Iterable[str]) -> None:
        """These games may be played later."""
        with self._lock:
            self._other.extend(names)
            self._begin()

    def state(self, game: Game) -> WarmingState | None:
        """How far a game is, for people; None when there is nothing to say."""
        if game.name in self._failed:
            return {"state": "failed", "percent": 0}
        if ready(game):
            return None
        return {"state": "running", "percent": self._percent if game.name == self._now else 0}

    def percent(self, game: Game) -> int | None:
        """How far a game is that somebody wants to think about; None when there is nothing to wait for."""
        self.want(game)
        state = self.state(game)
        return state["percent"] if state and state["state"] == "running" else None

    def wait(self, game: Game, stop: threading.Event) -> None:
        """Return when a game is as ready as it will be, or when nobody wants it any more."""
        self.want(game)
        while not (ready(game) or game.name in self._failed or self._closed or stop.is_set()):
            time.sleep(LOOK)

    def close(self) -> None:
        with self._lock:
            self._closed = True
            self._stop_child()

    def _begin(self) -> None:
        if self._thread is None and not self._closed:
            self._thread = threading.Thread(target=self._run, name="pizzabox-warming", daemon=True)
            self._thread.start()

    def _next(self) -> str | None:
        with self._lock:
            waiting = self._played or self._other
            self._now, self._percent = None, 0
            if self._closed or not waiting:
                self._thread = None
            else:
                self._now = waiting[0]
            return self._now

    def _run(self) -> None:
        while (name := self._next()) is not None:
            try:
                game = find(name)
                if not ready(game) and (kept(game) or self._compile(name)):
                    warm(game)
                    self._changed(name)
            except Exception:
                log.exception("couldn't compile the kernels of %s, so simple bots play on", name)
                self._failed.add(name)
                self._changed(name)
            with self._lock:
                if name in self._failed or ready(game):  # else it was put off
                    self._forget(name)

    def _forget(self, name: str) -> None:
        """Nothing more is to be done for a game."""
        for waiting in (self._played, self._other):
            while name in waiting:
                waiting.remove(name)

    def _compile(self, name: str) -> bool:
        """Let a child compile a game; False when it was stopped."""
        with self._lock:
            if self._closed or (self._played and name not in self._played):
                return False
            # In a session of its own, so that Ctrl-C is ours to deal with; it ends when its standard input does.
            child = self._child = subprocess.Popen(
                [*COMMAND, name],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                start_new_session=True,
            )
        said: deque[str] = deque(maxlen=20)
        assert child.stdout
        assert child.stdin
        with child.stdout, child.stdin:
            for line in child.stdout:
                word, _, number = line.strip().partition(" ")
                if word == PERCENT and number.isdecimal():
                    self._percent = int(number)
                    self._changed(name)
                else:
                    said.append(line)
        failed = child.wait() != 0
        with self._lock:
            stopped = self._child is not child
            self._child = None
        if failed and not stopped:
            raise RuntimeError(f"the compiler stopped with exit code {child.returncode}: {''.join(said)}")
        return not stopped

    def _stop_child(self) -> None:
        child, self._child = self._child, None
        if child is not None:
            child.terminate()
