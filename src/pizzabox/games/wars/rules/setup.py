"""Set-up of Pizza Wars: pieces on their boards, and the cards (W3.1 to W3.5, W7.4)."""

from pizzabox.engine.bits import wide
from pizzabox.engine.kernel import inlined, kernel
from pizzabox.engine.rng import below

from .. import board
from ..board import FACES, FORMS, LEADERS, PERIOD, SIZES, STAFF, START, TURN
from ..state import State

LAYOUT, SHARED, OWN = 0, 1, 2
NO_CARDS, EQUAL, THREE, ONITAMA = 0, 1, 2, 3
KINDS_OF_CARD = 6


@inlined
def place(s: State, layout: int, random: int) -> None:
    """Put every side's pieces on its board, by the layout or drawn at random (W3.2 to W3.5)."""
    for side in range(board.SIDE_COUNT):
        s.team[side] = SIZES[layout] if side < 2 + s.boards3 else 0
        for i in range(s.team[side]):
            s.kind[board.PER_SIDE * side + i] = STAFF[layout, i]
        if random == OWN or (random == SHARED and side == 0):
            draw_staff(s, layout, side)
        elif random == SHARED:
            for i in range(s.team[side]):
                s.kind[board.PER_SIDE * side + i] = s.kind[i]
    for side in range(board.SIDE_COUNT):
        for i in range(s.team[side]):
            slot = board.PER_SIDE * side + i
            kind = s.kind[slot]
            s.where[slot] = START[s.boards3, side, layout, i]
            face = FACES[kind, FORMS[layout, i]] + TURN[s.boards3, side]
            s.face[slot] = face % PERIOD[kind]
            s.at[s.where[slot]] = slot + 1


@inlined
def draw_staff(s: State, layout: int, side: int) -> None:
    """Managers on their places, all others from the shuffled tiles; with two boards a Customer is always in (W3.4)."""
    n = s.team[side]
    free = 0
    for i in range(n):
        if LEADERS[layout, i]:
            s.kind[board.PER_SIDE * side + i] = board.MANAGER
        else:
            s.kind[board.PER_SIDE * side + i] = -1
            free += 1
    drivers = board.COUNTS[4]
    cooks = board.COUNTS[1]
    doughs = board.COUNTS[2]
    sauces = board.COUNTS[3]
    customers = board.COUNTS[board.CUSTOMER]
    if not s.boards3:
        customers = max(1, free - drivers - cooks - doughs - sauces)
        chosen = below(s, free)
        for i in range(n):
            if s.kind[board.PER_SIDE * side + i] < 0:
                if chosen == 0:
                    s.kind[board.PER_SIDE * side + i] = board.CUSTOMER
                chosen -= 1
        customers -= 1
    for i in range(n):
        if s.kind[board.PER_SIDE * side + i] >= 0:
            continue
        k = below(s, cooks + doughs + sauces + drivers + customers)
        if k < cooks:
            s.kind[board.PER_SIDE * side + i] = 1
            cooks -= 1
        elif k < cooks + doughs:
            s.kind[board.PER_SIDE * side + i] = 2
            doughs -= 1
        elif k < cooks + doughs + sauces:
            s.kind[board.PER_SIDE * side + i] = 3
            sauces -= 1
        elif k < cooks + doughs + sauces + drivers:
            s.kind[board.PER_SIDE * side + i] = 4
            drivers -= 1
        else:
            s.kind[board.PER_SIDE * side + i] = board.CUSTOMER
            customers -= 1


@inlined
def deal_cards(s: State, size: int) -> None:
    """Give out the Extra Toppings (W7.4)."""
    for k in range(KINDS_OF_CARD):
        s.rest[k] = board.COPIES if s.cards != NO_CARDS else 0
    if s.cards == EQUAL:
        for _ in range(3):
            k = draw_new_kind(s)
            for p in range(wide(s.players)):
                give(s, p, k)
    elif s.cards != NO_CARDS:
        for _ in range(2 if s.cards == ONITAMA else size):
            for p in range(wide(s.players)):
                give(s, p, draw_card(s))
        if s.cards == ONITAMA:
            s.neutral = draw_card(s)
            s.rest[s.neutral] -= 1


@kernel
def draw_new_kind(s: State) -> int:
    """One of the kinds that nobody has yet."""
    left = 0
    for k in range(KINDS_OF_CARD):
        left += s.rest[k] == board.COPIES
    n = below(s, left)
    for k in range(KINDS_OF_CARD):
        if s.rest[k] == board.COPIES:
            if n == 0:
                return k
            n -= 1
    return 0


@kernel
def draw_card(s: State) -> int:
    """The kind of a card drawn from the rest, each card equally likely."""
    left = 0
    for k in range(KINDS_OF_CARD):
        left += s.rest[k]
    n = below(s, left)
    for k in range(KINDS_OF_CARD):
        if n < s.rest[k]:
            return k
        n -= s.rest[k]
    return 0


@kernel
def give(s: State, player: int, k: int) -> None:
    """A card from the rest to a player's hand."""
    s.rest[k] -= 1
    s.holds[player, k] += 1
    s.held[player] += 1
