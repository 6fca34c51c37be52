"""The lowest versions that pyproject.toml allows, in an empty environment where games are played and served."""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
import urllib.request
import venv
from pathlib import Path
from typing import Any

from tests.postgres import programs
from tests.server.chaos import box, patiently
from tests.serving import ask, start, stop
from tests.wheel import ROOT, play, run

EXTRAS = "envs,fast,openspiel,png,server,workers"
LEARNING = "import gymnasium, pizzabox.envs as e; gymnasium.make('pizzabox/Theory-v0').reset(); "
LEARNING += "e.aec('theory').reset(); e.parallel('theory').reset(); e.openspiel('theory').new_initial_state().child(0)"
SEATS = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
WISH = {"game": "theory", "options": {"players": 2, "cap": 4}, "seats": SEATS}


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        venv.create(place / "empty")
        python, pizzabox = (place / "empty" / "bin" / name for name in ("python", "pizzabox"))
        install = (sys.executable, "-m", "uv", "pip", "install", "-q", "--python", python)
        run(*install, "--resolution", "lowest-direct", f"{ROOT}[{EXTRAS}]", cwd=place)
        play(pizzabox, place, "png")
        run(python, "-c", LEARNING, cwd=place, PIZZABOX_CACHE_DIR=str(place / "cache"))
        server, url = start(place / "data", python=python, compiled=True)
        try:
            served(int(url.rsplit(":", 1)[1]))
        finally:
            stop(server)
        if programs() and shutil.which("redis-server"):
            with box(1, compiled=False, python=python) as here:
                served(here.port)
    print("1 passed, 0 failed")


def served(port: int) -> None:
    """Open the pages and play a game to its end."""
    for page in ("/", "/new?game=wars", "/rules/shark", "/learn/theory"):
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{page}", timeout=30) as answer:
            assert answer.status == 200

    def asked(*known: Any, **more: Any) -> Any:
        return patiently(lambda: ask(port, *known, **more))

    who = asked("/api/token", body={})["token"]
    table = f"/api/tables/{asked('/api/tables', who, WISH)['id']}"
    for _ in range(2000):
        state = asked(table, who)
        if state["result"]:
            return
        if state["tokens"]:
            asked(f"{table}/do", who, {"do": "move", "tokens": [next(iter(state["tokens"]))]})
    raise SystemExit(f"the game did not end: {json.dumps(state)[:500]}")


if __name__ == "__main__":
    main()
