"""What everything on the pizza of Pizza Theory is and does, in a sentence."""

from pizzabox.engine.bits import count
from pizzabox.engine.presentation import sentence

from .board import BY_NAME, LINES
from .phrases import cut_state, holder, names_of_colours, player_of, say
from .rules import SPARE, TOPPINGS
from .state import SEATS, State
from .words import spell

_SEATS = tuple(f"seat {seat}" for seat in SEATS)
_LINES = tuple(f"cut {n}" for n in range(1, LINES + 1))


def explain(s: State, viewer: int, thing: str) -> str:
    if thing in BY_NAME:
        key = "legend.pizza.space.text" if holder(s, BY_NAME[thing]) < 0 else "legend.pizza.topping.text"
        return f"{sentence(spell(s, thing))} {say(key)}"
    if thing in _LINES:
        return f"{sentence(spell(s, thing))} {say('legend.pizza.line.text')}"
    return _seat(s, _SEATS.index(thing)) if thing in _SEATS else ""


def _seat(s: State, c: int) -> str:
    """A colour's plate: its label, toppings, and what is known of its cut."""
    label, held = say(f"label.{s.label[c]}"), count(s.spaces[c])
    told = [say("what.seat", name=names_of_colours(s)[c], label=label, n=held, all=TOPPINGS)]
    if player_of(s, c) < 0:
        told.append(say("legend.table.die.text"))
    elif s.phase != SPARE:
        told.append(say("what.label", label=label))
    if s.cut[c]:
        told.append(sentence(cut_state(s.cut[c])))
    return " ".join(told)
