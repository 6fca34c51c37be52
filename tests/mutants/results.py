"""What came out of a run: kept between runs, compared with the survivors we know, and written down as a report."""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
KEPT = ROOT / ".mutants" / "results.json"
TIMINGS = ROOT / ".mutants" / "timings.json"
SURVIVORS = HERE / "survivors.toml"
REPORT = HERE / "report.md"


@dataclass
class Results:
    """By mutant: the test that killed it, or an empty text."""

    game: str
    rules: str
    tests: str
    """Fingerprints of the game's sources and its tests."""
    killers: dict[str, str]

    @classmethod
    def kept(cls, game: str) -> Results:
        """Of the last run: nothing, when the rules have changed; without the survivors, when only the tests have."""
        rules, tests = fingerprints(game)
        known = json.loads(KEPT.read_text(encoding="utf-8")).get(game, {}) if KEPT.exists() else {}
        if known.get("rules") != rules:
            return cls(game, rules, tests, {})
        same = known["tests"] == tests
        return cls(game, rules, tests, {m: k for m, k in known["killers"].items() if k or same})

    def keep(self) -> None:
        known = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}
        known[self.game] = {"rules": self.rules, "tests": self.tests, "killers": self.killers}
        KEPT.parent.mkdir(exist_ok=True)
        new = KEPT.with_suffix(".new")
        new.write_text(json.dumps(known, ensure_ascii=False, indent=0), encoding="utf-8")
        new.replace(KEPT)


def timings() -> tuple[dict[str, float], dict[str, str]]:
    """What is known of the tests: how long they take, and which cannot serve. Nothing, once any has changed."""
    known = json.loads(TIMINGS.read_text(encoding="utf-8")) if TIMINGS.exists() else {}
    return (known["usual"], known["unfit"]) if known.get("tests") == all_sources() else ({}, {})


def keep_timings(usual: dict[str, float], unfit: dict[str, str]) -> None:
    TIMINGS.parent.mkdir(exist_ok=True)
    known = {"tests": all_sources(), "usual": usual, "unfit": unfit}
    TIMINGS.write_text(json.dumps(known, indent=0), encoding="utf-8")


def all_sources() -> str:
    return digest(sorted([*(ROOT / "src").rglob("*.py"), *(ROOT / "tests/games").rglob("*.py")]))


def fingerprints(game: str) -> tuple[str, str]:
    rules = sorted((ROOT / "src/pizzabox/games" / game).rglob("*.py"))
    tests = sorted((ROOT / "tests/games" / game).glob("*.py"))
    return digest(rules), digest(tests)


def digest(paths: list[Path]) -> str:
    total = hashlib.sha256()
    for path in paths:
        total.update(path.name.encode() + b"\0" + path.read_bytes())
    return total.hexdigest()[:16]


def survivors() -> dict[str, str]:
    """Mutants that no test can or need kill, with the reason."""
    known = tomllib.loads(SURVIVORS.read_text(encoding="utf-8"))
    return {mutant: entry["why"] for entry in known["survivor"] for mutant in entry["mutants"]}


def ranked(names: list[str]) -> list[str]:
    """Names in an order that looks like chance and is always the same; a new name moves no other."""
    return sorted(names, key=lambda name: hashlib.sha256(name.encode()).digest())


def report(found: Mapping[str, tuple[Results, int, list[str]]]) -> str:
    """The results by game, with how many mutants there are and the kernels that cite no rule."""
    known = survivors()
    lines = [
        "# Mutants of the rules",
        "",
        "Made by `make mutants` (docs/engine.md). A mutant is a kernel with one small change. It dies when a test of a",
        "rule that its kernel names fails; *by referees* are those noticed by a test against an independent referee.",
        "*Listed* survivors have a reason in survivors.toml; *rate* is dead of all tried.",
        "",
        "| Game | Mutants | Tried | Dead | by referees | Survived | of these listed | Rate |",
        "| --- | --: | --: | --: | --: | --: | --: | --: |",
    ]
    open_ones: list[str] = []
    for game, (results, total, _) in found.items():
        tried = results.killers
        dead = sum(bool(k) for k in tried.values())
        left = sorted(m for m, k in tried.items() if not k)
        listed = sum(m in known for m in left)
        judged = sum("referee" in k for k in tried.values())
        open_ones += [m for m in left if m not in known]
        rate = f"{100 * dead / len(tried):.1f}%" if tried else "–"
        lines.append(f"| {game} | {total} | {len(tried)} | {dead} | {judged} | {len(left)} | {listed} | {rate} |")
    lines += ["", "## Survivors without a reason", ""]
    lines += [f"- `{m}`" for m in open_ones] or ["None."]
    bare = [k for _, _, kernels in found.values() for k in kernels]
    if bare:
        lines += ["", "## Kernels that cite no rule", "", ", ".join(f"`{k}`" for k in bare) + "."]
    return "\n".join(lines) + "\n"
