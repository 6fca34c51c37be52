"""Pizzeria: the rules as kernels. Rule ids are those of rules.md.

Players sit clockwise in order of their numbers. A round's acts are in round_flow.py, what they bring in
scoring.py, and the habits of the solo opponent in jeff.py.
"""

from pizzabox.engine.bits import count, lowest, wide
from pizzabox.engine.kernel import inlined, kernel
from pizzabox.engine.rng import below, scale
from pizzabox.engine.state import Numbers

from .. import move_codes as codes
from ..board import ASIDE, EVERY_OFFER, LEAVES, PILES, TOMATO, TYPES
from ..state import State
from .dealing import deal, fresh_pool
from .jeff import jeff_move
from .offers import has_shift, out_of_game, shift_to
from .round_flow import acting, divisions, open_portions, play_one, start_round
from .scoring import heads, total, whole

__all__ = ["State", "actors", "begin", "moves", "over", "play", "returns", "scores"]

RANDOM = -1


@inlined
def begin(s: State, options: Numbers) -> None:
    """Shuffle, make piles of eleven, put three aside, lay an offer on each pile (P1.4 to P1.7, P6.1)."""
    s.players = options[0]
    s.variant = options[1]
    s.leaves = options[3]
    s.eaten = options[4]
    n = heads(s)
    s.first = below(s, n) if options[2] == RANDOM else options[2]
    s.stock = (1 << PILES[n]) - 1
    s.aside_left = ASIDE
    fresh_pool(s)
    deal(s, EVERY_OFFER & ~out_of_game(s))
    start_round(s)
    settle(s, wide(-1), wide(-1))


@inlined
def forced(s: State) -> int:
    """The move that comes by itself, or -1: last pile (P2.2), last portion (P3.1), bare slice (P4.4), Jeff (P9.1)."""
    if s.phase == codes.PILE and count(s.stock) == 1:
        return codes.SERVE + lowest(s.stock)
    if s.phase == codes.PICK:
        free = open_portions(s)
        if count(free) == 1:
            return codes.PORTION + lowest(free)
    if s.phase in (codes.NIBBLE, codes.TASTE) and LEAVES[s.hand] == 0:
        return codes.SAVE_IT
    if s.variant >= codes.SOLO and s.phase != codes.OVER and acting(s) == codes.JEFF:
        return jeff_move(s, wide(codes.JEFF))
    return -1


@kernel
def settle(s: State, player: int, move: int) -> None:
    """Apply a move, or none when it is -1, and then all that happens without a choice."""
    while True:
        if move >= 0:
            play_one(s, player, move)
        move = forced(s)
        if move < 0:
            return
        player = acting(s)


@kernel
def play(s: State, player: int, move: int) -> None:
    """Apply a move and all that follows by itself (P2.2 to P7.12, P9.1)."""
    settle(s, player, move)


@kernel
def actors(s: State) -> int:
    """One player decides at a time (P2.1, P3.1, P3.3)."""
    return 1 << acting(s) if s.phase != codes.OVER else 0


@kernel
def moves(s: State, player: int, out: Numbers) -> int:
    """Legal moves of a player (P2.2 to P4.1, P6.3 to P7.10)."""
    if s.phase == codes.OVER or acting(s) != player:
        return 0
    phase = s.phase
    if phase == codes.DIVIDE:
        n = divisions(s)
        for i in range(n):
            out[i] = codes.CUTTING + i
        return n
    if phase == codes.CHEW:
        return eat_moves(s.plate, out)
    if phase == codes.PICK:
        return pick_moves(s, player, out)
    if phase == codes.PILE:
        return bit_moves(s.stock, codes.SERVE, out)
    return offer_moves(s, player, out)


@kernel
def random_move(s: State, player: int, dice: int, out: Numbers) -> int:
    """A legal move, drawn without the list where that is long: divisions (P2.2) and what is eaten (P4.1)."""
    if s.phase == codes.DIVIDE:
        return codes.CUTTING + scale(dice, divisions(s))
    if s.phase == codes.CHEW:
        return codes.EAT + spread(scale(dice, 1 << count(s.plate)), s.plate)
    n = moves(s, player, out)
    return wide(out[scale(dice, n)])


@inlined
def spread(x: int, plate: int) -> int:
    """The lowest bits of a number, laid on the set bits of a portion."""
    made = 0
    rest = plate
    while rest:
        made |= (x & 1) << lowest(rest)
        x >>= 1
        rest &= rest - 1
    return made


@kernel
def eat_moves(plate: int, out: Numbers) -> int:
    """Every set of slices of the portion may be eaten (P4.1)."""
    n = 0
    chosen = 0
    while True:
        out[n] = codes.EAT + chosen
        n += 1
        if chosen == plate:
            return n
        chosen = (chosen - plate) & plate


@kernel
def bit_moves(bits: int, base: int, out: Numbers) -> int:
    """A move for each bit."""
    n = 0
    rest = bits
    while rest:
        out[n] = base + lowest(rest)
        n += 1
        rest &= rest - 1
    return n


@inlined
def pick_moves(s: State, player: int, out: Numbers) -> int:
    """Portions on the table (P3.1), and the slices that offer E can move before (P7.5)."""
    n = bit_moves(open_portions(s), codes.PORTION, out)
    if has_shift(s, player):
        for i in range(s.ring):
            for clockwise in range(2):
                if shift_to(s, i, clockwise) >= 0:
                    out[n] = codes.SHIFT + 2 * i + clockwise
                    n += 1
    return n


@inlined
def offer_moves(s: State, player: int, out: Numbers) -> int:
    """What an offer lets its holder do (P7.1 to P7.4, P7.6, P7.10)."""
    n = 0
    phase = s.phase
    if phase == codes.DIBS:
        for i in range(s.ring):
            out[n] = codes.TAKE + i
            n += 1
    elif phase == codes.JUMP:
        out[n] = codes.FIRST
        n += 1
    elif phase == codes.DRAW:
        out[n] = codes.REVEAL
        n += 1
    elif phase in (codes.NIBBLE, codes.TASTE):
        out[0] = codes.EAT_IT
        out[1] = codes.SAVE_IT
        return 2
    elif phase == codes.RETRO:
        for t in range(1, TYPES):
            if s.saved[player, t] > 0 and LEAVES[t] > 0:
                out[n] = codes.BITE + t
                n += 1
    else:
        base = codes.CHOOSE if phase == codes.MARK else codes.DEVOUR
        for kind in range(TOMATO if phase == codes.MARK else TOMATO + 1, 12):
            if whole(s, player, kind):
                out[n] = base + kind
                n += 1
        if phase == codes.MARK:
            return n
    out[n] = codes.PASS
    return n + 1


@kernel
def scores(s: State, out: Numbers) -> None:
    """Points if the game ended now, as far as they are known (P5.6)."""
    for player in range(wide(s.players)):
        out[player] = total(s, player)
