"""A copy of all games, made while the server runs; to restore it, put it back in an empty data folder."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from pizzabox.engine.errors import PizzaboxError

from . import say

NAME = "pizzabox.db"
"""The file of all games in a data folder."""
PAGES = 500
"""Pages that are copied at a time; the server goes on in between."""


def backup(folder: Path, target: Path, progress: Callable[[int, int], None] = lambda done, total: None) -> int:
    """Copy the games of a data folder to a file, whole or not at all: how many tables it has.

    `progress` hears how many pages are done, and of how many.
    """
    source = folder / NAME
    if not source.is_file():
        raise PizzaboxError(say("no_games", folder=folder))
    if target.exists():
        raise PizzaboxError(say("backup_exists", file=target))
    part = target.with_name(f"{target.name}.part")
    part.unlink(missing_ok=True)
    try:
        # Read-only would not do: a database that was left by a crash is put right first.
        with closing(sqlite3.connect(source)) as games, closing(sqlite3.connect(part)) as copy:
            games.backup(copy, pages=PAGES, progress=lambda _, left, total: progress(total - left, total), sleep=0)
            (tables,) = copy.execute("SELECT count(*) FROM tables").fetchone()
        part.rename(target)
    except (OSError, sqlite3.Error) as problem:
        raise PizzaboxError(say("backup_failed", file=target, problem=problem)) from None
    finally:
        part.unlink(missing_ok=True)
    return int(tables)
