"""Thinking time is shared: by visitors in turn, and first for what people wait for."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable

import pytest

from pizzabox.server.fair_queue import FairQueue
from pizzabox.server.limits import HOUSEHOLD, TooMany
from tests.helpers import aside


class Worker:
    """One thread, held until everything is in the queue; keeps the order in which work is done."""

    def __init__(self) -> None:
        self.queue = FairQueue(1, "tested")
        self.done: list[str] = []
        self._go = threading.Event()
        self._first = asyncio.create_task(self.queue.run("nobody", self._go.wait))

    def add(
        self, visitor: str, name: str, wanted: Callable[[], bool] = lambda: True, address: str = ""
    ) -> asyncio.Task[None]:
        return asyncio.create_task(self.queue.run(visitor, lambda: self.done.append(name), wanted, address=address))

    async def finish(self, *jobs: Awaitable[object]) -> None:
        await asyncio.sleep(0)
        self._go.set()
        await asyncio.wait_for(asyncio.gather(self._first, *jobs), 30)
        self.queue.close()


def test_who_brings_much_waits_for_who_brings_little() -> None:
    async def scene() -> list[str]:
        worker = Worker()
        flood = [worker.add("flood", f"f{i}") for i in range(50)]
        others = [worker.add(visitor, visitor) for visitor in ("ada", "bob")]
        await worker.finish(*flood, *others)
        return worker.done

    done = aside(asyncio.run, scene())
    assert done[:4] == ["f0", "ada", "bob", "f1"] and len(done) == 52
    assert [name for name in done if name.startswith("f")] == [f"f{i}" for i in range(50)], "each in their own order"


def test_many_visitors_at_one_address_take_the_turns_of_one() -> None:
    """Whoever keeps no cookie is a new visitor each time."""

    async def scene() -> list[str]:
        worker = Worker()
        flood = [worker.add(f"visitor {i % 50}", f"f{i}", address="203.0.113.5") for i in range(60)]
        others = [worker.add(visitor, visitor, address="198.51.100.7") for visitor in ("ada", "bob")]
        here = [worker.add(visitor, visitor) for visitor in ("cy", "dan")]
        await worker.finish(*flood, *others, *here)
        return worker.done

    done = aside(asyncio.run, scene())
    assert done[:6] == ["f0", "ada", "cy", "dan", "f1", "bob"]
    assert done[6:] == [f"f{i}" for i in (*range(2, 50), *range(50, 60))], "and visitors take turns there"


def test_an_address_waits_for_as_much_as_a_household() -> None:
    async def scene() -> None:
        queue, go = FairQueue(1, "tested", most=1), threading.Event()
        jobs = [asyncio.create_task(queue.run(f"v{i}", go.wait, address="203.0.113.5")) for i in range(HOUSEHOLD + 3)]
        await asyncio.sleep(0)
        go.set()
        found = await asyncio.wait_for(asyncio.gather(*jobs, return_exceptions=True), 30)
        assert found == [True] * (HOUSEHOLD + 1) + found[-2:] and all(isinstance(one, TooMany) for one in found[-2:])
        queue.close()

    aside(asyncio.run, scene())


def test_what_nobody_waits_for_is_done_last_unless_somebody_comes() -> None:
    async def scene() -> list[str]:
        worker, watched = Worker(), False
        jobs = [worker.add("ada", "alone", lambda: False), worker.add("bob", "watched later", lambda: watched)]
        jobs += [worker.add("bob", "watched")]
        await asyncio.sleep(0)
        watched = True
        await worker.finish(*jobs)
        return worker.done

    assert aside(asyncio.run, scene()) == ["watched later", "watched", "alone"]


def test_who_left_the_queue_is_passed_over_and_a_failure_is_ones_own() -> None:
    async def scene() -> list[str]:
        worker = Worker()
        gone, good = worker.add("ada", "gone"), worker.add("ada", "good")
        bad = asyncio.create_task(worker.queue.run("eve", lambda: 1 / 0))
        await asyncio.sleep(0)
        gone.cancel()
        await worker.finish(good, asyncio.gather(bad, return_exceptions=True))
        with pytest.raises(ZeroDivisionError):
            bad.result()
        return worker.done

    assert aside(asyncio.run, scene()) == ["good"]


def test_all_threads_work_at_once() -> None:
    async def scene() -> None:
        queue, together = FairQueue(3, "tested"), threading.Barrier(3)
        await asyncio.wait_for(asyncio.gather(*(queue.run("ada", lambda: together.wait(30)) for _ in range(3))), 60)
        queue.close()

    aside(asyncio.run, scene())
