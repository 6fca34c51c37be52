"""An application in this process and this loop, spoken to as a server would: every byte it sends can be looked at."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, urlsplit

from starlette.applications import Starlette

from pizzabox.server.app import create_app
from pizzabox.server.hub import Hub

HOST = "localhost"
PATIENCE = 60.0
"""Seconds after which an answer is given up; only to end a hang."""


@dataclass
class Answer:
    """What came back for a request."""

    status: int
    headers: dict[str, str]
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)


class Site:
    """A running application."""

    def __init__(self, app: Starlette) -> None:
        self.app = app

    @property
    def hub(self) -> Hub:
        return self.app.state.hub  # type: ignore[no-any-return]

    async def ask(self, method: str, path: str, who: str = "", body: Any = None, **headers: str) -> Answer:
        """One request; `who` is an identity, and a body is sent as JSON unless it is bytes."""
        data = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        scope = self._scope("http", path, who, headers | {"content-length": str(len(data))}) | {"method": method}
        sent: list[Any] = []
        told = iter([{"type": "http.request", "body": data, "more_body": False}])

        async def receive() -> Any:
            return next(told, {"type": "http.disconnect"})

        async def send(message: Any) -> None:
            sent.append(message)

        await self.app(scope, receive, send)
        begun = sent[0]
        found = {name.decode(): value.decode("latin-1") for name, value in begun["headers"]}
        return Answer(begun["status"], found, b"".join(part.get("body", b"") for part in sent[1:]))

    async def connect(self, table: str, who: str, **headers: str) -> Line:
        line = Line()
        line.begin(self.app, self._scope("websocket", f"/ws/{table}", who, headers))
        await line.opened()
        return line

    def _scope(self, kind: str, path: str, who: str, headers: dict[str, str]) -> dict[str, Any]:
        parts = urlsplit(path)
        sent = {"host": HOST, "accept-language": "en"} | headers
        if who:
            sent["authorization"] = f"Bearer {self.app.state.identities.sign(who)}"
        return {
            "type": kind,
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "scheme": "http" if kind == "http" else "ws",
            "path": parts.path,
            "raw_path": quote(parts.path).encode(),
            "query_string": parts.query.encode(),
            "headers": [(name.replace("_", "-").encode(), value.encode("latin-1")) for name, value in sent.items()],
            "client": ("127.0.0.1", 4711),
            "server": (HOST, 80),
            "subprotocols": [],
            "state": {},
        }


class Line:
    """One connection to a table."""

    def __init__(self) -> None:
        self.closed: int | None = None
        self._up: asyncio.Queue[Any] = asyncio.Queue()
        self._down: asyncio.Queue[str | None] = asyncio.Queue()
        self._accepted = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._settled = 0

    def begin(self, app: Starlette, scope: dict[str, Any]) -> None:
        self._up.put_nowait({"type": "websocket.connect"})
        self._task = asyncio.create_task(app(scope, self._up.get, self._take))  # type: ignore[arg-type]
        self._task.add_done_callback(lambda _: self._down.put_nowait(None))

    async def opened(self) -> None:
        async with asyncio.timeout(PATIENCE):
            await self._accepted.wait()

    async def _take(self, message: Any) -> None:
        if message["type"] == "websocket.send":
            self._down.put_nowait(message.get("text") or message["bytes"].decode())
        elif message["type"] == "websocket.close":
            self.closed = message.get("code", 1000)
        self._accepted.set()

    def send(self, message: Any) -> None:
        """Send a message, as it is if it is a text."""
        text = message if isinstance(message, str) else json.dumps(message)
        self._up.put_nowait({"type": "websocket.receive", "text": text})

    async def receive(self) -> str | None:
        """The next message; None when there will be none."""
        async with asyncio.timeout(PATIENCE):
            return await self._down.get()

    async def until(self, kind: str) -> list[str]:
        """What came up to a message of that type, which is the last."""
        found = []
        while (text := await self.receive()) is not None:
            found.append(text)
            if text.startswith(f'{{"type":"{kind}"'):
                break
        return found

    async def rest(self) -> list[str]:
        """What came until the connection ended."""
        found = []
        while (text := await self.receive()) is not None:
            found.append(text)
        return found

    async def settled(self) -> list[str]:
        """Everything that was sent until all that was asked is answered."""
        self._settled += 1
        tag, found = f"settled-{self._settled}", list[str]()
        self.send({"do": "what", "thing": "", "id": tag})
        while (text := await self.receive()) is not None and f'"id":"{tag}"' not in text:
            found.append(text)
        return found

    async def flushed(self) -> list[str]:
        """Everything that was sent until now, though something may still be waiting for its turn."""
        self.send({"do": "ping"})
        return (await self.until("pong"))[:-1]

    async def close(self) -> None:
        self._up.put_nowait({"type": "websocket.disconnect", "code": 1000})
        if self._task:
            await self._task


@contextlib.asynccontextmanager
async def site(database: str, **settings: Any) -> AsyncIterator[Site]:
    """An application over a database, as long as it is needed."""
    app = create_app(database, **({"pace": 0.0, "rate": 1e9, "burst": 1e9} | settings))
    async with app.router.lifespan_context(app):
        yield Site(app)
