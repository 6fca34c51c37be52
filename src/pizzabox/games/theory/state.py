"""What a position of Pizza Theory holds."""

from __future__ import annotations

from pizzabox.engine.state import GameState, Ints, i8, i16, i64, u8, u16, u64

from .board import LABELS, LAYOUT_NAMES, LINES, NAMES

SEATS = ("red", "green", "white")
PHASES = ("add", "spare", "cut", "over")


class State(GameState):
    """One position of Pizza Theory."""

    rng: int = u64(secret=True)
    spaces: Ints = i64[3](members=NAMES, apart="spaces")  # by colour: where its toppings are
    before: Ints = i64[3](members=NAMES, apart="before")  # by colour: where they were just before the last replacement
    news: int = u16()
    rounds: int = i16(0, 1000)  # finished rounds
    cap: int = i16(1, 1000)  # the game ends after this many rounds
    sealed: int = u8(members=range(3), below="players", during=("cut",))  # players who have chosen a cut
    skipped: int = u8(members=range(3), below="players")  # players who found no space to add this round
    won: int = u8(members=range(3), below="players", during=("over",))  # the winners
    players: int = i8(2, 3)
    spare: int = i8(-1, names=("none", *SEATS))  # the unselected colour
    layout: int = i8(names=LAYOUT_NAMES)  # where the first toppings go
    phase: int = i8(names=PHASES)
    turn: int = i8(0, 3)  # how many players have had their turn to add this round
    first: int = i8(0, 2, below="players")  # the player who is first this round
    label: Ints = i8[3](names=LABELS)  # by colour: 1st, 2nd or 3rd
    cut: Ints = i8[3](0, LINES, secret=True)  # by colour: the line chosen this round, 0 for none
    last_label: Ints = i8[3](names=LABELS)  # by colour: label and cut at the last replacement
    last_cut: Ints = i8[3](0, LINES)
