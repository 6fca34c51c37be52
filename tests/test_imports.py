"""Who imports whom, beyond the layers that import-linter checks: no circles, and one shape for every game."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import grimp
import pytest

import pizzabox
from tests.helpers import OURS

HOME = Path(pizzabox.__file__).parent
DATA = {"nets": "nets/"}
"""Folders of a game that hold data, with their roles."""
PICTURE = "picture"
ENGINE_PAGE = HOME.parents[1] / "docs" / "engine.md"


KNOWN_CIRCLES = ({"engine.game", "engine.position"},)  # a game begins positions, and each of them knows its game
"""Modules that name each other's types, and import each other for nothing else."""


def circles(*, types: bool) -> list[set[str]]:
    """Modules that import each other, near or far; those that do it for types alone count if `types`."""
    graph = grimp.build_graph("pizzabox", exclude_type_checking_imports=not types, cache_dir=None)
    reach = {one: graph.find_upstream_modules(one) for one in graph.modules}
    found: list[set[str]] = []
    for one in sorted(reach):
        circle = {one, *(other for other in reach[one] if one in reach[other])}
        if len(circle) > 1 and circle not in found:
            found.append(circle)
    return [{name.removeprefix("pizzabox.") for name in circle} for circle in found]


def test_no_module_imports_itself_through_others() -> None:
    assert circles(types=False) == []


def test_only_known_modules_need_a_type_of_one_that_imports_them() -> None:
    assert [circle for circle in circles(types=True) if not any(circle <= known for known in KNOWN_CIRCLES)] == []


def test_lint_imports_knows_every_game_of_the_box() -> None:
    """Every folder of a game is registered, and named wherever a contract names games."""
    text = (HOME.parents[1] / "pyproject.toml").read_text(encoding="utf-8")
    contracts = tomllib.loads(text)["tool"]["importlinter"]["contracts"]
    lists = [each for contract in contracts for each in contract.values() if isinstance(each, list)]
    named = [each for each in lists if "pizzabox.games.theory" in each]
    assert named == [[f"pizzabox.games.{name}" for name in OURS]] * 2
    folders = {path.name for path in (HOME / "games").iterdir() if (path / "__init__.py").is_file()}
    assert folders == set(OURS)


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


@pytest.mark.parametrize("game", OURS)
def test_every_file_of_a_game_has_a_role(game: str) -> None:
    assert files(game) - roles() == set(), "no role of docs/engine.md has that name"


def test_every_role_is_filled_by_some_game() -> None:
    filled = set(DATA.values()).union(*map(files, OURS))  # what is trained may be missing
    assert roles() - filled == set()


def test_only_the_trainer_imports_pytorch() -> None:
    graph = grimp.build_graph("pizzabox", include_external_packages=True, cache_dir=None)
    importers = graph.find_modules_that_directly_import("torch")
    assert importers and all(one.startswith("pizzabox.learn.") for one in importers)


def test_commands_start_without_pytorch() -> None:
    program = "import sys, pizzabox.cli.app; sys.exit('torch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
