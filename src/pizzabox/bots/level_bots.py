"""The levels a player can choose, from careless to as good as it gets."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from pizzabox.engine.errors import PizzaboxError, did_you_mean, short
from pizzabox.engine.game import Game
from pizzabox.engine.position import Move, View

from .base import OneQuestion, level, moves_of, say
from .champion import Champion, with_net
from .greedy import Greedy
from .ratings import proven
from .search import MOST_SECONDS, MOST_SIMULATIONS, Effort, Search, tuning_for
from .thought import Thought

MAESTRO, CHAMPION = "maestro", "champion"
EFFORTS = {
    "cook": Effort(simulations=40, seconds=0.1, paced=True),
    "chef": Effort(simulations=400, seconds=0.25, paced=True),
    MAESTRO: Effort(seconds=1.0),
    CHAMPION: Effort(seconds=1.0),
}
"""The looking ahead of each level: whichever bound is reached first. `seconds` can be set for each move."""
USUAL = "cook"
"""Who sits down when nobody says otherwise."""
ADVISER = "chef"
"""Whose hints are given, unless the champion is known to be better."""


class Apprentice(OneQuestion):
    """Looks one step ahead like `greedy`, but often does not look at all."""

    name = "apprentice"

    def __init__(self, seed: int | None = None) -> None:
        super().__init__()
        self._dice = random.Random(seed)
        self._greedy = Greedy(self._dice.getrandbits(64))

    def choose(self, view: View, seconds: float | None = None) -> Move:
        codes = moves_of(view)
        with self.answering():
            if self._dice.random() < tuning_for(view.game).careless:
                return view.move(view.viewer, self._dice.choice(codes))
            return self._greedy.choose(view, seconds)


def searcher(name: str, seed: int | None = None) -> Search:
    """The search bot of that level; it slips as that level does in a game (`Tuning.slips`)."""
    if name not in EFFORTS:
        raise PizzaboxError(say("no_search", name=short(name), hint=did_you_mean(name, EFFORTS)))
    return search_of(name)(seed, name=name, effort=EFFORTS[name], slips=True)


def search_of(name: str) -> type[Search]:
    """How that level looks ahead: with a net, or without."""
    return Champion if name == CHAMPION else Search


def adviser(game: Game) -> str:
    """Whose hints are given in a game: the champion's where published games prove it stronger than the maestro."""
    return CHAMPION if proven(game, CHAMPION, MAESTRO) else ADVISER


def think(
    view: View,
    *,
    level: str = "chef",
    seconds: float | None = None,
    simulations: int | None = None,
    threads: int = 1,
    seed: int | None = 0,
) -> Thought:
    """What a bot of that level thinks of the viewer's choice. `seconds` or `simulations` replace the level's own.

    It looks at the best move most of the time, so it knows little of the others; `survey` compares them.
    """
    effort = _effort(seconds, simulations) or searcher(level).effort
    return search_of(level)(seed, name=level, effort=effort, threads=threads).think(view)


def survey(
    view: View,
    *,
    level: str = "chef",
    seconds: float | None = None,
    simulations: int | None = None,
    threads: int = 1,
    seed: int | None = 0,
    also: Sequence[int] = (),
) -> Thought:
    """What to tell a person about the viewer's choice, in the time a bot of that level takes for a move.

    `seconds` or `simulations` replace that time. The best moves are compared by equally many visits, and so are those
    whose codes stand in `also`; `Idea.known` says which values are more than a glance. In a game with a net it says
    beside what the net alone thinks, whatever the level (`Idea.net_weight`, `Thought.net_chances`).
    """
    effort = _effort(seconds, simulations) or Effort(seconds=searcher(level).effort.seconds)
    tuning = replace(tuning_for(view.game), plain=0.0)  # a person is not told to count on the others' weaknesses
    search = search_of(level)(seed, name=level, effort=effort, threads=threads, tuning=tuning)
    return with_net(search.survey(view, also), view)


def _effort(seconds: float | None, simulations: int | None) -> Effort | None:
    if seconds is None and simulations is None:
        return None
    return Effort(
        MOST_SIMULATIONS if simulations is None else simulations, MOST_SECONDS if seconds is None else seconds
    )


def _register() -> None:
    level("apprentice", Apprentice, strength=5)
    for strength, name in enumerate(EFFORTS, start=2):
        level(name, partial(searcher, name), strength=10 * strength)


_register()
