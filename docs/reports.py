"""Plays and writes the reports of docs/reports/: `make reports`, or `python docs/reports.py theory wars` for some.

A balance report of every game at its default options, one sweep of each, and `findings.json` with what the pages of the
games say of them. The games that are played stay in build/reports/, so a run that was stopped goes on, and a second one
only writes anew. With `--quick` a hundredth of the games is played.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from time import monotonic

import pizzabox
from pizzabox.lab.balance import balance_plan
from pizzabox.lab.experiment import run
from pizzabox.lab.plan import Plan
from pizzabox.lab.report import write_report
from pizzabox.lab.sweep import grid, sweep_plan
from pizzabox.lab.sweep_report import sweep_findings, write_sweep_report
from pizzabox.lab.workers import Processes

BOTS = ["greedy"]
SEED = 1
BALANCE = {"theory": 20_000, "pizzeria": 4_000, "wars": 5_000, "hexentafl": 20_000, "shark": 20_000}
"""How many games; a game of Pizzeria takes as long as fifty of Pizza Theory, since there are so many ways to cut."""
SWEEPS = {
    "theory": ({"layout": "S1,S2,S3,K"}, 10_000),
    "pizzeria": ({"players": "2,3", "leaves": "house,varied"}, 600),
    "wars": ({"setup": "short,medium,long", "goal": "6,10,14"}, 400),
    "hexentafl": ({"size": "4,5", "first": "defenders,attackers"}, 10_000),
    "shark": ({"players": "4", "extra": "0,1,2,3"}, 4_000),
}
"""The options that are varied, and how many games of each set."""
FEWER = 100


def main(words: list[str], reports: Path, results: Path) -> None:
    quick = "--quick" in words
    names = [word for word in words if word != "--quick"] or list(BALANCE)
    reports.mkdir(parents=True, exist_ok=True)
    results.mkdir(parents=True, exist_ok=True)
    known = reports / "findings.json"
    told = json.loads(known.read_text(encoding="utf-8")) if known.exists() else {}
    for name in names:
        game = pizzabox.load(name)
        told[name] = {}
        plan = balance_plan(game, BOTS, fewer(BALANCE[name], quick), SEED)
        _, said = write_report(played(plan, results / f"{name}-balance.parquet"), reports / f"{name}-balance.html")
        told[name]["balance"] = {"findings": said, "games": plan.setups[0].games, "bots": BOTS}
        options, games = SWEEPS[name]
        plan = sweep_plan(name, grid(name, options), BOTS, fewer(games, quick), SEED)
        found = write_sweep_report(played(plan, results / f"{name}-sweep.parquet"), reports / f"{name}-sweep.html")
        varied = {"options": options, "games": plan.setups[0].games, "bots": BOTS}
        told[name]["sweep"] = {"findings": sweep_findings(found), **varied}
        in_order = {one: told[one] for one in BALANCE if one in told}
        known.write_text(json.dumps(in_order, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def fewer(games: int, quick: bool) -> int:
    return max(2, games // FEWER) if quick else games


def played(plan: Plan, results: Path) -> Path:
    """Play what is missing of a plan; return its results."""
    begun = monotonic()
    run(plan, results, Processes(os.cpu_count() or 1))
    print(f"{results.name}: {plan.rows} games, {monotonic() - begun:.0f} s", flush=True)
    return results


if __name__ == "__main__":
    here = Path(__file__).parent
    main(sys.argv[1:], here / "reports", here.parent / "build" / "reports")
