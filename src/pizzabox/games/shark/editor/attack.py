"""Setting up an attack of the shark by hand: the new tickets, who is protected, who is asked, what is still owed."""

from __future__ import annotations

from pizzabox.engine.editor import Draft
from pizzabox.engine.errors import BadPosition

from ..phrases import held, say
from ..position_check import wanted
from ..rules.actions import LURING
from ..rules.attacks import ANY, ask_lure, place_of, victim
from ..state import State

ATTACK = ("attacker", "prize", "lured", "fresh", "asked", "want", "lost")
"""The fields that tell of an attack."""


def fill_attack(s: State, draft: Draft) -> None:
    """The tickets next to the deck are new, and the shark wants what they cost."""
    s.fresh = int(draft.get("fresh", 1))
    for k, n in enumerate(wanted(s)):
        s.want[k] = n
    for q in range(s.players):
        s.lured |= (draft.get(f"lured.{q}") == "1") << q
    if s.phase == LURING:
        if "asked" in draft:
            s.asked = draft.number("asked")
        elif not ask_lure(s, 0):
            raise BadPosition(say("editor.no_lure"))
        return
    draft.put(s, "lost")
    for q in range(s.players):
        s.owed[q] = int(draft.get(f"owed.{q}", _still_owed(s, q)))
    choosing = [q for q in range(s.players) if s.owed[q]]
    if not choosing:
        raise BadPosition(say("editor.no_eating"))
    told = "asked" in draft and "owed.0" in draft
    s.asked = draft.number("asked") if told else min(choosing, key=lambda q: place_of(s, q))


def _still_owed(s: State, q: int) -> int:
    """What a victim has to choose for the tickets without a type; 0 where there is no choice."""
    kinds = sum(s.stock[q, t] > 0 for t in range(3))
    owed = int(min(held(s, q), s.want[ANY]))
    free = victim(s, q) and not s.lured >> q & 1 and kinds > 1 and held(s, q) > owed
    return owed if free else 0
