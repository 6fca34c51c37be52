"""Pizza Wars: the rules as kernels. Rule ids are those of rules.md.

Sides are 0 White, 1 Red, 2 Green, clockwise; player p has side p. With a Double Agent there are two players and three
sides, and `side` says whose piece is moved while `player` says who moves it. A piece is number i of its team and has
slot PER_SIDE * side + i for the whole game. A turn is two moves in a row: a move or prank, then a rotation (W1.4).
"""

from pizzabox.engine.bits import count, wide
from pizzabox.engine.kernel import inlined, kernel
from pizzabox.engine.rng import below, scale
from pizzabox.engine.state import Numbers

from .. import board
from ..board import LONGEST, MARK, MARK_CARD, MARK_OPENING, MARK_TURN, PERIOD
from ..state import State
from . import steps
from .setup import KINDS_OF_CARD, ONITAMA, deal_cards, place
from .steps import can_move, can_play_card, card_allows, has_cards, kth, lawful, listed, need, step_sets, target
from .territory import delicate, enough, held_by, land, stand_now

MOVE, ROTATE, SPUN, OVER = 0, 1, 2, 3
CODES = board.TEAM * steps.STEPS
GOAL, STUCK, QUIET, REPEATED = 1, 2, 3, 4
"""How a game ended."""
RANDOM = -1
AGENT = 2


@inlined
def begin(s: State, options: Numbers) -> None:
    """Set-up (W1.1 to W1.3, W3.1 to W3.5, W6.1, W7.4, W9.1)."""
    s.players = options[0]
    s.agent = options[11]
    s.boards3 = 1 if s.players == 3 or s.agent else 0
    s.cards = options[8]
    s.face_down = options[10]
    s.patience = options[12]
    for p in range(board.SIDE_COUNT):
        s.goal[p] = options[4 + p] if options[4 + p] else options[3]
    place(s, LONGEST[s.boards3] if options[1] == board.LONG else options[1], options[2])
    deal_cards(s, options[9])
    s.player = below(s, s.players) if options[7] == RANDOM else options[7]
    s.side = s.player
    s.opening = 1
    s.past[0] = mark(s)


@kernel
def mark(s: State) -> int:
    """A number that tells this position from others: pieces, facings, who is to move, open cards (W6.7).

    With the Agent the first turn of the game is like no other: no Agent's turn follows it.
    """
    total = MARK_TURN[s.player, s.side]
    if s.agent and s.opening:
        total ^= MARK_OPENING[0]
    for side in range(board.SIDE_COUNT):
        for i in range(board.PER_SIDE * side, board.PER_SIDE * side + s.team[side]):
            if s.where[i] >= 0:
                total ^= MARK[s.where[i], 36 * side + 6 * s.kind[i] + s.face[i]]
        if s.cards:
            for k in range(KINDS_OF_CARD):
                open_count = s.holds[side, k] if s.cards == ONITAMA else s.spent[side, k]
                total ^= MARK_CARD[side, k, open_count]
    return int(total)


@kernel
def actors(s: State) -> int:
    """One player acts (W1.4, W9.3)."""
    if s.phase == OVER:
        return 0
    return 1 << s.player


@kernel
def moves(s: State, player: int, out: Numbers) -> int:
    """Legal moves of a player: a move, prank or card (W2.4, W4.1, W7.1), or the rotation (W2.6)."""
    if s.phase == OVER or player != s.player:
        return 0
    if s.phase != MOVE:
        return second_moves(s, out)
    step_sets(s, out)
    return card_moves(s, out, listed(s, out))


@kernel
def random_move(s: State, player: int, dice: int, codes: Numbers) -> int:
    """A legal move, drawn without the list where that is long: moves and pranks without a card (W2.4, W4.1)."""
    if s.phase != MOVE:
        n = second_moves(s, codes)
    else:
        n = step_sets(s, codes)
        if not has_cards(s):
            return kth(codes, scale(dice, n))
        n = card_moves(s, codes, listed(s, codes))
    return wide(codes[scale(dice, n)])


@kernel
def second_moves(s: State, out: Numbers) -> int:
    """The rotations that end a turn (W2.6), or the moves of a piece that a card has spun (W7.2)."""
    n = 0
    if s.phase == ROTATE:
        for i in range(s.team[s.side]):
            slot = board.PER_SIDE * s.side + i
            if s.where[slot] >= 0:
                out[n] = steps.STEPS * i + steps.RIGHT
                n += 1
                if s.kind[slot] != board.CUSTOMER:
                    out[n] = steps.STEPS * i + steps.LEFT
                    n += 1
        return n
    care = delicate(s)
    for step in range(steps.RIGHT):
        if need(s, wide(s.spun), wide(s.face[s.spun]), step) != 0:
            continue
        if lawful(s, wide(s.spun), target(s, s.where[s.spun], step), care, wide(0)):
            out[n] = steps.STEPS * (s.spun & board.IN_SIDE) + step
            n += 1
    return n


@kernel
def card_moves(s: State, out: Numbers, n: int) -> int:
    """Add the moves with a card to the n without one (W7.1 to W7.5)."""
    if has_cards(s):
        care = delicate(s)
        for i in range(s.team[s.side]):
            if s.where[board.PER_SIDE * s.side + i] < 0:
                continue
            for step in range(steps.STEPS):
                if card_allows(s, board.PER_SIDE * s.side + i, step, care):
                    out[n] = steps.STEPS * i + step
                    n += 1
    return n


@kernel
def play(s: State, player: int, move: int) -> None:
    """Apply a move, prank, card or rotation (W2.4 to W7.5)."""
    slot = board.PER_SIDE * s.side + move // steps.STEPS
    step = move % steps.STEPS
    if s.phase == ROTATE:
        turn = 1 if step == steps.RIGHT else PERIOD[s.kind[slot]] - 1
        s.face[slot] = (s.face[slot] + turn) % PERIOD[s.kind[slot]]
        s.turned = slot
        end_turn(s)
        return
    if s.phase == MOVE:
        s.used = -1
        s.turned = -1
    if step >= steps.FIRST_SPIN:
        spend(s, KINDS_OF_CARD - 1)
        s.face[slot] = step - steps.FIRST_SPIN
        s.spun = slot
        s.phase = SPUN
        return
    if s.phase == MOVE and has_cards(s):
        card = need(s, slot, wide(s.face[slot]), step)
        if card > 0:
            spend(s, card - 1)
    relocate(s, slot, target(s, s.where[slot], step))
    s.spun = -1
    s.phase = ROTATE
    settle(s)


@kernel
def spend(s: State, k: int) -> None:
    """Play a card: it is turned face down, or goes to the middle for the one that lay there (W7.4, W7.5)."""
    s.used = k
    s.holds[s.player, k] -= 1
    if s.cards == ONITAMA:
        s.holds[s.player, s.neutral] += 1
        s.neutral = k
    else:
        s.held[s.player] -= 1
        s.spent[s.player, k] += 1
    if s.face_down:
        s.news += 1


@kernel
def relocate(s: State, slot: int, to: int) -> None:
    """Put a piece on a hex; a rival there leaves the game (W2.4, W4.1)."""
    s.last_slot = slot
    s.last_from = s.where[slot]
    s.last_to = to
    s.last_victim = s.at[to] - 1
    if s.last_victim >= 0:
        s.where[s.last_victim] = -1
        s.taken[slot >> board.SIDE_BITS] += 1
        s.progress = 1
    s.at[s.last_from] = 0
    s.at[to] = slot + 1
    s.where[slot] = to


@kernel
def settle(s: State) -> None:
    """Recount all territory; the player who acts may have won (W5.5, W6.1, W6.5).

    A rival with enough hexes after a legal move means a close call: the player who acts has more (W6.3).
    """
    own = stand_now(s, wide(0))
    one = stand_now(s, wide(1))
    two = stand_now(s, wide(2))
    for p in range(wide(s.players)):
        settle_for(s, p, own, one, two)
        own, one, two = one, two, own


@kernel
def settle_for(s: State, p: int, own: tuple[int, ...], one: tuple[int, ...], two: tuple[int, ...]) -> None:
    """Recount one player's territory, where the pieces of p and of the two other sides stand like that."""
    white, red, green = land(s, p, own, one, two)
    total = count(white) + count(red) + count(green)
    if total > s.best[p]:
        s.best[p] = total
        s.progress = 1
    if not s.out >> p & 1 and enough(s, p, white, red, green):
        s.won = 1 << s.player
        s.ended = GOAL
        s.phase = OVER


@inlined
def end_turn(s: State) -> None:
    """The next side moves; a side that cannot is out; without progress the game is cut short (W6.4 to W6.7).

    Turns are counted, and positions compared, by the players' own turns; the Agent's come in between.
    """
    if s.progress:
        s.quiet = 0
    elif s.side == s.player:
        s.quiet += 1
    s.progress = 0
    s.phase = MOVE
    pass_on(s)
    if s.phase == OVER:
        return
    ended = 0
    if s.quiet >= s.patience * (s.players - count(s.out)):
        ended = QUIET
    elif s.side == s.player and times(s) >= 3:
        ended = REPEATED
    if ended:
        ladder(s, wide(ended))


@kernel
def times(s: State) -> int:
    """Keep the position and tell how often it has stood since the last progress (W6.7)."""
    here = mark(s)
    n = 1
    for i in range(s.quiet):
        n += s.past[i] == here
    s.past[s.quiet] = here
    return n


@inlined
def pass_on(s: State) -> None:
    """Whose action is next (W1.4, W9.3); who cannot move, with a card or without, is out (W6.4, W7.6, W8.5), which
    counts as progress (W6.5); the Agent is passed over (W9.5)."""
    agent = s.agent and s.side == s.player and not s.opening
    s.opening = 0
    while True:
        if agent:
            s.side = AGENT
        else:
            s.player = (s.player + 1) % s.players
            if s.out >> s.player & 1:
                continue
            s.side = s.player
            if count(s.out) == s.players - 1:
                s.won = 1 << s.player
                s.ended = STUCK
                s.phase = OVER
                return
        if can_move(s):
            return
        if not agent:
            if s.face_down and s.held[s.player]:
                s.news += 1
            if can_play_card(s):
                return
            s.out |= 1 << s.player
            s.quiet = 0
        agent = False


@inlined
def ladder(s: State, how: int) -> None:
    """Nobody gets on: most territory wins, then most pieces pranked, else the win is shared (W6.6)."""
    most = -1
    for p in range(wide(s.players)):
        if s.out >> p & 1:
            continue
        own = 64 * held_by(s, p) + s.taken[p]
        if own > most:
            most = own
            s.won = 0
        if own == most:
            s.won |= 1 << p
    s.ended = how
    s.phase = OVER


@kernel
def scores(s: State, out: Numbers) -> None:
    """Rival hexes held (W5.4)."""
    for p in range(wide(s.players)):
        out[p] = held_by(s, p)
