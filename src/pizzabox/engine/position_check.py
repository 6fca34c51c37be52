"""What can be wrong with a position somebody set up: what the declaration of its fields tells, in every game.

A game adds what it knows beyond that as findings, which are looked at one after the other.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

import numpy as np

from .bits import highest
from .errors import say
from .state import Field, GameState
from .state_json import codecs

Findings: TypeAlias = Iterator[object]
"""Each a text where something is wrong (`yield wrong and say(…)`), else nothing. Nothing is looked at after the first
wrong thing, so each may rely on those before it."""


def first_wrong(*parts: Findings) -> str | None:
    """What the first wrong thing is, or None."""
    return next((str(found) for part in parts for found in part if found), None)


def undeclared(s: GameState) -> str | None:
    """The first number that the declaration of its field does not allow, in words; None when all are allowed."""
    fields = type(s).fields.items()
    looks = (_out_of_bounds, _not_below, _unused_entry, _out_of_phase)
    return next(filter(None, (look(s, name, field) for look in looks for name, field in fields)), None)


def _out_of_bounds(s: GameState, name: str, field: Field) -> str | None:
    for value in np.asarray(s.raw[name]).ravel().tolist():
        if not field.low <= value <= field.high:
            return say("position.number", where=name, low=field.low, high=field.high, value=value)
    return None


def _not_below(s: GameState, name: str, field: Field) -> str | None:
    if not field.below:
        return None
    limit = getattr(s, field.below)
    for value in np.asarray(s.raw[name]).ravel().tolist():
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


def _blank(s: GameState, name: str) -> str:
    """The number for nothing as it is written in JSON; a set is empty."""
    field = type(s).fields[name]
    return say("position.empty") if field.members is not None else str(codecs(type(s))[name].write(field.blank))
