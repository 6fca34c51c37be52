"""Who plays the chunks of a plan: this process, several on this machine, or a cluster (`ray_workers.py`).

All keep the same promise: every chunk comes back once, in any order. A worker that dies repeats nothing but its chunk.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from typing import Any, Protocol

from pizzabox.engine.catalogue import Catalogue
from pizzabox.engine.errors import PizzaboxError

from .plan import Chunk, Plan

say = Catalogue(__package__)
TRIES = 3
"""A chunk that ends so many workers is not tried again."""
PATIENCE = 5.0
"""Seconds that a worker has to stop by itself."""


class Workers(Protocol):
    """Plays chunks."""

    def play(self, plan: Plan, chunks: Sequence[Chunk]) -> Iterator[tuple[Chunk, bytes]]:
        """Every chunk with its part, as they are finished. Closing the iterator stops all work."""


def part_of(plan: Plan, chunk: Chunk) -> bytes:
    """Play a chunk, in whatever process this is."""
    from .results import encoded
    from .rows import play_rows

    return encoded(play_rows(plan, chunk))


class ThisProcess:
    """One chunk after the other, right here."""

    def play(self, plan: Plan, chunks: Sequence[Chunk]) -> Iterator[tuple[Chunk, bytes]]:
        for chunk in chunks:
            yield chunk, part_of(plan, chunk)


class Processes:
    """Several processes on this machine, a chunk at a time each."""

    def __init__(self, count: int) -> None:
        self.count = count

    def play(self, plan: Plan, chunks: Sequence[Chunk]) -> Iterator[tuple[Chunk, bytes]]:
        for setup in dict.fromkeys(chunk.setup for chunk in chunks):
            part_of(plan, Chunk(0, setup, plan.starts[setup], plan.starts[setup]))  # compiles, so that only one does
        waiting = [(chunk, 1) for chunk in reversed(chunks)]
        working: dict[Connection[Any, Any], _Worker] = {}
        try:
            for _ in range(min(self.count, len(waiting))):
                worker = _Worker(plan)
                working[worker.line] = worker
                worker.begin(*waiting.pop())
            while working:
                for line in wait(list(working)):
                    worker = working[line]  # type: ignore[index]
                    answer = worker.answer()
                    if answer is None:
                        del working[worker.line]
                        if worker.tries == TRIES:
                            raise PizzaboxError(say("workers.dies", low=worker.chunk.low, high=worker.chunk.high - 1))
                        waiting.append((worker.chunk, worker.tries + 1))
                        worker.stop()
                        worker = _Worker(plan)
                        working[worker.line] = worker
                    elif isinstance(answer, Exception):
                        raise answer
                    else:
                        yield worker.chunk, answer
                    if waiting:
                        worker.begin(*waiting.pop())
                    else:
                        del working[worker.line]
                        worker.leave()
        finally:
            for worker in working.values():
                worker.stop()


class _Worker:
    """One process, and the line to it."""

    def __init__(self, plan: Plan) -> None:
        context = get_context("spawn")
        self.line, far = context.Pipe()
        self._process = context.Process(target=_work, args=(far, plan), daemon=True)
        self._process.start()
        far.close()

    def begin(self, chunk: Chunk, tries: int) -> None:
        self.chunk, self.tries = chunk, tries
        with suppress(OSError):  # if it is dead already, `answer` will say so
            self.line.send(chunk)

    def answer(self) -> bytes | Exception | None:
        """The part of its chunk, or what went wrong; None when the process is dead."""
        try:
            made: bytes | Exception = self.line.recv()
        except (EOFError, OSError):
            return None
        return made

    def leave(self) -> None:
        """There is nothing more to do for it."""
        self.line.close()
        self._process.join(PATIENCE)
        self.stop()

    def stop(self) -> None:
        """End it, whatever it is doing."""
        self.line.close()
        self._process.terminate()
        self._process.join(PATIENCE)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()
        self._process.close()


def _work(line: Connection[Any, Any], plan: Plan) -> None:
    """Play whatever chunks come along the line, until nobody is at its other end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started this process decides when it stops
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    try:
        while True:
            chunk = line.recv()
            try:
                line.send(part_of(plan, chunk))
            except PizzaboxError as problem:
                line.send(PizzaboxError(str(problem)))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
