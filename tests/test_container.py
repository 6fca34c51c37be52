"""The container file: what it copies is there, nobody is root in it, and its commands do what they should."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from pathlib import Path

from tests.serving import PATIENCE, PLAIN, ROOT, free_port, stop

FILE = ROOT / "Containerfile"
HOME = "/opt/pizzabox/bin/"


def instructions() -> list[tuple[str, str]]:
    """The instructions of the file, each with what follows its name."""
    lines = FILE.read_text(encoding="utf-8").splitlines()
    split = [line.partition(" ") for line in lines if line and not line.startswith("#")]
    return [(name, rest) for name, _, rest in split]


def the(name: str) -> str:
    """What the last instruction of a name says."""
    return [rest for found, rest in instructions() if found == name][-1]


def command(text: str, port: int) -> list[str]:
    """A command of the container as it runs here."""
    words: list[str] = json.loads(text[text.index("[") :])
    program = {f"{HOME}pizzabox": [sys.executable, "-m", "pizzabox"], f"{HOME}python": [sys.executable]}[words[0]]
    return [*program, *(word.replace("8310", str(port)) for word in words[1:])]


def answers(port: int) -> bool:
    """Whether somebody listens there: to ask that costs nothing, a check of the health costs a start of Python."""
    with socket.socket() as asking:
        return asking.connect_ex(("127.0.0.1", port)) == 0


def test_everything_that_is_copied_is_there() -> None:
    copied = [rest.split()[:-1] for name, rest in instructions() if name == "COPY"]
    ours = [source for sources in copied if not sources[0].startswith("--from") for source in sources]
    assert set(ours) >= {"src", "pyproject.toml", "constraints.txt"}
    assert [source for source in ours if not (ROOT / source).exists()] == []


def test_what_is_installed_is_declared() -> None:
    assert '".[fast,png,server,workers]"' in next(rest for name, rest in instructions() if name == "RUN")
    declared = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert all(f"\n{extra} = [" in declared for extra in ("fast", "png", "server", "workers"))


def test_nobody_is_root_and_games_are_in_the_volume() -> None:
    user = int(the("USER").split(":")[0])
    folder = the("VOLUME")
    assert user >= 1000
    assert f"chown {the('USER')} {folder}" in the("RUN")
    settings = dict(pair.split("=") for pair in the("ENV").split())
    assert settings["PIZZABOX_DATA"] == folder and settings["PIZZABOX_CACHE_DIR"].startswith(f"{folder}/")
    names = [name for name, _ in instructions()]
    assert names.index("USER") < names.index("ENTRYPOINT") and the("EXPOSE") in the("ENTRYPOINT")


def test_the_server_of_the_container_runs_and_its_health_is_checked(tmp_path: Path) -> None:
    port = free_port()
    settings = os.environ | PLAIN | {"PIZZABOX_DATA": str(tmp_path)}
    check = command(the("HEALTHCHECK"), port)

    def healthy() -> bool:
        return subprocess.run(check, capture_output=True, check=False).returncode == 0

    assert not healthy(), "nothing runs yet"
    server = subprocess.Popen(command(the("ENTRYPOINT"), port), cwd=ROOT, env=settings, stderr=subprocess.DEVNULL)
    try:
        limit = time.monotonic() + PATIENCE
        while not (answers(port) and healthy()):
            assert time.monotonic() < limit and server.poll() is None, "the server isn't healthy"
            time.sleep(0.1)
        assert (tmp_path / "pizzabox.db").exists()
    finally:
        stop(server)
    assert server.returncode == 0, "it stops by the signal of the container"
    assert the("STOPSIGNAL") == "SIGTERM" and not healthy()
