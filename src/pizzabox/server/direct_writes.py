"""Moves stored in the event loop itself, while the disk is quick.

A thread that shares an interpreter with a busy event loop waits for its turn several times in every transaction, which
takes far longer than the transaction. So all moves that came in together are committed at once right here, flushed to
disk as ever. Where that takes too long (a slow disk, another process that writes), the store's own thread does it for a
while, and nobody waits but those whose moves are stored.
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections import Counter
from collections.abc import Callable

from .store import Change, OnStored, Store, apply_straight, prepare_sqlite, report

SLOW = 0.01
"""Seconds of one commit above which the loop leaves the work to the thread."""
REST, MOST_REST = 0.2, 5.0
"""For how many seconds it does so: at first, and at most where one slow commit follows the other."""
TURN = 0.02
"""For how many seconds it does so when it is only the thread itself that is writing."""


class DirectWrites:
    """Takes the moves of all tables to a store of SQLite."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.perf_counter) -> None:
        self.store = store
        self._clock = clock
        self._waiting: list[tuple[Change, OnStored]] = []
        self._driver: sqlite3.Connection | None = None
        self._rests_until = 0.0
        self._rest = REST
        self._left: Counter[str] = Counter()
        """Tables with changes that the thread has not stored yet."""

    def submit(self, change: Change, on_stored: OnStored) -> None:
        """Keep a change; `on_stored` is called in this event loop when that is done."""
        straight = (change.plain or change.new) and change.table not in self._left
        if self.store.path is None or not straight or self._clock() < self._rests_until:
            self._leave(change, on_stored)
            return
        self._waiting.append((change, on_stored))
        if len(self._waiting) == 1:
            asyncio.get_running_loop().call_soon(self._flush)

    async def stored(self, change: Change) -> None:
        """Keep a change and wait until that is done."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def on_stored(problem: Exception | None) -> None:
            if done.done():
                return
            if problem:
                done.set_exception(problem)
            else:
                done.set_result(None)

        self.submit(change, on_stored)
        await done

    def _leave(self, change: Change, on_stored: OnStored) -> None:
        """Leave a change to the thread, and with it all later ones of the same table until it is done."""
        self._left[change.table] += 1

        def done(problem: Exception | None) -> None:
            self._left[change.table] -= 1
            if not self._left[change.table]:
                del self._left[change.table]
            on_stored(problem)

        self.store.submit(change, done)

    def _flush(self) -> None:
        batch, self._waiting = self._waiting, []
        began = self._clock()
        try:
            apply_straight(self._connection(), [change for change, _ in batch])
        except Exception as wrong:  # whatever it was, the thread tries again and tells everybody what is wrong
            busy = getattr(wrong, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY
            self._rests_until = self._clock() + (TURN if busy else MOST_REST)
            for change, on_stored in batch:
                self._leave(change, on_stored)
            return
        now = self._clock()
        if now - began > SLOW:
            self._rests_until = now + self._rest
        self._rest = min(2 * self._rest, MOST_REST) if now - began > SLOW else REST
        for _, on_stored in batch:
            report(on_stored, None)

    def _connection(self) -> sqlite3.Connection:
        if self._driver is None:
            self._driver = sqlite3.connect(str(self.store.path), timeout=0)
            prepare_sqlite(self._driver, wait=0)
        return self._driver

    def close(self) -> None:
        if self._driver is not None:
            self._driver.close()
            self._driver = None
