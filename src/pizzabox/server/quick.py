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
from collections.abc import Callable

from .store import Change, Stale, Store, Told, apply_plain, prepare_sqlite, tell

SLOW = 0.01
"""Seconds of one commit above which the loop leaves the work to the thread."""
REST = 5.0
"""For how many seconds it does so."""


class Quick:
    """Takes the moves of all tables to a store of SQLite."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.perf_counter) -> None:
        self.store = store
        self._clock = clock
        self._waiting: list[tuple[Change, Told]] = []
        self._driver: sqlite3.Connection | None = None
        self._rests_until = 0.0

    def submit(self, change: Change, told: Told) -> None:
        """Keep a change; `told` is called in this event loop when that is done."""
        if self.store.path is None or not change.plain or self._clock() < self._rests_until:
            self.store.submit(change, told)
            return
        self._waiting.append((change, told))
        if len(self._waiting) == 1:
            asyncio.get_running_loop().call_soon(self._flush)

    def _flush(self) -> None:
        batch, self._waiting = self._waiting, []
        plain = {change.table: change for change, _ in batch}
        began = self._clock()
        try:
            if len(plain) < len(batch):
                raise Stale("two changes of one table at once")
            driver = self._connection()
            apply_plain(lambda sql, values: int(driver.execute(sql, values).rowcount), plain, lite=True)
            driver.commit()
        except Exception:  # whatever it was, the thread tries again and tells everybody what is wrong
            if self._driver is not None:
                self._driver.rollback()
            self._rests_until = self._clock() + REST
            for change, told in batch:
                self.store.submit(change, told)
            return
        now = self._clock()
        if now - began > SLOW:
            self._rests_until = now + REST
        for _, told in batch:
            tell(told, None)

    def _connection(self) -> sqlite3.Connection:
        if self._driver is None:
            self._driver = sqlite3.connect(str(self.store.path), timeout=0)
            prepare_sqlite(self._driver, wait=0)
        return self._driver

    def close(self) -> None:
        if self._driver is not None:
            self._driver.close()
            self._driver = None
