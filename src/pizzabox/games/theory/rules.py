"""Pizza Theory: the rules as kernels. Rule ids are those of rules.md.

Colours are 0 red, 1 green, 2 white and sit clockwise in that order; with three players, player p has colour p. With
two, the unselected colour (`spare`) has no player. The board stands still and the labels 1st, 2nd, 3rd travel: a label
owns its direction of cut lines, and whoever holds it cuts along them (T4.1).
"""

from collections.abc import Sequence

from pizzabox.engine.bits import count, lowest, nth
from pizzabox.engine.kernel import inlined, kernel
from pizzabox.engine.rng import below, scale
from pizzabox.engine.state import Ints, Numbers

from .board import ALL, AROUND, LINES, SLICE_COUNT, SLICES, START, TOUCH, N
from .state import State

COLOUR_COUNT = 3
TOPPINGS = 16
ADD, SPARE, CUT, OVER = 0, 1, 2, 3
HIDDEN = 7
"""Stands in a view for a cut that is chosen but not yet revealed."""

PUT = N
"""Codes: 0 to 36 add an own topping there, PUT + space places the unselected colour's, FIRST_CUT + line cuts."""
FIRST_CUT = 2 * N
CODES = FIRST_CUT + LINES
NOBODY, RANDOM = -1, -1


@kernel
def colour(s: State, player: int) -> int:
    """The colour of a player (T5.1)."""
    if s.spare >= 0 and player >= s.spare:
        return player + 1
    return player


@inlined
def begin(s: State, options: Numbers) -> None:
    """Set-up: two toppings each on the X spaces of the label in front (T1.1 to T1.5, T5.1)."""
    s.players = options[0]
    s.layout = options[1]
    s.cap = options[2]
    s.spare = options[4] if s.players == 2 else NOBODY
    if options[3] == RANDOM:
        s.first = below(s, s.players)
    else:
        s.first = options[3] - (1 if 0 <= s.spare < options[3] else 0)
    head = colour(s, s.first)
    for c in range(COLOUR_COUNT):
        s.label[c] = (c - head + COLOUR_COUNT) % COLOUR_COUNT
        s.spaces[c] = START[s.layout, s.label[c]]
    start_round(s)


@kernel
def start_round(s: State) -> None:
    """A new round begins with adding (T2.1)."""
    s.phase = ADD
    s.turn = 0
    s.skipped = 0
    skip_stuck(s)


@kernel
def open_spaces(s: State, c: int) -> int:
    """The empty spaces not next to a topping of colour c (T2.2)."""
    closed = s.spaces[0] | s.spaces[1] | s.spaces[2]
    own = s.spaces[c]
    for i in range(len(AROUND)):
        closed |= AROUND[i, own >> 8 * i & 255]
    return ALL & ~closed


@kernel
def spare_spaces(s: State) -> int:
    """The empty spaces that touch the unselected colour's cutter (T5.4)."""
    taken = s.spaces[0] | s.spaces[1] | s.spaces[2]
    return int(TOUCH[s.label[s.spare], s.cut[s.spare] - 1] & ~taken)


@kernel
def places(s: State, player: int) -> tuple[int, int]:
    """Where a player may put a topping, and the first code of such moves: an own one, or one of the spare colour."""
    if s.phase == ADD:
        return open_spaces(s, colour(s, player)), 0
    return spare_spaces(s), PUT


@kernel
def adder(s: State) -> int:
    """The player whose turn it is to add (T2.1, T5.2)."""
    return (s.first + s.turn) % s.players


@kernel
def skip_stuck(s: State) -> None:
    """Pass over players without a legal space (T2.3); after the last one the cuts begin."""
    while s.turn < s.players:
        player = adder(s)
        if open_spaces(s, colour(s, player)):
            return
        s.skipped |= 1 << player
        s.turn += 1
    if s.spare >= 0:
        roll(s)
    else:
        s.phase = CUT


@kernel
def roll(s: State) -> None:
    """The die of the unselected colour gives its cut; then it gets a topping beside it if one fits (T5.3, T5.5)."""
    s.cut[s.spare] = 1 + below(s, LINES)
    s.news += 1
    s.phase = SPARE if spare_spaces(s) else CUT


@kernel
def actors(s: State) -> int:
    """Who may act: one adder (T2.1), the first player for the spare colour (T5.4), all who have yet to cut (T3.1)."""
    if s.phase == ADD:
        return 1 << adder(s)
    if s.phase == SPARE:
        return 1 << s.first
    if s.phase == CUT:
        return ((1 << s.players) - 1) & ~s.sealed
    return 0


@kernel
def moves(s: State, player: int, out: Numbers) -> int:
    """Legal moves of a player (T2.2, T3.1, T5.4)."""
    if not actors(s) >> player & 1:
        return 0
    n = 0
    if s.phase == CUT:
        for line in range(LINES):
            out[line] = FIRST_CUT + line
        return LINES
    free, base = places(s, player)
    while free:
        out[n] = base + lowest(free)
        n += 1
        free &= free - 1
    return n


@kernel
def random_move(s: State, player: int, dice: int, codes: Numbers) -> int:
    """A legal move drawn without the list (T2.2, T3.1, T5.4)."""
    if s.phase == CUT:
        return FIRST_CUT + scale(dice, LINES)
    free, base = places(s, player)
    return int(base + nth(free, scale(dice, count(free))))


@kernel
def play(s: State, player: int, move: int) -> None:
    """Apply a move (T2.1, T3.1, T5.4); the last cut of a round resolves it (T3.2 to T4.4)."""
    if move < PUT:
        s.spaces[colour(s, player)] |= 1 << move
        s.turn += 1
        skip_stuck(s)
    elif move < FIRST_CUT:
        s.spaces[s.spare] |= 1 << (move - PUT)
        s.phase = CUT
    else:
        s.cut[colour(s, player)] = move - FIRST_CUT + 1
        s.sealed |= 1 << player
        if s.sealed == (1 << s.players) - 1:
            resolve(s)


@inlined
def resolve(s: State) -> None:
    """Reveal, replace, check for the end, rotate (T3.2 to T4.4)."""
    s.news += 1
    s.sealed = 0
    for c in range(COLOUR_COUNT):
        s.before[c] = s.spaces[c]
        s.last_label[c] = s.label[c]
        s.last_cut[c] = s.cut[c]
        s.cut[c] = 0
    replace(s, triple(s.last_label, s.last_cut))
    s.rounds += 1
    settle(s)
    if s.phase != OVER:
        rotate(s)


@kernel
def triple(label: Sequence[int] | Ints, cut: Sequence[int] | Ints) -> int:
    """The number of a division in the table of slices, from labels and cuts by colour (T1.3)."""
    number = 0
    for c in range(COLOUR_COUNT):
        weight = 36
        for _ in range(label[c]):
            weight //= LINES
        number += weight * (cut[c] - 1)
    return number


@inlined
def replace(s: State, division: int) -> None:
    """Give every slice to its leader, all at once (T3.3 to T3.7)."""
    r, g, w = s.spaces[0], s.spaces[1], s.spaces[2]
    n = SLICE_COUNT[division]
    safe_r = True
    safe_g = True
    safe_w = True
    for i in range(n):
        part = SLICES[division, i]
        safe_r = safe_r and alone(r & part)
        safe_g = safe_g and alone(g & part)
        safe_w = safe_w and alone(w & part)
    for i in range(n):
        part = SLICES[division, i]
        in_r = count(r & part)
        in_g = count(g & part)
        in_w = count(w & part)
        most = max(in_r, in_g, in_w)
        if most == 0:
            continue
        lost = 0
        if in_r < most and not safe_r:
            lost |= s.spaces[0] & part
        if in_g < most and not safe_g:
            lost |= s.spaces[1] & part
        if in_w < most and not safe_w:
            lost |= s.spaces[2] & part
        if lost == 0:
            continue
        s.spaces[0] &= ~lost
        s.spaces[1] &= ~lost
        s.spaces[2] &= ~lost
        if (in_r == most) + (in_g == most) + (in_w == most) == 1:
            if in_r == most:
                s.spaces[0] |= lost
            elif in_g == most:
                s.spaces[1] |= lost
            else:
                s.spaces[2] |= lost


@kernel
def alone(spaces: int) -> bool:
    """At most one topping (T3.6)."""
    return spaces & (spaces - 1) == 0


@kernel
def settle(s: State) -> None:
    """Has somebody all toppings on the pizza, or is the cap reached (T4.2 to T4.5, T5.6)?"""
    best = 0
    for player in range(s.players):
        best = max(best, count(s.spaces[colour(s, player)]))
    rest = count(s.spaces[s.spare]) if s.spare >= 0 else 0
    if best < TOPPINGS and rest < TOPPINGS and s.rounds < s.cap:
        return
    s.phase = OVER
    if rest > best:
        return
    for player in range(s.players):
        if count(s.spaces[colour(s, player)]) == best:
            s.won |= 1 << player


@kernel
def rotate(s: State) -> None:
    """Everybody gets the label of the neighbour on the right (T4.1); with two the first player alternates (T5.2)."""
    for c in range(COLOUR_COUNT):
        s.label[c] = (s.label[c] + 2) % COLOUR_COUNT
    s.first = (s.first + 1) % s.players
    start_round(s)


@kernel
def scores(s: State, out: Numbers) -> None:
    """Toppings on the pizza, counted without limit (T4.3)."""
    for player in range(s.players):
        out[player] = count(s.spaces[colour(s, player)])
