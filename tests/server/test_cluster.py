"""One worker among others, on a real PostgreSQL and a real Redis: what it begins, forgets and refuses."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from urllib.parse import unquote

import pytest
import sqlalchemy as sa

from pizzabox.server import workers
from pizzabox.table.match import Match
from tests.helpers import aside
from tests.postgres import Database
from tests.redis_server import RedisServer
from tests.server.test_room import Slow, until
from tests.server.wire import Line, Site, site

pytest.importorskip("redis")

TABLE = {"game": "hexentafl", "seats": [{"kind": "me"}, {"kind": "open"}]}
ALONE = {"game": "hexentafl", "seats": [{"kind": "me"}, {"kind": "me"}]}


@pytest.fixture(autouse=True)
def nobody_is_taken_for_dead(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long this machine lets a worker wait."""
    for place in ("leases.LEASE", "cluster.LEASE", "cluster.STUCK"):
        monkeypatch.setattr(f"pizzabox.server.{place}", 3600.0)


def test_a_worker_that_begins_again_keeps_no_table_of_before(
    postgresql: Database, redis: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody asks for a table while the worker has no new name yet."""

    async def scene() -> None:
        async with site(postgresql.schema(), redis=redis.url) as box:
            cluster, before = box.app.state.cluster, box.app.state.cluster.worker
            room = await box.hub.create(TABLE, "ada")
            begin = cluster._begin

            async def asked_meanwhile() -> None:
                assert await box.hub.room(room.match.id) is not room
                await begin()

            monkeypatch.setattr(cluster, "_begin", asked_meanwhile)
            await cluster._begin_again(box.hub)
            assert cluster.worker != before and not box.hub.rooms

    aside(asyncio.run, scene())


def test_who_asks_too_much_costs_the_database_nothing(
    postgresql: Database, redis: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whose a table is has to be asked there, so it is not asked for one who is refused."""
    asked: list[str] = []

    async def scene() -> None:
        async with site(postgresql.schema(), redis=redis.url, rate=1e-9, burst=3.0) as box:
            ada = box.app.state.identities.new()
            take = box.app.state.cluster.leases.take
            monkeypatch.setattr(box.app.state.cluster.leases, "take", lambda id: asked.append(id) or take(id))
            found = [(await box.ask("GET", f"/api/tables/none{n}", ada)).status for n in range(8)]
            assert found == [404] * 3 + [429] * 5
            assert set(asked) == {"none0", "none1", "none2"}

    aside(asyncio.run, scene())


def test_a_connection_is_looked_at_once_by_the_worker_it_arrives_at(postgresql: Database, redis: RedisServer) -> None:
    """What it found out about who asks goes along, and the answer has one cookie."""

    async def scene() -> None:
        database = postgresql.schema()
        async with site(database, redis=redis.url) as one, site(database, redis=redis.url, rate=1e-9, burst=1.0) as two:
            ada = two.app.state.identities.new()
            room = await two.hub.create(TABLE, ada)
            for box in (one, two):
                cluster = box.app.state.cluster
                cluster.workers = cluster.leases.renew()
                cluster.bridge.meet(cluster.workers)
            for _ in range(3):  # the other has nothing to refuse
                found = await one.ask("GET", f"/api/tables/{room.match.id}", ada)
                assert found.status == 200 and found.json()["you"]["seats"] == [0], found
            fresh = await one.ask("GET", f"/t/{room.match.id}")
            assert fresh.status == 200 and fresh.headers["set-cookie"].count("pizzabox=") == 1

    aside(asyncio.run, scene())


@contextlib.asynccontextmanager
async def two_sites(postgresql: Database, redis: RedisServer) -> AsyncIterator[tuple[Site, Site]]:
    """Two workers that know each other."""
    database = postgresql.schema()
    async with site(database, redis=redis.url) as one, site(database, redis=redis.url) as two:
        for box in (one, two):
            cluster = box.app.state.cluster
            cluster.workers = cluster.leases.renew()
            cluster.bridge.meet(cluster.workers)
        yield one, two


async def plays(line: Line, match: Match) -> None:
    """Send a move, and don't wait for its answer."""
    (seat,) = match.acting
    line.send({"do": "hello", "words": False})
    await line.until("turn")
    line.send({"do": "move", "id": "m", "seat": seat, "code": match.position.codes(seat)[0]})


def test_when_the_server_stops_everybody_is_told_and_what_was_acknowledged_is_stored(
    postgresql: Database, redis: RedisServer
) -> None:
    """Of 24 connections to two workers half are forwarded; each sends a move as the workers stop."""

    async def scene() -> None:
        async with two_sites(postgresql, redis) as boxes:
            lines: list[tuple[Line, Site, str]] = []
            ada, moves = boxes[0].app.state.identities.new(), 0
            for n in range(24):
                at, through = boxes[n % 2], boxes[n // 2 % 2]
                match = (await at.hub.create(ALONE, ada)).match
                lines.append((await through.connect(match.id, ada), through, match.id))
                await plays(lines[-1][0], match)

            async def stopped(box: Site) -> list[int | None]:
                await box.hub.hang_up()
                return [line.closed for line, through, _ in lines if through is box]

            assert await asyncio.gather(*map(stopped, boxes)) == [[1012] * 12] * 2
            for line, _, id in lines:
                found = boxes[0].hub.store.table(id)
                acknowledged = sum(text.startswith('{"type":"ok"') for text in await line.rest())
                assert found and len(found[1]) >= acknowledged
                moves += acknowledged
            assert moves

    aside(asyncio.run, scene())


def test_the_last_answers_come_before_the_end_of_a_connection_that_is_forwarded(
    postgresql: Database, redis: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The one worker stops while the other, which has the table, is storing a move."""
    monkeypatch.setattr("pizzabox.server.forwarding.GOODBYE", 60.0)

    async def scene() -> None:
        async with two_sites(postgresql, redis) as (one, two):
            ada = one.app.state.identities.new()
            room = await two.hub.create(ALONE, ada)
            line = await one.connect(room.match.id, ada)
            slow = Slow(two.hub)
            await plays(line, room.match)
            await until(lambda: slow.waiting)
            stopping = asyncio.create_task(one.hub.hang_up())
            await asyncio.sleep(0)
            assert line.closed is None
            slow.pass_on()
            await stopping
            assert line.closed == 1012 and '"id":"m"' in (await line.until("ok"))[-1]

    aside(asyncio.run, scene())


def test_an_id_that_no_table_has_is_not_asked_for(
    postgresql: Database, redis: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """PostgreSQL fails at a NUL; whoever came by such a link would be told for ever to come back."""
    asked: list[str] = []

    async def scene() -> None:
        async with site(postgresql.schema(), redis=redis.url) as box:
            monkeypatch.setattr(box.app.state.cluster.leases, "take", asked.append)
            for path in ("/t/%00", "/api/tables/a%00b", "/review/%00", f"/api/review/r%00{'0' * 19}"):
                assert (await box.ask("GET", unquote(path))).status == 404, path
            line = await box.connect("\0", "ada")
            while await line.receive() is not None:
                pass
            assert line.closed == 4404 and not asked

    aside(asyncio.run, scene())


def test_what_strangers_ask_for_begins_no_line_of_the_log(
    postgresql: Database, redis: RedisServer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def scene() -> None:
        async with site(postgresql.schema(), redis=redis.url) as box:

            def fail(table: str) -> None:
                raise sa.exc.OperationalError("SELECT a\nFROM b", None, OSError("gone\naway"))

            monkeypatch.setattr(box.app.state.cluster.leases, "take", fail)
            assert (await box.ask("GET", "/t/x/\0\n2026-01-01 ERROR forged")).status == 503

    with caplog.at_level("WARNING"):
        aside(asyncio.run, scene())
    (said,) = [one for one in caplog.messages if "forged" in one]
    assert said.isprintable() and said.endswith("gone away")


def test_a_server_stops_though_a_worker_does_not_answer_yet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As one that can't reach its database."""
    silent = tmp_path / "python"
    silent.write_text("#!/bin/sh\nexec sleep 3600\n")
    silent.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(silent))
    monkeypatch.setattr(workers, "GOODBYE", 0.1)

    async def scene() -> None:
        stop, first = asyncio.Event(), asyncio.get_running_loop().create_future()
        keeping = asyncio.create_task(workers._keep_alive(workers.Settings("", 1, "", ""), stop, first))
        await asyncio.sleep(0.3)
        assert not keeping.done()
        stop.set()
        await asyncio.wait_for(keeping, 30)
        assert not first.done()

    aside(asyncio.run, scene())
