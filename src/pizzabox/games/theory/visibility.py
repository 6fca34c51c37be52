"""Who may know what in Pizza Theory: views, guesses, and the laws every position keeps."""

from __future__ import annotations

from typing import Any

from pizzabox.engine.bits import count
from pizzabox.engine.kernel import kernel
from pizzabox.engine.rng import below

from .board import ALL, LINES
from .rules import ADD, COLOURS, HIDDEN, OVER, TOPPINGS, colour


@kernel
def show(s: Any, viewer: int, view: Any) -> None:
    """Everything is open but the others' cuts before the reveal (T3.1) and the generator."""
    view.players = s.players
    view.layout = s.layout
    view.cap = s.cap
    view.spare = s.spare
    view.news = s.news
    view.rounds = s.rounds
    view.sealed = s.sealed
    view.skipped = s.skipped
    view.won = s.won
    view.phase = s.phase
    view.turn = s.turn
    view.first = s.first
    for c in range(COLOURS):
        view.spaces[c] = s.spaces[c]
        view.before[c] = s.before[c]
        view.label[c] = s.label[c]
        view.last_label[c] = s.last_label[c]
        view.last_cut[c] = s.last_cut[c]
        if c == s.spare:
            view.cut[c] = s.cut[c]
    for player in range(s.players):
        c = colour(s, player)
        if player == viewer:
            view.cut[c] = s.cut[c]
        elif s.sealed >> player & 1:
            view.cut[c] = HIDDEN


@kernel
def guess(view: Any, viewer: int, s: Any) -> None:
    """Draw every hidden cut uniformly; nothing else is hidden (T3.1)."""
    show(view, viewer, s)
    for c in range(COLOURS):
        s.cut[c] = view.cut[c] if view.cut[c] != HIDDEN else 1 + below(s, LINES)


@kernel
def recall(s: Any) -> None:
    """Nobody has cut yet; the die of the unselected colour stays (T3.1, T5.3)."""
    for player in range(s.players):
        s.cut[colour(s, player)] = 0
    s.sealed = 0


@kernel
def audit(s: Any) -> int:
    """The laws: toppings lie on the pizza (1), one a space (2); replacing fills no empty space (3); nobody has more
    than 16 toppings while the game runs (4)."""
    r, g, w = s.spaces[0], s.spaces[1], s.spaces[2]
    if (r | g | w) & ~ALL:
        return 1
    if r & g or r & w or g & w:
        return 2
    fresh = s.last_cut[0] != 0 and (s.phase == OVER or (s.phase == ADD and s.turn == 0))
    if fresh and (r | g | w) & ~(s.before[0] | s.before[1] | s.before[2]):
        return 3
    if s.phase != OVER and max(count(r), count(g), count(w)) > TOPPINGS:
        return 4
    return 0
