"""Thinking time, shared fairly: visitors take turns, and whatever somebody waits for comes first."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar

from . import say
from .limits import TooMany

T = TypeVar("T")


@dataclass(eq=False)
class Job:
    """A piece of work that waits for a thread."""

    work: Callable[[], Any]
    wanted: Callable[[], bool]
    """Whether somebody waits for it now."""
    done: asyncio.Future[Any] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class FairQueue:
    """Some threads, and for each visitor the work that waits for one.

    However much work one visitor brings, another's is next but one. Work that nobody waits for is done when there is no
    other. With `most`, a visitor for whom so much waits is refused.
    """

    def __init__(self, threads: int, name: str, most: int | None = None) -> None:
        self._most = most
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._free = threads
        self._waiting: dict[str, list[Job]] = {}
        """By visitor; whose turn was last comes last."""

    async def run(self, visitor: str, work: Callable[[], T], wanted: Callable[[], bool] = lambda: True) -> T:
        """Do a piece of work in a thread when it is that visitor's turn, in the language in force here."""
        if self._most is not None and len(self._waiting.get(visitor, ())) >= self._most:
            raise TooMany(say("waiting"))
        job = Job(partial(copy_context().run, work), wanted)
        self._waiting.setdefault(visitor, []).append(job)
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
        """The job whose turn it is: the oldest wanted one of the visitor who has waited longest for a turn."""
        self._waiting = {
            visitor: left for visitor, jobs in self._waiting.items() if (left := [j for j in jobs if not j.done.done()])
        }
        waiting = [(visitor, job) for visitor, jobs in self._waiting.items() for job in jobs]
        if not waiting:
            return None
        visitor, job = next((one for one in waiting if one[1].wanted()), waiting[0])
        jobs = self._waiting.pop(visitor)
        jobs.remove(job)
        if jobs:
            self._waiting[visitor] = jobs
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
