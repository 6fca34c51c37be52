"""Who plays the chunks of a plan: this process, several on this machine, or a cluster (`ray_workers.py`).

All keep the same promise: every chunk comes back once, in any order. A worker that dies repeats nothing but its chunk.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from typing import Any, Generic, Protocol, TypeAlias, TypeVar, cast

from pizzabox.engine.catalogue import Catalogue
from pizzabox.engine.errors import PizzaboxError

from .plan import Chunk, Plan
from .rows import PlayedRows, play_rows

say = Catalogue(__package__)
TRIES = 3
"""A chunk that ends so many workers is not tried again."""
PATIENCE = 5.0
"""Seconds that a worker has to stop by itself."""


Part = TypeVar("Part")
Make = Callable[[PlayedRows], Part]
"""Makes what is wanted of played rows, where they were played: a plain function, so that it can be sent there."""
Progress = Callable[[int, int], None]
"""Called with how many games are finished and how many there are."""
Line: TypeAlias = "Connection[Any, Any]"
"""To a worker, or from it: chunks one way, what was made of them or what went wrong the other."""


class Workers(Protocol):
    """Plays chunks."""

    def run(self, plan: Plan, chunks: Sequence[Chunk], make: Make[Part]) -> Iterator[tuple[Chunk, Part]]:
        """Every chunk with what was made of it, as they are finished. Closing the iterator stops all work."""


def part_of(plan: Plan, chunk: Chunk, make: Make[Part]) -> Part:
    """Play a chunk in this process."""
    return make(play_rows(plan, chunk))


class ThisProcess:
    """One chunk after the other, right here."""

    def run(self, plan: Plan, chunks: Sequence[Chunk], make: Make[Part]) -> Iterator[tuple[Chunk, Part]]:
        for chunk in chunks:
            yield chunk, part_of(plan, chunk, make)


class Processes:
    """Several processes on this machine, a chunk at a time each."""

    def __init__(self, count: int) -> None:
        self.count = count

    def run(self, plan: Plan, chunks: Sequence[Chunk], make: Make[Part]) -> Iterator[tuple[Chunk, Part]]:
        for setup in dict.fromkeys(chunk.setup for chunk in chunks):
            play_rows(plan, Chunk(0, setup, plan.starts[setup], plan.starts[setup]))  # compiles, so that only one does
        waiting = [(chunk, 1) for chunk in reversed(chunks)]
        working: dict[Line, _Worker[Part]] = {}
        try:
            for _ in range(min(self.count, len(waiting))):
                worker = _Worker(plan, make)
                working[worker.line] = worker
                worker.begin(*waiting.pop())
            while working:
                for line in wait(list(working)):
                    worker = working[cast("Line", line)]
                    answer = worker.answer()
                    if answer is None:
                        del working[worker.line]
                        if worker.tries == TRIES:
                            raise PizzaboxError(say("workers.dies", low=worker.chunk.low, high=worker.chunk.high - 1))
                        waiting.append((worker.chunk, worker.tries + 1))
                        worker.stop()
                        worker = _Worker(plan, make)
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


class _Worker(Generic[Part]):
    """One process, and the line to it."""

    def __init__(self, plan: Plan, make: Make[Part]) -> None:
        context = get_context("spawn")
        self.line, far = context.Pipe()
        self._process = context.Process(target=_work, args=(far, plan, make), daemon=True)
        self._process.start()
        far.close()

    def begin(self, chunk: Chunk, tries: int) -> None:
        self.chunk, self.tries = chunk, tries
        with suppress(OSError):  # if it is dead already, `answer` will say so
            self.line.send(chunk)

    def answer(self) -> Part | Exception | None:
        """What was made of its chunk, or what went wrong; None when the process is dead."""
        try:
            return cast("Part | Exception", self.line.recv())
        except (EOFError, OSError):
            return None

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


def _work(line: Line, plan: Plan, make: Make[object]) -> None:
    """Play the chunks that come along the line, until nobody is at its other end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that started this one decides when it stops
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    try:
        while True:
            chunk = line.recv()
            try:
                line.send(part_of(plan, chunk, make))
            except PizzaboxError as problem:
                line.send(PizzaboxError(str(problem)))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
