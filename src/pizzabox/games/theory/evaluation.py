"""What bots and learners see of Pizza Theory."""

from pizzabox.engine.bits import count, wide
from pizzabox.engine.kernel import inlined, kernel
from pizzabox.engine.lookup_table import lookup_table
from pizzabox.engine.state import Floats
from pizzabox.engine.win_returns import share_wins

from .board import LINES, MOST_SLICES, SLICE_COUNT, SLICES, N
from .rules import COLOUR_COUNT, CUT, HIDDEN, OVER, TOPPINGS, colour
from .state import State

FEATURES = COLOUR_COUNT * N + COLOUR_COUNT * 8 + 4
LOWEST = sum(1 << 8 * i for i in range(MOST_SLICES))
HIGHEST = LOWEST << 7
"""The lowest and the highest bits of the bytes of all slices."""


def _spread() -> list[int]:
    """Divisions that stand for all 216: a few, and what they become when the pizza is turned."""
    found: set[tuple[int, int, int]] = set()
    for a, b, c in ((0, 0, 4), (0, 1, 2), (1, 3, 3)):
        for x, y, z in ((a, b, c), (b, c, a), (c, a, b)):
            found |= {(x, y, z), (LINES - 1 - x, LINES - 1 - y, LINES - 1 - z)}
    return [36 * a + 6 * b + c for a, b, c in sorted(found)]


SPREAD = lookup_table(_spread())
WORTH = lookup_table(
    (
        (1, 10, 24, 52, 100, 206, 360, 540, 765, 1155, 1402, 2046, 2343, 2527, 3998, 5056),
        (4, 21, 39, 61, 100, 150, 236, 323, 412, 573, 664, 925, 1176, 1462, 1861, 2674),
        (1, 2, 12, 21, 40, 64, 84, 106, 139, 180, 215, 249, 281, 351, 424, 511),
    )
)
"""What so many toppings at the start of a round are worth: winners of games are drawn in proportion to it. For players
when two play, when three play, and for the colour nobody plays."""


@inlined
def toppings_after(r: int, g: int, w: int, division: int) -> tuple[int, int, int]:
    """How many toppings each colour would have after these cuts (the counting form of `replace`).

    A number holds the counts of all slices side by side, a byte each, and the comparisons of all slices in the highest
    bits of these bytes.
    """
    in_r, in_g, in_w = 0, 0, 0
    for i in range(SLICE_COUNT[division]):
        part = SLICES[division, i]
        in_r = in_r << 8 | count(r & part)
        in_g = in_g << 8 | count(g & part)
        in_w = in_w << 8 | count(w & part)
    most_r = no_less(in_r, in_g) & no_less(in_r, in_w)
    most_g = no_less(in_g, in_r) & no_less(in_g, in_w)
    most_w = no_less(in_w, in_r) & no_less(in_w, in_g)
    lost_r = in_r & filled(HIGHEST & ~most_r) if crowded(in_r) else 0
    lost_g = in_g & filled(HIGHEST & ~most_g) if crowded(in_g) else 0
    lost_w = in_w & filled(HIGHEST & ~most_w) if crowded(in_w) else 0
    lost = lost_r + lost_g + lost_w
    end_r = in_r - lost_r + (lost & filled(most_r & ~most_g & ~most_w))
    end_g = in_g - lost_g + (lost & filled(most_g & ~most_r & ~most_w))
    end_w = in_w - lost_w + (lost & filled(most_w & ~most_r & ~most_g))
    return all_slices(end_r), all_slices(end_g), all_slices(end_w)


@kernel
def no_less(some: int, others: int) -> int:
    """The highest bit of each slice that has as many of some as of others."""
    return ((some | HIGHEST) - others) & HIGHEST


@kernel
def filled(slices: int) -> int:
    """The bits of the counts of slices that are given by their highest bits."""
    return slices - (slices >> 7)


@kernel
def crowded(counts: int) -> bool:
    """Whether any slice has two or more (T3.6)."""
    return (counts + 126 * LOWEST) & HIGHEST != 0


@kernel
def all_slices(counts: int) -> int:
    """The sum of all slices."""
    return counts * LOWEST >> 8 * (MOST_SLICES - 1) & 255


@kernel
def value(s: State, out: Floats) -> None:
    """Each player's expected return if the cuts still open fall anywhere: a finished game counts as it ends, another by
    what so many toppings are worth at the start of a round."""
    if s.phase == OVER:
        share_wins(s.won, s.players, True, out)
        return
    low0, high0 = cut_range(s, wide(0))
    low1, high1 = cut_range(s, wide(1))
    low2, high2 = cut_range(s, wide(2))
    worlds = 0
    for_r, for_g, for_w = 0.0, 0.0, 0.0
    if high0 - low0 == high1 - low1 == high2 - low2 == LINES:
        for i in range(len(SPREAD)):
            r, g, w = chances(s, SPREAD[i])
            for_r += r
            for_g += g
            for_w += w
        worlds = len(SPREAD)
    else:
        step0, step1, step2 = label_step(s, wide(0)), label_step(s, wide(1)), label_step(s, wide(2))
        for a in range(low0, high0):
            for b in range(low1, high1):
                for c in range(low2, high2):
                    r, g, w = chances(s, a * step0 + b * step1 + c * step2)
                    for_r += r
                    for_g += g
                    for_w += w
                    worlds += 1
    for player in range(s.players):
        mine = colour(s, player)
        total = for_r if mine == 0 else for_g if mine == 1 else for_w
        out[player] = 2.0 * total / worlds - 1.0


@kernel
def chances(s: State, division: int) -> tuple[float, float, float]:
    """Each colour's chance to win after these cuts (T4.2 to T4.5, T5.6)."""
    r, g, w = toppings_after(s.spaces[0], s.spaces[1], s.spaces[2], division)
    most = max(r, g, w)
    if most >= TOPPINGS or s.rounds + 1 >= s.cap:
        rest = 0
        if s.spare == 0:
            rest = r
            r = -1
        elif s.spare == 1:
            rest = g
            g = -1
        elif s.spare == 2:
            rest = w
            w = -1
        best = max(r, g, w)
        if rest > best:
            return 0.0, 0.0, 0.0
        part = 1.0 / ((r == best) + (g == best) + (w == best))
        return part if r == best else 0.0, part if g == best else 0.0, part if w == best else 0.0
    row = s.players - 2
    in_r = WORTH[2 if s.spare == 0 else row, r]
    in_g = WORTH[2 if s.spare == 1 else row, g]
    in_w = WORTH[2 if s.spare == 2 else row, w]
    total = in_r + in_g + in_w
    return in_r / total, in_g / total, in_w / total


@kernel
def cut_range(s: State, c: int) -> tuple[int, int]:
    """The lines a colour's cut may still be on: one when it is known, else all six."""
    if s.cut[c] == 0 or s.cut[c] == HIDDEN:
        return 0, LINES
    return s.cut[c] - 1, s.cut[c]


@kernel
def label_step(s: State, c: int) -> int:
    """The weight of a colour's line in the number of a triple of cuts."""
    if s.label[c] == 0:
        return 36
    if s.label[c] == 1:
        return 6
    return 1


@kernel
def features(view: State, viewer: int, out: Floats) -> None:
    """The board by colour (the viewer's own first), then each colour's count, label, cut and seal, then the round."""
    own = colour(view, viewer) if viewer >= 0 else 0
    k = 0
    for d in range(COLOUR_COUNT):
        c = (own + d) % COLOUR_COUNT
        for i in range(N):
            out[k] = view.spaces[c] >> i & 1
            k += 1
    for d in range(COLOUR_COUNT):
        c = (own + d) % COLOUR_COUNT
        out[k] = count(view.spaces[c]) / TOPPINGS
        for label in range(COLOUR_COUNT):
            out[k + 1 + label] = 1.0 if view.label[c] == label else 0.0
        out[k + 4] = view.cut[c] / LINES if view.cut[c] != HIDDEN else 0.0
        out[k + 5] = 1.0 if view.cut[c] != 0 else 0.0
        out[k + 6] = view.last_cut[c] / LINES
        out[k + 7] = 1.0 if c == view.spare else 0.0
        k += 8
    out[k] = view.rounds / view.cap
    out[k + 1] = view.turn / 3.0
    out[k + 2] = 1.0 if view.phase == CUT else 0.0
    out[k + 3] = view.first / 3.0
