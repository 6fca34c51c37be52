"""Settings for all tests."""

import os

import pytest
from hypothesis import settings

import pizzabox

# Our tests are about our games, whatever else is installed beside them.
os.environ.setdefault("PIZZABOX_PLUGINS", "off")
pytest.register_assert_rewrite("pizzabox.testing.suite")

# No deadline: a timing is never a pass or a fail. Derandomised: the same cases everywhere, so failures repeat.
settings.register_profile("pizzabox", deadline=None, derandomize=True)
settings.load_profile("pizzabox")


LONGEST = ("tests/server/test_soak.py", "tests/test_adding_a_game.py", "tests/mutants/", "tests/web/")
"""Begun first, so that no worker is alone with one of them at the end."""


@pytest.hookimpl(optionalhook=True)  # without pytest-xdist nobody asks
def pytest_xdist_auto_num_workers() -> int:
    """One worker more than there are cores: tests of the page often wait for a browser or for a bot."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: not item.nodeid.startswith(LONGEST))


@pytest.fixture(scope="session", autouse=True)
def compiled_games() -> None:
    """Workers of a whole run play compiled games from their first test on; compile_kernels.py made them ready."""
    if "PYTEST_XDIST_WORKER" in os.environ:
        for name in pizzabox.names():
            pizzabox.load(name).warm()
