"""The list of commands, and what all of them share: help, version, language, exit codes."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from pizzabox.engine.errors import PizzaboxError

from . import (
    backup,
    benchmark,
    docs,
    experiments,
    games,
    lab,
    learn,
    new_game,
    play,
    puzzles,
    replay,
    serve,
    show,
    solve,
    think,
    verify,
)
from .output import INTERRUPTED, WRONG_USAGE, complain, say, set_language


class Box(TyperGroup):
    """Turns every error that input can cause into one line and the documented exit code."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise
        except PizzaboxError as error:
            complain(str(error))
        except OSError as error:
            if error.filename is None:
                raise
            complain(say("error.file", file=error.filename, reason=error.strerror or error))
        except KeyboardInterrupt as stop:
            complain(str(stop) or say("error.interrupted"))
            raise typer.Exit(INTERRUPTED) from None
        raise typer.Exit(WRONG_USAGE)


app = typer.Typer(
    cls=Box,
    help=say("usage.box"),
    epilog=say("usage.examples"),
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
)


def _version(wanted: bool) -> None:
    if wanted:
        from pizzabox import __version__

        typer.echo(f"pizzabox {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def box(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help=say("usage.version"))
    ] = False,
    lang: Annotated[
        str, typer.Option("--lang", callback=set_language, envvar="PIZZABOX_LANG", help=say("usage.lang"))
    ] = "",
) -> None:
    if context.invoked_subcommand is None:
        serve.serve()


for module in (
    games,
    serve,
    play,
    show,
    think,
    replay,
    verify,
    benchmark,
    lab,
    experiments,
    solve,
    learn,
    puzzles,
    new_game,
    backup,
    docs,
):
    module.add_to(app)
