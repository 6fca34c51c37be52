"""A real PostgreSQL for the tests: started from the system's programs in a temporary folder, or given by its URL."""

from __future__ import annotations

import itertools
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import quote

from tests.serving import free_port

SETTINGS = ("fsync=off", "full_page_writes=off", "shared_buffers=16MB")
"""A database of a test survives its own death, but need not outlive the machine."""
GIVEN = "PIZZABOX_TEST_POSTGRESQL"
"""In the environment: the URL of a database that is used instead, by all tests that need no server of their own."""
PATIENCE = 60.0
_numbers = itertools.count()


def programs() -> Path | None:
    """The folder of PostgreSQL's programs; None where it is not installed."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    on_path = shutil.which("initdb")
    return found[-1].parent if found else Path(on_path).parent if on_path else None


class Database:
    """A database of PostgreSQL, where each test gets a place of its own."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.schemas: list[str] = []

    def schema(self) -> str:
        """The URL of an empty place of its own in the database."""
        self.schemas.append(f"t{next(_numbers)}_{os.getpid()}")
        self.say(f"CREATE SCHEMA {self.schemas[-1]}")
        more = "&" if "?" in self.url else "?"
        return f"{self.url}{more}options={quote(f'-csearch_path={self.schemas[-1]}')}"

    def say(self, what: str) -> None:
        import psycopg

        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(what.encode())


class Postgres(Database):
    """A server with a database; it can be killed and started again."""

    def __init__(self, folder: Path, port: int, settings: Sequence[str] = SETTINGS) -> None:
        super().__init__(f"postgresql://box@127.0.0.1:{port}/postgres")
        self.folder, self.port, self.settings = folder, port, settings

    def run(self, program: str, *words: str) -> None:
        """Run a program of PostgreSQL, which refuses to be run by root."""
        where = programs()
        assert where, "PostgreSQL is not installed: apt-get install postgresql"
        user = pwd.getpwnam("postgres").pw_uid if os.getuid() == 0 else None
        done = subprocess.run(
            [str(where / program), *words], user=user, cwd=self.folder, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr

    def start(self) -> None:
        set_up = " ".join(f"-c {setting}" for setting in self.settings)
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -k {self.folder} {set_up}"
        log = str(self.folder / "log")
        self.run("pg_ctl", "start", "-w", "-D", str(self.folder / "data"), "-l", log, "-o", options)

    def stop(self, mode: str = "immediate") -> None:
        self.run("pg_ctl", "stop", "-w", "-m", mode, "-D", str(self.folder / "data"))

    def kill(self) -> None:
        """End its first process with -9; the others notice by themselves, and no new one starts beside them."""
        known = self.folder / "data" / "postmaster.pid"
        os.kill(int(known.read_text(encoding="utf-8").split()[0]), signal.SIGKILL)
        limit = time.monotonic() + PATIENCE
        while self._at_work():
            assert time.monotonic() < limit, "PostgreSQL goes on without its first process"
            time.sleep(0.02)
        known.unlink()  # where nobody buries the dead, it would be taken for one that runs
        (self.folder / f".s.PGSQL.{self.port}.lock").unlink(missing_ok=True)

    def _at_work(self) -> bool:
        """Whether any of its processes is still there: each works in the folder of the data."""
        data = (self.folder / "data").resolve()
        for found in Path("/proc").glob("[0-9]*/cwd"):
            with suppress(OSError):
                if found.resolve(strict=True) == data:
                    return True
        return False


@contextmanager
def given(url: str) -> Iterator[Database]:
    """A database that is there already; what was made in it is gone afterwards."""
    made = Database(url)
    try:
        yield made
    finally:
        for name in made.schemas:
            made.say(f"DROP SCHEMA {name} CASCADE")


@contextmanager
def postgres(settings: Sequence[str] = SETTINGS) -> Iterator[Postgres]:
    """A server of its own, gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="pizzabox-postgres-") as name:
        folder = Path(name)
        if os.getuid() == 0:
            shutil.chown(folder, "postgres")
        made = Postgres(folder, free_port(), settings)
        made.run("initdb", "-D", str(folder / "data"), "-U", "box", "-A", "trust", "--no-sync", "--no-instructions")
        made.start()
        try:
            yield made
        finally:
            made.stop()
