"""The store, SQLite and PostgreSQL alike: group commits, versions, lists, restoring."""

from __future__ import annotations

import asyncio
import socket
import sqlite3
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa

from pizzabox.engine.errors import PizzaboxError
from pizzabox.server import store as stores
from pizzabox.server.schema import TABLES
from pizzabox.server.store import MOST_AT_ONCE, MOST_CHAT, Change, Stale, Store
from tests.helpers import aside
from tests.postgres import Database, given
from tests.server.query_plans import plan_of


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    if request.param == "sqlite":
        url = f"sqlite:///{tmp_path}/data/box.db"
    else:
        url = request.getfixturevalue("postgresql").schema()
    made = Store(url)
    yield made
    aside(asyncio.run, made.close())


def keep(store: Store, *changes: Change) -> None:
    """Store changes one after the other, all of which must be kept."""
    for change in changes:
        assert store.write([change]) == [None]


def texts(store: Store, table: str) -> list[str]:
    found = store.table(table)
    assert found is not None
    return [kept["text"] for kept in found[1]]


def row(version: int = 0, status: str = "running", public: bool = True, moved: float = 1.0) -> dict[str, Any]:
    return {
        "version": version,
        "game": "theory",
        "status": status,
        "public": public,
        "moved": moved,
        "meta": {"a": [1, 2]},
        "state": b"\x00\x01",
    }


def move(seq: int) -> dict[str, Any]:
    return {"seq": seq, "kind": "move", "text": f"m{seq}"}


def test_a_table_comes_back_as_it_was_kept(store: Store) -> None:
    assert store.table("t1") is None
    keep(store, Change("t1", -1, row(), [], {0: "ada"}))
    keep(store, Change("t1", 0, row(1), [move(1)]))
    keep(store, Change("t1", 1, row(2), [{"seq": 2, "kind": "chat", "text": "hi"}]))
    found = store.table("t1")
    assert found is not None
    kept, moves, chat = found
    assert (kept["version"], kept["meta"], bytes(kept["state"])) == (2, {"a": [1, 2]}, b"\x00\x01")
    assert [m["text"] for m in moves] == ["m1"]
    assert [c["text"] for c in chat] == ["hi"]


def test_a_stale_writer_is_refused_and_spoils_nothing_for_others(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    keep(store, Change("t1", -1, row(), []))
    keep(store, Change("t2", -1, row(), []))
    problems = store.write(
        [
            Change("t1", 0, row(1), [move(1)]),
            Change("t1", 0, row(1), [move(2)]),
            Change("t2", 0, row(1), [move(1)]),
            Change("t3", 0, row(1), [move(1)]),
        ]
    )
    assert [type(problem) for problem in problems] == [type(None), Stale, type(None), Stale]
    assert (texts(store, "t1"), texts(store, "t2"), store.table("t3")) == (["m1"], ["m1"], None)
    assert not caplog.records, "nothing is wrong with that"


def test_what_was_written_before_a_stale_change_was_found_is_written_once(store: Store) -> None:
    keep(store, *(Change(f"t{i}", -1, row(), []) for i in range(3)))
    told = row(1) | {"meta": {"b": 1}}
    problems = store.write(
        [
            Change("t0", 0, told, [move(1)]),
            Change("t1", 0, row(1) | {"meta": None}, [move(1)]),
            Change("t2", 5, row(6) | {"meta": None}, [move(6)]),
            Change("t0", 1, row(2) | {"meta": None}, [move(2)]),
        ]
    )
    assert [type(problem) for problem in problems] == [type(None), type(None), Stale, type(None)]
    assert [texts(store, f"t{i}") for i in range(3)] == [["m1", "m2"], ["m1"], []]
    versions = [store.table(f"t{i}")[0]["version"] for i in range(3)]  # type: ignore[index]
    assert versions == [2, 1, 0] and store.table("t0")[0]["meta"] == {"b": 1}  # type: ignore[index]


def test_a_table_is_made_and_changed_in_one_batch(store: Store) -> None:
    assert store.write([Change("t1", -1, row(), []), Change("t1", 0, row(1), [move(1)])]) == [None, None]
    assert texts(store, "t1") == ["m1"]
    (problem,) = store.write([Change("t1", -1, row(), [])])
    assert isinstance(problem, sa.exc.IntegrityError) and texts(store, "t1") == ["m1"], "it is there already"


def test_a_batch_may_be_full(store: Store) -> None:
    """No database has too few places for the values of as many changes as are written at once."""
    changes = [Change(f"t{i}", -1, row(), []) for i in range(MOST_AT_ONCE)]
    assert store.write(changes) == [None] * MOST_AT_ONCE
    moved = [Change(f"t{i}", 0, row(1) | {"meta": {"i": i}}, [move(1)]) for i in range(MOST_AT_ONCE)]
    assert store.write(moved) == [None] * MOST_AT_ONCE
    assert store.table("t7")[0]["meta"] == {"i": 7} and texts(store, f"t{MOST_AT_ONCE - 1}") == ["m1"]  # type: ignore[index]


def test_a_change_that_cannot_be_kept_takes_no_other_along(store: Store) -> None:
    keep(store, Change("t1", -1, row(), []), Change("t2", -1, row(), []))
    twice = Change("t1", 0, row(1), [move(1), move(1)])
    problems = store.write([twice, Change("t2", 0, row(1), [move(1)]), Change("t4", -1, row(), [])])
    assert isinstance(problems[0], sa.exc.IntegrityError) and problems[1:] == [None, None]
    assert (texts(store, "t1"), texts(store, "t2"), texts(store, "t4")) == ([], ["m1"], [])
    assert store.table("t1")[0]["version"] == 0, "and nothing of it is there"  # type: ignore[index]


def test_changes_of_one_table_in_one_batch_follow_each_other(store: Store) -> None:
    keep(store, Change("t1", -1, row(), [], {0: "ada"}))
    same = row(2) | {"meta": None}
    taken_back = Change("t1", 2, row(3) | {"meta": None}, [{"seq": 3, "kind": "undo"}], undone=2)
    taken_back.rewritten = [{"seq": 1, "kind": "move", "text": "new"}]
    first = Change("t1", 0, row(1) | {"meta": {"b": 1}}, [move(1)], {0: "ada", 1: "bob"})
    assert store.write([first, Change("t1", 1, same, [move(2)]), taken_back]) == [None] * 3
    assert texts(store, "t1") == ["new"]
    assert store.table("t1")[0]["meta"] == {"b": 1}, "what is not said stays"  # type: ignore[index]
    assert store.listed("mine", "bob") == ["t1"]


def test_seats_can_be_given_up(store: Store) -> None:
    keep(store, Change("t1", -1, row(), [], {0: "ada", 1: "bob"}))
    keep(store, Change("t1", 0, row(1), [], {1: "bob"}))
    assert store.listed("mine", "ada") == [] and store.listed("mine", "bob") == ["t1"]
    keep(store, Change("t1", 1, row(2), [], {}))
    assert store.listed("mine", "bob") == []


def test_undone_and_rewritten_moves(store: Store) -> None:
    keep(store, Change("t1", -1, row(), []))
    keep(store, Change("t1", 0, row(1), [move(1), move(2)]))
    change = Change("t1", 1, row(3), [{"seq": 3, "kind": "undo"}], undone=1)
    change.rewritten = [{"seq": 2, "kind": "move", "text": "new"}]
    keep(store, change)
    assert [m["text"] for m in store.table("t1")[1]] == ["new"]  # type: ignore[index]


def test_each_list_has_its_tables_newest_first(store: Store) -> None:
    for id, status, public, owner, moved in [
        ("a", "running", True, "ada", 1.0),
        ("b", "over", True, "bob", 2.0),
        ("c", "open", True, "ada", 3.0),
        ("d", "open", False, "bob", 4.0),
        ("e", "over", False, "ada", 5.0),
    ]:
        keep(store, Change(id, -1, row(0, status, public, moved), [], {0: owner, 1: owner}))
    assert store.listed("mine", "ada") == ["c", "a"]
    assert store.listed("open") == ["c"]
    assert store.listed("recent") == ["b"]
    assert store.listed("recent", "ada") == ["e", "b"]
    assert store.listed("running") == ["a"]
    assert store.listed("mine", "nobody") == []


def test_a_table_that_is_public_and_mine_is_listed_once(store: Store) -> None:
    keep(store, Change("a", -1, row(0, "over", True, 1.0), [], {0: "ada", 1: "ada"}))
    keep(store, *(Change(f"b{i}", -1, row(0, "over", i % 2 == 0, 2.0 + i), [], {0: "bob"}) for i in range(4)))
    assert store.listed("recent", "ada") == ["b2", "b0", "a"]
    assert store.listed("recent", "bob", limit=2) == ["b3", "b2"]


@pytest.mark.parametrize("which", ["open", "recent"])
def test_lists_of_public_tables_have_an_index(store: Store, which: str) -> None:
    """Few tables are public, and nobody looks through all others for them."""
    rows = [
        row(0, ("open", "over", "running")[i % 3], i % 50 == 0, float(i)) | {"id": f"t{i}", "meta": b"{}"}
        for i in range(3000)
    ]
    with store.engine.begin() as connection:
        connection.execute(TABLES.insert(), rows)
        connection.exec_driver_sql("ANALYZE")
    found: list[str] = []
    plan = plan_of(store, lambda: found.extend(store.listed(which, "nobody")))
    assert found
    assert "ix_tables_public" in plan, plan


def test_settings_are_made_once(store: Store) -> None:
    assert store.setting("key", b"one") == b"one"
    assert store.setting("key", b"two") == b"one"


def test_writes_are_durable(tmp_path: Path) -> None:
    """Every connection of SQLite writes ahead and flushes at each commit."""
    store = Store(f"sqlite:///{tmp_path}/box.db")
    with store.engine.connect() as connection:
        raw = connection.connection.driver_connection
        assert isinstance(raw, sqlite3.Connection)
        assert raw.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert raw.execute("PRAGMA synchronous").fetchone() == (2,)
    aside(asyncio.run, store.close())


def test_all_changes_that_wait_share_a_transaction(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    keep(store, *(Change(f"t{i}", -1, row(), []) for i in range(50)))
    batches: list[int] = []
    usual, begun, go = store.write, threading.Event(), threading.Event()

    def write(changes: Any) -> Any:
        batches.append(len(changes))
        begun.set()
        assert go.wait(30)
        return usual(changes)

    monkeypatch.setattr(store, "write", write)

    async def run() -> None:
        first = asyncio.create_task(store.commit(Change("t0", 0, row(1), [move(1)])))
        await asyncio.to_thread(begun.wait, 30)
        others = [asyncio.create_task(store.commit(Change(f"t{i}", 0, row(1), [move(1)]))) for i in range(1, 50)]
        await asyncio.sleep(0)
        go.set()
        await asyncio.gather(first, *others)
        with pytest.raises(Stale):
            await store.commit(Change("t0", 0, row(1), [move(2)]))

    aside(asyncio.run, run())
    assert batches == [1, 49, 1]
    assert all(texts(store, f"t{i}") == ["m1"] for i in range(50))


def test_who_waits_may_leave_and_the_change_is_kept_all_the_same(store: Store) -> None:
    keep(store, Change("t1", -1, row(), []), Change("t2", -1, row(), []))

    async def run() -> None:
        leaving = asyncio.create_task(store.commit(Change("t1", 0, row(1), [move(1)])))
        await asyncio.sleep(0)
        leaving.cancel()
        await store.commit(Change("t2", 0, row(1), [move(1)]))

    aside(asyncio.run, run())
    assert texts(store, "t1") == texts(store, "t2") == ["m1"]


def test_what_waits_is_written_before_the_store_closes(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/box.db"

    async def run() -> None:
        store = Store(url)
        waiting = [asyncio.create_task(store.commit(Change(f"t{i}", -1, row(), []))) for i in range(5)]
        await asyncio.sleep(0)
        await store.close()
        await asyncio.gather(*waiting)

    aside(asyncio.run, run())
    again = Store(url)
    assert all(again.table(f"t{i}") for i in range(5))
    aside(asyncio.run, again.close())


def test_a_database_that_was_away_is_used_again(postgresql: Database) -> None:
    store = Store(postgresql.schema())
    keep(store, Change("t1", -1, row(), []))
    postgresql.stop()
    (problem,) = store.write([Change("t1", 0, row(1), [move(1)])])
    assert isinstance(problem, sa.exc.OperationalError)
    postgresql.start()
    keep(store, Change("t1", 0, row(1), [move(1)]))
    assert texts(store, "t1") == ["m1"]
    aside(asyncio.run, store.close())


def test_a_table_is_read_as_of_one_moment(store: Store) -> None:
    """A move that is stored between reading the row and reading the moves is in neither."""
    keep(store, Change("t1", -1, row(), [], {0: "ada"}))
    other = Store(store.url)

    def meanwhile(connection: Any, cursor: Any, statement: str, *_: Any) -> None:
        if "FROM tables" in statement and other.write([Change("t1", 0, row(1), [move(1)])]) != [None]:
            raise AssertionError("it was not written")

    sa.event.listen(store.engine, "after_cursor_execute", meanwhile)
    try:
        found = store.table("t1")
    finally:
        sa.event.remove(store.engine, "after_cursor_execute", meanwhile)
        aside(asyncio.run, other.close())
    assert found is not None
    assert (found[0]["version"], found[1]) == (0, [])
    assert texts(store, "t1") == ["m1"]


def test_of_a_long_chat_the_last_lines_are_read_and_no_others(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [{"seq": n, "kind": "chat", "text": f"c{n}"} for n in range(2, MOST_CHAT + 100)]
    keep(store, Change("t1", -1, row(), [move(1), *lines, move(MOST_CHAT + 100)]))
    read: list[bytes] = []
    monkeypatch.setattr(stores, "_decode", lambda data: read.append(data) or msgspec.json.decode(data))
    found = store.table("t1")
    assert found is not None
    assert [line["text"] for line in found[2]] == [f"c{n}" for n in range(100, MOST_CHAT + 100)]
    assert len(found[1]) == 2
    assert len(read) == MOST_CHAT + 3, "the moves and what is said of the table, besides"


def test_the_same_may_be_kept_by_many_at_once(store: Store) -> None:
    """Who uploads a game twice in a moment has it once, and no error."""
    together = threading.Barrier(4)

    def upload(_: int) -> None:
        for n in range(10):
            together.wait()
            store.keep("record", f"r{n}", f"game {n}")

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(upload, range(4)))
    assert [store.kept("record", f"r{n}") for n in range(10)] == [f"game {n}" for n in range(10)]
    store.keep("record", "r0", "another")
    assert store.kept("record", "r0") == "another"


def test_a_database_that_is_silent_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody takes the connection and never answers, as behind a network that is cut in two."""
    monkeypatch.setattr(stores, "PATIENCE", 2.0)
    with socket.create_server(("127.0.0.1", 0)) as silent, pytest.raises(PizzaboxError, match="can't be kept"):
        Store(f"postgresql://box@127.0.0.1:{silent.getsockname()[1]}/postgres")


def test_a_lost_connection_is_noticed_soon(postgresql: Database) -> None:
    """As the URL wishes, else soon: by default a computer waits a quarter of an hour for an answer."""
    for more, seconds in (("", "5000"), ("&tcp_user_timeout=7000", "7000")):
        made = Store(postgresql.schema() + more)
        with made.engine.connect() as connection:
            given = connection.connection.driver_connection.info.get_parameters()  # type: ignore[union-attr]
        assert (given["tcp_user_timeout"], given["connect_timeout"], given["keepalives_idle"]) == (seconds, "5", "3")
        aside(asyncio.run, made.close())


def test_tests_may_use_a_database_that_is_there_already(postgresql: Database) -> None:
    with given(postgresql.url) as there:
        url = there.schema()
        aside(asyncio.run, Store(url).close())
    with pytest.raises(PizzaboxError, match="no schema"):
        Store(url)
    assert there.schemas
