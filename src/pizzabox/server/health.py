"""What a host watches: whether the server lives, whether it is ready for visitors, and its figures."""

from __future__ import annotations

import asyncio

from prometheus_client import CONTENT_TYPE_LATEST
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from . import say
from .api import hub_of
from .metrics import figures
from .responses import answer, error


async def live(request: Request) -> Response:
    return answer({"state": "alive"})


async def ready(request: Request) -> Response:
    """Visitors can be sent here: the database answers."""
    try:
        await asyncio.to_thread(hub_of(request).store.check)
    except Exception:
        return error(say("not_ready"), 503)
    return answer({"state": "ready"})


async def metrics(request: Request) -> Response:
    """Figures for Prometheus; nobody but this computer is told."""
    if request.state.address:
        return error(say("route", method=request.method, path=request.url.path), 404)
    return Response(await asyncio.to_thread(figures), media_type=CONTENT_TYPE_LATEST)


ROUTES = [Route("/health", live), Route("/ready", ready), Route("/metrics", metrics)]
