"""What everything on the table of Pizza Shark is and does, in a sentence."""

from pizzabox.engine.presentation import sentence

from .board import DECKS, HALF_NAMES, PLAYERS, RAIL
from .board.deck import ACTIONS, TYPES
from .notation import BAITS, DONE_TOKENS
from .phrases import card_acts, card_does, full_pizzas, held, icon, name, say, title, type_name, wants
from .state import SEATS, State
from .words import spell

_PLAIN = {"deck": "table.deck", "maw": "table.maw", "supply anchovies": "pieces.anchovy"}
_SPELLED = {
    **{bait: "what.bait" if i else "what.no_bait" for i, bait in enumerate(BAITS)},
    **{f"supply {t}": "what.supply" for t in TYPES},
    **{f"half {h}": "legend.pieces.half.text" for h in HALF_NAMES},
}
"""What is said of things, after what they are."""
_RAIL = tuple(f"rail {j + 1}" for j in range(RAIL))


def explain(s: State, viewer: int, thing: str) -> str:
    if thing in _PLAIN:
        return f"{sentence(say(f'legend.{_PLAIN[thing]}.name'))} {say(f'legend.{_PLAIN[thing]}.text')}"
    if thing == "shark":
        want = say("what.wants", want=wants(s, "attack.any")) if s.attacker >= 0 else ""
        return f"{say('legend.table.shark.text')} {want}".strip()
    if thing in DONE_TOKENS:
        return sentence(spell(s, thing))
    if thing in _SPELLED:
        return f"{sentence(spell(s, thing))} {say(_SPELLED[thing])}"
    if thing.removeprefix("icon ") in ACTIONS:
        return _icon(ACTIONS.index(thing.removeprefix("icon ")))
    if thing in _RAIL:
        card = s.rail[_RAIL.index(thing)]
        return f"{_card(s, card)} {say('what.ticket')}" if card >= 0 else sentence(spell(s, thing))
    return _owned(s, thing)


def _owned(s: State, thing: str) -> str:
    """What belongs to somebody: a tray, a card in play, collected slices or anchovies, a goal."""
    seats = SEATS[: s.players]
    match thing.split(" "):
        case "tray", seat if seat in seats:
            return _tray(s, seats.index(seat))
        case "goal", kind if kind in TYPES:
            return _goal(s, TYPES.index(kind))
        case "card", "1" | "2" as i:
            return _played(s, s.mover, int(i) - 1)
        case "card", "1" | "2" as i, _, seat if seat in seats:
            return _played(s, seats.index(seat), int(i) - 1)
        case what, "of", seat if seat in seats and what in (*TYPES, "anchovies"):
            does = "what.stock" if what in TYPES else "legend.pieces.anchovy.text"
            return f"{sentence(spell(s, thing))} {say(does)}"
    return ""


def _icon(kind: int) -> str:
    """An action."""
    verb, _, what = ACTIONS[kind].partition("_")
    if what in TYPES:
        return f"{sentence(icon(kind))} {say(f'legend.icons.{verb}.text')}"
    return say(f"legend.icons.{ACTIONS[kind]}.text")


def _card(s: State, number: int) -> str:
    """A card with its cost, type and actions."""
    return sentence(card_does(s.deck, number))


def _played(s: State, seat: int, i: int) -> str:
    slot = s.hand[seat, i]
    return _card(s, s.own[seat, slot]) if slot >= 0 else ""


def _goal(s: State, t: int) -> str:
    if s.goal[t] < 0:
        return ""
    if s.claimed[t] >= 0:
        return say("what.goal_taken", name=name(s, s.claimed[t]))
    cost, icons = DECKS[s.deck].cards[s.goal[t]].cost, card_acts(s.deck, s.goal[t])
    return say("what.goal", type=type_name(t), n=cost, icons=icons)


def _tray(s: State, seat: int) -> str:
    known = {"n": s.placed[seat], "pizzas": full_pizzas(s, seat), "loose": held(s, seat)}
    told = say("what.tray", name=name(s, seat), **known)
    return f"{told} {say('what.partner')}" if s.players == PLAYERS else told


def named(s: State, viewer: int, name: str) -> str:
    """A card of the deck by its name, or an action."""
    faces = {card: i for i, card in reversed(list(enumerate(DECKS[s.deck].cards))) if title(card).lower() == name}
    if faces:
        return " ".join(_card(s, i) for i in sorted(faces.values()))
    return next((_icon(kind) for kind in range(len(ACTIONS)) if icon(kind).lower() == name), "")
