"""Results on disk: parts while games are played, then one Parquet file that carries its plan.

    results.parquet.parts/plan.json             while it is played
    results.parquet.parts/00000012-HASH.parquet
    results.parquet.parts/lock                   held by the process that plays
    results.parquet                              when all is played

A part is written whole or not at all, and its name holds the hash of its bytes: what is damaged is played again. The
file at the end depends on the plan alone, not on who played which part, or when.
"""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import polars as pl
from filelock import FileLock, Timeout

from pizzabox.engine.catalogue import Catalogue
from pizzabox.engine.errors import PizzaboxError

from .plan import Chunk, Plan
from .row_table import SCHEMA

say = Catalogue(__package__)
PLAN = "pizzabox.plan"
"""Under this name a file carries its plan."""
GROUP = 100_000
"""Rows in a row group of the file."""


class Results:
    """The results of a plan at a path, as far as they are there."""

    def __init__(self, plan: Plan, path: Path) -> None:
        self.plan, self.path = plan, path
        self.folder = path.with_name(path.name + ".parts")
        self._plan_file = self.folder / "plan.json"
        self._refuse_another_plan()

    @property
    def complete(self) -> bool:
        return self.path.exists()

    @contextmanager
    def held(self) -> Iterator[None]:
        """Hold the results alone while they are played. The system lets go of what a dead process held."""
        if self.complete:
            yield
            return
        lock = FileLock(self.folder / "lock")
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            lock.acquire(blocking=False)
        except Timeout:
            raise PizzaboxError(say("results.taken", file=self.path)) from None
        try:
            self._refuse_another_plan()
            yield
        finally:
            lock.release()
            if self.path.exists():
                shutil.rmtree(self.folder, ignore_errors=True)  # another command may be looking into it right now

    def missing(self) -> list[Chunk]:
        """The chunks that are still to be played; parts that are damaged are thrown away."""
        if self.complete:
            return []
        self.folder.mkdir(parents=True, exist_ok=True)
        _write(self._plan_file, self.plan.dumps().encode())
        there = {}
        for path in self.folder.glob("*.parquet"):
            number, _, digest = path.stem.partition("-")
            if number.isdecimal() and _digest(path.read_bytes()) == digest:
                there[int(number)] = path
            else:
                path.unlink()
        return [chunk for chunk in self.plan.chunks if chunk.number not in there]

    def keep(self, chunk: Chunk, part: bytes) -> None:
        """Put the part of a chunk on disk."""
        _write(self.folder / f"{chunk.number:08}-{_digest(part)}.parquet", part)

    def finish(self) -> None:
        """All parts in their order, as one file."""
        if self.complete:
            return
        parts = sorted(self.folder.glob("*.parquet"))
        fresh = self.folder / "all.new"
        pl.scan_parquet(parts, schema=SCHEMA).sink_parquet(
            fresh, row_group_size=GROUP, maintain_order=True, metadata={PLAN: self.plan.dumps()}
        )
        fresh.replace(self.path)

    def _refuse_another_plan(self) -> None:
        if self.path.exists():
            found = plan_of(self.path)
        elif self._plan_file.exists():
            found = _read(self._plan_file, self._plan_file.read_bytes().decode(errors="replace"))
        else:
            return
        if found.dumps() != self.plan.dumps():
            differences = "; ".join(self.plan.differences(found))
            raise PizzaboxError(say("results.other_plan", file=self.path, differences=differences))


def plan_of(path: Path) -> Plan:
    """The plan that a results file carries."""
    try:
        carried = pl.read_parquet_metadata(path).get(PLAN)
    except (pl.exceptions.PolarsError, OSError) as problem:
        if isinstance(problem, FileNotFoundError):
            raise
        carried = None
    if carried is None:
        raise PizzaboxError(say("results.no_results", file=path))
    return _read(path, carried)


def scan(path: Path) -> pl.LazyFrame:
    """The rows of a results file, to be asked for what is wanted of them."""
    plan_of(path)
    return pl.scan_parquet(path)


def _read(path: Path, text: str) -> Plan:
    try:
        return Plan.loads(text)
    except PizzaboxError as problem:
        raise PizzaboxError(say("results.no_plan", file=path, problem=problem)) from problem


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:32]


def _write(path: Path, content: bytes) -> None:
    fresh = path.with_suffix(".new")
    fresh.write_bytes(content)
    fresh.replace(path)
