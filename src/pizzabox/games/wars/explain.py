"""What everything on the table of Pizza Wars is and does, in a sentence."""

from pizzabox.engine.presentation import sentence

from .board import AREA, BY_NAME, CARDS, KINDS
from .phrases import holders, name, say, side_name
from .state import State
from .words import empty_said, spell, spelled

_CARDS = tuple(f"+{card}" for card in CARDS)
_TURNS = ("left", "right", *(f"spin {n}" for n in range(1, 6)))


def explain(s: State, viewer: int, thing: str) -> str:
    if thing in _CARDS:
        return _card(_CARDS.index(thing))
    if thing == "middle card":
        return f"{_card(s.neutral)} {say('what.middle')}" if s.neutral >= 0 else ""
    if thing == "hidden cards":
        return say("what.hidden") if s.cards else ""
    where, _, way = thing.partition(" ")
    if where not in BY_NAME or BY_NAME[where] >= AREA * (2 + s.boards3) or (way and way not in _TURNS):
        return ""
    slot = s.at[BY_NAME[where]] - 1
    if slot < 0:
        return _empty(s, BY_NAME[where])
    if way:
        why = f"cards.{CARDS[-1]}" if way.startswith("spin") else "board.turn"
        return f"{sentence(spelled(thing, s.kind[slot]))} {say(f'legend.{why}.text')}"
    return f"{sentence(spell(s, thing))} {say(f'legend.pieces.{KINDS[s.kind[slot]]}.text')}"


def _card(kind: int) -> str:
    return f"{sentence(say(f'card.{kind}'))} {say(f'legend.cards.{CARDS[kind]}.text')}"


def _empty(s: State, cell: int) -> str:
    """An empty hex: whose board it is on, and who holds it."""
    side = cell // AREA
    told = [sentence(empty_said(cell, ())), say("what.board", side=side_name(s, side))]
    told += [say("what.held", name=name(s, p)) for p in holders(s).get(cell, ())] or [say("what.free")]
    return " ".join(told)
