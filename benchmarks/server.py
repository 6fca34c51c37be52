"""Our server beside boardgame.io: 100 tables of two players who move as fast as they can (see README.md).

    python benchmarks/server.py [--tables 100] [--seconds 10] [--warm 5] [--rounds 3] [--save]

Needs Node and, once, `npm install` in benchmarks/server; `workers` needs PostgreSQL and Redis. Each server is on this
machine, one process but for `workers`; they run one after the other, round after round, with the same load generator,
which may be spread over several processes (`--loads`). `--former src` measures another version of ours beside it: the
folder with its sources, then others that only it needs.
"""

from __future__ import annotations

import argparse
import contextlib
import itertools
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent)]

from idle import settled  # noqa: E402
from tests.postgres import postgres  # noqa: E402
from tests.redis_server import redis_server  # noqa: E402
from tests.serving import free_port  # noqa: E402

SIDES = {
    "program": 'ours, Pizza Shark, turn by turn, as programs play it (hello with "words": false)',
    "theory": "ours, Pizza Theory, secret choices at the same time, as programs play it",
    "page": "ours, Pizza Theory, as pages play it, words and pictures included",
    "workers": "the same with a worker for each core, PostgreSQL (which flushes every commit) and Redis",
    "boardgame.io": "boardgame.io in memory",
}
ONE_PROCESS = ("program", "theory", "page")
MOST_WAIT = 600.0


def main() -> None:
    asked = argparse.ArgumentParser(description="Compare our server with boardgame.io.")
    asked.add_argument("--tables", type=int, default=100)
    asked.add_argument("--seconds", type=float, default=10.0)
    asked.add_argument("--warm", type=float, default=5.0)
    asked.add_argument("--rounds", type=int, default=3)
    asked.add_argument("--sides", nargs="+", choices=list(SIDES), default=list(SIDES), help="measure only these")
    asked.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="worker processes of `workers`")
    asked.add_argument("--loads", type=int, default=1, help="processes of the load generator")
    asked.add_argument("--former", nargs="+", default=[], help="folders of a former version, measured as well")
    asked.add_argument("--save", action="store_true", help="save the result under results/")
    wish = asked.parse_args()
    ours = [side for side in wish.sides if side in ONE_PROCESS]
    former = [f"former {side}" for side in ours] if wish.former else []
    runs: dict[str, list[dict[str, Any]]] = {side: [] for side in [*wish.sides, *former]}
    for number, side in itertools.product(range(wish.rounds), runs):
        runs[side].append(measure(side, wish))
        print(f"round {number + 1}, {side}: {json.dumps(runs[side][-1])}", flush=True)
    result = {
        "what": "server",
        "when": datetime.now(UTC).isoformat(timespec="seconds"),
        "machine": machine(),
        "tables": wish.tables,
        "workers": wish.workers,
        "loads": wish.loads,
        "players": 2,
        "seconds": wish.seconds,
        "sides": SIDES,
        "runs": runs,
        "median": {side: median(found) for side, found in runs.items()},
    }
    result["ratio"] = ratios(result["median"])
    print(json.dumps({"median": result["median"], "ratio": result["ratio"]}, indent=2))
    if wish.save:
        path = HERE / "results" / f"server-{datetime.now(UTC):%Y-%m-%d-%H%M%S}.json"
        path.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")
        print(f"saved as {path.name}")


def ratios(found: dict[str, dict[str, float]]) -> dict[str, dict[str, float]]:
    """Each of our sides beside the peer, where that was measured too."""
    peer = found.get("boardgame.io")
    wanted = {"moves": "moves_per_second", "p99": "p99_ms", "seen_p99": "seen_p99_ms"}
    return {
        side: {name: round(figures[key] / peer[key], 2) for name, key in wanted.items()}
        for side, figures in found.items()
        if peer and figures is not peer
    }


def measure(side: str, wish: argparse.Namespace) -> dict[str, Any]:
    """One run of one side: start its server, load it, stop it."""
    port, kind = free_port(), side.removeprefix("former ")
    with contextlib.ExitStack() as held:
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(wish.former)} if kind != side else None
        if environment and (more := os.environ.get("PYTHONPATH")):
            environment["PYTHONPATH"] += os.pathsep + more
        words = command(kind, port, wish.workers, held)
        server = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment)
        try:
            ready(server, f"http://127.0.0.1:{port}/{'games' if kind == 'boardgame.io' else 'api/games'}")
            shares = [len(range(k, wish.tables, wish.loads)) for k in range(wish.loads)]
            return dict(figures(load(kind, port, server.pid, shares, wish)), load=os.getloadavg()[0])
        finally:
            server.terminate()
            try:
                server.wait(20)
            except subprocess.TimeoutExpired:
                server.kill()


def load(side: str, port: int, server: int, shares: list[int], wish: argparse.Namespace) -> list[dict[str, Any]]:
    """What each process of the load generator saw; each has its share of the tables."""
    script = str(HERE / "server" / "load.mjs")
    started = [
        subprocess.Popen(
            ["node", script, side, *map(str, (port, tables, wish.warm, wish.seconds, server))],
            stdout=subprocess.PIPE,
            text=True,
        )
        for tables in shares
    ]
    said = [process.communicate()[0] for process in started]
    if any(process.returncode for process in started):
        raise SystemExit("the load generator failed; what it said stands above")
    return [json.loads(one) for one in said]


def figures(seen: list[dict[str, Any]]) -> dict[str, Any]:
    """What all processes of the load generator saw together. Each counted the server's time while it looked."""
    times, own, sights = (sorted(itertools.chain(*(one[name] for one in seen))) for name in ("times", "own", "seen"))
    moves = len(times)
    found: dict[str, Any] = {"moves_per_second": round(sum(len(one["times"]) / one["seconds"] for one in seen), 1)}
    for name, sample in (("", times), ("own_", own), ("seen_", sights)):
        found |= {f"{name}p{share}_ms": at(sample, share / 100) for share in (50, 99)}
    server = [one["server_cpu_ms"] for one in seen if one["server_cpu_ms"] is not None]
    return {
        **found,
        "most_ms": at(times, 1),
        "moves": moves,
        "refused": sum(one["refused"] for one in seen),
        "bytes_per_move": round(sum(one["bytes"] for one in seen) / moves),
        "server_cpu_ms_per_move": round(statistics.mean(server) / moves, 3) if server else None,
        "load_cpu_ms_per_move": round(sum(one["load_cpu_ms"] for one in seen) / moves, 3),
    }


def at(ordered: list[float], share: float) -> float:
    """The number below which that share of a sample lies."""
    return round(ordered[min(len(ordered) - 1, int(len(ordered) * share))], 1)


def command(side: str, port: int, workers: int, held: contextlib.ExitStack) -> list[str]:
    """What starts the server of a side; what that needs besides is held as long as the stack."""
    if side == "boardgame.io":
        return ["node", str(HERE / "server" / "peer.mjs"), str(port)]
    ours = [sys.executable, "-m", "pizzabox", "serve", "--no-open", "--port", str(port)]
    if side in ONE_PROCESS:
        return [*ours, "--data", held.enter_context(tempfile.TemporaryDirectory())]
    database, redis = held.enter_context(postgres(settings=())), held.enter_context(redis_server())
    shared = ["--database", database.url, "--redis", redis.url]
    return [*ours, "--workers", str(workers), *shared]


def ready(server: subprocess.Popen[bytes], url: str) -> None:
    """Wait until a server answers, and then until it has compiled or loaded its kernels."""
    until = time.monotonic() + MOST_WAIT
    while time.monotonic() < until:
        if server.poll() is not None:
            raise SystemExit(
                f"the server stopped with code {server.returncode}; have you run `npm install` in benchmarks/server?"
            )
        try:
            with urllib.request.urlopen(url, timeout=5):
                break
        except (urllib.error.URLError, OSError):
            time.sleep(0.2)
    settled(server.pid, until)


def median(runs: list[dict[str, Any]]) -> dict[str, float]:
    return {key: statistics.median(run[key] for run in runs) for key in runs[0] if runs[0][key] is not None}


def machine() -> dict[str, Any]:
    node = subprocess.run(["node", "--version"], capture_output=True, text=True, check=True).stdout.strip()
    return {
        "system": platform.system(),
        "processor": platform.machine(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "node": node,
    }


if __name__ == "__main__":
    main()
