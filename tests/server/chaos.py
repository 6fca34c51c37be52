"""`make chaos`: a server with several workers, tables where people and bots play, and faults at random moments.

Workers, PostgreSQL and Redis are killed, and workers are paused until they are taken for dead. Who has finished a game
wants a rematch. Afterwards every move that was acknowledged must be there once, every game must verify, no table may be
stuck, in a game or in asking for another, none may have two rematches, and no seat may have another owner.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import platform
import random
import shlex
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.error import HTTPError

import psycopg
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from pizzabox.engine.game_record import loads
from tests.postgres import Postgres, postgres
from tests.redis_server import RedisServer, redis_server
from tests.serving import PATIENCE, PLAIN, ROOT, ask, free_port, stop

WISHES: tuple[dict[str, Any], ...] = (
    {"game": "theory", "options": {"players": 2}, "seats": [{"kind": "me"}, {"kind": "open"}]},
    {"game": "hexentafl", "seats": [{"kind": "me"}, {"kind": "open"}]},
    {"game": "pizzeria", "options": {"players": 2}, "seats": [{"kind": "me"}, {"kind": "open"}]},
    {"game": "theory", "options": {"players": 2}, "seats": [{"kind": "me"}, {"kind": "bot", "bot": "random"}]},
    {"game": "hexentafl", "seats": [{"kind": "me"}, {"kind": "bot", "bot": "anyhow"}]},
)
"""What is played, in turn; people are programs here, and the last bot is a program that the server starts."""
PROGRAM = f"anyhow={shlex.quote(sys.executable)} {shlex.quote(str(ROOT / 'docs' / 'examples' / 'bot.py'))}"
UNHEARD = 5.0
"""Seconds of silence after which a client reconnects, as a page does."""
TIMED, CALM = 5, 7.0
"""After one of so many deaths of workers nothing else happens for so many seconds, so that its tables can be seen to
open elsewhere."""
AGAIN = "again"
"""The id of the message that asks for a rematch."""
PAUSED = 4.5
"""Seconds that a worker stands still: longer than its lease."""


@dataclass
class Box:
    """A server with several workers, and what it stands on."""

    port: int
    database: Postgres
    redis: RedisServer
    server: subprocess.Popen[bytes]

    def workers(self) -> list[int]:
        children = subprocess.run(["pgrep", "-P", str(self.server.pid)], capture_output=True, text=True, check=False)
        return [int(line) for line in children.stdout.split()]


@contextmanager
def box(workers: int = 2, compiled: bool = True, python: str | Path = sys.executable) -> Iterator[Box]:
    """A server with workers on a PostgreSQL and a Redis of their own."""
    env = os.environ if compiled else os.environ | PLAIN
    with ExitStack() as held:
        database, redis, port = held.enter_context(postgres()), held.enter_context(redis_server()), free_port()
        command = [str(python), "-m", "pizzabox", "serve", "--no-open", "--port", str(port), "--pace", "0"]
        command += ["--workers", str(workers), "--database", database.url, "--redis", redis.url, "--bot", PROGRAM]
        log = held.enter_context(tempfile.TemporaryFile())
        server = subprocess.Popen(command, cwd=ROOT, env=env, stderr=log)
        held.callback(stop, server)
        limit = time.monotonic() + PATIENCE
        while log.seek(0) or b"running" not in log.read():
            assert time.monotonic() < limit and server.poll() is None, "the workers did not start"
            time.sleep(0.05)
        yield Box(port, database, redis, server)


@dataclass
class Table:
    """A table, who sits there, and the moves that were acknowledged."""

    id: str
    people: list[str]
    identities: list[str]
    kept: list[str] = field(default_factory=list)
    over: bool = False
    asked: set[int] = field(default_factory=set)
    """The seats whose wish for a rematch was acknowledged."""
    next: str = ""
    """The table of the rematch."""
    moves: int = 0
    """Moves that were seen to stand."""
    back: int = 0
    """How often a client had to reconnect."""
    away: list[tuple[float, float]] = field(default_factory=list)
    """When somebody who had to come back was last heard of before, and first heard something again."""


async def sit(table: Table, port: int, seat: int, done: asyncio.Event, pace: float) -> None:
    """Play at a table until its rematch begins or everything is over, and come back whenever the connection is lost.

    `pace` is how many seconds are thought about a move.
    """
    sent, headers = 0, {"authorization": f"Bearer {table.people[seat]}"}
    heard, lost = time.monotonic(), False
    while not done.is_set() and not table.next:
        try:
            async with connect(f"ws://127.0.0.1:{port}/ws/{table.id}", additional_headers=headers) as line:
                await line.send(json.dumps({"do": "hello", "words": False}))
                while not done.is_set() and not table.next:
                    message = json.loads(await asyncio.wait_for(line.recv(), UNHEARD))
                    if lost:
                        table.away.append((heard, time.monotonic()))
                    heard, lost = time.monotonic(), False
                    if message["type"] == "ok" and message.get("id") == AGAIN:
                        table.asked.add(seat)
                    elif message["type"] == "ok" and message.get("id"):
                        table.kept.append(message["id"])
                    elif message["type"] == "error" and message.get("id") == AGAIN:
                        await asyncio.sleep(random.uniform(0.05, 0.3))
                        break  # it couldn't be stored: come back and ask again
                    elif message["type"] == "turn":
                        table.moves = max(table.moves, message["version"])
                        table.over = table.over or message["result"] is not None
                        table.next = table.next or (message["rematch"] or "").removeprefix("/t/")
                        if table.over and not table.next and seat not in table.asked:
                            await line.send(json.dumps({"do": "rematch", "id": AGAIN}))
                        if message["codes"]:
                            await asyncio.sleep(pace)
                            sent += 1
                            wish = {"do": "move", "id": f"{seat}-{sent}-{time.time_ns()}"}
                            code = random.choice(message["codes"])
                            await line.send(json.dumps(wish | {"code": code, "seat": message["look"]}))
        except TimeoutError:
            table.back += not table.over
            lost = True
        except (OSError, WebSocketException):
            table.back += 1
            lost = True
            await asyncio.sleep(random.uniform(0.05, 0.3))


def patiently(work: Callable[[], Any]) -> Any:
    """Try again while the server is between two workers."""
    limit = time.monotonic() + PATIENCE
    while True:
        try:
            return work()
        except (HTTPError, OSError) as problem:
            if isinstance(problem, HTTPError) and problem.code < 500:
                raise AssertionError(problem.read().decode()) from None
            if time.monotonic() > limit:
                raise
            time.sleep(0.1)


def open_table(port: int, wish: dict[str, Any]) -> Table:
    people = [patiently(lambda: ask(port, "/api/token", body={})) for _ in range(2)]
    made = Table("", [one["token"] for one in people], [one["identity"] for one in people])
    found = patiently(lambda: ask(port, "/api/tables", made.people[0], wish))
    made.id = found["id"]
    if any(seat["kind"] == "open" for seat in wish["seats"]):
        invite = {"invite": found["invite"].split("invite=")[1]}
        patiently(lambda: ask(port, f"/api/tables/{made.id}/join", made.people[1], invite))
    else:
        del made.people[1:], made.identities[1:]
    return made


def fault(here: Box, dice: random.Random) -> str:
    """Do one bad thing: what it was."""
    kind = dice.choices(["worker", "redis", "database", "pause"], [6, 3, 2, 1])[0]
    if kind == "redis":
        here.redis.kill()
        time.sleep(dice.uniform(0, 0.5))
        here.redis.start()
    elif kind == "database":
        here.database.kill()
        time.sleep(dice.uniform(0, 0.5))
        here.database.start()
    elif workers := here.workers():
        victim = dice.choice(workers)
        with contextlib.suppress(ProcessLookupError):
            os.kill(victim, signal.SIGKILL if kind == "worker" else signal.SIGSTOP)
            if kind == "pause":
                time.sleep(PAUSED)
                os.kill(victim, signal.SIGCONT)
    return kind


@dataclass
class Outcome:
    """What happened, and what was found wrong afterwards."""

    faults: Counter[str] = field(default_factory=Counter)
    tables: int = 0
    acknowledged: int = 0
    verified: int = 0
    rematches: int = 0
    back: int = 0
    wrong: list[str] = field(default_factory=list)
    killed: list[float] = field(default_factory=list)
    """When a worker was killed and nothing else happened for a while."""
    again: list[float] = field(default_factory=list)
    """Seconds from then until each who had to come back heard something again."""

    def look_back(self, tables: list[Table]) -> None:
        """Find out how long those were away whose worker was killed."""
        away = [gone for table in tables for gone in table.away]
        self.again = sorted(
            round(heard - killed, 3) for killed in self.killed for last, heard in away if last <= killed < heard
        )

    def __str__(self) -> str:
        faults = ", ".join(f"{kind} {n}" for kind, n in sorted(self.faults.items()))
        quick = sum(seconds <= 5 for seconds in self.again)
        if self.again:
            half, most = self.again[len(self.again) // 2], self.again[-1]
            faults += f"; heard again after a worker's death: half within {half:.1f} s, all within {most:.1f} s, "
            faults += f"{quick} of {len(self.again)} within 5 s"
        return (
            f"{self.faults.total()} faults ({faults}), {self.tables} tables, {self.acknowledged} moves acknowledged, "
            f"{self.back} times somebody came back, {self.verified} finished games verified, "
            f"{self.rematches} rematches begun, "
            f"{len(self.wrong)} things wrong"
        )


async def storm(
    here: Box, faults: int, live: int, seed: int, say: Callable[[str], None] = lambda _: None, pace: float = 0.0
) -> Outcome:
    """Cause this many faults while this many tables are played; a game is followed by its rematch, and that by another
    table."""
    dice, outcome, done, tables = random.Random(seed), Outcome(), asyncio.Event(), list[Table]()

    async def play(number: int) -> None:
        while not done.is_set():
            table = await asyncio.to_thread(open_table, here.port, WISHES[number % len(WISHES)])
            for _ in range(2):
                tables.append(table)
                await asyncio.gather(*(sit(table, here.port, seat, done, pace) for seat in range(len(table.people))))
                if done.is_set():
                    return
                table = Table(table.next, table.people, table.identities)

    playing = [asyncio.create_task(play(i)) for i in range(live)]
    for _ in range(faults):
        await asyncio.sleep(dice.uniform(0.2, 2.5))
        began = time.monotonic()
        kind = await asyncio.to_thread(fault, here, dice)
        outcome.faults[kind] += 1
        if kind == "worker" and outcome.faults[kind] % TIMED == 1:
            outcome.killed.append(began)
            await asyncio.sleep(CALM)
        say(f"{outcome.faults.total()} faults, {sum(len(table.kept) for table in tables)} moves")
    await moving(here, [table for table in tables if not table.next], outcome)
    done.set()
    await asyncio.gather(*playing)
    outcome.look_back(tables)
    await asyncio.to_thread(judge, here, tables, outcome, say)
    return outcome


async def moving(here: Box, tables: list[Table], outcome: Outcome) -> None:
    """When nothing happens any more, every table goes on: with a move, or, if it is over, with its rematch."""
    before, limit = {table.id: table.moves for table in tables}, time.monotonic() + PATIENCE
    stuck = tables
    while stuck and time.monotonic() < limit:
        await asyncio.sleep(0.2)
        stuck = [table for table in stuck if not table.next and (table.over or table.moves == before[table.id])]
    outcome.wrong += [f"table {table.id} is stuck at version {table.moves}" for table in stuck]


def judge(here: Box, tables: list[Table], outcome: Outcome, say: Callable[[str], None] = lambda _: None) -> None:
    """Hold what the database has against what was acknowledged."""
    outcome.tables = len(tables)
    with psycopg.connect(here.database.url, autocommit=True) as database:
        for number, table in enumerate(tables, 1):
            outcome.acknowledged += len(table.kept)
            outcome.back += table.back
            query = "SELECT data FROM events WHERE table_id = %s AND kind = 'move'"
            found = Counter(json.loads(data).get("id") for (data,) in database.execute(query, (table.id,)))
            for id in table.kept:
                if found[id] != 1:
                    outcome.wrong.append(f"table {table.id}: the move {id} is there {found[id]} times")
            query = "SELECT owner FROM seats WHERE table_id = %s AND seat >= 0 ORDER BY seat"
            if [owner for (owner,) in database.execute(query, (table.id,))] != table.identities:
                outcome.wrong.append(f"table {table.id}: its seats belong to others")
            outcome.rematches += bool(table.next)
            outcome.wrong += rematch_problems(database, table)
            query = "SELECT status FROM tables WHERE id = %s"
            if database.execute(query, (table.id,)).fetchone() == ("over",):
                verify(here, table, outcome)
            if number % 500 == 0:
                say(f"{number} of {len(tables)} tables judged")


def rematch_problems(database: psycopg.Connection[Any], table: Table) -> list[str]:
    """What is wrong with the rematch of a table: there is one if all people want it, and never a second."""
    found = announced(database, [table.id])
    wrong = []
    if len(found) > 1 or (table.next and found != [table.next]):
        wrong.append(f"table {table.id}: its rematch is {table.next or 'unknown'}, and announced were {found}")
    if len(table.asked) == len(table.people) and not found:
        wrong.append(f"table {table.id} is stuck: everybody wants a rematch")
    if len(table.people) > 1:  # a table with one person may have been opened twice
        query = "SELECT table_id FROM seats WHERE seat = 1 AND owner = %s"
        theirs = [id for (id,) in database.execute(query, (table.identities[1],))]
        if len(theirs) != len(announced(database, theirs)) + 1:
            wrong.append(f"table {table.id}: of {theirs}, where the same two sit, not all but the first are rematches")
    return wrong


def announced(database: psycopg.Connection[Any], tables: list[str]) -> list[str]:
    """The tables of the rematches that were announced at these."""
    query = "SELECT data FROM events WHERE table_id = ANY(%s) AND kind = 'next'"
    return [json.loads(data)["table"] for (data,) in database.execute(query, (tables,))]


def verify(here: Box, table: Table, outcome: Outcome) -> None:
    url = f"http://127.0.0.1:{here.port}/api/tables/{table.id}/record"
    request = urllib.request.Request(url, headers={"authorization": f"Bearer {table.people[0]}"})
    text = patiently(lambda: urllib.request.urlopen(request, timeout=30).read().decode())
    try:
        loads(text).verify()
    except Exception as problem:
        outcome.wrong.append(f"table {table.id}: {problem}")
    else:
        outcome.verified += 1


def save(chosen: argparse.Namespace, outcome: Outcome) -> None:
    """Keep what came of it, with the machine."""
    now = datetime.now(UTC)
    kept = {
        "what": "chaos",
        "when": now.isoformat(timespec="seconds"),
        "machine": {"system": platform.system(), "processor": platform.machine(), "cores": os.cpu_count()},
        "load": os.getloadavg()[0],
        "live": chosen.tables,
        "workers": chosen.workers,
        **{name: value for name, value in vars(outcome).items() if name != "killed"},
    }
    place = ROOT / "benchmarks" / "results" / f"chaos-{now:%Y-%m-%d-%H%M%S}.json"
    place.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
    print(f"kept in {place}")


def main() -> int:
    parser = argparse.ArgumentParser("python -m tests.server.chaos", description="Faults while games are played.")
    parser.add_argument("--faults", type=int, default=300)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", action="store_true", help="keep what came of it in benchmarks/results/")
    chosen = parser.parse_args()
    with box(chosen.workers) as here:
        outcome = asyncio.run(
            storm(here, chosen.faults, chosen.tables, chosen.seed, lambda text: print(text, flush=True))
        )
    print(outcome)
    for line in outcome.wrong:
        print(line)
    if chosen.save:
        save(chosen, outcome)
    return bool(outcome.wrong)


if __name__ == "__main__":
    sys.exit(main())
