"""A server that should refuse to start, without a process of its own."""

from __future__ import annotations

import asyncio
from unittest.mock import patch

from starlette.applications import Starlette

from tests.cli.helpers import Ran, run
from tests.helpers import aside


def refused(*words: str) -> Ran:
    """`pizzabox serve` where it should refuse to start, in this process: it fails where it would begin to answer."""

    async def served(app: Starlette, *_: object) -> None:
        async with app.router.lifespan_context(app):
            raise AssertionError("it starts")

    with (
        patch("pizzabox.server.run.set_up"),  # the log is the test's own
        patch("pizzabox.server.run.served", served),
        patch("pizzabox.server.run.run", lambda serving: aside(asyncio.run, serving)),
    ):
        return run("serve", "--no-open", *words)
