"""What if? The same games with other options: a grid of them, and which set is the fairest and which the liveliest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path

from pizzabox.engine.catalogue import Catalogue
from pizzabox.engine.errors import BadOption, PizzaboxError
from pizzabox.engine.registry import load

from .balance import Balance, of_setup, rotated
from .plan import Plan, Setup, planned
from .results import plan_of, scan

say = Catalogue(__package__)
SWEEP = "sweep"
MOST_SETS = 500


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
    """Every combination of options given as `name=a,b,c`; those that do not go together are left out."""
    sets = []
    first: BadOption | None = None
    for values in product(*(text.split(",") for text in words.values())):
        chosen = dict(zip(words, values, strict=True))
        try:
            load(game, **chosen)
        except BadOption as problem:
            first = first or problem
        else:
            sets.append(chosen)
    if first and not sets:
        raise first
    if len(sets) > MOST_SETS:
        raise PizzaboxError(say("sweep.many", n=len(sets), most=MOST_SETS))
    return sets


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
    """The numbers of every set of options in a results file, the fairest first."""
    plan, rows = plan_of(path), scan(path)
    every = [plan.loaded(which).options for which in range(len(plan.setups))]
    differing = [name for name in every[0] if len({options[name] for options in every}) > 1]
    made = []
    for which, options in enumerate(every):
        name = " ".join(f"{one}={options[one]}" for one in differing) or str(options)
        made.append(Swept(name, of_setup(plan, which, rows)))
    return sorted(made, key=lambda one: one.unfairness)
