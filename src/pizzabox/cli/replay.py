"""`replay`: a recorded game move by move."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .output import clean, console, interactive, painted, say

if TYPE_CHECKING:
    from rich.console import Console

    from pizzabox.engine.game_record import Line
    from pizzabox.engine.position import Position


def add_to(app: typer.Typer) -> None:
    app.command("replay", help=say("usage.cmd_replay"))(replay)


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help=say("usage.record"))],
    delay: Annotated[float | None, typer.Option("--delay", min=0, max=600, help=say("usage.replay_delay"))] = None,
    seat: Annotated[str | None, typer.Option("--seat", help=say("usage.replay_seat"))] = None,
) -> None:
    """Step through a recorded game with board and words."""
    from .files import read_record, seat_number

    record = read_record(file)
    viewer = None if seat is None else seat_number(record.game, seat)
    out = console()
    by_hand = delay is None and interactive()
    for number, (pos, line) in enumerate(record.steps()):
        if out.is_terminal:
            out.clear()
        _step(out, pos, line, f"{number}/{len(record.moves)}", viewer)
        if number == len(record.moves):
            break
        if by_hand:
            if _answer(say("replay.next")) in {"q", "quit"}:
                break
        elif delay:
            time.sleep(delay)


def _step(out: Console, pos: Position, line: Line | None, count: str, viewer: int | None) -> None:
    from pizzabox.engine.contract import hides
    from pizzabox.table.scene import options_words

    board = pos if viewer is None else pos.view(viewer)
    if line is None:
        out.print(say("replay.start", title=pos.game.title, options=options_words(pos.game)), style="bold")
    else:
        step = pos.steps[-1]
        sealed = hides(pos.state, step.player, viewer)
        text = say("replay.secret") if sealed else clean(line.text)
        out.print(painted(say("replay.move", count=count, seat=line.seat, text=text)), style="bold")
        for sentence in pos.story(step, bytes(pos.state), viewer):
            out.print(painted(sentence))
        if line.comment and not sealed:
            out.print(clean(line.comment), style="italic dim")
    out.print()
    out.print(painted(str(board), board))
    out.print()


def _answer(prompt: str) -> str:
    try:
        return input(prompt).strip().lower()
    except EOFError:
        return "q"
