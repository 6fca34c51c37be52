"""Whoever asks and doesn't read the answer keeps nobody else out, and doesn't keep the server from stopping."""

from __future__ import annotations

import asyncio
import contextlib
import random
import select
import socket
import sqlite3
import sys
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from starlette.requests import Request
from starlette.responses import Response

import pizzabox
from pizzabox.server import app as application
from pizzabox.server import files, limits, run
from pizzabox.server.backup import NAME
from pizzabox.server.run import ADDRESS, held_alone
from pizzabox.server.slow_readers import STALLED, SlowReaders
from tests import serving
from tests.helpers import aside, walk
from tests.server.hasty_server import SIZE
from tests.server.wire import site

STRANGER = "stranger.test"
"""A name of the server; a page that came by it doesn't count as this computer's."""
linux = pytest.mark.skipif(sys.platform != "linux", reason="other systems don't say what has arrived")


def drawn(port: int) -> str:
    """The path of a picture that is ready."""
    *_, last = walk(pizzabox.load("hexentafl"), 1)
    id = serving.ask(port, "/api/records", body={"record": pizzabox.GameRecord.of(last).dumps()})["id"]
    urllib.request.urlopen(f"http://127.0.0.1:{port}/api/review/{id}/animation.svg", timeout=60).close()
    return f"/api/review/{id}/animation.svg"


def asks(port: int, path: str, packed: bool = True) -> socket.socket:
    """A connection of somebody who asks for something and has little room for it."""
    made = socket.socket()
    made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    made.settimeout(60)
    made.connect(("127.0.0.1", port))
    wanted = "gzip" if packed else "identity"
    made.sendall(f"GET {path} HTTP/1.1\r\nHost: {STRANGER}\r\nAccept-Encoding: {wanted}\r\n\r\n".encode())
    return made


def status(port: int, host: str) -> int:
    """What somebody gets who asks for a page and reads it."""
    asked = urllib.request.Request(f"http://127.0.0.1:{port}/health", headers={"host": host})
    with urllib.request.urlopen(asked, timeout=60) as answer:
        return int(answer.status)


def hung_up(one: socket.socket, within: int = 60_000) -> bool:
    """Whether the other end ends a connection within so many milliseconds; nothing is read that came before."""
    looking = select.poll()
    looking.register(one, select.POLLRDHUP)
    return bool(looking.poll(within))


@linux
def test_who_reads_nothing_is_sent_away_and_the_others_are_answered(tmp_path: Path) -> None:
    """Packed answers and plain ones: as many as the server has places for, again and again."""
    server, url = serving.start(tmp_path, module="tests.server.hasty_server")
    port = int(url.rpartition(":")[2])
    try:
        path = drawn(port)
        for packed in (True, False):
            with contextlib.ExitStack() as open_ones:
                slow = [open_ones.enter_context(asks(port, path, packed)) for _ in range(8)]
                assert all(map(hung_up, slow))
                assert status(port, "127.0.0.1") == 200
                assert status(port, STRANGER) == 200, "its places are free again"
    finally:
        serving.stop(server)


def test_a_server_that_stops_waits_only_so_long_for_readers(tmp_path: Path) -> None:
    server, url = serving.start(tmp_path, module="tests.server.hasty_server")
    port = int(url.rpartition(":")[2])
    with contextlib.ExitStack() as open_ones:
        try:
            path = drawn(port)
            slow = [open_ones.enter_context(asks(port, path)) for _ in range(3)]
            assert all(one.recv(12) == b"HTTP/1.1 200" for one in slow)
        finally:
            serving.interrupted(server)
    assert server.returncode == 0 and not (tmp_path / ADDRESS).exists()
    with held_alone(tmp_path), contextlib.closing(sqlite3.connect(tmp_path / NAME, timeout=0)) as database:
        database.execute("BEGIN EXCLUSIVE")


@linux
def test_only_who_takes_nothing_at_all_is_sent_away() -> None:
    """Not who reads slowly, nor who has all there is."""

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"x" * (10 if scope["path"] == "/" else SIZE)})

    async def scene() -> None:
        port = serving.free_port()
        server = run.server_of(app, "127.0.0.1", port, None)
        answering = asyncio.create_task(server.serve())
        await run._answering("127.0.0.1", port)
        readers, now = SlowReaders(port), 0.0
        with asks(port, "/") as done, asks(port, "/long") as slow, asks(port, "/long") as stuck:
            for one in (done, slow, stuck):
                assert await asyncio.to_thread(one.recv, 12) == b"HTTP/1.1 200"
            await asyncio.to_thread(read, slow, 2 * SIZE // 3)  # what is left doesn't fit in anywhere
            for _ in range(20):
                await asyncio.to_thread(read, slow, 65_536)
                readers.end_stalled(now)
                now += STALLED / 4
            assert hung_up(stuck) and not hung_up(slow, 0) and not hung_up(done, 0)
        server.stop()  # type: ignore[no-untyped-call]
        await answering

    aside(asyncio.run, scene())


def read(one: socket.socket, size: int) -> None:
    """Read so many bytes."""
    while size > 0:
        size -= len(one.recv(min(size, 65_536)))


def test_a_place_is_held_until_the_answer_is_on_its_way(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A long answer goes out in parts; who takes none of them has no other request answered."""
    monkeypatch.setattr(limits, "MOST_AT_ONCE", 1)
    text = random.Random(1).randbytes(200_000).hex()
    packed = files._packed(text)

    async def long(request: Request) -> Response:
        return files.sent(request, packed, "text/plain", "long.txt")

    async def work() -> None:
        async with site(database) as box:
            box.app.add_route("/long", long)
            for wanted, size in (("gzip", len(packed)), ("identity", len(text))):
                parts, go = list[int](), asyncio.Semaphore(1)

                async def send(message: Any, parts: list[int] = parts, go: asyncio.Semaphore = go) -> None:
                    await go.acquire()
                    if message["type"] == "http.response.body":
                        parts.append(len(message["body"]))

                scope = box._scope("http", "/long", "", {"host": STRANGER, "accept-encoding": wanted})
                asking = asyncio.create_task(box.app(scope | {"method": "GET"}, asyncio.Event().wait, send))  # type: ignore[arg-type]
                while not go.locked():
                    await asyncio.sleep(0)
                for _ in range(3):
                    assert (await box.ask("GET", "/health", host=STRANGER)).status == 429
                    assert (await box.ask("GET", "/health")).status == 200, "somebody else"
                    go.release()
                for _ in range(20):
                    go.release()
                await asking
                assert sum(parts) == size and max(parts) <= application.PART
                assert (await box.ask("GET", "/health", host=STRANGER)).status == 200

    aside(asyncio.run, work())
