"""A disk that is full, slow or read-only, and a file that is damaged: what was acknowledged is there once, what was
refused is not there, and the server says what is wrong and goes on by itself when it's over.

The disk is a file system of its own in a file, so that the faults are real. That takes root.
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.error import HTTPError

import pytest
import sqlalchemy as sa

from pizzabox.engine.errors import PizzaboxError
from pizzabox.server.store import Change, Store
from tests import serving
from tests.postgres import Database
from tests.server.refused_start import refused
from tests.server.test_store import keep, move, row, texts

FRIENDS = {"game": "theory", "options": {"players": 2}, "seats": [{"kind": "me"}, {"kind": "open"}]}
MEGABYTES = 12
GARBAGE = b"This is not a database. " * 400


def run(*words: str | Path) -> bool:
    return subprocess.run([*map(str, words)], capture_output=True, check=False).returncode == 0


class Disk:
    """A file system in a file."""

    def __init__(self, home: Path) -> None:
        self.image, self.folder = home / "image", home / "disk"
        self.folder.mkdir()

    def mount(self) -> bool:
        return run("mount", "-o", "loop", self.image, self.folder)

    def fill(self) -> None:
        """Leave no room."""
        with (self.folder / "filler").open("ab", buffering=0) as filler:
            for size in (65536, 1024, 1):
                with suppress(OSError):
                    while filler.write(b"x" * size):
                        pass

    def empty(self) -> None:
        (self.folder / "filler").unlink()

    def break_down(self) -> None:
        """From now on read-only, as after an error of the disk."""
        assert run("mount", "-o", "remount,abort", self.folder)

    def stand_still(self) -> None:
        """Whoever writes waits."""
        assert run("fsfreeze", "-f", self.folder)

    def go_on(self) -> None:
        assert run("fsfreeze", "-u", self.folder)


@contextmanager
def mounted(home: Path) -> Iterator[Disk]:
    made = Disk(home)
    with made.image.open("wb") as image:
        image.truncate(MEGABYTES << 20)
    if os.getuid() or not shutil.which("mkfs.ext4") or not run("mkfs.ext4", "-q", "-F", made.image) or not made.mount():
        pytest.skip("no file system can be made here")
    try:
        yield made
    finally:
        run("fsfreeze", "-u", made.folder)
        run("umount", "-l", made.folder)


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    """A disk that may break."""
    with mounted(tmp_path) as made:
        yield made


@pytest.fixture(scope="module")
def lasting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Disk, Play]]:
    """A disk that is sound again after each test, and a server there."""
    home = tmp_path_factory.mktemp("lasting")
    with mounted(home) as disk:
        play = Play(disk.folder, home / "log")
        yield disk, play
        play.stop()


class Play:
    """A server over a folder, and two people who play there."""

    def __init__(self, folder: Path, log: Path) -> None:
        self.folder, self.log, self.port = folder, log, serving.free_port()
        self.kept: dict[str, list[str]] = {}
        self.refused: list[str] = []
        self.start()
        try:
            self.people = [self.ask("/api/token", body={})[1]["token"] for _ in range(2)]
            self.sit_down()
            for _ in range(3):
                assert self.move()[0] == 200
        except BaseException:
            self.stop()
            raise

    def start(self) -> None:
        with self.log.open("ab") as log:
            self.server, _ = serving.start(self.folder, self.port, log=log)

    def stop(self) -> None:
        serving.stop(self.server)

    def ask(self, path: str, who: str = "", body: Any = None) -> tuple[int, Any]:
        """The status and the answer."""
        try:
            return 200, serving.ask(self.port, path, who, body)
        except HTTPError as problem:
            with problem:
                return problem.code, json.loads(problem.read())

    def sit_down(self) -> None:
        made = self.ask("/api/tables", self.people[0], FRIENDS)[1]
        self.table = made["id"]
        self.kept[self.table] = []
        invite = {"invite": made["invite"].split("invite=")[1]}
        assert self.ask(f"/api/tables/{self.table}/join", self.people[1], invite)[0] == 200

    def state(self, who: str) -> Any:
        return self.ask(f"/api/tables/{self.table}", who)[1]

    def move(self) -> tuple[int, Any]:
        """Let whoever is to move play the first legal move, at a new table if this one is over."""
        if self.state(self.people[0])["result"]:
            self.sit_down()
        who, tokens = next((who, found) for who in self.people if (found := self.state(who)["tokens"]))
        tag = f"move {time.time_ns()}"
        wish = {"do": "move", "id": tag, "tokens": [next(iter(tokens))]}
        status, answer = self.ask(f"/api/tables/{self.table}/do", who, wish)
        if answer["type"] == "ok":
            self.kept[self.table].append(tag)
        else:
            self.refused.append(tag)
        return status, answer

    def said(self) -> str:
        return self.log.read_text()

    def judge(self, file: Path | None = None) -> None:
        """Everything that was acknowledged is there once, nothing else is, and the file is whole."""
        with closing(sqlite3.connect(file or self.folder / "pizzabox.db")) as database:
            assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            for table, kept in self.kept.items():
                query = "SELECT data FROM events WHERE table_id = ? AND kind = 'move' ORDER BY seq"
                assert [json.loads(data)["id"] for (data,) in database.execute(query, (table,))] == kept
            events = database.execute("SELECT data FROM events").fetchall()
            assert not {json.loads(data).get("id") for (data,) in events} & set(self.refused)
        assert any(self.kept.values()) and "Traceback" not in self.said(), self.said()


@pytest.fixture
def play(tmp_path: Path) -> Iterator[Play]:
    """A server in a folder that may break."""
    (tmp_path / "data").mkdir()
    made = Play(tmp_path / "data", tmp_path / "log")
    yield made
    made.stop()


def test_a_full_disk_refuses_moves_and_the_game_goes_on_when_there_is_room(lasting: tuple[Disk, Play]) -> None:
    disk, play = lasting
    disk.fill()
    for _ in range(200):
        status, answer = play.move()
        if status != 200:
            break
        disk.fill()
    assert (status, answer["type"]) == (503, "error") and "couldn't be saved" in answer["what"]
    assert play.move()[0] == 503
    assert play.ask("/ready")[0] == 503 and play.ask("/health")[0] == 200
    status, answer = play.ask("/api/tables", play.people[0], FRIENDS)
    assert status == 503 and "can't be reached" in answer["error"]["what"]
    assert len(play.state(play.people[0])["log"]) == len(play.kept[play.table]), "it can be looked at"
    assert play.said().count("so changes are refused") == 1, "that's said once, and not for every move"
    disk.empty()
    assert play.move()[0] == 200
    while play.ask("/ready")[0] != 200:  # what was found lasts a second; the limit of all tests ends a hang
        time.sleep(0.1)
    assert "changes are stored" in play.said()
    play.judge()


def test_a_disk_that_becomes_read_only_refuses_moves_and_loses_none(disk: Disk, tmp_path: Path) -> None:
    play = Play(disk.folder, tmp_path / "log")
    try:
        disk.break_down()
        status, answer = play.move()
        assert status == 503 and "couldn't be saved" in answer["what"]
        assert play.ask("/ready")[0] == 503 and play.ask("/health")[0] == 200
    finally:
        play.stop()
    assert play.server.returncode == 0, "it stops as usual"
    assert run("umount", "-l", disk.folder) and disk.mount()
    play.start()
    try:
        assert play.move()[0] == 200
    finally:
        play.stop()
    play.judge()


def test_on_a_slow_disk_moves_wait_and_nothing_else_does(lasting: tuple[Disk, Play]) -> None:
    disk, play = lasting
    disk.stand_still()
    answers: list[int] = []
    moving = threading.Thread(target=lambda: answers.append(play.move()[0]))
    moving.start()
    for _ in range(20):
        assert play.ask("/health")[0] == play.ask("/api/games")[0] == 200
        time.sleep(0.05)
    assert answers == [], "nothing is acknowledged before it is stored"
    disk.go_on()
    moving.join()
    assert answers == [200] and play.move()[0] == 200
    play.judge()


def test_a_move_that_waits_too_long_for_another_who_writes_is_refused(lasting: tuple[Disk, Play]) -> None:
    _, play = lasting
    with closing(sqlite3.connect(play.folder / "pizzabox.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        status, answer = play.move()
        assert status == 503 and "couldn't be saved" in answer["what"]
        other.execute("ROLLBACK")
    assert play.move()[0] == 200
    play.judge()


def test_a_file_that_is_replaced_while_the_server_runs_takes_no_moves(play: Play, tmp_path: Path) -> None:
    """SQLite would write on into the old file, which has no name any more."""
    file = play.folder / "pizzabox.db"
    with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(tmp_path / "copy.db")) as copy:
        source.backup(copy)
    file.rename(tmp_path / "old.db")
    assert play.move()[0] == 503, "it is gone"
    shutil.copy(tmp_path / "copy.db", file)
    assert play.move()[0] == 503 and play.ask("/ready")[0] == 503, "it is another"
    assert "deleted or replaced" in play.said()
    play.stop()
    play.judge(tmp_path / "copy.db")


def test_a_file_that_is_cut_off_while_the_server_runs_ends_nothing(play: Play) -> None:
    """What was cut off is lost; the server answers on, and doesn't start with such a file again."""
    with closing(sqlite3.connect(play.folder / "pizzabox.db")) as other:
        other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    os.truncate(play.folder / "pizzabox.db", 4096 * 3)
    statuses = Counter(play.ask(path)[0] for path in ("/health", f"/api/tables/{play.table}", "/api/tables?which=open"))
    with suppress(KeyError):
        play.move()
    assert set(statuses) <= {200, 503} and play.ask("/health")[0] == 200
    assert "Traceback" not in play.said()
    play.stop()
    found = refused("--data", str(play.folder))
    assert found.code == 2 and "is damaged" in found.err


@pytest.mark.parametrize("fault", ["full", "read-only"])
def test_a_server_that_cannot_write_says_so_and_does_not_start(disk: Disk, fault: str) -> None:
    if fault == "full":
        disk.fill()
    else:
        disk.break_down()
    found = refused("--data", str(disk.folder / ("" if fault == "full" else "data")))
    said = found.err.replace("\n", "")  # a long line is broken anywhere
    assert found.code == 2 and str(disk.folder) in said, said
    assert {"full": "full", "read-only": "Read-only"}[fault] in said


def flip(file: Path) -> None:
    """Write over a page in the middle that is in use."""
    with file.open("r+b") as opened:
        opened.seek(4096 * 5)
        opened.write(b"\xff" * 4096)


DAMAGE: dict[str, Callable[[Path], object]] = {
    "garbage": lambda file: file.write_bytes(GARBAGE),
    "cut off": lambda file: os.truncate(file, file.stat().st_size // 2),
    "empty": lambda file: os.truncate(file, 0),
    "a page": flip,
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_file_is_said_to_be_and_left_alone(tmp_path: Path, damage: str) -> None:
    file = tmp_path / "pizzabox.db"
    store = Store(f"sqlite:///{file}")
    assert set(store.write([Change(f"t{i}", -1, row(), [move(1)], {0: "ada"}) for i in range(200)])) == {None}
    store.engine.dispose()
    DAMAGE[damage](file)
    before = file.read_bytes()
    with pytest.raises(PizzaboxError, match="is empty" if damage == "empty" else "is damaged") as refused:
        Store(f"sqlite:///{file}")
    assert str(file) in str(refused.value) and file.read_bytes() == before


def test_a_sound_file_is_opened_again(tmp_path: Path) -> None:
    for _ in range(2):
        store = Store(f"sqlite:///{tmp_path}/pizzabox.db")
        store.check()
        store.engine.dispose()


def test_what_cannot_be_written_at_all_is_tried_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of many changes each would wait as long as the first."""
    monkeypatch.setattr("pizzabox.server.store.PATIENCE", 0.1)
    store = Store(f"sqlite:///{tmp_path}/box.db")
    keep(store, *(Change(f"t{i}", -1, row(), []) for i in range(20)))
    begun: list[Store] = []
    usual = Store._writing
    monkeypatch.setattr(Store, "_writing", lambda self: (begun.append(self), usual(self))[1])
    with closing(sqlite3.connect(tmp_path / "box.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        problems = store.write([Change(f"t{i}", 0, row(1), [move(1)]) for i in range(20)])
        other.execute("ROLLBACK")
    assert len(begun) == 1 and all(isinstance(problem, sa.exc.OperationalError) for problem in problems)
    keep(store, *(Change(f"t{i}", 0, row(1), [move(1)]) for i in range(20)))
    store.engine.dispose()


def test_what_the_log_says_of_an_error_holds_nothing_of_a_game(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    store = Store(f"sqlite:///{tmp_path}/box.db")
    secret = {"seq": 1, "kind": "move", "text": "SECRET"}
    (problem,) = store.write([Change("t", -1, row() | {"state": None}, [secret])])
    assert isinstance(problem, sa.exc.IntegrityError) and "parameters" in str(problem)
    assert "table t: a change can't be stored" in caplog.text and "SECRET" not in caplog.text
    store.engine.dispose()


def test_a_postgresql_that_becomes_read_only_refuses_and_goes_on_afterwards(postgresql: Database) -> None:
    """As after a change of the leading server."""
    store = Store(postgresql.schema())
    keep(store, Change("t", -1, row(), []))

    def read_only(on: str) -> None:
        with store.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.exec_driver_sql("SET default_transaction_read_only = off")
            connection.exec_driver_sql(f"ALTER DATABASE postgres SET default_transaction_read_only = {on}")
        store.engine.dispose()

    read_only("on")
    try:
        (problem,) = store.write([Change("t", 0, row(1), [move(1)])])
        assert "read-only" in str(problem)
        with pytest.raises(sa.exc.DBAPIError):
            store.check()
        assert texts(store, "t") == []
    finally:
        read_only("off")
    store.check()
    keep(store, Change("t", 0, row(1), [move(1)]))
    assert texts(store, "t") == ["m1"]
    store.engine.dispose()


def test_a_postgresql_whose_disk_is_full_refuses_and_goes_on_afterwards(postgresql: Database) -> None:
    url, name = postgresql.schema(), f"full_{os.getpid()}"
    admin = sa.create_engine(postgresql.url.replace("postgresql:", "postgresql+psycopg:"), isolation_level="AUTOCOMMIT")
    with tempfile.TemporaryDirectory() as home, mounted(Path(home)) as disk:
        Path(home).chmod(0o755)
        place = disk.folder / "space"
        place.mkdir()
        shutil.chown(place, "postgres")
        with admin.connect() as connection:
            connection.exec_driver_sql(f"CREATE TABLESPACE {name} LOCATION '{place}'")
        store = Store(f"{url}%20-cdefault_tablespace%3D{name}")
        keep(store, Change("t", -1, row(), []))
        disk.fill()
        version, problem = 0, None
        while problem is None and version < 1000:
            big = move(version + 1) | {"more": os.urandom(3000).hex()}
            (problem,) = store.write([Change("t", version, row(version + 1), [big])])
            version += problem is None
        assert isinstance(problem, sa.exc.OperationalError) and "No space left" in str(problem)
        assert len(texts(store, "t")) == version, "nothing is half there"
        disk.empty()
        keep(store, Change("t", version, row(version + 1), [move(version + 1)]))
        assert len(texts(store, "t")) == version + 1
        with store.engine.begin() as connection:
            schema = connection.exec_driver_sql("SELECT current_schema()").scalar_one()
            connection.exec_driver_sql(f"DROP SCHEMA {schema} CASCADE")
        store.engine.dispose()
        with admin.connect() as connection:
            connection.exec_driver_sql(f"DROP TABLESPACE {name}")
        admin.dispose()
