"""Storage: every event and the latest state of every table, committed before anybody is told.

One writer thread takes all that waits, whatever table it is of, and commits it in one transaction (group commit), so
durable writes cost one flush for many moves; all plain moves of a batch are two statements. SQLite by default (WAL,
`synchronous=FULL`); any database of SQLAlchemy by its URL. A table's row has a version: a writer that did not see the
latest one is refused (`Stale`).
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.pool import NullPool

schema = sa.MetaData()

TABLES = sa.Table(
    "tables",
    schema,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("status", sa.String(8), nullable=False),
    sa.Column("public", sa.Boolean, nullable=False),
    sa.Column("moved", sa.Float, nullable=False, index=True),
    sa.Column("meta", sa.LargeBinary, nullable=False),
    sa.Column("state", sa.LargeBinary, nullable=False),
)
SEATS = sa.Table(
    "seats",
    schema,
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("owner", sa.String(64), nullable=False, index=True),
)
EVENTS = sa.Table(
    "events",
    schema,
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String(12), nullable=False),
    sa.Column("data", sa.LargeBinary, nullable=False),
)
SETTINGS = sa.Table(
    "settings",
    schema,
    sa.Column("name", sa.String(40), primary_key=True),
    sa.Column("value", sa.LargeBinary, nullable=False),
)
STUDIES = sa.Table(
    "studies",
    schema,
    sa.Column("kind", sa.String(12), primary_key=True),
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("data", sa.LargeBinary, nullable=False),
)

log = logging.getLogger("pizzabox.server")
_encode, _decode = msgspec.json.encode, msgspec.json.decode
MOST_AT_ONCE = 500
GATHER = 0.002
"""How long a busy writer waits for company: one flush for many moves leaves the processor to those who play."""
_CHANGING = ("version", "status", "moved", "meta", "state")


class Stale(RuntimeError):
    """Somebody else has changed the table meanwhile; load it again."""


@dataclass
class Change:
    """What one act changed at one table."""

    table: str
    before: int
    """The version this change was made on; -1 for a new table."""
    row: dict[str, Any]
    """The new row of the table; `meta` is None where it stays as it was."""
    events: list[dict[str, Any]]
    owners: dict[int, str] | None = None
    """All seats with an owner, when that changed; the host, who may have no seat, as seat -1."""
    undone: int | None = None
    """The sequence number of a move event that was taken back."""
    rewritten: list[dict[str, Any]] = field(default_factory=list)
    """Events whose data changed because a sealed choice before them was taken back."""

    @property
    def plain(self) -> bool:
        """Whether this is a next state of a known table with new events, and nothing of the past is changed."""
        return self.before >= 0 and self.undone is None and not self.rewritten

    def followed_by(self, later: Change) -> Change:
        """This change and the next one of the same table, both plain, as one."""
        if later.before != self.row["version"]:
            raise Stale(f"table {self.table} is no longer at version {later.before}")
        row = later.row if later.row["meta"] is not None else later.row | {"meta": self.row["meta"]}
        owners = self.owners if later.owners is None else later.owners
        return Change(self.table, self.before, row, [*self.events, *later.events], owners)

    @property
    def new(self) -> bool:
        """Whether this is the first row of a table, before anything has happened there."""
        return self.before < 0 and not self.events


OnStored = Callable[[Exception | None], None]
"""Called in its event loop when a change is stored, or with the reason why it is not."""
Execute = Callable[[str, tuple[Any, ...]], int]
"""Runs a statement; the number of rows it changed."""
Done = Future[None] | tuple[asyncio.AbstractEventLoop, OnStored]
Waiting = tuple[Change, Done]


class Store:
    """Tables, events and settings in a database."""

    def __init__(self, url: str) -> None:
        self.url = url
        lite = url.startswith("sqlite")
        name = url.removeprefix("sqlite:///")
        self.path = Path(name) if name and name != url else None
        """The file of a store of SQLite."""
        if self.path:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        self.engine = sa.create_engine(url, **({"poolclass": NullPool} if lite else {}))
        if lite:
            sa.event.listen(self.engine, "connect", prepare_sqlite)
        schema.create_all(self.engine)
        self._queue: queue.SimpleQueue[Waiting | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write_all, name="pizzabox-store", daemon=True)
        self._writer.start()

    def close(self) -> None:
        """Write what waits and stop."""
        self._queue.put(None)
        self._writer.join(timeout=10)
        self.engine.dispose()

    def commit(self, change: Change) -> Future[None]:
        """Keep a change; the future is done when it is safely stored."""
        done: Future[None] = Future()
        self._queue.put((change, done))
        return done

    def submit(self, change: Change, on_stored: OnStored) -> None:
        """Keep a change; `on_stored` is called in this event loop when that is done."""
        self._queue.put((change, (asyncio.get_running_loop(), on_stored)))

    def setting(self, name: str, default: bytes) -> bytes:
        """A setting of the installation, made when first asked for."""
        with self.engine.begin() as connection:
            found = connection.execute(sa.select(SETTINGS.c.value).where(SETTINGS.c.name == name)).scalar()
            if found is not None:
                return bytes(found)
            connection.execute(SETTINGS.insert().values(name=name, value=default))
            return default

    def keep(self, kind: str, id: str, data: Any) -> None:
        """Keep something that belongs to no running table: an uploaded record, a finished review."""
        with self.engine.begin() as connection:
            connection.execute(STUDIES.delete().where((STUDIES.c.kind == kind) & (STUDIES.c.id == id)))
            connection.execute(STUDIES.insert().values(kind=kind, id=id, data=_encode(data)))

    def kept(self, kind: str, id: str) -> Any:
        """What was kept so; None when nothing was."""
        wanted = (STUDIES.c.kind == kind) & (STUDIES.c.id == id)
        with self.engine.connect() as connection:
            found = connection.execute(sa.select(STUDIES.c.data).where(wanted)).scalar()
        return None if found is None else _decode(found)

    def table(self, id: str) -> tuple[dict[str, Any], list[dict[str, Any]], list[dict[str, Any]]] | None:
        """A table's row (meta decoded), its moves that stand, and its last lines of chat; None when there is none."""
        with self.engine.connect() as connection:
            row = connection.execute(sa.select(TABLES).where(TABLES.c.id == id)).mappings().first()
            if row is None:
                return None
            wanted = (EVENTS.c.table_id == id) & EVENTS.c.kind.in_(("move", "chat"))
            query = sa.select(EVENTS.c.kind, EVENTS.c.data).where(wanted).order_by(EVENTS.c.seq)
            events = connection.execute(query).all()
        moves = [_decode(data) for kind, data in events if kind == "move"]
        chat = [_decode(data) for kind, data in events if kind == "chat"]
        return {**row, "meta": _decode(row["meta"])}, moves, chat[-200:]

    def finished(self, owner: str, limit: int = 1000) -> list[dict[str, Any]]:
        """The finished tables somebody sat at, newest first: the row of each, meta decoded."""
        seated = sa.select(SEATS.c.table_id).where((SEATS.c.owner == owner) & (SEATS.c.seat >= 0))
        wanted = TABLES.c.id.in_(seated) & (TABLES.c.status == "over")
        query = sa.select(TABLES).where(wanted).order_by(TABLES.c.moved.desc()).limit(limit)
        with self.engine.connect() as connection:
            rows = connection.execute(query).mappings().all()
        return [{**row, "meta": _decode(row["meta"])} for row in rows]

    def listed(self, which: str, owner: str | None = None, limit: int = 30) -> list[str]:
        """Ids of tables, newest first: `mine` (going on), `open` (public, a seat free), `recent` (finished: public or
        mine), `running`."""
        mine = TABLES.c.id.in_(sa.select(SEATS.c.table_id).where(SEATS.c.owner == owner))
        wanted = {
            "mine": mine & (TABLES.c.status != "over"),
            "open": TABLES.c.public & (TABLES.c.status == "open"),
            "recent": (TABLES.c.public | mine) & (TABLES.c.status == "over"),
            "running": TABLES.c.status == "running",
        }[which]
        query = sa.select(TABLES.c.id).where(wanted).order_by(TABLES.c.moved.desc()).limit(limit)
        with self.engine.connect() as connection:
            return [row[0] for row in connection.execute(query)]

    def _write_all(self) -> None:
        connection = self.engine.connect()
        stopping, many = False, 1
        while not stopping:
            batch = [self._queue.get()]
            if many > 1:
                time.sleep(GATHER)
            while len(batch) < MOST_AT_ONCE:
                try:
                    batch.append(self._queue.get_nowait())
                except queue.Empty:
                    break
            stopping, many = None in batch, len(batch)
            self._write(connection, [item for item in batch if item is not None])
        connection.close()

    def _write(self, connection: sa.Connection, batch: Sequence[Waiting]) -> None:
        changes = [change for change, _ in batch]
        results: list[Exception | None]
        try:
            try:
                _apply_together(connection, changes)
                results = [None] * len(batch)
            except Stale:
                with connection.begin():
                    results = [_apply(connection, change) for change in changes]
        except Exception as error:  # whatever went wrong, everybody who waits must hear of it
            results = [error] * len(batch)
        _settle(batch, results)


def _settle(batch: Sequence[Waiting], results: Sequence[Exception | None]) -> None:
    """Tell everybody who waits; an event loop is woken once for all that wait in it."""
    loops: dict[asyncio.AbstractEventLoop, list[tuple[OnStored, Exception | None]]] = {}
    for (_, done), problem in zip(batch, results, strict=True):
        if not isinstance(done, Future):
            loops.setdefault(done[0], []).append((done[1], problem))
        elif problem:
            done.set_exception(problem)
        else:
            done.set_result(None)
    for loop, waiting in loops.items():
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
            loop.call_soon_threadsafe(_report_all, waiting)


def report(on_stored: OnStored, problem: Exception | None) -> None:
    """Tell one of many; what goes wrong with one must not keep the others from hearing."""
    try:
        on_stored(problem)
    except Exception:
        log.exception("couldn't tell a table that its change is stored")


def _report_all(waiting: Sequence[tuple[OnStored, Exception | None]]) -> None:
    for on_stored, problem in waiting:
        report(on_stored, problem)


def _apply_together(connection: sa.Connection, changes: Sequence[Change]) -> None:
    """Write and commit a batch; if any change of it is stale, nothing of it is written and `Stale` is raised."""
    lite = connection.dialect.name == "sqlite"
    if lite and all(change.plain or change.new for change in changes):
        driver: Any = connection.connection.driver_connection
        apply_straight(driver, changes)
        return
    plain = {change.table: change for change in changes if change.plain}
    others = [change for change in changes if plain.get(change.table) is not change]
    with connection.begin():
        for change in others:
            problem = _apply(connection, change)
            if problem:
                raise problem
        if plain:
            _apply_plain(lambda sql, values: connection.exec_driver_sql(sql, values).rowcount, plain, lite)


def apply_straight(driver: sqlite3.Connection, changes: Sequence[Change]) -> None:
    """The same for new tables and plain changes alone, straight to the driver of SQLite.

    What a library does around a statement takes longer than the statement.
    """
    plain: dict[str, Change] = {}
    for change in changes:
        if change.plain:
            earlier = plain.get(change.table)
            plain[change.table] = change if earlier is None else earlier.followed_by(change)
    begun = [change for change in changes if change.new]

    def execute(sql: str, values: tuple[Any, ...]) -> int:
        return int(driver.execute(sql, values).rowcount)

    try:
        for change in begun:
            row = {"id": change.table, **change.row, "meta": _packed(change.row["meta"])}
            execute(f"INSERT INTO tables ({', '.join(row)}) {_values(1, len(row), True)}", tuple(row.values()))
            _seat(execute, change, lite=True)
        if plain:
            _apply_each(driver, plain)
            for change in plain.values():
                _seat(execute, change, lite=True)
        driver.commit()
    except BaseException:
        driver.rollback()
        raise


def _apply_each(driver: sqlite3.Connection, plain: Mapping[str, Change]) -> None:
    """The new states and events of some tables, row by row: SQLite would put one great statement into a table first."""
    rows: list[tuple[Any, ...]] = []
    events: list[tuple[Any, ...]] = []
    for id, change in plain.items():
        row = change.row
        new = (row["version"], row["status"], row["moved"], _packed(row["meta"]), row["state"])
        rows.append((*new, id, change.before))
        events += [(id, event["seq"], event["kind"], _encode(event)) for event in change.events]
    if driver.executemany(_MOVED, rows).rowcount != len(rows):
        raise Stale("someone else has changed a table in the batch")
    driver.executemany(_HAPPENED, events)


_MOVED = (
    "UPDATE tables SET version = ?, status = ?, moved = ?, meta = COALESCE(?, meta), state = ? "
    "WHERE id = ? AND version = ?"
)
_HAPPENED = "INSERT INTO events (table_id, seq, kind, data) VALUES (?, ?, ?, ?)"


def _seat(execute: Execute, change: Change, lite: bool) -> None:
    """Who owns the seats of a table, where that changed."""
    if change.owners is None:
        return
    execute(f"DELETE FROM seats WHERE table_id = {'?' if lite else '%s'}", (change.table,))
    if change.owners:
        values = [value for seat, owner in change.owners.items() for value in (change.table, seat, owner)]
        execute(f"INSERT INTO seats (table_id, seat, owner) {_values(len(change.owners), 3, lite)}", tuple(values))


def _apply_plain(execute: Execute, plain: Mapping[str, Change], lite: bool) -> None:
    """The new states and events of some tables, in two statements."""
    rows: list[Any] = []
    events: list[Any] = []
    for id, change in plain.items():
        row = change.row
        rows += (id, row["version"], row["status"], row["moved"], _packed(row["meta"]), row["state"], change.before)
        for event in change.events:
            events += (id, event["seq"], event["kind"], _encode(event))
    if execute(_moved(len(plain), lite), tuple(rows)) != len(plain):
        raise Stale("someone else has changed a table in the batch")
    if events:
        execute(_happened(len(events) // 4, lite), tuple(events))
    for change in plain.values():
        _seat(execute, change, lite)


def _packed(meta: dict[str, Any] | None) -> bytes | None:
    return None if meta is None else _encode(meta)


def _values(n: int, width: int, lite: bool) -> str:
    row = f"({', '.join(['?' if lite else '%s'] * width)})"
    return f"VALUES {', '.join([row] * n)}"


@lru_cache(maxsize=1024)
def _moved(n: int, lite: bool) -> str:
    """New states of n tables in one statement: each only where its version is the one before."""
    binary = "BLOB" if lite else "BYTEA"
    return (
        "UPDATE tables SET version = v.column2, status = v.column3, moved = v.column4, "
        f"meta = COALESCE(CAST(v.column5 AS {binary}), meta), state = v.column6 "
        f"FROM ({_values(n, 7, lite)}) AS v WHERE tables.id = v.column1 AND tables.version = v.column7"
    )


@lru_cache(maxsize=1024)
def _happened(n: int, lite: bool) -> str:
    return f"INSERT INTO events (table_id, seq, kind, data) {_values(n, 4, lite)}"


def _updated(columns: Sequence[str]) -> sa.Update:
    known = (TABLES.c.id == sa.bindparam("key")) & (TABLES.c.version == sa.bindparam("was"))
    return TABLES.update().where(known).values({c: sa.bindparam(f"new_{c}") for c in columns})


def _apply(connection: sa.Connection, change: Change) -> Exception | None:
    """Write one change; a stale one writes nothing and spoils nothing for the others of the batch."""
    row = {**change.row, "meta": _packed(change.row["meta"])}
    if change.before < 0:
        connection.execute(TABLES.insert().values(id=change.table, **row))
    else:
        columns = [column for column in _CHANGING if row[column] is not None]
        new = {f"new_{c}": row[c] for c in columns}
        done = connection.execute(_updated(columns), {"key": change.table, "was": change.before, **new})
        if done.rowcount != 1:
            return Stale(f"table {change.table} is not at version {change.before} any more")
    if change.undone is not None:
        taken = (EVENTS.c.table_id == change.table) & (EVENTS.c.seq == change.undone)
        connection.execute(EVENTS.update().where(taken).values(kind="undone"))
    for event in change.rewritten:
        kept = (EVENTS.c.table_id == change.table) & (EVENTS.c.seq == event["seq"])
        connection.execute(EVENTS.update().where(kept).values(data=_encode(event)))
    if change.events:
        rows = [
            {"table_id": change.table, "seq": e["seq"], "kind": e["kind"], "data": _encode(e)} for e in change.events
        ]
        connection.execute(EVENTS.insert(), rows)
    if change.owners is not None:
        connection.execute(SEATS.delete().where(SEATS.c.table_id == change.table))
        owners = [{"table_id": change.table, "seat": seat, "owner": owner} for seat, owner in change.owners.items()]
        if owners:
            connection.execute(SEATS.insert(), owners)
    return None


def prepare_sqlite(connection: Any, _: Any = None, wait: int = 10_000) -> None:
    """The settings of every connection: durable, and patient for `wait` milliseconds with others who write."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", f"busy_timeout={wait}"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
