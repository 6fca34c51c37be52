"""`backup`: a copy of all games."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pizzabox.engine.errors import PizzaboxError

from .output import console, say


def add_to(app: typer.Typer) -> None:
    app.command("backup", help=say("usage.cmd_backup"))(backup)


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help=say("usage.backup_file"))],
    data: Annotated[Path | None, typer.Option(help=say("usage.data"))] = None,
) -> None:
    """Copy all games to a file, while the server runs or not."""
    from rich.progress import Progress

    try:
        from pizzabox.server.backup import backup as copy
        from pizzabox.server.run import data_folder
    except ImportError as missing:
        raise PizzaboxError(say("serve.missing", name=missing.name)) from None

    with Progress(console=console(stderr=True), transient=True) as shown:
        task = shown.add_task(say("backup.copying"))
        tables = copy(data or data_folder(), file, lambda done, total: shown.update(task, completed=done, total=total))
    console().print(say("backup.done", n=tables, file=file), soft_wrap=True)
