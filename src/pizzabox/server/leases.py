"""Who may change a table, where several workers share a PostgreSQL database.

A worker says again and again that it is alive; one that does not for `LEASE` seconds is dead, and others take its
tables over. Each time a table changes hands its fence goes up, and what a worker writes with an older one is refused by
the store. Time is the database's, so the clocks of machines need not agree.
"""

from __future__ import annotations

import secrets

import sqlalchemy as sa

from .schema import TABLES, WORKERS

LEASE = 3.0
"""Seconds without a sign of life after which a worker is dead."""

_NOW = sa.func.extract("epoch", sa.func.clock_timestamp())
_ALIVE = WORKERS.c.until > _NOW


class Lapsed(RuntimeError):
    """This worker was taken for dead: others may have its tables."""


class Leases:
    """The tables of one worker."""

    def __init__(self, engine: sa.Engine) -> None:
        self.engine = engine
        self.worker = ""

    def join(self) -> list[str]:
        """Begin as a new worker: all that are alive."""
        self.worker = secrets.token_hex(8)
        with self.engine.begin() as connection:
            connection.execute(WORKERS.insert().values(id=self.worker, until=_NOW + LEASE))
        return self.renew()

    def renew(self) -> list[str]:
        """Say that this worker is alive: all that are. The tables of the dead are nobody's from now on."""
        me = WORKERS.c.id == self.worker
        with self.engine.begin() as connection:
            if not connection.execute(WORKERS.update().where(me & _ALIVE).values(until=_NOW + LEASE)).rowcount:
                raise Lapsed(self.worker)
            dead = sa.select(WORKERS.c.id).where(~_ALIVE).with_for_update(skip_locked=True)
            for worker in connection.execute(dead).scalars().all():
                _bury(connection, worker)
            return list(connection.execute(sa.select(WORKERS.c.id)).scalars())

    def leave(self) -> None:
        """Give all tables back."""
        with self.engine.begin() as connection:
            _bury(connection, self.worker)

    def take(self, table: str) -> str | None:
        """Take a table unless a living worker has it: who has it now. None if there is no such table."""
        with self.engine.begin() as connection:
            wanted = sa.select(TABLES.c.worker).where(TABLES.c.id == table)
            found = connection.execute(wanted.with_for_update()).first()
            if found is None:
                return None
            if found.worker == self.worker or _lives(connection, found.worker):
                return str(found.worker)
            self._keep(connection, [table])
            return self.worker

    def take_abandoned(self, most: int) -> list[str]:
        """Take running tables that are nobody's, so that their bots and clocks go on."""
        wanted = (TABLES.c.status == "running") & TABLES.c.worker.is_(None)
        query = sa.select(TABLES.c.id).where(wanted).limit(most).with_for_update(skip_locked=True)
        with self.engine.begin() as connection:
            taken = list(connection.execute(query).scalars())
            if taken:
                self._keep(connection, taken)
        return taken

    def _keep(self, connection: sa.Connection, tables: list[str]) -> None:
        if not _lives(connection, self.worker):
            raise Lapsed(self.worker)
        mine = TABLES.update().where(TABLES.c.id.in_(tables))
        connection.execute(mine.values(worker=self.worker, fence=TABLES.c.fence + 1))


def _lives(connection: sa.Connection, worker: str | None) -> bool:
    return connection.execute(sa.select(WORKERS.c.id).where((WORKERS.c.id == worker) & _ALIVE)).first() is not None


def _bury(connection: sa.Connection, worker: str) -> None:
    connection.execute(TABLES.update().where(TABLES.c.worker == worker).values(worker=None))
    connection.execute(WORKERS.delete().where(WORKERS.c.id == worker))
