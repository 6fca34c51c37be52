"""A real PostgreSQL for the tests, started from the system's programs in a temporary folder."""

from __future__ import annotations

import itertools
import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

from tests.serving import free_port

SETTINGS = ("fsync=off", "full_page_writes=off", "shared_buffers=16MB")
"""A database of a test survives its own death, but need not outlive the machine."""
_numbers = itertools.count()


def programs() -> Path | None:
    """The folder of PostgreSQL's programs; None where it is not installed."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    on_path = shutil.which("initdb")
    return found[-1].parent if found else Path(on_path).parent if on_path else None


class Postgres:
    """A server with a database; it can be killed and started again."""

    def __init__(self, folder: Path, port: int, settings: Sequence[str] = SETTINGS) -> None:
        self.folder, self.port, self.settings = folder, port, settings
        self.url = f"postgresql://box@127.0.0.1:{port}/postgres"

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

    def schema(self) -> str:
        """The URL of an empty place of its own in the database."""
        import psycopg

        name = f"t{next(_numbers)}_{os.getpid()}"
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(f"CREATE SCHEMA {name}")
        return f"{self.url}?options={quote(f'-csearch_path={name}')}"


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
