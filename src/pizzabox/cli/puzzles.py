"""`lab puzzles`: positions from games of bots in which one move is clearly best."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from .lab import Options, Seed, lab
from .output import console, say
from .shelf import GameName


def add_to(app: typer.Typer) -> None:
    """The command hangs on `lab`, which is in the list already."""


@lab.command("puzzles", help=say("usage.cmd_puzzles"))
def puzzles(
    game: GameName,
    options: Options = None,
    *,
    count: Annotated[int, typer.Option("--count", min=1, max=1000, help=say("usage.puzzles_count"))] = 50,
    gap: Annotated[float, typer.Option("--gap", min=0.01, max=0.9, help=say("usage.puzzles_gap"))] = 0.12,
    seed: Seed = 1,
    save: Annotated[Path | None, typer.Option("--save", metavar="FILE.json", help=say("usage.puzzles_save"))] = None,
) -> None:
    """Mine puzzles: two budgets of the search agree, and no rival comes near."""
    from pizzabox.bots import think
    from pizzabox.study.puzzle import mine

    from .files import chosen_game, writable

    if save is not None:
        writable(save)
    chosen = chosen_game(game, options or [])
    found = []
    with console(stderr=True).status(say("puzzles.warming")) as line:
        chosen.warm()

        def note(seen: int, kept: int) -> None:
            line.update(say("puzzles.seen", seen=seen, kept=kept, wanted=count))

        for one in mine(chosen, count, seed, think, gap, note):
            found.append(one.data())
            if save is not None:
                save.write_text(json.dumps(found, separators=(",", ":")) + "\n", encoding="utf-8")
    if save is None:
        typer.echo(json.dumps(found, separators=(",", ":")))
        return
    console().print(say("puzzles.saved", n=len(found), file=save), soft_wrap=True)
