"""What bots and learners see of Pizza Shark."""

from pizzabox.engine.bits import count, wide
from pizzabox.engine.kernel import inlined, kernel
from pizzabox.engine.lookup_table import lookup_table
from pizzabox.engine.state import Floats, Numbers
from pizzabox.engine.win_returns import share_wins

from . import board
from .board import COST, ICONS, PARTS, TYPE
from .board.deck import MAIN, MOST_COST, MOST_ICONS
from .rules import KEEP
from .rules.actions import ACTING, OVER, PASSING, PLACING, SETUP, UPGRADING, opponent, partner
from .rules.attacks import price, risk
from .state import State

SEAT_FEATURES = 5 * board.HALVES + 5 + 2 * board.KIND_COUNT
CARD_FEATURES = 5 + board.KIND_COUNT
FEATURES = board.PLAYERS * SEAT_FEATURES + board.RAIL * CARD_FEATURES + 4 + 7 + 3 + 6 + 2

SLICE, GIFT, SPARE_SLICE, TIN, PLAYS, LEAST_PLAYS = 0.55, 0.4, 0.08, 0.42, 0.24, 2.0
"""Worth of a slice that fits, of one that fits only the partner, of any other, of an anchovy, plays of each card for a
space still empty, and the least of these."""
UNCOVERED = 2.0
"""The cost of needing a type that none of your cards brings."""
WORTH = lookup_table([50] * 3 + [62, 42] + [30] * 3 + [45] + [30] * 3 + [58, 55, 15, 15, 80])
"""What each icon brings when it is used, in hundredths of a placed slice."""


@kernel
def room_for(s: State, p: int, t: int) -> int:
    """Spaces on the tray where slices of that type could lie."""
    n = 0
    for h in range(board.HALVES):
        if s.half[p, h] == 0 or s.half[p, h] == t + 1:
            n += board.SPACES - s.filled[p, h]
    return n


@kernel
def holding(s: State, p: int, t: int) -> int:
    """The slices of a type in stock once the gifts that are named have changed hands (S8.4)."""
    n = s.stock[p, t]
    if s.phase == PASSING:
        if s.gift[p] == KEEP + 1 + t:
            n -= 1
        if s.gift[partner(p)] == KEEP + 1 + t:
            n += 1
    return n


@kernel
def wanted(s: State, p: int, t: int) -> int:
    """How many more slices of that type a player could place than he has."""
    return max(0, room_for(s, p, t) - holding(s, p, t))


@inlined
def strength(s: State, p: int) -> float:
    """What a player has: placed slices, stock, anchovies, and the cards for the turns still to come.

    Nothing here goes down when a slice is taken or placed, so that progress never looks like a loss.
    """
    total = 1.0 * s.placed[p] + TIN * s.tins[p]
    needs = 0
    for t in range(3):
        room = room_for(s, p, t)
        held = holding(s, p, t)
        useful = min(room, held)
        gifts = min(held - useful, wanted(s, partner(p), t)) if s.players == board.PLAYERS else 0
        total += SLICE * useful + GIFT * gifts + SPARE_SLICE * (held - useful - gifts)
        if room > held:
            needs |= 1 << t
    worth = 0
    for i in range(board.OWN):
        for k in range(MOST_ICONS):
            kind = ICONS[s.deck, s.own[p, i], k]
            if kind >= 0:
                worth += WORTH[kind]
                if kind < board.TAKE_ANY:
                    needs &= ~(1 << kind)
                elif kind == board.TAKE_ANY:
                    needs = 0
    future = horizon(s) * worth / 100.0 - UNCOVERED * count(needs)
    return total + future + tempo(s, p, 2.0 * worth / board.OWN / 100.0) - fear(s, p)


@inlined
def tempo(s: State, p: int, usual: float) -> float:
    """What the turns of this round bring beyond those already taken, `usual` being one of p's turns, so that a position
    is worth the same just before and just after an ordinary turn."""
    if s.phase == SETUP:
        return 0.0
    sides = 2 if s.players == board.PLAYERS else s.players
    ahead = (p - s.turn + s.players) % sides
    if ahead > 0:
        return usual * (sides - 1 - ahead) / sides
    if s.phase == ACTING and s.step[p] == PLACING:
        return usual * (sides - 1) / sides
    rest = 0
    for k in range(board.KIND_COUNT):
        rest += s.left[p, k] * WORTH[k]
    return rest / 100.0 - usual / sides


@kernel
def horizon(s: State) -> float:
    """How often each card will still be played: by the fullest tray, so that placing never looks like a loss."""
    most = 0
    for p in range(wide(s.players)):
        most = max(most, s.placed[p])
    return max(LEAST_PLAYS, PLAYS * (board.FULL - most))


@inlined
def fear(s: State, p: int) -> float:
    """What the attack at the end of this turn will cost on average, if it comes for this player."""
    if s.phase not in (ACTING, PASSING, UPGRADING):
        return 0.0
    if s.players > 2 and not opponent(s, s.mover, p):
        return 0.0
    total = 0.0
    for t in range(3):
        total += 0.35 * min(s.stock[p, t], 2) * SLICE
    return total


@kernel
def value(s: State, out: Floats) -> None:
    """How far each player, or team, is ahead of the others; the result once the game is over.

    Partners share a win, which is 0 to each of them, so with teams an even position is worth -0.5.
    """
    if s.phase == OVER:
        share_wins(s.won, s.players, True, out)
        return
    for p in range(wide(s.players)):
        out[p] = strength(s, p)
    if s.players == board.PLAYERS:
        for p in range(2):
            mean = (out[p] + out[partner(p)]) / 2
            out[p] = mean
            out[partner(p)] = mean
    everybody = 0.0
    for p in range(wide(s.players)):
        everybody += out[p]
    mean = everybody / s.players
    even, most = (-0.5, 0.0) if s.players == board.PLAYERS else (0.0, 1.0)
    for p in range(wide(s.players)):
        out[p] = max(-1.0, min(most, even + (out[p] - mean) / board.FULL))


@kernel
def prior(s: State, player: int, codes: Numbers, n: int, out: Floats) -> None:
    """What is lacking and fits most, cards by what they bring for their price, ending a phase least."""
    for i in range(n):
        out[i] = eager(s, player, codes[i])


@inlined
def eager(s: State, p: int, move: int) -> float:
    """How much a move suggests itself."""
    if move == board.DONE:
        return 1.0 if s.phase in (PASSING, UPGRADING) else 0.05
    if move >= board.LOSE:
        return 1.0 if room_for(s, p, move - board.LOSE) >= s.stock[p, move - board.LOSE] else 5.0
    if move >= board.LURE:
        return 1.0 if (move == board.LURE) == (risk(s, p) < board.BAIT) else 0.1
    if move >= board.PASS:
        spare = s.stock[p, move - board.PASS] > room_for(s, p, move - board.PASS)
        return 8.0 if spare and wanted(s, partner(p), move - board.PASS) > 0 else 0.02
    if move >= board.UPGRADE:
        i, j = (move - board.UPGRADE) // board.RAIL, (move - board.UPGRADE) % board.RAIL
        better = card_worth(s, s.rail[j]) - card_worth(s, s.own[p, s.hand[p, i]])
        return max(0.05, 4.0 * (horizon(s) * better / 100.0 - TIN * price(s, p, i, j)))
    t, h = PARTS[move, 1], PARTS[move, 3]
    if move < board.M_TAKE:
        t = move - board.PICK if move < board.SET else (move - board.SET) // board.HALVES
        h = board.NONE if move < board.SET else (move - board.SET) % board.HALVES
    if h >= 0:
        return 8.0 if s.half[p, h] == t + 1 else 2.0
    if t < 0 or move >= board.M_FEED:
        return 3.0
    return 4.0 if room_for(s, p, t) > s.stock[p, t] else 0.1


@kernel
def card_worth(s: State, card: int) -> int:
    """What the icons of a card bring each time it is played."""
    worth = 0
    for k in range(MOST_ICONS):
        kind = ICONS[s.deck, card, k]
        if kind >= 0:
            worth += WORTH[kind]
    return worth


@kernel
def features(view: State, viewer: int, out: Floats) -> None:
    """Every seat (the viewer's own first), the rail, then attack, phase, supply, goals, time and deck."""
    for i in range(FEATURES):
        out[i] = 0.0
    k = 0
    for d in range(board.PLAYERS):
        if d < view.players:
            seat_features(view, (max(0, viewer) + d) % view.players, out, wide(k))
        k += SEAT_FEATURES
    for j in range(board.RAIL):
        card_features(view, view.rail[j], out, wide(k))
        k += CARD_FEATURES
    for i in range(4):
        out[k + i] = view.want[i] / MOST_COST
    for i in range(7):
        out[k + 4 + i] = 1.0 if view.phase == i else 0.0
    k += 11
    for t in range(3):
        out[k + t] = view.supply[t] / 60.0
        open_goal = view.goal[t] >= 0 and view.claimed[t] < 0
        out[k + 3 + 2 * t] = 1.0 if open_goal else 0.0
        out[k + 4 + 2 * t] = COST[view.deck, view.goal[t]] / 3.0 if open_goal else 0.0
    out[k + 9] = view.turns / (view.cap * 4.0)
    out[k + 10] = count(view.draw) / MAIN


@inlined
def seat_features(view: State, p: int, out: Floats, k: int) -> None:
    """Tray, stock, icons to use and icons in the deck of one player."""
    for h in range(board.HALVES):
        for kind in range(4):
            out[k + kind] = 1.0 if view.half[p, h] == kind else 0.0
        out[k + 4] = view.filled[p, h] / board.SPACES
        k += 5
    out[k] = view.placed[p] / board.FULL
    out[k + 1] = view.tins[p] / 10.0
    for t in range(3):
        out[k + 2 + t] = view.stock[p, t] / 10.0
    k += 5
    for kind in range(board.KIND_COUNT):
        out[k + kind] = (view.left[p, kind] + view.bonus[p, kind]) / 3.0
    for i in range(board.OWN):
        for n in range(MOST_ICONS):
            kind = ICONS[view.deck, view.own[p, i], n]
            if kind >= 0:
                out[k + board.KIND_COUNT + kind] += 1.0 / board.OWN


@inlined
def card_features(view: State, card: int, out: Floats, k: int) -> None:
    """Cost, type and icons of a ticket; nothing where it was taken."""
    if card < 0:
        return
    out[k] = COST[view.deck, card] / MOST_COST
    out[k + 2 + TYPE[view.deck, card]] = 1.0
    for n in range(MOST_ICONS):
        kind = ICONS[view.deck, card, n]
        if kind >= 0:
            out[k + 5 + kind] += 1.0 / 3.0
