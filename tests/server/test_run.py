"""Starting and stopping the server: one to a folder, clear words where it can't start."""

from __future__ import annotations

import asyncio
import gzip
import urllib.request
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from pizzabox.engine.errors import PizzaboxError
from pizzabox.server import run
from pizzabox.server.leases import held_database
from pizzabox.server.run import ADDRESS, free_port, held_alone, serve
from pizzabox.server.store import engine_of
from tests import serving
from tests.helpers import aside
from tests.postgres import Database
from tests.server.refused_start import refused


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, str]]:
    """The folder and the address of a server that runs all the time."""
    folder = tmp_path_factory.mktemp("running")
    server, url = serving.start(folder)
    yield folder, url
    serving.stop(server)


def test_a_second_server_on_a_folder_says_so_and_stops(running: tuple[Path, str]) -> None:
    folder, url = running
    found = refused("--data", str(folder))
    assert found.code == 2 and f"{url}/" in found.err and str(folder) in found.err
    assert serving.ask(int(url.rsplit(":", 1)[1]), "/api/games"), "and the first goes on"
    assert (folder / ADDRESS).exists()


def test_what_is_sent_is_compressed(running: tuple[Path, str]) -> None:
    _, url = running
    for path in ("/", "/static/js/table.js", "/static/css/table.css"):
        asked = urllib.request.Request(url + path, headers={"accept-encoding": "gzip"})
        with urllib.request.urlopen(asked, timeout=30) as answer:
            assert answer.headers["content-encoding"] == "gzip", path
            whole = gzip.decompress(answer.read())
        with urllib.request.urlopen(url + path, timeout=30) as plain:
            assert plain.headers["content-encoding"] is None
            assert path == "/" or plain.read() == whole


def test_a_folder_that_cannot_be_written_is_a_clear_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(PizzaboxError, match="--data"), held_alone(tmp_path / "file" / "data"):
        pass


def test_a_port_in_use_is_a_clear_error_and_otherwise_the_next_is_taken(running: tuple[Path, str]) -> None:
    port = int(running[1].rsplit(":", 1)[1])
    with pytest.raises(PizzaboxError, match=str(port)):
        free_port("127.0.0.1", port)
    assert free_port("127.0.0.1", None) != port


def test_what_a_server_took_is_free_when_it_stops(tmp_path: Path) -> None:
    """After a crash too: `test_crash.py`."""
    server, url = serving.start(tmp_path)
    serving.stop(server)
    port = int(url.rsplit(":", 1)[1])
    assert free_port("127.0.0.1", port) == port
    assert not (tmp_path / ADDRESS).exists()
    assert (tmp_path / "pizzabox.db").exists(), "the games stay"
    with held_alone(tmp_path):
        pass


GET = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"


def at_a_server(scene: Callable[[Any], Awaitable[None]]) -> None:
    """Run a scene that opens connections to a server which says hi, saying something there or not."""

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
        await send({"type": "http.response.body", "body": b"hi"})

    async def scenery() -> None:
        port, opened = serving.free_port(), list[asyncio.StreamWriter]()
        server = run.server_of(app, "127.0.0.1", port, None)
        answering = asyncio.create_task(server.serve())
        await run._answering("127.0.0.1", port)

        async def connect(said: bytes = b"") -> asyncio.StreamReader:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            opened.append(writer)
            writer.write(said)
            return reader

        try:
            await asyncio.wait_for(scene(connect), 120)
        finally:
            for one in opened:
                one.close()
                await one.wait_closed()
            server.stop()  # type: ignore[no-untyped-call]
            await answering

    aside(asyncio.run, scenery())


def test_connections_that_say_nothing_keep_nobody_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """More than the system lets wait at the door; none of them has been closed when another is answered."""
    monkeypatch.setattr(run, "HEADERS_WITHIN", 60_000)

    async def scene(connect: Any) -> None:
        silent = [await connect() for _ in range(530)]
        answer = await connect(GET)
        assert (await answer.readuntil(b"hi")).startswith(b"HTTP/1.1 200")
        assert not any(one.at_eof() for one in silent)

    at_a_server(scene)


def test_connections_that_say_nothing_are_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also one whose next request doesn't come."""
    monkeypatch.setattr(run, "HEADERS_WITHIN", 100)

    async def scene(connect: Any) -> None:
        silent, asked = await connect(), await connect(GET)
        async with asyncio.timeout(25):  # the library's own patience is longer
            assert await silent.read() == b""
            assert (await asked.read()).endswith(b"hi")

    at_a_server(scene)


def test_a_second_server_on_a_database_says_so_and_stops(postgresql: Database, tmp_path: Path) -> None:
    """Without a Redis two would not hear of each other; with one, any number may serve."""
    database = postgresql.schema()
    with held_database(database, shared=False):
        found = refused("--database", database)
        assert found.code == 2 and "another Pizzabox" in found.err
        with pytest.raises(PizzaboxError, match="another Pizzabox"), held_database(database, shared=True):
            pass
        with held_database(postgresql.schema(), shared=False):
            pass  # games elsewhere in the same database
    both = held_database(database, shared=True), held_database(database, shared=True)
    with both[0], both[1], pytest.raises(PizzaboxError, match="another"), held_database(database, shared=False):
        pass
    with held_database(database, shared=False):
        pass


def test_a_server_that_stops_is_in_nobodys_way_any_more(postgresql: Database) -> None:
    """Not even for the moment that PostgreSQL takes to end a connection."""
    database = postgresql.schema()
    engine = engine_of(database)
    with engine.connect() as onlooker:
        here = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objid = hashtext(current_schema())::oid"

        def held() -> int:
            return int(onlooker.exec_driver_sql(here).scalar_one())

        for _ in range(10):
            with held_database(database, shared=False):
                assert held() == 1
            assert held() == 0
        with pytest.raises(LookupError), held_database(database, shared=False):
            raise LookupError
        assert held() == 0
    engine.dispose()


def test_a_database_that_is_away_or_of_another_kind_is_a_clear_error(tmp_path: Path) -> None:
    """Two servers on one file would not notice each other, unless it is in a data folder."""
    with pytest.raises(PizzaboxError, match="--data"):
        serve(database=f"sqlite:///{tmp_path}/box.db", open_page=False)
    nobody = f"postgresql://ada:secret@127.0.0.1:{serving.free_port()}/box"
    with pytest.raises(PizzaboxError, match="can't be kept") as said, held_database(nobody, shared=False):
        pass
    assert "secret" not in str(said.value)
