"""What a million fuzzed messages leave in the memory of one server.

    python benchmarks/fuzz.py [--messages 1000000] [--every 10000] [--save]

Sends what tests/server/fuzzer.py makes up, to one server in this process, and looks at the memory every so often: how
much of it the process has, how many pieces of it Python holds, and how many results are kept by functions that keep
some (`functools.lru_cache`), where each has its bound.
"""

from __future__ import annotations

import argparse
import asyncio
import functools
import gc
import json
import os
import platform
import sys
import tempfile
import time
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from types import FunctionType
from typing import Any

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent)]

from idle import resident  # noqa: E402
from tests.server.fuzzer import Found, fuzz, nobody_thinks  # noqa: E402
from tests.server.wire import site  # noqa: E402

BATCHES = 50
"""How often some messages are sent at one table."""
KEEPER = type(functools.cache(resident))
"""A function that keeps results."""
MOST_NAMED = 12
"""Functions named in the result: those that keep most."""


@dataclass
class Watch:
    """Looks at the memory whenever so many messages more were sent."""

    every: int
    found: Found = field(default_factory=Found)
    samples: list[dict[str, Any]] = field(default_factory=list)
    began: float = field(default_factory=time.monotonic)

    def look(self) -> None:
        if self.found.sent < self.every * len(self.samples):
            return
        gc.collect()
        kept = caches()
        sample = {
            "messages": self.found.sent,
            "seconds": round(time.monotonic() - self.began),
            "memory_kb": resident(),
            "blocks": sys.getallocatedblocks(),
            "objects": len(gc.get_objects()),
            "kept_results": sum(count for count, _ in kept.values()),
        }
        self.samples.append(sample)
        print(json.dumps(sample), flush=True)


def caches() -> dict[str, tuple[int, int | None]]:
    """How many results all functions of one name hold that keep some, and how many they may; None where nothing bounds
    that."""
    found: dict[str, tuple[int, int | None]] = {}
    for one in gc.get_objects():
        if isinstance(one, KEEPER):
            known, kept = one.cache_info(), one.__wrapped__
            name = f"{kept.__module__}.{kept.__qualname__}" if isinstance(kept, FunctionType) else repr(kept)
            now, most = found.get(name, (0, 0))
            bounded = most is not None and known.maxsize is not None
            found[name] = now + known.currsize, most + known.maxsize if bounded else None
    return found


async def work(messages: int, watch: Watch) -> None:
    with tempfile.TemporaryDirectory() as folder:
        async with site(f"sqlite:///{folder}/box.db") as box:
            watch.look()
            await fuzz(box, messages, BATCHES, watch.found, watch.look)


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("--messages", type=int, default=1_000_000)
    asked.add_argument("--every", type=int, default=10_000)
    asked.add_argument("--save", action="store_true")
    wish = asked.parse_args()
    watch = Watch(wish.every)
    with nobody_thinks():
        asyncio.run(work(wish.messages, watch))
    found = watch.found
    kept = sorted(caches().items(), key=lambda item: -item[1][0])
    made = {
        "what": "fuzz",
        "when": datetime.now(UTC).isoformat(timespec="seconds"),
        "machine": {"system": platform.system(), "processor": platform.machine(), "cores": os.cpu_count()},
        "messages": found.sent,
        "tables": found.tables,
        "answers": dict(found.answers.most_common()),
        "wrong": found.wrong,
        "kept_results": {name: {"now": now, "most": most} for name, (now, most) in kept[:MOST_NAMED]},
        "samples": watch.samples,
    }
    print(json.dumps(made, indent=1, ensure_ascii=False))
    if wish.save:
        stamp = datetime.now(UTC).strftime("%Y-%m-%d-%H%M%S")
        file = HERE / "results" / f"fuzz-{stamp}.json"
        file.write_text(json.dumps(made, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        print(file)


if __name__ == "__main__":
    main()
