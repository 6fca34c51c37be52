"""Settings for all tests."""

import gc
import os
from collections.abc import Generator
from itertools import islice

import pytest
from hypothesis import settings

import pizzabox

# Our tests are about our games, whatever else is installed beside them.
os.environ.setdefault("PIZZABOX_PLUGINS", "off")
pytest.register_assert_rewrite("pizzabox.testing.suite")
pytest_plugins = ["tests.line_counts"]

# No deadline: a timing is never a pass or a fail. Derandomised: the same cases everywhere, so failures repeat.
settings.register_profile("pizzabox", deadline=None, derandomize=True)
settings.load_profile("pizzabox")


LONGEST = ("tests/server/test_soak.py", "tests/test_adding_a_game.py", "tests/mutants/", "tests/web/")
"""Begun first, and shared among the workers, so that none is alone with them at the end."""
APART = "tests/web/"
"""Here each test may run anywhere; of the others a file stays together. These wait for a browser half of their time, so
one worker has none of them: what it does meanwhile needs the core that they leave free."""


@pytest.hookimpl(optionalhook=True)  # without pytest-xdist nobody asks
def pytest_xdist_auto_num_workers() -> int:
    """One worker more than there are cores: tests of the page often wait for a browser or for a bot."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items[:] = shared(items, int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1")))


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What reading the tests imports stays to the end. Looking through it for garbage again and again would take a
    fifth of the time of reading them, and a twentieth of the time of running them."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def shared(items: list[pytest.Item], workers: int) -> list[pytest.Item]:
    """The tests in an order of which each worker gets one part, the longest at the beginning of every part."""
    files: dict[str, list[pytest.Item]] = {}
    apart: list[pytest.Item] = []
    for item in items:
        if item.nodeid.startswith(APART):
            apart.append(item)
        elif item.nodeid.startswith(LONGEST):
            files.setdefault(item.nodeid.split("::")[0], []).append(item)
    hands: list[list[pytest.Item]] = [[] for _ in range(workers)]
    for number, file in enumerate(files.values()):
        hands[number % workers] += file
    waiting = max(1, workers - 1)
    for number, item in enumerate(apart):
        hands[number % waiting].append(item)
    rest = iter([item for item in items if not item.nodeid.startswith(LONGEST)])
    made: list[pytest.Item] = []
    for number, hand in enumerate(hands):
        room = (len(items) - len(made)) // (workers - number)
        made += [*hand, *islice(rest, max(0, room - len(hand)))]
    return [*made, *rest]


@pytest.fixture(scope="session", autouse=True)
def compiled_games() -> None:
    """Workers of a whole run play compiled games from their first test on; compile_kernels.py made them ready."""
    if "PYTEST_XDIST_WORKER" in os.environ:
        for name in pizzabox.names():
            pizzabox.load(name).warm()
