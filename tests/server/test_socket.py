"""A real server and real connections: messages in parts, odd frames, silence, a slow reader, and the end."""

from __future__ import annotations

import asyncio
import contextlib
import json
import signal
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from pizzabox.server import socket
from pizzabox.server.hub import Hub
from pizzabox.server.limits import MOST_MESSAGE, Limits
from pizzabox.server.store import Store
from pizzabox.server.subscriber import Subscriber
from tests import serving
from tests.helpers import aside

WISH = {"game": "theory", "options": {"players": 2}, "seats": [{"kind": "me"}, {"kind": "open"}]}


class Served:
    """A server in a process of its own, and a table at it."""

    def __init__(self, data: Path) -> None:
        self.process, self.url = serving.start(data)
        self.port = int(self.url.rsplit(":", 1)[1])
        self.token = serving.ask(self.port, "/api/token", body={})["token"]
        self.table = serving.ask(self.port, "/api/tables", self.token, WISH)["id"]

    def connect(self, table: str = "") -> connect:
        headers = {"authorization": f"Bearer {self.token}"}
        return connect(f"ws://127.0.0.1:{self.port}/ws/{table or self.table}", additional_headers=headers)


@contextlib.asynccontextmanager
async def served(data: Path) -> AsyncIterator[Served]:
    made = Served(data)
    try:
        yield made
    finally:
        serving.stop(made.process)


async def heard(line: ClientConnection, kind: str) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = json.loads(await asyncio.wait_for(line.recv(), 60))
        if message["type"] == kind:
            return message


async def sent_away(box: Served, table: str) -> None:
    """A table that isn't there says so, and isn't asked for again."""
    async with box.connect(table) as line:
        assert table in (await heard(line, "error"))["what"]
        with pytest.raises(ConnectionClosed):
            await heard(line, "table")
        assert line.close_code == socket.CLOSED_MISSING


def test_a_real_connection_with_parts_odd_frames_a_wrong_table_and_a_goodbye(tmp_path: Path) -> None:
    async def scene() -> None:
        async with served(tmp_path) as box, box.connect() as line, box.connect() as other:
            await line.send(json.dumps({"do": "hello"}))
            assert (await heard(line, "table"))["you"]["seats"] == [0]
            await line.send(["{", '"do": "chat", ', '"text": "in three parts"}'])
            assert (await heard(line, "update"))["chat"][0]["text"] == "in three parts"
            for odd in ("no JSON", "[1, 2]", b'{"do": "chat"}', '"' + "z" * MOST_MESSAGE + '"', "{" * 5000):
                await line.send(odd)
                assert "JSON" in (await heard(line, "error"))["what"], odd
            await line.send(json.dumps({"do": "move", "code": -1, "id": "m"}))
            assert (await heard(line, "error"))["id"] == "m"
            await (await line.ping())
            await sent_away(box, "nowhere")
            await other.send(json.dumps({"do": "hello", "words": False}))
            await heard(other, "turn")
            box.process.send_signal(signal.SIGTERM)
            for one in (line, other):
                with pytest.raises(ConnectionClosed):
                    await heard(one, "nothing")
                assert one.close_code == socket.CLOSED_BY_US, "come back in a moment"
            assert await asyncio.to_thread(box.process.wait, 30) == 0

    aside(asyncio.run, scene())


class Silent:
    """A connection whose other side says what the test wants, and takes nothing where `clogged`."""

    def __init__(self, said: list[str], clogged: bool = False) -> None:
        self._said, self._clogged = iter([{"type": "websocket.connect"}, *map(self._heard, said)]), clogged
        self.closed: list[int] = []
        self.scope: dict[str, Any] = {}

    @staticmethod
    def _heard(text: str) -> dict[str, Any]:
        return {"type": "websocket.receive", "text": text}

    async def receive(self) -> dict[str, Any]:
        message = next(self._said, None)
        if message is None:
            await asyncio.Event().wait()
            raise AssertionError("nobody sets it")
        return message

    async def send(self, message: dict[str, Any]) -> None:
        if message["type"] == "websocket.close":
            self.closed.append(message["code"])
        elif self._clogged and message["type"] == "websocket.send":
            await asyncio.Event().wait()

    async def talk(self) -> None:
        await socket.TableSocket()(self.scope, self.receive, self.send)


@pytest.mark.parametrize("said", [[], ['{"do": "ping"}'] * 3, ["{}"]], ids=["nothing", "signs", "nonsense"])
def test_who_never_says_hello_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: list[str]) -> None:
    monkeypatch.setattr(socket, "GREETING", 0.05)

    async def scene(line: Any, room: Any) -> None:
        await asyncio.wait_for(line.talk(), 20)
        assert line.closed == [socket.CLOSED_BY_US]

    at_a_table(tmp_path, Silent(said), scene)


@pytest.mark.parametrize("signs", [True, False])
def test_who_gave_signs_of_life_and_stops_is_gone_but_a_program_may_think(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, signs: bool
) -> None:
    monkeypatch.setattr(socket, "SILENT", 0.05)
    monkeypatch.setattr(socket, "GREETING", 0.3)
    said = ['{"do": "hello", "words": false}'] + ['{"do": "ping"}'] * signs

    async def scene(line: Any, room: Any) -> None:
        talking = asyncio.create_task(line.talk())
        while not room.subscribers:
            await asyncio.sleep(0.01)
        await asyncio.wait((talking,), timeout=20 if signs else 0.6)
        assert talking.done() == signs and bool(room.subscribers) != signs
        assert line.closed == ([socket.CLOSED_BY_US] if signs else [])
        talking.cancel()

    at_a_table(tmp_path, Silent(said), scene)


def test_who_does_not_read_is_left_though_something_is_being_sent(tmp_path: Path) -> None:
    async def scene(line: Any, room: Any) -> None:
        talking = asyncio.create_task(line.talk())
        while not room.subscribers:
            await asyncio.sleep(0.01)
        (subscriber,) = room.subscribers
        while room.subscribers:
            subscriber.send({"type": "pong"})
            await asyncio.sleep(0)
        await asyncio.wait_for(talking, 20)

    at_a_table(tmp_path, Silent(['{"do": "hello", "words": false}'], clogged=True), scene)


def test_who_cannot_be_shown_the_table_is_sent_away_and_not_left_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Subscriber, "start", lambda *known: 1 / 0)

    async def scene(line: Any, room: Any) -> None:
        await asyncio.wait_for(line.talk(), 20)
        assert line.closed == [socket.CLOSED_BY_US] and not room.subscribers and not room.connected

    at_a_table(tmp_path, Silent(['{"do": "hello"}']), scene)


def at_a_table(tmp_path: Path, line: Any, scene: Any) -> None:
    """Run a scene with a made-up connection to a table in this process."""

    async def run() -> None:
        hub = Hub(Store(f"sqlite:///{tmp_path}/box.db"))
        room = await hub.create(WISH, "ada")
        app = SimpleNamespace(state=SimpleNamespace(hub=hub, limits=Limits(1e9, 1e9)))
        state = {"identity": "ada", "visitor": "ada", "origin": "http://box", "address": ""}
        line.scope = {"app": app, "state": state, "path_params": {"table": room.match.id}}
        try:
            await scene(line, room)
        finally:
            await hub.close()

    aside(asyncio.run, run())
