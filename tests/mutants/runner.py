"""Tests against mutants. One process collects all tests once; each mutant gets a fork of it and the tests of its rules.

The parent runs nothing itself, so that no fork inherits a cache filled by the unchanged rules. Limits are processor
time, not time on the clock: what dies on a quick machine dies on a busy one.
"""

from __future__ import annotations

import math
import os
import resource
import select
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from time import process_time

import pytest

LONGEST = 6.0
"""Seconds: a test that needs more when rules are interpreted is not asked."""
GRACE, PATIENCE = 2.0, 8.0
"""Seconds more, and times as long, that a test may take than usual; then the mutant hangs, and is dead."""
MEMORY = 4 << 30


@dataclass(frozen=True)
class Case:
    """Something to be killed: the rules whose tests should notice, and how this process becomes the mutant."""

    name: str
    rules: frozenset[str]
    change: Callable[[], None]


@dataclass
class Session:
    """A pytest plugin that runs cases instead of tests."""

    work: Callable[[Session], None]
    tests: list[pytest.Item] = field(default_factory=list)
    usual: dict[str, float] = field(default_factory=dict)
    """Processor time of tests that are known to pass with the rules as they are."""
    unfit: dict[str, str] = field(default_factory=dict)
    """Tests that cannot serve, and why: they fail or take too long with the rules as they are."""

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        self.tests = [item for item in items if rules_of(item)]

    def pytest_runtestloop(self) -> bool:
        self.work(self)
        return True

    def chosen(self, rules: frozenset[str]) -> list[pytest.Item]:
        """The tests of any of these rules; quick ones first, as far as that is known."""
        fit = [t for t in self.tests if t.nodeid not in self.unfit and rules_of(t) & rules]
        return sorted(fit, key=lambda t: (math.ceil(math.log2(self.expected(t.nodeid) + 0.01)), t.nodeid))

    def expected(self, test: str) -> float:
        """How long a test takes; of those not yet seen, the ones that follow whole games are the slow ones."""
        return self.usual.get(test, 4.0 if "referee" in test else 0.2)

    def results(self, cases: Iterable[Case], jobs: int = 1) -> Iterator[tuple[Case, str]]:
        """Each case with the test that killed it, or an empty text when none did."""
        queue, running, heard = list(cases), dict[tuple[int, int], Case](), dict[int, bytes]()
        while queue or running:
            while queue and len(running) < jobs:
                case = queue.pop(0)
                child = fork(lambda pipe, case=case: self._try(pipe, case))
                running[child], heard[child[0]] = case, b""
            child = first_to_end(list(running), heard)
            case = running.pop(child)
            told = ended(child[1], heard.pop(child[0]))
            if told.killer and not self.passes_unchanged(told.killer):
                queue.insert(0, case)  # once more, without that test
                continue
            if not told.killer or told.killer in self.usual:
                for test, seconds in told.passed.items():
                    self.usual.setdefault(test, seconds)
            yield case, told.killer

    def passes_unchanged(self, name: str) -> bool:
        """Only a test that passes with the rules as they are can kill."""
        if name not in self.usual and name not in self.unfit:
            test = next(t for t in self.tests if t.nodeid == name)
            told = answer(*fork(lambda pipe: judge(pipe, [test], lambda _: LONGEST)))
            if told.killer:
                self.unfit[name] = "too slow" if told.hangs else "fails without a change"
            else:
                self.usual[name] = told.passed[name]
        return name in self.usual

    def _try(self, pipe: int, case: Case) -> None:
        case.change()
        judge(pipe, self.chosen(case.rules), self._limit)

    def _limit(self, test: str) -> float:
        return GRACE + PATIENCE * self.usual[test] if test in self.usual else LONGEST


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


@dataclass
class Told:
    """What a fork told."""

    passed: dict[str, float]
    """Tests with their processor time."""
    killer: str = ""
    """The test that failed or did not come to an end."""
    hangs: bool = False


def answer(reading: int, pid: int) -> Told:
    """Wait for a fork."""
    heard = {reading: b""}
    first_to_end([(reading, pid)], heard)
    return ended(pid, heard[reading])


def first_to_end(children: Sequence[tuple[int, int]], heard: dict[int, bytes]) -> tuple[int, int]:
    """Listen to all until one of them has no more to tell; its pipe is closed then."""
    while True:
        ready, _, _ = select.select([reading for reading, _ in children], [], [])
        for child in children:
            if child[0] in ready:
                said = os.read(child[0], 1 << 16)
                heard[child[0]] += said
                if not said:
                    os.close(child[0])
                    return child


def ended(pid: int, heard: bytes) -> Told:
    """What a fork told. One that was stopped, for its processor time or otherwise, was stopped by its last test."""
    lines = [line.split("\t") for line in heard.decode().splitlines()]
    _, status = os.waitpid(pid, 0)
    told = Told({words[1]: float(words[2]) for words in lines if words[0] == "passed"})
    begun = [words[1] for words in lines if words[0] == "begun"]
    told.hangs = os.WIFSIGNALED(status)
    if told.hangs or lines[-1:] == [["failed"]]:
        told.killer = begun[-1]
    elif lines[-1:] != [["done"]]:
        raise RuntimeError(f"a fork ended with {os.WEXITSTATUS(status)} and did not say why")
    return told


def judge(pipe: int, tests: Sequence[pytest.Item], limit: Callable[[str], float]) -> None:
    """Run tests until one fails, and tell how far they come."""
    for i, test in enumerate(tests):
        os.write(pipe, f"begun\t{test.nodeid}\n".encode())
        signal.setitimer(signal.ITIMER_PROF, limit(test.nodeid))
        begun = process_time()
        if not passes(test, tests[i + 1] if i + 1 < len(tests) else None):
            os.write(pipe, b"failed\n")
            return
        os.write(pipe, f"passed\t{test.nodeid}\t{process_time() - begun:.3f}\n".encode())
    os.write(pipe, b"done\n")


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
    arguments += ["--tb=no"]  # nobody reads why a mutant died
    sys.stdout.flush()
    code = pytest.main([*arguments, "-o", "addopts=--strict-markers", *folders], plugins=[session])
    if code not in {pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED}:
        raise RuntimeError(f"the tests cannot be collected (pytest ends with {code})")
    return session
