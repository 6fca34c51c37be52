"""How much one server holds: pages that only look on, people who play, for a while, without an error.

    python benchmarks/load.py [--idle 2000] [--active 500] [--bots 0] [--think 2] [--seconds 600] [--save] [--chart F]
    python benchmarks/load.py --closed 5000 [--save]

One process with SQLite, as `make play` starts it; the load comes from a second process on the same machine. Idle pages
sit at tables of Pizza Theory where it is somebody's turn, and send a sign of life as pages do. Active players sit in
pairs; half of the pairs play as pages do (words, pictures, the move built tap by tap), half as programs. They think
for `--think` seconds on average. `--bots` adds people who play a bot each. A move is timed from sending it until the
server's answer, which comes when it is stored; an error is a refusal, a connection lost, or no answer. Before anybody
comes, the server is watched for half a minute: it has nothing to do.

`--closed` is about memory alone: so many tables, one after the other, each played for some moves and given up. What the
server holds after each tenth of them is kept.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import json
import os
import platform
import random
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent)]

from idle import resident, settled, used  # noqa: E402
from tests.serving import ask, free_port, start, stop  # noqa: E402

from pizzabox.engine.svg import Markup, join, line, path, tag  # noqa: E402

GAMES: tuple[dict[str, Any], ...] = (
    {"game": "theory", "options": {"players": 2}},
    {"game": "hexentafl"},
    {"game": "pizzeria", "options": {"players": 2}},
    {"game": "wars"},
    {"game": "shark", "options": {"players": 2, "cap": 200}},
)
TWO = [{"kind": "me"}, {"kind": "open"}]
BOT = [{"kind": "me"}, {"kind": "bot", "bot": "cook"}]
ALIVE = 15.0
"""Seconds between two signs of life of a page that was left alone."""
UNANSWERED = 30.0
"""Seconds after which an answer does not come any more."""
QUIET = 30.0
"""Seconds over which an idle server is watched."""
MOVES = 2
"""How often each person at a table that will be closed has a look, and moves if it is their turn."""
TICK = os.sysconf("SC_CLK_TCK")


@dataclass
class Found:
    """What happened so far."""

    moves: list[float] = field(default_factory=list)
    """Seconds each move took until it was stored."""
    games: int = 0
    errors: Counter[str] = field(default_factory=Counter)
    bytes: int = 0


@dataclass
class Load:
    """The people and their server."""

    port: int
    pid: int
    think: float
    found: Found = field(default_factory=Found)
    over: asyncio.Event = field(default_factory=asyncio.Event)

    async def table(self, wish: dict[str, Any]) -> tuple[str, list[str]]:
        """A table, for two people unless told otherwise, and the tokens of who sits there."""
        return await asyncio.to_thread(self._table, wish)

    def _table(self, wish: dict[str, Any]) -> tuple[str, list[str]]:
        people = [ask(self.port, "/api/token", body={})["token"]]
        made = ask(self.port, "/api/tables", people[0], {"seats": TWO, **wish})
        if "seats" not in wish:
            people.append(ask(self.port, "/api/token", body={})["token"])
            ask(self.port, f"/api/tables/{made['id']}/join", people[1], {"invite": made["invite"].split("invite=")[1]})
        return made["id"], people

    @contextlib.asynccontextmanager
    async def line(self, table: str, who: str, hello: dict[str, Any]) -> Any:
        headers = {"authorization": f"Bearer {who}"}
        url = f"ws://127.0.0.1:{self.port}/ws/{table}"
        async with connect(url, additional_headers=headers, compression=None, ping_interval=None) as line:
            await line.send(json.dumps({"do": "hello", **hello}))
            yield line

    async def look_on(self, table: str, who: str, ready: Callable[[], None]) -> None:
        """A page that nobody touches."""
        try:
            async with self.line(table, who, {"numbers": True, "warming": True}) as line:
                await self.hear(line)
                ready()
                await asyncio.sleep(random.uniform(0, ALIVE))
                while not self.over.is_set():
                    await line.send('{"do": "ping"}')
                    while (await self.hear(line))["type"] != "pong":
                        pass
                    with contextlib.suppress(TimeoutError):
                        await asyncio.wait_for(self.over.wait(), ALIVE)
        except (OSError, WebSocketException, TimeoutError) as problem:
            self.found.errors[f"looking on: {problem!r}"] += 1
            ready()

    async def hear(self, line: ClientConnection) -> dict[str, Any]:
        text = await asyncio.wait_for(line.recv(), UNANSWERED)
        self.found.bytes += len(text)
        message: dict[str, Any] = json.loads(text)
        return message

    async def games(self, wish: dict[str, Any], page: bool) -> None:
        """The people of one table, who play one game after the other."""
        while not self.over.is_set():
            try:
                table, people = await self.table(wish)
                ended = asyncio.Event()
                await asyncio.gather(*(self.play(table, who, page, ended) for who in people))
            except (OSError, WebSocketException, TimeoutError) as problem:
                self.found.errors[f"playing: {problem!r}"] += 1
                await asyncio.sleep(1.0)

    async def play(self, table: str, who: str, page: bool, ended: asyncio.Event) -> None:
        async with self.line(table, who, {"numbers": True} if page else {"words": False}) as line:
            answers: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
            news: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
            hearing = asyncio.create_task(self.sort(line, answers, news))
            told: dict[str, Any] = {}
            stored = -1
            try:
                while not (ended.is_set() or self.over.is_set()):
                    with contextlib.suppress(TimeoutError):
                        told |= await asyncio.wait_for(news.get(), 1.0)  # an update has only what changed
                        while not news.empty():
                            told |= news.get_nowait()
                        if told["version"] < stored:
                            continue  # from before the own move
                        if told.get("result"):
                            self.found.games += not ended.is_set()
                            ended.set()
                        elif told.get("codes") or told.get("tokens"):
                            await asyncio.sleep(random.expovariate(1 / self.think))
                            if news.empty():
                                stored = await self.move(line, told, answers)
                    if hearing.done():
                        hearing.result()
            finally:
                hearing.cancel()
                await asyncio.gather(hearing, return_exceptions=True)

    async def sort(self, line: ClientConnection, answers: Any, news: Any) -> None:
        """Answers here, news there."""
        async for text in line:
            self.found.bytes += len(text)
            message = json.loads(text)
            if message["type"] in ("table", "update", "turn"):
                news.put_nowait(message)
            elif message.get("id"):
                answers.put_nowait(message)

    async def move(self, line: ClientConnection, told: dict[str, Any], answers: Any) -> int:
        """Any move; the version that has it."""

        async def asked(**wish: Any) -> dict[str, Any]:
            await line.send(json.dumps({"id": f"{time.time_ns()}", "seat": seat, **wish}))
            answer: dict[str, Any] = await asyncio.wait_for(answers.get(), UNANSWERED)
            return answer

        seat = told["look"] if "codes" in told else told["you"]["look"]
        wish: dict[str, Any] = {}
        if told.get("codes"):
            wish = {"code": random.choice(told["codes"])}
        else:
            tokens = [random.choice(list(told["tokens"]))]
            while True:
                picked = await asked(do="pick", tokens=tokens)
                if picked["type"] != "pick" or picked["complete"] or not picked["next"]:
                    break
                tokens = [*picked["chosen"], random.choice(list(picked["next"]))]
            wish = {"tokens": tokens}
        began = time.perf_counter()
        answer = await asked(do="move", **wish)
        if answer["type"] == "ok":
            self.found.moves.append(time.perf_counter() - began)
        elif not self.over.is_set():
            self.found.errors[f"move: {answer.get('what')}"] += 1
        return int(answer.get("version", -1))


def processor(pid: int) -> float:
    return (used(pid) or 0) / TICK


def empty(pid: int) -> float:
    """Percent of a core that a server takes at which nobody is."""
    before = processor(pid)
    time.sleep(QUIET)
    return round((processor(pid) - before) / QUIET * 100, 3)


def closed(count: int, port: int, pid: int) -> dict[str, Any]:
    """The memory while so many tables are made, played at, given up and left."""
    load, kept = Load(port, pid, 0.0), [{"tables": 0, "kb": resident(pid)}]
    for number in range(1, count + 1):
        table, people = load._table(GAMES[number % len(GAMES)])
        address = f"/api/tables/{table}"
        for who in people * MOVES:
            tokens = list(ask(port, address, who)["tokens"])[:1]
            while tokens:
                picked = ask(port, f"{address}/do", who, {"do": "pick", "tokens": tokens})
                if picked["type"] != "pick" or picked["complete"] or not picked["next"]:
                    ask(port, f"{address}/do", who, {"do": "move", "tokens": tokens})
                    break
                tokens = [*picked["chosen"], next(iter(picked["next"]))]
        for seat, who in enumerate(people):
            ask(port, f"{address}/do", who, {"do": "concede", "seat": seat})
        if number % max(1, count // 10) == 0:
            kept.append({"tables": number, "kb": resident(pid)})
            say(f"{number} tables closed, {kept[-1]['kb'] // 1024} MB")
    return {"closed": count, "memory": kept}


async def run(wish: argparse.Namespace, port: int, pid: int) -> dict[str, Any]:
    load = Load(port, pid, wish.think)
    result: dict[str, Any] = {"memory_kb": {"empty": resident(pid)}}
    kept = result["memory_kb"]
    tables = [await load.table(GAMES[0]) for _ in range(wish.idle // 2)]
    kept["tables"] = resident(pid)
    looking: list[asyncio.Task[None]] = []
    for seat in range(2):
        ready = asyncio.Semaphore(0)
        for table, people in tables:
            looking.append(asyncio.create_task(load.look_on(table, people[seat], ready.release)))
            if len(looking) % 50 == 0:
                await asyncio.sleep(0.2)
        for _ in tables:
            await ready.acquire()
        kept[f"page {seat + 1} at each table"] = resident(pid)
        say(f"{len(looking)} pages look on, {resident(pid) // 1024} MB, {sum(load.found.errors.values())} errors")
    before = processor(pid)
    await asyncio.sleep(QUIET)
    result["idle_processor_percent"] = round((processor(pid) - before) / QUIET * 100, 2)
    say(f"idle: {result['idle_processor_percent']} % of a core")
    before, began = processor(pid), time.monotonic()
    pairs = zip(range(wish.active // 2), itertools.cycle(itertools.product(GAMES, (True, False))), strict=False)
    playing = [asyncio.create_task(load.games(game, page)) for _, (game, page) in pairs]
    alone = zip(range(wish.bots), itertools.cycle(GAMES), strict=False)
    playing += [asyncio.create_task(load.games({**game, "seats": BOT}, page=True)) for _, game in alone]
    charted = []
    while time.monotonic() < began + wish.seconds:
        await asyncio.sleep(min(10.0, began + wish.seconds - time.monotonic()))
        charted.append(
            {"second": round(time.monotonic() - began), "mb": resident(pid) // 1024, "moves": len(load.found.moves)}
        )
        say(f"{charted[-1]}, {dict(load.found.errors)}")
    seconds = time.monotonic() - began
    result["busy_processor_percent"] = round((processor(pid) - before) / seconds * 100, 1)
    kept["at the end"] = resident(pid)
    load.over.set()
    await asyncio.gather(*playing, *looking)
    found = load.found
    cuts = statistics.quantiles(found.moves, n=1000)
    return result | {
        "seconds": round(seconds),
        "moves": len(found.moves),
        "moves_per_second": round(len(found.moves) / seconds, 1),
        "games": found.games,
        "errors": dict(found.errors),
        "bytes": found.bytes,
        "ms": {
            name: round(cuts[at] * 1000, 1) for name, at in (("p50", 499), ("p90", 899), ("p99", 989), ("p999", 998))
        },
        "kb": {
            "a page": round((kept["page 2 at each table"] - kept["page 1 at each table"]) / len(tables), 1),
            "a table and its first page": round((kept["page 1 at each table"] - kept["empty"]) / len(tables), 1),
        },
        "chart": charted,
    }


def chart(charted: list[dict[str, int]]) -> Markup:
    """The server's memory over time, as SVG."""
    most, last = max(point["mb"] for point in charted), charted[-1]["second"]
    step = next(step for step in (50, 100, 200, 500, 1000, 2000) if most / step < 6)
    top = (most // step + 1) * step

    def at(second: float, mb: float) -> tuple[float, float]:
        return 70 + 690 * second / last, 280 - 250 * mb / top

    def words(x: float, y: float, text: str, anchor: str) -> Markup:
        return tag("text", text, x=x, y=y, text_anchor=anchor, font_family="sans-serif", font_size=14, fill="#4a3f38")

    rows = [line(at(0, mb), at(last, mb), stroke="#d9c9a8", stroke_width=1) for mb in range(0, top + 1, step)]
    rows += [words(62, at(0, mb)[1] + 5, f"{mb} MB", "end") for mb in range(0, top + 1, step)]
    minutes = max(1, round(last / 60 / 6))
    rows += [words(at(60 * m, 0)[0], 302, f"{m} min", "middle") for m in range(0, int(last // 60) + 1, minutes)]
    drawn = "M" + " L".join(f"{x:.1f} {y:.1f}" for x, y in (at(point["second"], point["mb"]) for point in charted))
    back = tag("rect", width=800, height=315, fill="#fffdf7")
    curve = path(drawn, fill="none", stroke="#a8321f", stroke_width=2.5, stroke_linejoin="round")
    return tag("svg", join(back, *rows, curve), xmlns="http://www.w3.org/2000/svg", viewBox="0 0 800 315")


def say(text: str) -> None:
    print(f"{datetime.now(UTC):%H:%M:%S} {text}", file=sys.stderr, flush=True)


@contextlib.contextmanager
def server() -> Iterator[tuple[int, int]]:
    """A server of its own, when it has nothing to do any more."""
    with tempfile.TemporaryDirectory() as folder:
        process, url = start(folder, free_port(), pace=0.6)
        try:
            settled(process.pid, time.monotonic() + 600)
            yield int(url.rsplit(":", 1)[1]), process.pid
        finally:
            stop(process)


def main() -> None:
    asked = argparse.ArgumentParser(description="Load one server with pages and players.")
    asked.add_argument("--idle", type=int, default=2000)
    asked.add_argument("--active", type=int, default=500)
    asked.add_argument("--seconds", type=float, default=600.0)
    asked.add_argument("--think", type=float, default=2.0, help="seconds a player thinks on average")
    asked.add_argument("--bots", type=int, default=0, help="people besides who play a bot each")
    asked.add_argument("--closed", type=int, default=0, help="only this: the memory after so many tables")
    asked.add_argument("--chart", type=Path, help="draw the server's memory over time")
    asked.add_argument("--save", action="store_true", help="save the result under results/")
    wish = asked.parse_args()
    with server() as (port, pid):
        alone = empty(pid)
        say(f"empty: {alone} % of a core")
        found = closed(wish.closed, port, pid) if wish.closed else asyncio.run(run(wish, port, pid))
    people = {} if wish.closed else {name: getattr(wish, name) for name in ("idle", "active", "bots", "think")}
    result = {
        "what": "closed tables" if wish.closed else "load",
        "when": datetime.now(UTC).isoformat(timespec="seconds"),
        "machine": {"system": platform.system(), "processor": platform.machine(), "cores": os.cpu_count()},
        **people,
        "load": os.getloadavg()[0],
        "empty_processor_percent": alone,
        **found,
    }
    print(json.dumps({name: value for name, value in result.items() if name != "chart"}, indent=1))
    if wish.chart:
        wish.chart.write_text(chart(found["chart"]) + "\n", encoding="utf-8")
    if wish.save:
        path = HERE / "results" / f"load-{datetime.now(UTC):%Y-%m-%d-%H%M%S}.json"
        path.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
        print(f"saved as {path.name}")


if __name__ == "__main__":
    main()
