"""Requests over HTTP: who asks, what is refused and why, invitations."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient

import pizzabox
from pizzabox.server.app import create_app
from tests.server.clients import FRIENDS, open_table, visitor


def test_the_identity_is_a_signed_cookie(client: TestClient) -> None:
    first = client.get("/")
    cookie = first.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "set-cookie" not in client.get("/").headers, "a known visitor keeps the cookie"
    forged = client.get(
        "/", headers={"cookie": "pizzabox=abcdefghijklmnopqrst.0000000000000000000000000000000000000000"}
    )
    assert "set-cookie" in forged.headers, "a forged identity is nobody"


def test_games_and_rules_of_the_api(client: TestClient) -> None:
    games = client.get("/api/games").json()
    assert [g["name"] for g in games] == list(pizzabox.names())
    theory = next(g for g in games if g["name"] == "theory")
    assert theory["players"] == [2, 3]
    assert next(o for o in theory["options"] if o["name"] == "unselected")["when"] == {"players": [2]}
    assert set(theory["bot_ratings"]) == {"2", "3"} and theory["bot_ratings"]["3"]["greedy"]["rating"] == 1000
    chapters = client.get("/api/rules/theory").json()["chapters"]
    assert any(part.get("id") == "T3.6" for chapter in chapters for part in chapter["parts"])
    assert client.get("/pictures/theory.svg").text.startswith("<svg")
    paths = client.get("/api/openapi.json").json()["paths"]
    assert "/api/tables/{table}/do" in paths


@pytest.mark.parametrize(
    ("wish", "message"),
    [
        ({}, "there's no game"),
        ({**FRIENDS, "game": "theroy"}, "did you mean"),
        ({**FRIENDS, "options": {"players": 7}}, "from 2 to 3"),
        ({**FRIENDS, "seats": "all"}, "has 2 seats"),
    ],
)
def test_bad_wishes_are_clear_errors(client: TestClient, wish: dict[str, Any], message: str) -> None:
    answer = client.post("/api/tables", json=wish)
    assert answer.status_code in (400, 404)
    assert message in answer.json()["error"]["what"]


def test_garbage_requests_are_refused_clearly(client: TestClient) -> None:
    for body in (b"{", b"[]", b"\xff\xfe", b"5", b'{"a":' * 400):
        answer = client.post("/api/tables", content=body)
        assert answer.status_code == 400
        assert answer.json()["error"]["what"]
    assert client.post("/api/tables", content=b"x" * 70_000).status_code == 413
    assert client.get("/api/tables?which=all").status_code == 400
    assert client.get("/api/tables/nothing").status_code == 404
    assert client.get("/api/nothing").status_code == 404
    assert client.get("/t/nothing").status_code == 404
    assert client.get("/rules/chess").status_code == 404
    assert client.delete("/api/games").status_code in (404, 405)


def test_other_sites_may_not_act(client: TestClient) -> None:
    answer = client.post("/api/tables", json=FRIENDS, headers={"origin": "http://evil.test"})
    assert answer.status_code == 403
    assert client.post("/api/tables", json=FRIENDS, headers={"origin": "http://box.test"}).status_code == 201


def test_too_many_requests_are_refused(database: str) -> None:
    with TestClient(create_app(database, rate=1.0, burst=10.0)) as client:
        codes = [client.get("/api/games").status_code for _ in range(30)]
    assert codes[0] == 200
    assert 429 in codes


def test_an_invite_seats_one_guest_once(client: TestClient) -> None:
    ada, bob, eve = visitor(client), visitor(client), visitor(client)
    made = open_table(client, ada, FRIENDS)
    assert client.post(f"/api/tables/{made['id']}/join", json={}, headers=bob).status_code == 403
    invite = made["invite"].split("invite=")[1]
    joined = client.post(f"/api/tables/{made['id']}/join", json={"invite": invite, "name": "Bob"}, headers=bob)
    assert joined.json() == {"seat": 1}
    assert client.get(made["invite"], headers=bob).status_code == 200
    assert client.get(f"/api/tables/{made['id']}", headers=bob).json()["you"]["seats"] == [1]
    answer = client.post(f"/api/tables/{made['id']}/join", json={"invite": invite}, headers=eve)
    assert "all the seats are taken" in answer.json()["error"]["what"]
    assert client.get(f"/api/tables/{made['id']}", headers=eve).json()["you"]["seats"] == []
    mine = client.get("/api/tables?which=mine", headers=bob).json()
    assert [card["id"] for card in mine] == [made["id"]]
