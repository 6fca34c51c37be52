"""Who has most of a kind, and what everything is worth (P5.1 to P5.7, and the offers that score)."""

from pizzabox.engine.bits import wide
from pizzabox.engine.kernel import inlined, kernel

from ..board import FIRST_TYPE, LEAVES, MIXED_TYPE, TOMATO, TOMATO_TYPE, TYPE_COUNT, TYPES, C, G, H, I, K, L
from ..move_codes import SOLO
from ..state import State


@kernel
def heads(s: State) -> int:
    """How many share the pizzas; in the solo game Jeff is the second (P9.1)."""
    return 2 if s.variant >= SOLO else s.players


@kernel
def whole(s: State, player: int, kind: int) -> int:
    """How many whole slices of a kind a player has saved."""
    n = 0
    first = FIRST_TYPE[kind]
    for t in range(first, first + TYPE_COUNT[kind]):
        n += s.saved[player, t]
    return n


@kernel
def halves(s: State, player: int, kind: int) -> int:
    """The same in half slices, with the mixed one (P5.2)."""
    return 2 * whole(s, player, kind) + s.saved[player, MIXED_TYPE[kind]]


@kernel
def eaten(s: State, player: int, kind: int) -> int:
    """How many slices of a kind a player has eaten."""
    n = 0
    first = FIRST_TYPE[kind]
    for t in range(first, first + TYPE_COUNT[kind]):
        n += s.ate[player, t]
    return n


@kernel
def holds(s: State, player: int, offer: int) -> bool:
    """Whether a player has that offer in front of them."""
    return s.holder[offer] == player + 1


@kernel
def majority(s: State, player: int, kind: int) -> int:
    """Points for having most of a kind: all who tie get them (P5.1, P5.3), unless offer I decides (P7.9)."""
    own = halves(s, player, kind)
    if own == 0:
        return 0
    for other in range(heads(s)):
        if other == player:
            continue
        his = halves(s, other, kind)
        if his > own or (his == own and holds(s, other, wide(I))):
            return 0
    return kind


@kernel
def tomatoes(s: State, player: int) -> int:
    """Two points for each saved tomato slice (P5.4)."""
    return 2 * s.saved[player, TOMATO_TYPE]


@kernel
def basil(s: State, player: int) -> int:
    """One point for each leaf on eaten slices (P5.5)."""
    n = 0
    for t in range(1, TYPES):
        n += s.ate[player, t] * LEAVES[t]
    return n


@inlined
def offer_points(s: State, player: int, offer: int) -> int:
    """What a player's offer brings at the end (P7.3, P7.7, P7.8, P7.11, P7.12)."""
    if not holds(s, player, offer):
        return 0
    if offer == C:
        return whole(s, player, wide(s.marked)) if s.marked else 0
    if offer == G:
        return 5
    n = 0
    for kind in range(TOMATO, 12):
        if offer == H:
            n += 1 if halves(s, player, kind) else 0
        elif offer == K:
            n += 1 if eaten(s, player, kind) else 0
        elif offer == L:
            n = max(n, eaten(s, player, kind))
    return n


@kernel
def majorities(s: State, player: int) -> int:
    """All points for kinds."""
    n = 0
    for kind in range(TOMATO + 1, 12):
        n += majority(s, player, kind)
    return n


@kernel
def offers(s: State, player: int) -> int:
    """All points of offers."""
    n = 0
    for offer in (C, G, H, K, L):
        n += offer_points(s, player, offer)
    return n


@kernel
def total(s: State, player: int) -> int:
    """A player's points if the game ended now (P5.6)."""
    return majorities(s, player) + tomatoes(s, player) + basil(s, player) + offers(s, player)


@inlined
def winners(s: State) -> int:
    """Most points, then most eaten slices, then a shared win (P5.7)."""
    best = -1
    won = 0
    for player in range(heads(s)):
        rank = 100 * total(s, player) + s.bites[player]
        if rank > best:
            best = rank
            won = 0
        if rank == best:
            won |= 1 << player
    return won
