"""Tables of bots, and what happens to tables when the server stops, starts anew or cannot store."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

import pizzabox
from pizzabox.engine.game import Game
from pizzabox.server.app import create_app
from tests.server.clients import FRIENDS, open_table, receive, visitor, wait_for


@pytest.fixture
def database(either_database: str) -> str:
    """Each test of this file on SQLite and on PostgreSQL."""
    return either_database


def test_bots_play_by_themselves_and_go_on_after_a_restart(database: str) -> None:
    wish = {"game": "theory", "options": {"cap": 3}, "seats": [{"kind": "me"}, *[{"kind": "bot", "bot": "random"}] * 2]}
    with TestClient(create_app(database, pace=0.0)) as client:
        ada = visitor(client)
        made = open_table(client, ada, wish)
        mine = wait_for(client, made["id"], ada, lambda s: s["tokens"])
        token = next(iter(mine["tokens"]))
        client.post(f"/api/tables/{made['id']}/do", json={"do": "move", "tokens": [token]}, headers=ada)
    with TestClient(create_app(database, pace=0.0)) as client:
        state = wait_for(client, made["id"], ada, lambda s: s["tokens"])
        texts = [line["text"] for line in state["log"]]
        assert token in texts
        for _ in range(20):
            state = wait_for(client, made["id"], ada, lambda s: s["tokens"] or s["result"])
            if state["result"]:
                break
            move = {"do": "move", "tokens": [next(iter(state["tokens"]))]}
            assert client.post(f"/api/tables/{made['id']}/do", json=move, headers=ada).json()["type"] == "ok"
        assert state["result"]


def test_a_table_of_another_deck_stays_closed_and_the_others_go_on(
    database: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """As if the deck of Pizza Shark had been changed between two starts of the server."""
    me, bot = {"kind": "me"}, {"kind": "bot", "bot": "random"}
    clock = {"kind": "move", "seconds": 600}  # so that the tables are opened at the start
    with TestClient(create_app(database, pace=0.0)) as client:
        ada = visitor(client)
        made = [
            open_table(client, ada, {"game": game, "options": {"players": 2}, "seats": [me, bot], "clock": clock})
            for game in ("shark", "theory")
        ]
    deck = dict.fromkeys(pizzabox.load("shark").fingerprints, "0" * 64)
    monkeypatch.setattr(Game, "fingerprints", property(lambda game: deck if game.name == "shark" else {}))
    with TestClient(create_app(database, pace=0.0)) as client:
        shark, theory = (client.get(f"/api/tables/{table['id']}", headers=ada) for table in made)
        assert shark.status_code == 404 and "different data (deck)" in shark.text
        assert theory.status_code == 200 and theory.json()["seats"]
        with client.websocket_connect(f"/ws/{made[0]['id']}", headers=ada) as socket:
            assert "different data (deck)" in receive(socket, "error")["what"]
    assert "stays closed" in caplog.text and "Traceback" not in caplog.text
    monkeypatch.undo()
    with TestClient(create_app(database, pace=0.0)) as client:
        assert client.get(f"/api/tables/{made[0]['id']}", headers=ada).json()["seats"], "the deck is back"


def test_an_id_that_no_table_has_is_not_asked_for(client: TestClient, caplog: pytest.LogCaptureFixture) -> None:
    """On PostgreSQL, which fails at a NUL, as on SQLite."""
    for id in ("%00", "%0a", "a%00%0aERROR", "%ED%A0%80", "é", "x" * 5000, f"r%00{'0' * 19}"):
        for path in (f"/t/{id}", f"/api/tables/{id}", f"/review/{id}", f"/api/review/{id}"):
            assert client.get(path).status_code == 404, path
        with client.websocket_connect(f"/ws/{id}") as socket:
            assert "no table" in receive(socket, "error")["what"]
            with pytest.raises(WebSocketDisconnect) as closed:
                socket.receive_json()
            assert closed.value.code == 4404
    assert not caplog.messages


def test_a_table_of_bots_plays_to_its_end_and_is_listed(client: TestClient) -> None:
    wish = {"game": "theory", "options": {"cap": 2}, "seats": [{"kind": "bot", "bot": "random"}] * 3, "public": True}
    ada = visitor(client)
    made = open_table(client, ada, wish)
    state = wait_for(client, made["id"], ada, lambda s: s["result"])
    assert state["you"]["seats"] == []
    assert made["id"] in [card["id"] for card in client.get("/api/tables?which=recent").json()]


def test_a_move_that_cannot_be_stored_is_taken_back(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, bob = visitor(client), visitor(client)
    made = open_table(client, ada, FRIENDS)
    client.post(f"/api/tables/{made['id']}/join", json={"invite": made["invite"].split("invite=")[1]}, headers=bob)
    hub = client.app.state.hub  # type: ignore[attr-defined]
    room = hub.rooms[made["id"]]
    with client.websocket_connect(f"/ws/{made['id']}", headers=ada) as line:
        line.send_json({"do": "hello", "words": False})
        codes = receive(line, "turn")["codes"]
        version = room.match.version
        with monkeypatch.context() as broken:
            broken.setattr(hub.store, "write", lambda changes: [OSError("the disk is full")] * len(changes))
            line.send_json({"do": "move", "code": codes[0], "id": "m1"})
            assert "couldn't be saved" in receive(line, "error")["what"]
        assert (room.match.version, len(room.match.position.steps)) == (version, 0)
        line.send_json({"do": "move", "code": codes[0], "id": "m1"})
        assert receive(line, "ok")["version"] == version + 1
