"""Games of other packages, installed for a test as `pip install` would leave them."""

from __future__ import annotations

import hashlib
import re
import shutil
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pizzabox.engine import registry
from pizzabox.engine.kernel_compiler import cache_folder
from tests.cli.helpers import run

PAGE = Path(__file__).parents[1] / "docs" / "adding-a-game.md"
BLOCK = re.compile(r"^```\w+ (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def files_in(page: Path) -> dict[str, str]:
    """The files that a page of the docs writes: blocks that say their name."""
    return dict(BLOCK.findall(page.read_text(encoding="utf-8")))


def write(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def lines_in(folder: Path) -> int:
    """How many lines a game takes."""
    return sum(len(path.read_text(encoding="utf-8").splitlines()) for path in folder.rglob("*") if path.is_file())


def install(folder: Path, points: dict[str, str] | None = None) -> None:
    """Put the entry points of a folder's pyproject.toml, or these, where an installation has them."""
    if points is None:
        project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        points = project["entry-points"][registry.GROUP]
    rows = "".join(f"{name} = {value}\n" for name, value in points.items())
    name = folder.name.replace("-", "_")
    metadata = f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n"
    write(folder / f"{name}-1.dist-info", {"METADATA": metadata, "entry_points.txt": f"[{registry.GROUP}]\n{rows}"})


def settled(folder: Path) -> Path:
    """The same folder beside the compiled kernels, named after what is in it.

    Numba compiles anew what lies elsewhere or was written at another time, so a game in a folder of its own for every
    run would be compiled in every run.
    """
    known = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        known.update(f"{path.relative_to(folder)}\n{path.stat().st_size}\n".encode() + path.read_bytes())
    home = cache_folder() / f"game-{known.hexdigest()[:20]}"
    if not home.exists():
        home.parent.mkdir(parents=True, exist_ok=True)
        made = Path(tempfile.mkdtemp(prefix=f"{home.name}-", dir=home.parent))
        shutil.copytree(folder, made / folder.name)
        try:
            made.rename(home)
        except OSError:  # another run was quicker
            shutil.rmtree(made)
    return home / folder.name


def worked_example(home: Path) -> Path:
    """The game that docs/adding-a-game.md writes, installed."""
    folder = home / "auction"
    write(folder, files_in(PAGE))
    install(folder)
    return settled(folder)


def new_game(home: Path) -> Path:
    """What `pizzabox new-game slices` writes, installed."""
    ran = run("new-game", "slices", "--in", str(home))
    assert (ran.code, "pip install -e" in ran.out) == (0, True)
    folder = home / "slices"
    install(folder)
    return settled(folder)


@contextmanager
def registered(*folders: Path) -> Iterator[None]:
    """The games of these folders are registered in this process, until the end of the block."""
    before = set(sys.modules)
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv(registry.SWITCH, raising=False)
        for folder in folders:
            patch.syspath_prepend(str(folder))
        patch.setattr(registry, "_loaded", False)
        patch.setattr(registry, "_left_out", {})
        patch.setattr(registry, "_games", dict(registry._games))
        yield
    homes = tuple(str(folder) for folder in folders)
    for name in set(sys.modules) - before:
        if str(getattr(sys.modules[name], "__file__", None) or "").startswith(homes):
            del sys.modules[name]
