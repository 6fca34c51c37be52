"""`python -m tests.mutants`: try the mutants of the rules. See docs/engine.md."""

from __future__ import annotations

import argparse
import os
import sys

# Before anything is imported: mutants are interpreted, and nothing of them can get into the cache of compiled rules.
os.environ |= {"PIZZABOX_BACKEND": "python", "NUMBA_DISABLE_JIT": "1"}

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from tests.mutants.kernels import GAMES, Kernel, kernels
from tests.mutants.mutate import Mutant
from tests.mutants.named import NAMED
from tests.mutants.results import REPORT, ROOT, Results, keep_timings, ranked, report, survivors, timings
from tests.mutants.runner import Case, Session, collected

EVERY = 20
"""Results are kept after that many mutants."""


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser("python -m tests.mutants", description="Try the mutants of the rules.")
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(GAMES)}; all by default")
    parser.add_argument("--sample", type=int, help="this many mutants of each game, always the same ones")
    parser.add_argument("--only", default="", help="only mutants whose name contains this text")
    parser.add_argument("--named", action="store_true", help="the mutants in named.py; with --sample, those too")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many processes at once")
    parser.add_argument("--killers", action="store_true", help="name the test that kills each mutant")
    parser.add_argument("--fresh", action="store_true", help="forget earlier results")
    parser.add_argument("--apart", action="store_true", help="don't use earlier results, and don't keep these")
    parser.add_argument("--report", action="store_true", help="write report.md")
    chosen = parser.parse_args(arguments)
    games = [g for g in GAMES if g in chosen.games or not chosen.games]
    os.chdir(ROOT)
    run = Run(chosen, games)
    collected([f"tests/games/{g}" for g in games], run.work)
    return run.close()


class Run:
    """One run over some games."""

    def __init__(self, chosen: argparse.Namespace, games: list[str]) -> None:
        self.chosen = chosen
        self.games = games
        self.console = Console(stderr=True)
        self.results = {g: Results(g, "", "", {}) if chosen.apart else Results.kept(g) for g in games}
        self.totals: dict[str, int] = {}
        self.bare: dict[str, list[str]] = {}
        self.lived: list[str] = []
        self.tried = 0

    def work(self, session: Session) -> None:
        cases = [case for game in self.games for case in self.named(game)]
        if self.chosen.sample or not self.chosen.named:
            cases += [case for game in self.games for case in self.cases(game)]
        if not cases:
            return
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        if not self.chosen.apart:
            session.usual, session.unfit = timings()
        with Progress(*columns, console=self.console) as progress:
            task = progress.add_task("mutants", total=len(cases))
            for case, killer in session.results(cases, self.chosen.jobs):
                self.note(case, killer)
                progress.update(task, advance=1, description=f"mutants, {len(self.lived)} alive")
                if self.tried % EVERY == 0 and not self.chosen.apart:
                    keep_timings(session.usual, session.unfit)
        if not self.chosen.apart:
            keep_timings(session.usual, session.unfit)

    def note(self, case: Case, killer: str) -> None:
        self.tried += 1
        if not killer:
            self.lived.append(case.name)
        if self.chosen.killers:
            self.say(f"{case.name}\n    {killer or 'alive'}")
        if not case.name.startswith("named: "):
            results = self.results[case.name.split(".", 1)[0]]
            results.killers[case.name] = killer
            if self.tried % EVERY == 0 and not self.chosen.apart:
                results.keep()

    def cases(self, game: str) -> list[Case]:
        """The mutants of a game that are wanted and not yet known to be dead."""
        made: dict[str, Case] = {}
        for kernel in kernels(game):
            if kernel.rules:
                made |= {m.name: case_of(kernel, m) for m in kernel.mutants()}
            else:
                self.bare.setdefault(game, []).append(kernel.name)
        self.totals[game] = len(made)
        known = self.results[game].killers
        if self.chosen.fresh:
            known.clear()
        for gone in known.keys() - made.keys():
            del known[gone]
        wanted = [n for n in (ranked(list(made)) if self.chosen.sample else made) if self.chosen.only in n]
        wanted = wanted[: self.chosen.sample] if self.chosen.sample else wanted
        if self.chosen.apart:  # a quick look: nothing new can be learnt of those on the list
            wanted = [n for n in wanted if n not in survivors()]
        self.lived += [n for n in wanted if known.get(n) == ""]
        return [made[n] for n in wanted if n not in known]

    def named(self, game: str) -> list[Case]:
        if self.chosen.only or (self.chosen.sample and not self.chosen.named):
            return []
        return [n.case() for n in NAMED if n.game == game]

    def close(self) -> int:
        """Say what came out; 0 when every survivor has its reason."""
        for results in self.results.values() if not self.chosen.apart else ():
            results.keep()
        known = survivors()
        for game, results in self.results.items():
            dead = sum(bool(k) for k in results.killers.values())
            if results.killers:
                share = f"{100 * dead / len(results.killers):.1f}%"
                self.say(
                    f"{game}: {dead} of {len(results.killers)} tried are dead ({share}; {self.totals[game]} in all)"
                )
        lived = [name for name in self.lived if name not in known]
        for name in lived:
            self.say(f"alive: {name}")
        if self.chosen.named:
            self.say(f"{self.tried} mutants tried, those of named.py among them")
        if self.chosen.report:
            found = {g: (r, self.totals[g], self.bare.get(g, [])) for g, r in self.results.items()}
            REPORT.write_text(report(found), encoding="utf-8")
        return bool(lived)

    def say(self, text: str) -> None:
        print(text)


def case_of(kernel: Kernel, mutant: Mutant) -> Case:
    def change() -> None:
        kernel.function.__code__ = mutant.make()

    return Case(mutant.name, kernel.rules, change)


if __name__ == "__main__":
    sys.exit(main())
