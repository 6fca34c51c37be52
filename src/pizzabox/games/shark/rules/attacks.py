"""The ticket rail, upgrades and the attack of the shark. Rule ids are those of rules.md."""

from pizzabox.engine.bits import count, nth, wide
from pizzabox.engine.kernel import inlined, kernel
from pizzabox.engine.rng import below

from ..board import ALL_OWN, BAIT, COST, NONE, PLAYERS, RAIL, TYPE
from ..board.deck import MAIN
from ..state import State
from .actions import EATING, LURING, TINS, UPGRADING, opponent, partner, take_anchovy

ANY = 3
"""The demand for slices of any type, after the three types."""


@kernel
def deal(s: State) -> int:
    """A card off the main deck; an empty deck is made anew from the trash (S5.6). -1 when both are empty."""
    if s.draw == 0:
        s.draw = s.trash
        s.trash = 0
    if s.draw == 0:
        return NONE
    card = nth(s.draw, below(s, count(s.draw)))
    s.draw &= ~(1 << card)
    return card


@kernel
def price(s: State, p: int, i: int, j: int) -> int:
    """What it costs to upgrade played card i to rail card j (S5.2)."""
    return int(max(1, COST[s.deck, s.rail[j]] - COST[s.deck, s.own[p, s.hand[p, i]]]))


@kernel
def upgrades(s: State) -> int:
    """Each played card to each rail card its owner can pay, as bits (S5.1 to S5.3)."""
    found = 0
    p = wide(s.mover)
    for i in range(2):
        if s.swapped >> i & 1:
            continue
        for j in range(RAIL):
            if s.rail[j] >= 0 and price(s, p, i, j) <= s.tins[p]:
                found |= 1 << (i * RAIL + j)
    return found


@kernel
def upgrade(s: State, i: int, j: int) -> None:
    """Pay, trash the old card, keep the new one; trashed starters are out for good (S5.2 to S5.4)."""
    p = wide(s.mover)
    paid = price(s, p, i, j)
    s.tins[p] -= paid
    s.can += paid
    old = s.own[p, s.hand[p, i]]
    if old < MAIN:
        s.trash |= 1 << old
    s.own[p, s.hand[p, i]] = s.rail[j]
    s.rail[j] = NONE
    s.swapped |= 1 << i


@kernel
def refill(s: State) -> None:
    """Trash the oldest ticket if nothing was upgraded, slide the rest, deal new ones (S5.5)."""
    if s.swapped == 0 and s.rail[0] >= 0:
        s.trash |= 1 << s.rail[0]
        s.rail[0] = NONE
    n = 0
    for j in range(RAIL):
        if s.rail[j] >= 0:
            s.rail[n] = s.rail[j]
            n += 1
    s.fresh = 0
    for j in range(n, RAIL):
        s.rail[j] = deal(s)
        if s.rail[j] >= 0:
            s.fresh += 1


@inlined
def reveal(s: State) -> None:
    """New tickets, and what the shark wants for them: all of them are one attack (S5.5, S5.7, S5.8)."""
    refill(s)
    s.swapped = 0
    s.news += 1
    s.hand[s.mover, 0] = NONE
    s.hand[s.mover, 1] = NONE
    s.attacker = s.mover
    s.lured = 0
    s.prize = NONE
    for k in range(4):
        s.want[k] = 0
    for q in range(PLAYERS):
        s.owed[q] = 0
        for t in range(3):
            s.lost[q, t] = 0
    for j in range(RAIL - s.fresh, RAIL):
        card = s.rail[j]
        s.want[TYPE[s.deck, card] if TYPE[s.deck, card] >= 0 else ANY] += COST[s.deck, card]


@kernel
def victim(s: State, q: int) -> bool:
    """Who is under attack: both of two, all others of three, the two opponents of four (S5.7)."""
    return s.players == 2 or opponent(s, wide(s.attacker), q)


@kernel
def risk(s: State, q: int) -> int:
    """How many slices the shark would eat from q (S5.8)."""
    sure = 0
    rest = 0
    for t in range(3):
        eaten = min(s.stock[q, t], s.want[t])
        sure += eaten
        rest += s.stock[q, t] - eaten
    return sure + min(rest, s.want[ANY])


@kernel
def lure_options(s: State, q: int) -> int:
    """Whom q may protect now: bit 0 self, bit 1 the partner, bit 2 both (S5.9, S8.6)."""
    options = 0
    if s.tins[q] < BAIT:
        return 0
    if not s.lured >> q & 1 and risk(s, q) > 0:
        options |= 1
    if s.players == PLAYERS and not s.lured >> partner(q) & 1 and risk(s, partner(q)) > 0:
        options |= 2
    if options == 3 and s.tins[q] >= 2 * BAIT:
        options |= 4
    return options


@kernel
def ask_lure(s: State, after: int) -> bool:
    """Ask the next victim who could distract the shark, clockwise (S5.9, S5.10); False when all have answered."""
    for k in range(after + 1, s.players + 1):
        q = (s.attacker + k) % s.players
        if victim(s, q) and lure_options(s, q) != 0:
            s.phase = LURING
            s.asked = q
            return True
    return False


@kernel
def place_of(s: State, q: int) -> int:
    """How many seats clockwise of the active player; the active player comes last (S5.10)."""
    return (q - s.attacker - 1 + s.players) % s.players + 1


@inlined
def lure(s: State, q: int, who: int) -> None:
    """Feed three anchovies for each protected player, or none (S5.9, S8.6)."""
    if who & 1:
        feed_bait(s, q, q)
    if who & 2:
        feed_bait(s, q, partner(q))


@kernel
def hunt(s: State, after: int) -> bool:
    """The attack goes on: bait is asked for behind that place, then the shark bites (S5.8 to S5.11).

    After the last place it has bitten, and only the choice of slices goes on. True when the attack is over.
    """
    if after <= s.players:
        if ask_lure(s, after):
            return False
        bite(s)
    return chew(s)


@kernel
def feed_bait(s: State, q: int, safe: int) -> None:
    """Three anchovies of q, and nothing of the other is eaten in this attack (S5.9)."""
    s.tins[q] -= BAIT
    s.maw[TINS] += BAIT
    s.lured |= 1 << safe


@kernel
def eat(s: State, q: int, t: int, n: int) -> None:
    """Slices of q go into the maw (S5.8)."""
    s.stock[q, t] -= n
    s.maw[t] += n
    s.lost[q, t] += n


@inlined
def bite(s: State) -> None:
    """Typed wants first, then what is left for the wants of any type (S5.8)."""
    for q in range(wide(s.players)):
        if not victim(s, q) or s.lured >> q & 1:
            continue
        rest = 0
        for t in range(3):
            eat(s, q, t, wide(min(s.stock[q, t], s.want[t])))
            rest += s.stock[q, t]
        s.owed[q] = min(rest, s.want[ANY])


@inlined
def chew(s: State) -> bool:
    """Eat what leaves no choice and ask the next victim who has one (S5.8, S5.10); at the end the bonus (S5.11)."""
    for k in range(1, s.players + 1):
        q = (s.attacker + k) % s.players
        if s.owed[q] == 0:
            continue
        kinds = 0
        rest = 0
        for t in range(3):
            rest += s.stock[q, t]
            if s.stock[q, t] > 0:
                kinds += 1
        if kinds > 1 and rest > s.owed[q]:
            s.phase = EATING
            s.asked = q
            return False
        for t in range(3):
            n = min(s.stock[q, t], s.owed[q])
            eat(s, q, t, wide(n))
            s.owed[q] -= n
    bonus(s)
    return True


@kernel
def bonus(s: State) -> None:
    """One anchovy for the only player who lost slices (S5.11)."""
    losers = 0
    loser = wide(0)
    for q in range(wide(s.players)):
        if s.lost[q, 0] + s.lost[q, 1] + s.lost[q, 2] > 0:
            losers += 1
            loser = q
    if losers == 1 and s.can + s.maw[TINS] > 0:
        take_anchovy(s, loser)
        s.prize = loser


@kernel
def draw_cards(s: State, p: int) -> None:
    """Turn up two cards of the own deck; after the sixth the discard pile becomes the deck (S4.1)."""
    if s.spent[p] == ALL_OWN:
        s.spent[p] = 0
    for i in range(2):
        free = ALL_OWN ^ s.spent[p]
        slot = nth(free, below(s, count(free)))
        s.spent[p] |= 1 << slot
        s.hand[p, i] = slot
    s.news += 1


@kernel
def start_upgrade(s: State, p: int) -> None:
    """The upgrades of one player (S5.1)."""
    s.phase = UPGRADING
    s.mover = p
    s.swapped = 0
