"""The form of Pizzeria: the round, the pizza and its portions, what everybody has, and the offers."""

from __future__ import annotations

from pizzabox.engine.editor import Field, listing

from ..board import COPIES, LEAVES, PILES, TYPE_NAMES, TYPES
from ..move_codes import ADVANCED, CUT, PHASES
from ..phrases import portions, say, slice_name, who
from ..position_check import served
from ..rules.offers import portion_of
from ..rules.round_flow import slicer
from ..rules.scoring import heads
from ..state import State
from .special_offers import BY_CHANCE, offer_fields

BASIC_STAGES = ("pile", "divide", "pick", "chew", "over")


def copies(s: State) -> dict[int, int]:
    """The types of slices in this game, and how many there are of each."""
    return {t: int(COPIES[s.leaves, heads(s), t]) for t in range(1, TYPES) if COPIES[s.leaves, heads(s), t]}


def fields(s: State) -> list[Field]:
    people = [who(s, p) for p in range(heads(s))]
    found = _round_fields(s, people)
    if served(s):
        found += _pizza_fields(s)
    if CUT >> s.phase & 1:
        found += _portion_fields(s, people)
    if s.variant == ADVANCED:
        found += offer_fields(s, people)
    for p, name in enumerate(people):
        saved = say("editor.saved", name=name)
        for t, n in copies(s).items():
            found.append(Field(f"saved.{p}.{t}", slice_name(t), s.saved[p, t], high=n, group=saved))
    for p, name in enumerate(people):
        eaten = say("editor.eaten", name=name)
        for t, n in copies(s).items():
            if LEAVES[t]:
                found.append(Field(f"ate.{p}.{t}", slice_name(t), s.ate[p, t], high=n, group=eaten))
    return found


def _round_fields(s: State, people: list[str]) -> list[Field]:
    group, piles = say("editor.round_group"), int(PILES[heads(s)])
    stages = tuple((x, say(f"editor.{x}")) for x in (PHASES if s.variant == ADVANCED else BASIC_STAGES))
    return [
        Field("round", say("editor.round"), min(s.rounds + 1, piles), low=1, high=piles, group=group),
        listing("slicer", say("editor.slicer"), slicer(s), people, group),
        Field("stage", say("editor.stage"), PHASES[s.phase], stages, group=group),
        listing(BY_CHANCE, say("editor.missing"), 0, (say("editor.tell_me"), say("editor.by_chance")), group),
    ]


def _pizza_fields(s: State) -> list[Field]:
    group, choices = say("editor.pizza"), tuple((TYPE_NAMES[t], slice_name(t)) for t in copies(s))
    texts = [(f"pizza.{i}", say("editor.slice", n=i + 1), s.pizza[i]) for i in range(s.ring)]
    if s.hand:
        texts.append(("hand", say("editor.hand"), s.hand))
    return [Field(name, text, TYPE_NAMES[t], choices, group=group) for name, text, t in texts]


def _portion_fields(s: State, people: list[str]) -> list[Field]:
    cuts, takers, free = say("editor.portions"), say("editor.takers_group"), say("editor.free")
    numbers = [say("editor.portion", n=k + 1) for k in range(portions(s))]
    return [
        *(
            listing(f"portion.{i}", say("editor.slice", n=i + 1), portion_of(s, i), numbers, cuts)
            for i in range(s.ring)
        ),
        *(
            listing(f"taker.{k}", say("editor.taker", n=k + 1), s.taker[k], [free, *people], takers)
            for k in range(portions(s))
        ),
    ]
