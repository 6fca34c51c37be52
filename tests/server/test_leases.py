"""Who may change a table: one worker at a time, by no clock that anybody could set, and the fence keeps others out."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import sqlalchemy as sa

from pizzabox.server import store as stores
from pizzabox.server.cluster import RENEW_EVERY
from pizzabox.server.leases import LEASE, Lapsed, Leases
from pizzabox.server.schema import TABLES
from pizzabox.server.store import IDLE, Change, Stale, Store
from tests.helpers import aside
from tests.postgres import Database
from tests.server.query_plans import plan_of

STANDING_STILL = "idle_in_transaction_session_timeout"


@pytest.fixture
def store(postgresql: Database) -> Iterator[Store]:
    made = Store(postgresql.schema())
    yield made
    aside(asyncio.run, made.close())


class Time:
    """The time as the workers of a test see it."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now

    def pass_for(self, seconds: float, *living: Leases) -> None:
        """Let time pass, in which these workers say that they are alive."""
        for _ in range(round(seconds / RENEW_EVERY)):
            self.now += RENEW_EVERY
            for one in living:
                one.renew()


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def worker(store: Store, time: Time) -> Callable[[], Leases]:
    def made() -> Leases:
        one = Leases(store.engine, time)
        one.join()
        return one

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


def test_a_table_is_in_one_worker_at_a_time(store: Store, worker: Callable[[], Leases]) -> None:
    one, two = worker(), worker()
    new(store, "t", one)
    assert one.take("t") == two.take("t") == one.worker
    assert fence(store, "t") == 0, "it has not changed hands"
    assert two.take("nothing") is None


def test_what_a_dead_worker_had_is_taken_and_what_it_writes_then_is_refused(
    store: Store, worker: Callable[[], Leases], time: Time
) -> None:
    one, two = worker(), worker()
    new(store, "t", one)
    time.pass_for(LEASE, two)
    assert two.take("t") == one.worker, "not yet"
    time.pass_for(RENEW_EVERY, two)
    assert two.take("t") == two.worker and fence(store, "t") == 1
    (problem,) = store.write([Change("t", 0, row(1), [])])
    assert isinstance(problem, Stale), "the version is the right one, the fence is not"
    assert store.write([Change("t", 0, row(1), [], fence=1)]) == [None]
    with pytest.raises(Lapsed):
        one.renew()


def test_a_dead_worker_takes_nothing(store: Store, worker: Callable[[], Leases], time: Time) -> None:
    one, two, three = worker(), worker(), worker()
    new(store, "t", two)
    time.pass_for(LEASE + RENEW_EVERY, three)
    with pytest.raises(Lapsed):
        one.take("t")
    assert fence(store, "t") == 0


def test_who_begins_anew_is_known_before_it_has_its_name(store: Store, worker: Callable[[], Leases]) -> None:
    """The thread that renews the lease may do so in that moment: it would take the new worker for dead."""
    one = worker()
    before, named = one.worker, list[str]()

    def joining(_connection: Any, _cursor: Any, statement: str, *_more: Any) -> None:
        if statement.startswith("INSERT INTO workers"):
            named.append(one.worker)

    sa.event.listen(store.engine, "before_cursor_execute", joining)
    one.join()
    assert named == [before] and one.worker != before


def test_running_tables_of_the_dead_are_shared_out_once(store: Store, worker: Callable[[], Leases], time: Time) -> None:
    one, two, three = (worker() for _ in range(3))
    for i in range(5):
        new(store, f"t{i}", one)
    new(store, "over", one, "over")
    assert two.renew() and not two.take_abandoned(9), "nobody is dead"
    time.pass_for(LEASE + RENEW_EVERY, two, three)
    assert set(two.renew()) == {two.worker, three.worker}
    assert len(two.take_abandoned(3)) == 3
    assert len(three.take_abandoned(9)) == 2
    assert not two.take_abandoned(9)
    assert two.take("over") == two.worker, "one that is over is opened when somebody asks"


def test_who_leaves_gives_tables_back_at_once(store: Store, worker: Callable[[], Leases]) -> None:
    one, two = worker(), worker()
    new(store, "t", one)
    one.leave()
    assert two.renew() == [two.worker]
    assert two.take_abandoned(9) == ["t"]


def test_a_lease_that_is_renewed_stays(store: Store, worker: Callable[[], Leases], time: Time) -> None:
    one, two = worker(), worker()
    new(store, "t", one)
    time.pass_for(3 * LEASE, one, two)
    assert {one.worker, two.worker} == set(one.renew()) == set(two.renew())
    assert two.take("t") == one.worker


def test_who_did_not_look_for_long_takes_nobody_for_dead(
    store: Store, worker: Callable[[], Leases], time: Time
) -> None:
    """After a moment in which the database did not answer anybody, nobody has counted on yet."""
    one, two = worker(), worker()
    time.now += 10 * LEASE
    assert set(two.renew()) == set(one.renew()) == {one.worker, two.worker}


@pytest.mark.parametrize("jump", ["1 hour", "-1 hour"])
def test_no_clock_of_the_database_matters(postgresql: Database, jump: str) -> None:
    """Forward, no living worker loses its lease; backward, a dead one does not keep it."""
    url = f"{postgresql.schema()},pg_catalog"
    store, time = Store(url), Time()
    one, two = Leases(store.engine, time), Leases(store.engine, time)
    one.join()
    two.join()
    new(store, "t", one)
    for clock in ("clock_timestamp", "now"):
        with store.engine.begin() as connection:
            moved = f"SELECT pg_catalog.{clock}() + interval '{jump}'"
            connection.exec_driver_sql(f"CREATE FUNCTION {clock}() RETURNS timestamptz LANGUAGE sql AS $${moved}$$")
    with store.engine.connect() as connection:
        ahead = connection.exec_driver_sql("SELECT clock_timestamp() - pg_catalog.clock_timestamp()").scalar_one()
    assert abs(ahead.total_seconds()) > 3000, "the clock of this database has jumped"
    assert set(one.renew()) == set(two.renew()) == {one.worker, two.worker}
    time.pass_for(LEASE + RENEW_EVERY, two)
    assert two.take("t") == two.worker
    aside(asyncio.run, store.close())


def test_nobody_looks_through_all_tables_for_abandoned_ones(store: Store, worker: Callable[[], Leases]) -> None:
    """Every worker asks for them again and again, and there are hardly ever any."""
    one = worker()
    rows = [
        row(0, "running" if i % 5 == 0 else "over")
        | {"id": f"t{i}", "meta": b"{}", "fence": 0, "worker": one.worker if i % 5 == 0 else None}
        for i in range(3000)
    ]
    with store.engine.begin() as connection:
        connection.execute(TABLES.insert(), rows)
        connection.exec_driver_sql("ANALYZE")
    found: list[str] = []
    plan = plan_of(store, lambda: found.extend(one.take_abandoned(200)))
    assert found == []
    assert "ix_tables_abandoned" in plan, plan


def test_a_worker_that_stands_still_while_it_writes_holds_up_nobody(
    store: Store, worker: Callable[[], Leases], time: Time
) -> None:
    """Its tables are locked. The others stay alive and take what is free; the rest is free once PostgreSQL ends it."""
    one, two, three = (worker() for _ in range(3))
    for id in ("locked", "free"):
        new(store, id, one)
    with Store(store.url).engine.connect() as stopped:
        backend, usual = stopped.execute(sa.text(f"SELECT pg_backend_pid(), current_setting('{STANDING_STILL}')")).one()
        assert usual == f"{IDLE:.0f}s"
        stopped.execute(sa.text(f"SET LOCAL {STANDING_STILL} = 0"))  # not before this test is ready
        stopped.execute(sa.select(TABLES).where(TABLES.c.id == "locked").with_for_update())
        time.pass_for(LEASE + RENEW_EVERY, two, three)  # ends only because nobody waits for the lock
        assert two.take_abandoned(9) == ["free"]
        assert set(three.renew()) == {two.worker, three.worker}
        with pytest.raises(Lapsed):
            one.renew()
        stopped.execute(sa.text(f"SET LOCAL {STANDING_STILL} = {usual!r}"))
        while still_there(store, backend):
            time.pass_for(RENEW_EVERY, two, three)
        time.pass_for(RENEW_EVERY, two, three)
        assert three.take_abandoned(9) == ["locked"]
        with pytest.raises(sa.exc.DBAPIError):
            stopped.execute(TABLES.update().values(version=99))
        stopped.invalidate()
        stopped.engine.dispose()
    assert fence(store, "locked") == fence(store, "free") == 1


def still_there(store: Store, backend: int) -> bool:
    """Whether a connection is still there: PostgreSQL ends one that stands still in the middle of a transaction."""
    with store.engine.connect() as connection:
        asked = sa.text("SELECT count(*) FROM pg_stat_activity WHERE pid = :pid")
        return bool(connection.execute(asked, {"pid": backend}).scalar_one())


def test_a_worker_that_stands_still_while_it_takes_a_table_is_not_forgotten_before_that_ends(
    store: Store, worker: Callable[[], Leases], time: Time
) -> None:
    """Else it would have a table when nobody knows it any more, and nobody would look after that table."""
    one, two = worker(), worker()
    new(store, "t", None)
    with store.engine.connect() as connection, connection.begin():
        connection.execute(sa.text(f"SET LOCAL {STANDING_STILL} = 0"))
        one._keep(connection, ["t"])
        time.pass_for(LEASE + RENEW_EVERY, two)
    time.pass_for(RENEW_EVERY, two)
    assert two.take_abandoned(9) == ["t"]


def test_a_change_waits_for_a_lock_and_is_refused_in_the_end(
    postgresql: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stores, "PATIENCE", 0.2)
    store = Store(postgresql.schema())
    new(store, "t", None)
    new(store, "other", None)
    with store.engine.connect() as holding, holding.begin():
        holding.execute(sa.select(TABLES).where(TABLES.c.id == "t").with_for_update())
        (problem,) = store.write([Change("t", 0, row(1), [])])
        assert isinstance(problem, sa.exc.OperationalError) and "lock timeout" in str(problem)
        assert store.write([Change("other", 0, row(1), [])]) == [None]
    assert store.write([Change("t", 0, row(1), [])]) == [None]
    aside(asyncio.run, store.close())
