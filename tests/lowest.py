"""The lowest versions that pyproject.toml allows, in an empty environment where games are played and served."""

from __future__ import annotations

import json
import tempfile
import time
import urllib.request
import venv
from pathlib import Path
from subprocess import Popen

from tests.serving import PATIENCE, ask, free_port, stop
from tests.wheel import ROOT, run

EXTRAS = "fast,png,postgres,server"
SEATS = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
WISH = {"game": "theory", "options": {"players": 2, "cap": 4}, "seats": SEATS}


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        venv.create(place / "empty", with_pip=True)
        python, uv, pizzabox = (place / "empty" / "bin" / name for name in ("python", "uv", "pizzabox"))
        run(python, "-m", "pip", "install", "-q", "uv", cwd=place)
        install = (uv, "pip", "install", "-q", "--python", python, "--resolution", "lowest-direct")
        run(*install, f"{ROOT}[{EXTRAS}]", cwd=place)
        cache = {"PIZZABOX_CACHE_DIR": str(place / "cache")}
        seats = ("--seat", "all=greedy", "--watch", "--delay", "0", "--seed", "5", "--save", "game.pizza")
        run(pizzabox, "play", "theory", "cap=4", *seats, cwd=place, **cache)
        run(pizzabox, "verify", "game.pizza", cwd=place)
        run(pizzabox, "show", "game.pizza", "--png", "board.png", cwd=place)
        port = free_port()
        server = Popen([pizzabox, "serve", "--no-open", "--port", str(port), "--data", place / "data", "--pace", "0"])
        try:
            played(port)
        finally:
            stop(server)
    print("1 passed, 0 failed")


def played(port: int) -> None:
    """Open the pages and play a game to its end."""
    until_it_answers(port)
    for page in ("/", "/new?game=wars", "/rules/shark", "/learn/theory"):
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{page}", timeout=30) as answer:
            assert answer.status == 200
    who = ask(port, "/api/token", body={})["token"]
    table = f"/api/tables/{ask(port, '/api/tables', who, WISH)['id']}"
    for _ in range(2000):
        state = ask(port, table, who)
        if state["result"]:
            return
        if state["tokens"]:
            ask(port, f"{table}/do", who, {"do": "move", "tokens": [next(iter(state["tokens"]))]})
    raise SystemExit(f"the game did not end: {json.dumps(state)[:500]}")


def until_it_answers(port: int) -> None:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/api/games", timeout=5).close()
            return
        except OSError:
            time.sleep(0.1)
    raise SystemExit("the server did not start")


if __name__ == "__main__":
    main()
