"""Thinking time, shared fairly: visitors take turns, and what someone waits for comes first."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar

from . import say
from .limits import HOUSEHOLD, TooMany

T = TypeVar("T")


@dataclass(eq=False)
class Job:
    """A piece of work that waits for a thread."""

    work: Callable[[], Any]
    wanted: Callable[[], bool]
    """Whether somebody waits for it now."""
    done: asyncio.Future[Any] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class FairQueue:
    """Some threads, and the work of each visitor that waits for one.

    Addresses take turns, and at each address its visitors: however much work one brings, another's is next but one.
    Without an address, every visitor counts as one. Work that nobody waits for is done when there is no other. With
    `most`, a visitor for whom that much waits is refused, and an address with as much for each of a household.
    """

    def __init__(self, threads: int, name: str, most: int | None = None) -> None:
        self._most = most
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._free = threads
        self._waiting: dict[str, dict[str, list[Job]]] = {}
        """By address and visitor; whose turn was last comes last."""

    async def run(
        self, visitor: str, work: Callable[[], T], wanted: Callable[[], bool] = lambda: True, *, address: str = ""
    ) -> T:
        """Do a piece of work in a thread when it is that visitor's turn, in the language in force here."""
        here = self._waiting.setdefault(address or visitor, {})
        own, count = here.setdefault(visitor, []), sum(map(len, here.values()))
        if self._most is not None and (len(own) >= self._most or count >= self._most * HOUSEHOLD):
            raise TooMany(say("waiting"))
        job = Job(partial(copy_context().run, work), wanted)
        own.append(job)
        self._begin()
        found: T = await job.done
        return found

    def close(self) -> None:
        self._waiting.clear()
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _begin(self) -> None:
        """Begin as many jobs as there are free threads."""
        while self._free and (job := self._next()):
            self._free -= 1
            running = asyncio.get_running_loop().run_in_executor(self._pool, job.work)
            running.add_done_callback(partial(self._ended, job))

    def _next(self) -> Job | None:
        """The job whose turn it is: the oldest wanted one of the visitor who has waited longest for a turn, at the
        address that has."""
        self._waiting = {
            address: here for address, visitors in self._waiting.items() if (here := _still_waiting(visitors))
        }
        waiting = [
            (address, visitor, job)
            for address, here in self._waiting.items()
            for visitor, jobs in here.items()
            for job in jobs
        ]
        if not waiting:
            return None
        address, visitor, job = next((one for one in waiting if one[2].wanted()), waiting[0])
        here = self._waiting[address] = self._waiting.pop(address)
        here[visitor] = [one for one in here.pop(visitor) if one is not job]
        return job

    def _ended(self, job: Job, running: asyncio.Future[Any]) -> None:
        self._free += 1
        if not job.done.done() and not running.cancelled():
            problem = running.exception()
            if problem:
                job.done.set_exception(problem)
            else:
                job.done.set_result(running.result())
        self._begin()


def _still_waiting(visitors: dict[str, list[Job]]) -> dict[str, list[Job]]:
    """The jobs by visitor without those that nobody wants any more."""
    left = {visitor: [job for job in jobs if not job.done.done()] for visitor, jobs in visitors.items()}
    return {visitor: jobs for visitor, jobs in left.items() if jobs}
