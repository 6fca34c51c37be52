"""What each player sees of Pizza Wars, what the others might hold, and the laws every position keeps."""

from pizzabox.engine.bits import wide
from pizzabox.engine.kernel import inlined, kernel

from .board import COPIES, COUNTS, CUSTOMER, PER_SIDE, PERIOD, SIDE_COUNT, N
from .rules import MOVE
from .rules.setup import KINDS_OF_CARD, draw_card, give
from .rules.steps import can_move, can_play_card
from .state import State


@inlined
def show_secrets(s: State, viewer: int, view: State) -> None:
    """The own cards, and all others when they do not lie face down (W7.4)."""
    for k in range(KINDS_OF_CARD):
        if not s.face_down:
            view.rest[k] = s.rest[k]
        for p in range(SIDE_COUNT):
            if not s.face_down or p == viewer:
                view.holds[p, k] = s.holds[p, k]


@inlined
def guess_secrets(view: State, viewer: int, s: State) -> None:
    """Deal the cards nobody has shown anew: each hand its number, the rest to the rest (W7.4).

    A player who is to move and can do so only with a card has such a card (W6.4, W7.6): other deals are thrown away.
    """
    if not view.face_down:
        return
    wanted = 0
    if view.phase == MOVE and view.player != viewer and view.side == view.player and not can_move(s):
        wanted = useful(s)
    deal_anew(view, viewer, s)
    there = 0
    for k in range(KINDS_OF_CARD):
        if wanted >> k & 1:
            there += s.rest[k]
            for p in range(wide(view.players)):
                if p != viewer:
                    there += s.holds[p, k]
    while there and view.held[view.player] and not has_any(s, wanted):
        deal_anew(view, viewer, s)


@inlined
def useful(s: State) -> int:
    """The kinds of cards (bits) with which the player to act, whose hand is not known, could move (W7.6)."""
    found = 0
    for k in range(KINDS_OF_CARD):
        s.holds[s.player, k] = 1
        if can_play_card(s):
            found |= 1 << k
        s.holds[s.player, k] = 0
    return found


@kernel
def has_any(s: State, kinds: int) -> bool:
    """Whether the player to act holds a card of one of these kinds."""
    found = False
    for k in range(KINDS_OF_CARD):
        if kinds >> k & 1 and s.holds[s.player, k]:
            found = True
    return found


@kernel
def deal_anew(view: State, viewer: int, s: State) -> None:
    """All cards that the viewer does not know, dealt to the hands they may be in."""
    for p in range(wide(view.players)):
        if p != viewer:
            s.held[p] = 0
            for k in range(KINDS_OF_CARD):
                s.holds[p, k] = 0
    for k in range(KINDS_OF_CARD):
        s.rest[k] = COPIES
        for p in range(SIDE_COUNT):
            s.rest[k] -= s.spent[p, k] + s.holds[p, k]
    for p in range(wide(view.players)):
        if p != viewer:
            for _ in range(view.held[p]):
                give(s, p, draw_card(s))


@inlined
def audit_laws(s: State) -> int:
    """The laws: slots and hexes agree (1), kinds stay in number (2), pieces are on the board or pranked (3), facings
    are those of the kind (4)."""
    lying = 0
    for c in range(N):
        if s.at[c]:
            lying += 1
            if s.where[s.at[c] - 1] != c:
                return 1
    pieces = 0
    gone = 0
    for side in range(SIDE_COUNT):
        for kind in range(KINDS_OF_CARD):
            n = 0
            for i in range(PER_SIDE * side, PER_SIDE * side + s.team[side]):
                n += s.kind[i] == kind
            if n > COUNTS[kind]:
                return 2
        for i in range(PER_SIDE * side, PER_SIDE * side + s.team[side]):
            if s.where[i] >= 0:
                pieces += 1
                if s.face[i] >= PERIOD[s.kind[i]]:
                    return 4
            elif s.kind[i] == CUSTOMER:
                return 3
        gone += s.team[side] - s.taken[side]
    return 3 if pieces != lying or pieces != gone else 0
