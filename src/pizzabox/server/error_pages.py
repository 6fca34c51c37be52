"""The answer when a request fails: JSON for programs, a page for people."""

from __future__ import annotations

import logging

from sqlalchemy.exc import DBAPIError
from starlette.requests import Request
from starlette.responses import Response

from pizzabox.engine.errors import UnknownGame, short
from pizzabox.table.match import NotYours

from . import say
from .hub import NoTable
from .limits import TooMany
from .pages import page
from .responses import HEADERS, TooSlow, error, reason
from .room import Elsewhere
from .store import NotStored, cause

log = logging.getLogger("pizzabox.server")
MISSING: dict[type[Exception], int] = {NoTable: 404, UnknownGame: 404}
STATUS = MISSING | {NotYours: 403, TooSlow: 408, TooMany: 429, Elsewhere: 503, NotStored: 503}


async def refused(request: Request, problem: Exception) -> Response:
    """A mistake of the user's, or something that can't be done now."""
    status = next((status for kind, status in STATUS.items() if isinstance(problem, kind)), 400)
    return _response(request, status, reason(problem), reason(problem), getattr(problem, "rule", ""))


async def not_found(request: Request, problem: Exception) -> Response:
    """There is no such page."""
    return _response(request, 404, say("route", method=request.method, path=request.url.path))


async def unreachable(request: Request, problem: Exception) -> Response:
    """The database does not answer, or not as it should."""
    assert isinstance(problem, DBAPIError)
    log.error("%s %s: %s", request.method, short(request.url.path, 200), cause(problem))
    return _response(request, 503, say("unreachable"), say("unreachable"))


async def broken(request: Request, problem: Exception) -> Response:
    """A mistake of ours."""
    log.error("%s %s failed", request.method, short(request.url.path, 200), exc_info=problem)
    made = _response(request, 500, say("broken"))
    made.headers.update(HEADERS)  # this answer is made outside everything else
    return made


def _response(request: Request, status: int, what: str, detail: str = "", rule: str = "") -> Response:
    """What is wrong: to a program in JSON, to people on a page, which has words of its own and may add a detail."""
    if request.url.path.startswith("/api/"):
        return error(what, status, rule)
    kind = "500" if status >= 500 else "404" if status == 404 else "refused"
    return page(request, "message.html", status, kind=kind, detail=detail)
