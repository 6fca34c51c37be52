"""Nets under test are smaller than those in the box, and learn in seconds."""

from collections.abc import Iterator
from importlib.util import find_spec

import pytest


@pytest.fixture(scope="package", autouse=True)
def small_nets() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patched:
        if find_spec("torch"):
            patched.setattr("pizzabox.learn.trainer.widths", lambda *_: (64, 32))
        yield
