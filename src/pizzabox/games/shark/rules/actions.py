"""Slices, anchovies, trays and the action icons of Pizza Shark. Rule ids are those of rules.md."""

from pizzabox.engine.bits import count, lowest, nth, wide
from pizzabox.engine.kernel import inlined, kernel
from pizzabox.engine.rng import scale
from pizzabox.engine.state import Numbers

from .. import board
from ..board import COST, ICONS, PARTS, WAYS
from ..board.deck import MOST_ICONS
from ..state import State

TINS = 3
"""The anchovies in the maw, after the three types of slices."""
ALL_HALVES = (1 << board.HALVES) - 1
NEXT = board.HALVES - 1
"""How far a bit moves so that there is room for all halves between it and the one below."""
IDLE, PLACING, PLAYING = 0, 1, 2
SETUP, ACTING, PASSING, UPGRADING, LURING, EATING, OVER = 0, 1, 2, 3, 4, 5, 6


@kernel
def partner(p: int) -> int:
    """Who sits across, with four players (S8.1)."""
    return (p + 2) % board.PLAYERS


@kernel
def opponent(s: State, p: int, q: int) -> bool:
    """Whether q is an opponent of p: anybody else, with four players the other team (S4.7)."""
    if s.players == board.PLAYERS:
        return (p + q) % 2 == 1
    return p != q


@kernel
def take_slice(s: State, p: int, t: int) -> None:
    """A slice from the supply; an empty supply is filled from the maw (S4.6)."""
    if s.supply[t] == 0:
        s.supply[t] = s.maw[t]
        s.maw[t] = 0
    s.supply[t] -= 1
    s.stock[p, t] += 1


@kernel
def take_anchovy(s: State, p: int) -> None:
    """An anchovy from the supply, if there is one (S4.6)."""
    if s.can == 0:
        s.can = s.maw[TINS]
        s.maw[TINS] = 0
    if s.can > 0:
        s.can -= 1
        s.tins[p] += 1


@kernel
def stocked(s: State, p: int) -> int:
    """The types of slices that a player has collected, as bits."""
    return int((s.stock[p, 0] > 0) | (s.stock[p, 1] > 0) << 1 | (s.stock[p, 2] > 0) << 2)


@kernel
def halves_for(types: int) -> int:
    """All halves for slices of these types, as bits."""
    return (types & 1 | (types & 2) << NEXT | (types & 4) << 2 * NEXT) * ALL_HALVES


@kernel
def room(s: State, p: int) -> int:
    """The halves that slices may lie on, as bits, for one type after the other (S3.2, S3.3)."""
    found = 0
    for h in range(board.HALVES):
        if s.filled[p, h] < board.SPACES:
            if s.half[p, h] == 0:
                found |= board.EVERY_TYPE << h
            else:
                found |= 1 << (board.HALVES * (s.half[p, h] - 1) + h)
    return found


@kernel
def room_for(s: State, p: int, kinds: int) -> int:
    """The same where any of these icons lays a slice there; else nobody asks."""
    return room(s, p) if kinds & board.PLACERS else 0


@kernel
def finished(s: State, p: int, t: int) -> int:
    """How many halves of that type are full (S7.2)."""
    n = 0
    for h in range(board.HALVES):
        if s.half[p, h] == t + 1 and s.filled[p, h] == board.SPACES:
            n += 1
    return n


@kernel
def plate(s: State, p: int, t: int, h: int) -> None:
    """Lay a slice on a half for good (S3.3, S3.4); it may win the game (S6.1) or reach a goal (S7.2)."""
    s.half[p, h] = t + 1
    s.filled[p, h] += 1
    s.placed[p] += 1
    if s.placed[p] == board.FULL and (s.players < board.PLAYERS or s.placed[partner(p)] == board.FULL):
        s.won = 1 << p
        if s.players == board.PLAYERS:
            s.won |= 1 << partner(p)
        stop(s)
    elif s.goals == 1 and s.filled[p, h] == board.SPACES:
        claim(s, p, t)


@inlined
def claim(s: State, p: int, t: int) -> None:
    """The goal of that type, if this half reaches it first: its anchovy, its icons, the card to the trash (S7.3)."""
    card = s.goal[t]
    if card < 0 or s.claimed[t] >= 0 or finished(s, p, t) < COST[s.deck, card]:
        return
    s.claimed[t] = p
    s.tins[p] += 1
    s.trash |= 1 << card
    for i in range(MOST_ICONS):
        if ICONS[s.deck, card, i] >= 0:
            s.bonus[p, ICONS[s.deck, card, i]] += 1


@kernel
def stop(s: State) -> None:
    """The game is over; nothing is left to do."""
    s.phase = OVER
    for p in range(board.PLAYERS):
        s.step[p] = IDLE
        s.placing[p] = board.NONE
        s.gift[p] = 0
        s.owed[p] = 0
        for k in range(board.KIND_COUNT):
            s.left[p, k] = 0
            s.bonus[p, k] = 0


@kernel
def icons(s: State, p: int, goal: int) -> int:
    """The kinds of icons not used yet, as bits: of the goal card or of the two played cards (S4.2, S7.3)."""
    found = 0
    for k in range(board.KIND_COUNT):
        held = s.bonus[p, k] if goal else s.left[p, k]
        found |= (held > 0) << k
    return found


@kernel
def owes_goal(s: State, p: int) -> bool:
    """Whether a goal card is being played (S7.3)."""
    return s.goals == 1 and icons(s, p, wide(1)) != 0


@kernel
def prey(s: State, p: int) -> int:
    """The opponents with slices, as bits, for one type after the other (S4.5, S4.7, S4.8)."""
    found = 0
    for q in range(wide(s.players)):
        if opponent(s, p, q):
            for t in range(3):
                found |= (s.stock[q, t] > 0) << (t * board.PLAYERS + q)
    return found


@kernel
def rich(s: State, p: int) -> int:
    """The opponents with anchovies, as bits (S4.7, S4.8)."""
    found = 0
    for q in range(wide(s.players)):
        if opponent(s, p, q):
            found |= (s.tins[q] > 0) << q
    return found


@kernel
def openings(s: State, p: int, kinds: int, tray: int) -> int:
    """What these kinds of icons can be used for now (`WAYS`), with such room on the tray (S4.3 to S4.8)."""
    found = (s.can + s.maw[TINS] > 0) << board.CAN
    for t in range(3):
        found |= (s.supply[t] + s.maw[t] > 0) << (board.SUPPLY + t)
    if kinds & board.PLACERS:
        found |= (tray & halves_for(stocked(s, p))) << board.ROOM
    if kinds & board.ROBBERS:
        found |= prey(s, p) << board.PREY
    if kinds & board.ANGLERS:
        found |= rich(s, p) << board.RICH
    return found


@kernel
def rows(kinds: int) -> int:
    """The rows of these icons in `WAYS`, as bits."""
    return kinds | (kinds >> board.HEIST) * 6 << board.HEIST


@kernel
def ways(row: int, found: int, tray: int) -> int:
    """What an icon can be used for now, as bits in the order of its move codes (S4.3 to S4.8)."""
    here = found >> WAYS[row, 0] & WAYS[row, 1]
    if row < board.HEIST:
        return int(here)
    halves = tray >> board.HALVES * (row - board.HEIST) & ALL_HALVES
    apart = here & 1 | (here & 2) << NEXT | (here & 4) << 2 * NEXT | (here & 8) << 3 * NEXT
    return int(apart * halves)


@kernel
def usable(s: State, p: int, kinds: int) -> bool:
    """Whether any of these kinds of icons can be used (S4.2, S7.3)."""
    tray = room_for(s, p, kinds)
    found = openings(s, p, kinds, tray)
    left = rows(kinds)
    while left:
        if ways(lowest(left), found, tray):
            return True
        left &= left - 1
    return False


@kernel
def icon_moves(s: State, p: int, goal: int, out: Numbers) -> int:
    """Every way to use an icon that is left, of the goal card or of the played cards (S4.2 to S4.8)."""
    kinds = icons(s, p, goal)
    tray = room_for(s, p, kinds)
    found = openings(s, p, kinds, tray)
    n = 0
    left = rows(kinds)
    while left:
        row = lowest(left)
        n = listed(wide(WAYS[row, 2]), ways(row, found, tray), out, n)
        left &= left - 1
    return n


@kernel
def listed(first: int, found: int, out: Numbers, n: int) -> int:
    """Add moves that are bits to a list of n, from that code on."""
    while found:
        out[n] = first + lowest(found)
        n += 1
        found &= found - 1
    return n


@kernel
def random_icon_move(s: State, p: int, goal: int, dice: int) -> int:
    """One of these moves or, behind them, to use no more icons, drawn without the list (S4.2 to S4.8, S7.3)."""
    kinds = icons(s, p, goal)
    tray = room_for(s, p, kinds)
    found = openings(s, p, kinds, tray)
    n = 0
    left = rows(kinds)
    while left:
        n += count(ways(lowest(left), found, tray))
        left &= left - 1
    k = scale(dice, n + 1)
    left = rows(kinds)
    while left:
        row = lowest(left)
        here = ways(row, found, tray)
        if k < count(here):
            return int(WAYS[row, 2] + nth(here, k))
        k -= count(here)
        left &= left - 1
    return board.DONE


@inlined
def use(s: State, p: int, move: int) -> None:
    """Use one icon, of the goal card first (S4.2 to S4.8, S7.3)."""
    kind, t, q, h = PARTS[move, 0], PARTS[move, 1], PARTS[move, 2], PARTS[move, 3]
    if owes_goal(s, p):
        s.bonus[p, kind] -= 1
    else:
        s.left[p, kind] -= 1
    if kind <= board.TAKE_ANY:
        take_slice(s, p, t)
    elif kind == board.ANCHOVY:
        take_anchovy(s, p)
    elif kind <= board.PLACE_ANY or kind == board.HEIST:
        s.stock[q if kind == board.HEIST else p, t] -= 1
        plate(s, p, t, h)
    elif kind <= board.STEAL_ANY:
        s.stock[q, t] -= 1
        s.stock[p, t] += 1
    elif kind == board.STEAL_ANCHOVY:
        s.tins[q] -= 1
        s.tins[p] += 1
    elif kind == board.FEED:
        s.stock[q, t] -= 1
        s.maw[t] += 1
    else:
        s.tins[q] -= 1
        s.maw[TINS] += 1


@kernel
def nothing_to_place(s: State, p: int) -> bool:
    """Whether no collected slice fits the tray (S3.1)."""
    return room(s, p) & halves_for(stocked(s, p)) == 0


@kernel
def places(s: State, p: int) -> int:
    """The halves for slices of one type, as bits, for one type after the other (S3.1, S3.2)."""
    types = stocked(s, p)
    if s.placing[p] != board.NONE:
        types &= 1 << s.placing[p]
    return room(s, p) & halves_for(types)
