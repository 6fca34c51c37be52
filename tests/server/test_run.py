"""Starting and stopping the server: one to a folder, clear words where it can't start."""

from __future__ import annotations

import asyncio
import gzip
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from pizzabox.engine.errors import PizzaboxError
from pizzabox.server import run
from pizzabox.server.run import ADDRESS, free_port, held_alone
from tests import serving
from tests.helpers import aside


def second(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pizzabox", "serve", "--no-open", *words]
    return subprocess.run(command, cwd=serving.ROOT, capture_output=True, text=True, timeout=120, check=False)


def test_a_second_server_on_a_folder_says_so_and_stops(tmp_path: Path) -> None:
    server, url = serving.start(tmp_path)
    try:
        found = second("--data", str(tmp_path))
        assert found.returncode == 2 and f"{url}/" in found.stderr and str(tmp_path) in found.stderr
        assert "Traceback" not in found.stderr
        assert serving.ask(int(url.rsplit(":", 1)[1]), "/api/games"), "and the first goes on"
    finally:
        serving.stop(server)
    assert not (tmp_path / ADDRESS).exists()


def test_what_is_sent_is_compressed(tmp_path: Path) -> None:
    server, url = serving.start(tmp_path)
    try:
        for path in ("/", "/static/js/table.js", "/static/css/table.css"):
            asked = urllib.request.Request(url + path, headers={"accept-encoding": "gzip"})
            with urllib.request.urlopen(asked, timeout=30) as answer:
                assert answer.headers["content-encoding"] == "gzip", path
                whole = gzip.decompress(answer.read())
            with urllib.request.urlopen(url + path, timeout=30) as plain:
                assert plain.headers["content-encoding"] is None
                assert path == "/" or plain.read() == whole
    finally:
        serving.stop(server)


def test_after_a_crash_the_folder_is_free(tmp_path: Path) -> None:
    server, _ = serving.start(tmp_path)
    server.kill()
    server.wait()
    with held_alone(tmp_path):
        pass


def test_a_folder_that_cannot_be_written_is_a_clear_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(PizzaboxError, match="--data"), held_alone(tmp_path / "file" / "data"):
        pass


def test_a_port_in_use_is_a_clear_error_and_otherwise_the_next_is_taken(tmp_path: Path) -> None:
    server, url = serving.start(tmp_path)
    try:
        port = int(url.rsplit(":", 1)[1])
        with pytest.raises(PizzaboxError, match=str(port)):
            free_port("127.0.0.1", port)
        assert free_port("127.0.0.1", None) != port
    finally:
        serving.stop(server)
    assert free_port("127.0.0.1", port) == port
    assert (tmp_path / "pizzabox.db").exists(), "the games stay"


def test_connections_that_say_nothing_keep_nobody_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """More than the system lets wait; and they are closed after a while, as is one whose next request doesn't come."""
    monkeypatch.setattr(run, "HEADERS_WITHIN", 1000)

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
        await send({"type": "http.response.body", "body": b"hi"})

    async def scene() -> None:
        port = serving.free_port()
        server = run.server_of(app, "127.0.0.1", port, None)
        serving_it = asyncio.create_task(server.serve())
        await run._answering("127.0.0.1", port)
        ask = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
        held = [await asyncio.open_connection("127.0.0.1", port) for _ in range(530)]
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(ask)
        async with asyncio.timeout(60):
            assert (await reader.readuntil(b"hi")).startswith(b"HTTP/1.1 200")
            assert await reader.read() == b""
            for silent, _ in held:
                await silent.read()
        for one in (writer, *(one for _, one in held)):
            one.close()
            await one.wait_closed()
        server.stop()  # type: ignore[no-untyped-call]
        await serving_it

    aside(asyncio.run, scene())
