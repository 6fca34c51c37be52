"""What is hidden in Pizza Shark, and the laws of its components. Rule ids are those of rules.md."""

from __future__ import annotations

from typing import Any

from pizzabox.engine.bits import count
from pizzabox.engine.kernel import kernel

from .board import ALL_MAIN, ANCHOVIES, HALVES, KIND_COUNT, LOOSE, OWN, PLAYERS, PRINTED, RAIL, SLICES, SPACES
from .board.deck import CARDS, MAIN
from .rules.actions import TINS
from .rules.setup import halves_out, marked


@kernel
def show(s: Any, viewer: int, view: Any) -> None:
    """Everything is open but the order of the decks, which lies in the generator alone (S1.7)."""
    view.draw = s.draw
    view.trash = s.trash
    view.news = s.news
    view.turns = s.turns
    view.cap = s.cap
    view.sealed = s.sealed
    view.players = s.players
    view.halves = s.halves
    view.goals = s.goals
    view.extra = s.extra
    view.deck = s.deck
    view.first = s.first
    view.turn = s.turn
    view.mover = s.mover
    view.phase = s.phase
    view.won = s.won
    view.can = s.can
    view.fresh = s.fresh
    view.swapped = s.swapped
    view.attacker = s.attacker
    view.asked = s.asked
    view.lured = s.lured
    view.prize = s.prize
    for t in range(3):
        view.supply[t] = s.supply[t]
        view.goal[t] = s.goal[t]
        view.claimed[t] = s.claimed[t]
    for k in range(4):
        view.maw[k] = s.maw[k]
        view.rail[k] = s.rail[k]
        view.want[k] = s.want[k]
    for p in range(PLAYERS):
        show_player(s, p, view)


@kernel
def show_player(s: Any, p: int, view: Any) -> None:
    """Tray, stock and cards of one player (S1.7)."""
    view.placed[p] = s.placed[p]
    view.tins[p] = s.tins[p]
    view.spent[p] = s.spent[p]
    view.step[p] = s.step[p]
    view.placing[p] = s.placing[p]
    view.gift[p] = s.gift[p]
    view.owed[p] = s.owed[p]
    view.hand[p, 0] = s.hand[p, 0]
    view.hand[p, 1] = s.hand[p, 1]
    for t in range(3):
        view.stock[p, t] = s.stock[p, t]
        view.lost[p, t] = s.lost[p, t]
    for h in range(HALVES):
        view.half[p, h] = s.half[p, h]
        view.filled[p, h] = s.filled[p, h]
    for i in range(OWN):
        view.own[p, i] = s.own[p, i]
    for k in range(KIND_COUNT):
        view.left[p, k] = s.left[p, k]
        view.bonus[p, k] = s.bonus[p, k]


@kernel
def guess(view: Any, viewer: int, s: Any) -> None:
    """The view with another generator: every order of the decks is as likely (S1.7)."""
    show(view, viewer, s)


@kernel
def audit(s: Any) -> int:
    """The laws: slices (1), anchovies (2), main cards (3), starters (4), trays (5) and loose halves (6)."""
    for t in range(3):
        n = s.supply[t] + s.maw[t]
        if s.supply[t] < 0 or s.maw[t] < 0:
            return 1
        for p in range(s.players):
            n += s.stock[p, t]
            if s.stock[p, t] < 0:
                return 1
            for h in range(HALVES):
                if s.half[p, h] == t + 1:
                    n += s.filled[p, h]
        if n != SLICES:
            return 1
    n = s.can + s.maw[TINS]
    for t in range(3):
        if s.goal[t] >= 0 and s.claimed[t] < 0:
            n += 1
    for p in range(s.players):
        n += s.tins[p]
        if s.tins[p] < 0:
            return 2
    if n != ANCHOVIES or s.can < 0 or s.maw[TINS] < 0:
        return 2
    law = audit_cards(s)
    return law if law != 0 else audit_trays(s)


@kernel
def audit_cards(s: Any) -> int:
    """Every main card lies in one place (3); a starter is its player's or out of the game (4)."""
    if s.draw & s.trash:
        return 3
    seen = s.draw | s.trash
    n = count(s.draw) + count(s.trash)
    for j in range(RAIL):
        if s.rail[j] >= 0:
            seen |= 1 << s.rail[j]
            n += 1
    for t in range(3):
        if s.goal[t] >= 0 and s.claimed[t] < 0:
            seen |= 1 << s.goal[t]
            n += 1
    for p in range(s.players):
        starters = 0
        for i in range(OWN):
            card = s.own[p, i]
            if card < 0 or card >= CARDS:
                return 4
            if card < MAIN:
                seen |= 1 << card
                n += 1
            else:
                if starters >> (card - MAIN) & 1:
                    return 4
                starters |= 1 << (card - MAIN)
    return 3 if seen != ALL_MAIN or n != MAIN else 0


@kernel
def audit_trays(s: Any) -> int:
    """Printed halves keep their type and free ones have no slices (5); at most four loose halves of a type (6)."""
    for p in range(s.players):
        n = 0
        for h in range(HALVES):
            n += s.filled[p, h]
            if s.filled[p, h] < 0 or s.filled[p, h] > SPACES or s.half[p, h] < 0 or s.half[p, h] > 3:
                return 5
            if PRINTED[h] != 0 and s.half[p, h] != PRINTED[h]:
                return 5
            if s.half[p, h] == 0 and s.filled[p, h] > 0:
                return 5
            if s.half[p, h] != 0 and s.filled[p, h] == 0 and not marked(s, h):
                return 5
        if n != s.placed[p]:
            return 5
    if s.halves == 1:
        for t in range(3):
            if halves_out(s, t) > LOOSE:
                return 6
    return 0
