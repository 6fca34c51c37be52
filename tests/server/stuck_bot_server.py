"""Pizzabox with a bot that never answers. `python -m tests.server.stuck_bot_server serve --data FOLDER …`"""

from __future__ import annotations

import sys
from pathlib import Path
from threading import Event

from pizzabox.bots import base
from pizzabox.cli import main
from pizzabox.engine.position import Move, View


class Stuck:
    """Leaves a sign that it was asked, and thinks for ever."""

    name = "stuck"

    def choose(self, view: View, seconds: float | None = None) -> Move:
        (Path(sys.argv[sys.argv.index("--data") + 1]) / "asked").touch()
        Event().wait()
        raise AssertionError("for ever is over")


if __name__ == "__main__":
    base.level("stuck", lambda seed: Stuck(), strength=1)
    main()
