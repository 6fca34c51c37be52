"""Who may change a table, where several workers share a PostgreSQL database.

A worker says again and again that it is alive, by counting up. Another that sees it stand still for `LEASE` seconds
takes it for dead, and its tables are taken over. Each time a table changes hands its fence goes up, and what a worker
writes with an older one is refused by the store. Each worker measures time by a clock of its own that nobody can set,
so no clock needs to be right or to agree with another.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import sqlalchemy as sa

from pizzabox.engine.errors import PizzaboxError

from . import say
from .schema import ABANDONED, SERVING, TABLES, WORKERS
from .store import cause, engine_of

LEASE = 3.0
"""Seconds without a sign of life after which a worker is dead."""
DEAD = -1
"""Instead of its count: a worker whose tables are being given to others."""


class Lapsed(RuntimeError):
    """A worker was taken for dead: others may have its tables."""

    def __init__(self, worker: str) -> None:
        super().__init__(worker)
        self.worker = worker


class Leases:
    """The tables of one worker."""

    def __init__(self, engine: sa.Engine, now: Callable[[], float] = time.monotonic) -> None:
        self.engine = engine
        self.worker = ""
        self._now = now
        self._seen: dict[str, tuple[int, float]] = {}
        """Of each worker how far it had counted, and since when that has been seen here."""
        self._looked = 0.0

    def join(self) -> list[str]:
        """Begin as a new worker: all that are alive."""
        worker = secrets.token_hex(8)
        with self.engine.begin() as connection:
            connection.execute(WORKERS.insert().values(id=worker, beat=0))
        self.worker = worker  # not before it is there: the thread that renews the lease would take it for dead
        return self.renew()

    def renew(self) -> list[str]:
        """Say that this worker is alive: all that are. The tables of the dead are nobody's from now on."""
        mine = WORKERS.update().where((WORKERS.c.id == self.worker) & _ALIVE)
        with self.engine.begin() as connection:
            if not connection.execute(mine.values(beat=WORKERS.c.beat + 1)).rowcount:
                raise Lapsed(self.worker)
            beats = {row.id: row.beat for row in connection.execute(sa.select(WORKERS))}
        silent = self._find_silent(beats)
        if silent:
            with self.engine.begin() as connection:
                for id in silent:
                    _give_up_tables(connection, id, beats[id])
        return [id for id in beats if id not in silent]

    def _find_silent(self, beats: dict[str, int]) -> list[str]:
        """The workers that have not counted on for so long that they are dead."""
        now = self._now()
        before = self._seen if now - self._looked <= LEASE else {}  # who did not look saw nobody stand still
        seen = {}
        for id, beat in beats.items():
            last, since = before.get(id, (beat, now))
            seen[id] = beat, since if last == beat else now
        self._looked, self._seen = now, seen
        return [id for id, (beat, since) in seen.items() if beat == DEAD or now - since > LEASE]

    def leave(self) -> None:
        """Give all tables back."""
        with self.engine.begin() as connection:
            _give_up_tables(connection, self.worker)

    def take(self, table: str) -> str | None:
        """Take a table unless a living worker has it: who has it now. None if there is no such table."""
        with self.engine.begin() as connection:
            wanted = sa.select(TABLES.c.worker).where(TABLES.c.id == table)
            found = connection.execute(wanted.with_for_update()).first()
            if found is None:
                return None
            if found.worker == self.worker or _is_alive(connection, found.worker):
                return str(found.worker)
            self._keep(connection, [table])
            return self.worker

    def take_abandoned(self, most: int) -> list[str]:
        """Take running tables that are nobody's, so that their bots and clocks go on."""
        query = sa.select(TABLES.c.id).where(sa.text(ABANDONED)).limit(most).with_for_update(skip_locked=True)
        with self.engine.begin() as connection:
            taken = list(connection.execute(query).scalars())
            if taken:
                self._keep(connection, taken)
        return taken

    def _keep(self, connection: sa.Connection, tables: list[str]) -> None:
        if not _is_alive(connection, self.worker):
            raise Lapsed(self.worker)
        mine = TABLES.update().where(TABLES.c.id.in_(tables))
        connection.execute(mine.values(worker=self.worker, fence=TABLES.c.fence + 1))


def _is_alive(connection: sa.Connection, worker: str | None) -> bool:
    """Whether a worker is alive. It stays on the list until the transaction that asks has ended."""
    asked = sa.select(WORKERS.c.id).where((WORKERS.c.id == worker) & _ALIVE)
    return connection.execute(asked.with_for_update(read=True, key_share=True)).first() is not None


def _give_up_tables(connection: sa.Connection, worker: str, beat: int | None = None) -> None:
    """Make the tables of a worker nobody's, unless it has counted on meanwhile or somebody else is doing that.

    A worker that stands still may have begun to write. This waits for nobody: what is locked stays with the dead until
    it is looked at again.
    """
    found = sa.select(WORKERS.c.id).where(WORKERS.c.id == worker)
    if beat is not None:
        found = found.where(WORKERS.c.beat == beat)
    if connection.execute(found.with_for_update(skip_locked=True)).first() is None:
        return
    connection.execute(WORKERS.update().where(WORKERS.c.id == worker).values(beat=DEAD))
    theirs = TABLES.c.worker == worker
    free = sa.select(TABLES.c.id).where(theirs).with_for_update(skip_locked=True)
    connection.execute(TABLES.update().where(TABLES.c.id.in_(free)).values(worker=None))
    if connection.execute(sa.select(TABLES.c.id).where(theirs).limit(1)).first() is None:
        connection.execute(WORKERS.delete().where(WORKERS.c.id == worker))


_ALIVE = WORKERS.c.beat != DEAD


@contextmanager
def held_database(url: str, *, shared: bool) -> Iterator[None]:
    """Hold a PostgreSQL database as long as a server serves from it: one alone, or any number that share a Redis.

    PostgreSQL lets go when the server is gone, and soon when its whole machine is.
    """
    engine = engine_of(url)
    lock = "pg_try_advisory_lock_shared" if shared else "pg_try_advisory_lock"
    try:
        with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            for name, value in (("idle", 5), ("interval", 1), ("count", 3)):
                connection.exec_driver_sql(f"SET tcp_keepalives_{name} = {value}")
            asked = f"SELECT {lock}({SERVING}, hashtext(current_schema()))"
            if not connection.exec_driver_sql(asked).scalar_one():
                where = engine.url.render_as_string(hide_password=True)
                raise PizzaboxError(say("database_taken", where=where))
            try:
                yield
            finally:
                with suppress(sa.exc.DBAPIError):  # it may have been broken meanwhile; whoever is gone holds nothing
                    connection.exec_driver_sql("SELECT pg_advisory_unlock_all()")
                connection.invalidate()
    except sa.exc.DBAPIError as problem:
        where = engine.url.render_as_string(hide_password=True)
        raise PizzaboxError(say("database", where=where, problem=cause(problem))) from None
    finally:
        engine.dispose()
