"""Who may change a table: one worker at a time, by the clock of the database, and the fence keeps others out."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
import sqlalchemy as sa

from pizzabox.server.leases import LEASE, Lapsed, Leases
from pizzabox.server.schema import TABLES, WORKERS
from pizzabox.server.store import Change, Stale, Store
from tests.helpers import aside
from tests.postgres import Postgres


@pytest.fixture
def store(postgresql: Postgres) -> Iterator[Store]:
    made = Store(postgresql.schema())
    yield made
    aside(asyncio.run, made.close())


def worker(store: Store) -> Leases:
    made = Leases(store.engine)
    made.join()
    return made


def row(version: int = 0, status: str = "running") -> dict[str, Any]:
    values = {"version": version, "game": "theory", "status": status, "public": True, "moved": 1.0}
    return {**values, "meta": {}, "state": b""}


def new(store: Store, id: str, owner: Leases | None, status: str = "running") -> None:
    change = Change(id, -1, row(status=status), [], worker=owner.worker if owner else None)
    assert store.write([change]) == [None]


def fence(store: Store, id: str) -> int:
    with store.engine.connect() as connection:
        return int(connection.execute(sa.select(TABLES.c.fence).where(TABLES.c.id == id)).scalar_one())


def die(store: Store, *dead: Leases) -> None:
    """As if nothing had been heard of these workers for long."""
    ids = [one.worker for one in dead]
    with store.engine.begin() as connection:
        gone = WORKERS.update().where(WORKERS.c.id.in_(ids))
        connection.execute(gone.values(until=WORKERS.c.until - 2 * LEASE))


def test_a_table_is_in_one_worker_at_a_time(store: Store) -> None:
    one, two = worker(store), worker(store)
    new(store, "t", one)
    assert one.take("t") == two.take("t") == one.worker
    assert fence(store, "t") == 0, "it has not changed hands"
    assert two.take("nothing") is None


def test_what_a_dead_worker_had_is_taken_and_what_it_writes_then_is_refused(store: Store) -> None:
    one, two = worker(store), worker(store)
    new(store, "t", one)
    die(store, one)
    assert two.take("t") == two.worker and fence(store, "t") == 1
    (problem,) = store.write([Change("t", 0, row(1), [])])
    assert isinstance(problem, Stale), "the version is the right one, the fence is not"
    assert store.write([Change("t", 0, row(1), [], fence=1)]) == [None]
    with pytest.raises(Lapsed):
        one.renew()


def test_a_dead_worker_takes_nothing(store: Store) -> None:
    one, two = worker(store), worker(store)
    new(store, "t", two)
    die(store, one, two)
    with pytest.raises(Lapsed):
        one.take("t")
    assert fence(store, "t") == 0


def test_running_tables_of_the_dead_are_shared_out_once(store: Store) -> None:
    one, two, three = (worker(store) for _ in range(3))
    for i in range(5):
        new(store, f"t{i}", one)
    new(store, "over", one, "over")
    assert two.renew() and not two.take_abandoned(9), "nobody is dead"
    die(store, one)
    assert set(two.renew()) == {two.worker, three.worker}
    assert len(two.take_abandoned(3)) == 3
    assert len(three.take_abandoned(9)) == 2
    assert not two.take_abandoned(9)
    assert two.take("over") == two.worker, "one that is over is opened when somebody asks"


def test_who_leaves_gives_tables_back_at_once(store: Store) -> None:
    one, two = worker(store), worker(store)
    new(store, "t", one)
    one.leave()
    assert two.renew() == [two.worker]
    assert two.take_abandoned(9) == ["t"]


def test_a_lease_that_is_renewed_stays(store: Store) -> None:
    one, two = worker(store), worker(store)
    new(store, "t", one)
    assert {one.worker, two.worker} == set(one.renew()) == set(two.renew())
    assert two.take("t") == one.worker
