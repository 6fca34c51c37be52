"""`serve`: the page in the browser. `pizzabox` without a command does the same."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pizzabox.engine.errors import PizzaboxError

from .output import console, say


def add_to(app: typer.Typer) -> None:
    app.command("serve", help=say("usage.cmd_serve"))(serve)


def serve(
    host: Annotated[str, typer.Option(help=say("usage.host"))] = "127.0.0.1",
    port: Annotated[int | None, typer.Option(min=1, max=65535, help=say("usage.port"))] = None,
    data: Annotated[Path | None, typer.Option(help=say("usage.data"))] = None,
    database: Annotated[str | None, typer.Option(help=say("usage.database"))] = None,
    redis: Annotated[str | None, typer.Option(metavar="URL", help=say("usage.redis"))] = None,
    workers: Annotated[int, typer.Option(min=1, max=64, help=say("usage.workers"))] = 1,
    proxy: Annotated[str | None, typer.Option(metavar="ADDRESS", help=say("usage.proxy"))] = None,
    pace: Annotated[float | None, typer.Option(min=0, max=60, help=say("usage.pace"))] = None,
    log: Annotated[str, typer.Option(metavar="text|json", help=say("usage.log"))] = "text",
    bot: Annotated[list[str] | None, typer.Option("--bot", metavar="NAME=COMMAND", help=say("usage.program"))] = None,
    open_page: Annotated[bool, typer.Option("--open/--no-open", help=say("usage.open"))] = True,
) -> None:
    """Start the server and open the page: play bots and friends in the browser."""
    try:
        from pizzabox.server.run import leave
        from pizzabox.server.run import serve as run
    except ImportError as missing:
        raise PizzaboxError(say("serve.missing", name=missing.name)) from None

    def ready(url: str) -> None:
        console(stderr=True).print(say("serve.ready", url=url), soft_wrap=True)

    run(host, port, data, database, open_page, pace, proxy, ready, workers, redis, bot or (), log)
    console(stderr=True).print(say("serve.stopped"))
    leave()
