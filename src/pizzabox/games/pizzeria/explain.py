"""What everything on the table of Pizzeria is and does, in a sentence."""

from __future__ import annotations

from pizzabox.engine.presentation import sentence

from .board import BY_NAME, KINDS, OFFERS, PILES, RING, SLICES, TOMATO
from .phrases import kind_name, offer_on, portions, say, slice_name, sums, who
from .rules.scoring import heads
from .state import State
from .words import points_said, spell

_BUTTONS = ("pass", "first", "reveal", "eat", "save", "done", "alone")


def explain(s: State, viewer: int, thing: str) -> str:
    if thing in _BUTTONS:
        return sentence(spell(s, thing))
    if thing == "hand":
        return _slice(s.hand) if s.hand else ""
    if thing == "piles":
        return say("what.piles", n=s.stock.bit_count())
    word, _, rest = thing.partition(" ")
    if word == "offer" and len(rest) == 1 and rest in OFFERS:
        return _offer(s, OFFERS.index(rest))
    if word == "saved" and BY_NAME.get(rest):
        return f"{sentence(spell(s, thing))} {_worth(BY_NAME[rest])}"
    n = int(rest) if rest.isdecimal() and rest.isascii() and len(rest) < 3 else 0
    return _numbered(s, word, n, thing)


def _numbered(s: State, word: str, n: int, thing: str) -> str:
    """A thing with a number."""
    if word == "slice" and 1 <= n <= s.ring:
        return f"{sentence(spell(s, thing))} {_worth(s.pizza[n - 1])}"
    if word == "cut" and 1 <= n <= (s.ring or RING):
        return f"{sentence(spell(s, thing))} {say('legend.table.cut.text')}"
    if word == "pile" and 1 <= n <= int(PILES[heads(s)]):
        return f"{sentence(spell(s, thing))} {say('legend.table.pile.text' if s.stock >> n - 1 & 1 else 'what.gone')}"
    if word == "kind" and n in KINDS:
        return f"{sentence(spell(s, thing))} {say('what.tomato' if n == TOMATO else 'what.kind', n=n)}"
    if word == "portion" and 1 <= n <= portions(s):
        return _portion(s, n - 1)
    if word == "seat" and 1 <= n <= heads(s):
        return _seat(s, n - 1)
    return ""


def _slice(t: int) -> str:
    return f"{sentence(slice_name(t))} {_worth(t)}"


def _worth(t: int) -> str:
    """What a slice is worth, eaten and saved."""
    if t == 0:
        return say("what.unknown")
    kinds, leaves = SLICES[t].kinds, SLICES[t].leaves
    if len(kinds) == 2:
        return say("what.mixed", a=kind_name(kinds[0]), b=kind_name(kinds[1]))
    if kinds[0] == TOMATO:
        return say("what.tomato", n=TOMATO)
    return say("what.slice", leaves=leaves, n=kinds[0], kind=kind_name(kinds[0]))


def _portion(s: State, k: int) -> str:
    told = [sentence(spell(s, f"portion {k + 1}"))]
    taken = s.taker[k]
    told.append(say("what.taken", name=who(s, taken - 1)) if taken else say("legend.table.portion.text"))
    if offer_on(s, k) and not taken:
        told.append(say(f"legend.offers.{offer_on(s, k)}.text"))
    return " ".join(told)


def _offer(s: State, offer: int) -> str:
    """An offer with what it does, who has it, and whether it is used."""
    letter = OFFERS[offer]
    told = [say("what.offer", offer=letter, text=say(f"legend.offers.{letter}.text"))]
    if s.holder[offer]:
        key = "what.offer_used" if s.used >> offer & 1 else "what.offer_of"
        told.append(say(key, name=who(s, s.holder[offer] - 1)))
    return " ".join(told)


def _seat(s: State, p: int) -> str:
    counted = sums(s)
    points = points_said(counted.points[p], counted.knows(s, p))
    return say("what.seat", name=who(s, p), n=s.bites[p], points=points)
