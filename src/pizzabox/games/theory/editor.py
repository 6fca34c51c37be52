"""Setting up Pizza Theory by hand: toppings on spaces, the round, and who is to add or that all cut."""

from pizzabox.engine.editor import Brush, Draft, Field, Form

from . import rules
from .board import BY_NAME, LINES, NAMES
from .phrases import name, say
from .position_check import turns
from .rules import ADD, COLOUR_COUNT, CUT, OVER, SPARE
from .state import State

LAST_ROUND = ("before", "last_label", "last_cut")
"""The fields about the last cuts: once something is painted, they no longer fit the pizza."""


def names(s: State) -> list[Brush]:
    return [*(Brush(str(c), say(f"colour.{c}")) for c in range(COLOUR_COUNT)), Brush("empty", say("editor.empty"))]


def places(s: State) -> list[str]:
    return list(NAMES)


def paint(s: State, brush: str, token: str, seat: int) -> None:
    """Lay a topping on a space, or take it away. A finished game goes on with the cuts of its last round."""
    bit = 1 << BY_NAME[token]
    for c in range(COLOUR_COUNT):
        s.spaces[c] = s.spaces[c] & ~bit | (bit if brush == str(c) else 0)
    if s.phase == OVER:
        s.phase, s.turn, s.won, s.skipped, s.rounds = CUT, s.players, 0, 0, turns(s)
        if s.spare >= 0:
            s.cut[s.spare] = max(1, s.cut[s.spare])
    s.clear(*LAST_ROUND)


def fields(s: State) -> list[Field]:
    """The round, who is first, and what is to be done; secret cuts begin anew."""
    form, seats = Form(s, say("editor.turn")), [name(s, p) for p in range(s.players)]
    form.number("round", say("editor.round"), s.cap, 1, turns(s) + 1)
    form.listing("first", say("editor.first"), seats)
    steps = [say("editor.adds", name=one) for one in seats]
    steps += [say("editor.spare"), say("editor.cut")] if s.spare >= 0 else [say("editor.cut")]
    step = rules.adder(s) if s.phase == ADD else s.players + (s.spare >= 0 and s.phase != SPARE)
    form.listing("step", say("editor.step"), steps, value=int(step))
    if s.spare >= 0:
        form.number("die", say("editor.die"), LINES, 1, max(1, s.cut[s.spare]))
    return form.fields


def fill(s: State, draft: Draft) -> None:
    """Take over the form; nobody has chosen a cut yet."""
    s.clear(*LAST_ROUND, "cut", "sealed", "won", "skipped")
    before = turns(s)
    s.rounds = draft.number("round") - 1
    # Who is first changes from round to round; only a choice of its own holds it back.
    moved = 0 if "first" in draft.changed else s.rounds - before
    s.first = (draft.number("first") + moved) % s.players
    step = draft.number("step")
    s.phase = ADD if step < s.players else SPARE if s.spare >= 0 and step == s.players else CUT
    s.turn = (step - s.first) % s.players if s.phase == ADD else s.players
    # Who was first in the first round began as 1st (T1.5, T4.1).
    head = rules.colour(s, (s.first - s.rounds) % s.players)
    for c in range(COLOUR_COUNT):
        s.label[c] = (c - head - s.rounds) % COLOUR_COUNT
    if s.spare >= 0 and s.phase != ADD:
        s.cut[s.spare] = draft.number("die")
