"""`new-game`: a folder with a small game that runs, to be changed into another."""

from __future__ import annotations

import keyword
import sys
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import Annotated

import typer

from .output import say

TEMPLATES = "new_game_files"
PLACES = {
    "pyproject.toml": "pyproject.toml",
    "__init__.py": "{name}/__init__.py",
    "rules.py": "{name}/rules.py",
    "rules.md": "{name}/rules.md",
    "test.py": "test_{name}.py",
}
"""Where each template goes in the new folder."""


def add_to(app: typer.Typer) -> None:
    app.command("new-game", help=say("usage.cmd_new_game"))(new_game)


def new_game(
    name: Annotated[str, typer.Argument(metavar="NAME", help=say("usage.new_name"))],
    folder: Annotated[Path, typer.Option("--in", metavar="FOLDER", help=say("usage.new_folder"))] = Path(),
) -> None:
    """Write a game that can be played at once, and say what to do next."""
    made = written(name, folder)
    typer.echo(say("new.written", folder=made, name=name))


def written(name: str, folder: Path) -> Path:
    """Write the files of a new game; the folder they are in."""
    import pizzabox
    from pizzabox.engine.errors import PizzaboxError, short

    taken = name in pizzabox.names() or name in sys.stdlib_module_names or keyword.iskeyword(name)
    if not (name.isascii() and name.isidentifier() and name == name.lower()) or taken or name == "pizzabox":
        raise PizzaboxError(say("new.taken" if taken else "new.name", name=short(name)))
    home = folder / name
    if home.exists():
        raise PizzaboxError(say("new.exists", folder=home))
    title = name.replace("_", " ").strip().capitalize()
    for template, place in PLACES.items():
        text = files(__package__).joinpath(TEMPLATES, f"{template}.txt").read_text(encoding="utf-8")
        path = home / place.format(name=name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(Template(text).substitute(name=name, title=title), encoding="utf-8")
    return home
