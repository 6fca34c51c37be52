"""Pizza Shark: the rules as kernels. Rule ids are those of rules.md.

Every deck is shuffled and unseen, so its order is drawn card by card when it is needed; nothing but the generator is
hidden. Types are 0 cheese, 1 pepperoni, 2 mushroom. Slices and anchovies are counted, never numbered.
"""

from pizzabox.engine.bits import count, nth, wide
from pizzabox.engine.kernel import inlined, kernel
from pizzabox.engine.rng import scale
from pizzabox.engine.state import Numbers

from ..board import CODES, DONE, HALVES, ICONS, KIND_COUNT, LOSE, LURE, NONE, PASS, PICK, PLAYERS, RAIL, SET, UPGRADE
from ..board.deck import MOST_ICONS
from ..state import State
from . import actions
from .actions import (
    icon_moves,
    icons,
    listed,
    nothing_to_place,
    owes_goal,
    partner,
    places,
    plate,
    random_icon_move,
    stocked,
    stop,
    take_slice,
    usable,
    use,
)
from .attacks import draw_cards, eat, hunt, lure, lure_options, place_of, reveal, start_upgrade, upgrade, upgrades
from .setup import begin

__all__ = ["CODES", "State", "begin"]
KEEP = 1
"""In the passing of slices: nothing is passed; 2 + type is a slice, 0 not yet decided."""


@kernel
def start_turn(s: State) -> None:
    """The active player, or both partners, begin with placing (S3.1, S8.2)."""
    s.phase = actions.ACTING
    s.mover = s.turn
    for k in range(1 + s.players // PLAYERS):
        begin_placing(s, (s.turn + 2 * k) % PLAYERS)


@kernel
def begin_placing(s: State, p: int) -> None:
    """Placing, or straight to the cards when nothing can be placed (S3.1)."""
    s.step[p] = actions.PLACING
    s.placing[p] = NONE
    if nothing_to_place(s, p):
        turn_up(s, p)


@kernel
def turn_up(s: State, p: int) -> None:
    """Draw two cards and lay out their icons (S4.1, S4.2)."""
    draw_cards(s, p)
    s.step[p] = actions.PLAYING
    s.placing[p] = NONE
    for i in range(2):
        card = s.own[p, s.hand[p, i]]
        for k in range(MOST_ICONS):
            icon = ICONS[s.deck, card, k]
            if icon >= 0:
                s.left[p, icon] += 1


@inlined
def carry_on(s: State, p: int) -> None:
    """End what leaves nothing to do: a goal card (S7.3), the played cards (S4.9)."""
    if s.phase != actions.ACTING or s.step[p] == actions.IDLE:
        return
    goal = owes_goal(s, p)
    while True:
        can = usable(s, p, icons(s, p, wide(goal)))
        if can or not goal:
            break
        drop_goal(s, p)
        goal = False
    if not goal and s.step[p] == actions.PLAYING and not can and (s.players < PLAYERS or icons(s, p, wide(0)) == 0):
        rest(s, p)


@kernel
def drop_goal(s: State, p: int) -> None:
    """The goal card is played (S7.3)."""
    for k in range(KIND_COUNT):
        s.bonus[p, k] = 0


@kernel
def drop_cards(s: State, p: int) -> None:
    """The icons that are left on the cards are not used (S4.9)."""
    for k in range(KIND_COUNT):
        s.left[p, k] = 0


@kernel
def rest(s: State, p: int) -> None:
    """The cards of p are played; when all are, slices are passed or cards upgraded (S4.9, S8.3)."""
    drop_cards(s, p)
    s.step[p] = actions.IDLE
    for q in range(wide(s.players)):
        if s.step[q] != actions.IDLE:
            return
    if s.players == PLAYERS:
        s.phase = actions.PASSING
        start_passing(s, wide(s.turn))
        start_passing(s, partner(wide(s.turn)))
        try_passing(s)
    else:
        start_upgrade(s, wide(s.turn))


@kernel
def start_passing(s: State, p: int) -> None:
    """Who has no slice cannot pass one (S8.4)."""
    s.gift[p] = KEEP if s.stock[p, 0] + s.stock[p, 1] + s.stock[p, 2] == 0 else 0


@kernel
def try_passing(s: State) -> None:
    """Both gifts change hands at once (S8.4)."""
    a, b = wide(s.turn), partner(wide(s.turn))
    if s.gift[a] == 0 or s.gift[b] == 0:
        return
    hand_over(s, a, b)
    hand_over(s, b, a)
    s.gift[a] = 0
    s.gift[b] = 0
    start_upgrade(s, a)


@kernel
def hand_over(s: State, a: int, b: int) -> None:
    """The slice that a passes to b (S8.4)."""
    if s.gift[a] > KEEP:
        s.stock[a, s.gift[a] - KEEP - 1] -= 1
        s.stock[b, s.gift[a] - KEEP - 1] += 1


@kernel
def after_attack(s: State) -> bool:
    """The partner upgrades next (S8.5), or the cap ends it (S6.2); True when the next turn begins (S5.12, S8.7)."""
    if s.players == PLAYERS and s.mover == s.turn:
        start_upgrade(s, partner(wide(s.turn)))
        return False
    s.turns += 1
    if s.turns >= s.cap * (2 if s.players == PLAYERS else s.players):
        call_time(s)
        return False
    s.turn = (s.turn + 1) % s.players
    return True


@kernel
def call_time(s: State) -> None:
    """Most placed slices, then most anchovies, win; teams count together (S6.2)."""
    best = -1
    for p in range(wide(s.players)):
        own = s.placed[p] * 100 + s.tins[p]
        if s.players == PLAYERS:
            own += s.placed[partner(p)] * 100 + s.tins[partner(p)]
        if own > best:
            best = own
            s.won = 0
        if own == best:
            s.won |= 1 << p
    stop(s)


@kernel
def actors(s: State) -> int:
    """Who may act: one player, or both partners at once in the parallel phases (S8.2, S8.4)."""
    bits = 0
    if s.phase == actions.SETUP:
        return 1 << picker(s)
    if s.phase == actions.ACTING:
        for p in range(wide(s.players)):
            if s.step[p] != actions.IDLE:
                bits |= 1 << p
        return bits
    if s.phase == actions.PASSING:
        if s.gift[s.turn] == 0:
            bits |= 1 << s.turn
        if s.gift[partner(wide(s.turn))] == 0:
            bits |= 1 << partner(wide(s.turn))
        return bits
    if s.phase == actions.UPGRADING:
        return 1 << s.mover
    if s.phase in (actions.LURING, actions.EATING):
        return 1 << s.asked
    return 0


@kernel
def picker(s: State) -> int:
    """Who chooses starting slices now: the first in seat order who has not all (S2.7)."""
    for k in range(wide(s.players)):
        p = (s.first + k) % s.players
        if s.owed[p] > 0:
            return p
    return s.first


@kernel
def uses_icons(s: State, player: int) -> bool:
    """Whether a player's moves are icons, of a goal card or of the played cards (S4.2, S7.3)."""
    return s.phase == actions.ACTING and (s.step[player] == actions.PLAYING or owes_goal(s, player))


@kernel
def choices(s: State, player: int) -> tuple[int, int]:
    """All other moves, as bits, and the code of the first (S2.7, S3.1, S5.1, S5.8, S5.9, S8.4, S8.6)."""
    if s.phase == actions.SETUP:
        return PICK, 7
    if s.phase == actions.LURING:
        return LURE, 1 | lure_options(s, player) << 1
    if s.phase == actions.EATING:
        return LOSE, stocked(s, player)
    if s.phase == actions.PASSING:
        return PASS, stocked(s, player)
    if s.phase == actions.UPGRADING:
        return UPGRADE, upgrades(s)
    return SET, places(s, player)


@kernel
def can_end(s: State) -> bool:
    """Whether `DONE` is a move, too: the last one (S3.5, S4.9, S5.5, S7.3, S8.4)."""
    return s.phase in (actions.ACTING, actions.PASSING, actions.UPGRADING)


@kernel
def moves(s: State, player: int, out: Numbers) -> int:
    """Legal moves of a player (S2.7, S3.1, S4.2, S5.1, S5.8, S5.9, S7.3, S8.4)."""
    if not actors(s) >> player & 1:
        return 0
    if uses_icons(s, player):
        n = icon_moves(s, player, wide(owes_goal(s, player)), out)
    else:
        first, found = choices(s, player)
        n = listed(wide(first), found, out, wide(0))
    if can_end(s):
        out[n] = DONE
        n += 1
    return n


@kernel
def random_move(s: State, player: int, dice: int, codes: Numbers) -> int:
    """A legal move drawn without the list (S2.7, S3.1, S4.2, S5.1, S5.8, S5.9, S7.3, S8.4)."""
    if uses_icons(s, player):
        return random_icon_move(s, player, wide(owes_goal(s, player)), dice)
    first, found = choices(s, player)
    n = count(found)
    k = scale(dice, n + can_end(s))
    return int(first + nth(found, k)) if k < n else DONE


@kernel
def play(s: State, player: int, move: int) -> None:
    """Apply a move and all that follows without a choice (S2.7 to S8.7)."""
    turn_begins = False
    hunted = -1
    if move == DONE:
        hunted = done(s, player)
    elif move < SET:
        take_slice(s, player, move - PICK)
        s.owed[player] -= 1
        if s.owed[picker(s)] == 0:
            s.turn = s.first
            turn_begins = True
    elif move < UPGRADE:
        if s.phase == actions.ACTING and s.step[player] == actions.PLACING and not owes_goal(s, player):
            t = (move - SET) // HALVES
            s.placing[player] = t
            s.stock[player, t] -= 1
            plate(s, player, t, (move - SET) % HALVES)
        else:
            use(s, player, move)
    elif move < PASS:
        upgrade(s, (move - UPGRADE) // RAIL, (move - UPGRADE) % RAIL)
    elif move < LURE:
        s.gift[player] = KEEP + 1 + move - PASS
        try_passing(s)
    elif move < LOSE:
        lure(s, player, move - LURE)
        hunted = place_of(s, player)
    else:
        eat(s, player, move - LOSE, wide(1))
        s.owed[player] -= 1
        hunted = s.players + 1
    if hunted >= 0 and hunt(s, hunted):
        turn_begins = after_attack(s)
    first = player
    last = player
    if turn_begins:
        start_turn(s)
        first = 0
        last = s.players - 1
    for p in range(first, last + 1):
        carry_on(s, p)


@inlined
def done(s: State, player: int) -> int:
    """End a goal card (S7.3), the placing (S3.5), the cards (S4.9), the passing (S8.4) or the upgrades (S5.5).

    After the upgrades the shark attacks everybody, from place 0 on; else -1.
    """
    if s.phase == actions.UPGRADING:
        reveal(s)
        return 0
    if s.phase == actions.PASSING:
        s.gift[player] = KEEP
        try_passing(s)
    elif owes_goal(s, player):
        drop_goal(s, player)
    elif s.step[player] == actions.PLACING:
        turn_up(s, player)
    else:
        drop_cards(s, player)
    return -1


@kernel
def scores(s: State, out: Numbers) -> None:
    """Slices on the tray (S6.1)."""
    for player in range(wide(s.players)):
        out[player] = s.placed[player]
