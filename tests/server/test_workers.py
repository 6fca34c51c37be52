"""Several workers over one PostgreSQL and one Redis: every table is in one of them, and any of them reaches it."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import json
import os
import shutil
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import ClientConnection, connect

from pizzabox.engine.errors import PizzaboxError
from pizzabox.server.run import serve
from tests.helpers import aside, size
from tests.postgres import programs
from tests.serving import PATIENCE, ask, stop

pytest.importorskip("psycopg")
pytest.importorskip("redis")

import psycopg

from tests.server.chaos import Box, Outcome, box, judge, open_table, patiently, storm

FRIENDS = {"game": "theory", "options": {"players": 2, "first": "red"}, "seats": [{"kind": "me"}, {"kind": "open"}]}


@pytest.fixture(scope="module")
def two() -> Iterator[Box]:
    if programs() is None or not shutil.which("redis-server"):
        pytest.skip("PostgreSQL or Redis is not installed")
    with box(2, compiled=False) as made:
        yield made


def sit_down(port: int) -> tuple[str, list[str]]:
    """A table with two people."""
    table = open_table(port, FRIENDS)
    return table.id, table.people


class Line:
    """A program at a table. It comes back when it is let go: a worker may be too slow to say that it is alive."""

    def __init__(self, port: int, table: str, who: str) -> None:
        self.url, self.who = f"ws://127.0.0.1:{port}/ws/{table}", {"authorization": f"Bearer {who}"}
        self.held, self.turn = ExitStack(), dict[str, Any]()
        self._kept_up(lambda: None, lost=True)

    def _come(self) -> None:
        self.held.close()
        self.socket = self.held.enter_context(connect(self.url, additional_headers=self.who, max_queue=None))
        self.socket.send(json.dumps({"do": "hello", "words": False}))
        self.turn = self._next("turn")

    def _next(self, kind: str) -> dict[str, Any]:
        while True:
            message: dict[str, Any] = json.loads(self.socket.recv(timeout=20))
            if message["type"] == kind:
                return message

    def _kept_up(self, work: Callable[[], None], lost: bool = False) -> None:
        """Do something on the line, and again on a new one where it is lost meanwhile."""
        limit = time.monotonic() + PATIENCE
        while True:
            try:
                if lost:
                    self._come()
                    lost = False
                work()
                return
            except (OSError, WebSocketException, TimeoutError):
                lost = True
                time.sleep(0.05)
            assert time.monotonic() < limit, "nobody opened the table"

    def play(self) -> None:
        """Play the first legal move, and hear that it is stored. Sent again, it is the same move."""
        wish = {"do": "move", "id": "m", "code": self.turn["codes"][0]}

        def store() -> None:
            self.socket.send(json.dumps(wish))
            assert self._next("ok")["id"] == "m"

        self._kept_up(store)

    def sees(self, acts: list[int]) -> None:
        """Its next message says that it is the turn of these seats."""

        def look() -> None:
            if self.turn["acts"] != acts:
                self.turn = self._next("turn")
            assert self.turn["acts"] == acts

        self._kept_up(look)

    def close(self) -> None:
        self.held.close()


def test_every_connection_reaches_the_one_worker_of_its_table(two: Box) -> None:
    """Of eight connections to each of two tables some arrive at the wrong worker, and all see the same."""
    for _ in range(size(2, 4)):
        table, people = sit_down(two.port)
        strangers = [patiently(lambda: ask(two.port, "/api/token", body={}))["token"] for _ in range(6)]
        watching = [Line(two.port, table, who) for who in strangers]
        playing = [Line(two.port, table, who) for who in people]
        playing[0].play()
        for line in (*watching, playing[1]):
            line.sees([1])
        for line in (*watching, *playing):
            line.close()
        state = patiently(functools.partial(ask, two.port, f"/api/tables/{table}", people[0]))
        assert len(state["log"]) == 1
    with psycopg.connect(two.database.url, autocommit=True) as database:
        limit, having, alive = time.monotonic() + PATIENCE, set[str](), set[str]()
        while len(alive) != 2 or not having <= alive:  # one that was too slow for a moment has begun anew
            assert time.monotonic() < limit, (having, alive)
            having = {worker for (worker,) in database.execute("SELECT DISTINCT worker FROM tables")}
            alive = {worker for (worker,) in database.execute("SELECT id FROM workers WHERE beat >= 0")}


def test_when_redis_dies_connections_come_back(two: Box) -> None:
    table, people = sit_down(two.port)
    first = [Line(two.port, table, people[0]) for _ in range(6)]
    two.redis.kill()
    two.redis.start()
    again = [Line(two.port, table, people[0]) for _ in range(6)]
    again[0].play()
    for line in again:
        line.close()
    again = [Line(two.port, table, people[1]) for _ in range(6)]
    assert all(line.turn["acts"] == [1] and len(line.turn["moves"]) == 1 for line in again)
    for line in (*first, *again):
        line.close()


def test_a_dead_worker_loses_nothing_and_another_opens_its_tables(two: Box) -> None:
    tables = [sit_down(two.port) for _ in range(4)]
    lines = [Line(two.port, table, people[0]) for table, people in tables]
    for line in lines:
        line.play()
    victim = two.workers()[0]
    os.kill(victim, signal.SIGKILL)
    killed, seconds = time.monotonic(), list[float]()
    for table, people in tables:
        again = Line(two.port, table, people[1])
        assert again.turn["acts"] == [1] and len(again.turn["moves"]) == 1, "the move that was acknowledged"
        again.play()
        seconds.append(time.monotonic() - killed)
        again.close()
    print("a move at each table was stored again after", ", ".join(f"{one:.1f} s" for one in seconds))
    for line in lines:
        line.close()
    limit = time.monotonic() + PATIENCE
    while len(two.workers()) < 2 or victim in two.workers():
        assert time.monotonic() < limit, "no other worker was started"
        time.sleep(0.05)


def test_nothing_is_lost_in_a_storm(two: Box) -> None:
    """The short form of `make chaos`."""
    outcome = aside(asyncio.run, storm(two, faults=4, live=6, seed=2, pace=0.2))
    print(outcome)
    assert outcome.faults.total() == 4 and outcome.acknowledged > 0
    assert outcome.wrong == []


def test_a_storm_that_loses_something_is_noticed(two: Box) -> None:
    table = open_table(two.port, FRIENDS)
    table.kept.append("a move that was never stored")
    table.identities[0] = "somebody who never sat down"
    table.asked = {0, 1}
    outcome = Outcome()
    judge(two, [table], outcome)
    assert len(outcome.wrong) == 3 and "0 times" in outcome.wrong[0] and "belong" in outcome.wrong[1]
    assert "everybody wants a rematch" in outcome.wrong[2]


def test_a_rematch_that_is_not_the_only_one_is_noticed(two: Box) -> None:
    table = open_table(two.port, FRIENDS)
    with psycopg.connect(two.database.url, autocommit=True) as database:
        database.execute("INSERT INTO seats VALUES ('made twice', 1, %s)", (table.identities[1],))
    table.next = "made first"
    outcome = Outcome()
    judge(two, [table], outcome)
    assert len(outcome.wrong) == 2 and "made first" in outcome.wrong[0] and "made twice" in outcome.wrong[1]


def close_code(line: ClientConnection) -> int | None:
    """Why a connection was ended."""
    with contextlib.suppress(ConnectionClosed):
        while True:
            line.recv(timeout=20)
    return line.close_code


def test_whoever_is_connected_when_the_server_stops_is_told_to_come_back() -> None:
    """Also those whose table is at the other worker than they are."""
    if programs() is None or not shutil.which("redis-server"):
        pytest.skip("PostgreSQL or Redis is not installed")
    with box(2, compiled=False) as here, ExitStack() as held:
        lines: list[ClientConnection] = []
        for _ in range(5):
            table, people = sit_down(here.port)
            for who in people * 3:
                headers = {"authorization": f"Bearer {who}"}
                line = held.enter_context(connect(f"ws://127.0.0.1:{here.port}/ws/{table}", additional_headers=headers))
                line.send(json.dumps({"do": "hello", "words": False}))
                line.recv(timeout=20)
                lines.append(line)
        stop(here.server)
        assert [close_code(line) for line in lines] == [1012] * len(lines)


@pytest.mark.parametrize(
    "wish", [{"workers": 2}, {"redis": "redis://x"}, {"workers": 2, "database": "sqlite:///x.db", "redis": "redis://x"}]
)
def test_what_several_workers_need_is_said(wish: dict[str, Any]) -> None:
    with pytest.raises(PizzaboxError, match="--database postgresql"):
        serve(**wish)
