"""Who imports whom, beyond the layers that import-linter checks: no circles, and one shape for every game."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import grimp
import pytest

import pizzabox

HOME = Path(pizzabox.__file__).parent
GAMES = ("theory", "pizzeria", "wars", "hexentafl", "shark")
DATA = {"nets": "nets/"}
"""Folders of a game that hold data, with their roles."""
PICTURE = "picture"
ENGINE_PAGE = HOME.parents[1] / "docs" / "engine.md"


NO_CIRCLES_OF_TYPES = ("bots", "envs", "lab", "learn", "study", "cli")
"""Rooms whose modules don't even import each other for types alone."""


def circles(*, for_types: bool = False) -> list[set[str]]:
    """Modules that import each other at run time, near or far; or with what they import for types alone."""
    graph = grimp.build_graph("pizzabox", exclude_type_checking_imports=not for_types, cache_dir=None)
    reach = {one: graph.find_upstream_modules(one) for one in graph.modules}
    return [{one, other} for one in reach for other in reach[one] if one < other and one in reach[other]]


def test_no_module_imports_itself_through_others() -> None:
    assert circles() == []


def test_in_these_rooms_not_even_for_types() -> None:
    found = {one.split(".")[1] for circle in circles(for_types=True) for one in circle}
    assert found.isdisjoint(NO_CIRCLES_OF_TYPES)


def roles() -> set[str]:
    """The files of a game folder, as the tables in docs/engine.md list them; a role that grew is a folder."""
    tables = ENGINE_PAGE.read_text(encoding="utf-8").split("## The roles of a game")[1].split("\n## ")[0]
    return {name for row in re.findall(r"^\| (`.*?) \|", tables, re.M) for name in re.findall(r"`([^`]+)`", row)}


def files(game: str) -> set[str]:
    """The files of a game folder by their roles, and those of its picture."""
    folder, found = HOME / "games" / game, set()
    for path in folder.iterdir():
        found.add(DATA.get(path.name, f"{path.name}.py") if path.is_dir() else path.name)
    found |= {f"{PICTURE}/{path.name}" for path in (folder / PICTURE).glob("*")}
    return {name for name in found if "__pycache__" not in name}


@pytest.mark.parametrize("game", GAMES)
def test_every_file_of_a_game_has_a_role(game: str) -> None:
    assert files(game) - roles() == set(), "no role of docs/engine.md has that name"


def test_every_role_is_filled_by_some_game() -> None:
    filled = set(DATA.values()).union(*map(files, GAMES))  # what is trained may be missing
    assert roles() - filled == set()


def test_only_the_trainer_imports_pytorch() -> None:
    graph = grimp.build_graph("pizzabox", include_external_packages=True, cache_dir=None)
    importers = graph.find_modules_that_directly_import("torch")
    assert importers and all(one.startswith("pizzabox.learn.") for one in importers)


def test_commands_start_without_pytorch() -> None:
    program = "import sys, pizzabox.cli.app; sys.exit('torch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
