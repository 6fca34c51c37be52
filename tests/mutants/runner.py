"""Tests against mutants. One process collects all tests once; each mutant gets a fork of it and the tests of its rules.

The parent runs nothing itself, so that no fork inherits a cache filled by the unchanged rules. Limits are processor
time, not time on the clock: what dies on a quick machine dies on a busy one.
"""

from __future__ import annotations

import json
import math
import os
import resource
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from time import process_time
from types import FunctionType
from typing import Any

import pytest

LONGEST = 6.0
"""Seconds: a test that needs more when rules are interpreted is not asked."""
GRACE, PATIENCE = 2.0, 8.0
"""Seconds more, and times as long, that a test may take than usual; then the mutant hangs, and is dead."""
MEMORY = 4 << 30
HANGS = "does not come to an end"


@dataclass(frozen=True)
class Case:
    """Something to be killed: a function with other code, and the rules whose tests should notice."""

    name: str
    function: FunctionType
    rules: frozenset[str]
    change: Callable[[], None]
    """Makes the function the mutant, in this process."""


@dataclass
class Session:
    """A pytest plugin that runs cases instead of tests."""

    work: Callable[[Session], None]
    tests: list[pytest.Item] = field(default_factory=list)
    usual: dict[str, float] = field(default_factory=dict)
    """Processor time of every test that passes with the rules as they are."""
    unfit: dict[str, str] = field(default_factory=dict)
    """Tests that cannot serve, and why."""

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        self.tests = [item for item in items if rules_of(item)]

    def pytest_runtestloop(self) -> bool:
        self.work(self)
        return True

    def measure(self) -> None:
        """Run every test once with the rules as they are: only one that passes can kill."""
        for test in self.tests:
            reading, pid = fork(lambda pipe, test=test: judge(pipe, [test], lambda _: LONGEST))
            result = answer(reading, pid)
            if result.get("killer"):
                self.unfit[test.nodeid] = "too slow" if result["killer"] == HANGS else "fails without a change"
            else:
                self.usual[test.nodeid] = result["seconds"]

    def chosen(self, rules: frozenset[str]) -> list[pytest.Item]:
        """The tests of any of these rules, quick ones first."""
        fit = [t for t in self.tests if t.nodeid in self.usual and rules_of(t) & rules]
        return sorted(fit, key=lambda t: (math.ceil(math.log2(self.usual[t.nodeid] + 0.01)), t.nodeid))

    def results(self, cases: Iterable[Case], jobs: int = 1) -> Iterator[tuple[Case, str]]:
        """Each case with the test that killed it, or an empty text when none did."""
        queue, running = list(cases), {}
        while queue or running:
            while queue and len(running) < jobs:
                case = queue.pop(0)
                reading, pid = fork(lambda pipe, case=case: self._try(pipe, case))
                running[pid] = (case, reading)
            pid = next(iter(running))
            case, reading = running.pop(pid)
            yield case, answer(reading, pid).get("killer", "")

    def _try(self, pipe: int, case: Case) -> None:
        case.change()
        judge(pipe, self.chosen(case.rules), lambda test: GRACE + PATIENCE * self.usual[test])


def rules_of(item: pytest.Item) -> frozenset[str]:
    return frozenset(str(rule) for mark in item.iter_markers("rule") for rule in mark.args)


def fork(child: Callable[[int], None]) -> tuple[int, int]:
    """A copy of this process that does something and tells about it in a pipe."""
    reading, writing = os.pipe()
    pid = os.fork()
    if pid:
        os.close(writing)
        return reading, pid
    status = 1
    try:
        os.close(reading)
        quiet = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(quiet, stream)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        child(writing)
        status = 0
    finally:
        os._exit(status)


def answer(reading: int, pid: int) -> dict[str, Any]:
    """What a fork told; one that was stopped for its processor time has told nothing."""
    with os.fdopen(reading, encoding="utf-8") as pipe:
        text = pipe.read()
    _, status = os.waitpid(pid, 0)
    if os.WIFSIGNALED(status):
        if os.WTERMSIG(status) == signal.SIGPROF:
            return {"killer": HANGS}
        return {"killer": f"ended by signal {os.WTERMSIG(status)}"}
    if not text:
        raise RuntimeError(f"a fork ended with {os.WEXITSTATUS(status)} and told nothing")
    told: dict[str, Any] = json.loads(text)
    return told


def judge(pipe: int, tests: Sequence[pytest.Item], limit: Callable[[str], float]) -> None:
    """Run tests until one fails, and tell which."""
    begun = process_time()
    killer = ""
    for i, test in enumerate(tests):
        signal.setitimer(signal.ITIMER_PROF, limit(test.nodeid))
        if not passes(test, tests[i + 1] if i + 1 < len(tests) else None):
            killer = test.nodeid
            break
    signal.setitimer(signal.ITIMER_PROF, 0)
    os.write(pipe, json.dumps({"killer": killer, "seconds": process_time() - begun}).encode())


def passes(test: pytest.Item, following: pytest.Item | None) -> bool:
    watch = Watch()
    test.config.pluginmanager.register(watch)
    try:
        test.ihook.pytest_runtest_protocol(item=test, nextitem=following)
    finally:
        test.config.pluginmanager.unregister(watch)
    return not watch.failed


class Watch:
    """Looks whether any part of a test fails."""

    failed = False

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.failed |= report.failed


def collected(folders: Sequence[str], work: Callable[[Session], None]) -> Session:
    """Collect the tests in these folders and do some work with them."""
    session = Session(work)
    arguments = ["-s", "-q", "--no-header", "--no-summary", "--timeout=0", "-p", "no:cacheprovider", "-p", "no:xdist"]
    sys.stdout.flush()
    code = pytest.main([*arguments, "-o", "addopts=--strict-markers", *folders], plugins=[session])
    if code not in {pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED}:
        raise RuntimeError(f"the tests cannot be collected (pytest ends with {code})")
    return session
