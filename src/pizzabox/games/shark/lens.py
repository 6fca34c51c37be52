"""Studying Pizza Shark: how soon each player can have enough slices, and what the next attack may take."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from pizzabox.engine.bits import members
from pizzabox.engine.catalogue import Catalogue
from pizzabox.engine.lens import Panel, percent

from . import attack
from .board import COST, FULL, HEIST, ICONS, OWN, STEAL, STEAL_ANCHOVY, TAKE, TAKE_ANY, TYPE
from .deck import MOST_ICONS
from .icons import OVER
from .phrases import name
from .sense import room_for

say = Catalogue(__package__)
TURNS = (1, 2, 4, 6, 8, 10, 12, 15, 20)
"""Own turns from now that the odds are told for."""
SLICE_ICONS = frozenset({*range(TAKE, TAKE_ANY + 1), *range(STEAL, STEAL_ANCHOVY), HEIST})
"""Icons that bring a slice."""


def lens(s: Any) -> list[Panel]:
    if s.phase == OVER:
        return []
    return [_finish(s), _attack(s)]


def slices_of(s: Any, card: int) -> int:
    """How many slices a card brings."""
    return sum(int(ICONS[s.deck, card, k]) in SLICE_ICONS for k in range(MOST_ICONS))


def finish_odds(s: Any, p: int) -> list[float]:
    """The odds to have slices for every space after so many own turns, if all of them fit and none is eaten."""
    useful = sum(min(s.stock[p, t], room_for(s, p, t)) for t in range(3))
    missing = FULL - s.placed[p] - useful
    pairs = [slices_of(s, s.own[p, i]) + slices_of(s, s.own[p, j]) for i, j in combinations(range(OWN), 2)]
    spread = {0: 1.0}
    odds = []
    for turn in range(1, TURNS[-1] + 1):
        after: dict[int, float] = {}
        for have, share in spread.items():
            for more in pairs:
                after[have + more] = after.get(have + more, 0.0) + share / len(pairs)
        spread = after
        if turn in TURNS:
            odds.append(sum(share for have, share in spread.items() if have >= missing))
    return odds


def _finish(s: Any) -> Panel:
    head = (say("lens.player"), *map(str, TURNS))
    rows = tuple((name(s, p), *(percent(share) for share in finish_odds(s, p))) for p in range(s.players))
    return Panel(say("lens.finish"), head, rows, say("lens.finish_note"))


def losses(s: Any, p: int) -> dict[int, float]:
    """How many slices of p the next ticket may cost, with its odds, for one new ticket drawn from the deck."""
    cards = members(s.draw) or members(s.trash)
    found: dict[int, float] = {}
    for card in cards:
        trial = s.twin()
        for k in range(4):
            trial.want[k] = 0
        kind = int(TYPE[s.deck, card])
        trial.want[kind if kind >= 0 else attack.ANY] = int(COST[s.deck, card])
        n = int(attack.risk(trial, p))
        found[n] = found.get(n, 0.0) + 1 / len(cards)
    return found


def _attack(s: Any) -> Panel:
    rows = []
    for p in range(s.players):
        odds = losses(s, p)
        mean = sum(n * share for n, share in odds.items())
        worst = max(odds, default=0)
        held = sum(s.stock[p, t] for t in range(3))
        rows.append((name(s, p), str(held), percent(odds.get(0, 0.0)), f"{mean:.1f}", str(worst)))
    head = (say("lens.player"), say("lens.open"), say("lens.safe"), say("lens.mean"), say("lens.worst"))
    return Panel(say("lens.attack"), head, tuple(rows), say("lens.attack_note"))
