"""This worker among others: it renews its lease, takes over the tables of workers that are gone, and forwards
connections to tables that others have."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import re
import threading
import time
from collections.abc import Container
from typing import Protocol

from starlette.types import ASGIApp, Receive, Scope, Send

from pizzabox.engine.errors import short

from .forwarding import FORWARDED, Bridge, ask_to_come_back
from .leases import LEASE, Lapsed, Leases
from .store import Store, cause, is_id
from .uploads import is_upload

log = logging.getLogger("pizzabox.server")
RENEW_EVERY = LEASE / 4
STUCK = 15.0
"""Seconds after which a worker whose event loop does nothing gives its tables up."""
MOST_TAKEN = 200
"""Tables taken over at once."""
_OF_TABLE = re.compile(r"/(?:t|ws|api/tables|review|api/review)/([^/]+)")


class OpenTables(Protocol):
    """What a worker needs of its hub."""

    @property
    def rooms(self) -> Container[str]: ...
    async def open_all(self, ids: list[str]) -> None: ...
    def close_rooms(self) -> None: ...


class Cluster:
    """The workers that share a database and a Redis, as this one knows them."""

    def __init__(self, store: Store, redis: str, app: ASGIApp) -> None:
        self.leases = Leases(store.engine)
        self.bridge = Bridge(redis, app)
        self.workers: list[str] = []
        """Those alive, this one among them."""
        self._renewed = self._checked = 0.0
        """When the lease was renewed, and when the event loop last had a look at what that brought."""
        self._lapsed = ""
        """The name of this worker when it was last taken for dead."""
        self._leaving = threading.Event()
        self._checking: asyncio.Task[None] | None = None

    @property
    def worker(self) -> str:
        return self.leases.worker

    async def join(self, hub: OpenTables) -> None:
        """Become one of the workers, with no table yet; then keep alive, and take over what others leave."""
        await self._begin()
        await self._take_over(hub)
        threading.Thread(target=self._keep_alive, name="pizzabox-lease", daemon=True).start()
        self._checking = asyncio.create_task(self._check_regularly(hub))

    async def leave(self) -> None:
        """Give all tables back, so that others need not wait for them."""
        self._leaving.set()
        if self._checking:
            self._checking.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._checking
        await self.bridge.close()
        try:
            await asyncio.to_thread(self.leases.leave)
        except Exception as problem:  # then they are taken over when this worker has not been heard of for a while
            log.warning("couldn't give the tables back: %s", cause(problem))

    async def take(self, table: str) -> str | None:
        """Take a table unless another worker has it: who has it. None if there is none."""
        return await asyncio.to_thread(self.leases.take, table)

    async def server_of(self, path: str, hub: OpenTables) -> str:
        """The worker that serves a path."""
        found = _OF_TABLE.match(path)
        if not found or not is_id(found[1]) or found[1] in hub.rooms:
            return self.worker
        if is_upload(found[1]):  # reviews are made where all who ask for one ask
            return max(self.workers, key=lambda worker: hashlib.sha256(f"{worker} {found[1]}".encode()).digest())
        return await self.take(found[1]) or self.worker

    async def _begin(self) -> None:
        self._renewed = self._checked = time.monotonic()
        self.workers = await asyncio.to_thread(self.leases.join)
        await self.bridge.join(self.worker)
        self.bridge.meet(self.workers)

    def _keep_alive(self) -> None:
        """Renew the lease, in a thread of its own, so that a busy event loop loses no table; one that is stuck does."""
        while not self._leaving.wait(RENEW_EVERY):
            began = time.monotonic()
            if began - self._checked > STUCK:
                continue
            try:
                self.workers = self.leases.renew()
            except Lapsed as lapsed:
                self._lapsed = lapsed.worker
            except Exception as problem:
                log.warning("worker %s couldn't renew its lease: %s", self.worker, cause(problem))
            else:
                self._renewed = began

    async def _check_regularly(self, hub: OpenTables) -> None:
        while True:
            await asyncio.sleep(RENEW_EVERY)
            self._checked = time.monotonic()
            try:
                if self._lapsed == self.worker or self._checked - self._renewed > LEASE:
                    await self._begin_again(hub)
                self.bridge.meet(self.workers)
                await self._take_over(hub)
            except Exception as problem:  # the database does not answer
                log.warning("worker %s couldn't look for tables: %s", self.worker, cause(problem))

    async def _begin_again(self, hub: OpenTables) -> None:
        """This worker was taken for dead: it forgets its tables, which others may have, and begins as a new one."""
        log.warning("worker %s was not heard of for %s seconds and begins again", self.worker, LEASE)
        hub.close_rooms()
        await self._begin()
        hub.close_rooms()  # those that were opened before it had its new name

    async def _take_over(self, hub: OpenTables) -> None:
        """Open running tables that are nobody's."""
        while taken := await asyncio.to_thread(self.leases.take_abandoned, MOST_TAKEN):
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
            log.warning("couldn't find out who serves %s: %s", short(scope["path"], 200), cause(problem))
            await ask_to_come_back(scope, receive, send)
            return
        if worker == cluster.worker:
            await self.app(scope, receive, send)
        else:
            await cluster.bridge.forward(worker, scope, receive, send)
