"""What everything on the table of Pizza Shark is and does, in a sentence."""

from __future__ import annotations

from pizzabox.engine.presentation import sentence

from .board import DECKS, HALF_NAMES, PLAYERS, RAIL
from .board.deck import KINDS, TYPES, Card
from .notation import BAITS, DONE_TOKENS
from .phrases import SEATS, card_called, full_pizzas, held, icon, icon_list, name, say, title, wants
from .state import State
from .words import pile_said, spell

_PLAIN = {"deck": "table.deck", "maw": "table.maw", "supply anchovies": "pieces.anchovy"}
_HALVES = tuple(f"half {h}" for h in HALF_NAMES)
_SUPPLY = tuple(f"supply {t}" for t in TYPES)
_RAIL = tuple(f"rail {j + 1}" for j in range(RAIL))


def explain(s: State, viewer: int, thing: str) -> str:
    if thing in _PLAIN:
        return f"{sentence(say(f'legend.{_PLAIN[thing]}.name'))} {say(f'legend.{_PLAIN[thing]}.text')}"
    if thing == "shark":
        want = say("what.wants", want=wants(s, "attack.any")) if s.attacker >= 0 else ""
        return f"{say('legend.table.shark.text')} {want}".strip()
    if thing in DONE_TOKENS:
        return sentence(spell(s, thing))
    if thing in BAITS:
        return f"{sentence(spell(s, thing))} {say('what.bait' if BAITS.index(thing) else 'what.no_bait')}"
    if thing.removeprefix("icon ") in KINDS:
        return _icon(KINDS.index(thing.removeprefix("icon ")))
    if thing in _RAIL:
        return _ticket(s, _RAIL.index(thing))
    if thing in _SUPPLY:
        return f"{sentence(spell(s, thing))} {say('what.supply')}"
    if thing in _HALVES:
        return f"{sentence(spell(s, thing))} {say('legend.pieces.half.text')}"
    return _owned(s, thing.split(" "))


def _owned(s: State, words: list[str]) -> str:
    """What belongs to somebody: a tray, a card in play, collected slices or anchovies, a goal."""
    if len(words) == 2 and words[0] == "tray" and words[1] in SEATS[: s.players]:
        return _tray(s, SEATS.index(words[1]))
    if len(words) == 2 and words[0] == "goal" and words[1] in TYPES:
        return _goal(s, TYPES.index(words[1]))
    if words[0] == "card" and len(words) in (2, 4) and words[1] in ("1", "2"):
        owner = words[3] if len(words) == 4 else SEATS[s.mover]
        return _played(s, SEATS.index(owner), int(words[1]) - 1) if owner in SEATS[: s.players] else ""
    if len(words) == 3 and words[1] == "of" and words[2] in SEATS[: s.players]:
        seat = SEATS.index(words[2])
        if words[0] == "anchovies":
            return f"{sentence(pile_said(len(TYPES), name(s, seat), s.tins[seat]))} {say('legend.pieces.anchovy.text')}"
        if words[0] in TYPES:
            t = TYPES.index(words[0])
            return f"{sentence(pile_said(t, name(s, seat), s.stock[seat, t]))} {say('what.stock')}"
    return ""


def _icon(kind: int) -> str:
    """An action."""
    verb, _, what = KINDS[kind].partition("_")
    if what in TYPES:
        return f"{sentence(icon(kind))} {say(f'legend.icons.{verb}.text')}"
    return say(f"legend.icons.{KINDS[kind]}.text")


def _does(card: Card) -> str:
    counts = [card.icons.count(kind) for kind in range(len(KINDS))]
    return icon_list(counts)


def _card(s: State, number: int) -> str:
    """A card with its cost, type and actions."""
    return sentence(say("board.does", card=card_called(s.deck, number), icons=_does(DECKS[s.deck].cards[number])))


def _ticket(s: State, j: int) -> str:
    return f"{_card(s, s.rail[j])} {say('what.ticket')}" if s.rail[j] >= 0 else sentence(spell(s, f"rail {j + 1}"))


def _played(s: State, seat: int, i: int) -> str:
    slot = s.hand[seat, i]
    return _card(s, s.own[seat, slot]) if slot >= 0 else ""


def _goal(s: State, t: int) -> str:
    if s.goal[t] < 0:
        return ""
    card, owner = DECKS[s.deck].cards[s.goal[t]], s.claimed[t]
    known = {"type": say(f"type.{t}"), "n": card.cost, "icons": _does(card)}
    return say("what.goal_taken", name=name(s, owner)) if owner >= 0 else say("what.goal", **known)


def _tray(s: State, seat: int) -> str:
    known = {"n": s.placed[seat], "pizzas": full_pizzas(s, seat), "loose": held(s, seat)}
    told = say("what.tray", name=name(s, seat), **known)
    return f"{told} {say('what.partner')}" if s.players == PLAYERS else told


def named(s: State, viewer: int, name: str) -> str:
    """A card of the deck by its name, or an action."""
    faces = {card: i for i, card in reversed(list(enumerate(DECKS[s.deck].cards))) if title(card).lower() == name}
    if faces:
        return " ".join(_card(s, i) for i in sorted(faces.values()))
    return next((_icon(kind) for kind in range(len(KINDS)) if icon(kind).lower() == name), "")
