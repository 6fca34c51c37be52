"""Rematches, whatever stops the server meanwhile: a wish that is acknowledged leads to one next table, and one only."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
import sqlalchemy as sa

from pizzabox.server import store as stores
from pizzabox.server.hub import Hub
from pizzabox.server.room import Room
from pizzabox.server.schema import EVENTS, TABLES
from pizzabox.server.store import NotStored, Store
from pizzabox.server.subscriber import Subscriber
from pizzabox.table.requests import allowed, rematch_request
from tests.helpers import aside
from tests.server.test_room import until

WISH = {"game": "theory", "options": {"players": 2}, "seats": [{"kind": "me"}, {"kind": "open"}]}


@pytest.fixture
def database(either_database: str) -> str:
    """Each test of this file on SQLite and on PostgreSQL."""
    return either_database


async def wish(room: Room, who: str) -> list[Any]:
    """Somebody wants a rematch: what they are answered."""
    answers: list[Any] = []
    await room.carry_out(who, {"do": "rematch"}, answers.append)
    return answers


def at_the_end(database: str, scene: Callable[[Hub, Room], Awaitable[None]]) -> None:
    """Run a scene at a table that is over and where `ada` wants a rematch, and `bob` has not answered yet."""

    async def run() -> None:
        hub = Hub(Store(database))
        room = await hub.create(WISH, "ada")
        await room.sit("bob", None, None, room.match.invite)
        await room.carry_out("ada", {"do": "concede"}, lambda _: None)
        await wish(room, "ada")
        try:
            await scene(hub, room)
        finally:
            await hub.close()

    aside(asyncio.run, run())


def stored(hub: Hub, first: str) -> tuple[list[str], list[str]]:
    """Of a table of two: the other tables there are, and those that it announced as its next."""
    with hub.store.engine.connect() as connection:
        others = connection.scalars(sa.select(TABLES.c.id).where(TABLES.c.id != first)).all()
        announced = connection.scalar(
            sa.select(sa.func.count()).where((EVENTS.c.table_id == first) & (EVENTS.c.kind == "next"))
        )
    found = hub.store.table(first)
    assert found and bool(found[0]["meta"]["next"]) == bool(announced) and announced in (0, 1)
    return list(others), [found[0]["meta"]["next"]] if announced else []


async def leave_asking(hub: Hub, room: Room) -> None:
    """Leave the table as a server of before did that died between the last wish and the next table."""
    match, before = room.match, room.match.version
    event = match.ask_rematch("bob", None)
    await hub.store.commit(hub.change_of(room, before, [event]))
    hub.close_rooms()


def test_the_last_wish_and_the_next_table_are_stored_together_or_not_at_all(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server dies, or its store fails, before, in the middle of and after what is written for a rematch."""

    async def scene(hub: Hub, room: Room) -> None:
        id, version, execute, written = room.match.id, room.match.version, stores._execute, list[str]()

        def dies(connection: sa.Connection, statement: str, rows: Any) -> int:
            written.append(statement)
            if len(written) == dying:
                raise sa.exc.OperationalError(statement, None, OSError("the disk is full"))
            return execute(connection, statement, rows)

        monkeypatch.setattr(stores, "_execute", dies)
        for dying in (1, 2):  # the new table is there; then the old one is changed too, and only its events are missing
            written.clear()
            with pytest.raises(NotStored):
                await wish(room, "bob")
            assert stored(hub, id) == ([], []) and len(written) == dying
            assert room.match.version == version and room.match.rematch_waits_for() == [1]
            assert rematch_request(room.match) == {"seats": [0], "waiting": [1]}, "bob is asked as before"
        dying = 0
        assert [answer["type"] for answer in await wish(room, "bob")] == ["ok"]
        others, announced = stored(hub, id)
        assert others == announced == [room.match.next_table] and others[0] in hub.rooms
        hub.close_rooms()  # the server dies before it can tell anybody
        again = await hub.room(id)
        assert again.match.next_table == others[0]
        after = await hub.room(others[0])
        assert [seat.owner for seat in after.match.seats] == ["ada", "bob"] and not after.match.over

    at_the_end(database, scene)


def test_who_wants_a_rematch_that_cannot_be_begun_can_ask_again(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not the store fails, but something in the new game."""

    async def scene(hub: Hub, room: Room) -> None:
        with monkeypatch.context() as broken:
            broken.setattr(Hub, "new_room", lambda *_: 1 / 0)
            with pytest.raises(ZeroDivisionError):
                await wish(room, "bob")
            assert stored(hub, room.match.id) == ([], []) and room.match.rematch_waits_for() == [1]
        await wish(room, "bob")
        others, announced = stored(hub, room.match.id)
        assert others == announced == [room.match.next_table]

    at_the_end(database, scene)


def test_a_rematch_that_was_left_in_the_middle_is_taken_up_when_somebody_opens_the_table(database: str) -> None:
    async def scene(hub: Hub, room: Room) -> None:
        await leave_asking(hub, room)
        again = await hub.room(room.match.id)
        await until(lambda: again.match.next_table and not again.busy)
        others, announced = stored(hub, room.match.id)
        assert others == announced == [again.match.next_table]

    at_the_end(database, scene)


def test_a_rematch_that_cannot_be_taken_up_is_tried_again_and_nobody_waits_in_vain(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(hub: Hub, room: Room) -> None:
        await leave_asking(hub, room)
        tried = 0

        def full(changes: Any) -> list[Exception]:
            nonlocal tried
            tried += len(changes)
            return [OSError("the disk is full")] * len(changes)

        with monkeypatch.context() as broken:
            broken.setattr(hub.store, "write", full)
            again = await hub.room(room.match.id)
            await until(lambda: tried == 1 and not again.busy)
            assert rematch_request(again.match) is None and allowed(again.match, [1], 1, ())["rematch"]
            with pytest.raises(NotStored):
                await wish(again, "bob")
            assert allowed(again.match, [0], 0, ())["rematch"] and tried == 2
            assert not again.match.next_table and again.match.wants_rematch
        again.enter(Subscriber("bob", "http://box"))
        await until(lambda: again.match.next_table and not again.lock.locked())
        others, announced = stored(hub, room.match.id)
        assert others == announced == [again.match.next_table]

    at_the_end(database, scene)


@pytest.mark.parametrize("left", [True, False])
def test_two_workers_that_both_have_a_table_open_begin_one_rematch(database: str, left: bool) -> None:
    """As when one was taken for dead and writes all the same."""

    async def scene(hub: Hub, room: Room) -> None:
        if left:
            await leave_asking(hub, room)
        other = Hub(Store(database))
        try:
            rooms = [await hub.room(room.match.id), await other.room(room.match.id)]
            if not left:
                found = await asyncio.gather(*(wish(one, "bob") for one in rooms), return_exceptions=True)
                assert sorted(type(one) for one in found if isinstance(one, Exception)) == [NotStored]
            await until(lambda: all(one.match.next_table and not one.busy for one in rooms))
            others, announced = stored(hub, room.match.id)
            assert len(others) == 1 and others == announced
            assert [one.match.next_table for one in rooms] == others * 2
        finally:
            await other.close()

    at_the_end(database, scene)
