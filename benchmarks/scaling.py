"""What a table, a move and a worker cost, measured; and what a million tables would cost, worked out from that.

    python benchmarks/scaling.py measure --tables 20000 --save    # fills a PostgreSQL of its own, some minutes
    python benchmarks/scaling.py plan                             # from the last figures that were saved

docs/scaling.md reads the result, with what it takes for granted.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import math
import random
import secrets
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
RESULTS = ROOT / "benchmarks" / "results"
sys.path[:0] = [str(ROOT), str(ROOT / "src"), str(ROOT / "benchmarks")]

import sqlalchemy as sa  # noqa: E402
from idle import resident  # noqa: E402
from redis import Redis  # noqa: E402
from tests.postgres import postgres  # noqa: E402
from tests.server.chaos import WISHES, Box, Table, box, open_table  # noqa: E402
from websockets.asyncio.client import connect  # noqa: E402

from pizzabox.engine.registry import names  # noqa: E402
from pizzabox.server.hub import MOST_ROOMS, QUIET, Hub  # noqa: E402
from pizzabox.server.leases import Leases  # noqa: E402
from pizzabox.server.room import Room  # noqa: E402
from pizzabox.server.schema import schema  # noqa: E402
from pizzabox.server.store import MOST_AT_ONCE, NEW, Change, Store  # noqa: E402

SAMPLES = 4
"""Games of each kind that are really played; the others are copies of them with names of their own."""
LONGEST = 600
SHARES = (("over", 0.80), ("running", 0.15), ("open", 0.05))
PUBLIC = 0.02
TABLES_A_PERSON = 40
WHOLE, FEW = 0.05, 10
"""The part of the tables that is written with all its moves, and how many the others have: it saves an hour."""
TRIES = 25


# What a table is: real games, played through the real room of a table.


@dataclass
class Sample:
    """A game as the store has it: what was stored first, and what followed."""

    game: str
    first: Change
    moves: list[Change] = field(default_factory=list)


class Noting(Store):
    """A store that keeps what it was given to store."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.noted: list[Change] = []

    async def commit(self, change: Change) -> None:
        self.noted.append(replace(change, row=dict(change.row), events=[dict(e) for e in change.events]))
        await super().commit(change)


async def play(room: Room, dice: random.Random) -> None:
    """Random moves until the game is over, or long enough."""
    people = {seat: str(one.owner) for seat, one in enumerate(room.match.seats)}
    while not room.match.over and len(room.match.position.steps) < LONGEST:
        seat = room.match.acting[0]
        code = int(dice.choice(list(room.match.position.legal(seat).codes)))
        wish = {"do": "move", "seat": seat, "code": code, "id": secrets.token_hex(8)}
        await room.carry_out(people[seat], wish, lambda answer: None)


async def samples(folder: Path, dice: random.Random) -> list[Sample]:
    made = []
    store = Noting(f"sqlite:///{folder}/samples.db")
    hub = Hub(store, pace=0.0)
    for game in names():
        for _ in range(SAMPLES):
            store.noted.clear()
            wish = {"game": game, "options": {"players": 2}, "seats": [{"kind": "me"}, {"kind": "me"}]}
            await play(await hub.create(wish, "host"), dice)
            made.append(Sample(game, store.noted[0], store.noted[1:]))
    await hub.close()
    return made


# Filling a database.


def copies(found: list[Sample], tables: int, dice: random.Random, whole: float = WHOLE) -> Iterator[tuple[Change, int]]:
    """Tables at all stages of a game, as one change each, with the number of their moves."""
    people = [secrets.token_urlsafe(18) for _ in range(max(2, tables // TABLES_A_PERSON))]
    for _ in range(tables):
        sample = dice.choice(found)
        status = dice.choices([name for name, _ in SHARES], [share for _, share in SHARES])[0]
        stop = {"over": len(sample.moves), "open": 0}.get(status, dice.randrange(len(sample.moves)))
        begin = 0 if dice.random() < whole else max(0, stop - FEW)
        last = sample.moves[stop - 1] if stop else sample.first
        row = sample.first.row | {key: value for key, value in last.row.items() if value is not None}
        row |= {"status": status, "public": dice.random() < PUBLIC, "moved": dice.uniform(1.7e9, 1.8e9)}
        events = [event for change in sample.moves[begin:stop] for event in change.events]
        owners = {-1: dice.choice(people), 0: dice.choice(people), 1: dice.choice(people)}
        yield Change(secrets.token_urlsafe(8), NEW, row, events, owners), stop - begin


def sizes(store: Store) -> dict[str, int]:
    """Bytes of each table of the database, indices included."""
    with store.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.exec_driver_sql("VACUUM ANALYZE")
        asked = sa.text("SELECT pg_total_relation_size(to_regclass(:name))")
        return {name: int(connection.execute(asked, {"name": name}).scalar_one()) for name in schema.tables}


def fill(store: Store, found: list[Sample], tables: int, dice: random.Random) -> tuple[list[Change], int]:
    """Write so many tables by the store's own code: some of them, and all their moves."""
    kept, moves, batch = list[Change](), 0, list[Change]()
    for number, (change, played) in enumerate(copies(found, tables, dice), 1):
        batch.append(change)
        moves += played
        if number % max(1, tables // 500) == 0:
            kept.append(change)
        if len(batch) == MOST_AT_ONCE // 5 or number == tables:
            problems = [problem for problem in store.write(batch) if problem]
            assert not problems, problems[0]
            batch = []
            print(f"\r{number} tables, {moves} moves", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return kept, moves


# Asking it.


def timed(store: Store, work: Callable[[], object], tries: int = TRIES) -> dict[str, float]:
    """Milliseconds of one go: on the clock (the median), and of the processor, here and in PostgreSQL. A busy machine
    changes the first, but hardly the others."""
    with store.engine.connect() as connection:
        backend = connection.exec_driver_sql("SELECT pg_backend_pid()").scalar_one()
    spent, began, there = [], time.process_time(), _on_processor(backend)
    for _ in range(tries):
        start = time.perf_counter()
        work()
        spent.append((time.perf_counter() - start) * 1000)
    here, there = time.process_time() - began, _on_processor(backend) - there
    return {
        "clock": round(statistics.median(spent), 2),
        "server": round(here * 1000 / tries, 2),
        "database": round(there * 1000 / tries, 2),
    }


def _on_processor(process: int) -> float:
    """Seconds that a process has had of the processor."""
    return int(Path(f"/proc/{process}/schedstat").read_text().split()[0]) / 1e9


@contextmanager
def explained(store: Store, plans: dict[str, list[str]]) -> Iterator[None]:
    """Note how the database goes about every query that is made meanwhile."""

    def explain(connection: Any, cursor: Any, statement: str, parameters: Any, *_: Any) -> None:
        if statement.startswith("SELECT") and "FROM" in statement:
            raw = connection.connection.driver_connection
            rows = raw.execute(f"EXPLAIN (ANALYZE, COSTS OFF) {statement}", parameters).fetchall()
            plans[" ".join(statement.split())[:160]] = [line for (line,) in rows]

    sa.event.listen(store.engine, "before_cursor_execute", explain)
    try:
        yield
    finally:
        sa.event.remove(store.engine, "before_cursor_execute", explain)


def questions(store: Store, kept: list[Change], dice: random.Random) -> dict[str, Callable[[], object]]:
    """What the server asks the database."""
    leases = Leases(store.engine)
    leases.join()

    def someone() -> str:
        return str((dice.choice(kept).owners or {})[0])

    def commit(count: int) -> Callable[[], object]:
        def one() -> None:
            chosen = {change.table: change for change in dice.choices(kept, k=count)}.values()
            problems = store.write([_next(change) for change in chosen])
            assert not any(problems), problems

        return one

    return {
        "commit 1 move": commit(1),
        "commit 20 moves": commit(20),
        "commit 100 moves": commit(100),
        "list: mine": lambda: store.listed("mine", someone()),
        "list: open": lambda: store.listed("open"),
        "list: recent": lambda: store.listed("recent", someone()),
        "list: recent, a stranger": lambda: store.listed("recent", "nobody"),
        "my finished games": lambda: store.finished(someone()),
        "open a table": lambda: store.table(dice.choice(kept).table),
        "take a table": lambda: leases.take(dice.choice(kept).table),
        "look for abandoned tables": lambda: leases.take_abandoned(1),
        "renew a lease": leases.renew,
    }


def _next(change: Change) -> Change:
    """One more event at a table that was filled in."""
    change.row = change.row | {"version": change.row["version"] + 1}
    event = {"seq": 100_000 + change.row["version"], "kind": "move", "text": "x" * 60, "id": "y" * 16}
    return Change(change.table, change.row["version"] - 1, change.row | {"meta": None}, [event])


async def memory(folder: Path, found: list[Sample], rooms: int) -> dict[str, float]:
    """Kilobytes that an open table takes, and milliseconds of the processor to open it."""
    store = Store(f"sqlite:///{folder}/memory.db")
    dice = random.Random(2)
    chosen = [change for change, played in copies(found, rooms, dice, 1.0) if played]
    for change in chosen:
        change.row["status"] = "running"
    assert not any(store.write(chosen))
    hub = Hub(store, pace=0.0)
    await hub.room(chosen[0].table)
    before, began = resident(), time.process_time()
    await hub.open_all([change.table for change in chosen])
    spent, after = time.process_time() - began, resident()
    await hub.close()
    return {
        "open_table_kb": round((after - before) / len(chosen), 1),
        "open_table_ms": round(spent * 1000 / len(chosen), 2),
    }


# Several workers.


PLAY_FOR, WATCHING = 15.0, 300
"""Seconds of play, and connections that only watch."""


async def page(port: int, table: Table, seat: int, all_here: asyncio.Barrier) -> int:
    """Sit at a table as a page does and, once all are there, play whatever comes first: how many moves."""
    headers, moves = {"authorization": f"Bearer {table.people[seat]}"}, 0
    async with connect(f"ws://127.0.0.1:{port}/ws/{table.id}", additional_headers=headers, max_size=None) as line:
        await line.send(json.dumps({"do": "hello"}))
        until = math.inf
        while time.monotonic() < until:
            try:
                message = json.loads(await asyncio.wait_for(line.recv(), 1))
            except TimeoutError:
                continue
            if message["type"] == "table":
                await all_here.wait()
                until = time.monotonic() + PLAY_FOR
            moves += message["type"] == "ok"
            if message["type"] in ("table", "update") and message.get("tokens"):
                wish = {"do": "move", "id": secrets.token_hex(8), "tokens": [next(iter(message["tokens"]))]}
                await line.send(json.dumps(wish))
    return moves


async def crowd(here: Box) -> dict[str, float]:
    """Kilobytes of memory of a connection that only watches."""
    table = open_table(here.port, WISHES[0])
    before = sum(resident(pid) for pid in here.workers())
    held = []
    for _ in range(WATCHING):
        line = await connect(f"ws://127.0.0.1:{here.port}/ws/{table.id}", max_size=None, max_queue=None)
        await line.send(json.dumps({"do": "hello"}))
        await line.recv()
        held.append(line)
    after = sum(resident(pid) for pid in here.workers())
    for line in held:
        await line.close()
    return {"connection_kb": round((after - before) / WATCHING, 1)}


def traffic() -> dict[str, float]:
    """What goes through Redis for a move at a table with two pages, half of which are at the wrong worker."""
    with box(2) as here:
        tables = [open_table(here.port, WISHES[0]) for _ in range(8)]
        redis = Redis.from_url(here.redis.url)
        before: Any = {}

        async def everybody() -> int:
            all_here = asyncio.Barrier(2 * len(tables) + 1)
            playing = [asyncio.create_task(page(here.port, t, seat, all_here)) for t in tables for seat in (0, 1)]
            await all_here.wait()
            before.update(redis.info("stats"))
            return sum(await asyncio.gather(*playing))

        moves = asyncio.run(everybody())
        after: Any = redis.info("stats")
        redis.close()
        sent = sum(after[key] - before[key] for key in ("total_net_input_bytes", "total_net_output_bytes"))
        calls = after["total_commands_processed"] - before["total_commands_processed"]
        found = {"redis_bytes_per_move": round(sent / moves), "redis_calls_per_move": round(calls / moves, 1)}
        return found | {"moves_over_redis": moves} | asyncio.run(crowd(here))


def measure(tables: int) -> dict[str, Any]:
    dice = random.Random(1)
    with tempfile.TemporaryDirectory() as name, postgres() as server:
        folder = Path(name)
        found = asyncio.run(samples(folder, dice))
        lengths = {game: round(statistics.mean(len(s.moves) for s in found if s.game == game)) for game in names()}
        print(f"moves of a random game: {lengths}", file=sys.stderr)
        store = Store(server.url)
        empty = sizes(store)
        began = time.perf_counter()
        kept, moves = fill(store, found, tables, dice)
        spent = time.perf_counter() - began
        full = sizes(store)
        plans: dict[str, dict[str, list[str]]] = {}
        times = {}
        for what, ask in questions(store, kept, dice).items():
            times[what] = timed(store, ask)
            if what.startswith(("list", "my", "open", "look")):
                with explained(store, plans.setdefault(what, {})):
                    ask()
        grown = {part: full[part] - empty[part] for part in full}
        made = {
            "tables": tables,
            "moves": moves,
            "moves_of_a_game": lengths,
            "bytes_per_table": round((grown["tables"] + grown["seats"]) / tables),
            "bytes_per_move": round(grown["events"] / moves),
            "bytes": grown,
            "filled_in_s": round(spent, 1),
            "ms": times,
            **asyncio.run(memory(folder, found, 400)),
        }
        store.engine.dispose()
    return made | traffic() | {"plans": plans}


# A million tables.


@dataclass(frozen=True)
class Assumed:
    """What nobody can measure yet."""

    tables: int = 1_000_000
    live: float = 0.02
    """Of the tables that are not over, those at which people sit right now, at the busiest hour."""
    going_on: float = 0.20
    """Of all tables, those that are not over."""
    live_pause: float = 8.0
    """Seconds between two moves at a live table."""
    slow_pause: float = 8 * 3600.0
    """Seconds between two moves at a table where each comes back when they like."""
    clocked: float = 0.1
    """Of those tables, the ones whose clocks run, which keeps them open."""
    viewers: float = 2.2
    """Connections at a live table."""
    games_a_day: float = 0.3
    """New tables a day, as a part of those that are not over."""
    page_ms: float = 2.1
    """Processor time of a move with two pages, of program moves 0.42 (benchmarks/README.md)."""
    forwarded_ms: float = 0.35
    """Processor time that passing a connection's events on through Redis adds to a move."""
    busy: float = 0.5
    """Of a core, what is used at the busiest hour."""
    worker_mb: float = 350.0
    """A worker before any table: the program and compiled games."""
    redis_mb_s: float = 100.0
    """What one Redis carries, a quarter of what its benchmark says."""


def hour(assumed: Assumed, moves_a_game: float, seed: int, seconds: int = 600) -> dict[str, float]:
    """Ten busy minutes, second by second: moves come when they like, so peaks are higher than the mean."""
    dice = random.Random(seed)
    unfinished = assumed.tables * assumed.going_on
    live, slow = unfinished * assumed.live, unfinished * (1 - assumed.live)
    rate = live / assumed.live_pause + slow / assumed.slow_pause
    moves = [max(0.0, dice.gauss(rate, math.sqrt(rate))) for _ in range(seconds)]
    return {
        "unfinished": unfinished,
        "live": live,
        "clocked": slow * assumed.clocked,
        "open": live + slow * (assumed.clocked + QUIET / assumed.slow_pause),
        "connections": live * assumed.viewers,
        "moves_s": statistics.mean(moves),
        "moves_s_peak": max(moves),
        "moves_day": unfinished * assumed.games_a_day * moves_a_game,
    }


def plan(measured: dict[str, Any], assumed: Assumed, seed: int = 1) -> dict[str, float]:
    """What so many tables cost at the busiest time."""
    length = statistics.mean(measured["moves_of_a_game"].values())
    load = hour(assumed, length, seed)
    rate = load["moves_s_peak"]
    app_cores = rate * (assumed.page_ms + assumed.forwarded_ms) / 1000 / assumed.busy
    rooms_gb = load["open"] * measured["open_table_kb"] / 1e6
    connections_gb = load["connections"] * measured["connection_kb"] / 1e6
    # With two workers half of all connections are at the wrong one, with many nearly all.
    through_redis = rate * 2 * measured["redis_bytes_per_move"] / 1e6
    workers = max(math.ceil(app_cores), math.ceil(load["open"] / MOST_ROOMS))
    stored = assumed.tables * (measured["bytes_per_table"] + length * measured["bytes_per_move"] * 0.9)
    return load | {
        "database_gb": stored / 1e9,
        "database_gb_year": load["moves_day"] * 365 * measured["bytes_per_move"] / 1e9,
        "database_cores": rate * measured["ms"]["commit 20 moves"]["database"] / 20 / 1000 / assumed.busy,
        "app_cores": app_cores,
        "workers_for_rooms": load["open"] / MOST_ROOMS,
        "workers": workers,
        "app_gb": rooms_gb + connections_gb + workers * assumed.worker_mb / 1000,
        "redis_mb_s": through_redis,
        "redis_servers": math.ceil(through_redis / assumed.redis_mb_s),
        "renewals_s": workers / 0.75,
        "renewal_rows_s": workers * workers / 0.75,
        "open_again_s": load["clocked"] / workers * measured["open_table_ms"] / 1000,
    }


def latest() -> dict[str, Any]:
    found = sorted(RESULTS.glob("scaling-*.json"))
    if not found:
        sys.exit("nothing measured yet: python benchmarks/scaling.py measure --save")
    made: dict[str, Any] = json.loads(found[-1].read_text())
    return made


def show(measured: dict[str, Any]) -> None:
    steps = (20_000, 100_000, 1_000_000)
    plans = [plan(measured, Assumed(tables=tables)) for tables in steps]
    print(f"{'tables':32}" + "".join(f"{tables:>14,}" for tables in steps))
    for name in plans[0]:
        print(f"{name:32}" + "".join(f"{one[name]:>14,.1f}" for one in plans))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["measure", "plan"])
    parser.add_argument("--tables", type=int, default=20_000)
    parser.add_argument("--save", action="store_true")
    chosen = parser.parse_args()
    if chosen.what == "plan":
        show(latest())
        return
    made = measure(chosen.tables)
    print(json.dumps(made, indent=1))
    if chosen.save:
        stamp = datetime.now(UTC).strftime("%Y-%m-%d-%H%M%S")
        (RESULTS / f"scaling-{stamp}.json").write_text(json.dumps(made, indent=1) + "\n")


if __name__ == "__main__":
    main()
