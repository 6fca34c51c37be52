"""The store: group commits, versions, lists, restoring."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest

from pizzabox.server.store import Change, Stale, Store


@pytest.fixture
def store(tmp_path: Path) -> Any:
    made = Store(f"sqlite:///{tmp_path}/data/box.db")
    yield made
    made.close()


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
    store.commit(Change("t1", -1, row(), [], {0: "ada"})).result(10)
    store.commit(Change("t1", 0, row(1), [move(1)])).result(10)
    store.commit(Change("t1", 1, row(2), [{"seq": 2, "kind": "chat", "text": "hi"}])).result(10)
    found = store.table("t1")
    assert found is not None
    kept, moves, chat = found
    assert (kept["version"], kept["meta"], bytes(kept["state"])) == (2, {"a": [1, 2]}, b"\x00\x01")
    assert [m["text"] for m in moves] == ["m1"]
    assert [c["text"] for c in chat] == ["hi"]


def test_a_stale_writer_is_refused_and_spoils_nothing_for_others(store: Store) -> None:
    store.commit(Change("t1", -1, row(), [])).result(10)
    store.commit(Change("t2", -1, row(), [])).result(10)
    futures = [
        store.commit(Change("t1", 0, row(1), [move(1)])),
        store.commit(Change("t1", 0, row(1), [move(2)])),
        store.commit(Change("t2", 0, row(1), [move(1)])),
    ]
    assert futures[0].result(10) is None
    with pytest.raises(Stale):
        futures[1].result(10)
    assert futures[2].result(10) is None
    assert [m["text"] for m in store.table("t1")[1]] == ["m1"]  # type: ignore[index]


def test_undone_and_rewritten_moves(store: Store) -> None:
    store.commit(Change("t1", -1, row(), [])).result(10)
    store.commit(Change("t1", 0, row(1), [move(1), move(2)])).result(10)
    change = Change("t1", 1, row(3), [{"seq": 3, "kind": "undo"}], undone=1)
    change.rewritten = [{"seq": 2, "kind": "move", "text": "new"}]
    store.commit(change).result(10)
    assert [m["text"] for m in store.table("t1")[1]] == ["new"]  # type: ignore[index]


def test_lists(store: Store) -> None:
    for id, status, public, owner, moved in [
        ("a", "running", True, "ada", 1.0),
        ("b", "over", True, "bob", 2.0),
        ("c", "open", True, "ada", 3.0),
        ("d", "open", False, "bob", 4.0),
        ("e", "over", False, "ada", 5.0),
    ]:
        store.commit(Change(id, -1, row(0, status, public, moved), [], {0: owner, 1: owner})).result(10)
    assert store.listed("mine", "ada") == ["c", "a"]
    assert store.listed("open") == ["c"]
    assert store.listed("recent") == ["b"]
    assert store.listed("recent", "ada") == ["e", "b"]
    assert store.listed("running") == ["a"]
    assert store.listed("mine", "nobody") == []


def test_settings_are_made_once(store: Store) -> None:
    assert store.setting("key", b"one") == b"one"
    assert store.setting("key", b"two") == b"one"


def test_writes_are_durable(store: Store, tmp_path: Path) -> None:
    """Every connection writes ahead and flushes at each commit."""
    with store.engine.connect() as connection:
        raw = connection.connection.driver_connection
        assert isinstance(raw, sqlite3.Connection)
        assert raw.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert raw.execute("PRAGMA synchronous").fetchone() == (2,)


def test_a_thousand_changes_share_transactions(store: Store) -> None:
    for i in range(50):
        store.commit(Change(f"t{i}", -1, row(), [])).result(10)
    futures = [store.commit(Change(f"t{i}", v, row(v + 1), [move(v + 1)])) for v in range(20) for i in range(50)]
    for future in futures:
        future.result(30)
    assert all(store.table(f"t{i}")[0]["version"] == 20 for i in range(50))  # type: ignore[index]
