"""Setting up Pizzeria by hand: the slices on the pizza, and by a form all that players have and what is to be done.

What nobody sees (piles, slices put aside, offers on piles) cannot be painted: it is dealt anew from what is left.
"""

from __future__ import annotations

from pizzabox.engine.bits import members
from pizzabox.engine.editor import Brush, Draft, Editor
from pizzabox.engine.errors import BadPosition, IllegalMove
from pizzabox.engine.presentation import listed

from .. import rules, visibility
from ..board import ASIDE, BY_NAME, LEAVES, PILES, RING, TYPE_NAMES
from ..move_codes import ADVANCED, CHEW, CUT, LAST, NIBBLE, OVER, PHASES, RETRO, TASTE
from ..phrases import leafy, portions, say, slice_name, who
from ..position_check import TAKING, check, served
from ..rules.round_flow import picker, start_round
from ..rules.scoring import heads, winners
from ..state import State
from .form import copies, fields
from .hidden_slices import deal_hidden, even_out
from .special_offers import BY_CHANCE, fill_offers, jumper


def names(s: State) -> list[Brush]:
    """The slices, while some of a pizza are on the table."""
    return [Brush(TYPE_NAMES[t], slice_name(t)) for t in copies(s)] if places(s) else []


def places(s: State) -> list[str]:
    return [f"slice {i + 1}" for i in members(visibility.on_table(s))]


def paint(s: State, brush: str, token: str, seat: int) -> None:
    """Exchange a slice of the pizza for one that nobody sees."""
    if token not in places(s):
        raise IllegalMove(say("editor.no_slice"))
    i, t = int(token.removeprefix("slice ")) - 1, BY_NAME[brush]
    if s.plate >> i & 1 and not LEAVES[t]:
        raise IllegalMove(say("editor.bare"), "P4.4")
    s.pizza[i] = t
    deal_hidden(s)


def fill(s: State, draft: Draft) -> None:
    """Take over the form, deal what nobody sees, and do what then happens by itself."""
    before = s.copy()
    _fill_round(s, draft)
    draft.put(s, "saved", "ate")
    s.add_up("bites")
    if served(s):
        _fill_pizza(s, draft, before)
    if CUT >> s.phase & 1:
        _fill_portions(s, draft, before)
    if s.variant == ADVANCED:
        fill_offers(s, draft, before)
    s.won = 0
    if draft[BY_CHANCE] == "1":
        even_out(s)
    deal_hidden(s)
    if s.phase == OVER:
        s.won = winners(s)
    elif check(s) == say("check.forced"):
        rules.settle(s)


def _fill_round(s: State, draft: Draft) -> None:
    piles = int(PILES[heads(s)])
    start_round(s)
    s.phase = PHASES.index(str(draft["stage"]))
    s.clear("plate", "bites_left", "hand")
    s.rounds = piles if s.phase in (LAST, OVER) else draft.number("round") - 1
    s.first = (draft.number("slicer") - s.rounds) % heads(s)
    wanted = piles - s.rounds - served(s)
    if wanted < 0:
        raise BadPosition(say("editor.no_pile", n=piles))
    in_stock_first = sorted(range(piles), key=lambda pile: not s.stock >> pile & 1)
    s.stock = sum(1 << pile for pile in in_stock_first[:wanted])


def _fill_pizza(s: State, draft: Draft, before: State) -> None:
    """The slices of the pizza; where there was none before, all are dealt."""
    s.ring = RING - 1 if s.phase == NIBBLE else int(draft.get("ring", RING))
    for i in range(min(s.ring, before.ring)):
        s.pizza[i] = BY_NAME[str(draft[f"pizza.{i}"])]
    if s.phase in (NIBBLE, TASTE):
        unseen = (t for t, n in copies(s).items() if LEAVES[t] and visibility.visible(s, t) < n)
        s.hand = BY_NAME[str(draft["hand"])] if "hand" in draft else next(unseen, 0)


def _fill_portions(s: State, draft: Draft, before: State) -> None:
    """The cuts and who took what; a pizza that was not cut before is cut evenly."""
    n = portions(s)
    for i in range(s.ring):
        s.share[int(draft.get(f"portion.{i}", i * n // s.ring))] |= 1 << i
    draft.put(s, "taker")
    takers = [taker - 1 for taker in s.taker[:n] if taker]
    taken, taking = len(takers), s.phase in TAKING
    if taking and not taken:
        raise BadPosition(say("editor.first_pick", stage=say("editor.pick")))
    if taken - taking >= n:
        raise BadPosition(say("editor.all_taken"))
    s.turn, s.jumped = taken - taking, jumper(draft)
    expected = [picker(s, turn) for turn in range(taken)]
    if sorted(takers) != sorted(expected):
        raise BadPosition(say("editor.takers", n=taken, names=listed(who(s, p) for p in expected)))
    if taking:
        own = [k + 1 for k in range(n) if s.taker[k] == picker(s, s.turn) + 1]
        s.chosen = before.chosen if before.chosen in own else own[-1]
    if s.phase == CHEW:
        s.plate = leafy(s)
    if s.phase == RETRO:
        s.bites_left = int(draft.get("bites", 2))


def note(s: State) -> str:
    return say("editor.note_offers" if s.variant == ADVANCED else "editor.note", aside=ASIDE)


EDITOR = Editor(names, places, paint, fields, fill, note)
