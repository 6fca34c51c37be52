"""A round at the table: pile, cuts, picks, bites, and the offers in between. One act at a time (`act`).

What happens by itself (the last pile, the last portion, all that Jeff does) is an act too; `rules.play` asks for it.
"""

from pizzabox.engine.bits import count, wide
from pizzabox.engine.kernel import inlined, kernel

from .. import board
from .. import move_codes as codes
from ..board import CUTS, FIRST_TYPE, LEAVES, PILES, PORTIONS, TYPE_COUNT, WAYS
from ..state import State
from .offers import barred, can_bite, from_box, has_kind, portion_of, ready, shift_to
from .scoring import heads, winners


@kernel
def slicer(s: State) -> int:
    """Who holds the knife: it passes clockwise each round (P2.1)."""
    return (s.first + s.rounds) % heads(s)


@kernel
def picker(s: State, turn: int) -> int:
    """Who picks at that turn: left of the slicer first (P3.1, P3.2), after whoever plays offer F (P7.6); the hard Jeff
    before you in any case (P9.7)."""
    if s.variant == codes.SOLO_HARD:
        return (codes.JEFF + turn) % 2
    n = heads(s)
    knife = slicer(s)
    if s.jumped == 0:
        return (knife + 1 + turn) % n
    jumper = s.jumped - 1
    if turn == 0:
        return jumper
    place = (jumper - knife - 1 + n) % n
    return (knife + turn) % n if turn - 1 < place else (knife + 1 + turn) % n


@kernel
def acting(s: State) -> int:
    """Whose decision is next, or -1."""
    phase = s.phase
    if phase in (codes.PILE, codes.DIVIDE):
        return slicer(s)
    if phase in (codes.PICK, codes.CHEW, codes.RETRO, codes.DRAW, codes.TASTE, codes.MARK):
        return picker(s, wide(s.turn))
    if phase in (codes.DIBS, codes.NIBBLE):
        return s.holder[board.D] - 1
    if phase == codes.JUMP:
        return s.holder[board.F] - 1
    if phase == codes.LAST:
        return s.holder[board.J] - 1
    return -1


@kernel
def start_round(s: State) -> None:
    """An empty table; the slicer is to choose a pile (P2.2)."""
    s.phase = codes.PILE
    s.ring = 0
    s.turn = 0
    s.jumped = 0
    s.chosen = 0
    s.tile = 0
    s.tile_at = 0
    for i in range(board.RING):
        s.pizza[i] = 0
    for k in range(board.PLAYERS):
        s.share[k] = 0
        s.taker[k] = 0


@inlined
def serve(s: State, pile: int) -> None:
    """Read the offer, lay the slices in a ring in drawing order (P2.2, P2.3, P6.1)."""
    s.news += 1
    s.stock &= ~(1 << pile)
    for i in range(board.RING):
        s.pizza[i] = s.piles[pile, i]
        s.piles[pile, i] = 0
    s.ring = board.RING
    if s.variant == codes.ADVANCED:
        offer = s.lids[pile] - 1
        s.lids[pile] = 0
        s.seen |= 1 << offer
        while barred(s) >> offer & 1:
            s.gone |= 1 << offer
            offer = from_box(s)
            s.seen |= 1 << offer
        s.tile = offer + 1
    s.phase = codes.DIBS if ready(s, wide(board.D)) else codes.DIVIDE


@inlined
def division(s: State, number: int) -> tuple[int, int]:
    """Cut lines (bits) and place of the offer (a portion; portions - 1 when alone; -1: none) of a division.

    Without an offer the number counts the sets of cut lines. With one it counts sets and portions to lay it on, then
    the sets of one line less, which leave the offer a portion of its own (P2.4 to P2.6, P6.3).
    """
    n = PORTIONS[heads(s)]
    row = s.ring - 10
    if s.tile == 0:
        return CUTS[row, n, number], -1
    with_slices = WAYS[row, n] * n
    if number < with_slices:
        return CUTS[row, n, number // n], number % n
    return CUTS[row, n - 1, number - with_slices], n - 1


@kernel
def divisions(s: State) -> int:
    """How many ways there are to cut the pizza on the table (P2.4 to P2.6, P6.3)."""
    n = PORTIONS[heads(s)]
    row = s.ring - 10
    if s.tile == 0:
        return int(WAYS[row, n])
    return int(WAYS[row, n] * n + WAYS[row, n - 1])


@inlined
def divide(s: State, number: int) -> None:
    """Cut: portions count from the lowest line on, clockwise (P2.4 to P2.6); the offer gets its place (P6.3)."""
    cuts, place = division(s, number)
    lay(s, cuts)
    s.tile_at = place + 1
    s.turn = 0
    if ready(s, wide(board.F)) and s.holder[board.F] - 1 != picker(s, wide(0)):
        s.phase = codes.JUMP
    else:
        s.phase = codes.PICK


@kernel
def lay(s: State, cuts: int) -> None:
    """Fill the portions from the cut lines."""
    portion = count(cuts) - 1
    for i in range(s.ring):
        if cuts >> i & 1:
            portion = (portion + 1) % count(cuts)
        s.share[portion] |= 1 << i


@kernel
def open_portions(s: State) -> int:
    """The portions nobody has taken yet, as bits."""
    free = 0
    for k in range(PORTIONS[heads(s)]):
        if s.taker[k] == 0:
            free |= 1 << k
    return free


@inlined
def pick(s: State, player: int, portion: int) -> None:
    """Take a portion: bare slices are saved at once, the others wait for a decision (P3.3, P4.1, P4.4)."""
    s.taker[portion] = player + 1
    s.chosen = portion + 1
    s.plate = 0
    for i in range(s.ring):
        if s.share[portion] >> i & 1:
            if LEAVES[s.pizza[i]] == 0:
                s.saved[player, s.pizza[i]] += 1
            else:
                s.plate |= 1 << i
    if s.tile_at == portion + 1:
        s.holder[s.tile - 1] = player + 1
    if s.plate:
        s.phase = codes.CHEW
    else:
        use_tile(s, player)


@kernel
def eat(s: State, player: int, kind_of_slice: int) -> None:
    """One slice is eaten, face down (P4.2)."""
    s.ate[player, kind_of_slice] += 1
    s.bites[player] += 1


@inlined
def chew(s: State, player: int, mask: int) -> None:
    """Eat the chosen slices of the portion and save the rest (P4.1 to P4.3)."""
    for i in range(s.ring):
        if s.plate >> i & 1:
            if mask >> i & 1:
                eat(s, player, s.pizza[i])
            else:
                s.saved[player, s.pizza[i]] += 1
    s.plate = 0
    use_tile(s, player)


@kernel
def use_tile(s: State, player: int) -> None:
    """Offers A, B and C take effect with the portion they came with (P7.1 to P7.3)."""
    if s.tile_at != s.chosen:
        next_turn(s)
        return
    offer = s.tile - 1
    if offer == board.A and can_bite(s, player):
        s.phase = codes.RETRO
        s.bites_left = 2
    elif offer == board.B:
        s.phase = codes.DRAW
    elif offer == board.C and has_kind(s, player):
        s.phase = codes.MARK
    else:
        if offer in (board.A, board.C):
            s.used |= 1 << offer
        next_turn(s)


@kernel
def done_with(s: State, offer: int) -> None:
    """An offer of this round is used up; the picks go on."""
    s.used |= 1 << offer
    next_turn(s)


@kernel
def next_turn(s: State) -> None:
    """The next player picks; after the last portion the round is over (P3.1, P3.4)."""
    s.turn += 1
    s.chosen = 0
    if s.turn < PORTIONS[heads(s)]:
        s.phase = codes.PICK
        return
    s.rounds += 1
    start_round(s)
    if s.rounds == PILES[heads(s)]:
        if ready(s, wide(board.J)) and can_bite(s, s.holder[board.J] - 1):
            s.phase = codes.LAST
        else:
            finish(s)


@kernel
def finish(s: State) -> None:
    """The end: everything is turned up and counted (P5.6, P5.7)."""
    s.news += 1
    s.phase = codes.OVER
    s.used |= s.seen & board.AT_END & ~s.gone
    s.won = winners(s)


@kernel
def take(s: State, place: int) -> None:
    """Offer D: a slice leaves the uncut pizza and the ring closes (P7.4)."""
    s.hand = s.pizza[place]
    for i in range(place, board.RING - 1):
        s.pizza[i] = s.pizza[i + 1]
    s.pizza[board.RING - 1] = 0
    s.ring = board.RING - 1
    s.used |= 1 << board.D
    s.phase = codes.NIBBLE


@inlined
def settle_hand(s: State, player: int, move: int) -> None:
    """Eat or save the single slice in hand (P7.2, P7.4)."""
    if move == codes.EAT_IT:
        eat(s, player, s.hand)
    else:
        s.saved[player, s.hand] += 1
    s.hand = 0
    if s.phase == codes.NIBBLE:
        s.phase = codes.DIVIDE
    else:
        done_with(s, wide(board.B))


@inlined
def devour(s: State, player: int, kind: int) -> None:
    """Offer J: all whole slices of a kind are eaten before scoring (P7.10)."""
    first = FIRST_TYPE[kind]
    for t in range(first, first + TYPE_COUNT[kind]):
        while s.saved[player, t] > 0:
            s.saved[player, t] -= 1
            eat(s, player, t)


@inlined
def leave(s: State) -> None:
    """An offer is not used, now or for good (P6.4)."""
    if s.phase == codes.DIBS:
        s.phase = codes.DIVIDE
    elif s.phase == codes.JUMP:
        s.phase = codes.PICK
    elif s.phase == codes.RETRO:
        s.bites_left = 0
        done_with(s, wide(board.A))
    elif s.phase == codes.DRAW:
        done_with(s, wide(board.B))
    else:
        finish(s)


@inlined
def play_one(s: State, player: int, move: int) -> None:
    """Apply one move and nothing that follows by itself."""
    if move >= codes.CUTTING:
        divide(s, move - codes.CUTTING)
    elif move >= codes.EAT:
        chew(s, player, move - codes.EAT)
    elif move < codes.PORTION:
        serve(s, move)
    elif move < codes.SHIFT:
        pick(s, player, move - codes.PORTION)
    elif move < codes.TAKE:
        place = (move - codes.SHIFT) // 2
        there = shift_to(s, place, (move - codes.SHIFT) % 2)
        s.share[portion_of(s, place)] &= ~(1 << place)
        s.share[there] |= 1 << place
        s.used |= 1 << board.E
    elif move < codes.FIRST:
        take(s, move - codes.TAKE)
    elif move == codes.FIRST:
        s.jumped = player + 1
        s.used |= 1 << board.F
        s.phase = codes.PICK
    elif move == codes.PASS:
        leave(s)
    elif move == codes.REVEAL:
        s.news += 1
        s.aside_left -= 1
        s.hand = s.aside[s.aside_left]
        s.aside[s.aside_left] = 0
        s.phase = codes.TASTE
    elif move <= codes.SAVE_IT:
        settle_hand(s, player, move)
    elif move < codes.CHOOSE:
        s.saved[player, move - codes.BITE] -= 1
        eat(s, player, move - codes.BITE)
        s.bites_left -= 1
        if s.bites_left == 0 or not can_bite(s, player):
            s.bites_left = 0
            done_with(s, wide(board.A))
    elif move < codes.DEVOUR:
        s.marked = move - codes.CHOOSE
        done_with(s, wide(board.C))
    else:
        devour(s, player, move - codes.DEVOUR)
        finish(s)
