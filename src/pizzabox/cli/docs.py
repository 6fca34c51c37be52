"""`docs`: the documentation site in the browser."""

from __future__ import annotations

import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from pizzabox.engine.errors import PizzaboxError

from .output import say

SITE = Path(__file__).parents[3] / "build" / "site"
"""Where `make docs` builds it in a checkout."""


def add_to(app: typer.Typer) -> None:
    app.command("docs", help=say("usage.cmd_docs"))(docs)


def docs(open_page: Annotated[bool, typer.Option("--open/--no-open", help=say("usage.open"))] = True) -> None:
    """Print the address of the site, and open it."""
    start = SITE / "index.html"
    if not start.is_file():
        raise PizzaboxError(say("docs.missing"))
    typer.echo(start.as_uri())
    if open_page:
        webbrowser.open(start.as_uri())
