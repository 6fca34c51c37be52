"""Tables of bots of every game and level at once: nobody fails, every table goes on, the server stops at once.

`PIZZABOX_SOAK_SECONDS` and `PIZZABOX_SOAK_TABLES` (of each game) make it longer and larger; `make soak` does.
"""

from __future__ import annotations

import itertools
import os
import time
from pathlib import Path
from typing import Any

from pizzabox.bots import levels
from pizzabox.engine.registry import load, names
from pizzabox.testing.random_games import size
from tests.serving import ask, free_port, interrupted, start

SECONDS = float(os.environ.get("PIZZABOX_SOAK_SECONDS", "1"))
TABLES = int(os.environ.get("PIZZABOX_SOAK_TABLES", "4"))
STEPS = size(1, 3)
"""How often every table must still move after the time is over: one that stands still never does."""
PATIENCE = 240.0
"""Seconds until a table counts as standing still; only to end a hang."""
OPTIONS: dict[str, list[dict[str, Any]]] = {
    "wars": [{}, {"players": 3}, {"cards": "equal"}, {"agent": True}],
    "pizzeria": [{}, {"players": 2}, {"variant": "advanced"}, {"players": 1, "variant": "solo"}],
    "shark": [{}, {"players": 3}, {"players": 4}, {"goals": True}],
    "theory": [{}, {"players": 2}],
    "hexentafl": [{}, {"size": 5}],
}


def wishes() -> list[dict[str, Any]]:
    """This many tables of every game, with every level at some seat and different levels side by side."""
    made = []
    for name in names():
        turns = itertools.cycle(levels())
        for number in range(TABLES):
            options = OPTIONS.get(name, [{}])
            chosen = options[number % len(options)]
            seats = [{"kind": "bot", "bot": next(turns)} for _ in range(load(name, **chosen).players)]
            made.append({"game": name, "options": chosen, "seats": seats})
    return made


class Table:
    """A table of bots; when its game is over the next one is begun."""

    def __init__(self, port: int, who: str, wish: dict[str, Any]) -> None:
        self.port, self.who, self.wish = port, who, wish
        self.before = 0
        """Steps of the games that are over."""
        self.begin()

    def begin(self) -> None:
        self.id = ask(self.port, "/api/tables", self.who, self.wish)["id"]

    def steps(self) -> int:
        found = ask(self.port, f"/api/tables/{self.id}", self.who)
        done = self.before + len(found["log"])
        if found["result"]:
            self.before = done
            self.begin()
        return done


POLLS = 25
"""Questions a second, half of what the server allows one visitor."""


def test_tables_of_bots_go_on_and_on(tmp_path: Path) -> None:
    port = free_port()
    log = tmp_path / "log"
    with log.open("wb") as complaints:
        server, _ = start(tmp_path, port, log=complaints, compiled=True)
        try:
            who = ask(port, "/api/token", body={})["token"]
            tables = [Table(port, who, wish) for wish in wishes()]
            until = time.monotonic() + SECONDS
            while time.monotonic() < until:
                time.sleep(1.0)
                assert server.poll() is None, f"the server died with {server.returncode}: {log.read_text()}"
            halfway = [table.steps() for table in tables]
            limit = time.monotonic() + PATIENCE
            waiting = dict(zip(tables, halfway, strict=True))
            while waiting:
                waiting = {table: was for table, was in waiting.items() if table.steps() < was + STEPS}
                assert time.monotonic() < limit, f"stand still: {[table.wish for table in waiting]}"
                time.sleep(max(0.5, len(waiting) / POLLS))
        except BaseException:
            server.kill()
            server.wait()
            print(log.read_text())
            raise
        took = interrupted(server)
    said = log.read_text()
    assert not any(bad in said for bad in ("failed", "Traceback", "Error", "left behind")), said
    print(f"{len(tables)} tables, {sum(halfway)} steps, stopped in {took:.1f} s")
