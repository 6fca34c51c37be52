"""What can be wrong with a position set up by hand: what the declaration of its fields tells, in every game.

A game adds what it knows beyond that as findings, which are looked at one after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import wraps
from typing import ParamSpec, TypeAlias

import numpy as np

from .bits import highest, members
from .errors import say
from .field_laws import APART, BELOW, BOUNDS, PHASE, REST, SUMS, UNUSED, apart, field_laws, left_over, stock
from .presentation import listed
from .state import Field, GameState
from .state_json import codecs

Findings: TypeAlias = Iterator[object]
"""Each a text where something is wrong (`yield wrong and say(…)`), else nothing. Nothing is looked at after the first
wrong thing, so each may rely on those before it."""
Asked = ParamSpec("Asked")


def first_wrong(find: Callable[Asked, Findings]) -> Callable[Asked, str | None]:
    """Turn a function that lists what is wrong into one that gives the first of it, or None."""

    @wraps(find)
    def first(*args: Asked.args, **named: Asked.kwargs) -> str | None:
        return next((str(found) for found in find(*args, **named) if found), None)

    return first


def undeclared(s: GameState, rests: bool = True) -> str | None:
    """The first number that is not as its field declares, in words; None if all are. What has the rest of a stock is
    left for later where it is not asked for: a game may know better what is wrong."""
    law = field_laws(type(s))(s)
    if not law or (law == REST and not rests):
        return None
    fields = type(s).fields.items()
    return next(filter(None, (_SAID[law](s, name, field) for name, field in fields)))


def _numbers(s: GameState, name: str, unless: str = "") -> list[int]:
    """The numbers of a field, of a list without those entries for which another field says that they don't count."""
    numbers = np.asarray(s.raw[name])
    if unless:
        numbers = numbers[np.asarray(s.raw[unless]) == type(s).fields[unless].blank]
    return [int(value) for value in numbers.ravel().tolist()]


def _out_of_bounds(s: GameState, name: str, field: Field) -> str | None:
    for value in _numbers(s, name):
        if not field.low <= value <= field.high:
            return say("position.number", where=name, low=field.low, high=field.high, value=value)
    return None


def _not_below(s: GameState, name: str, field: Field) -> str | None:
    limit = getattr(s, field.below) if field.below else 0
    for value in _numbers(s, name) if field.below else ():
        if field.members is not None and value >> limit:
            member = field.members[highest(value)]
            return say("position.beyond", where=name, member=member, other=field.below, n=limit)
        if field.members is None and value >= limit:
            return say("position.number", where=name, low=field.low, high=limit - 1, value=value)
    return None


def _unused_entry(s: GameState, name: str, field: Field) -> str | None:
    if field.by and (s.raw[name][getattr(s, field.by) :] != field.blank).any():
        return say("position.unused", where=name, blank=_blank(s, name), other=field.by, n=getattr(s, field.by))
    return None


def _out_of_phase(s: GameState, name: str, field: Field) -> str | None:
    if not field.during or (np.asarray(s.raw[name]) == field.blank).all():
        return None
    phase = codecs(type(s))["phase"].write(int(s.raw["phase"]))
    if phase in field.during:
        return None
    return say("position.phase", where=name, blank=_blank(s, name), phase=phase, phases=", ".join(field.during))


def _in_two_places(s: GameState, name: str, field: Field) -> str | None:
    """The first member that is in two places, and which these are."""
    seen: dict[int, str] = {}
    places = apart(type(s), field.apart) if field.apart else []
    known = next((len(one.members) for _, one, _ in places if one.members is not None), None)
    for other, one, first in places:
        for value in _numbers(s, other, one.unless):
            for member in members(value) if one.members is not None else [value - first]:
                if known is not None and member >= known:
                    continue
                if member in seen:
                    called = _member(type(s), field.apart, member)
                    if other == seen[member]:
                        return say("position.twice", where=other, name=called)
                    return say("position.apart", member=called, where=seen[member], other=other)
                if member >= 0:
                    seen[member] = other
    return None


def _member(state: type[GameState], word: str, member: int) -> str:
    """What a member is called by the first field that has names for it."""
    for _, field, first in apart(state, word):
        if field.members or field.names:
            return field.members[member] if field.members else field.names[member + first - field.low]
    return str(member)


def _wrong_sum(s: GameState, name: str, field: Field) -> str | None:
    if not field.sums:
        return None
    given, right = np.asarray(s.raw[name]), np.asarray(s.raw[field.sums]).sum(axis=-1)
    for at in np.ndindex(given.shape):
        if given[at] != right[at]:
            where = name + "".join(f"[{i}]" for i in at)
            return say("position.sum", where=where, other=field.sums, n=int(right[at]), value=int(given[at]))
    return None


def _wrong_rest(s: GameState, name: str, field: Field) -> str | None:
    """What has two places or none, or how many there are too many or too few."""
    if not field.rest:
        return None
    if twice := _in_two_places(s, name, field):
        return twice
    others = stock(type(s), name)
    for kind, (given, right) in enumerate(zip(_numbers(s, name), left_over(s, name), strict=True)):
        if field.members is not None and given != right:
            lost = field.members[members(right & ~given)[0]]
            return say("position.lost", member=lost, fields=", ".join([name, *others]))
        known = {"where": f"{name}[{kind}]" if field.shape else name, "others": listed(others)}
        if given != right:
            key = "position.rest" if right >= 0 else "position.too_many"
            return say(key, n=abs(right), value=given, **known)
    return None


_SAID = {
    BOUNDS: _out_of_bounds,
    BELOW: _not_below,
    UNUSED: _unused_entry,
    PHASE: _out_of_phase,
    APART: _in_two_places,
    SUMS: _wrong_sum,
    REST: _wrong_rest,
}


def _blank(s: GameState, name: str) -> str:
    """The number for nothing as it is written in JSON; a set is empty."""
    field = type(s).fields[name]
    return say("position.empty") if field.members is not None else str(codecs(type(s))[name].write(field.blank))
