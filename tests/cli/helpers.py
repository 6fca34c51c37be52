"""Running the command line inside the test and as a real process."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

from pizzabox.cli.app import app

SOURCE = Path(__file__).parents[2] / "src"


class Ran:
    """What a command wrote and how it ended."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err

    @property
    def json(self) -> Any:
        return json.loads(self.out)


def run(*words: str, typed: str = "", **env: str) -> Ran:
    """A command inside this process; an exception that is no exit is a failure of the test."""
    runner = CliRunner(env={"COLUMNS": "80", "NO_COLOR": "1", **env})
    result = runner.invoke(app, list(words), input=typed, prog_name="pizzabox")
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return Ran(result.exit_code, result.stdout, result.stderr)


def process(*words: str, typed: str | None = "", **env: str) -> Ran:
    """A command as a real process."""
    return started("-m", "pizzabox", *words, typed=typed, **env)


def program(text: str, *words: str) -> Ran:
    """A program of the test as a real process."""
    return started("-c", text, *words)


def started(*words: str, typed: str | None = "", **env: str) -> Ran:
    """Python with these arguments."""
    done = subprocess.run(
        [sys.executable, *words],
        input=typed,
        capture_output=True,
        text=True,
        timeout=120,
        encoding="utf-8",
        env={**os.environ, "PYTHONPATH": str(SOURCE), "COLUMNS": "80", "NO_COLOR": "1", **env},
        check=False,
    )
    return Ran(done.returncode, done.stdout, done.stderr)


def bot_game(path: Path, *words: str, seed: int = 5) -> Ran:
    """A whole game of random bots with its record; random ones need nothing compiled."""
    return run("play", "theory", "--seat", "all=random", "--seed", str(seed), "--save", str(path), *words)
