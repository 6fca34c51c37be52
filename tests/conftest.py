"""Settings for all tests."""

import os

import pytest
from hypothesis import settings

import pizzabox

# No deadline: a timing is never a pass or a fail. Derandomised: the same cases everywhere, so failures repeat.
settings.register_profile("pizzabox", deadline=None, derandomize=True)
settings.load_profile("pizzabox")


@pytest.fixture(scope="session", autouse=True)
def ovens() -> None:
    """Workers of a whole run play compiled games from their first test on; the oven was heated for them (oven.py)."""
    if "PYTEST_XDIST_WORKER" in os.environ:
        for name in pizzabox.names():
            pizzabox.load(name).warm()
