"""What a move of Pizza Theory would do, as far as its player can know."""

from itertools import product

from pizzabox.engine.presentation import Preview, listed

from .board import LINES
from .evaluation import toppings_after
from .phrases import names_of_colours, say
from .rules import COLOUR_COUNT, FIRST_CUT, HIDDEN, PUT, colour, triple
from .state import State


def outlook(s: State, player: int, chosen: tuple[str, ...], code: int | None) -> Preview:
    """The pizza with the topping or the own cutter on it; for a cut also what it brings over the others' cuts."""
    if code is None:
        return Preview()
    own = colour(s, player)
    after = s.copy()
    if code < FIRST_CUT:
        after.spaces[s.spare if code >= PUT else own] |= 1 << code % PUT
        return Preview.as_is((), after)
    after.cut[own] = code - FIRST_CUT + 1
    after.sealed |= 1 << player
    counts = _counts_after(after)
    means = [round(sum(each) / len(each), 1) for each in counts]
    names = names_of_colours(s)
    others = listed(say("preview.other", name=names[c], n=means[c]) for c in range(COLOUR_COUNT) if c != own)
    bounds = {"low": min(counts[own]), "high": max(counts[own]), "now": s.spaces[own].bit_count()}
    line = say("preview.cut", cut=after.cut[own], mean=means[own], others=others, **bounds)
    return Preview((line,), after, plain=Preview((), after))


def _counts_after(s: State) -> list[tuple[int, ...]]:
    """Each colour's toppings after the round, for every combination of the cuts that are not known."""
    lines = [range(1, LINES + 1) if cut in (0, HIDDEN) else [cut] for cut in s.cut]
    found = (toppings_after(s.spaces[0], s.spaces[1], s.spaces[2], triple(s.label, cuts)) for cuts in product(*lines))
    return list(zip(*(map(int, counts) for counts in found), strict=True))
