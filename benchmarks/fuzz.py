"""What a million fuzzed messages leave in the memory of one server.

    python benchmarks/fuzz.py [--messages 1000000] [--every 10000] [--save]

Sends what tests/server/fuzzer.py makes up to one server in this process, with compiled games, and looks at the memory
every so often: how much of it the process has, how many objects Python holds, and what is kept by functions that keep
results, each of which has its bound.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import ctypes
import functools
import gc
import json
import os
import platform
import sys
import tempfile
import time
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from inspect import getclosurevars
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent)]

from idle import resident  # noqa: E402
from tests.server.fuzzer import Found, fuzz, nobody_thinks  # noqa: E402
from tests.server.wire import site  # noqa: E402

from pizzabox.bots import warm  # noqa: E402
from pizzabox.engine.registry import load, names  # noqa: E402
from pizzabox.engine.svg import Palette  # noqa: E402

BATCHES = 50
"""How often some messages are sent at one table."""
LRU = type(functools.cache(resident))
MOST_NAMED = 25
"""Functions named in the result: those that keep most."""


@dataclass
class Watch:
    """Looks at the memory whenever so many messages more were sent."""

    every: int
    found: Found = field(default_factory=Found)
    samples: list[dict[str, Any]] = field(default_factory=list)
    began: float = field(default_factory=time.monotonic)
    trimmed: int = 0
    """kB of memory at the end, once the allocator has given back what nobody holds."""

    def look(self) -> None:
        if self.found.sent < self.every * len(self.samples):
            return
        gc.collect()
        kept = keepers()
        sample = {
            "messages": self.found.sent,
            "seconds": round(time.monotonic() - self.began),
            "memory_kb": resident(),
            "objects": len(gc.get_objects()),
            "kept_results": sum(one.now for one in kept),
            "kept_kb": sum(one.bytes for one in kept) // 1024,
        }
        self.samples.append(sample)
        print(json.dumps(sample), flush=True)


@dataclass
class Keeper:
    """A function that keeps results."""

    name: str
    now: int
    most: int | None
    """None where only what there is to ask for bounds it."""
    bytes: int


def keepers() -> list[Keeper]:
    """All of them, by `functools` or by our `kept_by`; what two hold is counted at the first."""
    made, seen = [], set[int]()
    for one in gc.get_objects():
        if isinstance(one, LRU):
            known, make = one.cache_info(), one.__wrapped__
            make = getclosurevars(make).nonlocals.get("make", make) if isinstance(make, FunctionType) else make
            made.append(Keeper(name_of(make), known.currsize, known.maxsize, size(one, seen)))
        elif isinstance(one, FunctionType) and "fields" in vars(one):
            known = getclosurevars(one).nonlocals
            made.append(Keeper(name_of(one), len(known["found"]), known["most"], size(known["found"], seen)))
    return sorted(made, key=lambda keeper: -keeper.bytes)


def name_of(make: Any) -> str:
    return f"{make.__module__}.{make.__qualname__}" if isinstance(make, FunctionType) else repr(make)


def size(of: object, seen: set[int]) -> int:
    """Bytes of all that something holds and nothing counted before holds, but for code."""
    total, left = 0, [of]
    while left:
        one = left.pop()
        if (id(one) not in seen and not isinstance(one, (type, ModuleType, FunctionType, Palette, LRU))) or one is of:
            seen.add(id(one))
            total += sys.getsizeof(one)
            left += gc.get_referents(one)
    return total


async def work(messages: int, watch: Watch) -> None:
    with tempfile.TemporaryDirectory() as folder:
        async with site(f"sqlite:///{folder}/box.db") as box:
            watch.look()
            await fuzz(box, messages, BATCHES, watch.found, watch.look)
            gc.collect()
            ctypes.CDLL(None).malloc_trim(0)
            watch.trimmed = resident()


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("--messages", type=int, default=1_000_000)
    asked.add_argument("--every", type=int, default=10_000)
    asked.add_argument("--save", action="store_true")
    wish = asked.parse_args()
    for name in names():
        warm(load(name))
    watch = Watch(wish.every)
    with nobody_thinks(), contextlib.suppress(KeyboardInterrupt):  # then what was found so far is told
        asyncio.run(work(wish.messages, watch))
    found = watch.found
    made = {
        "what": "fuzz",
        "when": datetime.now(UTC).isoformat(timespec="seconds"),
        "machine": {"system": platform.system(), "processor": platform.machine(), "cores": os.cpu_count()},
        "messages": found.sent,
        "tables": found.tables,
        "answers": dict(found.answers.most_common()),
        "wrong": found.wrong,
        "keepers": [asdict(one) for one in keepers()[:MOST_NAMED]],
        "memory_kb_trimmed": watch.trimmed,
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
