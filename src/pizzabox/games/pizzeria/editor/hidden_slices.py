"""What nobody sees when Pizzeria is set up by hand: piles, slices put aside and offers are dealt from what is left."""

from __future__ import annotations

from pizzabox.engine.bits import members
from pizzabox.engine.errors import BadPosition
from pizzabox.engine.rng import below

from .. import visibility
from ..board import EVERY_OFFER, RING
from ..phrases import say, slice_name
from ..rules.dealing import deal, draw
from ..rules.offers import out_of_game
from ..rules.scoring import heads
from ..state import State
from .form import copies


def _unseen(s: State) -> list[int]:
    """The types of all slices that lie open nowhere; BadPosition when more of a type lie open than there are."""
    found = []
    for t, n in copies(s).items():
        told = visibility.visible(s, t)
        if told > n:
            raise BadPosition(say("editor.too_many", n=n, what=slice_name(t), told=told))
        found += [t] * (n - told)
    return found


def _to_deal(s: State) -> tuple[list[int], int]:
    """The places of the pizza that are still to be dealt, and how many slices nobody sees."""
    missing = [i for i in members(visibility.on_table(s)) if not s.pizza[i]]
    return missing, RING * s.stock.bit_count() + s.aside_left


def even_out(s: State) -> None:
    """Give missing slices to the players in turn, by chance, or take those too many from who has most."""
    missing, hidden = _to_deal(s)
    unseen, turn = _unseen(s), 0
    while len(unseen) > len(missing) + hidden:
        s.saved[turn % heads(s), unseen.pop(below(s, len(unseen)))] += 1
        turn += 1
    for _ in range(len(missing) + hidden - len(unseen)):
        owned = [[t for t in copies(s) for _ in range(s.saved[p, t] + s.ate[p, t])] for p in range(heads(s))]
        richest = max(range(heads(s)), key=lambda p: len(owned[p]))
        t = owned[richest][below(s, len(owned[richest]))]
        kept = s.saved if s.saved[richest, t] else s.ate
        kept[richest, t] -= 1
        s.add_up("bites")


def deal_hidden(s: State) -> None:
    """Slices and offers that lie open nowhere are shuffled and dealt; BadPosition when there are too many or few."""
    missing, hidden = _to_deal(s)
    unseen, total = len(_unseen(s)) - len(missing), sum(copies(s).values())
    if unseen != hidden:
        key = "editor.too_few_open" if unseen > hidden else "editor.too_many_open"
        have = {"have": total - unseen, "need": total - hidden, "n": abs(unseen - hidden)}
        raise BadPosition(say(key, piles=s.stock.bit_count(), **have))
    s.clear("lids", "piles")
    visibility.fill_pool(s)
    for dealt, i in enumerate(missing):
        s.pizza[i] = draw(s, hidden + len(missing) - dealt)
    deal(s, EVERY_OFFER & ~s.seen & ~out_of_game(s))
