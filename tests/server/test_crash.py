"""A server that is killed in the middle of play loses nothing it has acknowledged, and the game goes on."""

from __future__ import annotations

import json
import os
import signal
import threading
import time
from pathlib import Path
from typing import Any

from websockets.sync.client import connect

from pizzabox.server.run import held_alone
from tests.serving import ask, free_port, start, stop


class Hand:
    """Plays whatever comes first at a table as fast as it can, and remembers what was acknowledged."""

    def __init__(self, port: int, table: str, who: str) -> None:
        self.kept: list[str] = []
        self.problem: Exception | None = None
        self.stopped = False
        self.url = f"ws://127.0.0.1:{port}/ws/{table}"
        self.who = {"authorization": f"Bearer {who}"}
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self) -> None:
        try:
            with connect(self.url, additional_headers=self.who) as line:
                self.play(line)
        except Exception as problem:
            self.problem = problem  # the server was killed

    def play(self, line: Any) -> None:
        sent = 0
        line.send(json.dumps({"do": "hello"}))
        while not self.stopped:
            try:
                message = json.loads(line.recv(timeout=0.5))
            except TimeoutError:
                continue
            if message["type"] == "ok":
                self.kept.append(message["id"])
            if message["type"] in ("table", "update") and message.get("tokens"):
                sent += 1
                wish = {"do": "move", "id": f"{id(self)}-{sent}", "tokens": [next(iter(message["tokens"]))]}
                line.send(json.dumps(wish))


def test_no_acknowledged_move_is_lost_by_kill_9(tmp_path: Path) -> None:
    port = free_port()
    server, _ = start(tmp_path, port)
    people = [ask(port, "/api/token", body={})["token"] for _ in range(2)]
    seats = [{"kind": "me"}, {"kind": "open"}]
    tables = []
    for _ in range(4):
        made = ask(port, "/api/tables", people[0], {"game": "theory", "options": {"players": 2}, "seats": seats})
        invite = made["invite"].split("invite=")[1]
        ask(port, f"/api/tables/{made['id']}/join", people[1], {"invite": invite})
        tables.append(made["id"])
    hands = {table: [Hand(port, table, who) for who in people] for table in tables}
    limit = time.monotonic() + 120
    while sum(len(hand.kept) for pair in hands.values() for hand in pair) < 40 and time.monotonic() < limit:
        time.sleep(0.01)
    os.kill(server.pid, signal.SIGKILL)
    server.wait(10)
    with held_alone(tmp_path):
        pass  # nobody holds the folder any more
    for pair in hands.values():
        for hand in pair:
            hand.thread.join(10)
    server, _ = start(tmp_path, port)
    try:
        moves = 0
        for table, pair in hands.items():
            state = ask(port, f"/api/tables/{table}", people[0])
            acknowledged = sum(len(hand.kept) for hand in pair)
            assert len(state["log"]) >= acknowledged
            assert len(state["log"]) <= acknowledged + 2, "at most one move a player was under way"
            moves += acknowledged
            if not state["result"]:
                before = state["version"]
                again = [Hand(port, table, who) for who in people]
                limit = time.monotonic() + 30
                while time.monotonic() < limit and ask(port, f"/api/tables/{table}", people[0])["version"] < before + 3:
                    time.sleep(0.05)
                after = ask(port, f"/api/tables/{table}", people[0])
                assert after["version"] > before, (after["prompt"], [hand.problem for hand in again])
                for hand in again:
                    hand.stopped = True
                    hand.thread.join(10)
        assert moves >= 40
    finally:
        stop(server)
