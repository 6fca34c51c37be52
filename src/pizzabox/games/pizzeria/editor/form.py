"""The form of Pizzeria: the round, the pizza and its portions, what everybody has, and the offers."""

from __future__ import annotations

from pizzabox.engine.editor import Field, Form

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
    people, form = [who(s, p) for p in range(heads(s))], Form(s, say("editor.round_group"))
    _round_fields(s, form, people)
    if served(s):
        _pizza_fields(s, form)
    if CUT >> s.phase & 1:
        _portion_fields(s, form, people)
    if s.variant == ADVANCED:
        offer_fields(s, form, people)
    for table, title in (("saved", "editor.saved"), ("ate", "editor.eaten")):
        for p, name in enumerate(people):
            form.group = say(title, name=name)
            for t, n in copies(s).items():
                if table == "saved" or LEAVES[t]:
                    form.number(f"{table}.{p}.{t}", slice_name(t), n)
    return form.fields


def _round_fields(s: State, form: Form, people: list[str]) -> None:
    piles = int(PILES[heads(s)])
    stages = PHASES if s.variant == ADVANCED else BASIC_STAGES
    form.number("round", say("editor.round"), piles, 1, min(s.rounds + 1, piles))
    form.listing("slicer", say("editor.slicer"), people, value=slicer(s))
    form.choice("stage", say("editor.stage"), ((stage, say(f"editor.{stage}")) for stage in stages), PHASES[s.phase])
    form.listing(BY_CHANCE, say("editor.missing"), (say("editor.tell_me"), say("editor.by_chance")), value=0)


def _pizza_fields(s: State, form: Form) -> None:
    form.group, choices = say("editor.pizza"), tuple((TYPE_NAMES[t], slice_name(t)) for t in copies(s))
    for i in range(s.ring):
        form.choice(f"pizza.{i}", say("editor.slice", n=i + 1), choices, TYPE_NAMES[s.pizza[i]])
    if s.hand:
        form.choice("hand", say("editor.hand"), choices, TYPE_NAMES[s.hand])


def _portion_fields(s: State, form: Form, people: list[str]) -> None:
    n = portions(s)
    numbers = [say("editor.portion", n=k + 1) for k in range(n)]
    form.group = say("editor.portions")
    for i in range(s.ring):
        form.listing(f"portion.{i}", say("editor.slice", n=i + 1), numbers, value=portion_of(s, i))
    form.group = say("editor.takers_group")
    for k in range(n):
        form.listing(f"taker.{k}", say("editor.taker", n=k + 1), [say("editor.free"), *people])
