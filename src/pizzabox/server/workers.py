"""Several worker processes on one port: started together, started again if one dies, and stopped together.

A worker reads its settings from its standard input, says a line when it answers, and stops when that input ends, so
that none outlives the process that started it.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import sys
import tempfile
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable

import msgspec
from prometheus_client.multiprocess import mark_process_dead

from pizzabox.engine.errors import PizzaboxError

from . import metrics, say
from .logs import TEXT

log = logging.getLogger("pizzabox.server")
READY = b"ready\n"
PAUSE = 1.0
"""Seconds until a worker that died is started again."""
GOODBYE = 10.0
"""Seconds for a worker to finish what was begun."""


class Settings(msgspec.Struct, frozen=True):
    """What a worker serves."""

    host: str
    port: int
    database: str
    redis: str
    pace: float | None = None
    proxy: str | None = None
    programs: tuple[str, ...] = ()
    """NAME=COMMAND of programs that may play."""
    log: str = TEXT


def serve_with(count: int, settings: Settings, ready: Callable[[], None]) -> None:
    """Serve with several workers until interrupted; `ready` is called once all of them answer."""
    with contextlib.suppress(KeyboardInterrupt), tempfile.TemporaryDirectory(prefix="pizzabox-metrics-") as folder:
        os.environ[metrics.FOLDER] = folder  # for the workers
        asyncio.run(_supervise(count, settings, ready))


async def _supervise(count: int, settings: Settings, ready: Callable[[], None]) -> None:
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    answering = [asyncio.get_running_loop().create_future() for _ in range(count)]
    keeping = [asyncio.create_task(_keep_alive(settings, stop, first)) for first in answering]
    stopping = asyncio.create_task(stop.wait())
    try:
        started = asyncio.gather(*answering)
        await asyncio.wait((started, stopping), return_when=asyncio.FIRST_COMPLETED)
        if started.done():
            started.result()
            await asyncio.to_thread(ready)
        await stopping
    finally:
        stop.set()
        await asyncio.gather(*keeping)


async def _keep_alive(settings: Settings, stop: asyncio.Event, first: asyncio.Future[None]) -> None:
    """Keep one worker running. One that dies before it ever answered is not tried again."""
    stopping = asyncio.create_task(stop.wait())
    while not stop.is_set():
        worker = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", f"{__package__}.worker"),
            stdin=PIPE,
            stdout=PIPE,
        )
        assert worker.stdin
        assert worker.stdout
        worker.stdin.write(msgspec.json.encode(settings) + b"\n")
        answering = asyncio.create_task(worker.stdout.readline())
        await asyncio.wait((answering, stopping), return_when=asyncio.FIRST_COMPLETED)
        if stop.is_set():
            answering.cancel()
        elif answering.result() == READY:
            if not first.done():
                first.set_result(None)
        elif not first.done():
            first.set_exception(PizzaboxError(say("worker_failed")))
        ended = asyncio.create_task(worker.wait())
        await asyncio.wait((ended, stopping), return_when=asyncio.FIRST_COMPLETED)
        if stop.is_set():
            await _end(worker)
        else:
            mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]
            log.error("a worker died (%s); another is started", worker.returncode)
            await asyncio.wait((stopping,), timeout=PAUSE)


async def _end(worker: Process) -> None:
    """Let a worker finish; one that does not is ended."""
    assert worker.stdin
    worker.stdin.close()
    try:
        await asyncio.wait_for(worker.wait(), GOODBYE)
    except TimeoutError:
        worker.kill()
        await worker.wait()
