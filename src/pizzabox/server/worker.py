"""`python -m pizzabox.server.worker`: one of several processes that serve the same games. See workers.py."""

from __future__ import annotations

import logging
import sys

import msgspec

from pizzabox.bots.external import allow_all
from pizzabox.engine.errors import PizzaboxError

from .app import create_app
from .logs import set_up
from .run import leave, run, served
from .workers import READY, Settings

log = logging.getLogger("pizzabox.server")


def main() -> None:
    """Serve what standard input says, until it ends."""
    settings = msgspec.json.decode(sys.stdin.buffer.readline(), type=Settings)
    set_up(settings.log)
    allow_all(settings.programs)
    app = create_app(settings.database, redis=settings.redis, pace=settings.pace)

    def answers() -> None:
        sys.stdout.buffer.write(READY)
        sys.stdout.buffer.flush()

    try:
        run(served(app, settings.host, settings.port, settings.proxy, answers, sys.stdin.buffer.read))
    except PizzaboxError as problem:
        log.error("a worker couldn't start: %s", problem)
        sys.exit(2)
    leave()


if __name__ == "__main__":
    main()
