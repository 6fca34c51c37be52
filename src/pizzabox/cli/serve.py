"""`serve`: the page in the browser. `pizzabox` without a command does the same."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pizzabox.engine.errors import PizzaboxError

from .output import console, say


def add_to(app: typer.Typer) -> None:
    app.command("serve")(serve)


def serve(
    host: Annotated[str, typer.Option(help="Address to listen on; 0.0.0.0 lets other devices in.")] = "127.0.0.1",
    port: Annotated[int | None, typer.Option(min=1, max=65535, help="Port; the first free one from 8310 on.")] = None,
    data: Annotated[Path | None, typer.Option(help="Folder for tables and settings.")] = None,
    database: Annotated[str | None, typer.Option(help="Database URL instead of SQLite in the folder.")] = None,
    pace: Annotated[float | None, typer.Option(min=0, max=60, help="Seconds a bot's move takes at least.")] = None,
    open_page: Annotated[bool, typer.Option("--open/--no-open", help="Open the page in the browser.")] = True,
) -> None:
    """Start the server and open the page: play bots and friends in the browser."""
    try:
        from pizzabox.server.run import serve as run
    except ImportError as missing:
        raise PizzaboxError(say("serve.missing", name=missing.name)) from None

    def ready(url: str) -> None:
        console(stderr=True).print(say("serve.ready", url=url), soft_wrap=True)

    run(host, port, data, database, open_page, pace, ready)
    console(stderr=True).print(say("serve.stopped"))
