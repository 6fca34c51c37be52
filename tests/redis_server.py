"""A real Redis for the tests, started from the system's program in a temporary folder."""

from __future__ import annotations

import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.serving import free_port

PATIENCE = 30.0


class RedisServer:
    """A server that can be killed and started again; it keeps nothing."""

    def __init__(self, folder: Path, port: int) -> None:
        self.folder, self.port = folder, port
        self.url = f"redis://127.0.0.1:{port}/0"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        program = shutil.which("redis-server")
        assert program, "Redis is not installed: apt-get install redis-server"
        command = [program, "--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        self._process = subprocess.Popen(command, cwd=self.folder, stdout=subprocess.DEVNULL)
        limit = time.monotonic() + PATIENCE
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
            except OSError:
                assert time.monotonic() < limit and self._process.poll() is None, "Redis did not start"
                time.sleep(0.02)
            else:
                return

    def kill(self) -> None:
        if self._process:
            self._process.kill()
            self._process.wait()


@contextmanager
def redis_server() -> Iterator[RedisServer]:
    """A server of its own, gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="pizzabox-redis-") as name:
        made = RedisServer(Path(name), free_port())
        made.start()
        try:
            yield made
        finally:
            made.kill()
