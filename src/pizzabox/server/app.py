"""The web application: routes, identity, security headers, limits."""

from __future__ import annotations

import contextlib
import os
import secrets
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any
from urllib.parse import urlsplit

from sqlalchemy.exc import DBAPIError
from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pizzabox import web
from pizzabox.bots import survey
from pizzabox.engine.catalogue import languages, prefer, speaking
from pizzabox.engine.errors import PizzaboxError
from pizzabox.engine.registry import names

from . import analysis_board, api, health, lan, lessons, pages, person, reviews, rulebook, say, socket
from .addresses import is_host, limited_as, own_name, without_port
from .error_pages import broken, not_found, refused, unreachable
from .files import Files
from .hub import Hub
from .identity import COOKIE, YEAR, Identities
from .lan import Door
from .limits import MOST_BODY, Limits
from .metrics import ANSWERS
from .responses import HEADERS, error
from .review_jobs import Reviewer
from .room import ABSENT_AFTER
from .store import Store

PART = 65_536
"""Bytes of an answer that are handed to the server at a time."""


def create_app(
    database: str,
    *,
    rate: float = 50.0,
    burst: float = 200.0,
    door: Door | None = None,
    lan_origin: str = "",
    redis: str | None = None,
    pace: float | None = None,
    bot_seconds: float = 1.0,
    absent_after: float = ABSENT_AFTER,
) -> Starlette:
    """The application over a database URL. `rate` and `burst` limit requests and messages of one visitor.

    `door` can let devices of the local network in; where they can come in anyway, `lan_origin` is the address. With
    `redis`, other workers may serve the same database.
    """

    if redis:
        from .cluster import Cluster, Forwarding

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        store = Store(database)
        key = os.environ.get("PIZZABOX_SECRET", "").encode() or store.setting("key", secrets.token_bytes(32))
        app.state.cluster = Cluster(store, redis, app) if redis else None
        app.state.hub = Hub(store, app.state.cluster, pace=pace, bot_seconds=bot_seconds, absent_after=absent_after)
        app.state.hub.lan_origin, app.state.door = lan_origin, door
        app.state.identities = Identities(key)
        app.state.limits, app.state.readiness = Limits(rate, burst), health.Readiness(store)
        app.state.replays, app.state.own_results, app.state.files = {}, OrderedDict(), Files()
        app.state.reviewer = Reviewer(store, survey, app.state.hub.warming.wait)
        await app.state.hub.resume()
        app.state.hub.warming.prepare(names())
        try:
            yield
        finally:
            if door:
                door.close()
            app.state.reviewer.close()
            app.state.files.close()
            await app.state.hub.close()

    routes = [
        Route("/", pages.home),
        Route("/new", pages.setup),
        Route("/t/{table}", pages.table),
        *rulebook.ROUTES,
        *lessons.ROUTES,
        Route("/api", pages.api_page),
        Route("/pictures/{game}.svg", pages.game_picture),
        Mount("/static", StaticFiles(directory=web.folder("static"))),
        *api.ROUTES,
        *lan.ROUTES,
        *person.ROUTES,
        *reviews.ROUTES,
        *analysis_board.ROUTES,
        *health.ROUTES,
        WebSocketRoute("/ws/{table}", socket.TableSocket()),
    ]
    handlers: dict[Any, Callable[[Request, Exception], Awaitable[Response]]] = {
        PizzaboxError: refused,
        DBAPIError: unreachable,
        404: not_found,
        405: not_found,
        500: broken,
    }
    app = Starlette(routes=routes, lifespan=lifespan, exception_handlers=handlers)
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=6)
    if redis:
        app.add_middleware(Forwarding)
    app.add_middleware(Guard)
    return app


class Guard:
    """Before every request: identity, Origin, size and rate; after it: security headers and the identity's cookie."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        asked = HTTPConnection(scope)
        # A server that sends files by their path would send them past the compression.
        (scope.get("extensions") or {}).pop("http.response.pathsend", None)
        with speaking(_spoken(asked)):
            if "identity" in scope.get("state", ()):  # the worker that it arrived at has looked at it
                await self.app(scope, receive, send)
            else:
                await self._let_in(asked, scope, receive, send)

    async def _let_in(self, asked: HTTPConnection, scope: Scope, receive: Receive, send: Send) -> None:
        state, headers = scope["app"].state, asked.headers
        identity, fresh = _identity(asked, state.identities)
        scope.setdefault("state", {})
        scope["state"]["identity"] = identity
        scope["state"]["address"] = address = _address(scope, headers.get("host", ""), state.door)
        scope["state"]["visitor"] = address if fresh and address else identity
        scope["state"]["origin"] = f"{_scheme(scope)}://{headers.get('host', '')}"
        problem = _odd_host(headers) or _foreign(headers, scope) or _too_large(headers)
        if (
            not problem
            and not scope["path"].startswith("/static")
            and not state.limits.requests.take(scope["state"]["visitor"], address)
        ):
            problem = "requests", 429
        if scope["type"] == "websocket":
            if problem:
                await send({"type": "websocket.close", "code": 4403, "reason": say(problem[0], n=MOST_BODY)})
            else:
                await self.app(scope, receive, send)
            return

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                made = MutableHeaders(scope=message)
                ANSWERS.labels(message["status"]).inc()
                for name, value in HEADERS.items():
                    made.setdefault(name, value)
                if fresh and not problem and not scope["path"].startswith(("/static", "/pictures")):
                    secure = "; Secure" if _scheme(scope) == "https" else ""
                    cookie = (
                        f"{COOKIE}={state.identities.sign(identity)}; Path=/; Max-Age={YEAR}; HttpOnly; SameSite=Lax"
                    )
                    made.append("set-cookie", cookie + secure)
            await _send_in_parts(send, message)

        slot = state.limits.request(address)
        problem = problem or (None if slot else ("requests", 429))
        answer = error(say(problem[0], n=MOST_BODY), problem[1]) if problem else self.app
        try:
            await answer(scope, receive, sent)
        finally:
            slot.release()


async def _send_in_parts(send: Send, message: Message) -> None:
    """Send a long body in parts, each when there is room for it: the request isn't over while the answer waits."""
    body = message.get("body", b"")
    last = max(len(body) - 1, 0) // PART * PART
    for at in range(0, last, PART):
        await send({"type": message["type"], "body": body[at : at + PART], "more_body": True})
    await send({**message, "body": body[last:]} if last else message)


def _identity(asked: HTTPConnection, identities: Identities) -> tuple[str, bool]:
    """Who asks, by bearer token or cookie; a newcomer gets a new identity."""
    bearer: str = asked.headers.get("authorization", "")
    known = identities.read(bearer[7:].strip()) if bearer.lower().startswith("bearer ") else None
    known = known or identities.read(asked.cookies.get(COOKIE))
    return (known, False) if known else (identities.new(), True)


def _spoken(asked: HTTPConnection) -> str:
    """The language of a visitor: as chosen in the page, else as the browser prefers."""
    chosen = asked.cookies.get("language", "")
    return chosen if chosen in languages() else prefer(asked.headers.get("accept-language", ""))


def _scheme(scope: Scope) -> str:
    return "https" if scope["scheme"] in ("https", "wss") else "http"


def _foreign(headers: Headers, scope: Scope) -> tuple[str, int] | None:
    """A page of another site must not act in a visitor's name."""
    origin = headers.get("origin")
    changes = scope["type"] == "websocket" or scope.get("method") not in ("GET", "HEAD", "OPTIONS")
    if not changes or not origin:
        return None
    try:
        host = urlsplit(origin).netloc
    except ValueError:
        host = ""
    return None if host and host == headers.get("host") else ("foreign", 403)


def _odd_host(headers: Headers) -> tuple[str, int] | None:
    host = headers.get("host")
    return None if not host or is_host(host) else ("host", 400)


def _address(scope: Scope, named: str, door: Door | None) -> str:
    """Where a request comes from; empty for this computer itself, which is not limited by its address. A page that a
    browser here was lured to comes from here as well, but by another name."""
    host, port = scope.get("client") or ("", 0)
    if door and (host, port) in door.guests:
        return limited_as(door.guests[host, port])
    return limited_as(host) or ("" if is_host(named or "x") and own_name(named) else without_port(host))


def _too_large(headers: Headers) -> tuple[str, int] | None:
    length = headers.get("content-length", "0")
    if not length.isdecimal() or int(length) > MOST_BODY:
        return "large", 413
    return None
