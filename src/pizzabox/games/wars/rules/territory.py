"""Territory of Pizza Wars: who holds which hexes, and what a move would change (W5.1 to W5.6).

A move that is only thought of is given by three numbers: the hex it leaves (`gone`), the hex it takes (`come`) and the
side that moves; NONE where there is none. Sets of hexes come as one integer for each board.
"""

from pizzabox.engine.bits import count, highest, lowest, wide
from pizzabox.engine.kernel import inlined, kernel

from ..board import BOARD_BITS, HEX_AT, HOME, IN_PLAY, IN_SIDE, NONE, ON_LINES, PER_SIDE, SIDE_COUNT
from ..state import State


@kernel
def stand_now(s: State, side: int) -> tuple[int, ...]:
    """Where the pieces of a side stand on the lines: two words for each axis.

    The masks change no number: they tell the compiler that none is below 0.
    """
    e_low = 0
    e_high = 0
    se_low = 0
    se_high = 0
    sw_low = 0
    sw_high = 0
    for i in range(PER_SIDE * side, PER_SIDE * side + s.team[side]):
        k = (s.where[i & 63] + 1) & 127
        e_low |= ON_LINES[k, 0]
        e_high |= ON_LINES[k, 1]
        se_low |= ON_LINES[k, 2]
        se_high |= ON_LINES[k, 3]
        sw_low |= ON_LINES[k, 4]
        sw_high |= ON_LINES[k, 5]
    return e_low, e_high, se_low, se_high, sw_low, sw_high


@kernel
def moved(there: tuple[int, ...], gone: int, come: int) -> tuple[int, ...]:
    """The same pieces, without one on `gone` and with one on `come`."""
    k = gone + 1
    n = come + 1
    return (
        there[0] & ~ON_LINES[k, 0] | ON_LINES[n, 0],
        there[1] & ~ON_LINES[k, 1] | ON_LINES[n, 1],
        there[2] & ~ON_LINES[k, 2] | ON_LINES[n, 2],
        there[3] & ~ON_LINES[k, 3] | ON_LINES[n, 3],
        there[4] & ~ON_LINES[k, 4] | ON_LINES[n, 4],
        there[5] & ~ON_LINES[k, 5] | ON_LINES[n, 5],
    )


@kernel
def stand(s: State, side: int, gone: int, come: int, mover: int) -> tuple[int, ...]:
    """Where the pieces of a side would stand: the mover's piece leaves `gone`, a rival's leaves `come` (W4.1)."""
    there = stand_now(s, side)
    return moved(there, gone, come) if side == mover else moved(there, come, wide(NONE))


@kernel
def between(free: int, stops: int) -> int:
    """The free bits of all runs with a stop at both ends.

    A bit added to the lower end of a run carries through to the bit above it.
    """
    found = 0
    tops = (free + (stops << 1 & free)) & stops
    while tops:
        top = 1 << lowest(tops)
        found |= top - (2 << highest((top - 1) & ~free))
        tops ^= top
    return found


@kernel
def held_on(s: State, p: int, word: int, own: int, rivals: int) -> int:
    """The hexes that player p holds along the lines of one word (W5.1 to W5.3)."""
    home = HOME[p, word]
    stops = own | home
    found = between(IN_PLAY[s.boards3, word] & ~(stops | rivals), stops)
    return found | own & ~home if word < 2 else found


@kernel
def by_board(word: int, found: int, white: int, red: int, green: int) -> tuple[int, int, int]:
    """Sets of hexes with those added that a word of lines names."""
    while found:
        k = 64 * word + lowest(found)
        white |= BOARD_BITS[k, 0]
        red |= BOARD_BITS[k, 1]
        green |= BOARD_BITS[k, 2]
        found &= found - 1
    return white, red, green


@kernel
def land(s: State, p: int, own: tuple[int, ...], one: tuple[int, ...], two: tuple[int, ...]) -> tuple[int, int, int]:
    """All hexes that player p holds, where the pieces of p and of the two other sides stand like that."""
    white = 0
    red = 0
    green = 0
    white, red, green = by_board(wide(0), held_on(s, p, wide(0), own[0], one[0] | two[0]), white, red, green)
    white, red, green = by_board(wide(1), held_on(s, p, wide(1), own[1], one[1] | two[1]), white, red, green)
    white, red, green = by_board(wide(2), held_on(s, p, wide(2), own[2], one[2] | two[2]), white, red, green)
    white, red, green = by_board(wide(3), held_on(s, p, wide(3), own[3], one[3] | two[3]), white, red, green)
    white, red, green = by_board(wide(4), held_on(s, p, wide(4), own[4], one[4] | two[4]), white, red, green)
    return by_board(wide(5), held_on(s, p, wide(5), own[5], one[5] | two[5]), white, red, green)


@kernel
def hexes_held(s: State, p: int, gone: int, come: int, mover: int) -> tuple[int, int, int]:
    """All hexes that player p holds: occupied, on lines home, on lines between two pieces (W5.1 to W5.4)."""
    return land(
        s,
        p,
        stand(s, p, gone, come, mover),
        stand(s, (p + 1) % SIDE_COUNT, gone, come, mover),
        stand(s, (p + 2) % SIDE_COUNT, gone, come, mover),
    )


@kernel
def held_by(s: State, p: int) -> int:
    """How many rival hexes player p holds (W5.4)."""
    white, red, green = hexes_held(s, wide(p), wide(NONE), wide(NONE), wide(NONE))
    return count(white) + count(red) + count(green)


@kernel
def enough(s: State, p: int, white: int, red: int, green: int) -> bool:
    """Whether that territory wins: the goal, and with three boards a third of it from each rival (W6.1, W8.2)."""
    return count(white) + count(red) + count(green) >= s.goal[p] and thirds(s, p, white, red, green)


@kernel
def thirds(s: State, p: int, white: int, red: int, green: int) -> bool:
    """Whether that territory has, with three boards, a third of the own goal from each rival (W8.2)."""
    if not s.boards3:
        return True
    least = (s.goal[p] + 2) // 3
    return (p == 0 or count(white) >= least) and (p == 1 or count(red) >= least) and (p == 2 or count(green) >= least)


@kernel
def pivots_on(s: State, p: int, word: int, own: int, movers: int, others: int) -> int:
    """The pieces among `movers` that alone stand in a line of player p, along the lines of one word."""
    stops = own | HOME[p, word]
    free = IN_PLAY[s.boards3, word] & ~(stops | movers | others)
    first = stops << 1
    after = ((free + (first & free) | first) & movers & ~stops) << 1
    ends = (free + (after & free) | after) & stops
    found = 0
    while ends:
        end = 1 << lowest(ends)
        c = HEX_AT[64 * word + highest((end - 1) & ~free)]
        found |= 1 << (s.at[c] - 1 & IN_SIDE)
        ends ^= end
    return found


@kernel
def pivots(s: State, p: int, own: tuple[int, ...], movers: tuple[int, ...], others: tuple[int, ...]) -> int:
    """The pieces of a side that alone stand in a line of player p: moving one of these may give p hexes (W6.2).

    Nothing else a move does can: where it lands it only breaks lines, and what it pranks held none open.
    """
    return (
        pivots_on(s, p, wide(0), own[0], movers[0], others[0])
        | pivots_on(s, p, wide(1), own[1], movers[1], others[1])
        | pivots_on(s, p, wide(2), own[2], movers[2], others[2])
        | pivots_on(s, p, wide(3), own[3], movers[3], others[3])
        | pivots_on(s, p, wide(4), own[4], movers[4], others[4])
        | pivots_on(s, p, wide(5), own[5], movers[5], others[5])
    )


@inlined
def gives_win(s: State, gone: int, come: int) -> bool:
    """Whether that move hands a rival of the player to act the win: W6.2, and not a close call, W6.3."""
    me = s.player
    own = 0
    counted = False
    for p in range(SIDE_COUNT):
        if p >= s.players or p == me or s.out >> p & 1:
            continue
        white, red, green = hexes_held(s, wide(p), wide(gone), wide(come), wide(s.side))
        if not enough(s, p, white, red, green):
            continue
        if not counted:
            my_white, my_red, my_green = hexes_held(s, wide(me), wide(gone), wide(come), wide(s.side))
            if thirds(s, me, my_white, my_red, my_green):
                own = count(my_white) + count(my_red) + count(my_green)
            counted = True
        if own <= count(white) + count(red) + count(green):
            return True
    return False


@inlined
def delicate_for(s: State, p: int, own: tuple[int, ...], movers: tuple[int, ...], others: tuple[int, ...]) -> int:
    """The pieces of the side to move whose leaving could hand player p the win."""
    found = 0
    if p >= s.players or p == s.player or s.out >> p & 1:
        return found
    left = pivots(s, p, own, movers, others)
    while left:
        i = lowest(left)
        white, red, green = land(s, p, own, moved(movers, wide(s.where[PER_SIDE * s.side + i]), wide(NONE)), others)
        if enough(s, p, white, red, green):
            found |= 1 << i
        left &= left - 1
    return found


@kernel
def delicate_among(s: State, movers: tuple[int, ...], one: tuple[int, ...], two: tuple[int, ...]) -> int:
    """`delicate`, where the side to move and the next ones stand like that."""
    found = 0
    for k in range(1, SIDE_COUNT):
        found |= delicate_for(s, (s.side + k) % SIDE_COUNT, one, movers, two)
        one, two = two, one
    return found


@kernel
def delicate(s: State) -> int:
    """The pieces of the side to move whose leaving could hand a rival the win: their moves need a look (W6.2)."""
    side = wide(s.side)
    return delicate_among(
        s, stand_now(s, side), stand_now(s, (side + 1) % SIDE_COUNT), stand_now(s, (side + 2) % SIDE_COUNT)
    )
