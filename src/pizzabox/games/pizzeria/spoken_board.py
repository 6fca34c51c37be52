"""The table of Pizzeria in sentences, for those who cannot see it: the own seat, the pizza, then the others."""

from pizzabox.engine.presentation import listed, own_and_others, sentence

from .board import OFFERS, PILES
from .move_codes import OVER
from .phrases import called, offer_on, portion_places, say, slice_name, who
from .rules.round_flow import slicer
from .rules.scoring import heads
from .state import State
from .words import offer_said, seat_said, spell


def described(s: State, viewer: int) -> list[str]:
    n, rounds = heads(s), int(PILES[heads(s)])
    told = [sentence(say("board.round", round=min(s.rounds + 1, rounds), rounds=rounds))]
    if s.phase != OVER:
        told.append(sentence(say("board.knife", name=who(s, slicer(s)))))
        told += [say("spoken.piles", n=s.stock.bit_count())] if s.stock else []
    told += [say("spoken.you", name=called(viewer, False))] if viewer >= 0 else []
    own, others = own_and_others(viewer, n)
    told += [sentence(seat_said(s, p)) for p in own]
    told += _pizza(s)
    if s.hand:
        told.append(sentence(say("board.hand", slice=slice_name(s.hand))))
    told += [sentence(seat_said(s, p)) for p in others]
    told += [sentence(offer_said(s, offer)) for offer in range(len(OFFERS)) if s.holder[offer] or s.tile == offer + 1]
    if s.phase == OVER:
        told.append(say("spoken.aside", slices=listed(slice_name(t) for t in s.aside if t)))
    return told


def _pizza(s: State) -> list[str]:
    """The slices clockwise, by portions once it is cut."""
    if not any(s.share):
        return [say("spoken.pizza", slices=_slices(s, list(range(s.ring))))] if s.ring else []
    made = []
    for k, share in enumerate(s.share.tolist()):
        if share or offer_on(s, k):
            made.append(sentence(spell(s, f"portion {k + 1}")))
            if s.taker[k]:
                made[-1] += " " + say("what.taken", name=who(s, s.taker[k] - 1))
            lies = share and (not s.taker[k] or s.chosen == k + 1)  # what was eaten and saved is told of its player
            made += [say("spoken.inside", slices=_slices(s, portion_places(s, k)))] if lies else []
    return made


def _slices(s: State, places: list[int]) -> str:
    return "; ".join(say("spoken.slice", n=i + 1, what=slice_name(s.pizza[i])) for i in places)
