"""People at a server: who they are, what they send and what they are sent."""

from __future__ import annotations

import json
import time
from typing import Any

from starlette.testclient import TestClient, WebSocketTestSession

FRIENDS = {"game": "theory", "options": {"players": 2, "first": "red"}, "seats": [{"kind": "me"}, {"kind": "open"}]}


def visitor(client: TestClient) -> dict[str, str]:
    """Headers of a new identity."""
    return {"authorization": f"Bearer {client.post('/api/token').json()['token']}"}


def receive(socket: WebSocketTestSession, kind: str) -> dict[str, Any]:
    """The next message of that type."""
    for _ in range(400):
        message: dict[str, Any] = socket.receive_json()
        if message["type"] == kind:
            return message
    raise AssertionError(f"no {kind} came")


def open_table(client: TestClient, who: dict[str, str], wish: dict[str, Any]) -> dict[str, Any]:
    answer = client.post("/api/tables", json=wish, headers=who)
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


def two_players(client: TestClient) -> tuple[str, dict[str, str], dict[str, str]]:
    ada, bob = visitor(client), visitor(client)
    made = open_table(client, ada, FRIENDS)
    client.post(f"/api/tables/{made['id']}/join", json={"invite": made["invite"].split("invite=")[1]}, headers=bob)
    return made["id"], ada, bob


def wait_for(client: TestClient, table: str, who: dict[str, str], done: Any, seconds: float = 120.0) -> dict[str, Any]:
    limit = time.monotonic() + seconds
    while time.monotonic() < limit:
        state: dict[str, Any] = client.get(f"/api/tables/{table}", headers=who).json()
        if done(state):
            return state
        time.sleep(0.05)
    raise AssertionError("it did not happen in time")


class Player:
    """A person at a table: a socket, and everything that came through it."""

    def __init__(self, client: TestClient, table: str, who: dict[str, str], seat: int) -> None:
        self.socket = client.websocket_connect(f"/ws/{table}", headers=who)
        self.seat = seat
        self.frames: list[str] = []

    def __enter__(self) -> Player:
        self.socket.__enter__()
        self.socket.send_json({"do": "hello", "look": None})
        self.table = self.next("table")
        return self

    def __exit__(self, *problem: Any) -> None:
        self.socket.__exit__(*problem)

    def next(self, kind: str) -> dict[str, Any]:
        while True:
            text = self.socket.receive_text()
            self.frames.append(text)
            message: dict[str, Any] = json.loads(text)
            if message["type"] == kind:
                return message

    def do(self, what: str, **fields: Any) -> dict[str, Any]:
        self.socket.send_json({"do": what, "seat": self.seat, "id": f"{what}-{time.time_ns()}", **fields})
        while True:
            text = self.socket.receive_text()
            self.frames.append(text)
            message: dict[str, Any] = json.loads(text)
            if message["type"] in ("ok", "error", "pick", "hint", "why", "what", "spoken") and "id" in message:
                return message
