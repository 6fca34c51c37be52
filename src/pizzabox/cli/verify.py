"""`verify`: recompute recorded games."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from pizzabox.engine.errors import BadRecord

from .output import FAILED, WRONG_USAGE, clean, console, print_json, say


def add_to(app: typer.Typer) -> None:
    app.command("verify", help=say("usage.cmd_verify"))(verify)


def verify(
    files: Annotated[list[Path], typer.Argument(metavar="FILE", help=say("usage.records"))],
    as_json: Annotated[bool, typer.Option("--json", help=say("usage.json"))] = False,
) -> None:
    """Play recorded games again and check everything: seed commitment, every move, the result."""
    checked = [_check(path) for path in files]
    if as_json:
        print_json(checked)
    else:
        out = console()
        for found in checked:
            if found["ok"]:
                text = say("verify.ok", file=clean(found["file"]), game=found["game"], moves=found["moves"])
                out.print(text, style="green", soft_wrap=True)
            for note in found["unchecked"]:
                text = say("verify.unchecked", file=clean(found["file"]), text=clean(note))
                out.print(text, style="yellow", soft_wrap=True)
            for problem in found["problems"]:
                key = "verify.problem_line" if problem["line"] else "verify.problem"
                text = say(key, file=clean(found["file"]), line=problem["line"], text=clean(problem["text"]))
                out.print(text, style="red", soft_wrap=True)
    if any(not found["readable"] for found in checked):
        raise typer.Exit(WRONG_USAGE)
    if any(not found["ok"] for found in checked):
        raise typer.Exit(FAILED)


def _check(path: Path) -> dict[str, Any]:
    import pizzabox

    made: dict[str, Any] = {"file": str(path), "ok": False, "readable": True, "game": None, "moves": None}
    made |= {"result": None, "problems": [], "unchecked": []}
    if not path.is_file():
        return made | {"readable": False, "problems": [{"line": None, "text": say("verify.missing")}]}
    try:
        record = pizzabox.read(path)
        found = record.faults()
    except BadRecord as error:
        return made | {"problems": [_problem(error)]}
    made |= {"game": record.game.name, "moves": len(record.moves), "result": record.result}
    made["unchecked"] = record.unchecked()
    return made | {"ok": not found, "problems": [_problem(error) for error in found]}


def _problem(error: BadRecord) -> dict[str, Any]:
    return {"line": error.line or None, "text": error.problem}
