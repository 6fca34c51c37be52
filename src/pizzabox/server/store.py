"""Storage: every event and the latest state of every table, committed before anybody is told.

All changes that wait, whatever table they are of, are committed together by one thread (group commit), so that one
flush serves many moves; while it works, the next ones gather. SQLite by default (WAL, `synchronous=FULL`), PostgreSQL
by its URL. A table's row has a version and a fence: a writer that did not see the latest ones is refused (`Stale`).
"""

from __future__ import annotations

import asyncio
import logging
import os
import re
import sqlite3
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, TypedDict, cast

import msgspec
import sqlalchemy as sa

from pizzabox.engine.errors import PizzaboxError
from pizzabox.table.messages import ChatLine, Event
from pizzabox.table.stored_match import Meta, StoredMove, StoredTable

from . import say
from .metrics import COMMIT, TOGETHER
from .schema import EVENTS, REVISION, SEATS, SETTINGS, STUDIES, TABLES, prepare

log = logging.getLogger("pizzabox.server")
_encode, _decode = msgspec.json.encode, msgspec.json.decode
MOST_AT_ONCE = 500
"""Changes in one transaction."""
MOST_FINISHED = 1000
"""Finished tables of somebody that are read, the newest ones."""
MOST_CHAT = 200
"""Lines of chat that are read when a table is opened."""
GATHER = 0.002
"""Seconds that several changes wait for company: one flush for many leaves the processor to those who play."""


PATIENCE = 5.0
"""Seconds that a change waits for somebody else who writes; then it is refused."""
IDLE = 3.0
"""Seconds after which PostgreSQL ends a transaction in which nothing happens, so that a worker which stands still holds
nobody up; by then it is taken for dead anyway."""


class NotStored(PizzaboxError):
    """The store doesn't take a change, so it did not happen."""


class Stale(RuntimeError):
    """Somebody else has changed the table meanwhile, or may do so now; load it again."""


class ChangedRow(TypedDict):
    """What becomes of the row of a table; `meta` is None where it stays as it was."""

    version: int
    game: str
    status: str
    public: bool
    moved: float
    meta: Meta | None
    state: bytes


class ListedTable(StoredTable):
    """The row of a table, with the number of moves that stand."""

    moves: int


@dataclass
class Change:
    """What one event changed at one table."""

    table: str
    before: int
    """The version this change was made on; -1 for a new table."""
    row: ChangedRow
    events: list[Event]
    owners: dict[int, str] | None = None
    """All seats with an owner, when that changed; the host, who may have no seat, as seat -1."""
    undone: int | None = None
    """The sequence number of a move event that was taken back."""
    rewritten: list[Event] = field(default_factory=list)
    """Events whose data changed because a sealed choice before them was taken back."""
    fence: int = 0
    """How often the table had changed hands when it was loaded."""
    worker: str | None = None
    """Who may change a new table, where there are several workers."""
    begins: Change | None = None
    """A new table that is stored with this change, or not at all."""


class Store:
    """Tables, events and settings in a database."""

    def __init__(self, url: str) -> None:
        self.url = url
        lite = url.startswith("sqlite")
        self._file = Path(url.removeprefix("sqlite:///")) if lite else None
        if self._file:
            _look_at_file(self._file)
        self.engine = engine_of(url)
        self._of_one_moment: dict[str, Any] = {} if lite else {"isolation_level": "REPEATABLE READ"}
        self._identity: tuple[int, int] | None = None
        self._trouble = ""
        """Why nothing can be written, while that is so."""
        try:
            with self._writing() as connection:
                if lite:
                    _look_for_damage(connection)
                prepare(connection)
        except sa.exc.DBAPIError as problem:
            self.engine.dispose()
            damaged = lite and type(problem) is sa.exc.DatabaseError  # a kind of it is about where the file is
            what = say("database_damaged" if damaged else "database", where=self.place, problem=cause(problem))
            raise PizzaboxError(what) from None
        except BaseException:
            self.engine.dispose()
            raise
        self._identity = _identity(self._file)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="pizzabox-store")
        self._waiting: list[tuple[Change, asyncio.Future[None]]] = []
        self._committing: asyncio.Task[None] | None = None

    @property
    def place(self) -> str:
        """Where everything is stored, for people."""
        url = self.engine.url
        return str(url.database) if url.drivername == "sqlite" else url.render_as_string(hide_password=True)

    async def close(self) -> None:
        """Write what waits and stop."""
        if self._committing:
            await self._committing
        self._thread.shutdown()
        self.engine.dispose()

    async def commit(self, change: Change) -> None:
        """Keep a change; it is safely stored when this returns."""
        stored: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((change, stored))
        if self._committing is None:
            self._committing = asyncio.create_task(self._commit_waiting())
        await stored

    async def _commit_waiting(self) -> None:
        """Write all changes that wait, and those that come meanwhile."""
        loop = asyncio.get_running_loop()
        while self._waiting:
            if len(self._waiting) > 1:
                await asyncio.sleep(GATHER)
            batch, self._waiting = self._waiting[:MOST_AT_ONCE], self._waiting[MOST_AT_ONCE:]
            with COMMIT.time():
                problems = await loop.run_in_executor(self._thread, self.write, [change for change, _ in batch])
            TOGETHER.observe(len(batch))
            for (_, stored), problem in zip(batch, problems, strict=True):
                if stored.done():
                    continue  # whoever waited for it was cancelled
                if problem:
                    stored.set_exception(problem)
                else:
                    stored.set_result(None)
        self._committing = None

    def write(self, changes: Sequence[Change]) -> list[Exception | None]:
        """Write changes in one transaction; for each of them what went wrong, if anything did.

        If that is the fault of one of them, each is tried alone: one that cannot be kept takes no other along.
        """
        try:
            with self._writing() as connection:
                problems = _apply(connection, changes)
        except Exception as problem:
            if isinstance(problem, sa.exc.DBAPIError) and not isinstance(problem, FAULTS_OF_A_CHANGE):
                self._note(cause(problem))
                return [problem] * len(changes)
            if len(changes) == 1:
                if not isinstance(problem, Stale):
                    log.exception("table %s: a change can't be stored", changes[0].table)
                return [problem]
        else:
            self._note("")
            return problems
        return [problem for change in changes for problem in self.write([change])]

    def _note(self, trouble: str) -> None:
        """Say when something begins to be wrong with the database, and when that is over."""
        if trouble and trouble != self._trouble:
            log.error(
                "nothing can be stored in %s, so changes are refused until that is mended: %s", self.place, trouble
            )
        if self._trouble and not trouble:
            log.warning("changes are stored in %s again", self.place)
        self._trouble = trouble

    @contextmanager
    def _writing(self) -> Iterator[sa.Connection]:
        """A transaction that writes."""
        if self._identity and _identity(self._file) != self._identity:
            # SQLite would go on writing where nobody finds it again.
            raise sa.exc.OperationalError("BEGIN", None, sqlite3.OperationalError(say("database_gone")))
        with self.engine.begin() as connection:
            if self._file:  # who will write waits for its turn at the beginning, and then nobody comes between
                connection.exec_driver_sql("BEGIN IMMEDIATE")
            yield connection

    def check(self) -> None:
        """Fails where the database does not answer, or nothing can be written there."""
        with self._writing() as connection:
            connection.execute(REVISION.update().values(version_num=REVISION.c.version_num))

    def setting(self, name: str, default: bytes) -> bytes:
        """A setting of the installation, made when first asked for."""
        wanted = sa.select(SETTINGS.c.value).where(SETTINGS.c.name == name)
        with suppress(sa.exc.IntegrityError), self._writing() as connection:  # somebody else may make it at once
            if connection.execute(wanted).scalar() is None:
                connection.execute(SETTINGS.insert().values(name=name, value=default))
        with self.engine.connect() as connection:
            return bytes(connection.execute(wanted).scalar_one())

    def keep(self, kind: str, id: str, data: Any) -> None:
        """Keep something that belongs to no running table: an uploaded record, a finished review."""
        with self._writing() as connection:
            connection.execute(_KEEP, {"kind": kind, "id": id, "data": _encode(data)})

    def kept(self, kind: str, id: str) -> Any:
        """What was kept so; None when nothing was."""
        wanted = (STUDIES.c.kind == kind) & (STUDIES.c.id == id)
        with self.engine.connect() as connection:
            found = connection.execute(sa.select(STUDIES.c.data).where(wanted)).scalar()
        return None if found is None else _decode(found)

    def table(self, id: str) -> tuple[StoredTable, list[StoredMove], list[ChatLine]] | None:
        """A table's row (meta decoded), its moves that stand, and its last lines of chat; None when there is none.

        All of one moment: nothing that somebody writes meanwhile is in one of them and not in the others.
        """
        with self.engine.connect().execution_options(**self._of_one_moment) as connection:
            if self._file:
                connection.exec_driver_sql("BEGIN")
            row = connection.execute(sa.select(TABLES).where(TABLES.c.id == id)).mappings().first()
            if row is None:
                return None
            events = sa.select(EVENTS.c.data).where(EVENTS.c.table_id == id)
            moves = connection.scalars(events.where(EVENTS.c.kind == "move").order_by(EVENTS.c.seq)).all()
            newest = events.where(EVENTS.c.kind == "chat").order_by(EVENTS.c.seq.desc()).limit(MOST_CHAT)
            chat = connection.scalars(newest).all()[::-1]
        return cast(StoredTable, _with_meta(row)), [*map(_decode, moves)], [*map(_decode, chat)]

    def finished(self, owner: str, limit: int = MOST_FINISHED) -> list[StoredTable]:
        """The finished tables somebody sat at, newest first: the row of each, meta decoded."""
        newest = sa.select(TABLES).where(_finished(owner)).order_by(TABLES.c.moved.desc()).limit(limit)
        return cast(list[StoredTable], self._rows(newest))

    def finished_until(self, owner: str) -> tuple[int, float]:
        """How many those are, and when one of them changed last."""
        with self.engine.connect() as connection:
            query = sa.select(sa.func.count(), sa.func.max(TABLES.c.moved)).where(_finished(owner))
            count, moved = connection.execute(query).one()
        return count, moved or 0.0

    def rows(self, ids: Sequence[str]) -> list[ListedTable]:
        """The rows of these tables, newest first: meta decoded, and with the number of `moves` that stand."""
        moves = sa.select(sa.func.count()).where((EVENTS.c.table_id == TABLES.c.id) & (EVENTS.c.kind == "move"))
        wanted = sa.select(TABLES, moves.scalar_subquery().label("moves")).where(TABLES.c.id.in_(ids))
        return cast(list[ListedTable], self._rows(wanted.order_by(TABLES.c.moved.desc())))

    def _rows(self, query: sa.Select[Any]) -> list[dict[str, Any]]:
        with self.engine.connect() as connection:
            found = connection.execute(query).mappings().all()
        return [_with_meta(row) for row in found]

    def listed(self, which: str, owner: str | None = None, limit: int = 30) -> list[str]:
        """Ids of tables, newest first: `mine` (going on), `open` (public, a seat free), `recent` (finished: public or
        mine), `running`."""
        mine = TABLES.c.id.in_(sa.select(SEATS.c.table_id).where(SEATS.c.owner == owner))
        over = TABLES.c.status == "over"
        wanted: dict[str, list[sa.ColumnElement[bool]]] = {
            "mine": [mine & (TABLES.c.status != "over")],
            "open": [TABLES.c.public & (TABLES.c.status == "open")],
            "recent": [TABLES.c.public & over, mine & over],  # each has an index
            "running": [TABLES.c.status == "running"],
        }
        found = sa.select(TABLES.c.id, TABLES.c.moved).order_by(TABLES.c.moved.desc()).limit(limit)
        together = sa.union(*(found.where(part).subquery().select() for part in wanted[which])).subquery()
        query = sa.select(together.c.id).order_by(together.c.moved.desc()).limit(limit)
        with self.engine.connect() as connection:
            return [row[0] for row in connection.execute(query)]


def _finished(owner: str) -> sa.ColumnElement[bool]:
    seated = sa.select(SEATS.c.table_id).where((SEATS.c.owner == owner) & (SEATS.c.seat >= 0))
    return TABLES.c.id.in_(seated) & (TABLES.c.status == "over")


def _with_meta(row: sa.RowMapping) -> dict[str, Any]:
    return {**row, "meta": _decode(row["meta"])}


def _apply(connection: sa.Connection, changes: Sequence[Change]) -> list[Exception | None]:
    """Write a batch: a change that does not follow the one before it in the batch writes nothing and spoils nothing for
    the others. Whatever else is refused here is refused as a whole.

    Moves take one statement for all tables and one for all events: each statement lets the other threads run, and then
    has to wait for its turn.
    """
    problems: list[Exception | None] = []
    new: list[dict[str, Any]] = []
    rows: dict[str, _Row] = {}
    events: list[tuple[Any, ...]] = []
    undone: list[dict[str, Any]] = []
    rewritten: list[dict[str, Any]] = []
    owners: dict[str, dict[int, str]] = {}
    for asked in changes:
        last = rows.get(asked.table)
        if last and (last.version, last.fence) != (asked.before, asked.fence):
            problems.append(_stale(asked))
            continue
        problems.append(None)
        for change in (asked, asked.begins) if asked.begins else (asked,):
            id, row = change.table, change.row
            meta = None if row["meta"] is None else _encode(row["meta"])
            if change.before == NEW:
                new.append({**row, "id": id, "meta": meta, "worker": change.worker, "fence": change.fence})
            else:
                before = last.before if last else change.before
                kept = last.meta if last and meta is None else meta
                known = row["version"], row["status"], row["moved"], row["state"]
                rows[id] = _Row(id, before, change.fence, *known, kept)
            events += [(id, e["seq"], e["kind"], _encode(e)) for e in change.events]
            if change.undone is not None:
                undone.append({"key": id, "number": change.undone})
            rewritten += [{"key": id, "number": e["seq"], "new": _encode(e)} for e in change.rewritten]
            if change.owners is not None:
                owners[id] = change.owners
    if new:
        connection.execute(TABLES.insert(), new)
    for statement, changed in (
        (_CHANGE_ALL, [row for row in rows.values() if row.meta is not None]),
        (_CHANGE, [row[:-1] for row in rows.values() if row.meta is None]),
    ):
        if changed and _execute(connection, statement, changed) != len(changed):
            raise _stale(*changes)
    if events:
        _execute(connection, _ADD_EVENTS, events)
    seats = [
        {"table_id": id, "seat": seat, "owner": owner} for id, sat in owners.items() for seat, owner in sat.items()
    ]
    for rare, wanted in (
        (_UNDO, undone),
        (_REWRITE, rewritten),
        (_STAND_UP, [{"key": id} for id in owners]),
        (_SIT_DOWN, seats),
    ):
        if wanted:
            connection.execute(rare, wanted)
    return problems


def _stale(*changes: Change) -> Stale:
    seen = (f"{change.table} at version {change.before}, fence {change.fence}" for change in changes)
    return Stale(f"no longer as it was: {', '.join(seen)}")


def _execute(connection: sa.Connection, statement: str, rows: Sequence[tuple[Any, ...]]) -> int:
    """Execute a statement once for all rows, whose values take the place of `{}`; how many it changed."""
    mark = "?" if connection.dialect.name == "sqlite" else "%s"
    one = f"({', '.join([mark] * len(rows[0]))})"
    values = tuple(value for row in rows for value in row)
    return connection.exec_driver_sql(statement.format(", ".join([one] * len(rows))), values).rowcount


class _Row(NamedTuple):
    """What becomes of the row of a table that is at version `before`; without `meta` that stays as it is."""

    id: str
    before: int
    fence: int
    version: int
    status: str
    moved: float
    state: bytes
    meta: bytes | None


_ID = re.compile(r"[A-Za-z0-9_-]{1,32}")
NEW = -1
FAULTS_OF_A_CHANGE = (sa.exc.IntegrityError, sa.exc.DataError)
"""What is wrong with a change; everything else that a database says is about the database, and trying again is idle."""
_CHANGE = (
    "UPDATE tables"
    " SET version = new.column4, status = new.column5, moved = new.column6, state = new.column7"
    " FROM (VALUES {}) AS new"
    " WHERE tables.id = new.column1 AND tables.version = new.column2 AND tables.fence = new.column3"
)
_CHANGE_ALL = _CHANGE.replace(" FROM", ", meta = new.column8 FROM")
_ADD_EVENTS = "INSERT INTO events (table_id, seq, kind, data) VALUES {}"
_EVENT = (EVENTS.c.table_id == sa.bindparam("key")) & (EVENTS.c.seq == sa.bindparam("number"))
_KEEP = sa.text(
    "INSERT INTO studies (kind, id, data) VALUES (:kind, :id, :data)"
    " ON CONFLICT (kind, id) DO UPDATE SET data = excluded.data"
)
_UNDO = EVENTS.update().where(_EVENT).values(kind="undone")
_REWRITE = EVENTS.update().where(_EVENT).values(data=sa.bindparam("new"))
_STAND_UP = SEATS.delete().where(SEATS.c.table_id == sa.bindparam("key"))
_SIT_DOWN = SEATS.insert()


def cause(problem: Exception) -> str:
    """What is wrong, in a line: of an error of the database only what it says itself."""
    return " ".join(str(problem.orig if isinstance(problem, sa.exc.DBAPIError) else problem).split())


def is_id(text: str) -> bool:
    """Whether a table could have this id. The database is not asked for any other: PostgreSQL fails at some."""
    return _ID.fullmatch(text) is not None


def _look_at_file(file: Path) -> None:
    """Make the folder of a new file. One that is there but empty was cut off: SQLite would begin anew in it, and throw
    away what is written but not yet in its place."""
    if file.name:
        file.parent.mkdir(parents=True, exist_ok=True)
        if file.exists() and not file.stat().st_size:
            raise PizzaboxError(say("database_empty", file=file))


def _identity(file: Path | None) -> tuple[int, int] | None:
    """Which file it is that has this name now."""
    try:
        found = os.stat(file or "")
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _look_for_damage(connection: sa.Connection) -> None:
    """Don't go on with a file that is damaged: more would be lost with every change."""
    found = str(connection.exec_driver_sql("PRAGMA quick_check(1)").scalar())
    if found != "ok":
        raise sa.exc.DatabaseError("PRAGMA quick_check", None, sqlite3.DatabaseError(found))


def engine_of(url: str) -> sa.Engine:
    """The way to a database, with the settings of every connection."""
    lite = url.startswith("sqlite")
    # What is written is nobody's business but the players', also where an error is logged.
    made = sa.create_engine(
        _with_driver(url), pool_pre_ping=not lite, hide_parameters=True, connect_args=_reaching(url)
    )
    sa.event.listen(made, "connect", _prepare_sqlite if lite else _prepare_postgresql)
    return made


def _with_driver(url: str) -> str:
    """The URL with the driver that is used for PostgreSQL."""
    for word in ("postgresql://", "postgres://"):
        if url.startswith(word):
            return f"postgresql+psycopg://{url.removeprefix(word)}"
    return url


def _reaching(url: str) -> dict[str, int]:
    """How long PostgreSQL may be silent while it is being reached, unless the URL says so: behind a broken network a
    connection would hang for minutes. It is asked for signs of life after `IDLE` seconds."""
    if url.startswith("sqlite"):
        return {}
    seconds = round(PATIENCE)
    usual = {
        "connect_timeout": seconds,
        "tcp_user_timeout": seconds * 1000,
        "keepalives_idle": round(IDLE),
        "keepalives_interval": 1,
        "keepalives_count": 3,
    }
    return {name: value for name, value in usual.items() if name not in sa.make_url(url).query}


def _prepare_sqlite(connection: Any, _: Any) -> None:
    """The settings of every connection: durable, patient with others who write, and transactions begun by us."""
    connection.isolation_level = None
    for pragma in ("journal_mode=WAL", "synchronous=FULL", f"busy_timeout={round(PATIENCE * 1000)}"):
        connection.execute(f"PRAGMA {pragma}")


def _prepare_postgresql(connection: Any, _: Any) -> None:
    """The settings of every connection: nobody waits for ever."""
    for name, seconds in (("lock_timeout", PATIENCE), ("idle_in_transaction_session_timeout", IDLE)):
        connection.execute(f"SET {name} = {round(seconds * 1000)}")
    connection.commit()
