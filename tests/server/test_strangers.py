"""What strangers may not do: odd requests, other sites, floods, other people's seats."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from pizzabox.server import api, limits
from pizzabox.server.app import create_app
from pizzabox.server.responses import HEADERS
from tests.server.clients import FRIENDS, open_table, two_players, visitor

AWAY = ("203.0.113.5", 4711)


@pytest.fixture
def stranger(database: str) -> Iterator[TestClient]:
    """A visitor from somewhere else who keeps no cookies; what breaks is answered, not raised."""
    app = create_app(database, pace=0.0, rate=0.001, burst=20.0)
    with TestClient(app, base_url="http://box.test", client=AWAY, raise_server_exceptions=False) as made:
        yield made


@pytest.mark.parametrize(
    "origin", ["http://[", "http://[::1", "null", "http://", "https://evil.test", "http://box.test@evil.test"]
)
def test_an_odd_or_foreign_origin_is_refused(client: TestClient, origin: str) -> None:
    assert client.get("/", headers={"origin": origin}).status_code == 200, "reading is free"
    answer = client.post("/api/tables", json=FRIENDS, headers={"origin": origin})
    assert (answer.status_code, list(answer.json())) == (403, ["error"])
    with pytest.raises(WebSocketDisconnect) as refused, client.websocket_connect("/ws/x", headers={"origin": origin}):
        pass
    assert refused.value.code == 4403


def test_ones_own_origin_is_welcome(client: TestClient) -> None:
    assert client.post("/api/tables", json=FRIENDS, headers={"origin": "http://box.test"}).status_code == 201


@pytest.mark.parametrize("name", ["name", "self", "game", "options", "cls", "__class__", "players ", ""])
def test_an_option_of_any_name_is_a_clear_error(client: TestClient, name: str) -> None:
    for game in ("theory", "shark"):
        wish = {"game": game, "options": {name: 1}, "seats": []}
        answer = client.post("/api/tables", json=wish, headers=visitor(client))
        assert answer.status_code == 400 and answer.json()["error"]["what"], answer.text
        assert client.get(f"/api/games/{game}/seats", params={name: "1"}).status_code == 400
        record = f'[Game "{game}"]\n[Option {name}] 1\n'
        assert client.post("/api/records", json={"text": record}).status_code in (400, 404, 405)


def test_every_answer_is_safe_for_a_browser(
    stranger: TestClient, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(api, "description", lambda: 1 / 0)
    asked = {
        200: stranger.get("/"),
        404: stranger.get("/nowhere"),
        400: stranger.post("/api/tables", json=[]),
        403: stranger.post("/api/tables", json={}, headers={"origin": "http://evil.test"}),
        413: stranger.post("/api/tables", content="x" * (limits.MOST_BODY + 1)),
        500: stranger.get("/api/openapi.json"),
    }
    for _ in range(200):
        asked[429] = stranger.get("/")
    for status, answer in asked.items():
        assert answer.status_code == status
        assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS, status
    broken = asked[500]
    assert list(broken.json()) == ["error"] and not re.search("ZeroDivision|Traceback|lambda|/src/", broken.text)


def test_without_a_cookie_the_address_is_limited(stranger: TestClient) -> None:
    answers = []
    for _ in range(20 * limits.HOUSEHOLD + 60):
        stranger.cookies.clear()
        answers.append(stranger.get("/api/games/theory/seats"))
    found = [answer.status_code for answer in answers]
    assert set(found) == {200, 429} and found[:20] == [200] * 20
    for answer in answers:
        assert ("set-cookie" in answer.headers) == (answer.status_code == 200), "who is refused gets no identity"


def test_this_computer_is_limited_by_visitor_alone(database: str) -> None:
    with TestClient(create_app(database, rate=0.001, burst=5.0), client=("127.0.0.1", 1)) as made:
        for _ in range(60):
            made.cookies.clear()
            assert made.get("/api/games/theory/seats").status_code == 200


def test_an_address_holds_so_many_connections_and_no_more(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_CONNECTIONS", 3)
    with TestClient(create_app(database), base_url="http://box.test", client=AWAY) as made:
        who = visitor(made)
        path = f"/ws/{open_table(made, who, FRIENDS)['id']}"
        held = [made.websocket_connect(path, headers=who) for _ in range(3)]
        for one in held:
            one.__enter__()
        with pytest.raises(WebSocketDisconnect) as refused, made.websocket_connect(path, headers=who):
            pass
        assert refused.value.code == 4429
        held.pop().__exit__(None, None, None)
        with made.websocket_connect(path, headers=who) as again:
            again.send_json({"do": "hello", "words": False})
            assert again.receive_json()["type"] == "turn", "who leaves makes room"
        for one in held:
            one.__exit__(None, None, None)


def test_a_seat_is_its_owners_whatever_one_sends(client: TestClient) -> None:
    """Theft, forged and cut identities, guessed links: each is refused, and the table stays as it is."""
    table, ada, bob = two_players(client)
    thief = visitor(client)
    before = client.get(f"/api/tables/{table}", headers=ada).json()
    token = ada["authorization"].split()[1]
    forged: list[dict[str, str]] = [
        thief,
        {"authorization": f"Bearer {token[:-1]}"},
        {"authorization": f"Bearer {token.split('.')[0]}.{'0' * 40}"},
        {"authorization": f"Bearer {token.split('.')[0]}.{bob['authorization'].split('.')[1]}"},
        {"cookie": f"pizzabox={token}x"},
    ]
    acts: list[dict[str, Any]] = [
        {"do": "move", "seat": 0, "code": 0},
        {"do": "undo", "seat": 0},
        {"do": "concede", "seat": 0},
        {"do": "draw", "seat": 1, "answer": "yes"},
        {"do": "bot", "seat": 1, "bot": "greedy"},
        {"do": "name", "seat": 0, "name": "Thief"},
        {"do": "hint", "seat": 0},
        {"do": "pick", "seat": 0, "tokens": []},
    ]
    for who in forged:
        client.cookies.clear()
        for act in acts:
            answer = client.post(f"/api/tables/{table}/do", json=act, headers=who).json()
            assert answer.get("type") == "error" or "error" in answer, (who, act, answer)
        assert client.get(f"/api/tables/{table}", headers=who).json()["you"]["seats"] == []
        join = client.post(f"/api/tables/{table}/join", json={"seat": 0, "invite": "guess"}, headers=who)
        assert join.status_code in (400, 403)
    client.cookies.clear()
    assert client.get(f"/api/tables/{table}", headers=ada).json() == before
