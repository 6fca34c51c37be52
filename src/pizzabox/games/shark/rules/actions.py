"""Slices, anchovies, trays and the action icons of Pizza Shark. Rule ids are those of rules.md."""

from pizzabox.engine.bits import lowest, wide
from pizzabox.engine.kernel import inlined, kernel
from pizzabox.engine.state import Numbers

from .. import board
from ..board import COST, ICONS, PARTS
from ..board.deck import MOST_ICONS
from ..state import State

TINS = 3
"""The anchovies in the maw, after the three types of slices."""
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
def fits(s: State, p: int, t: int, h: int) -> bool:
    """Whether a slice of that type may lie on that half (S3.2, S3.3)."""
    return s.filled[p, h] < board.SPACES and (s.half[p, h] == 0 or s.half[p, h] == t + 1)


@kernel
def has_room(s: State, p: int, t: int) -> bool:
    """Whether a slice of that type fits anywhere on the tray (S3.2)."""
    for h in range(board.HALVES):
        if fits(s, p, t, h):
            return True
    return False


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


@inlined
def can_use(s: State, p: int, kind: int) -> bool:
    """Whether an icon can do anything now (S4.3 to S4.8)."""
    if kind < board.TAKE_ANY:
        return s.supply[kind - board.TAKE] + s.maw[kind - board.TAKE] > 0
    if kind == board.TAKE_ANY:
        return s.supply[0] + s.maw[0] + s.supply[1] + s.maw[1] + s.supply[2] + s.maw[2] > 0
    if kind == board.ANCHOVY:
        return s.can + s.maw[TINS] > 0
    if kind < board.PLACE_ANY:
        return s.stock[p, kind - board.PLACE] > 0 and has_room(s, p, kind - board.PLACE)
    if kind == board.PLACE_ANY:
        for t in range(3):
            if s.stock[p, t] > 0 and has_room(s, p, t):
                return True
        return False
    for q in range(wide(s.players)):
        if not opponent(s, p, q):
            continue
        if kind < board.STEAL_ANY:
            if s.stock[q, kind - board.STEAL] > 0:
                return True
        elif kind in (board.STEAL_ANCHOVY, board.FEED_ANCHOVY):
            if s.tins[q] > 0:
                return True
        else:
            for t in range(3):
                if s.stock[q, t] > 0 and (kind != board.HEIST or has_room(s, p, t)):
                    return True
    return False


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
def usable(s: State, p: int, kinds: int) -> bool:
    """Whether any of these kinds of icons can be used (S4.2, S7.3)."""
    while kinds:
        if can_use(s, p, lowest(kinds)):
            return True
        kinds &= kinds - 1
    return False


@inlined
def icon_moves(s: State, p: int, goal: bool, out: Numbers) -> int:
    """Every way to use an icon that is left, of the goal card or of the played cards (S4.2 to S4.8)."""
    n = 0
    kinds = icons(s, p, wide(goal))
    while kinds:
        kind = lowest(kinds)
        kinds &= kinds - 1
        if kind < board.TAKE_ANY:
            if s.supply[kind - board.TAKE] + s.maw[kind - board.TAKE] > 0:
                out[n] = board.M_TAKE + kind - board.TAKE
                n += 1
        elif kind == board.TAKE_ANY:
            for t in range(3):
                if s.supply[t] + s.maw[t] > 0:
                    out[n] = board.M_TAKE_ANY + t
                    n += 1
        elif kind == board.ANCHOVY:
            if s.can + s.maw[TINS] > 0:
                out[n] = board.M_ANCHOVY
                n += 1
        elif kind <= board.PLACE_ANY:
            for t in range(3):
                if s.stock[p, t] == 0 or (kind != board.PLACE_ANY and kind - board.PLACE != t):
                    continue
                first = board.M_PLACE_ANY if kind == board.PLACE_ANY else board.M_PLACE
                for h in range(board.HALVES):
                    if fits(s, p, t, h):
                        out[n] = first + t * board.HALVES + h
                        n += 1
        else:
            n = attack_icon_moves(s, p, kind, out, wide(n))
    return n


@inlined
def attack_icon_moves(s: State, p: int, kind: int, out: Numbers, n: int) -> int:
    """Icons against an opponent: steal, feed, steal and plate (S4.5, S4.7, S4.8)."""
    if kind in (board.STEAL_ANCHOVY, board.FEED_ANCHOVY):
        first = board.M_STEAL_ANCHOVY if kind == board.STEAL_ANCHOVY else board.M_FEED_ANCHOVY
        for q in range(wide(s.players)):
            if opponent(s, p, q) and s.tins[q] > 0:
                out[n] = first + q
                n += 1
        return n
    for t in range(3):
        if kind < board.STEAL_ANY and kind - board.STEAL != t:
            continue
        for q in range(wide(s.players)):
            if s.stock[q, t] == 0 or not opponent(s, p, q):
                continue
            if kind == board.HEIST:
                for h in range(board.HALVES):
                    if fits(s, p, t, h):
                        out[n] = board.M_HEIST + (t * board.PLAYERS + q) * board.HALVES + h
                        n += 1
            else:
                first = (
                    board.M_FEED
                    if kind == board.FEED
                    else (board.M_STEAL_ANY if kind == board.STEAL_ANY else board.M_STEAL)
                )
                out[n] = first + t * board.PLAYERS + q
                n += 1
    return n


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
    for t in range(3):
        if s.stock[p, t] > 0 and has_room(s, p, t):
            return False
    return True


@kernel
def set_moves(s: State, p: int, out: Numbers) -> int:
    """Slices of one type on any halves they fit (S3.1, S3.2)."""
    n = 0
    for t in range(3):
        if s.stock[p, t] == 0 or (s.placing[p] != board.NONE and s.placing[p] != t):
            continue
        for h in range(board.HALVES):
            if fits(s, p, t, h):
                out[n] = board.SET + t * board.HALVES + h
                n += 1
    return n
