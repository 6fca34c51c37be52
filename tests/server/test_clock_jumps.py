"""Somebody sets the computer's clock while people play against the clock: nobody's time runs out for that."""

from __future__ import annotations

import time
from typing import Any

import pytest
from starlette.testclient import TestClient

from pizzabox.server import steady_time
from pizzabox.server.app import create_app
from pizzabox.table.clock import COMING_BACK, Clock
from tests.server.clients import FRIENDS, open_table, visitor

HOUR = 3600.0
TIMED = FRIENDS | {"clock": {"kind": "game", "seconds": 600}}


def left(table: dict[str, Any]) -> list[float]:
    return [seat["clock"]["left"] for seat in table["seats"]]


def sit(client: TestClient) -> tuple[str, list[dict[str, str]]]:
    people = [visitor(client) for _ in range(2)]
    made = open_table(client, people[0], TIMED)
    invite = {"invite": made["invite"].split("invite=")[1]}
    assert client.post(f"/api/tables/{made['id']}/join", json=invite, headers=people[1]).status_code == 200
    return made["id"], people


def play(client: TestClient, table: str, people: list[dict[str, str]]) -> dict[str, Any]:
    """Make a move for the player whose turn it is; gives the table after it."""
    for who in people:
        tokens = client.get(f"/api/tables/{table}", headers=who).json()["tokens"]
        if tokens:
            move = {"do": "move", "id": f"m{time.monotonic_ns()}", "tokens": [next(iter(tokens))]}
            assert client.post(f"/api/tables/{table}/do", json=move, headers=who).json()["type"] == "ok"
            break
    found: dict[str, Any] = client.get(f"/api/tables/{table}", headers=people[0]).json()
    return found


@pytest.mark.parametrize("jump", [HOUR, -HOUR])
def test_a_clock_that_jumps_while_the_server_runs_costs_and_gives_nobody_time(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, jump: float
) -> None:
    table, people = sit(client)
    real = time.time
    monkeypatch.setattr("time.time", lambda: real() + jump)
    for number in range(1, 5):
        found = play(client, table, people)
        assert len(found["log"]) == number and all(500 < one <= 600 for one in left(found)), left(found)
        assert not any(seat["away"] for seat in found["seats"])


@pytest.mark.parametrize("jump", [HOUR, -HOUR])
def test_a_clock_that_jumps_while_the_server_is_stopped_flags_nobody(
    database: str, monkeypatch: pytest.MonkeyPatch, jump: float
) -> None:
    with TestClient(create_app(database, pace=0.0), base_url="http://box.test") as client:
        table, people = sit(client)
        play(client, table, people)
    monkeypatch.setattr(steady_time, "_AHEAD", steady_time._AHEAD + jump)
    with TestClient(create_app(database, pace=0.0), base_url="http://box.test") as client:
        found = client.get(f"/api/tables/{table}", headers=people[0]).json()
        low, high = (0, COMING_BACK) if jump > 0 else (500, 600)
        running = [seat["clock"]["left"] for seat in found["seats"] if seat["clock"]["running"]]
        assert len(running) == 1 and low < running[0] <= high
        assert not any(seat["away"] for seat in found["seats"])
        assert len(play(client, table, people)["log"]) == 2


def test_who_comes_back_has_a_moment_but_not_more_than_before() -> None:
    def resumed(seconds: float, away: float) -> float:
        clock = Clock("game", seconds, 0.0, [seconds, seconds], [1000.0, None])
        clock.resume(1000.0 + away)
        assert clock.since == [1000.0 + away, None] and clock.left[1] == seconds
        return clock.left[0]

    assert resumed(600, 100) == 500, "time that passed counts"
    assert resumed(600, 590) == resumed(600, 7200) == COMING_BACK
    assert resumed(20, 7200) == 20
    assert resumed(600, -7200) == 600, "the time of day was set back"
