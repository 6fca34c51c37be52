"""What everything on the table of Pizzeria is and does, in a sentence."""

from pizzabox.engine.presentation import numbered, sentence

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
        return f"{sentence(slice_name(s.hand))} {_worth(s.hand)}" if s.hand else ""
    if thing == "piles":
        return say("what.piles", n=s.stock.bit_count())
    word, _, rest = thing.partition(" ")
    if word == "offer" and len(rest) == 1 and rest in OFFERS:
        return _offer(s, OFFERS.index(rest))
    _, n = numbered(thing)
    if word == "seat":
        return _seat(s, n - 1) if 1 <= n <= heads(s) else ""
    meant = _worth(BY_NAME[rest]) if word == "saved" and BY_NAME.get(rest) else _meant(s, word, n)
    return f"{sentence(spell(s, thing))} {meant}" if meant else ""


def _meant(s: State, word: str, n: int) -> str:
    """What a thing with a number does; nothing where there is none."""
    if word == "slice" and 1 <= n <= s.ring:
        return _worth(s.pizza[n - 1])
    if word == "cut" and 1 <= n <= (s.ring or RING):
        return say("legend.table.cut.text")
    if word == "pile" and 1 <= n <= int(PILES[heads(s)]):
        return say("legend.table.pile.text" if s.stock >> n - 1 & 1 else "what.gone")
    if word == "kind" and n in KINDS:
        return say("what.tomato" if n == TOMATO else "what.kind", n=n)
    return _portion(s, n - 1) if word == "portion" and 1 <= n <= portions(s) else ""


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
    if s.taker[k]:
        return say("what.taken", name=who(s, s.taker[k] - 1))
    told, offer = say("legend.table.portion.text"), offer_on(s, k)
    return f"{told} {say(f'legend.offers.{offer}.text')}" if offer else told


def _offer(s: State, offer: int) -> str:
    """An offer with what it does, who has it, and whether it is used."""
    letter, key = OFFERS[offer], "what.offer_used" if s.used >> offer & 1 else "what.offer_held"
    told = say("what.offer", offer=letter, text=say(f"legend.offers.{letter}.text"))
    return f"{told} {say(key, name=who(s, s.holder[offer] - 1))}" if s.holder[offer] else told


def _seat(s: State, p: int) -> str:
    counted = sums(s)
    points = points_said(counted.points[p], counted.knows(s, p))
    return say("what.seat", name=who(s, p), n=s.bites[p], points=points)
