"""Moves stored in the event loop: together, durable, and left to the thread where the disk is not quick."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pizzabox.server.direct_writes import MOST_REST, REST, SLOW, TURN, DirectWrites
from pizzabox.server.store import Change, Stale, Store
from tests.helpers import aside

from .test_store import move, row


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = Store(f"sqlite:///{tmp_path}/box.db")
    for table in ("t1", "t2", "t3"):
        made.commit(Change(table, -1, row(), [])).result(10)
    yield made
    made.close()


def texts(store: Store, table: str) -> list[str]:
    found = store.table(table)
    assert found is not None
    return [kept["text"] for kept in found[1]]


def sent(quick: DirectWrites, *changes: Change) -> list[Exception | None]:
    """Submit changes in one turn of a loop, and wait until all are answered."""

    async def run() -> list[Exception | None]:
        loop = asyncio.get_running_loop()
        waiting: list[asyncio.Future[Exception | None]] = [loop.create_future() for _ in changes]
        for change, done in zip(changes, waiting, strict=True):
            quick.submit(change, done.set_result)
        return await asyncio.wait_for(asyncio.gather(*waiting), 30)

    found: list[Exception | None] = aside(asyncio.run, run())
    return found


def by_thread(store: Store, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The tables whose changes went to the thread."""
    seen: list[str] = []
    usual = store.submit

    def submit(change: Change, told: Any) -> None:
        seen.append(change.table)
        usual(change, told)

    monkeypatch.setattr(store, "submit", submit)
    return seen


def test_moves_of_one_moment_are_one_commit(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    others, quick = by_thread(store, monkeypatch), DirectWrites(store)
    assert sent(quick, *(Change(t, 0, row(1), [move(1)]) for t in ("t1", "t2", "t3"))) == [None] * 3
    assert others == []
    aside(quick.close)
    assert [texts(store, t) for t in ("t1", "t2", "t3")] == [["m1"]] * 3


def test_new_tables_and_new_owners_are_stored_here_too(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    others, quick = by_thread(store, monkeypatch), DirectWrites(store, lambda: 0.0)
    assert sent(quick, Change("t4", -1, row(), [], {0: "ada"}), Change("t1", 0, row(1), [move(1)])) == [None] * 2
    assert store.listed("mine", "ada") == ["t4"]
    assert sent(quick, Change("t4", 0, row(1), [], {0: "bob", 1: "cleo"})) == [None]
    assert others == []
    aside(quick.close)
    assert [store.listed("mine", who) for who in ("ada", "bob", "cleo")] == [[], ["t4"], ["t4"]]


def test_what_changes_the_past_goes_to_the_thread(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    others, quick = by_thread(store, monkeypatch), DirectWrites(store, lambda: 0.0)
    assert sent(quick, Change("t1", 0, row(1), [move(1)])) == [None]
    assert sent(quick, Change("t1", 1, row(2), [], undone=1)) == [None]
    assert others == ["t1"]
    aside(quick.close)


def test_who_waits_hears_of_it(store: Store) -> None:
    quick = DirectWrites(store)

    async def run() -> None:
        await quick.stored(Change("t1", 0, row(1), [move(1)]))
        with pytest.raises(Stale):
            await quick.stored(Change("t1", 7, row(8), [move(8)]))

    aside(asyncio.run, run())
    aside(quick.close)
    assert texts(store, "t1") == ["m1"]


def test_a_stale_move_is_refused_and_the_others_are_kept(store: Store) -> None:
    quick = DirectWrites(store)
    found = sent(quick, Change("t1", 0, row(1), [move(1)]), Change("t2", 7, row(8), [move(8)]))
    assert found[0] is None
    assert isinstance(found[1], Stale)
    aside(quick.close)
    assert texts(store, "t1") == ["m1"]
    assert texts(store, "t2") == []


def test_two_moves_of_one_table_at_once_are_both_kept(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    others, quick = by_thread(store, monkeypatch), DirectWrites(store, lambda: 0.0)
    both = (Change("t1", 0, row(1), [move(1)]), Change("t1", 1, row(2), [move(2)]))
    assert sent(quick, *both, Change("t2", 0, row(1), [move(1)])) == [None] * 3
    assert others == []
    aside(quick.close)
    assert texts(store, "t1") == ["m1", "m2"]


def test_two_changes_of_one_table_are_one_that_forgets_nothing() -> None:
    first = Change("t1", 4, {**row(5), "meta": {"a": 1}}, [move(5)], {0: "ada"})
    second = Change("t1", 5, {**row(6), "meta": None, "state": b"new"}, [move(6)])
    one = first.followed_by(second)
    assert (one.before, one.row["version"], one.row["state"]) == (4, 6, b"new")
    assert (one.row["meta"], one.owners, [event["seq"] for event in one.events]) == ({"a": 1}, {0: "ada"}, [5, 6])
    with pytest.raises(Stale):
        first.followed_by(Change("t1", 6, row(7), []))


def test_a_move_does_not_overtake_one_of_its_table_that_the_thread_has(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [0.0]
    others, quick = by_thread(store, monkeypatch), DirectWrites(store, lambda: now[0])
    blocker = sqlite3.connect(str(store.path), check_same_thread=False)
    blocker.execute("BEGIN IMMEDIATE")

    async def run() -> list[Exception | None]:
        loop = asyncio.get_running_loop()
        first, second = loop.create_future(), loop.create_future()
        quick.submit(Change("t1", 0, row(1), [move(1)]), first.set_result)
        while not others:
            await asyncio.sleep(0.01)
        now[0] = 2 * TURN
        quick.submit(Change("t1", 1, row(2), [move(2)]), second.set_result)
        blocker.rollback()
        return await asyncio.wait_for(asyncio.gather(first, second), 30)

    assert aside(asyncio.run, run()) == [None, None]
    assert others == ["t1", "t1"]
    aside(quick.close)
    blocker.close()
    assert texts(store, "t1") == ["m1", "m2"]


def test_the_rest_after_slow_commits_grows_and_ends(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    others, slow, now = by_thread(store, monkeypatch), [2 * SLOW], [100.0]

    def clock() -> float:
        now[0] += slow[0]
        return now[0]

    def rested(after: float, n: int) -> bool:
        """Whether moves are stored here again so long after the last one."""
        now[0] += after
        seen = len(others)
        assert sent(quick, Change("t1", n - 1, row(n), [move(n)])) == [None]
        return len(others) == seen

    quick = DirectWrites(store, clock)
    assert rested(0.0, 1) and not rested(REST / 2, 2) and rested(REST, 3)
    assert not rested(REST, 4), "the second slow commit is followed by a longer rest"
    slow[0] = 0.0
    assert rested(MOST_REST, 5) and rested(0.0, 6)
    aside(quick.close)


def test_another_writer_is_waited_for_by_the_thread(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    others, quick = by_thread(store, monkeypatch), DirectWrites(store, lambda: now[0])
    blocker = sqlite3.connect(str(store.path), check_same_thread=False)
    blocker.execute("BEGIN IMMEDIATE")

    async def run() -> Exception | None:
        done: asyncio.Future[Exception | None] = asyncio.get_running_loop().create_future()
        quick.submit(Change("t1", 0, row(1), [move(1)]), done.set_result)
        while not others:
            await asyncio.sleep(0.01)
        assert not done.done(), "nothing is acknowledged before it is stored"
        blocker.rollback()
        return await asyncio.wait_for(done, 30)

    assert aside(asyncio.run, run()) is None
    assert others == ["t1"]
    now[0] = 2 * TURN
    assert sent(quick, Change("t1", 1, row(2), [move(2)])) == [None]
    assert others == ["t1"], "soon afterwards moves are stored here again"
    aside(quick.close)
    blocker.close()
    assert texts(store, "t1") == ["m1", "m2"]


def test_after_a_slow_commit_the_thread_works_for_a_while(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    others = by_thread(store, monkeypatch)
    now = [100.0]

    def clock() -> float:
        now[0] += 2 * SLOW
        return now[0]

    quick = DirectWrites(store, clock)
    assert sent(quick, Change("t1", 0, row(1), [move(1)])) == [None]
    assert others == []
    assert sent(quick, Change("t1", 1, row(2), [move(2)])) == [None]
    assert others == ["t1"]
    now[0] += REST
    assert sent(quick, Change("t1", 2, row(3), [move(3)])) == [None]
    assert others == ["t1"]
    aside(quick.close)
    assert texts(store, "t1") == ["m1", "m2", "m3"]


def test_one_who_cannot_hear_does_not_keep_the_others_waiting(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    quick = DirectWrites(store)

    async def run() -> Exception | None:
        done: asyncio.Future[Exception | None] = asyncio.get_running_loop().create_future()

        def deaf(problem: Exception | None) -> None:
            raise RuntimeError("gone")

        quick.submit(Change("t1", 0, row(1), [move(1)]), deaf)
        quick.submit(Change("t2", 0, row(1), [move(1)]), done.set_result)
        return await asyncio.wait_for(done, 30)

    assert aside(asyncio.run, run()) is None
    assert "couldn't tell a table" in caplog.text
    aside(quick.close)
    assert (texts(store, "t1"), texts(store, "t2")) == (["m1"], ["m1"])
