"""What a host watches: whether the server lives, whether it is ready for visitors, and its figures."""

from __future__ import annotations

import asyncio
import time

from prometheus_client import CONTENT_TYPE_LATEST
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from . import say
from .metrics import figures
from .responses import answer, error
from .store import Store

FRESH = 1.0
"""Seconds for which the database need not be asked again whether it takes a change: strangers may ask as often as they
like."""


class Readiness:
    """Whether the database answers and takes a change; all who ask at once share one answer."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._asked = -FRESH
        self._answer: asyncio.Future[bool] | None = None

    async def found(self) -> bool:
        if self._answer is None or (self._answer.done() and time.monotonic() - self._asked >= FRESH):
            self._asked = time.monotonic()
            self._answer = asyncio.ensure_future(asyncio.to_thread(self._check))
        return await asyncio.shield(self._answer)

    def _check(self) -> bool:
        try:
            self.store.check()
        except Exception:
            return False
        return True


async def live(request: Request) -> Response:
    return answer({"state": "alive"})


async def ready(request: Request) -> Response:
    """Visitors can be sent here: the database answers."""
    readiness: Readiness = request.app.state.readiness
    return answer({"state": "ready"}) if await readiness.found() else error(say("not_ready"), 503)


async def metrics(request: Request) -> Response:
    """Figures for Prometheus; for this computer alone."""
    if request.state.address:
        return error(say("route", method=request.method, path=request.url.path), 404)
    return Response(await asyncio.to_thread(figures), media_type=CONTENT_TYPE_LATEST)


ROUTES = [Route("/health", live), Route("/ready", ready), Route("/metrics", metrics)]
