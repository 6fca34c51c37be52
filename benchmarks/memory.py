"""Memory while games are played by the million: through vectors, against bots, and through PettingZoo's loop.

    python benchmarks/memory.py --save

Each game is played in a process of its own, which says how much memory it has after each hundredth of its games. A
process grows while it compiles and while its first games fill what it keeps; from the first tenth on it must not.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
from idle import resident

import pizzabox
from pizzabox.envs import aec, learners, vector
from pizzabox.lab.bench import machine
from pizzabox.lab.environment_bench import random_turns

RESULTS = Path(__file__).parent / "results"
SAMPLES = 100
WARM = SAMPLES // 10
"""So many of the samples may grow."""
VECTOR_GAMES = 4096
MOST = {"theory": 10_000_000, "pizzeria": 200_000, "wars": 20_000, "hexentafl": 50_000, "shark": 10_000}
"""How many games of each game are played through a vector: all take minutes."""
SHARES = {"vector": 1.0, "learners": 0.05, "turns": 0.005}
"""The others are slower, so they play this part of as many."""
FEWEST = {"vector": 5_000, "learners": 5_000, "turns": 500}


def through_vector(name: str) -> Callable[[], int]:
    """Steps many games of one kind, and says how many of them that ended."""
    games = vector(name, VECTOR_GAMES, seed=1)

    def step() -> int:
        games.step(games.random_moves())
        return int(games.done.sum())

    return step


def against_bots(name: str) -> Callable[[], int]:
    """Steps many games of a learner against bots."""
    env = learners(name, VECTOR_GAMES)
    seen, _ = env.reset(seed=1)
    dice = np.random.default_rng(1)

    def step() -> int:
        nonlocal seen
        weights = dice.random(seen["action_mask"].shape, np.float32)
        seen, _, ended, _, _ = env.step((weights * seen["action_mask"]).argmax(axis=1))
        return int(ended.sum())

    return step


def in_turns(name: str) -> Callable[[], int]:
    """Plays one game in PettingZoo's loop."""
    play = random_turns(aec(name))

    def one() -> int:
        play()
        return 1

    return one


WAYS = {"vector": through_vector, "learners": against_bots, "turns": in_turns}


def sampled(play: Callable[[], int], games: int, samples: int = SAMPLES) -> list[tuple[int, int]]:
    """Play so many games; games played so far and kilobytes of memory, after each of so many equal parts."""
    played, found = 0, []
    for number in range(1, samples + 1):
        while played < games * number // samples:
            played += play()
        found.append((played, resident()))
    return found


def grown(found: list[tuple[int, int]], warm: int = WARM) -> int:
    """By how many kilobytes memory grew after the first samples."""
    return found[-1][1] - max(kilobytes for _, kilobytes in found[:warm])


def measured(name: str, way: str, games: int) -> dict[str, Any]:
    """What this process uses while it plays."""
    began = time.perf_counter()
    found = sampled(WAYS[way](name), games)
    seconds = round(time.perf_counter() - began, 1)
    return {"games": found[-1][0], "grown_kilobytes": grown(found), "seconds": seconds, "samples": found}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--save", action="store_true", help="save the result with the date in its name")
    parser.add_argument("--share", type=float, default=1.0, help="play this part of all games")
    parser.add_argument("--one", nargs=3, metavar=("GAME", "WAY", "GAMES"), help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.one:
        name, way, games = asked.one
        print(json.dumps(measured(name, way, int(games))))
        return
    result: dict[str, Any] = {}
    now = datetime.now(UTC)
    path = RESULTS / f"memory-{now:%Y-%m-%d-%H%M%S}.json"
    for name in pizzabox.names():
        for way, share in SHARES.items():
            games = max(FEWEST[way], int(MOST.get(name, 0) * share * asked.share))
            command = [sys.executable, __file__, "--one", name, way, str(games)]
            ran = subprocess.run(command, check=True, capture_output=True, text=True)
            one = result[f"{name} {way}"] = json.loads(ran.stdout)
            print(f"{name:10} {way:9} {one['games']:>11,} games {one['grown_kilobytes']:>7,} kB more", flush=True)
            if asked.save:  # after each, so that whoever stops it keeps what it has
                whole = {"date": now.isoformat(timespec="seconds"), "machine": machine(), "results": result}
                path.write_text(json.dumps(whole) + "\n", encoding="utf-8")
    if asked.save:
        print(f"Saved: {path}")


if __name__ == "__main__":
    main()
