"""A real server in a process of its own, as players start it."""

from __future__ import annotations

import itertools
import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

ROOT = Path(__file__).parents[1]
PATIENCE = 120.0
PLAIN = {"PIZZABOX_BACKEND": "python"}
"""The environment of a server that is not about bots: to load compiled kernels takes it longer than to start."""


def ask(port: int, path: str, who: str = "", body: Any = None) -> Any:
    headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {who}"} if who else {})
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", data, headers)
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.loads(answer.read())


PORTS = range(20_000, 32_000)
"""Below those that the system gives to anybody who asks for one, before a server takes it that is still starting."""
_numbers = itertools.count(97 * os.getpid())
"""Processes that test side by side begin elsewhere."""


def free_port() -> int:
    while True:
        port = PORTS[next(_numbers) % len(PORTS)]
        with socket.socket() as free, suppress(OSError):
            free.bind(("127.0.0.1", port))
            return port


def start(
    data: str | Path,
    port: int | None = None,
    *,
    pace: float = 0.0,
    module: str = "pizzabox",
    python: str | Path = sys.executable,
    log: IO[bytes] | None = None,
    compiled: bool = False,
) -> tuple[subprocess.Popen[bytes], str]:
    """The server over a data folder, ready to answer, and its address; `log` takes what it has to complain about."""
    env = os.environ if compiled else os.environ | PLAIN
    port = port or free_port()
    command = [str(python), "-m", module, "serve", "--no-open", "--port", str(port)]
    command += ["--data", str(data), "--pace", str(pace)]
    server = subprocess.Popen(command, cwd=ROOT, env=env, stdout=subprocess.DEVNULL, stderr=log)
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


def interrupted(server: subprocess.Popen[bytes]) -> float:
    """Stop a server as Ctrl-C does; how many seconds it took. One that does not stop by itself is an error."""
    began = time.monotonic()
    os.kill(server.pid, signal.SIGINT)
    try:
        server.wait(60)
    finally:
        server.kill()
        server.wait()
    return time.monotonic() - began
