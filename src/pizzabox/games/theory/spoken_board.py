"""The pizza of Pizza Theory in sentences, for those who cannot see it: the own colour, the last cuts, then the rest."""

from pizzabox.engine.bits import count, members
from pizzabox.engine.catalogue import introduced
from pizzabox.engine.contract import hides
from pizzabox.engine.presentation import listed, sentence

from .board import LINES, NAMES
from .phrases import by_label, cut_state, player_of, say
from .rules import ADD, COLOUR_COUNT, HIDDEN, OVER, TOPPINGS, colour
from .state import State
from .story import last_slices
from .words import line_said, part_said


def described(s: State, viewer: int) -> list[str]:
    told = [say("spoken.round", n=max(1, s.rounds if s.phase == OVER else s.rounds + 1))]
    own = colour(s, viewer) if viewer >= 0 else -1
    if own >= 0:
        told += [say("spoken.you", name=say(f"colour.{own}")), _colour(s, own, viewer)]
    slices = last_slices(s) if s.phase in (ADD, OVER) else ()
    if slices:
        cuts = (say("spoken.cut", name=say(f"colour.{c}"), cut=s.last_cut[c]) for c in range(COLOUR_COUNT))
        told.append(say("spoken.cuts", cuts=listed(cuts), n=len(slices)))
    told += [_colour(s, c, viewer) for c in by_label(s.label) if c != own]
    for part in slices:
        spaces = part_said(tuple(NAMES[i] for i in members(part.spaces)))
        told.append(say("spoken.slice", slice=part.letter, spaces=spaces))
    if viewer >= 0 and s.phase != OVER:
        label = s.label[own]
        told.append(say("spoken.lines"))
        told += [sentence(line_said(label, cut)) for cut in range(1, LINES + 1)]
    return told


def _colour(s: State, c: int, viewer: int) -> str:
    """A colour: its label, where its toppings lie, what is known of its cut."""
    held = s.spaces[c]
    player = player_of(s, c)
    known = {
        "label": say(f"label.{s.label[c]}"),
        "n": count(held),
        "all": TOPPINGS,
        "spaces": listed(NAMES[i] for i in members(held)),
    }
    told = say("spoken.colour", name=introduced(player, say(f"colour.{c}")), **known)
    told += f" {say('spoken.unselected')}" if player < 0 else ""
    secret = viewer >= 0 and player >= 0 and hides(s, player, viewer)
    cut = HIDDEN if secret else s.cut[c]
    return f"{told} {sentence(cut_state(cut))}" if cut else told
