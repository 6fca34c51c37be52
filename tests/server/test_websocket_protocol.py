"""The short way of a message: single frames, and a real connection with everything that is not a single frame."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from websockets.asyncio.client import ClientConnection, connect
from websockets.frames import Frame, Opcode

from pizzabox.server.app import create_app
from pizzabox.server.websocket_protocol import WebSocketLine, framed, whole_text
from tests.helpers import aside


def frame(data: bytes, opcode: Opcode = Opcode.TEXT, fin: bool = True) -> bytes:
    return Frame(opcode, data, fin).serialize(mask=True)


@pytest.mark.parametrize("length", [0, 1, 124, 125, 126, 65534, 65535])
@pytest.mark.parametrize("letter", ["x", "é"])
def test_a_whole_masked_text_frame_is_read(letter: str, length: int) -> None:
    text = letter + "y" * (length - len(letter.encode())) if length > 1 else "y" * length
    assert whole_text(frame(text.encode())) == text


ODD: dict[str, bytes] = {
    "nothing": b"",
    "a beginning": b"\x81",
    "a part": frame(b"hello")[:-1],
    "two": frame(b"hello") + frame(b"again"),
    "unfinished": frame(b"hello", fin=False),
    "binary": frame(b"hello", Opcode.BINARY),
    "ping": frame(b"", Opcode.PING),
    "close": frame(b"", Opcode.CLOSE),
    "no text": frame(b"\xff\xfe"),
    "long": frame(b"y" * 65536),
    "not masked": Frame(Opcode.TEXT, b"hello").serialize(mask=False),
    "compressed": b"\xc1" + frame(b"hello")[1:],
}


@pytest.mark.parametrize("data", ODD.values(), ids=ODD.keys())
def test_anything_else_goes_the_ordinary_way(data: bytes) -> None:
    assert whole_text(data) is None


@pytest.mark.parametrize("length", [0, 1, 125, 126, 127, 65535, 65536, 200_000])
def test_frames_are_written_as_the_library_writes_them(length: int) -> None:
    text = b"z" * length
    assert framed(text) == Frame(Opcode.TEXT, text).serialize(mask=False)


async def heard(line: ClientConnection, kind: str) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = json.loads(await asyncio.wait_for(line.recv(), 60))
        if message["type"] == kind:
            return message


async def served(database: str, compression: str | None) -> None:
    config = uvicorn.Config(create_app(database, pace=0.0), port=0, log_level="error", ws=WebSocketLine)
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.02)
    port = server.servers[0].sockets[0].getsockname()[1]
    app: Any = config.loaded_app
    while hasattr(app, "app"):
        app = app.app
    hub = app.state.hub
    try:
        wish = {"game": "theory", "options": {"players": 2}, "seats": [{"kind": "me"}, {"kind": "me"}]}
        room = await hub.create(wish, "nobody")
        url = f"ws://127.0.0.1:{port}/ws/{room.match.id}"
        async with connect(url, compression=compression) as line:  # type: ignore[arg-type]
            await line.send(json.dumps({"do": "hello"}))
            table = await heard(line, "table")
            assert table["you"]["seats"] == []
            await line.send(["{", '"do": "chat", ', '"text": "in three parts"}'])
            assert (await heard(line, "update"))["chat"][0]["text"] == "in three parts"
            await line.send(json.dumps({"do": "chat", "text": "z" * 200, "id": "c"}))
            assert "id" not in await heard(line, "ok"), "the answer to what had none"
            assert (await heard(line, "ok"))["id"] == "c"
            await line.send("no JSON")
            assert "JSON" in (await heard(line, "error"))["what"]
            await line.send(json.dumps({"do": "move", "seat": 0, "code": 0, "id": "m"}))
            assert (await heard(line, "error"))["id"] == "m"
            await (await line.ping())
            assert len(room.viewers) == 1
        for _ in range(500):
            if not room.viewers:
                break
            await asyncio.sleep(0.01)
        assert not room.viewers
    finally:
        server.should_exit = True
        await serving


@pytest.mark.parametrize("compression", [None, "deflate"])
def test_a_real_connection_with_parts_pings_and_compression(tmp_path: Path, compression: str | None) -> None:
    aside(asyncio.run, served(f"sqlite:///{tmp_path}/box.db", compression))
