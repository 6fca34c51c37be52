"""Programs at a server's tables: chosen by name, reported when they fail, stopped with the table."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from pizzabox.bots import base
from pizzabox.bots.external import Program, allow
from pizzabox.server.app import create_app
from pizzabox.table.new_table import STAND_IN
from tests.bots.test_external import EXAMPLES
from tests.server.clients import open_table, receive, visitor


def hexentafl(*seats: dict[str, Any]) -> dict[str, Any]:
    return {"game": "hexentafl", "options": {}, "seats": list(seats)}


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    monkeypatch.setattr(base, "_makers", dict(base._makers))
    monkeypatch.setattr(base, "_strength", dict(base._strength))
    python = shlex.quote(sys.executable)
    allow("mine", f"{python} {shlex.quote(str(EXAMPLES / 'bot.py'))}")
    allow("clumsy", f"{python} -c pass")
    app = create_app(f"sqlite:///{tmp_path}/box.db", pace=0.0, bot_seconds=60.0)
    with TestClient(app, base_url="http://box.test") as made:
        yield made


def test_programs_are_among_the_bots_of_every_game(client: TestClient) -> None:
    for game in client.get("/api/games").json():
        assert {"mine", "clumsy"} <= set(game["bots"])
    assert "mine" in client.get("/new?game=hexentafl").text


def test_a_program_plays_and_ends_with_the_game(client: TestClient) -> None:
    ada = visitor(client)
    made = open_table(client, ada, hexentafl({"kind": "me"}, {"kind": "bot", "bot": "mine"}))
    with client.websocket_connect(f"/ws/{made['id']}", headers=ada) as socket:
        socket.send_json({"do": "hello"})
        state = receive(socket, "table")
        if state["tokens"]:
            socket.send_json({"do": "hint", "seat": 0})
            tokens = receive(socket, "hint")["tokens"]
            socket.send_json({"do": "move", "seat": 0, "tokens": tokens})
        while True:
            news = receive(socket, "update")
            if any(line["seat"] == 1 for line in news.get("log", [])):
                break
        room = client.app.state.hub.rooms[made["id"]]  # type: ignore[attr-defined]
        program = room.bots[1].bot
        assert isinstance(program, Program)
        assert program.fault is None
        assert program._process is not None
        socket.send_json({"do": "concede", "seat": 0})
        while not receive(socket, "update").get("result"):
            pass
    assert room.bots[1].bot is None
    assert program._process is None


def test_a_fault_is_told_at_the_table_and_the_game_goes_on(
    client: TestClient, caplog: pytest.LogCaptureFixture
) -> None:
    ada = visitor(client)
    wish = hexentafl({"kind": "bot", "bot": "clumsy"}, {"kind": "bot", "bot": "clumsy"})
    made = open_table(client, ada, wish)
    with client.websocket_connect(f"/ws/{made['id']}", headers=ada) as socket:
        socket.send_json({"do": "hello"})
        chat = receive(socket, "table")["chat"]
        log: list[Any] = []
        while not chat or not log:
            news = receive(socket, "update")
            chat += news.get("chat", [])
            log += news.get("log", [])
    assert "stopped with exit code 0" in chat[0]["text"]
    assert chat[0]["name"] == "Clumsy"
    assert "program clumsy" in caplog.text


def test_a_table_whose_program_is_not_allowed_any_more_goes_on(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = visitor(client)
    made = open_table(client, ada, hexentafl({"kind": "me"}, {"kind": "bot", "bot": "mine"}))
    room = client.app.state.hub.rooms[made["id"]]  # type: ignore[attr-defined]
    del base._makers["mine"]
    monkeypatch.setattr("pizzabox.server.bot_seat.ready", lambda game: True)  # otherwise the quick bot plays for it
    assert room.bots[1].player().name == STAND_IN
