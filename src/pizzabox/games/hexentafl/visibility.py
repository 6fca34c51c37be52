"""Who may know what in heXentafl (everything), and the laws every position keeps."""

from __future__ import annotations

from typing import Any

from pizzabox.engine.bits import count
from pizzabox.engine.kernel import kernel

from .board import ALL, START, THRONE
from .rules import OVER, PAST


@kernel
def show(s: Any, viewer: int, view: Any) -> None:
    """Everything is open but the generator."""
    view.men = s.men
    view.foes = s.foes
    view.taken = s.taken
    for i in range(PAST):
        view.past[i] = s.past[i]
    view.news = s.news
    view.quiet = s.quiet
    view.sealed = s.sealed
    view.players = s.players
    view.size_ = s.size_
    view.first_ = s.first_
    view.games = s.games
    view.phase = s.phase
    view.game = s.game
    view.turn = s.turn
    view.king = s.king
    view.last_from = s.last_from
    view.last_to = s.last_to
    for i in range(2):
        view.wins[i] = s.wins[i]
        view.ended[i] = s.ended[i]
        view.victor[i] = s.victor[i]


@kernel
def guess(view: Any, viewer: int, s: Any) -> None:
    """Nothing is hidden."""
    show(view, viewer, s)


@kernel
def audit(s: Any) -> int:
    """The laws: pieces lie on the board (1), one a hex (2), no man on the throne (3), never more than at the start (4),
    games won add up (5)."""
    mark = 1 << s.king
    if (s.men | s.foes | mark) & ~ALL[s.size_]:
        return 1
    if s.men & s.foes or (s.phase != OVER and (s.men | s.foes) & mark):
        return 2
    if (s.men | s.foes) >> THRONE & 1:
        return 3
    if count(s.men) > count(START[s.size_, 0]) or count(s.foes) > count(START[s.size_, 1]):
        return 4
    if s.wins[0] + s.wins[1] != (s.victor[0] >= 0) + (s.victor[1] >= 0):
        return 5
    return 0
