"""What if? The same games with other options: a grid of them, and which set is the fairest and which the liveliest."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from pathlib import Path

from pizzabox.engine.catalogue import Catalogue
from pizzabox.engine.errors import BadOption, PizzaboxError
from pizzabox.engine.registry import load

from .balance import Balance, of_setup, rotated
from .findings import named
from .plan import Plan, Setup, planned
from .results import plan_of, scan

say = Catalogue(__package__)
SWEEP = "sweep"
MOST_SETS = 500
MOST_TRIED = 20_000
"""So many combinations are looked at, also where few of them go together."""


@dataclass(frozen=True)
class Swept:
    """One set of options of a sweep."""

    name: str
    """The options that differ, with their values."""
    found: Balance

    @property
    def unfairness(self) -> float:
        return self.found.unfairness

    @property
    def liveliness(self) -> float:
        """How often the lead changes, on average."""
        return self.found.changes.mean


def grid(game: str, words: Mapping[str, str]) -> list[dict[str, str]]:
    """Every combination of options given as `name=a,b,c` or `name=2..5`; those that do not go together are left out.

    A value that goes with nothing is refused rather than left out.
    """
    sets = []
    refused: dict[tuple[str, str], BadOption] = {}
    taken: set[tuple[str, str]] = set()
    lists = [_values(text) for text in words.values()]
    if prod(map(len, lists)) > MOST_TRIED:
        raise PizzaboxError(say("sweep.many", n=prod(map(len, lists)), most=MOST_SETS))
    for values in product(*lists):
        chosen = dict(zip(words, values, strict=True))
        try:
            load(game, **chosen)
        except BadOption as problem:
            for pair in chosen.items():
                refused.setdefault(pair, problem)
        else:
            sets.append(chosen)
            taken |= set(chosen.items())
    missed = [refusal for pair, refusal in refused.items() if pair not in taken]
    if missed:
        raise missed[0]
    return sets


def listed(game: str, words: Mapping[str, str], groups: Sequence[Mapping[str, str]]) -> list[dict[str, str]]:
    """The sets of several grids, one after the other, each with these words too; one grid where there is no group.

    Sets that come to the same options (`cap=4,4`, `eaten=yes,true`) are one.
    """
    found: dict[str, dict[str, str]] = {}
    for group in groups or ({},):
        for chosen in grid(game, {**words, **group}):
            found.setdefault(str(load(game, **chosen).options), chosen)
    sets = list(found.values())
    if len(sets) > MOST_SETS:
        raise PizzaboxError(say("sweep.many", n=len(sets), most=MOST_SETS))
    return sets


def _values(text: str) -> list[str]:
    """The values between commas; `2..5` are all numbers from 2 to 5."""
    found: list[str] = []
    for word in text.split(","):
        ends = re.fullmatch(r"([0-9]{1,6})\.\.([0-9]{1,6})", word)
        if ends and int(ends[1]) > int(ends[2]):
            raise PizzaboxError(say("sweep.backwards", text=word, right=f"{ends[2]}..{ends[1]}"))
        found += map(str, range(int(ends[1]), int(ends[2]) + 1)) if ends else [word]
    return found


def sweep_plan(
    game: str,
    sets: Sequence[Mapping[str, str]],
    bots: Sequence[str],
    games: int,
    seed: int,
    seconds: float | None = None,
) -> Plan:
    """As many games of each set of options, from the same deals."""
    setups = []
    for chosen in sets:
        one = load(game, **chosen)
        setups.append(Setup(SWEEP, one.options, rotated(one, bots), games))
    return planned(game, setups, seed=seed, seconds=seconds)


def swept(path: Path) -> list[Swept]:
    """The numbers of every set of options in a results file, the fairest first; those with one player come last."""
    plan, rows = plan_of(path), scan(path)
    every = [plan.loaded(which).options for which in range(len(plan.setups))]
    names = [name for name in every[0] if len({options[name] for options in every}) > 1]
    made = []
    for which, options in enumerate(every):
        name = named(options, names) or str(options)
        made.append(Swept(name, of_setup(plan, which, rows)))
    return sorted(made, key=lambda one: (not one.found.contested, one.unfairness))
