"""Memory stays where it is however many games are played; benchmarks/memory.py is the long form."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from tests.helpers import size

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
GAMES = {"vector": size(40_000, 1_000_000), "learners": size(8_000, 200_000), "turns": size(400, 20_000)}
LEAKS = 20_000
MOST_GROWTH = 2_000
"""Kilobytes: a vector that kept 50 bytes of each game would have more."""
PLAY = """
import json, sys
sys.path.insert(0, sys.argv[1])
import memory
ways, leaks = json.loads(sys.argv[2]), int(sys.argv[3])
found = {way: memory.measured("theory", way, games) for way, games in ways.items()}
kept = []
found["leak"] = {"grown_kilobytes": memory.grown(memory.sampled(lambda: kept.append(bytearray(200)) or 1, leaks))}
print(json.dumps(found))
"""


def test_memory_stays_flat_and_a_leak_would_be_seen() -> None:
    """In a process of its own, where nothing else comes and goes."""
    command = [sys.executable, "-c", PLAY, str(BENCHMARKS), json.dumps(GAMES), str(LEAKS)]
    found = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    for way, games in GAMES.items():
        assert found[way]["games"] >= games
        assert found[way]["grown_kilobytes"] < MOST_GROWTH, way
    assert found["leak"]["grown_kilobytes"] > MOST_GROWTH
