"""A real server in a process of its own, as players start it."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

ROOT = Path(__file__).parents[1]
PATIENCE = 120.0


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def start(
    data: str | Path, port: int | None = None, *, pace: float = 0.0, module: str = "pizzabox"
) -> tuple[subprocess.Popen[bytes], str]:
    """The server over a data folder, ready to answer, and its address."""
    port = port or free_port()
    command = [sys.executable, "-m", module, "serve", "--no-open", "--port", str(port)]
    command += ["--data", str(data), "--pace", str(pace)]
    server = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL)
    url, limit = f"http://127.0.0.1:{port}", time.monotonic() + PATIENCE
    while time.monotonic() < limit and server.poll() is None:
        try:
            urllib.request.urlopen(url, timeout=1).close()
            return server, url
        except OSError:
            time.sleep(0.1)
    stop(server)
    raise RuntimeError(f"the server did not start: {' '.join(command)}")


def stop(server: subprocess.Popen[bytes]) -> None:
    server.terminate()
    try:
        server.wait(30)
    except subprocess.TimeoutExpired:  # a bot was still thinking
        server.kill()
        server.wait()
