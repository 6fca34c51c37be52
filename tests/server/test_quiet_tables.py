"""A table without people or events is dropped from memory after a while; all others stay."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from pizzabox.engine.position import Move, View
from pizzabox.server import hub
from pizzabox.server.room import Room
from tests.helpers import aside
from tests.server.wire import Line, Site, site

HOST, GUEST = "the-host-of-the-table", "the-guest-of-the-table"
NEVER = 1e9
TWO = {"game": "hexentafl", "seats": [{"kind": "me"}, {"kind": "me"}]}


@pytest.fixture
def database(either_database: str) -> str:
    """Each test of this file on SQLite and on PostgreSQL."""
    return either_database


def run(database: str, work: Callable[[Site], Awaitable[None]], **settings: Any) -> None:
    async def served() -> None:
        async with site(database, **settings) as box:
            await work(box)

    aside(lambda: asyncio.run(served()))


@pytest.fixture(autouse=True)
def quick_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Quiet tables are looked for all the time; but see `closed` for how long they have to be quiet."""
    monkeypatch.setattr(hub, "QUIET", NEVER)
    monkeypatch.setattr(hub, "LOOK", 0.01)


async def closed(room: Room) -> None:
    """Wait until a table has left the memory, if none has to be quiet for any time."""
    hub.QUIET = 0.0
    async with asyncio.timeout(30):
        while not room.closed:
            await asyncio.sleep(0.005)
    hub.QUIET = NEVER


async def stays(box: Site, room: Room) -> bool:
    """Whether a table is still open when it was looked at several times; another, which is quiet, was closed."""
    for _ in range(3):
        await closed(await box.hub.create(TWO, HOST))
    return not room.closed and box.hub.rooms[room.match.id] is room


async def watching(box: Site, room: Room, who: str) -> Line:
    line = await box.connect(room.match.id, who)
    line.send({"do": "hello"})
    await line.until("table")
    return line


def test_a_quiet_table_is_closed_and_opened_again_as_it_was(database: str) -> None:
    async def work(box: Site) -> None:
        room = await box.hub.create(TWO, HOST)
        await asyncio.sleep(0.05)
        assert not room.closed, "not at once"
        line = await watching(box, room, HOST)
        for n in range(3):
            seat = room.match.acting[0]
            code = room.match.position.codes(seat)[0]
            line.send({"do": "move", "seat": seat, "code": code, "id": f"move {n}"})
            await line.until("ok")
        line.send({"do": "chat", "text": "Ciao!"})
        await line.settled()
        before, acting = bytes(room.match.position.state), room.match.acting
        assert await stays(box, room), "somebody is there"
        await line.close()
        await closed(room)
        assert room.match.id not in box.hub.rooms
        again = await watching(box, room, HOST)
        other = box.hub.rooms[room.match.id]
        assert other is not room
        assert (bytes(other.match.position.state), other.match.acting) == (before, acting)
        assert len(other.match.position.steps) == 3 and [line["text"] for line in other.match.chat] == ["Ciao!"]
        seat = other.match.acting[0]
        again.send({"do": "move", "seat": seat, "code": other.match.position.codes(seat)[0]})
        await again.until("ok")
        await again.close()

    run(database, work)


def test_a_table_stays_where_a_bot_is_to_move(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(box: Site) -> None:
        going = asyncio.Event()

        async def think(self: object, player: object, view: View, room: Room) -> Move:
            await going.wait()
            return view.legal()[0]

        monkeypatch.setattr("pizzabox.server.hub.Hub.think", think)
        wish = {"game": "hexentafl", "seats": [{"kind": "bot", "bot": "random"}, {"kind": "me"}]}
        room = await box.hub.create(wish | {"options": {"first": "defenders"}}, HOST)
        if not room.thinking:
            wish["seats"].reverse()  # type: ignore[attr-defined]
            room = await box.hub.create(wish | {"options": {"first": "defenders"}}, HOST)
        assert room.thinking and await stays(box, room)
        going.set()
        await closed(room)
        assert len(room.match.position.steps) == 1, "its move was played before"

    run(database, work)


def test_a_table_stays_where_a_clock_runs(database: str) -> None:
    async def work(box: Site) -> None:
        room = await box.hub.create(TWO | {"clock": {"kind": "move", "seconds": 600}}, HOST)
        waiting = await box.hub.create(
            {
                "game": "hexentafl",
                "clock": {"kind": "move", "seconds": 600},
                "seats": [{"kind": "me"}, {"kind": "open"}],
            },
            HOST,
        )
        assert await stays(box, room)
        await closed(waiting)  # it does not run before all are there

    run(database, work)


def test_a_table_stays_while_somebody_is_waited_for(database: str) -> None:
    """A bot takes over for a player who is away; until then, and while an undo request waits, the table stays."""

    async def work(box: Site) -> None:
        room = await box.hub.create(TWO | {"absent": "bot"}, HOST)
        line = await watching(box, room, HOST)
        await line.close()
        assert await stays(box, room)
        asked = await box.hub.create(TWO, HOST)
        asked.match.seats[1].owner = GUEST
        (mover,) = asked.match.acting
        owner, code = str(asked.match.seats[mover].owner), asked.match.position.codes(mover)[0]
        await asked.carry_out(owner, {"do": "move", "seat": mover, "code": code}, lambda answer: None)
        await asked.carry_out(owner, {"do": "undo", "seat": mover}, lambda answer: None)
        assert asked.match.undo_request and await stays(box, asked)
        other = HOST if owner == GUEST else GUEST
        await asked.carry_out(other, {"do": "undo", "seat": 1 - mover, "answer": "yes"}, lambda answer: None)
        await closed(asked)

    run(database, work, absent_after=600.0)


def test_a_server_opens_at_its_start_only_what_goes_on_by_itself(database: str) -> None:
    """A bot that is to move moves, a clock runs on; a table that waits for people is opened on request."""
    known: dict[str, str] = {}

    async def begin(box: Site) -> None:
        clock, bots = {"kind": "move", "seconds": 600}, [{"kind": "bot", "bot": "random"}] * 2
        for name, more in (("people", {}), ("clock", {"clock": clock}), ("bots", {"seats": bots})):
            room = await box.hub.create(TWO | more, HOST)
            room.close()  # as if the server was killed before a bot moves
            known[name] = room.match.id

    async def again(box: Site) -> None:
        assert {known["clock"], known["bots"]} <= set(box.hub.rooms) and known["people"] not in box.hub.rooms
        assert (await box.ask("GET", f"/api/tables/{known['people']}", HOST)).status == 200
        assert known["people"] in box.hub.rooms
        bots = box.hub.rooms[known["bots"]]
        async with asyncio.timeout(30):
            while not bots.match.position.steps:
                await asyncio.sleep(0.01)

    run(database, begin)
    run(database, again)


def test_who_comes_back_is_away_from_the_last_time_they_left(database: str) -> None:
    """An absence that ended does not count for the next."""

    async def work(box: Site) -> None:
        room = await box.hub.create(TWO | {"absent": "bot"}, HOST)
        for _ in range(2):
            line = await watching(box, room, HOST)
            await line.close()
        assert len(room._absences) == 1
        (timer,) = room._absences.values()
        room.close()
        assert timer.cancelled()

    run(database, work, absent_after=600.0)


def test_the_memory_of_a_closed_table_is_free_at_once(database: str) -> None:
    """A server hardly ever looks for objects that know each other in a circle: it would stop all tables for a while."""

    async def work(box: Site) -> None:
        room = await box.hub.create({"game": "theory", "options": {"players": 2}, "seats": [{"kind": "me"}] * 2}, "ada")
        line = await watching(box, room, "ada")
        await line.close()
        gone = weakref.ref(room), weakref.ref(room.match)
        box.hub.close_rooms()
        del room, line
        async with asyncio.timeout(30):
            while any(one() for one in gone):
                await asyncio.sleep(0.01)

    gc.collect()
    gc.disable()
    try:
        run(database, work)
    finally:
        gc.enable()
