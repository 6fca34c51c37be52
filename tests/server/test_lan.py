"""Other devices: nobody comes in before the door is open, everything passes it, and guests do not hold its key."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from pizzabox.engine.errors import PizzaboxError
from pizzabox.server import addresses, run
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
        assert door.guests == set(seen), "who came in by the door is known"
        door.close()
        assert await reader.read() == b"", "who is in is sent away"
        with pytest.raises(OSError):
            await asyncio.open_connection(OUTSIDE, port)
        assert door.origin == "" and not door.guests
        writer.close()
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
        door.guests.add((INSIDE, 40000))
        assert client.get("/api/devices").json()["switch"] is False
        assert client.post("/api/devices", json={"open": False}).status_code == 403
        assert door.origin, "a guest does not close it"
        door.guests.clear()
        assert client.post("/api/devices", json={"open": False}).json() == closed
        assert link() == "http://127.0.0.1:8310"


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
