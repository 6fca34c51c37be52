"""This worker among others: it says that it is alive, takes over what others leave, and forwards what is not its own."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import re
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, TypeVar

from starlette.types import ASGIApp, Receive, Scope, Send

from .forwarding import FORWARDED, Bridge, ask_to_come_back
from .leases import LEASE, Lapsed, Leases
from .store import Store

if TYPE_CHECKING:
    from .hub import Hub

log = logging.getLogger("pizzabox.server")
T = TypeVar("T")
BEAT = LEASE / 4
MOST_TAKEN = 200
"""Tables taken over at once."""
_OF_TABLE = re.compile(r"/(?:t|ws|api/tables|review|api/review)/([^/]+)")
_UPLOADED = re.compile(r"r[0-9a-f]{20}")


class Cluster:
    """The workers that share a database and a Redis, as this one knows them."""

    def __init__(self, store: Store, redis: str, app: ASGIApp) -> None:
        self.leases = Leases(store.engine)
        self.bridge = Bridge(redis, app)
        self.workers: list[str] = []
        """Those alive, this one among them."""
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="pizzabox-leases")
        self._beating: asyncio.Task[None] | None = None
        self._renewed = 0.0

    @property
    def worker(self) -> str:
        return self.leases.worker

    async def join(self, hub: Hub) -> None:
        """Become one of the workers, with no table yet; then keep alive, and take over what others leave."""
        await self._begin()
        await self._take_over(hub)
        self._beating = asyncio.create_task(self._beat(hub))

    async def leave(self) -> None:
        """Give all tables back, so that others need not wait for them."""
        if self._beating:
            self._beating.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._beating
        await self.bridge.close()
        try:
            await self._aside(self.leases.leave)
        except Exception as problem:  # then they are taken over when this worker has not been heard of for a while
            log.warning("couldn't give the tables back: %s", problem)
        self._thread.shutdown(wait=False)

    async def take(self, table: str) -> str | None:
        """Take a table unless another worker has it: who has it. None if there is none."""
        return await self._aside(lambda: self.leases.take(table))

    async def server_of(self, path: str, hub: Hub) -> str:
        """The worker that serves a path."""
        found = _OF_TABLE.match(path)
        if not found or found[1] in hub.rooms:
            return self.worker
        if _UPLOADED.fullmatch(found[1]):  # reviews are made where all who ask for one ask
            return max(self.workers, key=lambda worker: hashlib.sha256(f"{worker} {found[1]}".encode()).digest())
        return await self.take(found[1]) or self.worker

    async def _aside(self, work: Callable[[], T]) -> T:
        """Ask the database in a thread that nothing else keeps busy."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    async def _begin(self) -> None:
        self.workers = [await self._aside(self.leases.join)]
        self._renewed = time.monotonic()
        await self.bridge.join(self.worker)

    async def _beat(self, hub: Hub) -> None:
        while True:
            await asyncio.sleep(BEAT)
            try:
                began = time.monotonic()
                self.workers = await self._aside(self.leases.renew)
                self._renewed = began
                self.bridge.keep_only(self.workers)
                await self._take_over(hub)
            except Exception as problem:
                log.warning("worker %s couldn't keep its tables: %s", self.worker, problem)
                if isinstance(problem, Lapsed) or time.monotonic() - self._renewed > LEASE:
                    await self._begin_again(hub)

    async def _begin_again(self, hub: Hub) -> None:
        """This worker was taken for dead: it forgets its tables, which others may have, and begins as a new one."""
        hub.forget_all()
        self.bridge.keep_only(())
        with contextlib.suppress(Exception):  # the database does not answer: tried again at the next beat
            await self._begin()

    async def _take_over(self, hub: Hub) -> None:
        """Open running tables that are nobody's."""
        while taken := await self._aside(lambda: self.leases.take_abandoned(MOST_TAKEN)):
            await hub.open_all(taken)


class Forwarding:
    """Hands a connection to the worker that has its table."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        cluster: Cluster | None = scope["app"].state.cluster if scope["type"] != "lifespan" else None
        if cluster is None or FORWARDED in scope:
            await self.app(scope, receive, send)
            return
        try:
            worker = await cluster.server_of(scope["path"], scope["app"].state.hub)
        except Exception as problem:
            log.warning("couldn't find out who serves %s: %s", scope["path"], problem)
            await ask_to_come_back(scope, receive, send)
            return
        if worker == cluster.worker:
            await self.app(scope, receive, send)
        else:
            await cluster.bridge.forward(worker, scope, receive, send)
