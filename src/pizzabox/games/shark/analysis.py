"""Studying Pizza Shark: how soon each player can have enough slices, and what the next attack may take."""

from collections.abc import Sequence
from itertools import combinations
from math import comb

from pizzabox.engine.analysis import Panel, percent
from pizzabox.engine.bits import members

from .board import COST, FULL, HEIST, ICONS, NONE, OWN, PLAYERS, STEAL, STEAL_ANCHOVY, TAKE, TAKE_ANY, TYPE
from .board.deck import MOST_ICONS
from .evaluation import room_for
from .phrases import held, name, say, sides
from .rules import attacks
from .rules.actions import ACTING, PASSING, SETUP, UPGRADING, partner
from .state import State

TURNS = (1, 2, 4, 6, 8, 10, 12, 15, 20)
"""Own turns from now that the odds are told for."""
SLICE_ICONS = frozenset({*range(TAKE, TAKE_ANY + 1), *range(STEAL, STEAL_ANCHOVY), HEIST})
"""Icons that bring a slice."""


def panels(s: State) -> list[Panel]:
    return [_finish(s), _attack(s)]


def slices_of(s: State, card: int) -> int:
    """How many slices a card brings."""
    return sum(int(ICONS[s.deck, card, k]) in SLICE_ICONS for k in range(MOST_ICONS))


def open_slices(s: State, p: int) -> int:
    """How many slices the icons bring that lie open now, of played cards and of goals."""
    return sum(s.left[p, k] + s.bonus[p, k] for k in SLICE_ICONS)


def drawn_odds(values: Sequence[int], n: int) -> dict[int, float]:
    """What n of some cards bring together, with its odds, when every choice of n is as likely."""
    found: dict[int, float] = {}
    total = comb(len(values), n)
    for some in combinations(values, n):
        found[sum(some)] = found.get(sum(some), 0.0) + 1 / total
    return found


def gains(s: State, p: int, turns: int) -> dict[int, float]:
    """How many slices so many drawings of two cards bring, with its odds.

    The six cards come in a cycle (S4.1): first those still in the deck, then all six in every three turns. So only the
    cycle that is cut short is left to chance.
    """
    values = [slices_of(s, s.own[p, i]) for i in range(OWN)]
    rest = [value for i, value in enumerate(values) if not s.spent[p] >> i & 1]
    cards = 2 * turns
    if cards <= len(rest):
        return drawn_odds(rest, cards)
    cycles, more = divmod(cards - len(rest), OWN)
    sure = sum(rest) + cycles * sum(values)
    return {sure + n: share for n, share in drawn_odds(values, more).items()}


def finish_odds(s: State, p: int) -> list[float]:
    """The odds to have slices for every space after so many own turns, if all of them fit and none is eaten."""
    useful = sum(min(s.stock[p, t], room_for(s, p, t)) for t in range(3))
    missing = FULL - s.placed[p] - useful - open_slices(s, p)
    return [sum(share for n, share in gains(s, p, turns).items() if n >= missing) for turns in TURNS]


def _finish(s: State) -> Panel:
    head = (say("analysis.player"), *map(str, TURNS))
    rows = tuple((name(s, p), *(percent(share) for share in finish_odds(s, p))) for p in range(s.players))
    return Panel(say("analysis.finish"), head, rows, say("analysis.finish_note"))


def next_attacker(s: State) -> int:
    """Whose turn brings the next new ticket (S5.5, S8.5); -1 when this attack is the last (S6.2)."""
    if s.phase == SETUP:
        return int(s.first)
    if s.phase in (ACTING, PASSING):
        return int(s.turn)
    if s.phase == UPGRADING:
        return int(s.mover)
    if s.players == PLAYERS and s.mover == s.turn:
        return int(partner(s.turn))
    if s.turns + 1 >= s.cap * sides(s):
        return NONE
    return int((s.turn + 1) % s.players)


def coming(s: State) -> list[int]:
    """The cards that can be the next ticket; an empty deck is made from the trash, the oldest ticket with it (S5.6)."""
    if s.draw:
        return members(s.draw)
    oldest = 1 << s.rail[0] if s.swapped == 0 and s.rail[0] >= 0 else 0
    return members(s.trash | oldest)


def losses(s: State, p: int) -> dict[int, float]:
    """How many slices of p the next ticket may cost, with its odds, for one new ticket drawn from the deck."""
    cards, attacker = coming(s), next_attacker(s)
    if attacker == NONE:
        return {0: 1.0}
    found: dict[int, float] = {}
    trial = s.copy()
    trial.attacker = attacker
    for card in cards:
        trial.clear("want")
        kind = int(TYPE[s.deck, card])
        trial.want[kind if kind >= 0 else attacks.ANY] = int(COST[s.deck, card])
        n = int(attacks.risk(trial, p)) if attacks.victim(trial, p) else 0
        found[n] = found.get(n, 0.0) + 1 / len(cards)
    return found


def _attack(s: State) -> Panel:
    rows = []
    for p in range(s.players):
        odds = losses(s, p)
        mean = sum(n * share for n, share in odds.items())
        worst = max(odds, default=0)
        rows.append((name(s, p), str(held(s, p)), percent(odds.get(0, 0.0)), f"{mean:.1f}", str(worst)))
    keys = ("analysis.player", "analysis.open", "analysis.safe", "analysis.mean", "analysis.worst")
    return Panel(say("analysis.attack"), tuple(map(say, keys)), tuple(rows), say("analysis.attack_note"))
