"""Play every published ladder, match and measure of secret choices again, and write the tables of docs/bots.md anew.

    python benchmarks/strengths.py [GAME …] [--processes 2]

Each is played by the command that is published with it. A run that is stopped goes on where it was: finished games are
kept in `build/strengths`, in a folder named after the sources and nets, so that changed rules or bots begin anew.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import shlex
import subprocess
import sys
from pathlib import Path

from pizzabox.bots.net import SUFFIX
from pizzabox.lab.players import WITH_SEARCH
from pizzabox.lab.strength_tables import BEGIN, END, strengths

ROOT = Path(__file__).parents[1]
SOURCES = ROOT / "src" / "pizzabox"
RATINGS = SOURCES / "bots" / "ratings.json"
DOCS = ROOT / "docs" / "bots.md"


def commands(games: list[str]) -> list[str]:
    """What was played, as it was typed."""
    known = json.loads(RATINGS.read_text(encoding="utf-8"))
    return [
        part["command"]
        for game, sets in known.items()
        if not games or game in games
        for parts in sets.values()
        for part in parts.values()
    ]


def fingerprint(commands: list[str]) -> str:
    """Of everything that decides what is played: the sources, the nets in the box and those that the commands name."""
    total = hashlib.sha256()
    found = [path for room in ("engine", "games", "bots", "lab") for path in sorted((SOURCES / room).rglob("*"))]
    named = {ROOT / word.removeprefix(WITH_SEARCH) for command in commands for word in shlex.split(command)}
    for path in (*found, *sorted(named)):
        if path.suffix in (".py", SUFFIX):
            total.update(path.read_bytes())
    return total.hexdigest()[:12]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--processes", type=int, default=2)
    chosen = parser.parse_args()
    todo = commands(chosen.games)
    kept = ROOT / "build" / "strengths" / fingerprint(todo)
    kept.mkdir(parents=True, exist_ok=True)
    for number, command in enumerate(todo, 1):
        done = kept / f"{hashlib.sha256(command.encode()).hexdigest()[:12]}.done"
        if done.exists():
            continue
        print(f"{number} of {len(todo)}: {command}", flush=True)
        words = [sys.executable, "-m", *shlex.split(command), "--publish", str(RATINGS)]
        if " exploit " not in command:
            words += ["--processes", str(chosen.processes), "--keep", str(done.with_suffix(".jsonl"))]
        subprocess.run(words, check=True, cwd=ROOT)
        done.touch()
    tables = strengths(json.loads(RATINGS.read_text(encoding="utf-8"))).strip()
    before, rest = DOCS.read_text(encoding="utf-8").split(BEGIN)
    after = rest.split(END)[1]
    DOCS.write_text(f"{before}{tables}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
