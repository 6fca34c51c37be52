"""Setting up an attack of the shark by hand: the new tickets, who is protected, who is asked, what is still owed."""

from __future__ import annotations

from typing import Any

from pizzabox.engine.editor import Draft
from pizzabox.engine.errors import BadPosition

from ..board import COST, NONE, PLAYERS, RAIL, TYPE
from ..phrases import say
from ..rules.actions import LURING
from ..rules.attacks import ANY, ask_lure, place_of, victim


def forget_attack(s: Any) -> None:
    """Nothing is known of an attack before."""
    s.attacker = s.prize = NONE
    s.lured = s.fresh = 0
    for k in range(4):
        s.want[k] = 0
    for q in range(PLAYERS):
        for t in range(3):
            s.lost[q, t] = 0


def fill_attack(s: Any, draft: Draft) -> None:
    """The tickets next to the deck are new, and the shark wants what they cost."""
    s.fresh = int(draft.get("fresh", 1))
    for j in range(RAIL - s.fresh, RAIL):
        card = s.rail[j]
        s.want[int(TYPE[s.deck, card]) if TYPE[s.deck, card] >= 0 else ANY] += int(COST[s.deck, card])
    known = "asked" in draft
    for q in range(s.players):
        s.lured |= (draft.get(f"lured.{q}") == "1") << q
        for t in range(3):
            s.lost[q, t] = int(draft.get(f"lost.{q}.{t}", 0))
    if s.phase == LURING:
        for q in range(s.players):
            for t in range(3):
                s.lost[q, t] = 0
        s.asked = int(draft["asked"]) if known else s.asked
        if not known and not ask_lure(s, 0):
            raise BadPosition(say("paint.no_lure"))
        return
    for q in range(s.players):
        s.owed[q] = int(draft.get(f"owed.{q}", _still_owed(s, q)))
    choosing = [q for q in range(s.players) if s.owed[q]]
    if not choosing:
        raise BadPosition(say("paint.no_eating"))
    first = min(choosing, key=lambda q: place_of(s, q))
    s.asked = int(draft["asked"]) if known and "owed.0" in draft else first


def _still_owed(s: Any, q: int) -> int:
    """What a victim has to choose for the tickets without a type; 0 where there is no choice."""
    rest = sum(s.stock[q, t] for t in range(3))
    kinds = sum(s.stock[q, t] > 0 for t in range(3))
    owed = int(min(rest, s.want[ANY]))
    free = victim(s, q) and not s.lured >> q & 1 and kinds > 1 and rest > owed
    return owed if free else 0
