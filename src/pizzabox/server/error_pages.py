"""What somebody is told when a request fails: JSON for programs, a page for people."""

from __future__ import annotations

import logging

from sqlalchemy.exc import DBAPIError
from starlette.requests import Request
from starlette.responses import Response

from pizzabox.engine.errors import UnknownGame
from pizzabox.table.match import NotYours

from . import say
from .hub import Elsewhere, NoTable
from .limits import TooMany
from .pages import page
from .responses import HEADERS, error, reason
from .store import NotStored, cause

log = logging.getLogger("pizzabox.server")
MISSING: dict[type[Exception], int] = {NoTable: 404, UnknownGame: 404}
STATUS = MISSING | {NotYours: 403, TooMany: 429, Elsewhere: 503, NotStored: 503}


async def refused(request: Request, problem: Exception) -> Response:
    """A mistake of the user's, or something that can't be done now."""
    status = next((status for kind, status in STATUS.items() if isinstance(problem, kind)), 400)
    if request.url.path.startswith("/api"):
        return error(reason(problem), status, getattr(problem, "rule", ""))
    return message(request, reason(problem), status)


async def not_found(request: Request, problem: Exception) -> Response:
    """There is no such page."""
    if request.url.path.startswith("/api/"):
        return error(say("route", method=request.method, path=request.url.path), 404)
    return message(request, "", 404)


async def unreachable(request: Request, problem: Exception) -> Response:
    """The database does not answer, or not as it should."""
    assert isinstance(problem, DBAPIError)
    log.error("%s %s: %s", request.method, request.url.path, cause(problem))
    if request.url.path.startswith("/api/"):
        return error(say("unreachable"), 503)
    return message(request, say("unreachable"), 503)


async def broken(request: Request, problem: Exception) -> Response:
    """A mistake of ours."""
    log.error("%s %s failed", request.method, request.url.path, exc_info=problem)
    made = error(say("broken"), 500) if request.url.path.startswith("/api/") else message(request, "", 500)
    made.headers.update(HEADERS)  # this answer is made outside everything else
    return made


def message(request: Request, text: str, status: int) -> Response:
    """A page that says only what is wrong."""
    kind = "500" if status >= 500 else "404" if status == 404 else "refused"
    return page(request, "message.html", status, kind=kind, detail=text)
