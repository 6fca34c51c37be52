"""Workers that die: apart from the tests, for each is a fresh Python that has to read this."""

from __future__ import annotations

import os
import signal
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from pizzabox.lab.plan import Plan
from pizzabox.lab.workers import Make, _work

SIGN = "PIZZABOX_TEST_SIGN"
"""Names a file in which each worker that dies leaves a line."""


def _leave_a_sign() -> None:
    with Path(os.environ[SIGN]).open("a") as sign:
        sign.write("died\n")


def dying(line: Connection[Any, Any], plan: Plan, make: Make[bytes]) -> None:
    """A worker that kills itself at its first chunk, if none has done so yet."""
    if not Path(os.environ[SIGN]).exists():
        _leave_a_sign()
        line.recv()
        os.kill(os.getpid(), signal.SIGKILL)
    _work(line, plan, make)


def dead(line: Connection[Any, Any], plan: Plan, make: Make[bytes]) -> None:
    """A worker that ends at every chunk."""
    line.recv()
    _leave_a_sign()
    os._exit(1)
