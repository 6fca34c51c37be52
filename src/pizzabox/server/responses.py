"""JSON answers, errors among them."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from pizzabox import web
from pizzabox.engine.errors import IllegalMove, PizzaboxError, short
from pizzabox.table.messages import Message

from . import say
from .limits import MOST_BODY
from .subscriber import encode

PATIENCE = 20.0
"""Seconds within which a request must bring its body."""
THEMES = ("light", "dark", "print")
HEADERS = {
    "content-security-policy": web.CSP,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "x-frame-options": "DENY",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
"""What every answer says to the browser about its safety."""


class TooSlow(PizzaboxError):
    """The body of a request doesn't come."""


def answer(data: Any, status: int = 200) -> Response:
    return Response(encode(data), status, media_type="application/json")


def error(what: str, status: int = 400, rule: str = "") -> Response:
    return answer({"error": {"what": what, "rule": rule}}, status)


def reason(problem: Exception) -> str:
    return problem.reason if isinstance(problem, IllegalMove) else str(problem)


def theme_of(request: Request) -> str:
    """The colours in which somebody wants a picture."""
    theme = request.query_params.get("theme", "light")
    if theme not in THEMES:
        raise PizzaboxError(say("theme", known=", ".join(THEMES), value=short(theme)))
    return theme


async def body(request: Request) -> Message:
    """The JSON object a request brings."""
    raw = b""
    try:
        async with asyncio.timeout(PATIENCE):
            async for part in request.stream():
                raw += part
                if len(raw) > MOST_BODY:
                    raise PizzaboxError(say("large", n=MOST_BODY))
    except TimeoutError:
        raise TooSlow(say("too_slow", n=round(PATIENCE))) from None
    try:
        data = msgspec.json.decode(raw or b"{}")
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as problem:
        raise PizzaboxError(say("json", problem=problem)) from None
    if not isinstance(data, dict):
        raise PizzaboxError(say("body"))
    return data
