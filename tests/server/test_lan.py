"""Other devices: nobody comes in before the door is open, everything passes it, and guests do not hold its key."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from pizzabox.engine.errors import PizzaboxError
from pizzabox.server import addresses, limits, run
from pizzabox.server.addresses import only_here
from pizzabox.server.app import create_app
from pizzabox.server.lan import Door
from tests.helpers import aside

INSIDE, OUTSIDE = "127.0.0.1", "127.0.0.2"
FRIENDS = {"game": "theory", "options": {"players": 2}, "seats": [{"kind": "me"}, {"kind": "open"}]}


class StubDoor(Door):
    """A door that opens nothing."""

    async def open(self) -> None:
        self.origin = "http://192.168.7.7:8310"

    def close(self) -> None:
        self.origin = ""


def test_a_door_passes_everything_on_while_it_is_open() -> None:
    async def run_it() -> None:
        seen: list[tuple[str, int]] = []

        async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            seen.append(writer.get_extra_info("peername")[:2])
            while data := await reader.read(100):
                writer.write(data.upper())
            writer.close()

        server = await asyncio.start_server(echo, INSIDE, 0)
        port = server.sockets[0].getsockname()[1]
        door = Door(INSIDE, port, lambda: [OUTSIDE])
        with pytest.raises(OSError):
            await asyncio.open_connection(OUTSIDE, port)
        await door.open()
        await door.open()
        assert door.origin == f"http://{OUTSIDE}:{port}"
        reader, writer = await asyncio.open_connection(OUTSIDE, port)
        for word in (b"pizza", b"box"):
            writer.write(word)
            assert await reader.readexactly(len(word)) == word.upper()
        assert door.guests == {seen[0]: INSIDE}, "who came in by the door is known, and from where"
        door.close()
        assert await reader.read() == b"", "who is in is sent away"
        with pytest.raises(OSError):
            await asyncio.open_connection(OUTSIDE, port)
        assert door.origin == "" and not door.guests
        writer.close()
        server.close()

    aside(asyncio.run, run_it())


def test_one_device_holds_so_many_connections_through_the_door_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_CONNECTIONS", 2)

    async def run_it() -> None:
        served: set[asyncio.StreamWriter] = set()

        async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            served.add(writer)
            writer.write(b"in")
            await reader.read()
            writer.close()
            await writer.wait_closed()
            served.remove(writer)

        server = await asyncio.start_server(answer, INSIDE, 0)
        door = Door(INSIDE, server.sockets[0].getsockname()[1], lambda: [OUTSIDE])
        await door.open()

        async def come(source: str) -> tuple[bytes, asyncio.StreamWriter]:
            reader, writer = await asyncio.open_connection(OUTSIDE, door.port, local_addr=(source, 0))
            return await reader.read(2), writer

        came = [await come(source) for source in (INSIDE, INSIDE, INSIDE, "127.0.0.3")]
        assert [heard for heard, _ in came] == [b"in", b"in", b"", b"in"]
        for _, writer in came:
            writer.close()
            await writer.wait_closed()
        while door.guests:
            await asyncio.sleep(0.01)
        heard, writer = await come(INSIDE)
        assert heard == b"in", "who leaves makes room"
        writer.close()
        await writer.wait_closed()
        while served or door.guests:
            await asyncio.sleep(0.01)
        door.close()
        server.close()

    aside(asyncio.run, run_it())


def test_without_a_network_the_door_stays_closed_and_says_so() -> None:
    door = Door(INSIDE, 1, list)
    with pytest.raises(PizzaboxError, match="isn't on a network"):
        aside(asyncio.run, door.open())
    assert door.origin == ""


def test_the_switch_changes_the_link_and_belongs_to_this_computer(tmp_path: Path) -> None:
    door = StubDoor(INSIDE, 8310)
    app = create_app(f"sqlite:///{tmp_path}/box.db", door=door)
    with TestClient(app, base_url="http://127.0.0.1:8310", client=(INSIDE, 40000)) as client:

        def link() -> str:
            table = client.get(f"/api/tables/{made['id']}").json()
            assert bool(table["qr"]) is not table["only_here"] is only_here(table["invite"])
            assert table["invite"].endswith(f"/t/{made['id']}?invite={code}")
            return str(table["invite"].split("/t/")[0])

        made = client.post("/api/tables", json=FRIENDS).json()
        code = made["invite"].split("invite=")[1]
        closed = {"open": False, "origin": "", "switch": True}
        assert client.get("/api/devices").json() == closed, "off until somebody asks for it"
        assert link() == "http://127.0.0.1:8310"
        assert client.post("/api/devices", json={"open": "yes"}).status_code == 400
        opened = client.post("/api/devices", json={"open": True}).json()
        assert opened == {"open": True, "origin": "http://192.168.7.7:8310", "switch": True}
        assert link() == "http://192.168.7.7:8310"
        door.guests[INSIDE, 40000] = "192.168.7.20"
        assert client.get("/api/devices").json()["switch"] is False
        assert client.post("/api/devices", json={"open": False}).status_code == 403
        assert door.origin, "a guest does not close it"
        door.guests.clear()
        assert client.post("/api/devices", json={"open": False}).json() == closed
        assert link() == "http://127.0.0.1:8310"


def test_who_comes_in_by_the_door_is_limited_by_address_like_anybody(tmp_path: Path) -> None:
    """To the server, everything that the door passes on comes from this computer."""
    door = StubDoor(INSIDE, 8310)
    door.guests[INSIDE, 40000] = "192.168.7.20"
    app = create_app(f"sqlite:///{tmp_path}/box.db", door=door, rate=0.001, burst=5.0)

    def asked(port: int, path: str = "/api/games/theory/seats", times: int = 60) -> set[int]:
        client = TestClient(app, base_url="http://127.0.0.1:8310", client=(INSIDE, port))
        found = set()
        for _ in range(times):
            client.cookies.clear()
            found.add(client.get(path).status_code)
        return found

    with TestClient(app):
        assert asked(40000, "/metrics", 1) == {404}, "the server's figures are for this computer"
        assert asked(40000) == {200, 429}
        assert asked(50000) == {200}, "this computer has no limit"
        assert asked(50000, "/metrics", 1) == {200}
        door.guests[INSIDE, 40001] = "192.168.7.21"
        assert 200 in asked(40001, times=1), "another device has its own"


def test_visitors_of_a_proxy_do_not_hold_the_key(tmp_path: Path) -> None:
    """They aren't guests of the door, but not at this computer either."""
    app = create_app(f"sqlite:///{tmp_path}/box.db", door=StubDoor(INSIDE, 8310))
    with TestClient(app, base_url="http://box.test", client=("203.0.113.5", 4711)) as client:
        assert client.get("/api/devices").json()["switch"] is False
        assert client.post("/api/devices", json={"open": True}).status_code == 403


def test_a_server_without_a_door_has_no_switch(tmp_path: Path) -> None:
    with TestClient(create_app(f"sqlite:///{tmp_path}/box.db"), base_url="http://box.test") as client:
        assert client.get("/api/devices").json() == {"open": False, "origin": "", "switch": False}
        assert client.post("/api/devices", json={"open": True}).status_code == 403
        assert client.post("/api/tables", json=FRIENDS).json()["invite"].startswith("http://box.test/t/")


def test_a_server_for_everybody_is_opened_at_an_address_that_works(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: Any = run._shown
    monkeypatch.setattr(addresses, "addresses", lambda: ["192.168.7.7", "10.0.0.7"])
    assert [shown(host) for host in ("0.0.0.0", "127.0.0.1", "::1")] == ["192.168.7.7", "127.0.0.1", "[::1]"]
    monkeypatch.setattr(addresses, "addresses", list)
    assert shown("0.0.0.0") == "localhost"
    here = ("http://127.0.0.1:8310", "http://localhost", "http://[::1]:1")
    assert all(map(only_here, here)) and not any(map(only_here, ("http://192.168.7.7:8310", "https://box.test")))
