"""What people who share one screen or keyboard may see: the page and the terminal ask the same questions here."""

from __future__ import annotations

from pizzabox.engine.contract import SPECTATOR, has_chosen, hides
from pizzabox.engine.game_record import GameRecord
from pizzabox.engine.position import Position

WORLDS = 12
"""In how many guessed worlds a hidden hand is looked at for something to choose."""


def would_be_sealed(pos: Position, seat: int) -> bool:
    """Whether what a seat chooses now stays secret for a while: its move would only be sealed."""
    kernels = pos.game.kernels
    codes = kernels.moves(pos.state, seat)
    if not codes:
        return False
    trial = pos.state.copy()
    kernels.play(trial, seat, codes[0])
    return has_chosen(trial, seat) or bool(pos.state.sealed)


def chooses_alone(pos: Position, seat: int) -> bool:
    """Whether a seat needs the screen for itself: it chooses in secret, or from what only it may see (a hidden hand).

    That it knows something the others do not is no reason by itself: it can choose from what lies open to all. And the
    answer must give nothing away, so a hand that could hold a choice counts like one that does.
    """
    if would_be_sealed(pos, seat):
        return True
    if shared_viewer(pos, seat) == seat:
        return False
    kernels, shown = pos.game.kernels, pos.view(SPECTATOR)
    for_all = kernels.moves(shown.state, seat)
    worlds = [pos.state, *(shown.guess(seed).state for seed in range(WORLDS))]
    return any(kernels.moves(world, seat) != for_all for world in worlds)


def shared_viewer(pos: Position, seat: int) -> int:
    """The viewer that a shared screen is drawn for while this seat is to choose, and not alone: the seat itself, or a
    spectator where it knows more than the others who look."""
    return seat if bytes(pos.view(seat)) == bytes(pos.view(SPECTATOR)) else SPECTATOR


def running_record(pos: Position, viewer: int, players: dict[str, str] | None = None, **tags: str) -> GameRecord:
    """The record of a game that still runs, for a viewer: without its seed, and without the choices of others that are
    still secret."""
    made = GameRecord.of(pos, players, **tags)
    made.seed = made.position = None
    hidden = {p for p in range(pos.game.players) if hides(pos.state, p, viewer)}
    last = {step.player: i for i, step in enumerate(pos.steps)}
    first = min((last[p] for p in hidden if p in last), default=len(made.moves))
    del made.moves[first:]
    return made
